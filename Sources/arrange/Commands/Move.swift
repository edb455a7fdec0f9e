import ArgumentParser
import ArrangeModel

struct Move: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    abstract: "Move items, also to another collection.",
    discussion: """
      Several items end up next to each other in the given order, also when they come from several sections.

      EXAMPLES
        arrange move board write --section doing
        arrange move board write proofread --section doing --before print
        arrange move board write --first
        arrange move board write --section doing --if-section todo
        arrange move board write --to archive --section done
      """
  )

  @OptionGroup var collection: CollectionArgument
  @OptionGroup var items: ItemArguments

  @Option(
    name: .long,
    help: ArgumentHelp("The collection to move to; otherwise they stay in theirs.", valueName: "name"),
    completion: .from(.collections),
    transform: Arguments.identifier
  )
  var to: Identifier?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The section to move to; otherwise the anchor's, or that of the first item.",
      valueName: "id"
    ),
    completion: .from(.sections),
    transform: Arguments.section
  )
  var section: Identifier?

  @OptionGroup(title: "Place") var place: PlacementOptions
  @OptionGroup(title: "Conditions") var write: WriteOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard to != nil || section != nil || place.placement != nil else {
      throw ValidationError("Say where: --to, --section, --first, --last, --before, --after or --at.")
    }
    guard to != collection.name else {
      throw ValidationError("--to is another collection than that of the items.")
    }
  }

  func run(in context: CommandContext) async throws {
    let destination = ItemDestination(
      section: section,
      place.placement ?? .last,
      ifAnchorMissing: place.policy
    )
    if let to {
      let transfer = ItemTransfer(items.references, to: to, destination)
      return try await ApplyReport(collection: to, verb: "moved", noun: "item")
        .transfer(transfer, from: collection.name, write, in: context)
    }
    try await ApplyReport(collection: collection.name, verb: "moved", noun: "item")
      .apply(.moveItems(items.references, to: destination), write, in: context)
  }
}

/// The items that a command applies to.
struct ItemArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The items' ids.", valueName: "item"),
    completion: .from(.items),
    transform: Arguments.identifier
  )
  var ids: [Identifier]

  @Option(
    name: .customLong("if-content-version"),
    help: ArgumentHelp("Only if the item's fields changed last at this version.", valueName: "version")
  )
  var ifContentVersion: UInt64?

  @Option(
    name: .customLong("if-section"),
    help: ArgumentHelp("Only if the item is in this section now.", valueName: "id"),
    completion: .from(.sections),
    transform: Arguments.section
  )
  var ifSection: Identifier?

  @Option(
    name: .customLong("if-placement"),
    help: ArgumentHelp("Only if the item was placed last at this version.", valueName: "version")
  )
  var ifPlacement: UInt64?

  var references: [ElementReference] {
    ids.map {
      ElementReference(
        $0,
        ifContentVersion: ifContentVersion,
        ifSection: ifSection,
        ifPlacementVersion: ifPlacement
      )
    }
  }
}
