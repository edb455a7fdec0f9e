import ArrangeClient
import ArrangeModel
import Ordering
import ServerTestSupport
import Synchronization
import Testing

@testable import arrange

/// A terminal, or pipes: runs command lines against the server of the test, and keeps what they print.
final class Terminal: Sendable {
  /// Where nobody listens.
  static let nowhere = "unix:/nonexistent/arrange.sock"
  /// As long as a test waits for anything.
  private static let patience = Patience(
    answer: LocalServer.patience,
    connection: LocalServer.patience,
    completion: LocalServer.patience
  )

  private let output = Sink()
  private let errors = Sink()
  private let isTerminal: Bool
  private let screen: TerminalScreen?
  private let environment: [String: String]
  private let answer: String?

  /// - Parameters:
  ///   - server: where the server is; otherwise that of the test, and nowhere where the test has none.
  ///   - screen: the screen of the terminal.
  ///   - answer: what the person at the terminal types; nil where nobody is there.
  init(
    isTerminal: Bool = false,
    server: String? = nil,
    screen: TerminalScreen? = nil,
    environment: [String: String] = [:],
    answer: String? = nil
  ) {
    self.isTerminal = isTerminal
    self.screen = screen
    self.environment = environment.merging(
      ["ARRANGE_SERVER": server ?? LocalServer.current?.address ?? Terminal.nowhere]
    ) { given, _ in given }
    self.answer = answer
  }

  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs a command line.
  @discardableResult
  func run(_ arguments: String...) async -> Result { await run(arguments) }

  @discardableResult
  func run(_ arguments: [String]) async -> Result { await run { await $0.run(arguments) } }

  /// Runs a command line that comes as bytes.
  func run(words: [[UInt8]]) async -> Result { await run { await $0.run(words) } }

  private func run(_ body: (CommandRunner) async -> Int32) async -> Result {
    let answer = answer
    let readLine: (@Sendable () -> String?)? = answer == nil ? nil : { @Sendable in answer }
    let console = Console(
      output: output,
      errors: errors,
      isOutputTerminal: isTerminal,
      isErrorsTerminal: isTerminal,
      readLine: readLine,
      environment: environment,
      screen: screen
    )
    let runner = CommandRunner(console: console, keyTexts: KeyTexts(.builtIn), patience: Terminal.patience)
    let status = await body(runner)
    return Result(status: status, output: output.take(), errors: errors.take())
  }

  /// Makes the output fail as a full disk or a closed pipe does.
  func failOutput(_ number: Int32) { output.failure.withLock { $0 = number } }

  /// Waits until something is so of what a command that runs has printed.
  func untilOutput(_ isDone: @escaping @Sendable (String) -> Bool) async { await output.until(isDone) }

  private final class Sink: TextOutput {
    private struct State {
      var bytes: [UInt8] = []
      var waiting: (isDone: @Sendable (String) -> Bool, continuation: CheckedContinuation<Void, Never>)?

      var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private let state = Mutex(State())
    let failure = Mutex<Int32?>(nil)

    func write(_ new: [UInt8]) throws(OutputError) {
      if let number = failure.withLock({ $0 }) { throw OutputError(number: number) }
      let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
        state.bytes += new
        guard let waiting = state.waiting, waiting.isDone(state.text) else { return nil }
        state.waiting = nil
        return waiting.continuation
      }
      continuation?.resume()
    }

    func until(_ isDone: @escaping @Sendable (String) -> Bool) async {
      await withCheckedContinuation { continuation in
        let isDoneAlready = state.withLock { state in
          if isDone(state.text) { return true }
          state.waiting = (isDone, continuation)
          return false
        }
        if isDoneAlready { continuation.resume() }
      }
    }

    func take() -> String {
      state.withLock { state in
        defer { state.bytes = [] }
        return state.text
      }
    }
  }
}

/// What is on the server of the test.
extension Terminal {
  /// A client of the server of the test.
  var client: ArrangeClient {
    get throws { try #require(LocalServer.current, "the test has a server").client }
  }

  func version(_ collection: Identifier) async throws -> UInt64 { try await client.info(collection).version }

  /// The ids of a list: each section with its items. Nil where there is no such list.
  func ids(_ collection: Identifier) async throws -> [[String]]? {
    do {
      let content = try await client.content(of: .named(collection))
      return content.sections.map { [$0.section.id.text] + $0.items.map(\.id.text) }
    } catch let error as ArrangeError where error.code == .notFound {
      return nil
    }
  }

  /// The names of all collections and views.
  func names() async throws -> [String] {
    try await client.collections().collections.map(\.name.text)
  }
}
