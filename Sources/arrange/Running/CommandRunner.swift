import ArgumentParser
import ArrangeModel

/// Runs command lines: finds the command, gives it a console and a service, and says what went wrong.
package struct CommandRunner: Sendable {
  /// Makes the connection to a server.
  package typealias Connect = @Sendable (ServerAddress) throws -> any ArrangeService

  private let console: Console
  private let keyTexts: KeyTexts
  private let connect: Connect

  package init(console: Console, keyTexts: KeyTexts, connect: @escaping Connect) {
    self.console = console
    self.keyTexts = keyTexts
    self.connect = connect
  }

  /// Runs one command line, without the program's name.
  ///
  /// - Returns: the number to end the process with.
  package func run(_ arguments: [String]) async -> Int32 {
    do {
      var command = try await Arrange.asyncParseAsRoot(arguments)
      if let command = command as? any ServiceCommand {
        try await run(command)
      } else if let command = command as? any ConsoleCommand {
        try command.run(on: console)
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

  private func run(_ command: some ServiceCommand) async throws {
    let options = command.connection
    let address = ServerAddress(
      server: options.server,
      token: options.token,
      environment: console.environment
    )
    do {
      let service = try connect(address)
      let context = CommandContext(
        console: console,
        service: service,
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
      await service.close()
      try result.get()
    } catch let error as ArrangeError {
      throw CommandFailure(error, server: address.server)
    }
  }

  /// Says what went wrong, and gives the number to end with.
  private func report(_ error: any Error, isJSON: Bool) -> Int32 {
    switch error {
    case let failure as CommandFailure:
      complain(failure, isJSON: isJSON)
      return failure.status.rawValue
    case let error as OutputError:
      // A reader that has gone has seen all that it wanted.
      if !error.isBrokenPipe {
        complain(CommandFailure(.file, "can't write the output: \(error.reason)"), isJSON: isJSON)
      }
      return ExitStatus.file.rawValue
    case is CancellationError: return ExitStatus.failed.rawValue
    default: break
    }
    let code = Arrange.exitCode(for: error)
    if code.isSuccess {
      // Help, version and completion scripts come as errors.
      let text = Arrange.fullMessage(for: error)
      guard !text.isEmpty else { return code.rawValue }
      do {
        try console.print(text)
      } catch {
        return report(error, isJSON: isJSON)
      }
      return code.rawValue
    }
    guard code == .validationFailure else {
      complain(CommandFailure(.failed, Arrange.message(for: error)), isJSON: isJSON)
      return ExitStatus.failed.rawValue
    }
    if isJSON {
      complain(CommandFailure(.usage, Arrange.message(for: error)), isJSON: true)
    } else {
      let text = Arrange.fullMessage(for: error)
      let mark = "Error: "
      console.complain("arrange: " + (text.hasPrefix(mark) ? String(text.dropFirst(mark.count)) : text))
    }
    return ExitStatus.usage.rawValue
  }

  private func complain(_ failure: CommandFailure, isJSON: Bool) {
    if isJSON {
      console.complain(failure.json.text)
    } else {
      console.complain("\(console.errorStyle.red("arrange:")) \(failure.message.printable)")
    }
  }
}
