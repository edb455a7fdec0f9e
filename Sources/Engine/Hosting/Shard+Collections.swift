package import ArrangeModel
import Ordering

extension Shard {
  /// Creates a collection. Its name must belong to this shard.
  package func create(
    _ name: Identifier,
    strategy: String,
    fields: Fields,
    outline: OutlineSettings? = nil,
    reply: @escaping Reply<CollectionInfo>
  ) {
    executor.check()
    guard !isDraining else {
      return reply(.failure(.draining))
    }
    let (ordering, choice): (any OrderingStrategy, StrategyChoice)
    do {
      (ordering, choice) = try strategies.choose(strategy)
    } catch {
      return reply(.failure(ArrangeError(.invalidArgument, "\(error)", field: "strategy")))
    }
    let isInProgress = wait(for: name) { [self] in
      create(name, strategy: strategy, fields: fields, outline: outline, reply: reply)
    }
    if isInProgress { return }
    do throws(ArrangeError) {
      try shared.checkOwner(name)
      // The server may have stopped after it deleted the last collection of this name, and before it deleted its overlays.
      if neighbours != nil, catalog.entry(name) == nil,
        !catalog.overlays(from: OverlayName.prefix(of: name)).isEmpty
      {
        neighbours?.deleteOverlays(of: name, on: index) { [self] result in
          if case .failure(let error) = result { return reply(.failure(error)) }
          create(name, strategy: strategy, fields: fields, outline: outline, reply: reply)
        }
        return
      }
      if let entry = catalog.entry(name) {
        let kind = entry.descriptor.view == nil ? "collection" : "view"
        throw ArrangeError(.alreadyExists, "there is already a \(kind) \"\(name)\"", field: "collection")
      }
      var descriptor = CollectionDescriptor(
        strategy: "\(choice)",
        strategyVersion: ordering.version,
        epoch: random.next(),
        createdAt: clock.wallTime(),
        fields: fields
      )
      descriptor.outline = outline
      try create(name, describedAs: descriptor) { reply($0.map { $0.info }) }
    } catch {
      reply(.failure(error))
    }
  }

  /// Calls `body` when the operation in progress for a name has ended.
  ///
  /// - Returns: false if no operation is in progress; then `body` is not called.
  func wait(for name: Identifier, _ body: @escaping () -> Void) -> Bool {
    if changesInProgress[name] != nil {
      changesInProgress[name]!.append(body)
      return true
    }
    if let hosted = collections[name], case .deleting(var waiting) = hosted.phase {
      waiting.append(body)
      hosted.phase = .deleting(waiting)
      return true
    }
    return false
  }

  /// Writes a name that is not taken.
  func create(
    _ name: Identifier,
    describedAs descriptor: CollectionDescriptor,
    reply: @escaping Reply<Catalog.Entry>
  ) throws(ArrangeError) {
    guard catalog.count < options.maximumCollections else {
      throw ArrangeError(
        .resourceExhausted,
        "this server holds at most \(options.maximumCollections) collections and views"
      )
    }
    let entry = Catalog.Entry(
      key: CollectionKey(Int64(random.next() >> 1) | 1),
      name: name,
      descriptor: descriptor,
      version: 0,
      counts: .init(sections: 0, items: 0)
    )
    submit(.create(entry.key, name: name, descriptor: descriptor.encoded), for: name) { [self] outcome in
      if case .success = outcome {
        catalog.insert(entry)
        options.sinks?.recordNewStart(of: name, shard: index)
      }
      reply(outcome.map { entry })
    }
  }

  /// Submits an entry that changes the meaning of a name. Until it is durable, other requests for the name
  /// wait, because they depend on the catalog, which is not updated yet.
  func submit(
    _ entry: JournalEntry,
    for name: Identifier,
    whenDone: @escaping Reply<Void>
  ) {
    changesInProgress[name] = changesInProgress[name] ?? []
    submit(
      .init(content: .entry(entry), shard: index) { [self] outcome in
        let waiting = changesInProgress.removeValue(forKey: name) ?? []
        whenDone(outcome)
        for waiter in waiting { waiter() }
      }
    )
  }

  /// Changes the fields of a collection.
  package func update(
    _ name: Identifier,
    _ update: @escaping @Sendable (Fields) throws(ArrangeError) -> Fields,
    reply: @escaping Reply<CollectionInfo>
  ) {
    executor.check()
    guard !isDraining else {
      return reply(.failure(.draining))
    }
    shared.withOwned(name) { [self] result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        hosted.workingDescriptor.fields = try update(hosted.workingDescriptor.fields)
        descriptions.write(hosted) { outcome in reply(outcome.map { hosted.info }) }
      } catch {
        reply(.failure(error))
      }
    }
  }

  /// Deletes a collection with everything in it, and its overlays.
  package func delete(_ name: Identifier, reply: @escaping Reply<Void>) {
    executor.check()
    guard !isDraining else {
      return reply(.failure(.draining))
    }
    withWritable(name, for: .server) { [self] result in
      guard case .success(let hosted) = result else { return reply(result.map { _ in }) }
      hosted.phase = .deleting([])
      submit(
        .init(content: .entry(.delete(hosted.key)), shard: index) { [self] outcome in
          guard case .deleting(let waiting) = hosted.phase else { return }
          if case .success = outcome {
            catalog.remove(name)
            hosted.endFeed(.deleted(name))
            hosted.endFollowers(.deleted(name))
            endViews(of: hosted, .deleted(name))
          }
          collections[name] = nil
          if case .success = outcome { options.sinks?.recordNewStart(of: name, shard: index) }
          hosted.endAwaitedTrims()
          work.discard(hosted, items: hosted.durable.items)
          if case .success = outcome, !name.isOverlay, let neighbours {
            neighbours.deleteOverlays(of: name, on: index, reply: reply)
          } else {
            reply(outcome)
          }
          for waiter in waiting { waiter() }
        }
      )
    }
  }

  /// The description of a collection, without reading its content if that can be avoided.
  package func info(
    _ name: Identifier,
    reply: @escaping Reply<CollectionInfo>
  ) {
    executor.check()
    guard shared.owns(name) else { return reply(.failure(.notOwned)) }
    storage.outboxes.settle(index)
    guard let entry = catalog.entry(name) else { return reply(.failure(.noCollection(name))) }
    // The catalog is behind what is in memory, also while that is being deleted.
    if let hosted = collections[name], hosted.isLoaded {
      var info = hosted.info
      info.storedBytes = hosted.retained.storedBytes
      return reply(.success(info))
    }
    if entry.counts != nil { return reply(.success(entry.info)) }
    let (key, version) = (entry.key, entry.version)
    storage.read(for: index) { journal -> Catalog.Entry.Counts in
      guard let record = try journal.commits(of: key, from: version, limit: 1).first else {
        return .init(sections: 0, items: 0)
      }
      let commit = try Commit(record)
      let isUnknown = commit.incarnation == Lineage.unknown
      return .init(
        sections: commit.sectionCount,
        items: commit.itemCount,
        incarnation: isUnknown ? Lineage.syntheticIncarnation(for: record) : commit.incarnation
      )
    } whenDone: { [self] result in
      if case .success(let counts) = result {
        catalog.update(name) { if $0.counts == nil, $0.version == version { $0.counts = counts } }
      }
      // It may have been given away while it was read, and deleted by its next owner.
      guard shared.owns(name) else { return reply(.failure(.notOwned)) }
      reply(result.flatMap { _ in catalog.entry(name)?.info.asSuccess ?? .failure(.noCollection(name)) })
    }
  }
}

extension Catalog.Entry {
  /// The collection as clients see it.
  package var info: CollectionInfo {
    var info = CollectionInfo(
      name: name,
      strategy: descriptor.strategy,
      fields: descriptor.fields,
      version: version,
      epoch: descriptor.epoch,
      createdAt: descriptor.createdAt,
      sectionCount: counts?.sections ?? 0,
      itemCount: counts?.items ?? 0,
      history: descriptor.history(madeBy: counts?.incarnation ?? Lineage.unknown),
      outline: descriptor.outline
    )
    info.storedBytes = counts?.storedBytes ?? 0
    return info
  }
}

extension CollectionInfo {
  fileprivate var asSuccess: Result<CollectionInfo, ArrangeError> { .success(self) }
}

extension ArrangeError {
  package static let draining = ArrangeError(.unavailable, "the server is shutting down; try another one")

  package static func noCollection(_ name: Identifier) -> ArrangeError {
    ArrangeError(.notFound, "there is no collection \"\(name)\"; create it first", field: "collection")
  }
}
