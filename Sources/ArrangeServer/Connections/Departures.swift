import Engine
import Synchronization
import Wire

/// The calls of a connection for whose answers nobody waits any more, though their work may go on; and whether the connection
/// is gone. May be asked on any thread.
final class Departures: Sendable {
  private let isGone = Atomic(false)
  private let stopped = Mutex<Set<UInt32>>([])
  /// How many there are in ``stopped``: mostly none.
  private let stoppedCount = Atomic(0)

  /// Whether somebody waits for the answer to a call.
  func isWanted(_ stream: UInt32) -> Bool {
    if isGone.load(ordering: .relaxed) { return false }
    if stoppedCount.load(ordering: .relaxed) == 0 { return true }
    return stopped.withLock { !$0.contains(stream) }
  }

  /// Notes that a call was answered before its work is done.
  func noteStop(of stream: UInt32) {
    stopped.withLock { stopped in
      stopped.insert(stream)
      stoppedCount.store(stopped.count, ordering: .relaxed)
    }
  }

  /// Notes that the work of such a call is done.
  func noteEnd(of stream: UInt32) {
    stopped.withLock { stopped in
      stopped.remove(stream)
      stoppedCount.store(stopped.count, ordering: .relaxed)
    }
  }

  /// Notes that the connection is gone, or that nothing more is sent on it.
  func noteEnd() { isGone.store(true, ordering: .relaxed) }
}

extension ServerAction {
  /// Whether what comes of a frame can't take long, so that the clock need not be looked at.
  var isSmall: Bool {
    if case .start(let call) = self { return call.method == Method.healthCheck.rawValue }
    return true
  }
}
