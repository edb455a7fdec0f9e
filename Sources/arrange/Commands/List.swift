import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText

struct List: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the collections and views.",
    discussion: """
      Views are listed without version and size; "arrange show" prints them. A view of a collection that was deleted is \
      marked: define it anew or delete it. In JSON views are {"collection", "created", "is_view": true}, and "problem" \
      where there is one.

      With --bytes it tells about how many bytes each collection takes in the store: its newest checkpoint and the \
      commits that are kept. That is not known of a collection that has not been used since the start of the server.

      EXAMPLES
        arrange list
        arrange list --bytes
        arrange list --json | jq -r '.collections[].collection'
      """,
    aliases: ["ls"]
  )

  @Flag(help: "Show how many bytes each collection takes in the store.")
  var bytes = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    var collections: [CollectionInfo] = []
    let pages = context.client.collectionPages(pageSize: ListCollectionsRequest.maximumPageSize)
    for try await page in pages { collections += page.collections }
    if context.isJSON {
      return try context.console.print(
        .object(["collections": .array(collections.map(\.listJSON))])
      )
    }
    guard !collections.isEmpty else {
      return try context.console.print("There are no collections yet. \"arrange create NAME\" makes one.")
    }
    var columns: [(String, Table.Alignment)] = [
      ("collection", .left), ("strategy", .left), ("version", .right), ("sections", .right),
      ("items", .right),
    ]
    if bytes { columns.append(("bytes", .right)) }
    var table = Table(columns + [("title", .left)])
    for info in collections {
      let size = info.isView ? "" : info.storedBytes > 0 ? info.storedBytes.grouped : "–"
      table.append(
        [
          info.name.text,
          info.kind,
          info.isView ? "" : "\(info.version)",
          info.isView ? "" : info.sectionCount.grouped,
          info.isView ? "" : info.itemCount.grouped,
        ] + (bytes ? [size] : [])
          + [info.problem.isEmpty ? info.fields.title?.text ?? "" : "broken: \(info.problem)"]
      )
    }
    try context.console.print(table.lines(context.console.style).joined(separator: "\n"))
  }
}

extension CollectionInfo {
  /// A collection or view in a list as JSON.
  fileprivate var listJSON: JSON {
    guard !isView else { return viewJSON }
    guard storedBytes > 0, case .object(var members) = json else { return json }
    members.append("stored_bytes", .count(storedBytes))
    return .object(members)
  }

  private var viewJSON: JSON {
    var members: JSON.Members = [
      "collection": .string(name.text), "created": FieldValue.timestamp(createdAt).json,
      "is_view": .bool(true),
    ]
    if !problem.isEmpty { members.append("problem", .string(problem)) }
    return .object(members)
  }
}
