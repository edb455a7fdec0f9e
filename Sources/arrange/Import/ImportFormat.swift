package import ArrangeModel
package import InputText

/// The formats of imports.
package enum ImportFormat: String, Sendable, CaseIterable {
  case csv
  case jsonl
  case json
  case markdown
  case trello
  case wekan
  case opml
  case lines

  /// The number of lines of a text that are examined to recognize Markdown.
  private static let guessedLines = 100

  /// The format for a file name; nil if the name does not tell, or is ambiguous.
  package init?(fileName: String) {
    switch fileName.lowercased().split(separator: ".").last {
    case "csv", "tsv": self = .csv
    case "jsonl", "ndjson": self = .jsonl
    case "md", "markdown": self = .markdown
    case "opml": self = .opml
    default: return nil
    }
  }

  /// The format that a text seems to have; nil if it is unknown. O(size) at most.
  package init?(guessing source: SourceText) {
    let lines = source.lines.lazy.map { MarkdownText.trim($0, source.bytes) }.filter { !$0.isEmpty }
    guard let line = lines.first else { return nil }
    switch source.bytes[line.lowerBound] {
    case UInt8(ascii: "<") where OPMLReader.begins(source.bytes[line.lowerBound...]): self = .opml
    case UInt8(ascii: "["): self = .json
    case UInt8(ascii: "{"):
      // A board, the output of `show`, or a list in an object is a single object; otherwise there are
      // several.
      let whole = try? JSONReader.read(source.bytes, in: source.start..<source.bytes.count)
      let isJSON = whole.map { $0["sections"] != nil || JSONListReader.isWrapped($0) } ?? false
      let isBoard = whole?["lists"]?.elements != nil && whole?["cards"]?.elements != nil
      let isWekan = whole.map(WekanReader.isBoard) ?? false
      self = isWekan ? .wekan : isBoard ? .trello : isJSON ? .json : .jsonl
    default:
      let blocks = MarkdownTree(source.bytes, lines: source.lines.prefix(ImportFormat.guessedLines)).blocks
      switch blocks.first?.kind {
      case .heading, .item, .rule: self = .markdown
      default:
        if source.bytes[line].contains(where: { ",;\t".utf8.contains($0) }) {
          self = .csv
        } else if blocks.contains(where: { $0.kind == .item }) {
          self = .markdown
        } else {
          return nil
        }
      }
    }
  }

  /// Reads a list.
  package func read(_ source: SourceText, _ options: ImportOptions) throws(InputError) -> ImportedList {
    let section = options.section
    var list =
      switch self {
      case .csv: try CSVReader.read(source, options)
      case .lines: try LinesReader.read(source, options)
      case .jsonl: try JSONLinesReader.read(source, defaultSection: section)
      case .json: try JSONListReader.read(source, defaultSection: section)
      case .markdown: try MarkdownReader.read(source, defaultSection: section)
      case .trello: try TrelloReader.read(source, includingArchived: options.includesArchived)
      case .opml: try OPMLReader.read(source, defaultSection: section)
      case .wekan: try WekanReader.read(source, includingArchived: options.includesArchived)
      }
    // CSV reads them from the texts of columns, which fields with numbers have lost.
    guard self != .csv else { return list }
    if let field = options.idField { list = try list.takingIDs(from: field) }
    if let field = options.sectionField { list = try list.takingSections(from: field) }
    if let field = options.titleField { list = try list.takingTitles(from: field) }
    return list
  }
}

/// The options of an import.
package struct ImportOptions: Sendable {
  /// The section of items that name none.
  package var section = Identifier.empty
  /// The field that the ids are taken from; nil for the default of the format.
  package var idField: String?
  /// Whether the format was given by the user.
  package var isFormatGiven = true
  /// The field that the sections are taken from; nil for the default of the format.
  package var sectionField: String?
  /// The field that the titles are taken from; nil for the default of the format.
  package var titleField: String?
  /// The CSV delimiter; nil for the one that divides the records evenly.
  package var delimiter: UInt8?
  /// Whether the name of the file says that tabs divide the cells.
  package var prefersTabs = false
  /// The number of CSV lines before the one with the names of the columns.
  package var skippedLines = 0
  /// Whether the apostrophe before a CSV cell that would be a formula stays; see ``CSVFormulas``.
  package var keepsFormulas = false
  /// Whether all CSV values are read as text.
  package var isTextOnly = false
  /// Whether archived lists and cards are read.
  package var includesArchived = false

  package init() {}
}
