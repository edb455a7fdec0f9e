import ArgumentParser
import ArrangeClient
import ArrangeModel
import Changes

struct Rollback: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take a collection back to the content of an earlier version.",
    discussion: """
      It is one change like any other, with as few moves as possible: what was there in between stays in the history, and \
      "arrange rollback" to the version before takes it back again. To restore a backup, see "arrange restore".

      EXAMPLES
        arrange rollback board --to 41 --dry-run
        arrange rollback board --to 41
        arrange rollback board --to 'before the meeting' --keep-later
      """
  )
  static let isWrite = true

  @OptionGroup var collection: CollectionArgument

  @Option(
    name: .long,
    help: ArgumentHelp("The version, or its name.", valueName: "version"),
    transform: Arguments.version
  )
  var to: VersionReference

  @Flag(name: .long, help: "Keep the items that were added since, with their sections.")
  var keepLater = false

  @Flag(name: .long, help: "Only say what would change.")
  var dryRun = false

  @OptionGroup var write: WriteOptions

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard !dryRun || write.ifState == nil && write.requestID == nil else {
      throw ValidationError("--dry-run can't be given with --if-version or --request-id.")
    }
    guard write.stack.group == nil else {
      throw ValidationError("It is always a step of its own: --group can't be given.")
    }
  }

  func run(in context: CommandContext) async throws {
    let result = try await context.client.restore(
      RestoreRequest(
        collection: collection.name,
        to: to,
        keep: keepLater ? .laterItems : .none,
        requestID: write.requestID,
        ifVersion: write.ifState?.version,
        ifHistory: write.ifState?.history ?? 0,
        isDryRun: dryRun,
        stack: write.stack.id
      )
    )
    if context.isJSON { return try context.console.print(result.json(collection.name)) }
    let name = collection.name
    guard result.changed else {
      return try context.console.print(
        "nothing is different from version \(result.restored), \(name) is at version \(result.version)"
          .printable
      )
    }
    let changes =
      result.changes.map { (UpdateSummary.text($0), $0.after, $0.lines) }
      ?? result.tree.map { (UpdateSummary.text($0), $0.after, $0.lines) }
    guard let (text, after, lines) = changes else {
      return try context.console.print(
        "took \(name) back to version \(result.restored), it is at version \(result.version)".printable
      )
    }
    let heading = "would change \(text); \(UpdateSummary.text(after))"
    try context.console.print(([heading] + lines.map { "  \($0)" }).joined(separator: "\n"))
  }
}

extension RestoreResult {
  fileprivate func json(_ collection: Identifier) -> JSON {
    var members: JSON.Members = [
      "collection": .string(collection.text), "restored": .unsigned(restored), "version": .unsigned(version),
      "changed": .bool(changed), "repeated": .bool(repeated),
    ]
    if history != 0 { members.append("state", .string("\(StateID(version: version, history: history))")) }
    if let changes { changes.append(to: &members, ElementJSON()) }
    if let tree { tree.append(to: &members, ElementJSON()) }
    return .object(members)
  }
}
