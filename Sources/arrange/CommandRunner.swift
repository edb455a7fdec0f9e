import ArgumentParser
import ArrangeClient
import ArrangeModel

/// Runs command lines: finds the command, gives it a console and a client, and reports errors.
package struct CommandRunner: Sendable {
  private let console: Console
  private let keyTexts: KeyTexts
  private let patience: Patience

  package init(console: Console, keyTexts: KeyTexts, patience: Patience = Patience()) {
    self.console = console
    self.keyTexts = keyTexts
    self.patience = patience
  }

  /// Runs one command line that is given as bytes, without the program's name.
  package func run(_ words: [[UInt8]]) async -> Int32 {
    do throws(CommandFailure) { return await run(try ProcessArguments.texts(words)) } catch {
      return report(error, isJSON: words.contains(Array("--json".utf8)))
    }
  }

  /// Runs one command line, without the program's name.
  ///
  /// - Returns: the exit status.
  package func run(_ arguments: [String]) async -> Int32 {
    if arguments.first == Completions.call {
      let answer = await Completions.answer(
        Array(arguments.dropFirst()),
        .standard,
        environment: console.environment,
        patience: patience
      )
      try? console.output.write(Array(answer.utf8))
      return ExitStatus.done.rawValue
    }
    do {
      if try printCompletionScript(arguments) { return ExitStatus.done.rawValue }
      let checked = try CommandLineCheck(.standard).checked(arguments)
      var command = try await Arrange.asyncParseAsRoot(checked)
      if let command = command as? any ServiceCommand {
        try await run(command)
      } else if let command = command as? any ConsoleCommand {
        try await command.run(on: console)
      } else if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return ExitStatus.done.rawValue
    } catch {
      return report(error, isJSON: arguments.contains("--json"))
    }
  }

  /// The option that prints a completion script; it replaces the argument parser's own option of that name.
  private static let scriptOption = "--generate-completion-script"

  /// Prints the script for a shell if the arguments request it.
  private func printCompletionScript(_ arguments: [String]) throws -> Bool {
    guard let first = arguments.first, first.hasPrefix(CommandRunner.scriptOption) else { return false }
    let value =
      first == CommandRunner.scriptOption
      ? arguments.dropFirst().first : String(first.dropFirst(CommandRunner.scriptOption.count + 1))
    guard let shell = value.flatMap(Shell.init) else {
      let shells = Shell.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure(.usage, "\(CommandRunner.scriptOption) needs the name of a shell: \(shells)")
    }
    try console.print(shell.completionScript)
    return true
  }

  private func run(_ command: some ServiceCommand) async throws {
    let options = command.connection
    let address = try ServerAddress(options, patience: patience, environment: console.environment)
    do {
      let client = try client(of: address)
      let context = CommandContext(
        console: console,
        client: client,
        address: address,
        keyTexts: keyTexts,
        isJSON: options.json
      )
      let result: Result<Void, any Error>
      do {
        try await command.run(in: context)
        result = .success(())
      } catch {
        result = .failure(error)
      }
      await client.close()
      try result.get()
    } catch let error as ArrangeError {
      throw CommandFailure(error, address, isWrite: type(of: command).isWrite)
    }
  }

  /// A client of the server at an address. An invalid address is a usage error.
  private func client(of address: ServerAddress) throws(CommandFailure) -> ArrangeClient {
    do { return try ArrangeClient(address) } catch {
      throw CommandFailure(.usage, error.message, code: error.code, field: error.field)
    }
  }

  /// Reports an error, and returns the exit status.
  private func report(_ error: any Error, isJSON: Bool) -> Int32 {
    switch error {
    case let failure as CommandFailure:
      printError(failure, isJSON: isJSON)
      return failure.status.rawValue
    case let error as OutputError:
      // If the reader of a pipe has exited, it has all that it wanted, as with `arrange show board | head
      // -1`.
      if error.isBrokenPipe { return ExitStatus.done.rawValue }
      printError(CommandFailure(.file, "can't write the output: \(error.reason)"), isJSON: isJSON)
      return ExitStatus.file.rawValue
    case let end as EndedElsewhere: return end.status
    case is CancellationError: return ExitStatus.failed.rawValue
    default: break
    }
    let code = Arrange.exitCode(for: error)
    if code.isSuccess {
      // Help, version and completion scripts are thrown as errors.
      let text = HelpText.wrapped(Arrange.fullMessage(for: error))
      guard !text.isEmpty else { return code.rawValue }
      do {
        try console.print(text)
      } catch {
        return report(error, isJSON: isJSON)
      }
      return code.rawValue
    }
    guard code == .validationFailure else {
      printError(CommandFailure(.failed, Arrange.message(for: error)), isJSON: isJSON)
      return ExitStatus.failed.rawValue
    }
    if isJSON {
      printError(CommandFailure(.usage, HelpText.quoted(Arrange.message(for: error))), isJSON: true)
    } else {
      let text = HelpText.quoted(HelpText.wrapped(Arrange.fullMessage(for: error)))
      let mark = "Error: "
      let message = text.hasPrefix(mark) ? String(text.dropFirst(mark.count)) : text
      // The lines are the parser's, but the words in them may come from anywhere.
      let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map {
        String($0).printable
      }
      console.printError("arrange: " + lines.joined(separator: "\n"))
    }
    return ExitStatus.usage.rawValue
  }

  private func printError(_ failure: CommandFailure, isJSON: Bool) {
    if isJSON {
      console.printError(failure.json.text)
    } else {
      console.printError("\(console.errorStyle.red("arrange:")) \(failure.message.printable)")
    }
  }
}
