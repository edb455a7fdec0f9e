import Dispatch
import Foundation
import Synchronization

/// The time that stopping may take, from the moment it is asked for, whatever the server waits for by then.
final class StopLimit: Sendable {
  private let hasBegun = Atomic(false)
  private let isStopped = DispatchSemaphore(value: 0)
  private let whenOver: @Sendable () -> Void

  /// - Parameter whenOver: called on a thread of its own if the time is over before ``end()``.
  init(whenOver: @escaping @Sendable () -> Void) { self.whenOver = whenOver }

  /// Starts the time, unless it has started.
  func begin(seconds: Double) {
    guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
    let end = DispatchTime.now() + seconds
    let timer = Thread { [isStopped, whenOver] in
      if isStopped.wait(timeout: end) == .timedOut { whenOver() }
    }
    timer.start()
  }

  /// The server has stopped.
  func end() { isStopped.signal() }
}
