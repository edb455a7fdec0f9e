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

/// The environment of a command.
struct CommandContext: Sendable {
  var console: Console
  var client: ArrangeClient
  /// The address of the server.
  var address: ServerAddress
  var keyTexts: KeyTexts
  /// Whether the command prints JSON.
  var isJSON: Bool
}
