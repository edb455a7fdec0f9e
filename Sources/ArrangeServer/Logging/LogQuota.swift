/// Limits the log lines that clients can cause: a number of lines of each kind, and then a count of the rest.
///
/// It is a value, and is given the time; ``ServerContext`` uses it.
package struct LogQuota: Sendable {
  /// The maximum number of lines of a kind in an interval.
  package static let linesOfInterval = 20
  /// The same for connections that end normally: enough for all of them, unless clients only connect and
  /// disconnect.
  package static let linesOfEnds = 1_000
  /// The length of an interval, in nanoseconds.
  package static let intervalNanoseconds: UInt64 = 10_000_000_000

  /// The kinds of lines that clients can cause.
  package enum Kind: Int, Sendable, CaseIterable {
    /// Clients violate the protocol, or their bytes are not frames.
    case violation
    /// Clients send nothing, or send too slowly.
    case timeout
    /// Connections are refused because there is no room.
    case refusal
    /// Calls are refused because of missing permissions.
    case denial
    /// All connections together use too much memory.
    case memory
    /// Connections are lost.
    case loss
    /// Connections end normally.
    case end
    /// Calls are slow.
    case slowness
    /// Subscribers get a snapshot instead of a batch.
    case reload

    /// The maximum number of lines in an interval.
    package var maximumLines: Int { self == .end ? LogQuota.linesOfEnds : LogQuota.linesOfInterval }

    /// The line about suppressed lines.
    package var summary: String {
      switch self {
      case .violation: "more connections ended because of what clients sent"
      case .timeout: "more connections ended because clients took too long"
      case .refusal: "more connections were refused"
      case .denial: "more calls were refused"
      case .memory: "more connections ended because all of them used too much memory"
      case .loss: "more connections were lost"
      case .end: "more connections ended"
      case .slowness: "more calls were slow"
      case .reload: "more subscribers began with a snapshot again"
      }
    }
  }

  private struct Count {
    var written = 0
    var left = 0
    /// When the interval ends; 0 if none has begun.
    var end: UInt64 = 0
  }

  private var counts = Kind.allCases.map { _ in Count() }

  package init() {}

  /// Whether a line may be written now. If not, it is counted.
  package mutating func admits(_ kind: Kind, at now: UInt64) -> Bool {
    let place = kind.rawValue
    if now >= counts[place].end, counts[place].left == 0 {
      counts[place].written = 0
      counts[place].end = now &+ LogQuota.intervalNanoseconds
    }
    guard counts[place].written < kind.maximumLines else {
      counts[place].left += 1
      return false
    }
    counts[place].written += 1
    return true
  }

  /// The kinds with suppressed lines in an interval that is over, and the numbers of these lines. Their
  /// counts are reset.
  ///
  /// - Parameter now: the time; `UInt64.max` to include the intervals that are not over yet.
  package mutating func takeSummaries(at now: UInt64) -> [(kind: Kind, count: Int)] {
    Kind.allCases.compactMap { kind in
      let place = kind.rawValue
      guard counts[place].left > 0, now >= counts[place].end else { return nil }
      defer { counts[place] = Count() }
      return (kind, counts[place].left)
    }
  }
}
