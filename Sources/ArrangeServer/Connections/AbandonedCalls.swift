import Engine
import Synchronization
import Wire

/// The calls of a connection whose answers are no longer wanted, though their work may continue, and whether
/// the connection is closed. Can be used on any thread.
final class AbandonedCalls: Sendable {
  private let isGone = Atomic(false)
  private let stopped = Mutex<Set<UInt32>>([])
  /// The number of elements of ``stopped``; mostly 0.
  private let stoppedCount = Atomic(0)

  /// Whether the answer to a call is still wanted.
  func isWanted(_ stream: UInt32) -> Bool {
    if isGone.load(ordering: .relaxed) { return false }
    if stoppedCount.load(ordering: .relaxed) == 0 { return true }
    return stopped.withLock { !$0.contains(stream) }
  }

  /// Records that a call was answered before its work is done.
  func recordStop(of stream: UInt32) {
    stopped.withLock { stopped in
      stopped.insert(stream)
      stoppedCount.store(stopped.count, ordering: .relaxed)
    }
  }

  /// Records that the work of such a call is done.
  func recordEnd(of stream: UInt32) {
    stopped.withLock { stopped in
      stopped.remove(stream)
      stoppedCount.store(stopped.count, ordering: .relaxed)
    }
  }

  /// Records that the connection is closed, or that nothing more is sent on it.
  func recordEnd() { isGone.store(true, ordering: .relaxed) }
}

extension ServerAction {
  /// Whether processing the frame can't take long, so that the clock need not be read.
  var isSmall: Bool {
    if case .start(let call) = self { return call.method == Method.healthCheck.rawValue }
    return true
  }
}
