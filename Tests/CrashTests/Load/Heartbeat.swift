import Dispatch
import Foundation
import Synchronization

/// Notices that the machine, or this process, was suspended. An exceeded deadline is the server's fault only
/// if it was not.
final class Heartbeat: Sendable {
  static let shared = Heartbeat()

  private static let interval: TimeInterval = 0.5
  /// The delay of a beat, in nanoseconds, that counts as a suspension.
  private static let longestPause: UInt64 = 5_000_000_000

  private let lastBeat = Atomic(DispatchTime.now().uptimeNanoseconds)
  private let hasPaused = Atomic(false)

  private init() {
    Thread.detachNewThread { [self] in
      while true {
        Thread.sleep(forTimeInterval: Heartbeat.interval)
        recordPause()
        lastBeat.store(DispatchTime.now().uptimeNanoseconds, ordering: .sequentiallyConsistent)
      }
    }
  }

  private func recordPause() {
    let now = DispatchTime.now().uptimeNanoseconds
    let last = lastBeat.load(ordering: .sequentiallyConsistent)
    if now > last, now - last > Heartbeat.longestPause {
      hasPaused.store(true, ordering: .sequentiallyConsistent)
    }
  }

  /// Whether there was a suspension since the start of the process.
  var stoodStill: Bool {
    recordPause()
    return hasPaused.load(ordering: .sequentiallyConsistent)
  }
}
