import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText

struct Import: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    abstract: "Import a list from a file.",
    discussion: """
      The format follows from the file's name or content:
        csv       the first line names the columns; 'id' and 'section' are special
        jsonl     an object a line: {"id", "section", "fields"}, or plain ones
        json      what 'arrange show --json' prints, or an array of objects
        markdown  headings are sections, list items items, '- [x]' gives 'done'
        trello    a board export: lists are sections, cards are items
        wekan     the same of Wekan
        opml      outlines
        lines     plain text: each line is an item

      The whole file is read before anything is sent, so a mistake in it changes nothing; --dry-run does no \
      more. Items go to the end of their sections; sections that are not there yet are made. Long lists are \
      sent in transactions of at most \(ImportLimits.transactionElements) items. With --skip-existing an \
      import can be repeated. At the end stands what was taken from the file and what was left out.

      In an outline, nested items become children: those of Markdown, OPML and Todoist, "children" in json and \
      jsonl, and where a table has a column 'parent', with the id of another item, or 'level'. A flat \
      collection has them one after the other, with the field 'level'.

      FILES OF OTHER PROGRAMS
        Asana          csv   --id-field 'Task ID'
        Excel, Sheets  csv   with any delimiter, UTF-8 or UTF-16
        Google Tasks   json
        Jira           csv   --id-field 'Issue key' --section-field Status
        Linear         csv   --section-field Status
        monday.com     csv   --skip-lines N, for the lines above the names
        Notion         csv   --section-field Status
        OmniOutliner, Workflowy, Bike  opml
        Todoist        csv
        Trello         json
        Wekan          json

      EXAMPLES
        arrange import reading books.csv --create lexorank
        arrange import board board.md
        arrange import work jira.csv --create lexorank --section-field Status
        arrange import board board.json --format trello --archived
        arrange import plan plan.opml --create lexorank --outline
        arrange import reading books.csv --id-field isbn --skip-existing
        curl -s https://example.org/list.jsonl | arrange import board -
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Argument(
    help: ArgumentHelp("The file, or - for standard input.", valueName: "file"),
    completion: .file()
  )
  var file: String

  @Option(name: .shortAndLong, help: "The format.")
  var format: ImportFormat?

  @Option(
    name: .long,
    help: ArgumentHelp("Make the collection first, with this strategy.", valueName: "strategy"),
    completion: .from(.strategies)
  )
  var create: String?

  @Flag(name: .long, help: "With --create: make an outline, in which nested items are children.")
  var outline = false

  @Option(
    name: .long,
    help: ArgumentHelp("The section of items that name none.", valueName: "id"),
    completion: .from(.sections),
    transform: Arguments.section
  )
  var section: Identifier?

  @Option(
    name: .customLong("id-field"),
    help: ArgumentHelp("Take the items' ids from this field.", valueName: "name")
  )
  var idField: String?

  @Option(
    name: .customLong("section-field"),
    help: ArgumentHelp("csv, json, jsonl: take the sections from this column or field.", valueName: "name")
  )
  var sectionField: String?

  @Option(
    name: .customLong("title-field"),
    help: ArgumentHelp("csv, json, jsonl: take the titles from this column or field.", valueName: "name")
  )
  var titleField: String?

  @Option(
    name: .long,
    help: ArgumentHelp("csv: what stands between cells, a character or 'tab'.", valueName: "character"),
    transform: Import.delimiter
  )
  var delimiter: UInt8?

  @Option(
    name: .customLong("skip-lines"),
    help: ArgumentHelp(
      "csv: pass over so many lines before the one that names the columns.",
      valueName: "count"
    )
  )
  var skipLines: Int?

  @Flag(name: .customLong("skip-existing"), help: "Leave out items whose ids are there already.")
  var skipExisting = false

  @Flag(name: .long, help: "csv: keep every value as text.")
  var text = false

  @Flag(
    name: .customLong("keep-formulas"),
    help: "csv: keep the apostrophe that an export put before what a spreadsheet would run."
  )
  var keepFormulas = false

  @Flag(name: .long, help: "trello, wekan: also what is archived.")
  var archived = false

  @Flag(name: .customLong("dry-run"), help: "Read the file and say what is in it, nothing else.")
  var dryRun = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let (list, text) = try readList()
    // Items without ids get some that no other import gives.
    let nested = { try read(text) { () throws(InputError) in try list.nested(Import.makeID) } }
    if dryRun {
      if outline { _ = try nested() }
      return try printContent(of: list, in: context)
    }
    var importer = Importer(
      collection: collection.name,
      strategy: create,
      outline: outline ? OutlineSettings() : nil,
      isSkipping: skipExisting,
      client: context.client,
      console: context.console
    )
    try await Interruption.watched { interruption in
      try await importer.run(list, nested: nested, isInterrupted: { interruption.isRequested })
    }
    if context.isJSON {
      return try context.console.print(.object(JSON.Members(importer.members + words(on: list))))
    }
    try context.console.print(importer.summary.printable)
    try printWords(on: list, in: context)
  }

  func validate() throws {
    if let skipLines, skipLines < 0 { throw ValidationError("--skip-lines is 0 or more.") }
    guard !outline || create != nil else {
      throw ValidationError("--outline needs --create; a collection that is there is an outline or not.")
    }
  }

  private static func delimiter(_ text: String) throws -> UInt8 {
    if text == "tab" || text == "\\t" { return 0x09 }
    guard text.utf8.count == 1, let byte = text.utf8.first, byte < 0x7F, byte >= 0x20 || byte == 0x09,
      byte != UInt8(ascii: "\"")
    else { throw ValidationError("A delimiter is one character of ASCII other than a quote, or 'tab'.") }
    return byte
  }

  private static func makeID() -> Identifier {
    Identifier(unchecked: String(UInt64.random(in: .min ... .max), radix: 36))
  }

  // MARK: Output

  /// Prints the content of the file.
  private func printContent(of list: ImportedList, in context: CommandContext) throws {
    let items = list.itemCount.counted("item")
    let sections = list.sections.count.counted("section")
    if context.isJSON {
      let members: [(String, JSON)] = [
        ("items", .count(list.itemCount)), ("sections", .count(list.sections.count)),
      ]
      return try context.console.print(.object(JSON.Members(members + words(on: list))))
    }
    try context.console.print("\(Files.name(file)) has \(items) in \(sections)".printable)
    try printWords(on: list, in: context)
  }

  /// Prints how the file was interpreted where that is not obvious, and what was left out.
  private func printWords(on list: ImportedList, in context: CommandContext) throws {
    if !list.taken.isEmpty {
      try context.console.print("taken: \(list.taken.joined(separator: "; "))".printable)
    }
    let leftOut = list.leftOut.isEmpty ? "nothing" : list.leftOut.texts.joined(separator: "; ")
    try context.console.print("left out: \(leftOut)".printable)
  }

  private func words(on list: ImportedList) -> [(String, JSON)] {
    [
      ("left_out", .array(list.leftOut.texts.map(JSON.string))),
      ("taken", .array(list.taken.map(JSON.string))),
    ]
  }

  // MARK: The file

  /// Calls a closure whose errors are places in a text of the file.
  private func read<Result>(_ text: [UInt8], _ body: () throws(InputError) -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      let position = TextPosition(of: error.offset, in: text)
      throw CommandFailure(.invalid, "\(Files.name(file)), \(position): \(error.message)")
    }
  }

  /// The list, and the text that places in it are of, which differs from the file if that is UTF-16.
  private func readList() throws -> (ImportedList, text: [UInt8]) {
    let bytes = try Files.read(file, limit: ImportLimits.maximumFileSize)
    if let advice = BinaryFile.advice(for: bytes) {
      throw CommandFailure(.invalid, "\(Files.name(file)) \(advice)")
    }
    var options = ImportOptions()
    options.section = section ?? .empty
    options.idField = idField
    options.isTextOnly = text
    options.includesArchived = archived
    options.isFormatGiven = format != nil
    options.sectionField = sectionField
    options.titleField = titleField
    options.delimiter = delimiter
    options.prefersTabs = ExportFormat.isTabbed(file)
    options.keepsFormulas = keepFormulas
    options.skippedLines = skipLines ?? 0
    let source = try read(bytes) { () throws(InputError) in try SourceText(bytes) }
    guard let format = format ?? ImportFormat(fileName: file) ?? ImportFormat(guessing: source) else {
      throw CommandFailure(
        .invalid,
        "can't tell the format of \(Files.name(file)); say it with --format, where 'lines' takes each line as an item"
      )
    }
    try check(format)
    let list = try read(source.bytes) { () throws(InputError) in
      var list = try format.read(source, options)
      if format == .csv, self.format == nil, ImportFormat(fileName: file) == nil {
        list.taken.insert("a table, whose columns the first line names", at: 0)
      }
      guard skipExisting else { return list }
      for item in list.sections.lazy.flatMap(\.items) where item.id == nil {
        throw InputError(
          at: item.offset,
          "the item has no id, so --skip-existing can't tell whether it is there; see --id-field"
        )
      }
      return list
    }
    return (list, source.bytes)
  }

  /// Rejects options that the format does not support, instead of ignoring them.
  private func check(_ format: ImportFormat) throws(CommandFailure) {
    let tables: [ImportFormat] = [.csv, .json, .jsonl]
    let options = [
      ("--section-field", sectionField != nil, tables), ("--title-field", titleField != nil, tables),
      ("--delimiter", delimiter != nil, [.csv]), ("--skip-lines", skipLines != nil, [.csv]),
      ("--keep-formulas", keepFormulas, [.csv]), ("--text", text, [.csv]),
      ("--archived", archived, [.trello, .wekan]),
    ]
    for (name, isGiven, own) in options where isGiven && !own.contains(format) {
      let names = own.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure(
        .invalid,
        "\(name) is for \(names), but \(Files.name(file)) is read as \(format.rawValue); see --format"
      )
    }
  }
}

extension ImportFormat: ExpressibleByArgument {}
