import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText

struct History: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the commits of a collection.",
    discussion: """
      Without --from it shows the newest commits, at most 20. Places are section.item of the moment.

      EXAMPLES
        arrange history board
        arrange history board --from 100 --to 120
        arrange history board --limit 3 --json
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Option(name: .long, help: ArgumentHelp("The first version.", valueName: "version"))
  var from: UInt64?

  @Option(name: .long, help: ArgumentHelp("The last version; otherwise the newest.", valueName: "version"))
  var to: UInt64?

  @Option(name: .shortAndLong, help: ArgumentHelp("The most commits.", valueName: "n"))
  var limit: Int?

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  private static let standardLimit = 20

  func validate() throws {
    guard limit ?? 1 > 0 else { throw ValidationError("--limit has to be at least 1.") }
    if let from, let to, from > to { throw ValidationError("--from is above --to.") }
  }

  func run(in context: CommandContext) async throws {
    let page = try await read(context.client)
    if context.isJSON { return try context.console.print(page.json(collection.name)) }
    guard !page.commits.isEmpty else {
      let kept = page.oldestKept > 1 ? "; the oldest commit that is kept is \(page.oldestKept)" : ""
      return try context.console.print(
        "no commits, \(collection.name) is at version \(page.version)\(kept)".printable
      )
    }
    let style = context.console.style
    try context.console.print(page.commits.flatMap { $0.lines(style) }.joined(separator: "\n"))
  }

  /// Reads all requested commits, in several calls if there are many.
  private func read(_ client: ArrangeClient) async throws -> HistoryPage {
    var wanted = limit ?? (from == nil ? History.standardLimit : Int.max)
    var first = from ?? 1
    if from == nil {
      let version = try await client.info(collection.name).version
      let last = min(to ?? version, version)
      first = last > UInt64(wanted) ? last - UInt64(wanted) + 1 : 1
    }
    func request(fromChange: Int = 0) -> HistoryRequest {
      HistoryRequest(
        collection: collection.name,
        from: first,
        to: to,
        limit: min(wanted, HistoryRequest.maximumCommits),
        fromChange: fromChange
      )
    }
    var whole = try await client.history(request())
    while let last = whole.commits.last,
      last.nextChange != nil || last.version < min(to ?? whole.version, whole.version)
    {
      wanted = wanted == Int.max ? wanted : (limit ?? History.standardLimit) - whole.commits.count
      // The rest of a large commit counts as one.
      if last.nextChange != nil, wanted != Int.max { wanted += 1 }
      guard wanted > 0 else { break }
      first = last.nextChange == nil ? last.version + 1 : last.version
      let page = try await client.history(request(fromChange: last.nextChange ?? 0))
      guard let next = page.commits.first,
        last.nextChange == nil || next.version == last.version
      else { break }
      whole.append(page)
    }
    return whole
  }
}

extension HistoryPage {
  func json(_ collection: Identifier) -> JSON {
    .object([
      "collection": .string(collection.text), "version": .unsigned(version),
      "oldest_kept": .unsigned(oldestKept), "commits": .array(commits.map(\.json)),
    ])
  }
}

extension HistoryEntry {
  /// The commit as text: a line for the commit and one for each change.
  func lines(_ style: Style) -> [String] {
    var heading = "\(style.bold("version \(version)"))  \(time.shortText)"
    if let author { heading += "  by \(author.name.printable)" }
    if !undoes.isEmpty {
      heading +=
        "  \(isRedo ? "makes again what was undone at" : "undoes") \(undoes.map(String.init).joined(separator: ", "))"
    }
    if rekeyed > 0 { heading += style.dim("  \(rekeyed.counted("other key")) rewritten") }
    return [heading] + changes.map { "  \($0.line(style))" }
  }

  var json: JSON {
    var members: JSON.Members = [
      "version": .unsigned(version), "time": FieldValue.timestamp(time).json, "rekeyed": .count(rekeyed),
      "changes": .array(changes.map(\.json)),
    ]
    if let author { members.append("author", .string(author.name)) }
    if let transaction { members.append("transaction", FieldValue.bytes(transaction.bytes).json) }
    if !undoes.isEmpty {
      members.append("undoes", .array(undoes.map { .unsigned($0) }))
      members.append("redo", .bool(isRedo))
    }
    if let requestID { members.append("request_id", FieldValue.bytes(requestID.bytes).json) }
    return .object(members)
  }
}

extension HistoryChange {
  private var isSection: Bool { kind.rawValue <= Kind.sectionRemoved.rawValue }

  private var verb: String {
    switch kind {
    case .sectionInserted, .itemInserted: "added"
    case .sectionMoved, .itemMoved: "moved"
    case .sectionUpdated, .itemUpdated: "updated"
    case .sectionRemoved, .itemRemoved: "removed"
    }
  }

  /// The place of an element, in an outline below its parent.
  private func place(_ path: ListPath, below parent: Identifier?) -> String {
    if let parent, !parent.isEmpty { return "\(path.item) below \(parent.text.printable)" }
    return isSection ? "\(path.section)" : "\(path.section).\(path.item)"
  }

  func line(_ style: Style) -> String {
    var line = "\(verb) \(isSection ? "section" : "item") \(id.text.isEmpty ? "\"\"" : id.text.printable)"
    switch kind {
    case .sectionInserted, .itemInserted:
      line += to.map { " at \(place($0, below: toParent))" } ?? ""
      line += transferred.map { ", transferred from \($0.text.printable)" } ?? ""
    case .sectionRemoved, .itemRemoved:
      line += from.map { " from \(place($0, below: fromParent))" } ?? ""
      line += transferred.map { ", transferred to \($0.text.printable)" } ?? ""
    case .sectionMoved, .itemMoved:
      if let from, let to {
        line += " from \(place(from, below: fromParent)) to \(place(to, below: toParent))"
      }
    case .sectionUpdated, .itemUpdated: break
    }
    let details = details
    return details.isEmpty ? line : "\(line)  \(style.dim(details.printable))"
  }

  /// The changed fields; the title of an element that was inserted or deleted.
  private var details: String {
    guard kind == .itemUpdated || kind == .sectionUpdated else {
      return (after ?? before)?.title.map { "\"\($0.text)\"" } ?? ""
    }
    let (before, after) = (before ?? Fields(), after ?? Fields())
    var changes: [String] = []
    for (name, value) in after where before[name] != value { changes.append("\(name)=\(value.text)") }
    for (name, _) in before where after[name] == nil { changes.append("without \(name)") }
    return changes.joined(separator: ", ")
  }

  var json: JSON {
    var members: JSON.Members = [
      "change": .string(verb), "element": .string(isSection ? "section" : "item"), "id": .string(id.text),
    ]
    func append(_ name: String, _ path: ListPath?, below parent: Identifier?) {
      guard let path else { return }
      var index: JSON.Members =
        isSection
        ? ["index": .count(path.section)] : ["section": .count(path.section), "index": .count(path.item)]
      if let parent, !parent.isEmpty { index.append("parent", .string(parent.text)) }
      members.append(name, .object(index))
    }
    append("from", from, below: fromParent)
    append("to", to, below: toParent)
    if let before { members.append("before", before.json) }
    if hasFieldsLeftOut { members.append("fields_left_out", .bool(true)) }
    if let after { members.append("after", after.json) }
    if let transferred { members.append("transferred", .string(transferred.text)) }
    return .object(members)
  }
}
