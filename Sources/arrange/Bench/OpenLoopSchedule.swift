/// The start times of the calls of an open loop: at a constant rate, independent of earlier calls.
///
/// The calls of all workers together start `1 / rate` apart; each worker has every n-th of them. The latency
/// of a call that is started late counts from its scheduled time: if the server stalls for a second, that
/// shows in all calls scheduled in that second, and not only in those that were in flight (coordinated
/// omission).
package struct OpenLoopSchedule: Sendable {
  private let start: UInt64
  private let end: UInt64
  private let interval: Double
  private let worker: Int
  private let workers: Int
  /// The number of calls taken.
  package private(set) var taken = 0

  /// - Parameters:
  ///   - rate: the number of calls in a second, of all workers together.
  ///   - start: when the first call of the first worker is scheduled, in nanoseconds.
  ///   - end: when calls are no longer scheduled.
  ///   - worker: the worker's number, counted from 0.
  package init(rate: Double, start: UInt64, end: UInt64, worker: Int = 0, of workers: Int = 1) {
    precondition(rate > 0 && worker >= 0 && worker < workers, "there is no such schedule")
    self.start = start
    self.end = end
    interval = 1e9 / rate
    self.worker = worker
    self.workers = workers
  }

  /// The scheduled time of the worker's n-th call, counted from 0.
  package func time(of call: Int) -> UInt64 {
    start + UInt64((Double(call * workers + worker) * interval).rounded())
  }

  /// The scheduled time of the next call; nil if there are no more.
  package var next: UInt64? {
    let time = time(of: taken)
    return time < end ? time : nil
  }

  /// Takes the next call if it is due.
  ///
  /// - Returns: its scheduled time.
  package mutating func take(at now: UInt64) -> UInt64? {
    guard let next, next <= now else { return nil }
    taken += 1
    return next
  }

  /// The number of calls that are due and were not taken. O(1).
  package func overdue(at now: UInt64) -> Int {
    let last = min(now, end - 1)
    guard last >= start else { return 0 }
    var due = max(0, Int((Double(last - start) / interval - Double(worker)) / Double(workers)) - 1)
    while time(of: due) <= last { due += 1 }
    return max(0, due - taken)
  }
}
