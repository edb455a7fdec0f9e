import ArgumentParser
import ArrangeClient
import ArrangeModel

struct Update: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    abstract: "Change the fields of items, or of the collection itself.",
    discussion: """
      EXAMPLES
        arrange update board write --title "Write it again"
        arrange update board write proofread --field done:=true --unset due
        arrange update board write --replace --title "Only a title"
        arrange update board --collection --title "Project board"
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Argument(
    help: ArgumentHelp("The items' ids.", valueName: "item"),
    completion: .from(.items),
    transform: Arguments.identifier
  )
  var ids: [Identifier] = []

  @Flag(name: .customLong("collection"), help: "Change the fields of the collection itself.")
  var isCollection = false

  @Option(
    name: .customLong("if-content-version"),
    help: ArgumentHelp("Only if the item's fields changed last at this version.", valueName: "version")
  )
  var ifContentVersion: UInt64?

  @OptionGroup(title: "Changes") var changes: FieldChangeOptions
  @OptionGroup(title: "Conditions") var write: WriteOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard changes.areSome else {
      throw ValidationError("Say what to change: --title, --field, --unset or --replace.")
    }
    guard ids.isEmpty == isCollection else {
      throw ValidationError("Name items to change, or --collection and no items.")
    }
    guard !isCollection || (write.ifState == nil && write.requestID == nil && ifContentVersion == nil)
    else {
      throw ValidationError("With --collection there are no conditions: its fields have no version.")
    }
  }

  func run(in context: CommandContext) async throws {
    if isCollection { return try await updateCollection(in: context) }
    let updates = try ids.map {
      try changes.update(ElementReference($0, ifContentVersion: ifContentVersion))
    }
    try await ApplyReport(collection: collection.name, verb: "updated", noun: "item")
      .apply(.updateItems(updates), write, in: context)
  }

  private func updateCollection(in context: CommandContext) async throws {
    let info = try await context.client.update(
      collection.name,
      set: Fields(title: changes.title, changes.fields.field),
      remove: changes.unset,
      replaceAll: changes.replace
    )
    if context.isJSON { return try context.console.print(info.json) }
    try context.console.print("updated \(info.name)".printable)
  }
}
