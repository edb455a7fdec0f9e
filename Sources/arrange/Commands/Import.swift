import ArgumentParser
import ArrangeModel

struct Import: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Import a list from a file.",
    discussion: """
      The format follows from the file's name or content:
        csv       the first line names the fields; 'id' and 'section' are special
        jsonl     an object a line: {"id", "section", "fields"}, or plain ones
        json      what 'arrange show --json' prints, or an array of objects
        markdown  headings are sections, bullets items, '- [x]' gives 'done'
        trello    a board export: lists are sections, cards are items

      The whole file is read before anything is sent, so a mistake in it changes nothing. Items go to the end \
      of their sections; sections that are not there yet are made. Long lists are sent in transactions of at \
      most \(ImportLimits.transactionElements) items. With --skip-existing an import can be repeated.

      EXAMPLES
        arrange import reading books.csv --create lexorank
        arrange import board board.md
        arrange import board board.json --format trello --archived
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
    completion: .strategies
  )
  var create: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The section of items that name none.", valueName: "id"),
    transform: Arguments.section
  )
  var section: Identifier?

  @Option(
    name: .customLong("id-field"),
    help: ArgumentHelp("Take the items' ids from this field.", valueName: "name")
  )
  var idField: String?

  @Flag(name: .customLong("skip-existing"), help: "Leave out items whose ids are there already.")
  var skipExisting = false

  @Flag(name: .long, help: "csv: keep every value as text.")
  var text = false

  @Flag(name: .long, help: "trello: also what is archived.")
  var archived = false

  @Flag(name: .customLong("dry-run"), help: "Read the file and say what is in it, nothing else.")
  var dryRun = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let list = try readList()
    if dryRun {
      let items = list.itemCount.counted("item")
      let sections = list.sections.count.counted("section")
      if context.isJSON {
        return try context.console.print(
          .object(["items": .count(list.itemCount), "sections": .count(list.sections.count)])
        )
      }
      return try context.console.print("\(Files.name(file)) has \(items) in \(sections)".printable)
    }
    var importer = Importer(
      collection: collection.name,
      strategy: create,
      isSkipping: skipExisting,
      service: context.service,
      console: context.console
    )
    try await importer.run(list)
    if context.isJSON { return try context.console.print(importer.json) }
    try context.console.print(importer.summary.printable)
  }

  private func readList() throws -> ImportedList {
    let bytes = try Files.read(file, limit: ImportLimits.maximumFileSize)
    var options = ImportOptions()
    options.section = section ?? .empty
    options.idField = idField
    options.isTextOnly = text
    options.includesArchived = archived
    do {
      let source = try SourceText(bytes)
      guard let format = format ?? ImportFormat(fileName: file) ?? ImportFormat(guessing: source) else {
        throw CommandFailure(.invalid, "can't tell the format of \(Files.name(file)); say it with --format")
      }
      let list = try format.read(source, options)
      guard skipExisting else { return list }
      for item in list.sections.lazy.flatMap(\.items) where item.id == nil {
        throw InputError(
          at: item.offset,
          "the item has no id, so --skip-existing can't tell whether it is there; see --id-field"
        )
      }
      return list
    } catch let error as InputError {
      let position = TextPosition(of: error.offset, in: bytes)
      throw CommandFailure(.invalid, "\(Files.name(file)), \(position): \(error.message)")
    }
  }
}

extension ImportFormat: ExpressibleByArgument {}
