import Synchronization

/// The request of a signal to stop, which can come at any moment of the process.
final class StopRequest: Sendable {
  private struct State {
    var isMade = false
    var handler: @Sendable () -> Void
  }

  private let state: Mutex<State>

  /// - Parameter handler: stops a process that does not serve yet.
  init(_ handler: @escaping @Sendable () -> Void) { state = Mutex(State(handler: handler)) }

  var isMade: Bool { state.withLock { $0.isMade } }

  /// From now on the process is stopped in another way.
  func handle(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.handler = handler } }

  func make() {
    let handler = state.withLock { state in
      state.isMade = true
      return state.handler
    }
    handler()
  }
}
