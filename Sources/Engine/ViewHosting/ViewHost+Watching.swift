import ArrangeModel
package import Changes

/// Watching views.
extension ViewHost {
  /// Notifies a listener of news of a view from now on.
  ///
  /// - Parameter reply: gets an error if the view can't be made; then the listener is not notified.
  package func subscribe(
    _ listener: any SubscriptionListener,
    to reference: ViewReference,
    for caller: Caller = .server,
    reply: @escaping Reply<Void>
  ) {
    shard.executor.check()
    drainMailbox()
    withView(reference.definition, offset: reference.offset, for: caller) { [self] result in
      // A stored view may have been deleted meanwhile, which will not be reported again.
      if let name = reference.name, isDeleted(view: name) { return reply(.failure(.deletedView(name))) }
      reply(
        result.map { view in
          view.feed.listeners.add(listener)
          self.watchers[ObjectIdentifier(listener)] = .init(listener, to: reference, view)
        }
        .mapError { $0.redacted(for: reference) }
      )
    }
  }

  private func isDeleted(view name: Identifier) -> Bool { shard.catalog.entry(name)?.descriptor.view == nil }

  /// Ends what ``subscribe(_:to:reply:)`` began.
  package func unsubscribe(_ listener: any SubscriptionListener) {
    shard.executor.check()
    guard let watcher = self.watchers.removeValue(forKey: ObjectIdentifier(listener)) else { return }
    watcher.view.feed.listeners.remove(listener)
    watcher.view.lastUsed = shard.clock.monotonicNanoseconds()
  }

  /// Notifies the subscribers of a stored view that it was redefined or deleted.
  func notifyOfDefinition(of name: Identifier) {
    shard.executor.check()
    let isDeleted = isDeleted(view: name)
    for watcher in self.watchers.values where watcher.name == name {
      guard isDeleted else {
        watcher.listener.notifyOfNewCommits()
        continue
      }
      unsubscribe(watcher.listener)
      watcher.listener.recordEnd(.deletedView(name))
    }
  }

  /// Makes the next message for a subscriber of a view, which must have subscribed, like the function of ``Shard`` for
  /// subscribers of collections.
  package func nextMessage(
    to listener: any SubscriptionListener,
    for request: SubscribeRequest,
    at cursor: SubscriptionCursor,
    sendsProgress: Bool,
    largestBytes: Int,
    encode: @escaping MessageEncoder,
    for caller: Caller = .server,
    reply: @escaping Reply<SubscriptionAnswer>
  ) {
    shard.executor.check()
    guard let watcher = self.watchers[ObjectIdentifier(listener)] else {
      return reply(.failure(.viewGone))
    }
    guard request.options.profile != .tree else {
      return reply(.failure(.noOutline(watcher.name ?? request.collection)))
    }
    drainMailbox()
    // Events may have ended the view.
    guard self.watchers[ObjectIdentifier(listener)] === watcher else { return }
    let answer: (LiveView) -> Void = { [self] view in
      view.lastUsed = shard.clock.monotonicNanoseconds()
      view.feed.listeners.commitTimes.settle(at: view.version)
      let maker = MessageMaker(
        watched: WatchedView(view: view),
        request: request,
        largestBytes: min(largestBytes, request.options.largestBatchBytes ?? .max),
        maximumBytes: largestBytes,
        clock: shard.clock,
        encode: encode
      )
      answerNext(maker, view, cursor, sendsProgress: sendsProgress, for: caller, reply: reply)
    }
    let answerFollowed: (LiveView) -> Void = { [self] view in
      whenFollowed(view, for: caller) { [self] result in
        guard self.watchers[ObjectIdentifier(listener)] === watcher else { return }
        switch result {
        case .failure(let error): reply(.failure(error.redacted(for: watcher.reference)))
        case .success(let view): answer(view)
        }
      }
    }
    guard let name = watcher.name else { return answerFollowed(watcher.view) }
    guard let stored = shard.catalog.entry(name)?.descriptor.view else {
      return reply(.failure(.deletedView(name)))
    }
    let isSameView = stored.text == watcher.reference.storedText
    if isSameView, stored.definer == watcher.reference.definer { return answerFollowed(watcher.view) }
    let reference = ViewReference(name, stored, reader: watcher.reference.reader)
    if let error = listener.refusal(of: reference.rights) { return reply(.failure(error)) }
    guard !isSameView else {
      watcher.reference = reference
      return answerFollowed(watcher.view)
    }
    guard directory?.home(of: reference.definition) === self else {
      return reply(
        .failure(ArrangeError(.unavailable, "the view \"\(name)\" has another definition; subscribe again"))
      )
    }
    withView(reference.definition, offset: reference.offset, for: caller) { [self] result in
      guard self.watchers[ObjectIdentifier(listener)] === watcher else { return }
      switch result {
      case .failure(let error): reply(.failure(error.redacted(for: reference)))
      case .success(let view):
        watcher.view.feed.listeners.remove(listener)
        watcher.view.lastUsed = shard.clock.monotonicNanoseconds()
        watcher.view = view
        watcher.reference = reference
        view.feed.listeners.add(listener)
        answer(view)
      }
    }
  }

  private func answerNext(
    _ maker: MessageMaker<WatchedView>,
    _ view: LiveView,
    _ cursor: SubscriptionCursor,
    sendsProgress: Bool,
    for caller: Caller,
    reply: @escaping Reply<SubscriptionAnswer>
  ) {
    func begin(_ reason: SnapshotReason, after version: UInt64) {
      view.raise(above: version)
      reply(maker.answer(SubscriptionCursor(.start(reason)), sendsProgress: sendsProgress))
    }
    switch cursor.place {
    case .start: reply(maker.answer(cursor, sendsProgress: sendsProgress))
    case .resuming: begin(.viewChanged, after: 0)
    case .resumingOpaque(let token):
      guard view.isOpaque else { return begin(.viewChanged, after: token.version) }
      guard view.feed.log.step(at: token.version)?.token == token else {
        return begin(.historyTrimmed, after: 0)
      }
      let cursor = SubscriptionCursor(epoch: view.number, .at(version: token.version), viewToken: token.bytes)
      reply(maker.answer(cursor, sendsProgress: sendsProgress))
    // An opaque view reveals nothing about another view to a reader that claims to have seen it.
    case .resumingView where view.isOpaque: begin(.viewChanged, after: 0)
    case .resumingView(let token):
      resume(token, maker, view, sendsProgress: sendsProgress, for: caller, reply: reply)
    case .at, .snapshot:
      if cursor.epoch == view.number {
        return reply(maker.answer(maker.validCursor(cursor), sendsProgress: sendsProgress))
      }
      // The cursor is at a version of the view before it was redefined.
      guard case .at(let version) = cursor.place, let old = self.view(number: cursor.epoch) else {
        return begin(.viewChanged, after: cursor.sentVersion)
      }
      reply(change(maker, from: old, at: version, sentVersion: version, to: view))
    }
  }

  /// Makes the message that leads a subscriber from a version of one view to another view.
  ///
  /// - Parameter sentVersion: the last version sent to the subscriber.
  private func change(
    _ maker: MessageMaker<WatchedView>,
    from old: LiveView,
    at version: UInt64,
    sentVersion: UInt64,
    to view: LiveView
  ) -> Result<SubscriptionAnswer, ArrangeError> {
    guard old.followsAtOnce else {
      view.raise(above: sentVersion)
      return maker.answer(SubscriptionCursor(.start(.viewChanged)), sendsProgress: true)
    }
    (viewsOfRows[old.rowsIdentity] ?? ViewsOfRows()).follow(old)
    recordSize(of: old)
    guard old.covers(version), old.list.itemCount <= ViewBudget.maximumRewoundRows else {
      view.raise(above: sentVersion)
      return maker.answer(SubscriptionCursor(.start(.viewChanged)), sendsProgress: true)
    }
    let token = WatchedView(view: old).resumeToken(at: version)
    return change(
      maker,
      from: old.list(at: version, from: old.list),
      token,
      sentVersion: sentVersion,
      to: view
    )
  }

  /// Makes the message that leads a subscriber from the list of another view to a view.
  ///
  /// - Parameters:
  ///   - token: the token of the subscriber of that list.
  ///   - sentVersion: the last version sent to the subscriber.
  func change(
    _ maker: MessageMaker<WatchedView>,
    from list: @autoclosure () -> ViewList,
    _ token: [UInt8],
    sentVersion: UInt64,
    to view: LiveView
  ) -> Result<SubscriptionAnswer, ArrangeError> {
    view.raise(above: sentVersion)
    guard sentVersion < view.version, view.list.itemCount <= ViewBudget.maximumRewoundRows else {
      return maker.answer(SubscriptionCursor(.start(.viewChanged)), sendsProgress: true)
    }
    // Its commits are not those of the new view.
    let answer = maker.changes(
      from: token,
      at: sentVersion,
      notes: CommitNotes(),
      tooManyChanges: .viewChanged
    ) {
      let now = view.list
      let list = list().numbered(as: now)
      return (list, ViewList.everything(in: list, now))
    }
    return .success(answer)
  }
}

extension ArrangeError {
  fileprivate static func deletedView(_ name: Identifier) -> ArrangeError {
    ArrangeError(.notFound, "the view \"\(name)\" was deleted", field: "collection")
  }
}
