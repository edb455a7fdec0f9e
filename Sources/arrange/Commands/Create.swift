import ArgumentParser
import ArrangeClient
import ArrangeModel

struct Create: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    abstract: "Make a collection.",
    discussion: """
      The strategy says how the order is represented; "arrange strategy list" shows which there are.

      EXAMPLES
        arrange create board
        arrange create board --strategy lexorank --title "Project board"
        arrange create notes --strategy lexorank:jitter=40
        arrange create stations --strategy dense --field opened:=1978
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Option(
    name: .long,
    help: ArgumentHelp("The ordering strategy; otherwise the server's default.", valueName: "strategy"),
    completion: .from(.strategies)
  )
  var strategy: String?

  @Option(name: .long, help: ArgumentHelp("A title, short for --field title=TEXT.", valueName: "text"))
  var title: String?

  @OptionGroup var fields: FieldOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let info = try await context.client.create(
      collection.name,
      strategy: strategy,
      fields: Fields(title: title, fields.field)
    )
    if context.isJSON { return try context.console.print(info.json) }
    try context.console.print("created \(info.name) with strategy \(info.strategy)".printable)
  }
}

extension CollectionInfo {
  /// The collection without its content, as JSON.
  var json: JSON {
    .object([
      "collection": .string(name.text), "strategy": .string(strategy), "fields": fields.json,
      "version": .unsigned(version), "state": .string("\(state)"), "epoch": .string(epoch.epochText),
      "created": FieldValue.timestamp(createdAt).json,
      "sections": .count(sectionCount), "items": .count(itemCount),
    ])
  }
}
