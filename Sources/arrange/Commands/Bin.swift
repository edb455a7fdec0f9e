import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText

struct Bin: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "What was removed from a collection, and can be put back.",
    discussion: """
      What was removed can be put back for 30 days, or what the setting "bin-days" of the server says, as long as the history \
      of the collection is kept, see "retained-commits" there.

      EXAMPLES
        arrange bin list board
        arrange bin put-back board write
        arrange bin put-back board done --section
        arrange bin empty board
      """,
    subcommands: [BinList.self, BinPutBack.self, BinEmpty.self]
  )
}

struct BinList: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what was removed and is not there again, the newest first.",
    discussion: """
      EXAMPLES
        arrange bin list board
        arrange bin list board --limit 10 --json
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Option(name: .shortAndLong, help: ArgumentHelp("The most elements; otherwise 100.", valueName: "n"))
  var limit = ListBinRequest.defaultPageSize

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit has to be at least 1.") }
  }

  func run(in context: CommandContext) async throws {
    var elements: [BinElement] = []
    for try await page in context.client.bin(of: collection.name) {
      elements += page.elements.prefix(limit - elements.count)
      if elements.count == limit { break }
    }
    if context.isJSON {
      return try context.console.print(
        .object([
          "collection": .string(collection.name.text), "elements": .array(elements.map(\.json)),
        ])
      )
    }
    guard !elements.isEmpty else {
      return try context.console.print("the bin of \(collection.name) is empty".printable)
    }
    var table = Table(
      ("removed", .left),
      ("by", .left),
      ("commit", .right),
      ("section", .left),
      ("id", .left),
      ("title", .left)
    )
    for element in elements {
      let title = element.fields.title?.text ?? ""
      let items = element.isSection || element.itemCount > 0 ? " (\(element.itemCount.counted("item")))" : ""
      let place = element.section.text + (element.parent.map { " / \($0.text)" } ?? "")
      table.append(
        element.removedAt.shortText,
        element.author?.name ?? "",
        "\(element.removedBy)",
        element.isSection ? "(section)" : place,
        element.id.text,
        title + items
      )
    }
    try context.console.print(table.lines(context.console.style).joined(separator: "\n"))
  }
}

struct BinPutBack: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "put-back",
    abstract: "Put removed items or sections back at their old neighbours.",
    discussion: """
      A section comes with the items that were removed with it and are not there again, and so does an item of an outline. Of an element that was removed \
      several times it takes the last one, unless --commit says which.

      EXAMPLES
        arrange bin put-back board write read
        arrange bin put-back board done --section
        arrange bin put-back board write --commit 41
      """
  )
  static let isWrite = true

  @OptionGroup var collection: CollectionArgument

  @Argument(help: ArgumentHelp("The ids.", valueName: "id"), transform: Arguments.section)
  var ids: [Identifier]

  @Flag(name: .long, help: "They are sections.")
  var section = false

  @Option(name: .long, help: ArgumentHelp("The commit that removed them.", valueName: "version"))
  var commit: UInt64?

  @Option(
    name: .customLong("request-id"),
    help: ArgumentHelp(
      "A name for this change, at most 64 bytes. Sent again with the same name, it is not made again.",
      valueName: "name"
    ),
    transform: Arguments.requestID
  )
  var requestID: RequestID?

  @OptionGroup var stack: StackOptions

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard requestID == nil || commit != nil else {
      throw ValidationError("--request-id needs --commit: what was put back is not in the bin any more.")
    }
    guard stack.group == nil else {
      throw ValidationError("It is always a step of its own: --group can't be given.")
    }
  }

  func run(in context: CommandContext) async throws {
    let elements = try await removed(context.client)
    let result = try await context.client.putBack(
      elements,
      in: collection.name,
      requestID: requestID,
      stack: stack.id
    )
    let report = ApplyReport(
      collection: collection.name,
      verb: "put back",
      noun: section ? "section" : "item"
    )
    try await report.report(result, of: Set(ids), in: context)
  }

  /// The elements with the commits that have removed them.
  private func removed(_ client: ArrangeClient) async throws -> [RemovedElement] {
    if let commit { return ids.map { RemovedElement(id: $0, isSection: section, removedBy: commit) } }
    var found: [Identifier: RemovedElement] = [:]
    for try await page in client.bin(of: collection.name, pageSize: ListBinRequest.maximumPageSize) {
      for element in page.elements
      where element.isSection == section && found[element.id] == nil && ids.contains(element.id) {
        found[element.id] = RemovedElement(id: element.id, isSection: section, removedBy: element.removedBy)
      }
      if found.count == Set(ids).count { break }
    }
    return try ids.map { id in
      guard let element = found[id] else {
        throw CommandFailure(.notFound, "\"\(id)\" is not in the bin of \(collection.name)", code: .notFound)
      }
      return element
    }
  }
}

struct BinEmpty: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "empty",
    abstract: "Forget what was removed, for good, with the whole history up to now.",
    discussion: """
      Earlier versions can't be read, compared or restored afterwards. On a terminal it asks first. Elsewhere, and with \
      --json, nobody can be asked: it needs --yes.

      EXAMPLES
        arrange bin empty board
        arrange bin empty board --yes
      """
  )
  static let isWrite = true

  @OptionGroup var collection: CollectionArgument

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let name = collection.name
    if !yes {
      try context.confirm(
        "Forget what was removed from \(name), and its history up to now, for good?",
        hint: "give --yes to empty it",
        refusal: "the bin of \(name) was not emptied"
      )
    }
    let emptied = try await context.client.emptyBin(of: name)
    if context.isJSON {
      return try context.console.print(
        .object(["collection": .string(name.text), "oldest_kept": .unsigned(emptied.oldestKept)])
      )
    }
    try context.console.print("emptied the bin of \(name)".printable)
  }
}

extension BinElement {
  fileprivate var json: JSON {
    var members: JSON.Members = [
      "element": .string(isSection ? "section" : "item"), "id": .string(id.text), "fields": fields.json,
      "removed_by": .unsigned(removedBy), "removed": FieldValue.timestamp(removedAt).json,
    ]
    if isSection || itemCount > 0 { members.append("items", .count(itemCount)) }
    if !isSection { members.append("section", .string(section.text)) }
    if let parent { members.append("parent", .string(parent.text)) }
    if let author { members.append("author", .string(author.name)) }
    return .object(members)
  }
}
