import ArgumentParser
import ArrangeClient
import ArrangeModel

struct Reorder: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    abstract: "Put items of one section into a given order.",
    discussion: """
      The items take the places that they hold together now; items that are not named stay where they are. As \
      few keys as possible are written. Without --section it is the section of the first item.

      EXAMPLES
        arrange reorder board print write proofread
        arrange reorder board --section todo print write
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Argument(
    help: ArgumentHelp("The items' ids in the wanted order.", valueName: "item"),
    completion: .from(.items),
    transform: Arguments.identifier
  )
  var ids: [Identifier]

  @Option(
    name: .long,
    help: ArgumentHelp("The section.", valueName: "id"),
    completion: .from(.sections),
    transform: Arguments.section
  )
  var section: Identifier?

  @OptionGroup(title: "Conditions") var write: WriteOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    var section = section
    if section == nil { section = try await sectionOfFirstItem(context.client) }
    try await ApplyReport(collection: collection.name, verb: "placed", noun: "item")
      .apply(.reorderItems(section: section ?? .empty, ids), write, in: context)
  }

  private func sectionOfFirstItem(_ client: ArrangeClient) async throws -> Identifier {
    let request = FetchRequest(collection: collection.name, window: .around(ids[0], before: 0, after: 0))
    guard let slice = try await client.fetch(request).sections.first else {
      throw CommandFailure(.notFound, "there is no item \"\(ids[0])\" in \(collection.name)", code: .notFound)
    }
    return slice.section.id
  }
}
