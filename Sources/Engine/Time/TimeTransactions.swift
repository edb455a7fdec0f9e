package import ArrangeModel
package import Changes
import Ordering

/// Transactions that bring back what was there before. Used on the shard's executor.
///
/// What they do is decided on the newest state while other writes wait, so that it fits the state in which it is done.
package struct TimeTransactions: Sendable {
  let shard: Shard

  private var plans: PlannedTransactions { PlannedTransactions(shard: shard) }

  /// Takes a collection back to an earlier content, in one commit with the fewest moves.
  ///
  /// - Parameter reply: gets an error with the code ``StatusCode/outOfRange`` if the version is not kept.
  package func restore(
    _ request: RestoreRequest,
    for caller: Caller = .server,
    reply: @escaping Reply<RestoreResult>
  ) {
    shard.executor.check()
    guard !shard.isDraining else { return reply(.failure(.draining)) }
    shard.shared.withOwned(request.collection) { result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        if request.isDryRun { return tryOut(request, on: hosted, for: caller, reply: reply) }
        guard !isRepeated(request, in: hosted, for: caller, reply: reply) else { return }
        try hosted.checkVersion(request.ifVersion, of: request.ifHistory)
        let version = try shard.past.resolve(request.to, of: hosted, "to")
        // What takes long is done before other writes have to wait.
        shard.past.difference(from: hosted.durable.version, to: version, of: hosted, for: caller) { result in
          if case .failure(let error) = result { return reply(.failure(error)) }
          carryOut(request, for: caller, reply: reply)
        }
      } catch {
        reply(.failure(error))
      }
    }
  }

  private func carryOut(
    _ request: RestoreRequest,
    for caller: Caller,
    reply: @escaping Reply<RestoreResult>
  ) {
    shard.withWritable(request.collection, for: caller) { result in
      switch result {
      case .success(let hosted): carryOut(request, in: hosted, for: caller, reply: reply)
      case .failure(let error): reply(.failure(error))
      }
    }
  }

  // Inlined into their callers these functions make the compiler of Swift 6.3 fail.

  @inline(never)
  private func carryOut(
    _ request: RestoreRequest,
    in hosted: HostedCollection,
    for caller: Caller,
    reply: @escaping Reply<RestoreResult>
  ) {
    do throws(ArrangeError) {
      guard caller.isWanted() else { throw .notWanted }
      guard !isRepeated(request, in: hosted, for: caller, reply: reply) else { return }
      try hosted.checkVersion(request.ifVersion, of: request.ifHistory)
      try shard.checkBytesInFlight()
      let strategy = try shard.strategies.loadedStrategy(of: hosted)
      shard.holdWrites(of: hosted) { release in
        carryOut(request, strategy, in: hosted, for: caller, release, reply: reply)
      }
    } catch {
      reply(.failure(error))
    }
  }

  /// - Parameter release: lets further writes to the collection go on.
  @inline(never)
  private func carryOut(
    _ request: RestoreRequest,
    _ strategy: any OrderingStrategy,
    in hosted: HostedCollection,
    for caller: Caller,
    _ release: @escaping @Sendable () -> Void,
    reply: @escaping Reply<RestoreResult>
  ) {
    let end = { @Sendable (error: ArrangeError) in
      release()
      shard.continueWrites(of: hosted)
      hosted.refuse(with: error, reply: reply)
    }
    do throws(ArrangeError) {
      // What became durable meanwhile may have emptied the bin.
      let version = try shard.past.resolve(request.to, of: hosted, "to")
      plan(request, to: version, of: hosted, for: caller) { result in
        switch result {
        case .failure(let error): end(error)
        case .success(let plan):
          release()
          commit(plan, request, version, strategy, in: hosted, for: caller, reply: reply)
        }
      }
    } catch {
      end(error)
    }
  }

  /// Makes the steps that lead from the durable state to a version.
  private func plan(
    _ request: RestoreRequest,
    to version: UInt64,
    of hosted: HostedCollection,
    for caller: Caller,
    reply: @escaping Reply<any TransactionPlan>
  ) {
    let keepsLater = request.keep == .laterItems
    shard.past.difference(from: hosted.durable.version, to: version, of: hosted, for: caller) { result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let difference):
        let compared = difference.edits > 1 ? min(difference.old.itemCount, RestorePlan.maximumCompared) : 0
        let count = difference.edits + compared
        shard.past.run(edits: count, weight: count, for: caller) {
          (_: inout WorkSlice) throws(ArrangeError) -> any TransactionPlan in
          guard let plan = difference.restorePlan(keepsLater: keepsLater) else {
            throw ArrangeError(.internal, "the commits do not explain the changes since version \(version)")
          }
          return plan
        } whenDone: {
          reply($0)
        }
      }
    }
  }

  private func commit(
    _ plan: any TransactionPlan,
    _ request: RestoreRequest,
    _ version: UInt64,
    _ strategy: any OrderingStrategy,
    in hosted: HostedCollection,
    for caller: Caller,
    reply: @escaping Reply<RestoreResult>
  ) {
    plans.perform(plan, of: request, strategy, in: hosted, for: caller) { result in
      reply(result.map { RestoreResult($0, restored: version) })
    }
  }

  // MARK: Requests

  /// Answers a request whose id was used before.
  ///
  /// - Returns: whether it was.
  private func isRepeated(
    _ request: RestoreRequest,
    in hosted: HostedCollection,
    for caller: Caller,
    reply: @escaping Reply<RestoreResult>
  ) -> Bool {
    // The name may stand for another version by now.
    let version: UInt64
    switch request.to {
    case .number(let number): version = number
    case .named(let name): version = hosted.descriptor.namedVersions[name]?.version ?? 0
    }
    return plans.answerRetry(of: request, in: hosted, for: caller) { result in
      reply(result.map { RestoreResult($0, restored: version) })
    }
  }

  // MARK: Dry runs

  /// Says what would change in the durable state.
  private func tryOut(
    _ request: RestoreRequest,
    on hosted: HostedCollection,
    for caller: Caller,
    reply: @escaping Reply<RestoreResult>
  ) {
    do throws(ArrangeError) {
      let strategy = try shard.strategies.loadedStrategy(of: hosted)
      let version = try shard.past.resolve(request.to, of: hosted, "to")
      let (state, history) = (hosted.readDurable(), hosted.info.history)
      plan(request, to: version, of: hosted, for: caller) { result in
        switch result {
        case .failure(let error): reply(.failure(error))
        case .success(let plan):
          let transaction = plans.transaction(of: plan, on: state, strategy, in: hosted, for: caller)
          shard.work.run(for: caller, weight: state.itemCount, with: strategy, of: hosted) {
            (slice: inout WorkSlice) throws(ArrangeError) -> RestoreResult? in
            guard let outcome = try transaction.proceed(&slice) else { return nil }
            return try RestoreResult(trying: outcome, on: state, history, restoring: version)
          } whenDone: {
            reply($0)
          }
        }
      }
    } catch {
      reply(.failure(error))
    }
  }
}

extension RestoreRequest: PlannedRequest {
  /// The number of such a request in fingerprints, beside those of operations.
  private static let fingerprintNumber: UInt64 = 65

  var fingerprint: RequestFingerprint {
    var content = RequestFingerprint.Content()
    content.add(RestoreRequest.fingerprintNumber)
    switch to {
    case .number(let version): content.add(version)
    case .named(let name): content.add(name)
    }
    content.add(keep == .laterItems)
    return RequestFingerprint(stored: content.value)
  }
}

extension RestoreResult {
  fileprivate init(_ result: ApplyResult, restored: UInt64) {
    self.init(
      restored: restored,
      version: result.version,
      changed: result.changed,
      repeated: result.repeated,
      history: result.history
    )
  }

  /// The result of a transaction that is not committed.
  fileprivate init(
    trying outcome: SlicedTransaction.Outcome,
    on state: CollectionState,
    _ history: UInt64,
    restoring version: UInt64
  ) throws(ArrangeError) {
    self.init(restored: version, version: state.version, changed: outcome.result.changed, history: history)
    let size = ListSize(sections: state.sectionCount, items: state.itemCount)
    let new = ListAtVersion(state: outcome.state, hasKeys: false)
    if state.branches != nil {
      tree = TreeBatch(before: size, after: size)
      guard changed else { return }
      let pair = TracedOutline(edits: [outcome.edits], to: new)
      guard case .batch(let batch) = TreeBatch.derive(pair, touched: pair.touched, namesUnmoved: false) else {
        throw .unexplained
      }
      tree = batch
    } else {
      changes = ChangeBatch(before: size, after: size)
      guard changed else { return }
      let pair = TracedCollection(outcome.edits, to: new)
      guard case .batch(let batch) = ChangeBatch.derive(pair, touched: pair.touched) else {
        throw .unexplained
      }
      changes = batch
    }
  }
}

extension ArrangeError {
  fileprivate static let unexplained = ArrangeError(.internal, "the edits do not explain what changes")
}

extension PastVersions.Difference {
  /// What leads from the old version to the new one; nil if the commits do not explain the changes.
  fileprivate func restorePlan(keepsLater: Bool) -> (any TransactionPlan)? {
    if old.branches != nil {
      guard case .batch(let batch) = deriveTreeWithFewestMoves(comparing: RestorePlan.maximumCompared) else {
        return nil
      }
      return OutlineRestorePlan(batch, from: old, to: new, keepsLater: keepsLater)
    }
    guard case .batch(let batch) = deriveWithFewestMoves(comparing: RestorePlan.maximumCompared) else {
      return nil
    }
    return RestorePlan(batch, from: old, to: new, keepsLater: keepsLater)
  }
}

extension Shard {
  /// Transactions that bring back what was there before.
  package var time: TimeTransactions { TimeTransactions(shard: self) }
}
