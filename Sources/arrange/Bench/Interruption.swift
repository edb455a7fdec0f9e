internal import ProcessSignals
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A request to stop the command: Ctrl-C or another signal.
///
/// The first signal sets a flag that the command polls; the second one ends the program at once.
final class Interruption: Sendable {
  private let flag = Atomic(false)

  /// Whether the command was asked to stop.
  var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Runs a closure while signals are handled.
  static func watched<Result: Sendable>(
    _ body: (Interruption) async throws -> Result
  ) async rethrows -> Result {
    let interruption = Interruption()
    let watch = SignalWatch([SIGINT, SIGTERM]) { _ in
      guard interruption.flag.exchange(true, ordering: .relaxed) else { return }
      Program.end(ExitStatus.interrupted.rawValue)
    }
    defer { watch.cancel() }
    return try await body(interruption)
  }
}
