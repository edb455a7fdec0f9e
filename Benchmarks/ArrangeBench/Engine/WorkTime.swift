import Dispatch
import Foundation

/// The processor time that this thread has taken, in nanoseconds. Work without waiting takes as much on a clock, on a machine that
/// does nothing else.
func processorTime() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// The processor time of some work, in nanoseconds.
func processorNanoseconds<E: Error>(_ work: () throws(E) -> Void) throws(E) -> UInt64 {
  let start = processorTime()
  try work()
  return processorTime() - start
}

/// The time of some work on a clock, in nanoseconds: of work so short that reading the processor time would be much of it.
func wallNanoseconds<E: Error>(_ work: () throws(E) -> Void) throws(E) -> UInt64 {
  let start = DispatchTime.now().uptimeNanoseconds
  try work()
  return DispatchTime.now().uptimeNanoseconds - start
}

extension [UInt64] {
  /// The time, in microseconds, below which a share of these nanoseconds is.
  func percentile(_ share: Double) -> Double {
    let sorted = sorted()
    guard !sorted.isEmpty else { return 0 }
    return Double(sorted[Swift.min(sorted.count - 1, Int(Double(sorted.count) * share))]) / 1e3
  }
}
