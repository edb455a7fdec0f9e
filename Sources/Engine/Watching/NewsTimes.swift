package import Changes
import DequeModule

/// When the newest versions of a list became durable, for who measures how long subscribers wait for them.
struct NewsTimes {
  /// How many versions are kept. A subscriber that lags by more is taken to lag by these.
  static let mostTimes = 256

  /// Versions, rising, each with the time of the first commit that it has and the one before has not.
  private var times: Deque<(version: UInt64, time: UInt64)> = []
  /// The time of the first commit of which it is not known yet with which version it shows.
  private var unseen: UInt64?

  /// Notes a commit whose version is not known yet.
  mutating func note(at time: UInt64) { unseen = unseen ?? time }

  /// Notes the version that has all commits so far.
  mutating func settle(at version: UInt64) {
    guard let time = unseen else { return }
    unseen = nil
    if let last = times.last, last.version >= version { return }
    if times.count == NewsTimes.mostTimes { times.removeFirst() }
    times.append((version, time))
  }

  /// When the first commit became durable that a version does not have; nil where none is known.
  func time(after version: UInt64) -> UInt64? {
    // Mostly it is the last one.
    guard let last = times.last, last.version > version else { return nil }
    var first = last.time
    for entry in times.reversed() {
      guard entry.version > version else { break }
      first = entry.time
    }
    return first
  }
}

/// What figures say of a message.
package struct MessageFacts: Sendable, Hashable {
  /// Why it begins a snapshot; nil where it does not.
  package var reason: SnapshotReason?
  /// How many commits a batch is of; 0 where it is no batch.
  package var commits: UInt64 = 0
  /// When the first of them became durable, in monotonic nanoseconds; nil where that is not known.
  package var firstCommit: UInt64?
}
