/// Whoever has a log of changes into which older commits are read from the journal.
///
/// It belongs to a shard and is touched on its executor only.
protocol JournaledLog: AnyObject, Sendable {
  var log: ChangeLog { get set }
  var reads: MissedReads { get set }
}

extension ChangeFeed: JournaledLog where Log == ChangeLog {}

/// The reads of a journal for one log: one at a time, since most who come back at once need the same commits.
struct MissedReads {
  /// What is to be done when the read that is in progress has ended; nil if none is.
  private var waiting: [() -> Void]?
  /// The newest version since which there is more than a log may hold. That only grows.
  private(set) var tooFar: UInt64?

  /// Begins a read, if none is in progress.
  ///
  /// - Parameter body: what is to be done otherwise, when that one has ended.
  /// - Returns: whether it has begun.
  mutating func begin(orWait body: @escaping () -> Void) -> Bool {
    guard waiting == nil else {
      waiting?.append(body)
      return false
    }
    waiting = []
    return true
  }

  /// Ends a read, and says what waited for it.
  mutating func end() -> [() -> Void] {
    defer { waiting = nil }
    return waiting ?? []
  }

  mutating func note(tooFar version: UInt64) { tooFar = max(version, tooFar ?? version) }
}
