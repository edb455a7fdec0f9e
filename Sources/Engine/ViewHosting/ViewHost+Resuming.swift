import ArrangeModel
import Changes

/// Resuming from a state of a view that a subscriber has.
extension ViewHost {
  /// A version of a view in the past.
  private enum PastView: Sendable {
    case list(ViewList)
    /// It belongs to another history.
    case foreign(SnapshotReason)

    var reason: SnapshotReason? { if case .foreign(let reason) = self { reason } else { nil } }
  }

  /// Calls a closure with the state of a token, if a shard still keeps its view: this one or another, since
  /// views are hosted with their first collections.
  private func withPast(
    _ token: ViewToken,
    for caller: Caller,
    _ body: @escaping @Sendable (PastView?) -> Void
  ) {
    past(of: token, for: caller) { [self] past in
      if let past { return body(past) }
      ask(directory.map { $0.hosts.filter { $0 !== self } } ?? [], token, for: caller, body)
    }
  }

  private func ask(
    _ hosts: [ViewHost],
    _ token: ViewToken,
    for caller: Caller,
    _ body: @escaping @Sendable (PastView?) -> Void
  ) {
    guard let host = hosts.last else { return body(nil) }
    host.shard.executor.execute { [self] in
      host.drainMailbox()
      host.past(of: token, for: caller) { [self] past in
        shard.executor.execute {
          if let past { return body(past) }
          self.ask(hosts.dropLast(), token, for: caller, body)
        }
      }
    }
  }

  /// Calls a closure with the state of a token, if this shard keeps the view, which follows its collections
  /// first.
  private func past(
    of token: ViewToken,
    for caller: Caller,
    _ body: @escaping @Sendable (PastView?) -> Void
  ) {
    guard let old = self.view(token.view), !old.isOpaque, let version = old.version(of: token) else {
      return body(nil)
    }
    if let reason = token.reason(over: old.sources) { return body(.foreign(reason)) }
    old.lastUsed = shard.clock.monotonicNanoseconds()
    // A view that would be evaluated anew has no older versions.
    guard old.isUpToDate || old.canFollow else { return body(nil) }
    whenFollowed(old, for: caller) { followed in
      guard case .success(let now) = followed, now === old, now.covers(version),
        now.list.itemCount <= ViewBudget.maximumRewoundRows
      else { return body(nil) }
      body(.list(now.list(at: version, from: now.list)))
    }
  }

  /// Resumes from a token.
  func resume(
    _ token: ViewToken,
    _ maker: MessageMaker<WatchedView>,
    _ view: LiveView,
    sendsProgress: Bool,
    for caller: Caller,
    reply: @escaping Reply<SubscriptionAnswer>
  ) {
    @Sendable func begin(_ reason: SnapshotReason) {
      view.raise(above: token.version)
      // Commits may have been read meanwhile.
      whenFollowed(view, for: caller) { followed in
        guard case .success(let now) = followed, now === view else { return reply(.failure(.viewGone)) }
        reply(maker.answer(SubscriptionCursor(.start(reason)), sendsProgress: sendsProgress))
      }
    }
    let versions = token.sources.map(\.version)
    let sentVersion = token.version
    guard token.view == view.identity else {
      withPast(token, for: caller) { [self] past in
        guard let past else { return begin(.viewChanged) }
        guard case .list(let list) = past else { return begin(past.reason ?? .viewChanged) }
        whenFollowed(view, for: caller) { [self] result in
          guard case .success(let now) = result, now === view else { return reply(.failure(.viewGone)) }
          reply(change(maker, from: list, token.bytes, sentVersion: sentVersion, to: view))
        }
      }
      return
    }
    if let reason = token.reason(over: view.sources) { return begin(reason) }
    // A forged token could raise the view's version beyond any limit.
    guard sentVersion < LiveView.maximumRaisedVersion else { return begin(.historyTrimmed) }
    view.raise(toOffset: token.offset)
    guard let window = view.formerWindow(of: token) else { return begin(.historyTrimmed) }
    if let former = window.anchored, view.resumeWindow(former) {
      view.feed.listeners.notifyOfNewCommits(on: shard.executor)
    }
    if let step = view.feed.log.step(at: sentVersion), step.sources == versions, view.covers(sentVersion),
      view.hasWindow(of: token, step)
    {
      let cursor = SubscriptionCursor(epoch: view.number, .at(version: sentVersion), viewToken: token.bytes)
      return reply(maker.answer(cursor, sendsProgress: sendsProgress))
    }
    // The window may be elsewhere now although the collections are the same.
    if window.anchored != nil { view.raise(above: sentVersion) }
    readMissed(view.sources, versions) { [self] result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let reason?): begin(reason)
      case .success(nil):
        evaluate(view, asAt: versions, for: caller) { [self] past in
          guard let past else { return begin(.historyTrimmed) }
          whenFollowed(view, for: caller) { resumeFollowed($0, from: past) }
        }
      }
    }
    @Sendable func resumeFollowed(_ result: Result<LiveView, ArrangeError>, from past: ViewPast) {
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let now):
        guard now === view else { return reply(.failure(.viewGone)) }
        // More may have been forgotten meanwhile than was read.
        guard zip(view.sources, versions).allSatisfy({ $0.log.covers($1) }),
          view.rowCounts.items <= ViewBudget.maximumRewoundRows
        else { return begin(.historyTrimmed) }
        var notes = CommitNotes()
        for (source, version) in zip(view.sources, versions) {
          source.log.add(maker.request.wantedNotes, after: version, through: source.version, to: &notes)
        }
        let answer = maker.changes(from: token.bytes, at: sentVersion, notes: notes) {
          view.changes(since: past, window: window.shown)
        }
        reply(.success(answer))
      }
    }
  }

  /// Reads the commits after the given versions that are missing in the logs of collections.
  ///
  /// - Parameter whenDone: gets nil if the logs cover the versions, and otherwise the reason for a snapshot.
  func readMissed(
    _ sources: [ViewSource],
    _ versions: [UInt64],
    whenDone: @escaping @Sendable (Result<SnapshotReason?, ArrangeError>) -> Void
  ) {
    guard let place = sources.indices.first(where: { !sources[$0].log.covers(versions[$0]) }) else {
      return whenDone(.success(nil))
    }
    shard.missedCommits.read(after: versions[place], of: sources[place].key, into: sources[place]) { result in
      guard case .success(nil) = result else { return whenDone(result) }
      self.readMissed(sources, versions, whenDone: whenDone)
    }
  }
}
