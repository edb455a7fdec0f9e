import ArgumentParser
import ArrangeClient
import ArrangeModel
import Ordering

struct ChangeStrategy: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    commandName: "change",
    abstract: "Give a collection another strategy.",
    discussion: """
      Nothing moves, and nobody who watches notices: only order keys change, in one commit. Parameters follow the
      name.

      EXAMPLES
        arrange strategy change board dense
        arrange strategy change board lexorank:jitter=40
        arrange strategy change board lexorank --renew
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Argument(
    help: ArgumentHelp("The strategy, as NAME or NAME:PARAMETER=NUMBER.", valueName: "strategy"),
    completion: .from(.strategies)
  )
  var strategy: String

  @Flag(
    name: .long,
    help: "Assign new order keys to all elements, even if the collection already has this strategy."
  )
  var renew = false

  @Option(
    name: .customLong("if-version"),
    help: ArgumentHelp(
      "Only if the collection has this version: a number, or the \"state\" that show --json prints, which no older copy of "
        + "the data can have by chance.",
      valueName: "version"
    ),
    transform: Arguments.state
  )
  var ifState: StateID?

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let result = try await context.client.changeStrategy(
      ChangeStrategyRequest(
        collection: collection.name,
        strategy: strategy,
        renewsKeys: renew,
        ifVersion: ifState?.version,
        ifHistory: ifState?.history ?? 0
      )
    )
    let name = collection.name.text
    if context.isJSON {
      return try context.console.print(
        .object([
          "collection": .string(name), "strategy": .string(result.strategy),
          "version": .unsigned(result.version), "changed": .bool(result.changed),
          "rekeyed": .count(result.rekeyed),
        ])
      )
    }
    try context.console.print(
      (result.changed
        ? "\(name) has strategy \(result.strategy) at version \(result.version); "
          + "\(result.rekeyed.counted("order key")) changed"
        : "\(name) has strategy \(result.strategy) already").printable
    )
  }
}

struct RotateKeys: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: "Renew the order keys of a collection a few at a time.",
    discussion: """
      The collection can be used meanwhile, and is in order after every step. Strategies that have no buckets \
      need none of this; "arrange strategy change --renew" renews their keys at once.

      EXAMPLES
        arrange strategy rotate board
        arrange strategy rotate board --limit 100
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Option(name: .long, help: ArgumentHelp("The most keys of one commit.", valueName: "n"))
  var limit = RotateKeysRequest.standardElements

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard 1...RotateKeysRequest.mostElements ~= limit else {
      throw ValidationError("--limit is 1 to \(RotateKeysRequest.mostElements).")
    }
  }

  func run(in context: CommandContext) async throws {
    let rekeyed = try await context.client.rotateKeys(of: collection.name, limit: limit)
    let name = collection.name.text
    if context.isJSON {
      return try context.console.print(.object(["collection": .string(name), "rekeyed": .count(rekeyed)]))
    }
    try context.console.print("\(rekeyed.counted("order key")) of \(name) renewed".printable)
  }
}

struct VerifyKeys: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check the order keys of a collection.",
    discussion: """
      Every stored key has to be one that the strategy makes, and above the one before it. With --repair all keys
      are made anew where one is not; nothing moves. Where the server does not have the strategy, keys are compared
      with one another.

      EXAMPLES
        arrange strategy verify board
        arrange strategy verify board --repair
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Flag(name: .long, help: "Assign new order keys to all elements if a problem is found.")
  var repair = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let report = try await context.client.verifyKeys(of: collection.name)
    var repaired: ChangeStrategyResult?
    if repair, report.problemCount > 0 {
      repaired = try await context.client.changeStrategy(
        ChangeStrategyRequest(collection: collection.name, strategy: report.strategy, renewsKeys: true)
      )
    }
    if context.isJSON {
      try context.console.print(json(report, repaired))
    } else {
      try context.console.print(lines(report, repaired, context).joined(separator: "\n"))
    }
    if report.problemCount > 0, repaired == nil {
      throw ArrangeError(
        .dataLoss,
        "\(report.problemCount.counted("order key")) of \(collection.name) have problems; "
          + "--repair assigns new ones to all"
      )
    }
  }

  private func lines(
    _ report: KeyReport,
    _ repaired: ChangeStrategyResult?,
    _ context: CommandContext
  ) -> [String] {
    var lines = report.problems.map { problem in
      let place =
        problem.isSection ? "\(problem.path.section)" : "\(problem.path.section).\(problem.path.item)"
      let key = context.keyTexts.text(of: problem.key, strategy: report.strategy)
      return
        "\(problem.isSection ? "section" : "item") \(problem.id) at \(place), key \(key): \(problem.explanation)"
        .printable
    }
    let rest = report.problemCount - report.problems.count
    if rest > 0 { lines.append("and \(rest) more") }
    lines.append(
      "\(report.checked.counted("key")) of strategy \(report.strategy) at version \(report.version): "
        + (report.problemCount == 0 ? "all right" : "\(report.problemCount) with problems")
    )
    if report.isOrderOnly {
      lines.append("only their order was checked, since the server does not have this strategy")
    }
    if let repaired {
      lines.append("\(repaired.rekeyed.counted("order key")) made anew, at version \(repaired.version)")
    }
    return lines
  }

  private func json(_ report: KeyReport, _ repaired: ChangeStrategyResult?) -> JSON {
    var members: JSON.Members = [
      "collection": .string(collection.name.text), "strategy": .string(report.strategy),
      "version": .unsigned(report.version), "checked": .count(report.checked),
      "order_only": .bool(report.isOrderOnly), "problem_count": .count(report.problemCount),
      "problems": .array(
        report.problems.map { problem in
          .object([
            "element": .string(problem.isSection ? "section" : "item"), "id": .string(problem.id.text),
            "section": .count(problem.path.section), "index": .count(problem.path.item),
            "key": .string("\(problem.key)"), "explanation": .string(problem.explanation),
          ])
        }
      ),
    ]
    if let repaired { members.append("repaired_at", .unsigned(repaired.version)) }
    return .object(members)
  }
}
