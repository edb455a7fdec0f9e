import ArrangeModel
import Changes
import Ordering

/// Makes the next message of one subscriber.
struct MessageMaker<Watched: WatchedList>: Sendable {
  /// A batch of fewer bytes is never worth a look at how large a snapshot would be.
  private static var smallBatch: Int { 4_096 }
  /// The most items of a page of a snapshot.
  private static var pageItems: Int { 5_000 }
  /// The most bytes of ids and fields of a page of a snapshot.
  private static var pageBytes: Int { 512 * 1024 }
  /// What the bytes of a page may become more than its ids and fields.
  private static var pageOverhead: Int { 2 }

  let watched: Watched
  let options: SubscribeRequest.Options
  /// The most bytes of a batch, and of a page of more than one element.
  let largestBytes: Int
  /// The most bytes of any message.
  let mostBytes: Int
  let clock: EngineClock
  let encode: MessageEncoder

  private var feed: ChangeFeed<Watched.List, Watched.Log> { watched.feed }

  /// What a subscriber of this history, who was told something, is to get next: what it asks for where that can still
  /// be made, and a snapshot otherwise.
  func judgeKept(_ cursor: SubscriptionCursor) -> SubscriptionCursor {
    let newest = watched.newestVersion
    switch cursor.place {
    case .start, .resuming, .resumingView: return cursor
    case .at(let version):
      // The log has let go what the subscriber has not seen.
      let isKept = version == newest || watched.covers(version)
      return isKept ? cursor : SubscriptionCursor(.start(.historyTrimmed))
    case .snapshot(let version, let reason, _, _):
      let isKept =
        version == newest || feed.heldList(at: version, needsKeys: options.sendsKeys) != nil
        || !options.sendsKeys && watched.covers(version)
      return isKept ? cursor : SubscriptionCursor(.start(reason))
    }
  }

  func answer(
    _ cursor: SubscriptionCursor,
    tellsProgress: Bool
  ) -> Result<SubscriptionAnswer, ArrangeError> {
    switch cursor.place {
    case .resuming, .resumingView: preconditionFailure("it was judged")
    case .start(let reason): return snapshot(reason)
    case .snapshot(let version, let reason, let page, let number):
      if let held = feed.heldList(at: version, needsKeys: options.sendsKeys) {
        let list = held.list.withKeys(options.sendsKeys)
        return self.page(number, of: list, reason, from: page, token: held.token, hasKeys: held.hasKeys)
      }
      let newest = watched.newestList()
      let list = version == newest.version ? newest : watched.list(at: version, from: newest)
      let token = watched.resumeToken(at: version)
      return self.page(number, of: list, reason, from: page, token: token, hasKeys: version == newest.version)
    case .at(let version): return .success(changes(since: version, tellsProgress: tellsProgress))
    }
  }

  // MARK: Batches

  private func changes(since version: UInt64, tellsProgress: Bool) -> SubscriptionAnswer {
    let newest = watched.newestVersion
    guard version < newest else {
      return answer(.nothing, ownRequestIDs: [], at: newest, tellsProgress: tellsProgress)
    }
    let key = BatchKey(
      from: version,
      profile: options.profile,
      threshold: options.reloadThreshold,
      largestBytes: largestBytes,
      hasKeys: options.sendsKeys
    )
    let prepared = feed.changes(key, to: newest) {
      if watched.isUnchanged(since: version) { return .nothing }
      let new = watched.newestList()
      let derivation = watched.derive(
        from: version,
        to: new,
        profile: options.profile,
        threshold: options.reloadThreshold
      )
      return prepare(derivation, from: version, to: new.version)
    }
    let own = watched.requestIDs(after: version, through: newest, prefix: options.ownRequestPrefix)
    return answer(prepared, ownRequestIDs: own, at: newest, tellsProgress: tellsProgress)
  }

  /// The answer to a subscriber who has a list that is not one of the history that is kept, such as one of another
  /// view.
  ///
  /// - Parameter touched: the elements that may differ between it and the newest list.
  func changes(
    from old: Watched.List,
    touched: [Touched<Watched.List.Element>]
  ) -> SubscriptionAnswer {
    let new = watched.newestList()
    let derivation = ChangeBatch.derive(
      from: old,
      to: new,
      touched: touched,
      profile: options.profile,
      threshold: options.reloadThreshold
    )
    let prepared = prepare(derivation, from: old.version, to: new.version)
    return answer(prepared, ownRequestIDs: [], at: new.version, tellsProgress: true)
  }

  private func answer(
    _ prepared: PreparedChanges,
    ownRequestIDs own: [RequestID],
    at newest: UInt64,
    tellsProgress: Bool
  ) -> SubscriptionAnswer {
    let next = cursor(.at(version: newest), token: watched.resumeToken(at: newest))
    var prepared = prepared
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

  private func prepare(
    _ derivation: Derivation,
    from version: UInt64,
    to newest: UInt64
  ) -> PreparedChanges {
    switch derivation {
    case .tooManyChanges: return .snapshot(.tooManyChanges)
    case .unexplained:
      assertionFailure("the log does not explain the changes from \(version) to \(newest)")
      return .snapshot(.historyTrimmed)
    case .batch(let batch):
      guard !batch.isEmpty else { return .nothing }
      let bytes = encode(message(newest, .batch(batch, from: version, commits: newest - version)))
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

  private func message(_ version: UInt64, _ content: SubscriptionMessage.Content) -> SubscriptionMessage {
    SubscriptionMessage(
      version: version,
      epoch: watched.epoch,
      resumeToken: watched.resumeToken(at: version),
      content: content
    )
  }

  // MARK: Snapshots

  private func snapshot(_ reason: SnapshotReason) -> Result<SubscriptionAnswer, ArrangeError> {
    let list = watched.newestList()
    let token = watched.resumeToken(at: list.version)
    return page(0, of: list, reason, from: PageCursor(section: 0, item: -1, end: nil), token: token)
  }

  private func page(
    _ number: Int,
    of list: Watched.List,
    _ reason: SnapshotReason,
    from start: PageCursor,
    token: [UInt8],
    hasKeys: Bool = true
  ) -> Result<SubscriptionAnswer, ArrangeError> {
    let key = SnapshotPageKey(
      version: list.version,
      reason: reason,
      start: start,
      number: number,
      largestBytes: largestBytes,
      mostBytes: mostBytes,
      hasKeys: options.sendsKeys
    )
    let now = clock.monotonicNanoseconds()
    let page: PreparedPage
    if let made = feed.page(key, now: now) {
      page = made
    } else {
      do throws(ArrangeError) { page = try makePage(key, of: list, token: token) } catch {
        return .failure(error)
      }
      feed.keep(page, key, now: now)
    }
    let place: SubscriptionCursor.Place
    if let next = page.next {
      feed.hold(list, hasKeys: hasKeys, token: token, isFirstPage: number == 0, now: now)
      place = .snapshot(version: list.version, reason, next, page: number + 1)
    } else {
      if number > 0 { feed.release(list.version) }
      place = .at(version: list.version)
    }
    let cursor = cursor(place, token: token)
    return .success(.message(page.bytes, ownRequestIDs: [], showsChanges: true, cursor))
  }

  private func cursor(
    _ place: SubscriptionCursor.Place,
    token: @autoclosure () -> [UInt8]
  ) -> SubscriptionCursor {
    SubscriptionCursor(epoch: watched.cursorEpoch, place, viewToken: Watched.isView ? token() : nil)
  }

  private func makePage(
    _ key: SnapshotPageKey,
    of list: Watched.List,
    token: [UInt8]
  ) throws(ArrangeError) -> PreparedPage {
    var items = MessageMaker.pageItems
    var bytes = min(MessageMaker.pageBytes, largestBytes / MessageMaker.pageOverhead)
    while true {
      let reader = PageReader(list: list, pageSize: items, byteLimit: bytes)
      let (slices, next) = reader.read(from: key.start)
      let page = SnapshotPage(
        reason: key.reason,
        page: key.number,
        isLast: next == nil,
        size: ListSize(sections: list.sectionCount, items: list.itemCount),
        sections: slices.map { SnapshotPage.Run($0) }
      )
      let encoded = encode(
        SubscriptionMessage(
          version: list.version,
          epoch: watched.epoch,
          resumeToken: next == nil ? token : nil,
          content: .snapshot(page)
        )
      )
      if encoded.count <= (items > 1 ? largestBytes : mostBytes) {
        return PreparedPage(bytes: encoded, next: next)
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
  fileprivate init(_ slice: SectionSlice) {
    self.init(index: slice.index, section: slice.section, firstItem: slice.firstItem, items: slice.items)
  }
}
