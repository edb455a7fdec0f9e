import ArgumentParser
import ArrangeModel

struct Add: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    abstract: "Add items.",
    discussion: """
      Each text becomes an item with that title. Without --section the items go to the section of the anchor, \
      or to the default section. Without a place they go last.

      EXAMPLES
        arrange add board --section todo "Write it" "Read it aloud"
        arrange add board --id write --section todo "Write it" --first
        arrange add board "Proofread" --after write --if-missing last
        arrange add board "Print" --field paper=A5 --field copies:=200
        arrange add plan --under write "Read it aloud" --first
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Argument(help: ArgumentHelp("Titles of the new items.", valueName: "text"))
  var texts: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp("The section.", valueName: "id"),
    completion: .from(.sections),
    transform: Arguments.section
  )
  var section: Identifier?

  @Option(
    name: .long,
    parsing: .singleValue,
    help: ArgumentHelp("The id of the new item; repeatable, one for each text.", valueName: "id"),
    transform: Arguments.identifier
  )
  var id: [Identifier] = []

  @OptionGroup var fields: FieldOptions
  @OptionGroup(title: "Place") var place: PlacementOptions
  @OptionGroup(title: "Place") var parent: ParentOptions
  @OptionGroup(title: "Conditions") var write: WriteOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard !texts.isEmpty || !id.isEmpty || !fields.field.isEmpty else {
      throw ValidationError("Say what to add: a text, --id or --field.")
    }
    guard texts.isEmpty || id.isEmpty || texts.count == id.count else {
      throw ValidationError(
        "There are \(texts.count) texts and \(id.count) ids; give each text one id, or none."
      )
    }
  }

  func run(in context: CommandContext) async throws {
    var items: [NewElement] = []
    for index in 0..<max(texts.count, id.count, 1) {
      let title = texts.isEmpty ? nil : texts[index]
      items.append(
        NewElement(id: id.isEmpty ? nil : id[index], fields: try Fields(title: title, fields.field))
      )
    }
    let destination = ItemDestination(
      section: section,
      place.placement ?? .last,
      ifAnchorMissing: place.policy,
      below: parent.choice()
    )
    try await ApplyReport(collection: collection.name, verb: "added", noun: "item")
      .apply(.insertItems(items, to: destination), write, in: context)
  }
}
