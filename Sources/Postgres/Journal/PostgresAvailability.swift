import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The beginning or the end of a time in which the database can't be reached, for the log.
package enum PostgresOutage: Sendable, Hashable {
  /// Calls wait from now on.
  case began(reason: String)
  case ended(milliseconds: Int)
}

/// Whether the database can be reached, as the connection that writes sees it, and whether the journal is being closed,
/// so that nothing waits for the database any more.
final class PostgresAvailability: Sendable {
  private let closing = Atomic(false)
  /// Whether ``since`` is set, without a lock for every transaction.
  private let isOut = Atomic(false)
  /// When the database was found to be unreachable; nil if it is reachable.
  private let since = Mutex<ContinuousClock.Instant?>(nil)
  private let report: @Sendable (PostgresOutage) -> Void

  /// - Parameter report: called at the beginning and at the end of each outage, on any thread.
  init(_ report: @escaping @Sendable (PostgresOutage) -> Void) { self.report = report }

  var isClosing: Bool { closing.load(ordering: .relaxed) }

  func close() { closing.store(true, ordering: .relaxed) }

  /// The connection can't be made. The first attempt of an outage is reported.
  func noteLost(_ failure: PostgresFailure) {
    guard !isClosing else { return }
    since.withLock { since in
      guard since == nil else { return }
      since = .now
      isOut.store(true, ordering: .relaxed)
      report(.began(reason: failure.message))
    }
  }

  /// The connection works.
  func noteReached() {
    guard isOut.load(ordering: .relaxed) else { return }
    since.withLock { since in
      guard let begin = since else { return }
      since = nil
      isOut.store(false, ordering: .relaxed)
      report(.ended(milliseconds: Int((ContinuousClock.now - begin) / .milliseconds(1))))
    }
  }
}

/// The pauses between attempts to reach the database: each twice as long as the one before, up to a limit.
struct PostgresBackoff {
  /// The first and the longest pause, in milliseconds.
  private static let pauses = 20...1_000
  /// How often a pause looks whether the journal is being closed, in milliseconds.
  private static let interval = 20

  private var pause = PostgresBackoff.pauses.lowerBound
  private let end: ContinuousClock.Instant
  private let availability: PostgresAvailability

  /// - Parameter limit: how long attempts may go on, in seconds.
  init(limit: Int, _ availability: PostgresAvailability) {
    end = .now + .seconds(limit)
    self.availability = availability
  }

  /// Waits.
  ///
  /// - Returns: whether another attempt is to be made.
  mutating func wait() -> Bool {
    var left = pause
    pause = min(2 * pause, PostgresBackoff.pauses.upperBound)
    while left > 0, !availability.isClosing {
      usleep(UInt32(min(left, PostgresBackoff.interval)) * 1_000)
      left -= PostgresBackoff.interval
    }
    return !availability.isClosing && ContinuousClock.now < end
  }
}
