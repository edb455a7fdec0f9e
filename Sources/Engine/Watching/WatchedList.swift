import ArrangeModel
import Changes

/// A watched list with its retained history, from which ``MessageMaker`` makes messages.
protocol WatchedList: Sendable {
  associatedtype List: ServedList
  associatedtype Log: Sendable

  var feed: ChangeFeed<List, Log> { get }
  /// The id of the history as sent to subscribers.
  var epoch: UInt64 { get }
  /// The epoch in cursors of this history.
  var cursorEpoch: UInt64 { get }
  var newestVersion: UInt64 { get }
  /// Whether the subscriber gets order keys.
  var hasKeys: Bool { get }

  func newestList() -> List
  /// Whether the list at a version can be reconstructed.
  func covers(_ version: UInt64) -> Bool
  /// The list at a covered version. O(edits since then · log n).
  func list(at version: UInt64, from newer: List) -> List
  /// Whether there are no edits since a covered version.
  func isUnchanged(since version: UInt64) -> Bool
  /// Derives the batch from a covered version to the newest list, from the log alone.
  func derive(
    from version: UInt64,
    to newest: List,
    profile: ChangeBatch.Profile,
    threshold: Int
  ) -> Derivation
  /// The number of commits that a batch from a version to the newest one counts as.
  func commitCount(from version: UInt64) -> UInt64
  /// The requested information about the commits between one version and a later one.
  func notes(_ wanted: CommitNotes.Wanted, after version: UInt64, through last: UInt64) -> CommitNotes
  /// The era of a version, which is the newest or covered; nil if it is not known. Tokens of views have those of each source
  /// instead.
  func era(of version: UInt64) -> Lineage.Era?
  /// The resume token for the list at a version, which is the newest or covered.
  func resumeToken(at version: UInt64) -> [UInt8]
  /// Where the window of a list is; nil without one.
  func window(of list: List) -> WindowPlace?
  /// Whether elements that were touched but kept their positions are hidden from the subscriber.
  var hidesTouched: Bool { get }
  /// Whether it is a view, whose tokens do not follow from a history and a version.
  static var isView: Bool { get }

  /// Whether it is an outline, of which ``deriveTree(from:to:threshold:)`` derives the batches.
  static var isOutline: Bool { get }
  /// Whether messages are the same for all subscribers with the same options.
  var sharesMessages: Bool { get }
  /// Derives the batch of an outline from a covered version to the newest list, from the log alone.
  func deriveTree(from version: UInt64, to newest: List, threshold: Int) -> TreeDerivation
  /// Makes a page of a snapshot.
  func page(
    _ key: SnapshotPageKey,
    of list: List,
    token: [UInt8],
    by maker: PageMaker
  ) throws(ArrangeError) -> PreparedPage
}

/// What only an outline has.
extension WatchedList {
  static var isOutline: Bool { false }

  var sharesMessages: Bool { true }

  func deriveTree(from version: UInt64, to newest: List, threshold: Int) -> TreeDerivation { .unexplained }

  func page(
    _ key: SnapshotPageKey,
    of list: List,
    token: [UInt8],
    by maker: PageMaker
  ) throws(ArrangeError) -> PreparedPage {
    try maker.page(
      key.number,
      of: list,
      key.reason,
      from: key.start,
      token: token,
      window: window(of: list)
    )
  }
}

extension WatchedList {
  /// Rows of views have no keys.
  var hasKeys: Bool { false }

  var hidesTouched: Bool { false }

  func window(of list: List) -> WindowPlace? { nil }

  func commitCount(from version: UInt64) -> UInt64 { newestVersion - version }
}
