/// When the calls of an open loop are to begin: at an even rate, whatever becomes of the calls before them.
///
/// The calls of all workers together begin `1 / rate` apart; each worker has every n-th of them. A call that can't
/// begin in time keeps its moment, and its latency counts from there: a server that stands still for a second shows
/// in all calls that would have been made in it, and not only in those that happened to be under way.
package struct OpenLoopSchedule: Sendable {
  private let start: UInt64
  private let end: UInt64
  private let interval: Double
  private let worker: Int
  private let workers: Int
  /// How many calls were taken.
  package private(set) var taken = 0

  /// - Parameters:
  ///   - rate: how many calls there are in a second, of all workers together.
  ///   - start: when the first call of the first worker is to begin, in nanoseconds.
  ///   - end: from when on no call is to begin.
  ///   - worker: the worker's number, counted from 0.
  package init(rate: Double, start: UInt64, end: UInt64, worker: Int = 0, of workers: Int = 1) {
    precondition(rate > 0 && worker >= 0 && worker < workers, "there is no such schedule")
    self.start = start
    self.end = end
    interval = 1e9 / rate
    self.worker = worker
    self.workers = workers
  }

  /// When the worker's n-th call is to begin, counted from 0.
  package func time(of call: Int) -> UInt64 {
    start + UInt64((Double(call * workers + worker) * interval).rounded())
  }

  /// When the next call is to begin; nil when there is none any more.
  package var next: UInt64? {
    let time = time(of: taken)
    return time < end ? time : nil
  }

  /// Takes the next call if its time has come.
  ///
  /// - Returns: when the call was to begin.
  package mutating func take(at now: UInt64) -> UInt64? {
    guard let next, next <= now else { return nil }
    taken += 1
    return next
  }

  /// How many calls were to begin by now and were not taken. O(1).
  package func overdue(at now: UInt64) -> Int {
    let last = min(now, end - 1)
    guard last >= start else { return 0 }
    var due = max(0, Int((Double(last - start) / interval - Double(worker)) / Double(workers)) - 1)
    while time(of: due) <= last { due += 1 }
    return max(0, due - taken)
  }
}
