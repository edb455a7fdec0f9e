import Synchronization

/// Whether a server can serve, for probes. It is there before the server is, and after it has stopped.
package final class Readiness: Sendable {
  package enum State: Sendable, Hashable {
    /// The data is being opened, and what the configuration declares is being made.
    case recovering
    case serving
    /// The server stops: what was taken is answered.
    case draining
    /// The storage failed: nothing is written any more, and the server ends.
    case failed

    /// Why the server does not serve, in one sentence; nil where it does.
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

  /// Goes on to another state. A failure stays.
  package func become(_ state: State) { current.withLock { if $0 != .failed { $0 = state } } }
}
