import ArrangeModel
import Changes
import Ordering

/// Makes the next message of one subscriber.
struct MessageMaker {
  /// A batch of fewer bytes is never worth a look at how large a snapshot would be.
  private static let smallBatch = 4_096
  /// The most items of a page of a snapshot.
  private static let pageItems = 5_000
  /// The most bytes of ids and fields of a page of a snapshot.
  private static let pageBytes = 512 * 1024
  /// What the bytes of a page may become more than its ids and fields.
  private static let pageOverhead = 2

  let hosted: HostedCollection
  let feed: ChangeFeed
  let options: SubscribeRequest.Options
  /// The most bytes of a batch, and of a page of more than one element.
  let largestBytes: Int
  /// The most bytes of any message.
  let mostBytes: Int
  let encode: MessageEncoder

  enum Judgement {
    case known(SubscriptionCursor)
    /// The commits after a version are not in the log.
    case missing(after: UInt64)
  }

  private var epoch: UInt64 { hosted.descriptor.epoch }

  /// Finds out whether what a cursor says can be gone on with, and with what otherwise.
  func judge(_ cursor: SubscriptionCursor) -> Judgement {
    let newest = hosted.durable.version
    switch cursor.place {
    case .start: return .known(cursor)
    case .resuming(let tokenEpoch, let version):
      guard tokenEpoch == epoch else { return .known(SubscriptionCursor(.start(.epochChanged))) }
      // A version that has not been yet is one of a history that was lost.
      guard version <= newest else { return .known(SubscriptionCursor(.start(.historyTrimmed))) }
      guard version < newest, !feed.log.covers(version) else {
        return .known(SubscriptionCursor(epoch: epoch, .at(version: version)))
      }
      return .missing(after: version)
    case .at, .snapshot:
      // The collection may have been deleted and made anew since the subscriber was told something.
      guard cursor.epoch == epoch else { return .known(SubscriptionCursor(.start(.epochChanged))) }
      return .known(judgeKept(cursor, newest))
    }
  }

  /// Whether what a subscriber of this history is to get next can still be made, and what it gets otherwise.
  private func judgeKept(_ cursor: SubscriptionCursor, _ newest: UInt64) -> SubscriptionCursor {
    switch cursor.place {
    case .start, .resuming: return cursor
    case .at(let version):
      // The log has let go what the subscriber has not seen.
      let isKept = version == newest || feed.log.covers(version)
      return isKept ? cursor : SubscriptionCursor(.start(.historyTrimmed))
    case .snapshot(let version, let reason, _, _):
      let isKept =
        version == newest || feed.heldList(at: version, needsKeys: options.sendsKeys) != nil
        || !options.sendsKeys && feed.log.covers(version)
      return isKept ? cursor : SubscriptionCursor(.start(reason))
    }
  }

  func answer(
    _ cursor: SubscriptionCursor,
    tellsProgress: Bool
  ) -> Result<SubscriptionAnswer, ArrangeError> {
    switch cursor.place {
    case .resuming: preconditionFailure("it was judged")
    case .start(let reason): return snapshot(reason)
    case .snapshot(let version, let reason, let page, let number):
      if let held = feed.heldList(at: version, needsKeys: options.sendsKeys) {
        return self.page(number, of: held.state, reason, from: page, hasKeys: held.hasKeys)
      }
      let newest = hosted.readDurable()
      let state = feed.list(at: version, from: newest)
      return self.page(number, of: state, reason, from: page, hasKeys: version == newest.version)
    case .at(let version): return .success(changes(since: version, tellsProgress: tellsProgress))
    }
  }

  // MARK: Batches

  private func changes(since version: UInt64, tellsProgress: Bool) -> SubscriptionAnswer {
    let newest = hosted.durable.version
    let next = SubscriptionCursor(epoch: epoch, .at(version: newest))
    var prepared = PreparedChanges.nothing
    if version < newest {
      let state = hosted.readDurable()
      let key = ChangeFeed.BatchKey(
        from: version,
        profile: options.profile,
        threshold: options.reloadThreshold,
        largestBytes: largestBytes,
        hasKeys: options.sendsKeys
      )
      prepared = feed.changes(key, to: state) { derive(since: version, to: state) }
    }
    let own =
      version < newest
      ? feed.log.requestIDs(after: version, through: newest, prefix: options.ownRequestPrefix) : []
    // Each has a tag and a length.
    if own.reduce(0, { $0 + $1.bytes.count + 2 }) > SubscribeRequest.mostRequestIDBytes {
      prepared = .snapshot(.tooLarge)
    }
    switch prepared {
    case .batch(let bytes):
      return .message(bytes, ownRequestIDs: own, showsChanges: true, next)
    case .nothing:
      // Ids are told once: with the message that passes over their commits.
      guard tellsProgress || !own.isEmpty else { return .upToDate(next) }
      return .message(encode(message(newest, .progress)), ownRequestIDs: own, showsChanges: false, next)
    case .snapshot(let reason):
      // It can be made of every list.
      return (try? snapshot(reason).get()) ?? .upToDate(SubscriptionCursor(.start(reason)))
    }
  }

  private func derive(since version: UInt64, to state: CollectionState) -> PreparedChanges {
    let derivation = ChangeBatch.derive(
      from: list(feed.list(at: version, from: state)),
      to: list(state),
      touched: feed.log.touched(after: version, through: state.version),
      profile: options.profile,
      threshold: options.reloadThreshold
    )
    feed.noteNewest(state)
    switch derivation {
    case .tooManyChanges: return .snapshot(.tooManyChanges)
    case .unexplained:
      assertionFailure("the log does not explain the changes from \(version) to \(state.version)")
      return .snapshot(.historyTrimmed)
    case .batch(let batch):
      guard !batch.isEmpty else { return .nothing }
      let commits = state.version - version
      let bytes = encode(message(state.version, .batch(batch, from: version, commits: commits)))
      if bytes.count > largestBytes || isLargerThanSnapshot(bytes.count, batch) {
        return .snapshot(.tooLarge)
      }
      return .batch(bytes)
    }
  }

  /// Whether a batch takes more bytes than a snapshot. Only where there are fewer elements than changes can that be.
  private func isLargerThanSnapshot(_ bytes: Int, _ batch: ChangeBatch) -> Bool {
    guard bytes > MessageMaker.smallBatch, batch.after.items + batch.after.sections < batch.count else {
      return false
    }
    guard case .success(.message(let page, _, _, let next)) = snapshot(.tooLarge), !next.isInSnapshot else {
      return false
    }
    return page.count < bytes
  }

  private func list(_ state: CollectionState) -> ListAtVersion {
    ListAtVersion(state: state, hasKeys: options.sendsKeys)
  }

  private func message(_ version: UInt64, _ content: SubscriptionMessage.Content) -> SubscriptionMessage {
    SubscriptionMessage(
      version: version,
      epoch: epoch,
      resumeToken: ResumeToken(epoch: epoch, version: version).bytes,
      content: content
    )
  }

  // MARK: Snapshots

  private func snapshot(_ reason: SnapshotReason) -> Result<SubscriptionAnswer, ArrangeError> {
    page(0, of: hosted.readDurable(), reason, from: PageCursor(section: 0, item: -1, end: nil))
  }

  private func page(
    _ number: Int,
    of state: CollectionState,
    _ reason: SnapshotReason,
    from start: PageCursor,
    hasKeys: Bool = true
  ) -> Result<SubscriptionAnswer, ArrangeError> {
    let key = ChangeFeed.PageKey(
      version: state.version,
      reason: reason,
      start: start,
      number: number,
      largestBytes: largestBytes,
      mostBytes: mostBytes,
      hasKeys: options.sendsKeys
    )
    let page: ChangeFeed.PreparedPage
    if let made = feed.page(key) {
      page = made
    } else {
      do throws(ArrangeError) { page = try makePage(key, of: state) } catch { return .failure(error) }
      feed.keep(page, key)
    }
    let place: SubscriptionCursor.Place
    if let next = page.next {
      feed.hold(state, hasKeys: hasKeys)
      place = .snapshot(version: state.version, reason, next, page: number + 1)
    } else {
      if hasKeys { feed.noteNewest(state) }
      place = .at(version: state.version)
    }
    let cursor = SubscriptionCursor(epoch: epoch, place)
    return .success(.message(page.bytes, ownRequestIDs: [], showsChanges: true, cursor))
  }

  private func makePage(
    _ key: ChangeFeed.PageKey,
    of state: CollectionState
  ) throws(ArrangeError) -> ChangeFeed.PreparedPage {
    var items = MessageMaker.pageItems
    var bytes = min(MessageMaker.pageBytes, largestBytes / MessageMaker.pageOverhead)
    while true {
      let reader = PageReader(state: state, pageSize: items, byteLimit: bytes)
      let (slices, next) = reader.read(from: key.start)
      let page = SnapshotPage(
        reason: key.reason,
        page: key.number,
        isLast: next == nil,
        size: ListSize(sections: state.sectionCount, items: state.itemCount),
        sections: slices.map { SnapshotPage.Run($0, hasKeys: options.sendsKeys) }
      )
      var message = message(state.version, .snapshot(page))
      if next != nil { message.resumeToken = nil }
      let encoded = encode(message)
      if encoded.count <= (items > 1 ? largestBytes : mostBytes) {
        return ChangeFeed.PreparedPage(bytes: encoded, next: next)
      }
      guard items > 1 else {
        throw ArrangeError(
          .resourceExhausted,
          "an element takes \(encoded.count) bytes, more than the largest message of \(mostBytes)"
        )
      }
      // Ids and fields of few bytes take more in a message.
      items = max(1, min(items, slices.reduce(0) { $0 + max(1, $1.items.count) }) / 2)
      bytes = max(1, bytes / 2)
    }
  }
}

extension SnapshotPage.Run {
  fileprivate init(_ slice: SectionSlice, hasKeys: Bool) {
    self.init(index: slice.index, section: slice.section, firstItem: slice.firstItem, items: slice.items)
    guard !hasKeys else { return }
    section.key = .empty
    for index in items.indices { items[index].key = .empty }
  }
}
