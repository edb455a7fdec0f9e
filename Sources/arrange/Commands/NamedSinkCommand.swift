import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText

/// What is done with a sink of which only the name has to be said.
protocol SinkAction: Sendable {
  /// The word of the command.
  static var word: String { get }
  static var abstract: String { get }
  /// What the help says besides, before the example.
  static var discussion: String { get }
  static var isWrite: Bool { get }

  static func run(on sink: Identifier, in context: CommandContext) async throws
}

extension SinkAction {
  static var discussion: String { "" }
  static var isWrite: Bool { true }
}

/// The command of such an action.
struct NamedSinkCommand<Action: SinkAction>: ServiceCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Action.word,
      abstract: Action.abstract,
      discussion: """
        \(Action.discussion.isEmpty ? "" : "\(Action.discussion)\n\n")EXAMPLES
          arrange sink \(Action.word) search
        """
    )
  }

  static var isWrite: Bool { Action.isWrite }

  @OptionGroup var sink: SinkArgument
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws { try await Action.run(on: sink.name, in: context) }
}

enum PauseSink: SinkAction {
  static let word = "pause"
  static let abstract = "Deliver nothing until the sink is resumed."

  static func run(on sink: Identifier, in context: CommandContext) async throws {
    let info = try await context.client.pauseSink(sink)
    try context.printSink(info, ["paused \(info.name)"])
  }
}

enum ResumeSink: SinkAction {
  static let word = "resume"
  static let abstract = "Deliver again, and at once what was to be tried later."

  static func run(on sink: Identifier, in context: CommandContext) async throws {
    let info = try await context.client.resumeSink(sink)
    try context.printSink(info, ["resumed \(info.name)"])
  }
}

enum DeleteSink: SinkAction {
  static let word = "delete"
  static let abstract = "Delete a sink."

  static func run(on sink: Identifier, in context: CommandContext) async throws {
    try await context.client.deleteSink(sink)
    if context.isJSON {
      return try context.console.print(.object(["deleted": .array([.string(sink.text)])]))
    }
    try context.console.print("deleted \(sink)".printable)
  }
}

enum TestSink: SinkAction {
  static let word = "test"
  static let abstract = "Send a test to the receiver of a sink."
  static let discussion = """
    It fails if the receiver does not accept it. With a mirror it connects to the database and looks at the tables and the \
    rights of the role, and changes nothing.
    """
  static let isWrite = false

  static func run(on sink: Identifier, in context: CommandContext) async throws {
    let test = try await context.client.testSink(sink)
    if context.isJSON {
      try context.console.print(
        .object([
          "delivered": .bool(test.isDelivered), "status": .unsigned(UInt64(test.status)),
          "error": .string(test.error), "microseconds": .integer(test.microseconds),
        ])
      )
    } else if test.isDelivered {
      let words =
        test.status == 0 ? "the database can be written" : "the receiver has answered \(test.status)"
      try context.console.print("\(words), after \(test.microseconds / 1_000) ms".printable)
    }
    guard test.isDelivered else { throw CommandFailure(.failed, test.error) }
  }
}
