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

/// Whether the database can be reached, as each connection sees it, and whether the journal is being closed, so that nothing
/// waits for the database any more.
final class PostgresAvailability: Sendable {
  /// A connection, by what it is for.
  struct Connections: OptionSet, Sendable {
    let rawValue: Int

    /// The one that writes, or that opens the journal.
    static let writing = Connections(rawValue: 1)
    static let reading = Connections(rawValue: 2)
    static let polling = Connections(rawValue: 4)
  }

  /// A time in which the database can't be reached.
  private struct Outage {
    let since = ContinuousClock.now
    let failure: PostgresFailure
  }

  private let closing = Atomic(false)
  /// The connections that are lost, which can be read without a lock for every transaction.
  private let lost = Atomic(0)
  /// The outage, as long as any connection is lost.
  private let outage = Mutex<Outage?>(nil)
  private let report: @Sendable (PostgresOutage) -> Void

  /// - Parameter report: called at the beginning and at the end of each outage, on any thread.
  init(_ report: @escaping @Sendable (PostgresOutage) -> Void) { self.report = report }

  var isClosing: Bool { closing.load(ordering: .relaxed) }

  func close() { closing.store(true, ordering: .relaxed) }

  /// A connection can't be made. The first one of an outage is reported.
  func recordLost(_ failure: PostgresFailure, _ connection: Connections = .writing) {
    guard !isClosing else { return }
    outage.withLock { outage in
      lost.bitwiseOr(connection.rawValue, ordering: .relaxed)
      guard outage == nil else { return }
      outage = Outage(failure: failure)
      report(.began(reason: failure.message))
    }
  }

  /// A connection works. When all of them do, the outage is over.
  func recordReached(_ connection: Connections = .writing) {
    guard lost.load(ordering: .relaxed) & connection.rawValue != 0 else { return }
    outage.withLock { current in
      let left = lost.bitwiseAnd(~connection.rawValue, ordering: .relaxed).newValue
      guard left == 0, let outage = current else { return }
      current = nil
      report(.ended(milliseconds: Int((ContinuousClock.now - outage.since) / .milliseconds(1))))
    }
  }

  /// The cause of an outage that has lasted for some seconds; nil if there is none.
  func failure(afterSeconds seconds: Int) -> PostgresFailure? {
    guard lost.load(ordering: .relaxed) != 0 else { return nil }
    return outage.withLock { outage in
      outage.flatMap { ContinuousClock.now - $0.since >= .seconds(seconds) ? $0.failure : nil }
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
