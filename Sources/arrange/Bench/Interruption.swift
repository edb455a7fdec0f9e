internal import Synchronization
internal import UnixSignals

/// Whether somebody wants the command to stop: Ctrl-C, or a signal of the system.
///
/// The first signal is a wish, for which the command looks now and then; the second one ends the program at once.
final class Interruption: Sendable {
  private let flag = Atomic(false)

  /// Whether the wish is there.
  var isThere: Bool { flag.load(ordering: .relaxed) }

  /// Runs a closure while signals are watched.
  static func watched<Result: Sendable>(
    _ body: (Interruption) async throws -> Result
  ) async rethrows -> Result {
    let interruption = Interruption()
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let watch = Task {
      for await _ in signals where interruption.flag.exchange(true, ordering: .relaxed) {
        Arrange.exitProcess(ExitStatus.interrupted.rawValue)
      }
    }
    defer { watch.cancel() }
    return try await body(interruption)
  }
}
