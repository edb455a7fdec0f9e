import ArgumentParser
import ArrangeClient
import ArrangeModel

/// A command that talks to a server.
protocol ServiceCommand: AsyncParsableCommand {
  var connection: ConnectionOptions { get }

  /// Whether the command changes something on the server.
  static var isWrite: Bool { get }

  func run(in context: CommandContext) async throws
}

extension ServiceCommand {
  static var isWrite: Bool { false }
}

/// A command that needs no server.
protocol ConsoleCommand: AsyncParsableCommand {
  func run(on console: Console) async throws
}

/// What a command works with.
struct CommandContext: Sendable {
  var console: Console
  var client: ArrangeClient
  /// Where the server is.
  var address: ServerAddress
  var keyTexts: KeyTexts
  /// Whether the command prints JSON.
  var isJSON: Bool
}
