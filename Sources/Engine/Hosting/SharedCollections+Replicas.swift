package import ArrangeModel

/// Replicas: collections of other nodes that this one follows, because it has subscribers or views of them.
extension SharedCollections {
  /// How many seconds a replica is kept that nobody follows.
  static let replicaIdleSeconds: UInt64 = 60

  /// Begins to follow the owner of a collection from the version on that it has.
  func follow(_ hosted: HostedCollection) {
    hosted.role = .replica
    hosted.retained.checkpoint = nil
    hosted.replica.confirmedBy = nil
    hosted.replica.source?.stop()
    hosted.replica.source = shard.replicas?.follow(
      hosted.name,
      hosted.key,
      epoch: hosted.descriptor.epoch,
      for: shard
    )
  }

  private func replica(_ key: CollectionKey, named name: Identifier) -> HostedCollection? {
    guard let hosted = shard.collections[name], hosted.key == key, hosted.role == .replica,
      case .ready = hosted.phase
    else { return nil }
    return hosted
  }

  /// What a replica has; nil if there is none any more.
  package func place(of key: CollectionKey, named name: Identifier) -> ReplicaPlace? {
    shard.executor.check()
    return replica(key, named: name).map { hosted in
      ReplicaPlace(hosted.durable.version, hosted.lineage.era(of: hosted.durable.version))
    }
  }

  /// The connection is lost over which a replica got its commits: what is confirmed next may be another history.
  package func recordLost(of key: CollectionKey, named name: Identifier) {
    shard.executor.check()
    replica(key, named: name)?.replica.confirmedBy = nil
  }

  /// Applies commits of the owner. Those that the replica has already are skipped.
  ///
  /// - Parameters:
  ///   - newest: the newest version that the owner shows.
  ///   - owner: the node that sends them, which has confirmed that the version before is one of its history.
  /// - Returns: the version of the replica; nil if there is none any more, so that nothing more is to be sent.
  package func replicate(
    _ commits: [FollowedCommit],
    of key: CollectionKey,
    named name: Identifier,
    newest: UInt64 = .max,
    by owner: Int64 = 0
  ) -> UInt64? {
    shard.executor.check()
    guard let hosted = replica(key, named: name) else { return nil }
    hosted.replica.confirmedBy = owner
    do throws(ArrangeError) {
      var batches: [JointSteps.Batch] = []
      for followed in commits where followed.record.version > hosted.durable.version {
        let (record, version) = (followed.record, hosted.durable.version)
        // A gap: the sender begins again after this version.
        guard record.version == version + 1 else { break }
        // It goes on from a version that this replica never had.
        guard hosted.lineage.classify(version, in: followed.base, newest: version) != .foreign else {
          throw .notOwned
        }
        let commit = try Commit(record)
        let step = hosted.watchers.step(of: commit)
        if let step {
          JointSteps.Batch.add(step, of: commit, named: name, after: hosted.working, to: &batches)
        }
        try hosted.replicate(commit)
        hosted.replica.needs.add(commit.needs(of: name))
      }
      if newest >= hosted.durable.version { hosted.replica.isAheadOfOwner = false }
      notifyOfReplicated(hosted, batches)
    } catch {
      // What does not fit is read anew. If it is damaged, that is found out there.
      endReplica(of: key, named: name, .notOwned)
      return nil
    }
    return hosted.durable.version
  }

  /// Tells those who follow a collection that it has new commits.
  private func notifyOfReplicated(_ hosted: HostedCollection, _ batches: [JointSteps.Batch]) {
    let time = shard.options.meter == nil ? 0 : shard.clock.monotonicNanoseconds()
    batches.last?.steps.last?.state = hosted.working
    if !batches.isEmpty {
      shard.storage.joint?.publish(batches, of: hosted.name, on: shard.executor, at: time)
    }
    hosted.watchers.feed?.listeners.notifyOfNewCommits(
      version: hosted.durable.version,
      at: time,
      on: shard.executor
    )
    shard.catalog.update(hosted.name) {
      // Another collection may have the name by now.
      guard $0.key == hosted.key else { return }
      $0.version = max($0.version, hosted.durable.version)
    }
    answerAwaiting(hosted)
  }

  private func answerAwaiting(_ hosted: HostedCollection) {
    if hosted.replica.awaitingVersions.isEmpty { return }
    guard hosted.role == .replica else {
      return answerAwaiting(hosted) { $0.version <= hosted.durable.version }
    }
    guard !hosted.replica.isAheadOfOwner, let owner = hosted.replica.confirmedBy else { return }
    // Another node is the owner now: it is asked once more.
    let others = hosted.replica.awaitingVersions.filter { $0.owner != owner }
    hosted.replica.awaitingVersions.removeAll { $0.owner != owner }
    for waiter in others { waiter.reply(.failure(.notOwned)) }
    let reached = hosted.replica.awaitingVersions.filter { $0.version <= hosted.durable.version }
    // The owner has made the same version in another history.
    guard reached.allSatisfy({ hosted.isHistory($0.history, of: $0.version) }) else {
      return end(hosted, .notOwned)
    }
    answerAwaiting(hosted) { $0.version <= hosted.durable.version }
  }

  private func answerAwaiting(_ hosted: HostedCollection, where isReached: (VersionWaiter) -> Bool) {
    let reached = hosted.replica.awaitingVersions.filter(isReached)
    hosted.replica.awaitingVersions.removeAll(where: isReached)
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
    hosted.stopReplicating()
    if shard.collections[hosted.name] === hosted { shard.collections[hosted.name] = nil }
    hosted.endAwaitedTrims()
    hosted.endFeed(error)
    shard.endViews(of: hosted, error)
    hosted.endFollowers(error)
    let waiters = hosted.replica.awaitingVersions
    hosted.replica.awaitingVersions = []
    for waiter in waiters { waiter.reply(.failure(error)) }
    shard.work.discard(hosted, items: hosted.durable.items)
  }

  /// Calls a closure when this node has at least a version of a collection in memory, in the same history, and nothing that its
  /// owner would not show.
  ///
  /// - Parameters:
  ///   - info: what the owner has said of the collection.
  ///   - owner: the id of the owner.
  ///   - isForViews: whether the views of this node have to show it, too.
  package func whenReached(
    _ info: CollectionInfo,
    by owner: Int64,
    isForViews: Bool = false,
    reply: @escaping Reply<Void>
  ) {
    let joint = isForViews ? shard.storage.joint : nil
    let reply: Reply<Void> = { result in
      guard case .success = result, let joint else { return reply(result) }
      joint.whenShown(info.name, through: info.version) { reply(result) }
    }
    let (name, epoch) = (info.name, info.epoch)
    shard.executor.check()
    shard.withCollection(name) { result in
      guard case .success(let hosted) = result else { return reply(result.map { _ in }) }
      guard hosted.descriptor.epoch == epoch else {
        // What is known of the catalog is older, or newer.
        return reply(.failure(.notOwned))
      }
      hosted.replica.awaitingVersions.append(
        VersionWaiter(version: info.version, history: info.history, owner: owner, reply: reply)
      )
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
    guard last >= version, last - version <= MissedCommits.maximumCount else { return nil }
    let missed = try MissedCommits.commits(
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
        if !hosted.watchers.shardsWithViews.isEmpty {
          shard.storage.joint?.follow(hosted.name, from: hosted.durable.version)
        }
        follow(hosted)
      } else {
        hosted.role = .replica
        end(hosted, .notOwned)
      }
    }
  }

  /// This node owns slots now: what it has of their collections is brought up to date before they are served.
  func promote(_ slots: SlotSet, _ takeover: Takeover) {
    shard.executor.check()
    // They may have been given away since.
    let slots = shard.options.ownership.map { slots.intersection($0.slots) } ?? slots
    for hosted in shard.collections.values where slots.contains(Slot.of(hosted.name)) && hosted.role != .owner
    {
      guard let entry = shard.catalog.entry(hosted.name), entry.key == hosted.key else {
        end(hosted, .deleted(hosted.name))
        continue
      }
      hosted.stopReplicating()
      if hosted.isFollowed, case .ready = hosted.phase {
        reload(hosted, entry, takeover)
      } else {
        // Whoever waits for its content looks it up again.
        end(hosted, .notOwned)
      }
    }
  }

  private func reload(_ hosted: HostedCollection, _ entry: Catalog.Entry, _ takeover: Takeover) {
    let slot = Slot.of(hosted.name)
    takeover.begin(slot)
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
      // Subscribers and views have been given what was read, or were ended.
      defer { endTakeover(of: hosted, slot, takeover) }
      guard case .loading(let waiting) = hosted.phase else { return }
      // It was given away, or deleted, in the meantime: whoever waits looks it up again.
      defer { for waiter in waiting { shard.withCollection(hosted.name, waiter) } }
      guard shard.collections[hosted.name] === hosted else { return }
      switch result {
      case .failure(let error): end(hosted, error)
      case .success((let loaded, let missed)):
        hosted.becomeOwner(entry.descriptor, shard.strategies.strategy(of: entry.descriptor))
        shard.install(loaded, in: hosted)
        hosted.phase = .ready
        let steps = missed?.compactMap { hosted.watchers.step(of: $0) }
        let needs = missed?.reduce(into: Set()) { $0.formUnion($1.needs(of: hosted.name)) }
        hosted.replica.needs.add(needs ?? [])
        for commit in missed ?? [] {
          hosted.watchers.feed?.log.append(commit.edits, by: commit.author, requestID: commit.requestID)
        }
        if let steps {
          let batch = JointSteps.Batch(steps: steps, needs: needs ?? [])
          notifyOfReplicated(hosted, steps.isEmpty ? [] : [batch])
        } else {
          // They go on with what they have, or with a snapshot.
          hosted.endFeed(.notOwned)
          shard.endViews(of: hosted, .notOwned)
          answerAwaiting(hosted)
        }
      }
    }
  }
}

extension SharedCollections {
  /// Has a slot served when the views have been passed everything that was read of a collection: what is written from then on is
  /// passed to them at once.
  private func endTakeover(of hosted: HostedCollection, _ slot: Int, _ takeover: Takeover) {
    let name = hosted.name
    guard let joint = shard.storage.joint, shard.collections[name] === hosted, hosted.role == .owner else {
      return takeover.end(slot)
    }
    joint.whenShown(name, through: hosted.durable.version) {
      shard.executor.execute {
        // It may have been given away meanwhile, or have come once more, with more than was passed on.
        if shard.collections[name] === hosted, hosted.role == .owner, case .ready = hosted.phase,
          !joint.isBehind(name, hosted.durable.version)
        {
          joint.unfollow(name)
        }
        takeover.end(slot)
      }
    }
    shard.executor.execute(after: JointSteps.takeoverPatience) { [shard] in
      // It may be a replica again by now, whose commits wait for as long as those of others.
      if shard.collections[name]?.role == .owner { joint.flush(name) }
    }
  }
}

extension HostedCollection {
  /// Whether a version may have a history, as far as both are known.
  fileprivate func isHistory(_ history: UInt64, of version: UInt64) -> Bool {
    let own = descriptor.history(madeBy: lineage.incarnation(of: version))
    return own == 0 || history == 0 || own == history
  }
}

extension ArrangeError {
  static func deleted(_ name: Identifier) -> ArrangeError {
    let what = OverlayName(name).map { "the \($0)" } ?? "the collection \"\(name)\""
    return ArrangeError(.notFound, "\(what) was deleted", field: "collection")
  }
}
