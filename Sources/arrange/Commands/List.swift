import ArgumentParser
import ArrangeModel

struct List: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the collections and views.",
    discussion: """
      EXAMPLES
        arrange list
        arrange list --json | jq -r '.collections[].collection'
      """,
    aliases: ["ls"]
  )

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    var collections: [CollectionInfo] = []
    var request = ListCollectionsRequest(pageSize: ListCollectionsRequest.maximumPageSize)
    repeat {
      let page = try await context.service.collections(request)
      collections += page.collections
      request.pageToken = page.nextPageToken
    } while request.pageToken != nil
    if context.isJSON {
      return try context.console.print(.object(["collections": .array(collections.map(\.json))]))
    }
    guard !collections.isEmpty else {
      return try context.console.print("There are no collections yet. 'arrange create NAME' makes one.")
    }
    var table = Table(
      ("collection", .left),
      ("strategy", .left),
      ("version", .right),
      ("sections", .right),
      ("items", .right),
      ("title", .left)
    )
    for info in collections {
      table.append(
        info.name.text,
        info.kind,
        "\(info.version)",
        info.sectionCount.grouped,
        info.itemCount.grouped,
        info.fields.title?.text ?? ""
      )
    }
    try context.console.print(table.lines(context.console.style).joined(separator: "\n"))
  }
}
