import ArgumentParser
import ArrangeClient
import ArrangeModel

struct Rename: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    abstract: "Change the title of a list, or of one of its sections or items.",
    discussion: """
      A title is the field "title", which people read. The name of a list and the ids of its elements stay, since programs, \
      addresses and access files use them; "arrange copy" makes the same list under another name.

      EXAMPLES
        arrange rename board "Project board"
        arrange rename board "To do" --section todo
        arrange rename board "Write it again" --item write
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Argument(help: ArgumentHelp("The new title.", valueName: "title"))
  var title: String

  @Option(
    name: .long,
    help: ArgumentHelp("The section that gets the title.", valueName: "section"),
    completion: .from(.sections),
    transform: Arguments.identifier
  )
  var section: Identifier?

  @Option(
    name: .long,
    help: ArgumentHelp("The item that gets the title.", valueName: "item"),
    completion: .from(.items),
    transform: Arguments.identifier
  )
  var item: Identifier?

  @OptionGroup(title: "Conditions") var write: WriteOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard section == nil || item == nil else {
      throw ValidationError("Name a section or an item, not both.")
    }
    guard section != nil || item != nil || (write.ifState == nil && write.requestID == nil) else {
      throw ValidationError("The title of a list has no conditions: its fields have no version.")
    }
  }

  func run(in context: CommandContext) async throws {
    let fields = try Fields(title: title, [])
    guard let element = item ?? section else {
      let info = try await context.client.update(collection.name, set: fields)
      if context.isJSON { return try context.console.print(info.json) }
      return try context.console.print("renamed \(info.name)".printable)
    }
    let update = FieldsUpdate(ElementReference(element), set: fields)
    try await ApplyReport(
      collection: collection.name,
      verb: "renamed",
      noun: item == nil ? "section" : "item"
    )
    .apply(item == nil ? .updateSections([update]) : .updateItems([update]), write, in: context)
  }
}
