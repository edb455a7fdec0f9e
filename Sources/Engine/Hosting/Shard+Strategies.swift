package import ArrangeModel
import Ordering

extension Shard {
  /// Gives a collection another strategy, in one commit that moves nothing: only keys change.
  ///
  /// The keys of all elements are made while the shard does nothing else: O(n).
  package func changeStrategy(
    _ request: ChangeStrategyRequest,
    reply: @escaping Reply<ChangeStrategyResult>
  ) {
    guard !isDraining else {
      return reply(.failure(.draining))
    }
    withCollection(request.collection) { [self] result in
      do throws(ArrangeError) {
        try changeStrategy(request, of: try result.get(), reply: reply)
      } catch {
        reply(.failure(error))
      }
    }
  }

  private func changeStrategy(
    _ request: ChangeStrategyRequest,
    of hosted: HostedCollection,
    reply: @escaping Reply<ChangeStrategyResult>
  ) throws(ArrangeError) {
    let (strategy, choice): (any OrderingStrategy, StrategyChoice)
    do {
      (strategy, choice) = try strategies.choose(request.strategy)
    } catch {
      throw ArrangeError(.invalidArgument, "\(error)", field: "strategy")
    }
    try hosted.checkVersion(request.ifVersion)
    var descriptor = hosted.workingDescriptor
    let isOther = descriptor.strategy != "\(choice)" || descriptor.strategyVersion != strategy.version
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
    // No element is made, so no id is needed.
    let makeID: () -> Identifier = { .empty }
    let (edits, result) = try hosted.edit(strategy: strategy, makeID: makeID) {
      (editor) throws(ArrangeError) in try editor.renewKeys()
    }
    descriptor.strategy = "\(choice)"
    descriptor.strategyVersion = strategy.version
    hosted.workingDescriptor = descriptor
    hosted.strategy = strategy
    guard result.changed else {
      // Nothing is there that could have a key.
      let described = descriptor
      return submit(
        .init(content: .entry(.describe(hosted.key, descriptor: described.encoded)), shard: index) {
          [self] outcome in
          if case .success = outcome { note(described, of: hosted) }
          answer(outcome.map { result })
        }
      )
    }
    commit(keyChange(edits, result, of: hosted), in: hosted, with: descriptor, reply: answer)
  }

  /// Gives some elements of a collection keys of another generation, in one commit that moves nothing. O(limit).
  package func rotateKeys(_ request: RotateKeysRequest, reply: @escaping Reply<RotateKeysResult>) {
    guard !isDraining else {
      return reply(.failure(.draining))
    }
    withCollection(request.collection) { [self] result in
      do throws(ArrangeError) {
        try rotateKeys(request, of: try result.get(), reply: reply)
      } catch {
        reply(.failure(error))
      }
    }
  }

  private func rotateKeys(
    _ request: RotateKeysRequest,
    of hosted: HostedCollection,
    reply: @escaping Reply<RotateKeysResult>
  ) throws(ArrangeError) {
    let strategy = try loadedStrategy(of: hosted)
    var step: (generation: Int, remaining: Int)?
    let makeID: () -> Identifier = { .empty }
    let (edits, result) = try hosted.edit(strategy: strategy, makeID: makeID) {
      (editor) throws(ArrangeError) in
      step = try editor.rotateKeys(into: request.generation, limit: request.limit)
    }
    guard let step else {
      throw ArrangeError(
        .failedPrecondition,
        "strategy \(strategy.name) has no generations of keys; change the strategy to renew the keys at once"
      )
    }
    @Sendable func answer(_ outcome: Result<ApplyResult, ArrangeError>) {
      reply(
        outcome.map { result in
          RotateKeysResult(
            version: result.version,
            rekeyed: result.rekeyed,
            remaining: step.remaining,
            generation: step.generation
          )
        }
      )
    }
    guard result.changed else { return hosted.whenDurable { answer($0.map { result }) } }
    commit(keyChange(edits, result, of: hosted), in: hosted, reply: answer)
  }

  /// The commit of a change of keys that nobody made a request for.
  private func keyChange(
    _ edits: [Edit],
    _ result: ApplyResult,
    of hosted: HostedCollection
  ) -> Commit {
    Commit(
      collection: hosted.key,
      version: hosted.working.version,
      time: clock.wallTime(),
      requestID: nil,
      edits: edits,
      sectionCount: hosted.working.sectionCount,
      itemCount: hosted.working.itemCount,
      result: result
    )
  }

  /// Tells what a transaction would write, without carrying it out. It is tried on the durable state, on a
  /// thread of its own. O(n + cost of the transaction).
  package func explain(_ request: ExplainRequest, reply: @escaping Reply<Explanation>) {
    withCollection(request.collection) { [self] result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        let trial = Trial(
          state: hosted.readDurable(),
          strategy: try loadedStrategy(of: hosted),
          strategyText: hosted.workingDescriptor.strategy,
          random: hosted.random,
          key: hosted.key,
          time: clock.wallTime()
        )
        storage.read(for: index) { _ in
          try trial.explain(request.operations)
        } whenDone: {
          reply($0)
        }
      } catch {
        reply(.failure(error))
      }
    }
  }

  /// Looks at all stored keys of a collection, on a thread of its own. O(n).
  package func verifyKeys(_ name: Identifier, reply: @escaping Reply<KeyReport>) {
    withCollection(name) { [self] result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        let strategy = try loadedStrategy(of: hosted)
        let (state, text) = (hosted.readDurable(), hosted.descriptor.strategy)
        storage.read(for: index) { _ in
          state.keyReport(strategy, text)
        } whenDone: {
          reply($0)
        }
      } catch {
        reply(.failure(error))
      }
    }
  }
}

extension HostedCollection {
  /// - Throws: ``StatusCode/aborted`` where the collection has another version.
  func checkVersion(_ wanted: UInt64?) throws(ArrangeError) {
    guard let wanted, wanted != working.version else { return }
    throw ArrangeError(
      .aborted,
      "the collection is at version \(working.version), not \(wanted); read it again and decide",
      field: "if_version"
    )
  }
}
