package import ArrangeModel
internal import Histogram

/// The results of the measured calls.
package struct LoadTally: Sendable {
  /// The highest latency that is tracked, one hour, and the lowest, both in nanoseconds.
  private static let longest: UInt64 = 3_600_000_000_000
  private static let shortest: UInt64 = 100

  /// The latencies of the successful calls, in nanoseconds, by kind.
  private var latencies = CallKind.allCases.map { _ in
    Histogram<UInt64>(
      lowestDiscernibleValue: LoadTally.shortest,
      highestTrackableValue: LoadTally.longest,
      numberOfSignificantValueDigits: .three
    )
  }
  /// The number of failed calls, by status.
  package private(set) var errors: [StatusCode: Int] = [:]
  /// The number of calls that got no answer, or were not even started, before the end.
  package private(set) var unanswered = 0
  /// The number of lost connections.
  package private(set) var lostConnections = 0
  /// When the last answer arrived, in nanoseconds.
  package private(set) var lastAnswer: UInt64 = 0

  package init() {}

  /// Records a completed call.
  ///
  /// - Parameters:
  ///   - start: when it was started or was scheduled to start, in nanoseconds.
  ///   - now: when it was completed.
  mutating func record(_ kind: CallKind, _ code: StatusCode, from start: UInt64, to now: UInt64) {
    lastAnswer = now
    if code == .ok {
      latencies[kind.rawValue].record(min(now - min(start, now), LoadTally.longest))
    } else {
      errors[code, default: 0] += 1
    }
  }

  mutating func countUnanswered(_ count: Int) { unanswered += count }

  mutating func countLostConnection() { lostConnections += 1 }

  /// Adds the results of another worker.
  package mutating func add(_ other: LoadTally) {
    for kind in latencies.indices { latencies[kind].add(other.latencies[kind]) }
    errors.merge(other.errors, uniquingKeysWith: +)
    unanswered += other.unanswered
    lostConnections += other.lostConnections
    lastAnswer = max(lastAnswer, other.lastAnswer)
  }

  /// The latencies of one kind of calls.
  func latency(of kind: CallKind) -> Latency { Latency(latencies[kind.rawValue]) }

  /// The latencies of all calls.
  var latency: Latency {
    var all = latencies[0]
    for other in latencies.dropFirst() where other.totalCount > 0 { all.add(other) }
    return Latency(all)
  }

  /// The number of calls that ended with an error.
  var errorCount: Int { errors.values.reduce(0, +) }
}

/// A distribution of latencies, in milliseconds.
struct Latency: Sendable {
  /// The number of calls.
  var count: Int
  var min: Double
  var mean: Double
  var p50: Double
  var p90: Double
  var p99: Double
  var p999: Double
  var max: Double

  init(_ histogram: Histogram<UInt64>) {
    func milliseconds(_ percentile: Double) -> Double {
      Double(histogram.valueAtPercentile(percentile)) / 1e6
    }
    count = Int(histogram.totalCount)
    guard count > 0 else {
      (min, mean, p50, p90, p99, p999, max) = (0, 0, 0, 0, 0, 0, 0)
      return
    }
    min = Double(histogram.min) / 1e6
    mean = histogram.mean / 1e6
    p50 = milliseconds(50)
    p90 = milliseconds(90)
    p99 = milliseconds(99)
    p999 = milliseconds(99.9)
    max = Double(histogram.max) / 1e6
  }
}
