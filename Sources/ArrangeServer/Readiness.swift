import Synchronization

/// The state of a server, for probes. It exists before the server starts and after it has stopped.
package final class Readiness: Sendable {
  package enum State: Sendable, Hashable {
    /// The data is being opened, and declared collections and views are being created.
    case recovering
    case serving
    /// The server stops: accepted calls are answered.
    case draining
    /// The storage failed, and the server stops.
    case failed

    /// Why the server does not serve, in one sentence; nil if it does.
    package var reason: String? {
      switch self {
      case .recovering: "the server is starting: its data is being opened"
      case .serving: nil
      case .draining: "the server stops"
      case .failed: "the storage failed, and the server stops"
      }
    }
  }

  private let current = Mutex(State.recovering)

  package init() {}

  package var state: State { current.withLock { $0 } }

  /// Sets the state. A failure is final.
  package func become(_ state: State) { current.withLock { if $0 != .failed { $0 = state } } }
}
