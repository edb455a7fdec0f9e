import ArrangeModel
import Changes

/// A list that somebody watches, with its history as far as it is kept: what ``MessageMaker`` makes messages of.
protocol WatchedList: Sendable {
  associatedtype List: ServedList
  associatedtype Log: Sendable

  var feed: ChangeFeed<List, Log> { get }
  /// What subscribers are told as the id of the history.
  var epoch: UInt64 { get }
  /// What a cursor has that is of this history.
  var cursorEpoch: UInt64 { get }
  var newestVersion: UInt64 { get }
  /// Whether the subscriber gets order keys.
  var hasKeys: Bool { get }

  func newestList() -> List
  /// Whether the list at a version can be found.
  func covers(_ version: UInt64) -> Bool
  /// The list at a version that is covered. O(edits since then · log n).
  func list(at version: UInt64, from newer: List) -> List
  /// Whether nobody edited anything since a version that is covered.
  func isUnchanged(since version: UInt64) -> Bool
  /// Makes the batch that takes a version that is covered to the newest list, as the log alone tells.
  func derive(
    from version: UInt64,
    to newest: List,
    profile: ChangeBatch.Profile,
    threshold: Int
  ) -> Derivation
  /// How many commits a batch from a version to the newest one counts as.
  func commitCount(from version: UInt64) -> UInt64
  /// What is wanted of the commits on the way from one version to a later one.
  func notes(_ wanted: CommitNotes.Wanted, after version: UInt64, through last: UInt64) -> CommitNotes
  /// Who made a version, which is the newest or covered. A view names that in its tokens, source by source.
  func incarnation(of version: UInt64) -> UInt64
  /// With what a subscriber goes on who has the list at a version, which is the newest or covered.
  func resumeToken(at version: UInt64) -> [UInt8]
  /// Whether the subscriber is not told what was touched and is where it was.
  var hidesTouched: Bool { get }
  /// Whether it is a view, whose tokens do not follow from a history and a version.
  static var isView: Bool { get }
}

extension WatchedList {
  /// Rows of views have none.
  var hasKeys: Bool { false }

  var hidesTouched: Bool { false }

  func commitCount(from version: UInt64) -> UInt64 { newestVersion - version }
}
