import ArrangeModel

/// The collections that the views of a shard show, which belong to this shard or to others. Used on the shard's executor only.
final class SourceTable: @unchecked Sendable {
  private let shard: Shard
  /// The owners of collections; nil only after the engine is gone.
  weak var directory: ShardDirectory?
  private(set) var sources: [Identifier: ViewSource] = [:]
  /// The callers that wait for a collection to be read.
  private(set) var opening: [Identifier: [(Result<ViewSource, ArrangeError>) -> Void]] = [:]
  /// Events of collections that are still being read.
  private(set) var early: [SourcePublisher.Event] = []

  init(_ shard: Shard) { self.shard = shard }

  subscript(name: Identifier) -> ViewSource? { sources[name] }

  /// The source of an event; nil if there is none. An event of a collection that is still being read is kept until then.
  func source(of event: SourcePublisher.Event) -> ViewSource? {
    if let source = sources.values.first(where: { $0.key == event.collection }) { return source }
    if !opening.isEmpty { early.append(event) }
    return nil
  }

  /// Drops a collection of which no more commits follow.
  func remove(_ source: ViewSource) { sources[source.name] = nil }

  /// Calls a closure with a collection as views see it.
  private func withSource(
    _ name: Identifier,
    _ body: @escaping (Result<ViewSource, ArrangeError>) -> Void
  ) {
    if let source = sources[name] { return body(.success(source)) }
    if opening[name] != nil {
      opening[name]!.append(body)
      return
    }
    opening[name] = [body]
    guard let directory else { return finishOpening(name, .failure(.stopped)) }
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
    let waiting = opening.removeValue(forKey: name) ?? []
    let source = result.flatMap { readSource(ViewSource(name: name, $0)) }
    if case .success(let source) = source { sources[name] = source }
    if opening.isEmpty { early = [] }
    for body in waiting { body(source) }
    release(name)
  }

  /// Applies the events that arrived for a collection while it was read: it may have been deleted.
  private func readSource(_ source: ViewSource) -> Result<ViewSource, ArrangeError> {
    let events = early.filter { $0.collection == source.key }
    early.removeAll { $0.collection == source.key }
    for event in events {
      switch event {
      case .step(let step): _ = source.take(step)
      case .ended(_, let error): return .failure(error)
      }
    }
    return .success(source)
  }

  /// Drops a collection that no view uses.
  func release(_ name: Identifier) {
    guard let source = sources[name], source.viewCount == 0 else { return }
    sources[name] = nil
    guard let owner = directory?.shard(for: name) else { return }
    let (home, key) = (shard.index, source.key)
    if owner === shard {
      shard.detach(home: home, from: name, key)
    } else {
      owner.executor.execute { owner.detach(home: home, from: name, key) }
    }
  }

  /// How often it is looked whether collections can be shown beside each other, and the time between, in nanoseconds.
  private static let completenessChecks = 1_000
  private static let completenessPause: UInt64 = 1_000_000

  /// Calls a closure with collections as views see them. Of a transaction over several of them all commits are there, or none.
  func with(
    _ names: [Identifier],
    _ body: @escaping (Result<[ViewSource], ArrangeError>) -> Void
  ) {
    collect(names) { [self] result in
      guard case .success(let sources) = result, names.count > 1,
        shard.storage.joint?.isComplete(names) == false
      else { return body(result) }
      for source in sources { source.viewCount += 1 }
      awaitComplete(names, SourceTable.completenessChecks) { [self] in
        for source in sources { source.viewCount -= 1 }
        let isGone = sources.contains { self.sources[$0.name] !== $0 }
        body(isGone ? .failure(.notOwned) : .success(sources))
        for source in sources { release(source.name) }
      }
    }
  }

  private func awaitComplete(_ names: [Identifier], _ checks: Int, _ body: @escaping () -> Void) {
    // It stays on the shard's executor.
    nonisolated(unsafe) let body = body
    guard checks > 0, shard.storage.joint?.isComplete(names) == false else {
      if checks == 0 { shard.storage.joint?.forgetNeeds(of: names) }
      // Behind what was put into the mailbox.
      return shard.executor.execute { body() }
    }
    shard.executor.execute(after: SourceTable.completenessPause) { [self] in
      awaitComplete(names, checks - 1, body)
    }
  }

  private func collect(
    _ names: [Identifier],
    _ body: @escaping (Result<[ViewSource], ArrangeError>) -> Void
  ) {
    guard let name = names.first else { return body(.success([])) }
    withSource(name) { [self] first in
      guard case .success(let first) = first else { return body(first.map { [$0] }) }
      // It must not be dropped while the others are read.
      first.viewCount += 1
      collect(Array(names.dropFirst())) { [self] rest in
        first.viewCount -= 1
        body(rest.map { [first] + $0 })
        release(name)
      }
    }
  }
}
