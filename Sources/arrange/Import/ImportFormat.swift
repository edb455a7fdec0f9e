package import ArrangeModel

/// The formats that lists are read from.
package enum ImportFormat: String, Sendable, CaseIterable {
  case csv
  case jsonl
  case json
  case markdown
  case trello

  /// The format that a file's name tells; nil where it tells none or more than one.
  package init?(fileName: String) {
    switch fileName.lowercased().split(separator: ".").last {
    case "csv", "tsv": self = .csv
    case "jsonl", "ndjson": self = .jsonl
    case "md", "markdown": self = .markdown
    default: return nil
    }
  }

  /// The format that a text looks like; nil where it looks like none. O(size) at most.
  package init?(guessing source: SourceText) {
    let lines = source.lines.lazy.map { MarkdownLine.trim($0, source.bytes) }.filter { !$0.isEmpty }
    guard let line = lines.first else { return nil }
    switch source.bytes[line.lowerBound] {
    case UInt8(ascii: "["): self = .json
    case UInt8(ascii: "{"):
      // A board and a shown list are one object in the whole file; otherwise each line has its own.
      let whole = try? JSONReader.read(source.bytes, in: source.start..<source.bytes.count)
      self = whole?["lists"] != nil ? .trello : whole?["sections"] != nil ? .json : .jsonl
    default:
      switch MarkdownLine(line, of: source.bytes) {
      case .heading, .bullet, .rule: self = .markdown
      case .blank, .fence, .text:
        let hasDelimiter = source.bytes[line].contains { ",;\t".utf8.contains($0) }
        guard hasDelimiter else { return nil }
        self = .csv
      }
    }
  }

  /// Reads a list.
  package func read(_ source: SourceText, _ options: ImportOptions) throws(InputError) -> ImportedList {
    let section = options.section
    var list =
      switch self {
      case .csv: try CSVReader.read(source, isTextOnly: options.isTextOnly, defaultSection: section)
      case .jsonl: try JSONLinesReader.read(source, defaultSection: section)
      case .json: try JSONListReader.read(source, defaultSection: section)
      case .markdown: try MarkdownReader.read(source, defaultSection: section)
      case .trello: try TrelloReader.read(source, includingArchived: options.includesArchived)
      }
    if let field = options.idField { list = try list.takingIDs(from: field) }
    return list
  }
}

/// How a file is read.
package struct ImportOptions: Sendable {
  /// Where items go that name no section.
  package var section = Identifier.empty
  /// The field that ids are taken from; nil: as the format says.
  package var idField: String?
  /// Whether values of CSV stay text.
  package var isTextOnly = false
  /// Whether archived lists and cards are read.
  package var includesArchived = false

  package init() {}
}
