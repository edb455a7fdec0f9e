import ArgumentParser
import ArrangeClient
import ArrangeModel

struct List: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the collections and views.",
    discussion: """
      Views are listed without version and size; "arrange show" prints them. A view of a collection that was deleted is \
      marked: define it anew or delete it. In JSON views are {"collection", "created", "is_view": true}, and "problem" \
      where there is one.

      EXAMPLES
        arrange list
        arrange list --json | jq -r '.collections[].collection'
      """,
    aliases: ["ls"]
  )

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    var collections: [CollectionInfo] = []
    let pages = context.client.collectionPages(pageSize: ListCollectionsRequest.maximumPageSize)
    for try await page in pages { collections += page.collections }
    if context.isJSON {
      return try context.console.print(
        .object(["collections": .array(collections.map { $0.isView ? $0.viewJSON : $0.json })])
      )
    }
    guard !collections.isEmpty else {
      return try context.console.print("There are no collections yet. \"arrange create NAME\" makes one.")
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
        info.isView ? "" : "\(info.version)",
        info.isView ? "" : info.sectionCount.grouped,
        info.isView ? "" : info.itemCount.grouped,
        info.problem.isEmpty ? info.fields.title?.text ?? "" : "broken: \(info.problem)"
      )
    }
    try context.console.print(table.lines(context.console.style).joined(separator: "\n"))
  }
}

extension CollectionInfo {
  /// A view in a list as JSON.
  fileprivate var viewJSON: JSON {
    var members: JSON.Members = [
      "collection": .string(name.text), "created": FieldValue.timestamp(createdAt).json,
      "is_view": .bool(true),
    ]
    if !problem.isEmpty { members.append("problem", .string(problem)) }
    return .object(members)
  }
}
