import ArrangeModel
import Changes

/// A collection from the point of view of a subscription.
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
    feed.log.undo(&list.state, to: version)
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

  func notes(_ wanted: CommitNotes.Wanted, after version: UInt64, through last: UInt64) -> CommitNotes {
    var notes = CommitNotes()
    feed.log.add(wanted, after: version, through: last, to: &notes)
    return notes
  }

  func era(of version: UInt64) -> Lineage.Era? { hosted.lineage.era(of: version) }

  func resumeToken(at version: UInt64) -> [UInt8] {
    ResumeToken(epoch: epoch, version: version, in: era(of: version)).bytes
  }

  static var isView: Bool { false }

  /// The judgement of a cursor.
  enum CursorState {
    case known(SubscriptionCursor)
    /// The commits after a version are not in the log.
    case missing(after: UInt64)
  }

  /// Determines whether a cursor can be continued, and otherwise from where to start.
  ///
  /// - Parameter validCursor: judges a cursor of this history.
  func classify(
    _ cursor: SubscriptionCursor,
    _ validCursor: (SubscriptionCursor) -> SubscriptionCursor
  ) -> CursorState {
    switch cursor.place {
    case .start: return .known(cursor)
    case .resumingView, .resumingOpaque: return .known(SubscriptionCursor(.start(.epochChanged)))
    case .resuming(let token):
      guard token.epoch == epoch else { return .known(SubscriptionCursor(.start(.epochChanged))) }
      let version = token.version
      let descent = hosted.lineage.classify(version, in: token.era, newest: newestVersion)
      if let reason = descent.reason { return .known(SubscriptionCursor(.start(reason))) }
      guard version < newestVersion, !covers(version) else {
        return .known(
          SubscriptionCursor(epoch: epoch, .at(version: version), era: era(of: version))
        )
      }
      guard version + 1 >= hosted.retained.oldestCommit else {
        return .known(SubscriptionCursor(.start(.historyTrimmed)))
      }
      return .missing(after: version)
    case .at, .snapshot:
      // The collection may have been deleted and created again since the last message to the subscriber.
      guard cursor.epoch == epoch else { return .known(SubscriptionCursor(.start(.epochChanged))) }
      return .known(validCursor(cursor))
    }
  }
}
