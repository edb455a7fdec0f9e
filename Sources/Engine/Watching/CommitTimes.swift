package import Changes
import DequeModule

/// When the newest versions of a list became durable, to measure the time until they are delivered.
struct CommitTimes {
  /// The maximum number of versions. For a subscriber that lags by more, the oldest of them counts.
  static let maximumTimes = 256

  /// Versions in ascending order, each with the time of its first commit.
  private var times: Deque<(version: UInt64, time: UInt64)> = []
  /// The time of the first commit that belongs to no version yet.
  private var unseen: UInt64?

  /// Records a commit whose version is not known yet.
  mutating func record(at time: UInt64) { unseen = unseen ?? time }

  /// Notes the version that has all commits so far.
  mutating func settle(at version: UInt64) {
    guard let time = unseen else { return }
    unseen = nil
    if let last = times.last, last.version >= version { return }
    if times.count == CommitTimes.maximumTimes { times.removeFirst() }
    times.append((version, time))
  }

  /// When the first commit after a version became durable; nil if none is known.
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

/// Facts about a message, for metrics.
package struct MessageFacts: Sendable, Hashable {
  /// The reason of a snapshot that begins with this message; nil for other messages.
  package var reason: SnapshotReason?
  /// The number of commits that a batch merges; 0 for other messages.
  package var commits: UInt64 = 0
  /// When the first of them became durable, in monotonic nanoseconds; nil if unknown.
  package var firstCommit: UInt64?
}
