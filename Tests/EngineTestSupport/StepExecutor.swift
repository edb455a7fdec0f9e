package import Dispatch
import Engine
import Synchronization

/// Runs the work of a shard on the thread of the test, when the test says so.
package final class StepExecutor: ShardExecutor {
  private let waiting = Mutex<[@Sendable () -> Void]>([])
  private let arrived: DispatchSemaphore
  private let endlessDelay: UInt64

  /// - Parameters:
  ///   - arrived: signalled for each piece of work.
  ///   - endlessDelay: the delay in nanoseconds from which on work is never run; any other one is over at once.
  package init(_ arrived: DispatchSemaphore, endlessDelay: UInt64 = .max) {
    self.arrived = arrived
    self.endlessDelay = endlessDelay
  }

  /// The thread of the test is the executor's.
  package var isCurrent: Bool { true }

  package func execute(_ work: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append(work) }
    arrived.signal()
  }

  package func execute(after nanoseconds: UInt64, _ work: @escaping @Sendable () -> Void) {
    if nanoseconds < endlessDelay { execute(work) }
  }

  /// Runs the waiting work, but not the work that it causes.
  package func runOnce() {
    let work = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for piece in work { piece() }
  }

  package var isIdle: Bool { waiting.withLock { $0.isEmpty } }
}
