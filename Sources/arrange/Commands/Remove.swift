import ArgumentParser
import ArrangeModel

struct Remove: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    abstract: "Remove items.",
    discussion: """
      All of them or, where one is not there, none.

      EXAMPLES
        arrange remove board write
        arrange remove board write proofread print
        arrange remove plan chapter --descendants promote
      """,
    aliases: ["rm"]
  )

  @OptionGroup var collection: CollectionArgument
  @OptionGroup var items: ItemArguments
  @Option(
    name: .long,
    help: ArgumentHelp(
      "In an outline: what becomes of what is below the items.",
      valueName: "remove|promote|refuse"
    )
  )
  var descendants: DescendantsAnswer?

  @OptionGroup(title: "Conditions") var write: WriteOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    try await ApplyReport(collection: collection.name, verb: "removed", noun: "item")
      .apply(.removeItems(items.references, descendants: descendants?.policy), write, in: context)
  }
}
