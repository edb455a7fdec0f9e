import CoreMetrics
import Synchronization

// Cells of metrics. Each handle has a cell of its own, and a series is the sum of its cells, so that event loops with
// their own handles don't share memory.

/// One part of a counter.
final class CounterCell: CounterHandler, Sendable {
  private let count = Atomic<Int64>(0)

  var value: Int64 { count.load(ordering: .relaxed) }

  func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }

  func reset() { count.store(0, ordering: .relaxed) }
}

/// One part of a gauge: the last value.
final class GaugeCell: MeterHandler, Sendable {
  private let bits = Atomic<UInt64>(0)

  var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

  func set(_ value: Int64) { set(Double(value)) }

  func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }

  func increment(by amount: Double) {
    var old = bits.load(ordering: .relaxed)
    while true {
      let new = (Double(bitPattern: old) + amount).bitPattern
      let (exchanged, original) = bits.weakCompareExchange(expected: old, desired: new, ordering: .relaxed)
      if exchanged { return }
      old = original
    }
  }

  func decrement(by amount: Double) { increment(by: -amount) }
}

/// One part of a histogram.
///
/// Bucket and sum are updated one after the other: a reader can see the first without the second.
final class HistogramCell: RecorderHandler, TimerHandler, Sendable {
  private let bounds: [Int64]
  /// One for each bound, and one for larger values.
  nonisolated(unsafe) private let buckets: UnsafeMutablePointer<Atomic<Int64>>
  private let total = Atomic<Int64>(0)

  init(_ bounds: HistogramBounds) {
    self.bounds = bounds.values
    buckets = .allocate(capacity: bounds.values.count + 1)
    for place in 0...bounds.values.count { (buckets + place).initialize(to: Atomic(0)) }
  }

  deinit {
    buckets.deinitialize(count: bounds.count + 1)
    buckets.deallocate()
  }

  /// The counts of the buckets, and the sum of all values.
  var values: (buckets: [Int64], sum: Int64) {
    ((0...bounds.count).map { buckets[$0].load(ordering: .relaxed) }, total.load(ordering: .relaxed))
  }

  func record(_ value: Int64) {
    var place = 0
    bounds.withUnsafeBufferPointer { bounds in
      while place < bounds.count, value > bounds[place] { place += 1 }
    }
    buckets[place].wrappingAdd(1, ordering: .relaxed)
    total.wrappingAdd(value, ordering: .relaxed)
  }

  func record(_ value: Double) { record(Int64(value.rounded())) }

  func recordNanoseconds(_ duration: Int64) { record(duration) }
}
