import ArgumentParser
import ArrangeClient
import ArrangeModel

struct Explain: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what a move or an insert would write.",
    discussion: """
      Nothing is changed. With items it is about moving them, with --new about inserting so many, and without
      either about the order keys that the collection has.

      EXAMPLES
        arrange explain board
        arrange explain board write --section doing --first
        arrange explain board --new 1 --after write
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Argument(
    help: ArgumentHelp("The ids of the items to move.", valueName: "item"),
    completion: .from(.items),
    transform: Arguments.identifier
  )
  var items: [Identifier] = []

  @Option(name: .customLong("new"), help: ArgumentHelp("How many items to insert.", valueName: "n"))
  var inserted: Int?

  @Option(
    name: .long,
    help: ArgumentHelp("The section; otherwise the anchor's, or that of the first item.", valueName: "id"),
    completion: .from(.sections),
    transform: Arguments.section
  )
  var section: Identifier?

  @OptionGroup(title: "Place") var place: PlacementOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    if let inserted {
      guard items.isEmpty else { throw ValidationError("Give items to move, or --new, not both.") }
      guard 1...ApplyRequest.maximumElements ~= inserted else {
        throw ValidationError("--new is 1 to \(ApplyRequest.maximumElements).")
      }
    }
    guard !items.isEmpty || inserted != nil || section == nil && place.placement == nil else {
      throw ValidationError("A place needs items to move, or --new.")
    }
  }

  private var operations: [ListOperation] {
    let destination = ItemDestination(
      section: section,
      place.placement ?? .last,
      ifAnchorMissing: place.policy
    )
    if !items.isEmpty { return [.moveItems(items.map { ElementReference($0) }, to: destination)] }
    guard let inserted else { return [] }
    return [.insertItems(Array(repeating: NewElement(), count: inserted), to: destination)]
  }

  func run(in context: CommandContext) async throws {
    let request = ExplainRequest(collection: collection.name, operations: operations)
    try await ExplanationReport(request).print(in: context)
  }
}
