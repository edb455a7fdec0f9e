/// The formats that lists are written in.
package enum ExportFormat: String, Sendable, CaseIterable {
  case jsonl
  case csv
  case markdown

  /// The format that a file's name tells; nil where it tells none.
  package init?(fileName: String) {
    switch ImportFormat(fileName: fileName) {
    case .jsonl: self = .jsonl
    case .csv: self = .csv
    case .markdown: self = .markdown
    default: return nil
    }
  }

  /// The ending of a file's name, such as `.xlsx`; nil where it has none.
  package static func ending(of fileName: String) -> String? {
    let name = fileName.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return nil }
    return String(name[point...])
  }
}
