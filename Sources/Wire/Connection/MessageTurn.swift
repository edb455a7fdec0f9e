/// The messages that the subscriptions of one connection may get before the event loop serves others.
///
/// It is over after a number of messages, a number of bytes or a time, whichever comes first: a large message, and
/// one that takes long to make, count as many small ones do.
package struct MessageTurn: Sendable {
  /// The maximum number of messages of a turn.
  package static let maximumMessages = 256
  /// The size of the messages after which a turn is over, in bytes.
  package static let maximumBytes = 1024 * 1024
  /// The time spent on messages after which a turn is over, in nanoseconds.
  package static let longest = ConnectionTurn.longest

  private let start: UInt64
  private var messages = 0
  private var bytes = 0
  private var busy: UInt64 = 0

  /// - Parameter now: the time in nanoseconds, which never decreases.
  package init(at now: UInt64) { start = now }

  /// Records that a message was made, or that it was found that there is nothing to send.
  ///
  /// - Parameter nanoseconds: the time that it took.
  package mutating func recordMade(in nanoseconds: UInt64) {
    messages += 1
    busy += nanoseconds
  }

  /// Records that bytes were sent.
  package mutating func recordSent(_ bytes: Int) { self.bytes += bytes }

  /// Whether others have to be served before the next message.
  package var isOver: Bool {
    messages >= MessageTurn.maximumMessages || bytes >= MessageTurn.maximumBytes
      || busy >= MessageTurn.longest
  }

  /// Whether other connections go first next time.
  package var wasLong: Bool { busy >= ConnectionTurn.long || isOver }

  /// Whether the turn began so long ago that at least half of the time since was left to others.
  package func isOld(at now: UInt64) -> Bool { now &- start >= 2 * MessageTurn.longest }
}
