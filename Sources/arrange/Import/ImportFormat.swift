package import ArrangeModel

/// The formats that lists are read from.
package enum ImportFormat: String, Sendable, CaseIterable {
  case csv
  case jsonl
  case json
  case markdown
  case trello
  case lines

  /// How many lines of a text are looked at to tell whether it is Markdown.
  private static let guessedLines = 100

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
    let lines = source.lines.lazy.map { MarkdownText.trim($0, source.bytes) }.filter { !$0.isEmpty }
    guard let line = lines.first else { return nil }
    switch source.bytes[line.lowerBound] {
    case UInt8(ascii: "["): self = .json
    case UInt8(ascii: "{"):
      // A board, a shown list and a list in an object are one object in the whole file; otherwise there are more.
      let whole = try? JSONReader.read(source.bytes, in: source.start..<source.bytes.count)
      let isJSON = whole.map { $0["sections"] != nil || JSONListReader.isWrapped($0) } ?? false
      self = whole?["lists"]?.elements != nil ? .trello : isJSON ? .json : .jsonl
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
      }
    // A column gives the text of ids itself, which a field of numbers does not.
    if let field = options.idField, self != .csv { list = try list.takingIDs(from: field) }
    return list
  }
}

/// How a file is read.
package struct ImportOptions: Sendable {
  /// Where items go that name no section.
  package var section = Identifier.empty
  /// The field that ids are taken from; nil: as the format says.
  package var idField: String?
  /// Whether somebody said what the format is.
  package var isFormatGiven = true
  /// The column of CSV that gives the sections; nil: the one with a usual name.
  package var sectionField: String?
  /// The column of CSV that gives the titles; nil: the one with a usual name.
  package var titleField: String?
  /// What stands between cells of CSV; nil: what divides them evenly.
  package var delimiter: UInt8?
  /// How many lines of CSV stand before the one that names the columns.
  package var skippedLines = 0
  /// Whether values of CSV stay text.
  package var isTextOnly = false
  /// Whether archived lists and cards are read.
  package var includesArchived = false

  package init() {}
}
