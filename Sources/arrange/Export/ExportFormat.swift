/// The formats of exports.
package enum ExportFormat: String, Sendable, CaseIterable {
  case jsonl
  case csv
  case markdown
  case opml

  /// The format for a file name; nil if the name does not tell.
  package init?(fileName: String) {
    switch ImportFormat(fileName: fileName) {
    case .jsonl: self = .jsonl
    case .csv: self = .csv
    case .markdown: self = .markdown
    case .opml: self = .opml
    default: return nil
    }
  }

  /// Whether the name of a file says that tabs divide its cells.
  package static func isTabbed(_ fileName: String) -> Bool { ending(of: fileName)?.lowercased() == ".tsv" }

  /// The extension of a file name, such as `.xlsx`; nil if it has none.
  package static func ending(of fileName: String) -> String? {
    let name = fileName.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return nil }
    return String(name[point...])
  }
}
