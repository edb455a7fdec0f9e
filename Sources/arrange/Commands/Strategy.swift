import ArgumentParser
import ArrangeClient
import ArrangeModel
import Ordering

struct Strategy: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show, check and change ordering strategies.",
    discussion: """
      EXAMPLES
        arrange strategy list
        arrange strategy change board lexorank
        arrange strategy verify board
        arrange strategy check ./libbase62.so
      """,
    subcommands: [
      ListStrategies.self, DescribeStrategy.self, ChangeStrategy.self, RotateKeys.self, VerifyKeys.self,
      CheckStrategy.self, TryStrategy.self,
    ]
  )
}

struct ListStrategies: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the strategies that the server has.",
    discussion: """
      EXAMPLES
        arrange strategy list
        arrange strategy list --json | jq -r .default
      """,
    aliases: ["ls"]
  )

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let list = try await context.client.strategyList()
    if context.isJSON {
      return try context.console.print(
        .object([
          "default": .string(list.defaultStrategy), "strategies": .array(list.strategies.map(\.json)),
        ])
      )
    }
    var table = Table(("strategy", .left), ("version", .right), ("keys", .left), ("longest key", .right))
    for strategy in list.strategies {
      table.append(
        strategy.name + (strategy.name == list.defaultStrategy ? " (default)" : ""),
        "\(strategy.version)",
        strategy.keyForm == .stored ? "stored" : "follow from ranks",
        "\(strategy.maximumKeyLength.counted("byte"))"
      )
    }
    try context.console.print(table.lines(context.console.style).joined(separator: "\n"))
  }
}

struct DescribeStrategy: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Show what a strategy is for, and its parameters.",
    discussion: """
      EXAMPLES
        arrange strategy describe lexorank
      """
  )

  @Argument(help: ArgumentHelp("The strategy.", valueName: "strategy"), completion: .from(.strategies))
  var name: String

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let list = try await context.client.strategyList()
    guard let strategy = list.strategies.first(where: { $0.name == name }) else {
      let names = list.strategies.map(\.name).joined(separator: ", ")
      throw ArrangeError(.notFound, "the server has no strategy \"\(name)\"; it has \(names)")
    }
    if context.isJSON { return try context.console.print(strategy.json) }
    let keys =
      strategy.keyForm == .stored ? "stored, at most \(strategy.maximumKeyLength) bytes" : "follow from ranks"
    try context.console.print("\(strategy.name): \(strategy.summary)".printable)
    try context.console.print("keys: \(keys); version \(strategy.version)")
    guard !strategy.parameters.isEmpty else { return }
    var table = Table(
      ("parameter", .left),
      ("from", .right),
      ("to", .right),
      ("standard", .right),
      ("", .left)
    )
    for parameter in strategy.parameters {
      table.append(
        parameter.name,
        "\(parameter.range.lowerBound)",
        "\(parameter.range.upperBound)",
        "\(parameter.standard)",
        parameter.summary
      )
    }
    try context.console.print(table.lines(context.console.style).joined(separator: "\n"))
  }
}

extension StrategyInfo {
  fileprivate var json: JSON {
    .object([
      "name": .string(name), "version": .unsigned(UInt64(version)),
      "keys": .string(keyForm == .stored ? "stored" : "rank"),
      "maximum_key_length": .count(maximumKeyLength), "summary": .string(summary),
      "parameters": .array(parameters.map(\.json)),
    ])
  }
}

extension StrategyParameter {
  fileprivate var json: JSON {
    .object([
      "name": .string(name), "summary": .string(summary), "minimum": .integer(range.lowerBound),
      "maximum": .integer(range.upperBound), "standard": .integer(standard),
    ])
  }
}
