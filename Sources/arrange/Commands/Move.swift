import ArgumentParser
import ArrangeClient
import ArrangeModel

struct Move: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    abstract: "Move items, also to another collection, or rows of a view.",
    discussion: """
      Several items end up next to each other in the given order, also when they come from several sections.

      With --view all arguments are rows of the view, and --after, --before and --last say where they are then shown. \
      Hidden items stay where they are. If a row can only be shown there when it gets another section, sort fields, \
      collection or hidden parent, nothing is moved, unless --allow names that: section, sort, collection, parent. \
      In a view that shows what is below what in an outline, --under names the row below which they go; \"\" is the top.

      EXAMPLES
        arrange move board write --section doing
        arrange move board write proofread --section doing --before print
        arrange move board write --first
        arrange move board write --section doing --if-section todo
        arrange move board write --to archive --section done
        arrange move plan write --under chapter --last
        arrange move plan write --to book --under chapter
        arrange move plan write --to board --section done --descendants promote
        arrange move --view open write --after read
        arrange move --view 'plan where not done with ancestors' write --after read --under chapter
        arrange move --view 'board group owner' write --after read --allow section --dry-run
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Argument(
    help: ArgumentHelp("The items' ids.", valueName: "item"),
    completion: .from(.items),
    transform: Arguments.row
  )
  var ids: [Identifier] = []

  @OptionGroup var conditions: ItemConditions

  @Option(
    name: .customLong("view"),
    help: ArgumentHelp(
      "Move rows of a view: the name of a stored one, or one as text. There is no collection then.",
      valueName: "name|text"
    ),
    transform: Move.view
  )
  var view: ListSource?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --view: what may change besides the place and the group.",
      valueName: "section,sort,collection,parent"
    ),
    transform: Move.effects
  )
  var allow: Set<PlaceEffect> = []

  @Flag(name: .customLong("dry-run"), help: "With --view: only say what would change.")
  var isDryRun = false

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
      "With --to, out of an outline: what becomes of what is below the items; otherwise it goes along.",
      valueName: "remove|promote|refuse"
    )
  )
  var descendants: DescendantsAnswer?

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
  @OptionGroup(title: "Place") var parent: ParentOptions

  @Option(
    name: .customLong("if-cycle"),
    help: ArgumentHelp(
      "In an outline: what to do with an item that would be below itself.",
      valueName: "skip|beside|fail"
    )
  )
  var ifCycle: CycleAnswer?

  @OptionGroup(title: "Conditions") var write: WriteOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard to != nil || section != nil || place.placement != nil || parent.under != nil else {
      throw ValidationError(
        "Say where: --to, --section, --under, --first, --last, --before, --after or --at."
      )
    }
    guard view == nil || parent.ifMissing == nil else {
      throw ValidationError("--if-parent-missing is for the items of a collection.")
    }
    guard to == nil && view == nil || ifCycle == nil else {
      throw ValidationError("--if-cycle is for items that stay in their collection.")
    }
    guard to != nil || descendants == nil else {
      throw ValidationError(
        "--descendants needs --to: within a collection, what is below an item moves with it."
      )
    }
    guard to != collection.name else {
      throw ValidationError("--to is another collection than that of the items.")
    }
    if view == nil {
      if ids.isEmpty { throw ValidationError("Give the collection and the items.") }
      if isDryRun || !allow.isEmpty { throw ValidationError("--dry-run and --allow need --view.") }
    } else if place.first || place.at != nil || place.ifMissing != nil {
      throw ValidationError("With --view say where with --after or --before, or --section for its end.")
    } else if to != nil {
      throw ValidationError(
        "With --view the place says which collection that is; --allow collection lets rows go there."
      )
    } else if !conditions.isEmpty || write.ifState != nil {
      throw ValidationError("With --view there are no conditions: what is moved is decided by what is there.")
    } else if place.last && section == nil && parent.under?.isEmpty ?? true {
      throw ValidationError("With --view --last needs --section, or --under with a row.")
    }
  }

  func run(in context: CommandContext) async throws {
    if let view { return try await moveRows(of: view, in: context) }
    let destination = ItemDestination(
      section: section,
      place.placement ?? .last,
      ifAnchorMissing: place.policy,
      below: parent.choice(ifCycle)
    )
    let references = conditions.references(ids)
    if let to {
      let transfer = ItemTransfer(references, to: to, destination, descendants: descendants?.policy)
      return try await ApplyReport(collection: to, verb: "moved", noun: "item")
        .transfer(transfer, from: collection.name, write, in: context)
    }
    try await ApplyReport(collection: collection.name, verb: "moved", noun: "item")
      .apply(.moveItems(references, to: destination), write, in: context)
  }

  private func moveRows(of view: ListSource, in context: CommandContext) async throws {
    var request = PlaceRowsRequest(
      name: view.name,
      rows: [collection.name] + ids,
      section: section ?? .empty,
      previous: place.after,
      next: place.before,
      parent: parent.under,
      allow: allow,
      isDryRun: isDryRun,
      requestID: write.requestID,
      step: write.stack.step
    )
    if case .view(let definition) = view { request.view = definition }
    let report = PlaceReport(result: try await context.client.place(request), isDryRun: isDryRun)
    if context.isJSON { return try context.console.print(report.json) }
    try context.console.print(report.lines.joined(separator: "\n"))
  }

  /// A view: a name, or a text with more than that.
  private static func view(_ text: String) throws -> ListSource {
    if !text.contains(where: \.isWhitespace), let name = try? Identifier(text) { return .named(name) }
    return .view(try Arguments.view(text))
  }

  private static func effects(_ text: String) throws -> Set<PlaceEffect> {
    Set(
      try text.split(separator: ",").map { word in
        guard let effect = PlaceEffect(word: String(word)) else {
          throw ValidationError(
            "--allow is any of section, sort, collection and parent, separated by commas, not \"\(word)\"."
          )
        }
        return effect
      }
    )
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

  @OptionGroup var conditions: ItemConditions

  var references: [ElementReference] { conditions.references(ids) }
}

/// What has to be so for items to be changed.
struct ItemConditions: ParsableArguments {
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
    name: .customLong("if-parent"),
    help: ArgumentHelp(
      "Only if the item is below this one now; \"\" is the top of its section.",
      valueName: "id"
    ),
    completion: .from(.items),
    transform: Arguments.section
  )
  var ifParent: Identifier?

  @Option(
    name: .customLong("if-placement"),
    help: ArgumentHelp("Only if the item was placed last at this version.", valueName: "version")
  )
  var ifPlacement: UInt64?

  var isEmpty: Bool {
    ifContentVersion == nil && ifSection == nil && ifPlacement == nil && ifParent == nil
  }

  func references(_ ids: [Identifier]) -> [ElementReference] {
    ids.map {
      ElementReference(
        $0,
        ifContentVersion: ifContentVersion,
        ifSection: ifSection,
        ifPlacementVersion: ifPlacement,
        ifParent: ifParent
      )
    }
  }
}
