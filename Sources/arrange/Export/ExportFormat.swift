/// The formats that lists are written in.
package enum ExportFormat: String, Sendable, CaseIterable {
  case jsonl
  case markdown

  /// The format that a file's name tells; nil where it tells none.
  package init?(fileName: String) {
    switch ImportFormat(fileName: fileName) {
    case .jsonl: self = .jsonl
    case .markdown: self = .markdown
    default: return nil
    }
  }
}
