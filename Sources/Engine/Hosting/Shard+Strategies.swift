package import ArrangeModel
import Ordering

extension Shard {
  /// Changes the strategy of a collection, in one commit that moves nothing: only keys change.
  ///
  /// The keys of all elements are made off the shard: O(n).
  package func changeStrategy(
    _ request: ChangeStrategyRequest,
    for caller: Caller = .server,
    reply: @escaping Reply<ChangeStrategyResult>
  ) {
    executor.check()
    guard !isDraining else {
      return reply(.failure(.draining))
    }
    withWritable(request.collection, for: caller) { [self] result in
      do throws(ArrangeError) {
        guard caller.isWanted() else { throw .notWanted }
        try changeStrategy(request, of: try result.get(), for: caller, reply: reply)
      } catch {
        reply(.failure(error))
      }
    }
  }

  private func changeStrategy(
    _ request: ChangeStrategyRequest,
    of hosted: HostedCollection,
    for caller: Caller,
    reply: @escaping Reply<ChangeStrategyResult>
  ) throws(ArrangeError) {
    let (strategy, choice): (any OrderingStrategy, StrategyChoice)
    do {
      (strategy, choice) = try strategies.choose(request.strategy)
    } catch {
      throw ArrangeError(.invalidArgument, "\(error)", field: "strategy")
    }
    try hosted.checkVersion(request.ifVersion, of: request.ifHistory)
    let old = hosted.workingDescriptor
    let isOther = old.strategy != "\(choice)" || old.strategyVersion != strategy.version
    @Sendable func answer(_ outcome: Result<ApplyResult, ArrangeError>) {
      reply(
        outcome.map { result in
          ChangeStrategyResult(
            strategy: "\(choice)",
            version: result.version,
            changed: result.changed || isOther,
            rekeyed: result.rekeyed
          )
        }
      )
    }
    guard isOther || request.renewsKeys else {
      let version = hosted.working.version
      return hosted.whenDurable {
        answer($0.map { ApplyResult(version: version, changed: false, rekeyed: 0, operations: []) })
      }
    }
    // Each list separately. No element is inserted, so no id is needed.
    let scopes = hosted.working.scopes
    let transaction = SlicedTransaction(
      scopes.count,
      on: hosted.working,
      strategy: strategy,
      random: hosted.random
    ) { (editor, step) throws(ArrangeError) in
      try editor.renewKeys(in: scopes[step])
    }
    performOffShard(transaction, in: hosted, strategy: strategy, for: caller) { [self] outcome in
      switch outcome {
      case .failure(let error): answer(.failure(error))
      case .success(let done):
        // The fields may have changed meanwhile.
        var descriptor = hosted.workingDescriptor
        descriptor.strategy = "\(choice)"
        descriptor.strategyVersion = strategy.version
        hosted.workingDescriptor = descriptor
        hosted.strategy = strategy
        guard done.result.changed else {
          // The collection is empty, so there are no keys to make.
          return descriptions.write(hosted) { outcome in answer(outcome.map { done.result }) }
        }
        let change = hosted.commit(of: done.edits, done.result, by: caller.principal, at: clock.wallTime())
        commit(change, in: hosted, with: descriptor, reply: answer)
      }
    }
  }

  /// Moves the keys of some elements of a collection to another generation, in one commit that moves nothing.
  /// O(limit).
  package func rotateKeys(
    _ request: RotateKeysRequest,
    for caller: Caller = .server,
    reply: @escaping Reply<RotateKeysResult>
  ) {
    executor.check()
    guard !isDraining else {
      return reply(.failure(.draining))
    }
    withWritable(request.collection, for: caller) { [self] result in
      do throws(ArrangeError) {
        guard caller.isWanted() else { throw .notWanted }
        try rotateKeys(request, of: try result.get(), for: caller, reply: reply)
      } catch {
        reply(.failure(error))
      }
    }
  }

  private func rotateKeys(
    _ request: RotateKeysRequest,
    of hosted: HostedCollection,
    for caller: Caller,
    reply: @escaping Reply<RotateKeysResult>
  ) throws(ArrangeError) {
    let strategy = try strategies.loadedStrategy(of: hosted)
    let step = RotationStep()
    let transaction = SlicedTransaction(
      1,
      on: hosted.working,
      strategy: strategy,
      random: hosted.random
    ) { (editor, _) throws(ArrangeError) in
      step.value = try editor.rotateKeys(into: request.generation, limit: request.limit)
      guard step.value != nil else {
        throw ArrangeError(
          .failedPrecondition,
          "strategy \(strategy.name) has no generations of keys; change the strategy to renew the keys at once"
        )
      }
    }
    performOffShard(transaction, in: hosted, strategy: strategy, for: caller) { [self] outcome in
      @Sendable func answer(_ outcome: Result<ApplyResult, ArrangeError>) {
        reply(
          outcome.map { result in
            RotateKeysResult(
              version: result.version,
              rekeyed: result.rekeyed,
              remaining: step.value?.remaining ?? 0,
              generation: step.value?.generation ?? 0
            )
          }
        )
      }
      switch outcome {
      case .failure(let error): answer(.failure(error))
      case .success(let done) where done.result.changed:
        commit(
          hosted.commit(of: done.edits, done.result, by: caller.principal, at: clock.wallTime()),
          in: hosted,
          reply: answer
        )
      case .success(let done): hosted.whenDurable { answer($0.map { done.result }) }
      }
    }
  }

  /// The result of a rotation step; written by the thread that makes it, and read when that is done.
  private final class RotationStep: @unchecked Sendable {
    var value: (generation: Int, remaining: Int)?
  }

  /// Explains what a transaction would write, without carrying it out. It is tried on the durable state, off
  /// the shard. O(n + cost of the transaction).
  package func explain(
    _ request: ExplainRequest,
    for caller: Caller = .server,
    reply: @escaping Reply<Explanation>
  ) {
    executor.check()
    shared.withOwned(request.collection) { [self] result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        guard caller.isWanted() else { throw .notWanted }
        let strategy = try strategies.loadedStrategy(of: hosted)
        let trial = Trial(
          request.operations,
          on: hosted.readDurable(),
          strategy: strategy,
          strategyText: hosted.workingDescriptor.strategy,
          random: hosted.random,
          key: hosted.key,
          by: caller.principal,
          incarnation: incarnation,
          time: clock.wallTime()
        )
        work.run(for: caller, weight: hosted.durable.items, with: strategy, of: hosted) {
          (slice: inout WorkSlice) throws(ArrangeError) in
          try trial.proceed(&slice)
        } whenDone: {
          reply($0)
        }
      } catch {
        reply(.failure(error))
      }
    }
  }

  /// Checks all stored keys of a collection, off the shard. O(n). If its strategy is not loaded, keys are
  /// only compared with each other.
  package func verifyKeys(
    _ request: VerifyKeysRequest,
    for caller: Caller = .server,
    reply: @escaping Reply<KeyReport>
  ) {
    executor.check()
    shared.withOwned(request.collection) { [self] result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        guard caller.isWanted() else { throw .notWanted }
        var check = KeyCheck(hosted.readDurable(), hosted.strategy, hosted.descriptor.strategy)
        let body: CallWork<KeyReport>.Body = { (slice: inout WorkSlice) throws(ArrangeError) in
          check.proceed(&slice)
        }
        if let strategy = hosted.strategy {
          work.run(for: caller, weight: 0, with: strategy, of: hosted, body) { reply($0) }
        } else {
          work.run(for: caller, weight: 0, body) { reply($0) }
        }
      } catch {
        reply(.failure(error))
      }
    }
  }
}

extension HostedCollection {
  /// The history of the newest version.
  var workingHistory: UInt64 {
    descriptor.history(madeBy: working.lineage.incarnation(of: working.version))
  }

  /// - Parameter history: the history to which the version must belong; 0: any.
  /// - Throws: ``StatusCode/aborted`` if the collection has another version, or one of another history.
  func checkVersion(_ wanted: UInt64?, of history: UInt64) throws(ArrangeError) {
    guard let wanted else { return }
    if wanted == working.version {
      let own = workingHistory
      // Every history begins with an empty list.
      guard history != 0, wanted > 0, history != own else { return }
      throw ArrangeError(
        .aborted,
        "the collection is at version \(wanted) of another history, since an older copy of the data was restored or the "
          + "collection was created again; read it again and decide",
        field: "if_history"
      )
    }
    throw ArrangeError(
      .aborted,
      "the collection is at version \(working.version), not \(wanted); read it again and decide",
      field: "if_version"
    )
  }
}
