import ArrangeModel
import Ordering
import Synchronization
import arrange

/// A terminal, or pipes, and a service in memory: runs command lines and keeps what they print.
final class Terminal: Sendable {
  let service = MemoryService()
  private let output = Sink()
  private let errors = Sink()
  private let isTerminal: Bool
  private let environment: [String: String]
  private let answer: String?

  /// - Parameter answer: what the person at the terminal types; nil where nobody is there.
  init(isTerminal: Bool = false, environment: [String: String] = [:], answer: String? = nil) {
    self.isTerminal = isTerminal
    self.environment = environment
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
      environment: environment
    )
    let service = service
    let runner = CommandRunner(console: console, keyTexts: KeyTexts(StrategyCatalog([]))) { _ in service }
    let status = await body(runner)
    return Result(status: status, output: output.take(), errors: errors.take())
  }

  /// Makes the output fail as a full disk or a closed pipe does.
  func failOutput(_ number: Int32) { output.failure.withLock { $0 = number } }

  func version(_ collection: Identifier) -> UInt64 {
    service.state.withLock { $0.lists[collection]?.info.version ?? 0 }
  }

  /// The ids of a list: each section with its items.
  func ids(_ collection: Identifier) -> [[String]] {
    service.state.withLock { state in
      (state.lists[collection]?.sections ?? []).map { [$0.id.text] + $0.items.map(\.id.text) }
    }
  }

  private final class Sink: TextOutput {
    private let bytes = Mutex<[UInt8]>([])
    let failure = Mutex<Int32?>(nil)

    func write(_ new: [UInt8]) throws(OutputError) {
      if let number = failure.withLock({ $0 }) { throw OutputError(number: number) }
      bytes.withLock { $0 += new }
    }

    func take() -> String {
      bytes.withLock { bytes in
        defer { bytes = [] }
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }
}
