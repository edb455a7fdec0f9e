import ArrangeModel
import Changes
import Ordering

/// Makes the next message of one subscriber.
struct MessageMaker<Watched: WatchedList>: Sendable {
  /// Below this size a batch is not compared with the size of a snapshot.
  private static var smallBatch: Int { 4_096 }

  let watched: Watched
  let request: SubscribeRequest
  /// The maximum size of a batch with its notes, and of a page of more than one element, in bytes.
  let largestBytes: Int
  /// The maximum number of bytes of any message.
  let maximumBytes: Int
  let clock: EngineClock
  let encode: MessageEncoder

  private var options: SubscribeRequest.Options { request.options }
  private var feed: ChangeFeed<Watched.List, Watched.Log> { watched.feed }

  /// The next step for a subscriber of this history that already got a message: the requested one if it can
  /// still be made, and a snapshot otherwise.
  func validCursor(_ cursor: SubscriptionCursor) -> SubscriptionCursor {
    let newest = watched.newestVersion
    switch cursor.place {
    case .start, .resuming, .resumingView, .resumingOpaque: return cursor
    case .at(let version):
      // The log has dropped changes that the subscriber has not seen.
      let isKept = version == newest || watched.covers(version)
      return isKept ? cursor : SubscriptionCursor(.start(.historyTrimmed))
    case .snapshot(let version, let reason, _, _):
      let isKept =
        version == newest || feed.snapshots.list(at: version, needsKeys: watched.hasKeys) != nil
        || !watched.hasKeys && watched.covers(version)
      return isKept ? cursor : SubscriptionCursor(.start(reason))
    }
  }

  func answer(
    _ cursor: SubscriptionCursor,
    sendsProgress: Bool
  ) -> Result<SubscriptionAnswer, ArrangeError> {
    switch cursor.place {
    case .resuming, .resumingView, .resumingOpaque: preconditionFailure("it was judged")
    case .start(let reason):
      // With these reasons the subscriber had a version that is not known here any more, so only the newest
      // list will do.
      let isFromAnywhere = reason != .tooManyChanges && reason != .tooLarge
      return snapshot(reason, after: isFromAnywhere ? nil : watched.newestVersion)
    case .snapshot(let version, let reason, let page, let number):
      if let held = feed.snapshots.list(at: version, needsKeys: watched.hasKeys) {
        let list = held.list.withKeys(watched.hasKeys)
        return self.page(number, of: list, reason, from: page, token: held.token, hasKeys: held.hasKeys)
      }
      let newest = watched.newestList()
      let list = version == newest.version ? newest : watched.list(at: version, from: newest)
      let token = watched.resumeToken(at: version)
      return self.page(number, of: list, reason, from: page, token: token, hasKeys: version == newest.version)
    case .at(let version): return .success(changes(since: version, sendsProgress: sendsProgress))
    }
  }

  // MARK: Batches

  private func changes(since version: UInt64, sendsProgress: Bool) -> SubscriptionAnswer {
    let newest = watched.newestVersion
    guard version < newest else {
      return answer(.nothing, CommitNotes(), from: version, at: newest, sendsProgress: sendsProgress)
    }
    let prepared =
      watched.sharesMessages
      ? feed.messages.changes(batchKey(from: version), to: newest) { newChanges(since: version) }
      : newChanges(since: version)
    let notes = watched.notes(request.wantedNotes, after: version, through: newest)
    return answer(prepared, notes, from: version, at: newest, sendsProgress: sendsProgress)
  }

  private func newChanges(since version: UInt64) -> PreparedChanges {
    // If the subscriber was sent nothing because the changes cancelled out, its cursor is unchanged, and
    // these changes are not examined again.
    let unchanged = UnchangedVersion(version: version, hasKeys: watched.hasKeys)
    let start = feed.messages.sameVersion(as: unchanged)
    if watched.isUnchanged(since: start) { return .nothing }
    let new = watched.newestList()
    let prepared: PreparedChanges
    if Watched.isOutline {
      let derivation = watched.deriveTree(from: start, to: new, threshold: options.reloadThreshold)
      prepared = prepare(derivation, from: version, to: new.version)
    } else {
      let derivation = watched.derive(
        from: start,
        to: new,
        profile: options.profile,
        threshold: options.reloadThreshold
      )
      prepared = prepare(derivation, from: version, to: new.version)
    }
    if case .nothing = prepared, watched.sharesMessages {
      feed.messages.record(unchanged, isSameAs: new.version)
    }
    return prepared
  }

  /// The answer to a subscriber whose list is not part of the retained history, such as one of another view.
  ///
  /// - Parameters:
  ///   - token: the subscriber's resume token.
  ///   - version: the version of that list.
  ///   - notes: the information about the commits since then.
  ///   - tooManyChanges: the reason for a snapshot if there are more changes than the threshold.
  ///   - makeList: returns that list, and the elements that may differ between it and the newest one. Called
  ///     once for all subscribers with the list.
  func changes(
    from token: [UInt8],
    at version: UInt64,
    notes: CommitNotes,
    tooManyChanges: SnapshotReason = .tooManyChanges,
    makeList: () -> (list: Watched.List, touched: [Touched<Watched.List.Element>])
  ) -> SubscriptionAnswer {
    let newest = watched.newestVersion
    var prepared = feed.messages.changes(PastKey(token: token, batch: batchKey(from: version)), to: newest) {
      let old = makeList()
      let derivation = ChangeBatch.derive(
        from: old.list,
        to: watched.newestList(),
        touched: old.touched,
        profile: options.profile,
        threshold: options.reloadThreshold
      )
      return prepare(derivation, from: version, to: newest)
    }
    if case .snapshot(.tooManyChanges) = prepared { prepared = .snapshot(tooManyChanges) }
    return answer(prepared, notes, from: version, at: newest, sendsProgress: true)
  }

  private func batchKey(from version: UInt64) -> BatchKey {
    BatchKey(
      from: version,
      profile: options.profile,
      threshold: options.reloadThreshold,
      largestBytes: largestBytes,
      hasKeys: watched.hasKeys
    )
  }

  private func answer(
    _ prepared: PreparedChanges,
    _ notes: CommitNotes,
    from version: UInt64,
    at newest: UInt64,
    sendsProgress: Bool
  ) -> SubscriptionAnswer {
    let next = cursor(.at(version: newest), token: watched.resumeToken(at: newest))
    var prepared = prepared
    let recordBytes = notes.largestEncoding
    if case .batch(let bytes) = prepared, bytes.count + recordBytes > largestBytes {
      prepared = .snapshot(.tooLarge)
    } else if recordBytes > SubscribeRequest.maximumNoteBytes {
      prepared = .snapshot(.tooLarge)
    }
    switch prepared {
    case .batch(let bytes):
      let facts = MessageFacts(
        commits: watched.commitCount(from: version),
        firstCommit: feed.listeners.commitTimes.time(after: version)
      )
      return .message(bytes, notes: notes, showsChanges: true, facts: facts, next)
    case .nothing:
      // Request ids are sent once: with the message that covers their commits.
      guard sendsProgress || !notes.ownRequestIDs.isEmpty else { return .upToDate(next) }
      return .message(encode(message(newest, .progress)), notes: notes, showsChanges: false, next)
    case .snapshot(let reason):
      // A snapshot can be made of every list.
      return (try? snapshot(reason, after: version).get()) ?? .upToDate(SubscriptionCursor(.start(reason)))
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
    case .batch(var batch):
      guard !batch.isEmpty || batch.hasKeys else { return .nothing }
      if watched.hidesTouched { batch.leaveOutUnmoved() }
      let content = SubscriptionMessage.Content.batch(
        batch,
        from: version,
        commits: watched.commitCount(from: version)
      )
      let named = batch.count + batch.sections.keys.count + batch.items.keys.count
      return prepare(content, naming: named, of: batch.after, at: newest)
    }
  }

  private func prepare(
    _ derivation: TreeDerivation,
    from version: UInt64,
    to newest: UInt64
  ) -> PreparedChanges {
    switch derivation {
    case .tooManyChanges: return .snapshot(.tooManyChanges)
    case .unexplained:
      assertionFailure("the log does not explain the changes from \(version) to \(newest)")
      return .snapshot(.historyTrimmed)
    case .batch(let batch):
      guard !batch.isEmpty || batch.hasKeys else { return .nothing }
      let content = SubscriptionMessage.Content.tree(
        batch,
        from: version,
        commits: watched.commitCount(from: version)
      )
      let named = batch.count + batch.sections.keys.count + batch.items.keys.count
      return prepare(content, naming: named, of: batch.after, at: newest)
    }
  }

  /// - Parameters:
  ///   - named: the number of elements that a batch names.
  ///   - size: the size of the list afterwards.
  private func prepare(
    _ content: SubscriptionMessage.Content,
    naming named: Int,
    of size: ListSize,
    at newest: UInt64
  ) -> PreparedChanges {
    let bytes = encode(message(newest, content))
    if bytes.count > largestBytes || isLargerThanSnapshot(bytes.count, naming: named, of: size) {
      return .snapshot(.tooLarge)
    }
    return .batch(bytes)
  }

  /// Whether a batch is larger than a snapshot. This is possible only if it names most of the elements; then
  /// making pages up to its size takes about as long as making the batch did.
  private func isLargerThanSnapshot(_ bytes: Int, naming named: Int, of size: ListSize) -> Bool {
    guard bytes > MessageMaker.smallBatch, size.items + size.sections <= 2 * named else { return false }
    let list = watched.newestList()
    let token = watched.resumeToken(at: list.version)
    let now = clock.monotonicNanoseconds()
    var next: PageCursor? = PageMaker.firstPage
    var (number, total) = (0, 0)
    while let start = next {
      let key = pageKey(number, of: list, .tooLarge, from: start)
      guard let page = try? preparedPage(key, of: list, token, now) else { return false }
      total += page.bytes.count
      guard total < bytes else { return false }
      next = page.next
      number += 1
    }
    return true
  }

  /// A message that leads to the newest version.
  private func message(_ version: UInt64, _ content: SubscriptionMessage.Content) -> SubscriptionMessage {
    var message = SubscriptionMessage(
      version: version,
      epoch: watched.epoch,
      resumeToken: watched.resumeToken(at: version),
      content: content
    )
    if Watched.isView { message.window = watched.window(of: watched.newestList()) }
    return message
  }

  // MARK: Snapshots

  /// Begins a snapshot.
  ///
  /// - Parameter version: the version of the subscriber; nil if it has none, or if the snapshot may be older.
  private func snapshot(
    _ reason: SnapshotReason,
    after version: UInt64?
  ) -> Result<SubscriptionAnswer, ArrangeError> {
    let start = PageMaker.firstPage
    if watched.hasKeys, let held = feed.snapshots.crowdedList(after: version),
      watched.covers(held.list.version)
    {
      let answer = page(0, of: held.list.withKeys(true), reason, from: start, token: held.token)
      // A list of one page need not be kept.
      guard case .success(.message(_, _, _, _, let next)) = answer, !next.isInSnapshot else { return answer }
    }
    let list = watched.newestList()
    return page(0, of: list, reason, from: start, token: watched.resumeToken(at: list.version))
  }

  private func page(
    _ number: Int,
    of list: Watched.List,
    _ reason: SnapshotReason,
    from start: PageCursor,
    token: [UInt8],
    hasKeys: Bool = true
  ) -> Result<SubscriptionAnswer, ArrangeError> {
    let key = pageKey(number, of: list, reason, from: start)
    let now = clock.monotonicNanoseconds()
    let page: PreparedPage
    do throws(ArrangeError) { page = try preparedPage(key, of: list, token, now) } catch {
      return .failure(error)
    }
    let place: SubscriptionCursor.Place
    if let next = page.next {
      feed.snapshots.hold(
        list,
        hasKeys: hasKeys,
        sendsKeys: watched.hasKeys,
        token: token,
        isFirstPage: number == 0,
        now: now
      )
      place = .snapshot(version: list.version, reason, next, page: number + 1)
    } else {
      if number > 0 { feed.snapshots.release(list.version) }
      place = .at(version: list.version)
    }
    let cursor = cursor(place, token: token)
    let facts = MessageFacts(reason: number == 0 ? reason : nil)
    return .success(.message(page.bytes, notes: CommitNotes(), showsChanges: true, facts: facts, cursor))
  }

  private func pageKey(
    _ number: Int,
    of list: Watched.List,
    _ reason: SnapshotReason,
    from start: PageCursor
  ) -> SnapshotPageKey {
    SnapshotPageKey(
      version: list.version,
      reason: reason,
      start: start,
      number: number,
      largestBytes: largestBytes,
      maximumBytes: maximumBytes,
      hasKeys: watched.hasKeys
    )
  }

  /// A page that was already made for another subscriber, or is made now.
  private func preparedPage(
    _ key: SnapshotPageKey,
    of list: Watched.List,
    _ token: [UInt8],
    _ now: UInt64
  ) throws(ArrangeError) -> PreparedPage {
    guard watched.sharesMessages else { return try makePage(key, of: list, token: token) }
    if let made = feed.messages.page(key, now: now) { return made }
    let page = try makePage(key, of: list, token: token)
    feed.messages.keep(page, key, now: now)
    return page
  }

  private func cursor(
    _ place: SubscriptionCursor.Place,
    token: @autoclosure () -> [UInt8]
  ) -> SubscriptionCursor {
    if Watched.isView || !watched.sharesMessages {
      return SubscriptionCursor(epoch: watched.cursorEpoch, place, viewToken: token())
    }
    guard case .at(let version) = place else { return SubscriptionCursor(epoch: watched.cursorEpoch, place) }
    return SubscriptionCursor(
      epoch: watched.cursorEpoch,
      place,
      era: watched.era(of: version)
    )
  }

  private func makePage(
    _ key: SnapshotPageKey,
    of list: Watched.List,
    token: [UInt8]
  ) throws(ArrangeError) -> PreparedPage {
    let maker = PageMaker(
      epoch: watched.epoch,
      largestBytes: largestBytes,
      maximumBytes: maximumBytes,
      encode: encode
    )
    return try watched.page(key, of: list, token: token, by: maker)
  }
}
