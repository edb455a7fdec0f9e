package import ArrangeModel
package import Changes

/// A view that somebody asks for.
package struct ViewReference: Sendable {
  /// The name of the stored view; nil for one that is given with the request.
  package var name: Identifier?
  /// With names for its parts.
  package var definition: ViewDefinition

  package init(name: Identifier?, definition: ViewDefinition) {
    self.name = name
    self.definition = definition.named()
  }
}

/// Reading and watching views that this shard evaluates.
extension Shard {
  /// Calls a closure with a view that is up to date.
  private func withView(
    _ definition: ViewDefinition,
    _ body: @escaping (Result<LiveView, ArrangeError>) -> Void
  ) {
    let text = definition.text
    let now = clock.monotonicNanoseconds()
    if let view = views.views[text] {
      view.lastUsed = now
      return body(.success(view))
    }
    let collections = LiveView.collections(of: definition)
    do throws(ArrangeError) {
      if let name = collections.first(where: { catalog.entry($0)?.descriptor.view != nil }) {
        throw .viewOfView(name, field: "view.parts.collection")
      }
      try makeRoomForView()
    } catch { return body(.failure(error)) }
    withSources(collections) { [self] result in
      do throws(ArrangeError) {
        let sources = try result.get()
        // One can have been deleted while the others were read: it may be there again, and is looked for once more.
        guard sources.allSatisfy({ views.sources[$0.name] === $0 }) else { return withView(definition, body) }
        body(.success(try open(definition, text: text, over: sources, now: now)))
      } catch {
        body(.failure(error.inView))
      }
    }
  }

  /// Evaluates a view, where nobody has done so while its collections were read.
  private func open(
    _ definition: ViewDefinition,
    text: String,
    over sources: [ViewSource],
    now: UInt64
  ) throws(ArrangeError) -> LiveView {
    if let view = views.views[text] { return view }
    // Others can have come meanwhile.
    try makeRoomForView()
    let view = LiveView(definition, text: text, number: random.next() | 1, sources: sources, now: now)
    views.views[text] = view
    noteSize(of: view)
    do throws(ArrangeError) { try makeRoomForRows(of: view) } catch {
      forget(view)
      throw error
    }
    return view
  }

  /// Brings a view up to date.
  private func follow(_ view: LiveView) {
    view.follow()
    noteSize(of: view)
  }

  // MARK: Reading

  /// Reads a page of a view.
  package func fetch(
    _ request: FetchRequest,
    from reference: ViewReference,
    reply: @escaping Reply<FetchPage>
  ) {
    takeLetters()
    withView(reference.definition) { [self] result in
      do throws(ArrangeError) {
        let view = try result.get()
        follow(view)
        reply(.success(try page(request, of: view, named: reference.name)))
      } catch {
        reply(.failure(error))
      }
    }
  }

  private func page(
    _ request: FetchRequest,
    of view: LiveView,
    named name: Identifier?
  ) throws(ArrangeError) -> FetchPage {
    let now = clock.monotonicNanoseconds()
    var list = view.list
    let start: PageCursor
    if let bytes = request.pageToken {
      let token = try FetchToken(ofPage: bytes)
      let held =
        token.version == list.version ? list : view.heldReads.list(at: token.version, now: now)
      guard token.epoch == view.number, let held else { throw .expiredRead }
      list = held
      start = token.cursor
    } else {
      start = try PageCursor(request.window, in: list)
    }
    let size = min(request.pageSize ?? FetchRequest.defaultPageSize, FetchRequest.maximumPageSize)
    let (slices, next) = PageReader(list: list, pageSize: size).read(from: start)
    if next != nil {
      view.heldReads.hold(list, at: list.version, limit: options.maximumHeldReads, now: now)
    }
    return FetchPage(
      collection: info(of: view, list, named: name),
      sections: slices,
      nextPageToken: next.map { FetchToken(epoch: view.number, version: list.version, cursor: $0).bytes }
    )
  }

  private func info(of view: LiveView, _ list: ViewList, named name: Identifier?) -> CollectionInfo {
    CollectionInfo(
      name: name ?? .empty,
      strategy: "",
      fields: Fields(),
      version: list.version,
      epoch: view.epoch,
      createdAt: name.flatMap { catalog.entry($0)?.descriptor.createdAt } ?? Timestamp(microseconds: 0),
      sectionCount: list.sectionCount,
      itemCount: list.itemCount,
      isView: true
    )
  }

  /// What there is to know about a view.
  package func info(of reference: ViewReference, reply: @escaping Reply<CollectionInfo>) {
    takeLetters()
    withView(reference.definition) { [self] result in
      reply(
        result.map { view in
          follow(view)
          return info(of: view, view.list, named: reference.name)
        }
      )
    }
  }

  // MARK: Watching

  /// Has a listener told from now on when a view has news.
  ///
  /// - Parameter reply: gets an error where the view can't be made; then the listener is not told anything.
  package func subscribe(
    _ listener: any SubscriptionListener,
    to reference: ViewReference,
    reply: @escaping Reply<Void>
  ) {
    takeLetters()
    withView(reference.definition) { [self] result in
      // A stored view can have gone meanwhile, and nobody will tell that again.
      if let name = reference.name, isDeleted(view: name) { return reply(.failure(.deletedView(name))) }
      reply(
        result.map { view in
          view.feed.add(listener)
          views.watchers[ObjectIdentifier(listener)] = .init(listener, name: reference.name, view: view)
        }
      )
    }
  }

  private func isDeleted(view name: Identifier) -> Bool { catalog.entry(name)?.descriptor.view == nil }

  /// Ends what ``subscribe(_:to:reply:)`` began.
  package func unsubscribeFromView(_ listener: any SubscriptionListener) {
    guard let watcher = views.watchers.removeValue(forKey: ObjectIdentifier(listener)) else { return }
    watcher.view.feed.remove(listener)
    watcher.view.lastUsed = clock.monotonicNanoseconds()
  }

  /// Tells the subscribers of a stored view that it has another definition, or none any more.
  func noteDefinition(of name: Identifier) {
    let isDeleted = isDeleted(view: name)
    for watcher in views.watchers.values where watcher.name == name {
      guard isDeleted else {
        watcher.listener.noteNews()
        continue
      }
      unsubscribeFromView(watcher.listener)
      watcher.listener.noteEnd(.deletedView(name))
    }
  }

  /// What a subscriber of a view is to get next. It has to have subscribed. See
  /// ``nextMessage(for:at:tellsProgress:largestBytes:encode:reply:)``.
  package func nextMessage(
    to listener: any SubscriptionListener,
    for request: SubscribeRequest,
    at cursor: SubscriptionCursor,
    tellsProgress: Bool,
    largestBytes: Int,
    encode: @escaping MessageEncoder,
    reply: @escaping Reply<SubscriptionAnswer>
  ) {
    guard let watcher = views.watchers[ObjectIdentifier(listener)] else {
      return reply(.failure(ArrangeError(.notFound, "the view is gone; subscribe again")))
    }
    takeLetters()
    // Letters can have ended the view.
    guard views.watchers[ObjectIdentifier(listener)] === watcher else { return }
    let answer: (LiveView) -> Void = { [self] view in
      view.lastUsed = clock.monotonicNanoseconds()
      follow(view)
      let maker = MessageMaker(
        watched: WatchedView(view: view),
        options: request.options,
        largestBytes: min(largestBytes, request.options.largestBatchBytes ?? .max),
        mostBytes: largestBytes,
        clock: clock,
        encode: encode
      )
      answerNext(maker, view, cursor, tellsProgress: tellsProgress, reply: reply)
    }
    guard let name = watcher.name else { return answer(watcher.view) }
    guard let stored = catalog.entry(name)?.descriptor.view else {
      return reply(.failure(.deletedView(name)))
    }
    if stored.text == watcher.view.text { return answer(watcher.view) }
    guard directory?.home(of: stored.definition) === self else {
      return reply(
        .failure(ArrangeError(.unavailable, "the view \"\(name)\" has another definition; subscribe again"))
      )
    }
    withView(stored.definition) { [self] result in
      guard views.watchers[ObjectIdentifier(listener)] === watcher else { return }
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let view):
        watcher.view.feed.remove(listener)
        watcher.view.lastUsed = clock.monotonicNanoseconds()
        watcher.view = view
        view.feed.add(listener)
        answer(view)
      }
    }
  }

  private func answerNext(
    _ maker: MessageMaker<WatchedView>,
    _ view: LiveView,
    _ cursor: SubscriptionCursor,
    tellsProgress: Bool,
    reply: @escaping Reply<SubscriptionAnswer>
  ) {
    func begin(_ reason: SnapshotReason) {
      reply(maker.answer(SubscriptionCursor(.start(reason)), tellsProgress: tellsProgress))
    }
    switch cursor.place {
    case .start: reply(maker.answer(cursor, tellsProgress: tellsProgress))
    case .resuming: begin(.viewChanged)
    case .resumingView(let token):
      resume(token, maker, view, tellsProgress: tellsProgress, reply: reply)
    case .at, .snapshot:
      if cursor.epoch == view.number {
        return reply(maker.answer(maker.judgeKept(cursor), tellsProgress: tellsProgress))
      }
      // It was at a version of the view as it was defined before.
      guard case .at(let version) = cursor.place, let old = views.view(number: cursor.epoch),
        old.covers(version)
      else { return begin(.viewChanged) }
      reply(.success(change(maker, from: old, at: version, to: view)))
    }
  }

  /// What leads a subscriber from a version of one view to another view.
  private func change(
    _ maker: MessageMaker<WatchedView>,
    from old: LiveView,
    at version: UInt64,
    to view: LiveView
  ) -> SubscriptionAnswer {
    follow(old)
    let now = view.list
    guard version <= now.version, old.covers(version) else {
      return (try? maker.answer(SubscriptionCursor(.start(.viewChanged)), tellsProgress: true).get())
        ?? .upToDate(SubscriptionCursor(.start(.viewChanged)))
    }
    let token = WatchedView(view: old).resumeToken(at: version)
    // Its commits are not those of the new view.
    return maker.changes(from: token, at: version, ownRequestIDs: []) {
      let list = old.list(at: version, from: old.list).numbered(as: now)
      return (list, ViewList.everything(in: list, now))
    }
  }

  /// Goes on from a token.
  private func resume(
    _ token: ViewToken,
    _ maker: MessageMaker<WatchedView>,
    _ view: LiveView,
    tellsProgress: Bool,
    reply: @escaping Reply<SubscriptionAnswer>
  ) {
    @Sendable func begin(_ reason: SnapshotReason) {
      reply(maker.answer(SubscriptionCursor(.start(reason)), tellsProgress: tellsProgress))
    }
    let versions = token.sources.map(\.version)
    let sum = versions.reduce(0, &+)
    guard token.view == view.identity else {
      guard let old = views.view(token.view), let step = old.feed.log.step(at: sum),
        step.sources == versions, old.covers(sum), old.sources.map(\.epoch) == token.sources.map(\.epoch)
      else { return begin(.viewChanged) }
      return reply(.success(change(maker, from: old, at: sum, to: view)))
    }
    guard view.sources.map(\.epoch) == token.sources.map(\.epoch) else { return begin(.epochChanged) }
    if let step = view.feed.log.step(at: sum), step.sources == versions, view.covers(sum) {
      let cursor = SubscriptionCursor(epoch: view.number, .at(version: sum), viewToken: token.bytes)
      return reply(maker.answer(cursor, tellsProgress: tellsProgress))
    }
    let now = view.feed.log.newest.sources
    // A version that has not been yet is one of a history that was lost.
    guard zip(versions, now).allSatisfy({ $0 <= $1 }) else { return begin(.historyTrimmed) }
    readMissed(view.sources, versions) { [self] result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let reason?): begin(reason)
      case .success(nil):
        follow(view)
        guard views.views[view.text] === view, zip(view.sources, versions).allSatisfy({ $0.log.covers($1) })
        else { return begin(.historyTrimmed) }
        let prefix = maker.options.ownRequestPrefix
        let own = zip(view.sources, versions).flatMap { source, version in
          source.log.requestIDs(after: version, through: source.version, prefix: prefix)
        }
        let answer = maker.changes(from: token.bytes, at: sum, ownRequestIDs: own) { view.past(at: versions) }
        reply(.success(answer))
      }
    }
  }

  /// Reads what is missing in the logs of collections after versions.
  ///
  /// - Parameter whenDone: gets nil where the logs cover the versions, and otherwise why there has to be a snapshot.
  private func readMissed(
    _ sources: [ViewSource],
    _ versions: [UInt64],
    whenDone: @escaping @Sendable (Result<SnapshotReason?, ArrangeError>) -> Void
  ) {
    guard let place = sources.indices.first(where: { !sources[$0].log.covers(versions[$0]) }) else {
      return whenDone(.success(nil))
    }
    readMissed(after: versions[place], of: sources[place].key, into: sources[place]) { result in
      guard case .success(nil) = result else { return whenDone(result) }
      self.readMissed(sources, versions, whenDone: whenDone)
    }
  }
}

extension ArrangeError {
  fileprivate static func deletedView(_ name: Identifier) -> ArrangeError {
    ArrangeError(.notFound, "the view \"\(name)\" was deleted", field: "collection")
  }

  /// The same error, said of a part of a view.
  fileprivate var inView: ArrangeError {
    var error = self
    if field == "collection" { error.field = "view.parts.collection" }
    return error
  }
}
