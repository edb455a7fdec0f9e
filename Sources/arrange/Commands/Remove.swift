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
      """,
    aliases: ["rm"]
  )

  @OptionGroup var collection: CollectionArgument
  @OptionGroup var items: ItemArguments
  @OptionGroup(title: "Conditions") var write: WriteOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    try await ApplyReport(collection: collection.name, verb: "removed", noun: "item")
      .apply(.removeItems(items.references), write, in: context)
  }
}
