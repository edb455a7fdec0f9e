/// The owner of a change log into which older commits are read from the journal.
///
/// It belongs to a shard and is used on its executor only.
protocol JournaledLog: AnyObject, Sendable {
  var log: ChangeLog { get set }
  var reads: MissedReads { get set }
}

extension ChangeFeed: JournaledLog where Log == ChangeLog {}

/// The reads of a journal for one log: one at a time, since most subscribers that return at the same time
/// need the same commits.
struct MissedReads {
  /// The callbacks for the end of the read in progress; nil if there is none.
  private var waiting: [() -> Void]?
  /// The newest version since which there are more changes than a log may hold. It only increases.
  private(set) var tooFar: UInt64?

  /// Begins a read, if none is in progress.
  ///
  /// - Parameter body: if a read is already in progress, called when it has ended.
  /// - Returns: whether a read was begun.
  mutating func begin(orWait body: @escaping () -> Void) -> Bool {
    guard waiting == nil else {
      waiting?.append(body)
      return false
    }
    waiting = []
    return true
  }

  /// Ends a read, and returns the callbacks that waited for it.
  mutating func end() -> [() -> Void] {
    defer { waiting = nil }
    return waiting ?? []
  }

  mutating func record(tooFar version: UInt64) { tooFar = max(version, tooFar ?? version) }
}
