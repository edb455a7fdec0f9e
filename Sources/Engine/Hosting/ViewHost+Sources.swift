import ArrangeModel
import Changes

/// Supplies the views of a shard with the commits of their collections.
extension ViewHost {
  /// Calls a closure with a collection as views see it.
  private func withSource(
    _ name: Identifier,
    _ body: @escaping (Result<ViewSource, ArrangeError>) -> Void
  ) {
    if let source = self.sources[name] { return body(.success(source)) }
    if self.opening[name] != nil {
      self.opening[name]!.append(body)
      return
    }
    self.opening[name] = [body]
    guard let directory = shard.directory else { return finishOpening(name, .failure(.stopped)) }
    let owner = directory.shard(for: name)
    let home = shard.index
    let finish: Reply<SourceStart> = { [self] result in
      shard.executor.execute { self.finishOpening(name, result) }
    }
    if owner === shard {
      shard.attach(home: home, to: name, reply: finish)
    } else {
      owner.executor.execute { owner.attach(home: home, to: name, reply: finish) }
    }
  }

  private func finishOpening(_ name: Identifier, _ result: Result<SourceStart, ArrangeError>) {
    let waiting = self.opening.removeValue(forKey: name) ?? []
    let source = result.flatMap { readSource(ViewSource(name: name, $0)) }
    if case .success(let source) = source { self.sources[name] = source }
    if self.opening.isEmpty { self.early = [] }
    for body in waiting { body(source) }
    releaseSource(name)
  }

  /// Applies the letters that arrived for a collection while it was read: it may have been deleted.
  private func readSource(_ source: ViewSource) -> Result<ViewSource, ArrangeError> {
    let early = self.early.filter { $0.collection == source.key }
    self.early.removeAll { $0.collection == source.key }
    for event in early {
      switch event {
      case .step(let step): _ = source.take(step)
      case .ended(_, let error): return .failure(error)
      }
    }
    return .success(source)
  }

  /// Drops a collection that no view uses.
  func releaseSource(_ name: Identifier) {
    guard let source = self.sources[name], source.viewCount == 0 else { return }
    self.sources[name] = nil
    guard let owner = shard.directory?.shard(for: name) else { return }
    let (home, key) = (shard.index, source.key)
    if owner === shard {
      shard.detach(home: home, from: name, key)
    } else {
      owner.executor.execute { owner.detach(home: home, from: name, key) }
    }
  }

  /// Calls a closure with collections as views see them.
  func withSources(
    _ names: [Identifier],
    _ body: @escaping (Result<[ViewSource], ArrangeError>) -> Void
  ) {
    guard let name = names.first else { return body(.success([])) }
    withSource(name) { [self] first in
      guard case .success(let first) = first else { return body(first.map { [$0] }) }
      // It must not be dropped while the others are read.
      first.viewCount += 1
      withSources(Array(names.dropFirst())) { [self] rest in
        first.viewCount -= 1
        body(rest.map { [first] + $0 })
        releaseSource(name)
      }
    }
  }

  /// Applies everything that has become durable in the collections of views, all as of one moment.
  func drainMailbox() {
    shard.executor.check()
    guard let publisher = shard.storage.publisher else { return }
    var changed: Set<ObjectIdentifier> = []
    let (events, time) = publisher.take(shard.index)
    for event in events {
      guard let source = self.source(event.collection) else {
        if !self.opening.isEmpty { self.early.append(event) }
        continue
      }
      switch event {
      case .step(let step):
        if source.take(step) { changed.insert(ObjectIdentifier(source)) }
      case .ended(_, let error):
        for view in self.views.values where view.sources.contains(where: { $0 === source }) {
          end(view, error)
        }
        self.sources[source.name] = nil
      }
    }
    guard !changed.isEmpty else { return }
    for view in self.views.values
    where view.sources.contains(where: { changed.contains(ObjectIdentifier($0)) }) {
      view.feed.listeners.noteNewCommits(at: time, on: shard.executor)
    }
  }

  func end(_ view: LiveView, _ error: ArrangeError) {
    shard.executor.check()
    for (id, watcher) in self.watchers where watcher.view === view { self.watchers[id] = nil }
    view.feed.listeners.end(view.isOpaque ? error.hidingSources : error)
    forget(view)
  }

  /// Closes a view.
  func forget(_ view: LiveView) {
    guard self.views[view.text] === view else { return }
    self.views[view.text] = nil
    viewsOfRows[view.rowsIdentity]?.remove(view)
    if viewsOfRows[view.rowsIdentity]?.isEmpty == true { viewsOfRows[view.rowsIdentity] = nil }
    view.feed.messages.dropPrepared()
    shard.directory?.add(viewRows: -(view.countedSize ?? 0))
    view.countedSize = nil
    shard.discard(view, items: view.size)
    for source in view.sources {
      source.viewCount -= 1
      releaseSource(source.name)
    }
  }

  /// Closes views that were not used for a while.
  func evictIdleViews(now: UInt64) {
    shard.executor.check()
    for view in self.views.values {
      view.heldReads.evict(idleFor: shard.options.heldReadSeconds * 1_000_000_000, now: now)
      view.feed.evict(idleFor: shard.options.heldReadSeconds * 1_000_000_000, now: now)
      let idle = now &- view.lastUsed
      guard idle >= shard.options.heldReadSeconds * 1_000_000_000 else { continue }
      if view.feed.listeners.isEmpty, view.heldReads.isEmpty { forget(view) }
    }
  }
}
