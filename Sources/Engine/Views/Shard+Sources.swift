import ArrangeModel
import Changes

/// How the views of a shard come to the commits of their collections.
extension Shard {
  // MARK: At the collection's shard

  /// Tells the views of a shard the commits of a collection from now on.
  ///
  /// - Parameter reply: gets the collection as it is before the first of them, when that is durable.
  private func attach(home: Int, to name: Identifier, reply: @escaping Reply<SourceStart>) {
    withCollection(name) { result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let hosted):
        hosted.viewHomes.insert(home)
        let start = SourceStart(key: hosted.key, epoch: hosted.descriptor.epoch, state: hosted.working)
        hosted.whenDurable { reply($0.map { start }) }
      }
    }
  }

  private func detach(home: Int, from name: Identifier, _ key: CollectionKey) {
    guard let hosted = collections[name], hosted.key == key else { return }
    hosted.viewHomes.remove(home)
  }

  /// Tells the views of a collection that there will be nothing any more.
  func endViews(of hosted: HostedCollection, _ error: ArrangeError) {
    guard !hosted.viewHomes.isEmpty else { return }
    storage.publisher?.publish([(Array(hosted.viewHomes), .ended(hosted.key, error))])
    hosted.viewHomes = []
  }

  // MARK: At the views' shard

  /// Calls a closure with a collection as views see it.
  private func withSource(
    _ name: Identifier,
    _ body: @escaping (Result<ViewSource, ArrangeError>) -> Void
  ) {
    if let source = views.sources[name] { return body(.success(source)) }
    if views.opening[name] != nil {
      views.opening[name]!.append(body)
      return
    }
    views.opening[name] = [body]
    guard let directory else { return finishOpening(name, .failure(.stopped)) }
    let owner = directory.shard(for: name)
    let home = index
    let finish: Reply<SourceStart> = { [self] result in
      executor.execute { self.finishOpening(name, result) }
    }
    if owner === self {
      attach(home: home, to: name, reply: finish)
    } else {
      owner.executor.execute { owner.attach(home: home, to: name, reply: finish) }
    }
  }

  private func finishOpening(_ name: Identifier, _ result: Result<SourceStart, ArrangeError>) {
    let waiting = views.opening.removeValue(forKey: name) ?? []
    let source = result.flatMap { readSource(ViewSource(name: name, $0)) }
    if case .success(let source) = source { views.sources[name] = source }
    if views.opening.isEmpty { views.early = [] }
    for body in waiting { body(source) }
    letSourceGo(name)
  }

  /// Gives a collection that was read what has come of it meanwhile: it can have been deleted.
  private func readSource(_ source: ViewSource) -> Result<ViewSource, ArrangeError> {
    let early = views.early.filter { $0.collection == source.key }
    views.early.removeAll { $0.collection == source.key }
    for letter in early {
      switch letter {
      case .step(let step): _ = source.take(step)
      case .ended(_, let error): return .failure(error)
      }
    }
    return .success(source)
  }

  /// Lets a collection go that no view is over.
  private func letSourceGo(_ name: Identifier) {
    guard let source = views.sources[name], source.viewCount == 0 else { return }
    views.sources[name] = nil
    guard let owner = directory?.shard(for: name) else { return }
    let (home, key) = (index, source.key)
    if owner === self {
      detach(home: home, from: name, key)
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
      // It must not go while the others are read.
      first.viewCount += 1
      withSources(Array(names.dropFirst())) { [self] rest in
        first.viewCount -= 1
        body(rest.map { [first] + $0 })
        letSourceGo(name)
      }
    }
  }

  /// Takes in what has become durable of the collections of views, all at one moment.
  func takeLetters() {
    guard let publisher = storage.publisher else { return }
    var changed: Set<ObjectIdentifier> = []
    for letter in publisher.take(index) {
      guard let source = views.source(letter.collection) else {
        if !views.opening.isEmpty { views.early.append(letter) }
        continue
      }
      switch letter {
      case .step(let step):
        if source.take(step) { changed.insert(ObjectIdentifier(source)) }
      case .ended(_, let error):
        for view in views.views.values where view.sources.contains(where: { $0 === source }) {
          end(view, error)
        }
        views.sources[source.name] = nil
      }
    }
    guard !changed.isEmpty else { return }
    for view in views.views.values
    where view.sources.contains(where: { changed.contains(ObjectIdentifier($0)) }) {
      view.feed.noteNews(on: executor)
    }
  }

  private func end(_ view: LiveView, _ error: ArrangeError) {
    for (id, watcher) in views.watchers where watcher.view === view { views.watchers[id] = nil }
    view.feed.end(error)
    forget(view)
  }

  /// Lets a view go.
  func forget(_ view: LiveView) {
    guard views.views[view.text] === view else { return }
    views.views[view.text] = nil
    directory?.add(viewRows: -(view.countedSize ?? 0))
    view.countedSize = nil
    for source in view.sources {
      source.viewCount -= 1
      letSourceGo(source.name)
    }
  }

  /// Lets views go that nobody has used for a while.
  func letIdleViewsGo(now: UInt64) {
    for view in views.views.values {
      view.heldReads.letGo(idleFor: options.heldReadSeconds * 1_000_000_000, now: now)
      view.feed.letGo(idleFor: options.heldReadSeconds * 1_000_000_000, now: now)
      let idle = now &- view.lastUsed
      guard idle >= options.heldReadSeconds * 1_000_000_000 else { continue }
      if view.feed.listeners.isEmpty, view.heldReads.isEmpty { forget(view) }
    }
  }
}

extension ArrangeError {
  static let stopped = ArrangeError(.unavailable, "the server has stopped")
}
