package import Dispatch
import Engine
import Synchronization

/// Runs the work of a shard on the thread of the test, when the test says so.
package final class StepExecutor: ShardExecutor {
  private let waiting = Mutex<[@Sendable () -> Void]>([])
  private let arrived: DispatchSemaphore

  /// - Parameter arrived: signalled for each piece of work.
  package init(_ arrived: DispatchSemaphore) { self.arrived = arrived }

  /// The thread of the test is the executor's.
  package var isCurrent: Bool { true }

  package func execute(_ work: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append(work) }
    arrived.signal()
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
