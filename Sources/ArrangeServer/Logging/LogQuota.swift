/// How many lines of each kind are logged that clients can cause: some, and then how many more there were.
///
/// It is a value that is told the time; ``ServerContext`` asks it.
package struct LogQuota: Sendable {
  /// How many lines of a kind are written in an interval.
  package static let linesOfInterval = 20
  /// The same for connections that end normally: all of them, unless clients only connect and leave.
  package static let linesOfEnds = 1_000
  /// How long an interval is, in nanoseconds.
  package static let intervalNanoseconds: UInt64 = 10_000_000_000

  /// What clients can cause.
  package enum Kind: Int, Sendable, CaseIterable {
    /// They break the rules of the wire, or their bytes are no frames.
    case violation
    /// They do not speak, or not fast enough.
    case timeout
    /// There is no room for one more.
    case refusal
    /// Calls are refused that somebody may not make.
    case denial
    /// All connections together hold too much.
    case memory
    /// Their connections are lost.
    case loss
    /// Connections end normally.
    case end
    /// Calls are slow.
    case slowness
    /// Subscribers get a snapshot instead of a batch.
    case reload

    /// The maximum number of lines in an interval.
    package var mostLines: Int { self == .end ? LogQuota.linesOfEnds : LogQuota.linesOfInterval }

    /// What is said of more of them than are written.
    package var summary: String {
      switch self {
      case .violation: "more connections ended because of what clients sent"
      case .timeout: "more connections ended because clients took too long"
      case .refusal: "more connections were refused"
      case .denial: "more calls were refused"
      case .memory: "more connections ended because all of them held too much memory"
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
    /// When the interval is over; 0 where none has begun.
    var end: UInt64 = 0
  }

  private var counts = Kind.allCases.map { _ in Count() }

  package init() {}

  /// Whether a line may be written now. It is counted where it may not.
  package mutating func admits(_ kind: Kind, at now: UInt64) -> Bool {
    let place = kind.rawValue
    if now >= counts[place].end, counts[place].left == 0 {
      counts[place].written = 0
      counts[place].end = now &+ LogQuota.intervalNanoseconds
    }
    guard counts[place].written < kind.mostLines else {
      counts[place].left += 1
      return false
    }
    counts[place].written += 1
    return true
  }

  /// The kinds of which lines were left out in an interval that is over, and how many. They begin anew.
  ///
  /// - Parameter now: the greatest time for all that is left.
  package mutating func takeSummaries(at now: UInt64) -> [(kind: Kind, count: Int)] {
    Kind.allCases.compactMap { kind in
      let place = kind.rawValue
      guard counts[place].left > 0, now >= counts[place].end else { return nil }
      defer { counts[place] = Count() }
      return (kind, counts[place].left)
    }
  }
}
