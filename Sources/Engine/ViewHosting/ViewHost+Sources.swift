import ArrangeModel
import Changes

/// Supplies the views of a shard with the commits of their collections.
extension ViewHost {
  /// Applies everything that has become durable in the collections of views, all as of one moment.
  func drainMailbox() {
    shard.executor.check()
    guard let publisher = shard.storage.publisher else { return }
    var changed: Set<ObjectIdentifier> = []
    let (events, time) = publisher.take(shard.index)
    for event in events {
      guard let source = sources.source(of: event) else { continue }
      switch event {
      case .step(let step):
        if source.take(step) { changed.insert(ObjectIdentifier(source)) }
      case .ended(_, let error):
        for view in self.views.values where view.sources.contains(where: { $0 === source }) {
          end(view, error)
        }
        sources.remove(source)
      }
    }
    guard !changed.isEmpty else { return }
    for view in self.views.values
    where view.sources.contains(where: { changed.contains(ObjectIdentifier($0)) }) {
      view.feed.listeners.notifyOfNewCommits(at: time, on: shard.executor)
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
    directory?.add(viewRows: -(view.countedSize ?? 0))
    view.countedSize = nil
    shard.work.discard(view, items: view.size)
    for source in view.sources {
      source.viewCount -= 1
      sources.release(source.name)
    }
  }

  /// Closes views that were not used for a while.
  func evictIdleViews(now: UInt64) {
    shard.executor.check()
    pastViews.evict(idleFor: shard.options.heldReadSeconds * 1_000_000_000, now: now)
    for view in self.views.values {
      view.heldReads.evict(idleFor: shard.options.heldReadSeconds * 1_000_000_000, now: now)
      view.feed.evict(idleFor: shard.options.heldReadSeconds * 1_000_000_000, now: now)
      let idle = now &- view.lastUsed
      guard idle >= shard.options.heldReadSeconds * 1_000_000_000 else { continue }
      if view.feed.listeners.isEmpty, view.heldReads.isEmpty { forget(view) }
    }
  }
}
