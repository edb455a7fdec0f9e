package import ArrangeModel
internal import Histogram

/// What became of the calls that count.
package struct LoadTally: Sendable {
  /// The longest latency that is told apart, one hour, and the shortest, both in nanoseconds.
  private static let longest: UInt64 = 3_600_000_000_000
  private static let shortest: UInt64 = 100

  /// The latencies of the calls that ended well, in nanoseconds, by kind.
  private var latencies = CallKind.allCases.map { _ in
    Histogram<UInt64>(
      lowestDiscernibleValue: LoadTally.shortest,
      highestTrackableValue: LoadTally.longest,
      numberOfSignificantValueDigits: .three
    )
  }
  /// How many calls ended otherwise, by status.
  package private(set) var errors: [StatusCode: Int] = [:]
  /// How many calls got no answer, or could not even begin, until the end.
  package private(set) var unanswered = 0
  /// How many connections were lost.
  package private(set) var lostConnections = 0
  /// When the last answer came, in nanoseconds.
  package private(set) var lastAnswer: UInt64 = 0

  package init() {}

  /// A call ended.
  ///
  /// - Parameters:
  ///   - start: when it began or was to begin, in nanoseconds.
  ///   - now: when it ended.
  mutating func record(_ kind: CallKind, _ code: StatusCode, from start: UInt64, to now: UInt64) {
    lastAnswer = now
    if code == .ok {
      latencies[kind.rawValue].record(min(now - min(start, now), LoadTally.longest))
    } else {
      errors[code, default: 0] += 1
    }
  }

  mutating func noteUnanswered(_ count: Int) { unanswered += count }

  mutating func noteLostConnection() { lostConnections += 1 }

  /// Takes over what another worker counted.
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

  /// How many calls ended with an error.
  var errorCount: Int { errors.values.reduce(0, +) }
}

/// A distribution of latencies, in milliseconds.
struct Latency: Sendable {
  /// How many calls there are.
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
