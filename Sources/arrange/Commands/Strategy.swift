import ArgumentParser
import ArrangeModel
import Ordering

struct Strategy: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the ordering strategies, and check those that can be loaded.",
    discussion: """
      EXAMPLES
        arrange strategy list
        arrange strategy check ./libbase62.so
      """,
    subcommands: [ListStrategies.self, CheckStrategy.self, TryStrategy.self]
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
    let list = try await context.service.strategies()
    if context.isJSON {
      let strategies = list.strategies.map { strategy -> JSON in
        .object([
          "name": .string(strategy.name), "version": .unsigned(UInt64(strategy.version)),
          "keys": .string(strategy.keyForm == .stored ? "stored" : "rank"),
          "maximum_key_length": .count(strategy.maximumKeyLength), "summary": .string(strategy.summary),
          "parameters": .array(strategy.parameters.map(\.json)),
        ])
      }
      return try context.console.print(
        .object(["default": .string(list.defaultStrategy), "strategies": .array(strategies)])
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

extension StrategyParameter {
  fileprivate var json: JSON {
    .object([
      "name": .string(name), "summary": .string(summary), "minimum": .integer(range.lowerBound),
      "maximum": .integer(range.upperBound), "standard": .integer(standard),
    ])
  }
}
