package import ArrangeModel
package import Changes

/// A list at one version that is read in pages and from which batches are derived.
package protocol ServedList: ListVersion, Sendable {
  var version: UInt64 { get }
  /// O(log n).
  func index(ofSection id: Identifier) -> Int?
  /// O(log n).
  func path(ofItem id: Identifier) -> ListPath?
  /// Calls a closure with the items of a range of a section in their order. O(log n + length).
  func forEachItem(ofSection section: Int, in range: Range<Int>, _ body: (ElementSnapshot) -> Void)
  /// The list with order keys or without them.
  func withKeys(_ hasKeys: Bool) -> Self
}

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
  /// The request ids with a prefix of the commits on the way from one version to a later one.
  func requestIDs(after version: UInt64, through last: UInt64, prefix: [UInt8]) -> [RequestID]
  /// With what a subscriber goes on who has the list at a version, which is the newest or covered.
  func resumeToken(at version: UInt64) -> [UInt8]
  /// Whether it is a view, whose tokens do not follow from a history and a version.
  static var isView: Bool { get }
}

extension WatchedList {
  /// Rows of views have none.
  var hasKeys: Bool { false }
}

/// A collection as it is watched.
struct WatchedCollection: WatchedList {
  let hosted: HostedCollection
  let feed: ChangeFeed<ListAtVersion, ChangeLog>
  /// Whether the subscriber gets order keys.
  let hasKeys: Bool

  var epoch: UInt64 { hosted.descriptor.epoch }
  var cursorEpoch: UInt64 { epoch }
  var newestVersion: UInt64 { hosted.durable.version }

  func newestList() -> ListAtVersion { ListAtVersion(state: hosted.readDurable(), hasKeys: hasKeys) }

  func covers(_ version: UInt64) -> Bool { feed.log.covers(version) }

  func list(at version: UInt64, from newer: ListAtVersion) -> ListAtVersion {
    var list = newer
    feed.log.takeBack(&list.state, to: version)
    return list
  }

  func isUnchanged(since version: UInt64) -> Bool {
    feed.log.hasNoEdits(after: version, through: newestVersion)
  }

  func derive(
    from version: UInt64,
    to newest: ListAtVersion,
    profile: ChangeBatch.Profile,
    threshold: Int
  ) -> Derivation {
    let pair = TracedCollection(feed.log, after: version, to: newest)
    return ChangeBatch.derive(pair, touched: pair.touched, profile: profile, threshold: threshold)
  }

  func requestIDs(after version: UInt64, through last: UInt64, prefix: [UInt8]) -> [RequestID] {
    feed.log.requestIDs(after: version, through: last, prefix: prefix)
  }

  func resumeToken(at version: UInt64) -> [UInt8] { ResumeToken(epoch: epoch, version: version).bytes }

  static var isView: Bool { false }

  /// What comes of a cursor.
  enum Judgement {
    case known(SubscriptionCursor)
    /// The commits after a version are not in the log.
    case missing(after: UInt64)
  }

  /// Finds out whether what a cursor says can be gone on with, and with what otherwise.
  ///
  /// - Parameter judgeKept: judges a cursor of this history.
  func judge(
    _ cursor: SubscriptionCursor,
    _ judgeKept: (SubscriptionCursor) -> SubscriptionCursor
  ) -> Judgement {
    switch cursor.place {
    case .start: return .known(cursor)
    case .resumingView: return .known(SubscriptionCursor(.start(.epochChanged)))
    case .resuming(let tokenEpoch, let version):
      guard tokenEpoch == epoch else { return .known(SubscriptionCursor(.start(.epochChanged))) }
      // A version that has not been yet is one of a history that was lost.
      guard version <= newestVersion else { return .known(SubscriptionCursor(.start(.historyTrimmed))) }
      guard version < newestVersion, !covers(version) else {
        return .known(SubscriptionCursor(epoch: epoch, .at(version: version)))
      }
      guard version + 1 >= hosted.oldestCommit else {
        return .known(SubscriptionCursor(.start(.historyTrimmed)))
      }
      return .missing(after: version)
    case .at, .snapshot:
      // The collection may have been deleted and made anew since the subscriber was told something.
      guard cursor.epoch == epoch else { return .known(SubscriptionCursor(.start(.epochChanged))) }
      return .known(judgeKept(cursor))
    }
  }
}
