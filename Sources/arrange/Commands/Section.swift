import ArgumentParser
import ArrangeModel

struct Section: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add, move, update, remove and reorder sections.",
    discussion: """
      EXAMPLES
        arrange section add board todo --title "To do"
        arrange section move board done --first
        arrange section remove board done --only-if-empty
      """,
    subcommands: [
      AddSection.self, MoveSection.self, UpdateSection.self, RemoveSection.self, ReorderSections.self,
    ]
  )
}

/// The sections that a command applies to.
struct SectionArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The sections' ids; \"\" is the default section.", valueName: "section"),
    completion: .from(.sections),
    transform: Arguments.section
  )
  var ids: [Identifier]

  var references: [ElementReference] { ids.map { ElementReference($0) } }
}

/// The limit of a section.
struct LimitOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "How many items the section may hold, 0 for any number; short for --field \(ItemLimit.field):=NUMBER.",
      valueName: "number"
    )
  )
  var limit: Int64?

  func validate() throws {
    guard limit ?? 0 >= 0 else { throw ValidationError("A limit is 0 or more, where 0 is none.") }
  }

  var fields: [FieldArgument] {
    limit.map { [FieldArgument(name: ItemLimit.field, value: .int($0))] } ?? []
  }
}

struct AddSection: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add sections.",
    discussion: """
      Without an id the server makes one. Without a place the sections go last.

      EXAMPLES
        arrange section add board todo --title "To do"
        arrange section add board todo doing done
        arrange section add board --title "Some day" --after doing
        arrange section add board doing --limit 5
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Argument(
    help: ArgumentHelp("The new sections' ids.", valueName: "section"),
    transform: Arguments.identifier
  )
  var ids: [Identifier] = []

  @Option(name: .long, help: ArgumentHelp("A title, short for --field title=TEXT.", valueName: "text"))
  var title: String?

  @OptionGroup var limit: LimitOption
  @OptionGroup var fields: FieldOptions
  @OptionGroup(title: "Place") var place: PlacementOptions
  @OptionGroup(title: "Conditions") var write: WriteOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard !ids.isEmpty || title != nil || !fields.field.isEmpty || limit.limit != nil else {
      throw ValidationError("Say what to add: an id, --title or --field.")
    }
    guard title == nil || ids.count <= 1 else {
      throw ValidationError("--title is for one section at a time.")
    }
  }

  func run(in context: CommandContext) async throws {
    let fields = try Fields(title: title, fields.field + limit.fields)
    var sections = ids.map { NewElement(id: $0, fields: fields) }
    if sections.isEmpty { sections = [NewElement(fields: fields)] }
    let destination = SectionDestination(place.placement ?? .last, ifAnchorMissing: place.policy)
    try await ApplyReport(collection: collection.name, verb: "added", noun: "section")
      .apply(.insertSections(sections, to: destination), write, in: context)
  }
}

struct MoveSection: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move sections with their items.",
    discussion: """
      EXAMPLES
        arrange section move board done --first
        arrange section move board todo doing --before done
      """
  )

  @OptionGroup var collection: CollectionArgument
  @OptionGroup var sections: SectionArguments
  @OptionGroup(title: "Place") var place: PlacementOptions
  @OptionGroup(title: "Conditions") var write: WriteOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard place.placement != nil else {
      throw ValidationError("Say where: --first, --last, --before, --after or --at.")
    }
  }

  func run(in context: CommandContext) async throws {
    let destination = SectionDestination(place.placement ?? .last, ifAnchorMissing: place.policy)
    try await ApplyReport(collection: collection.name, verb: "moved", noun: "section")
      .apply(.moveSections(sections.references, to: destination), write, in: context)
  }
}

struct UpdateSection: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Change the fields of sections.",
    discussion: """
      A limit below the number of items that are there refuses only what would add to them.

      EXAMPLES
        arrange section update board todo --title "Next"
        arrange section update board todo doing --limit 5
        arrange section update board todo --limit 0
      """
  )

  @OptionGroup var collection: CollectionArgument
  @OptionGroup var sections: SectionArguments
  @OptionGroup(title: "Changes") var limit: LimitOption
  @OptionGroup(title: "Changes") var changes: FieldChangeOptions
  @OptionGroup(title: "Conditions") var write: WriteOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard limit.limit != nil || changes.areSome else {
      throw ValidationError("Say what to change: --title, --limit, --field, --unset or --replace.")
    }
  }

  func run(in context: CommandContext) async throws {
    let updates = try sections.references.map { try changes.update($0, limit.fields) }
    try await ApplyReport(collection: collection.name, verb: "updated", noun: "section")
      .apply(.updateSections(updates), write, in: context)
  }
}

struct RemoveSection: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove sections with their items.",
    discussion: """
      EXAMPLES
        arrange section remove board done
        arrange section remove board done --only-if-empty
      """,
    aliases: ["rm"]
  )

  @OptionGroup var collection: CollectionArgument
  @OptionGroup var sections: SectionArguments

  @Flag(name: .customLong("only-if-empty"), help: "Refuse where a section has items.")
  var onlyIfEmpty = false

  @OptionGroup(title: "Conditions") var write: WriteOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    try await ApplyReport(collection: collection.name, verb: "removed", noun: "section")
      .apply(.removeSections(sections.references, onlyIfEmpty: onlyIfEmpty), write, in: context)
  }
}

struct ReorderSections: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    commandName: "reorder",
    abstract: "Put sections into a given order.",
    discussion: """
      The sections take the places that they hold together now; others stay where they are.

      EXAMPLES
        arrange section reorder board todo doing done
      """
  )

  @OptionGroup var collection: CollectionArgument
  @OptionGroup var sections: SectionArguments
  @OptionGroup(title: "Conditions") var write: WriteOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    try await ApplyReport(collection: collection.name, verb: "placed", noun: "section")
      .apply(.reorderSections(sections.ids), write, in: context)
  }
}
