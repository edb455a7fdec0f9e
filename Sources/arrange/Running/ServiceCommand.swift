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

extension CommandContext {
  /// Asks on the terminal whether something that can't be taken back is to be done.
  ///
  /// - Parameters:
  ///   - hint: what to give where nobody can be asked.
  ///   - refusal: what the error says if the answer is not yes.
  func confirm(_ question: String, hint: String, refusal: String) throws {
    let readLine = try checkTerminal(hint)
    try? console.errors.write(Array("\(question) [y/N] ".printable.utf8))
    let answer = readLine()?.lowercased()
    guard answer == "y" || answer == "yes" else { throw CommandFailure(.failed, refusal) }
  }

  /// Throws an error if nobody can be asked.
  ///
  /// - Returns: what reads an answer.
  @discardableResult
  func checkTerminal(_ hint: String) throws -> @Sendable () -> String? {
    guard let readLine = console.readLine, !isJSON else {
      throw CommandFailure(.usage, "there is no terminal to ask for confirmation; \(hint)")
    }
    return readLine
  }
}
