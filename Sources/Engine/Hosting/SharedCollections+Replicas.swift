package import ArrangeModel

/// Replicas: collections of other nodes that this one follows, because it has subscribers or views of them.
extension SharedCollections {
  /// How many seconds a replica is kept that nobody follows.
  static let replicaIdleSeconds: UInt64 = 60

  /// Begins to follow the owner of a collection from the version on that it has.
  func follow(_ hosted: HostedCollection) {
    hosted.role = .replica
    hosted.checkpoint = nil
    hosted.source?.stop()
    hosted.source = shard.options.replicas?.follow(
      hosted.name,
      hosted.key,
      epoch: hosted.descriptor.epoch,
      after: hosted.durable.version,
      for: shard
    )
  }

  /// Applies commits of the owner. Those that the replica has already are skipped.
  ///
  /// - Parameter newest: the newest version that the owner shows.
  /// - Returns: the version of the replica; nil if there is none any more, so that nothing more is to be sent.
  package func replicate(
    _ records: [CommitRecord],
    of key: CollectionKey,
    named name: Identifier,
    newest: UInt64 = .max
  ) -> UInt64? {
    shard.executor.check()
    guard let hosted = shard.collections[name], hosted.key == key, hosted.role == .replica,
      case .ready = hosted.phase
    else { return nil }
    do throws(ArrangeError) {
      var steps: [SourceStep] = []
      for record in records where record.version > hosted.durable.version {
        // A gap: the sender begins again after this version.
        guard record.version == hosted.durable.version + 1 else { break }
        let commit = try Commit(record)
        try hosted.replicate(commit)
        if !hosted.shardsWithViews.isEmpty {
          steps.append(SourceStep(commit, shardIndices: Array(hosted.shardsWithViews)))
        }
      }
      if newest >= hosted.durable.version { hosted.isAheadOfOwner = false }
      noteReplicated(hosted, steps)
    } catch {
      // What does not fit is read anew. If it is damaged, that is found out there.
      endReplica(of: key, named: name, .notOwned)
      return nil
    }
    return hosted.durable.version
  }

  /// Tells those who follow a collection that it has new commits.
  private func noteReplicated(_ hosted: HostedCollection, _ steps: [SourceStep]) {
    let time = shard.options.meter == nil ? 0 : shard.clock.monotonicNanoseconds()
    steps.last?.state = hosted.working
    if !steps.isEmpty {
      shard.storage.publisher?.publish(steps.map { ($0.shardIndices, .step($0)) }, at: time)
    }
    hosted.feed?.noteNewCommits(version: hosted.durable.version, at: time, on: shard.executor)
    shard.catalog.update(hosted.name) {
      // Another collection may have the name by now.
      guard $0.key == hosted.key else { return }
      $0.version = max($0.version, hosted.durable.version)
    }
    answerAwaiting(hosted)
  }

  private func answerAwaiting(_ hosted: HostedCollection) {
    if hosted.role == .replica, hosted.isAheadOfOwner { return }
    let version = hosted.durable.version
    let reached = hosted.awaitingVersions.filter { $0.version <= version }
    guard !reached.isEmpty else { return }
    hosted.awaitingVersions.removeAll { $0.version <= version }
    for waiter in reached { waiter.reply(.success(())) }
  }

  /// Ends a replica: there is no such collection any more, or it can't be followed.
  package func endReplica(of key: CollectionKey, named name: Identifier, _ error: ArrangeError) {
    shard.executor.check()
    guard let hosted = shard.collections[name], hosted.key == key, hosted.role == .replica else { return }
    end(hosted, error)
  }

  /// Whether the catalog says that a collection is gone.
  package func isGone(_ key: CollectionKey, named name: Identifier) -> Bool {
    shard.catalog.entry(name)?.key != key
  }

  /// Forgets a collection, and ends everything that follows it.
  func end(_ hosted: HostedCollection, _ error: ArrangeError) {
    hosted.source?.stop()
    hosted.source = nil
    if shard.collections[hosted.name] === hosted { shard.collections[hosted.name] = nil }
    hosted.feed?.end(error)
    hosted.feed = nil
    shard.endViews(of: hosted, error)
    hosted.endFollowers(error)
    let waiters = hosted.awaitingVersions
    hosted.awaitingVersions = []
    for waiter in waiters { waiter.reply(.failure(error)) }
    shard.discard(hosted, items: hosted.durable.items)
  }

  /// Calls a closure when this node has at least a version of a collection in memory, and nothing that its owner would not
  /// show.
  ///
  /// - Parameter epoch: the epoch of the collection that has the version.
  package func whenReached(
    _ version: UInt64,
    epoch: UInt64,
    of name: Identifier,
    reply: @escaping Reply<Void>
  ) {
    shard.executor.check()
    shard.withCollection(name) { result in
      guard case .success(let hosted) = result else { return reply(result.map { _ in }) }
      guard hosted.descriptor.epoch == epoch else {
        // What is known of the catalog is older, or newer.
        return reply(.failure(.notOwned))
      }
      hosted.awaitingVersions.append((version, reply))
      answerAwaiting(hosted)
    }
  }

  /// Reads the commits after a version through a later one; nil if some are no longer kept, there are too many, or the journal
  /// does not have the version.
  private static func commits(
    of key: CollectionKey,
    after version: UInt64,
    through last: UInt64,
    in journal: any Journal
  ) throws -> [Commit]? {
    guard last >= version, last - version <= Shard.maximumMissedCommits else { return nil }
    let missed = try Shard.commits(
      of: key,
      after: version,
      through: last,
      fitting: ChangeLog.capacity,
      in: journal
    )
    guard case .read(let commits) = missed else { return nil }
    return commits
  }

  // MARK: Changes of the owner

  /// Another node owns slots now: what is followed here is followed from there, and the rest is forgotten.
  func demote(_ slots: SlotSet) {
    shard.executor.check()
    for hosted in shard.collections.values
    where slots.contains(Slot.of(hosted.name)) && hosted.role != .replica {
      hosted.endFollowers(.notOwned)
      if hosted.isFollowed, case .ready = hosted.phase {
        follow(hosted)
      } else {
        hosted.role = .replica
        end(hosted, .notOwned)
      }
    }
  }

  /// This node owns slots now: what it has of their collections is brought up to date before it is used.
  func promote(_ slots: SlotSet) {
    shard.executor.check()
    // They may have been given away since.
    let slots = shard.options.ownership.map { slots.intersection($0.slots) } ?? slots
    for hosted in shard.collections.values where slots.contains(Slot.of(hosted.name)) && hosted.role != .owner
    {
      guard let entry = shard.catalog.entry(hosted.name), entry.key == hosted.key else {
        end(hosted, .deleted(hosted.name))
        continue
      }
      hosted.source?.stop()
      hosted.source = nil
      if hosted.isFollowed, case .ready = hosted.phase {
        reload(hosted, entry)
      } else {
        // Whoever waits for its content looks it up again.
        end(hosted, .notOwned)
      }
    }
  }

  private func reload(_ hosted: HostedCollection, _ entry: Catalog.Entry) {
    hosted.phase = .loading([])
    hosted.role = .owner
    let version = hosted.durable.version
    let (retainedBytes, ownership) = (shard.options.retainedBytes, shard.options.ownership)
    shard.storage.read(for: shard.index) { journal in
      let loaded = try LoadedCollection.load(entry, retainedBytes: retainedBytes, from: journal, ownership)
      let missed = try SharedCollections.commits(
        of: entry.key,
        after: version,
        through: loaded.state.version,
        in: journal
      )
      return (loaded, missed)
    } whenDone: { result in
      guard case .loading(let waiting) = hosted.phase else { return }
      // It was given away, or deleted, in the meantime: whoever waits looks it up again.
      defer { for waiter in waiting { shard.withCollection(hosted.name, waiter) } }
      guard shard.collections[hosted.name] === hosted else { return }
      switch result {
      case .failure(let error): end(hosted, error)
      case .success((let loaded, let missed)):
        hosted.becomeOwner(entry.descriptor, shard.strategy(of: entry.descriptor))
        shard.install(loaded, in: hosted)
        hosted.phase = .ready
        let steps = missed?.map { SourceStep($0, shardIndices: Array(hosted.shardsWithViews)) }
        for commit in missed ?? [] {
          hosted.feed?.log.append(commit.edits, by: commit.author, requestID: commit.requestID)
        }
        if let steps {
          noteReplicated(hosted, hosted.shardsWithViews.isEmpty ? [] : steps)
        } else {
          // They go on with what they have, or with a snapshot.
          hosted.feed?.end(.notOwned)
          hosted.feed = nil
          shard.endViews(of: hosted, .notOwned)
          answerAwaiting(hosted)
        }
      }
    }
  }
}

extension ArrangeError {
  static func deleted(_ name: Identifier) -> ArrangeError {
    ArrangeError(.notFound, "the collection \"\(name)\" was deleted", field: "collection")
  }
}
