import ArrangeModel
import Ordering

/// A transaction for several collections, from the first one that it takes to its answer.
///
/// It takes the collections in the order of their names, so that two transactions never wait for each other, and further writes
/// to them wait until it has submitted its own. Its steps are carried out on copies of their newest states. Then each collection
/// gets its state and its commit on its own shard, and all commits become durable in one step of the journal.
///
/// One shard coordinates it. Functions are used on its executor, unless they say otherwise.
final class JointTransaction: @unchecked Sendable {
  /// A collection that was taken, with what its shard knows of it.
  private struct Held {
    let shard: Shard
    let hosted: HostedCollection
    var part: JointEdit.Part
    /// The history of its version, and that of a version that is made now.
    var history: UInt64
    var nextHistory: UInt64
    /// The version that was made by a request with the same id; nil if there is none.
    var repeatedVersion: UInt64?
    /// Whether a request with the same id has changed nothing, which is remembered here.
    var isUnchangedRequest: Bool
  }

  private let coordinator: Shard
  private let directory: ShardDirectory
  private let request: TransactRequest
  private let names: [Identifier]
  private let largestAnswer: Int
  private let caller: Caller
  private let reply: Reply<TransactResult>
  private let key: RequestKey?
  private var held: [Held] = []

  init(
    _ request: TransactRequest,
    largestAnswer: Int,
    for caller: Caller,
    on coordinator: Shard,
    among directory: ShardDirectory,
    reply: @escaping Reply<TransactResult>
  ) {
    self.coordinator = coordinator
    self.directory = directory
    self.request = request
    self.largestAnswer = largestAnswer
    self.caller = caller
    self.reply = reply
    names = request.collections
    key = request.requestID.map { RequestKey($0, of: caller.principal) }
  }

  func begin() {
    guard held.count < names.count else { return perform() }
    onShard(of: names[held.count]) { [self] shard in take(names[held.count], on: shard) }
  }

  private func onShard(of name: Identifier, _ body: @escaping @Sendable (Shard) -> Void) {
    let shard = directory.shard(for: name)
    run(on: shard) { body(shard) }
  }

  /// Runs work on the executor of a shard: at once if that is the coordinator.
  private func run(on shard: Shard, _ work: @escaping @Sendable () -> Void) {
    if shard === coordinator { work() } else { shard.executor.execute(work) }
  }

  /// Calls a closure on the coordinator's executor, behind everything that a shard has submitted so far.
  private func back(from shard: Shard, _ body: @escaping @Sendable () -> Void) {
    if shard === coordinator { return body() }
    // The writes of this turn of the shard are submitted before.
    shard.executor.execute { [self] in coordinator.executor.execute(body) }
  }

  // MARK: Taking

  /// Takes a collection. Called on the executor of its shard.
  private func take(_ name: Identifier, on shard: Shard) {
    guard !shard.isDraining else { return back(from: shard) { [self] in end(.failure(.draining)) } }
    shard.withWritable(name, for: caller) { [self] result in
      switch result {
      case .success(let hosted): take(hosted, on: shard)
      case .failure(let error): back(from: shard) { [self] in end(.failure(error)) }
      }
    }
  }

  // Inlined into its caller it makes the compiler of Swift 6.3 fail.
  @inline(never)
  private func take(_ hosted: HostedCollection, on shard: Shard) {
    // Further writes to it wait until it is released.
    hosted.writes.isEditedOffShard = true
    hosted.writes.mustWait = true
    do throws(ArrangeError) {
      let next = try check(hosted, on: shard)
      back(from: shard) { [self] in
        held.append(next)
        begin()
      }
    } catch {
      // The refusal may result from a change that is not durable yet.
      hosted.whenDurable { [self] durable in
        back(from: shard) { [self] in end(durable.flatMap { .failure(error) }) }
      }
      release(hosted, of: shard)
    }
  }

  /// Continues with the writes that wait for a collection. Called on the executor of its shard.
  private func release(_ hosted: HostedCollection, of shard: Shard) {
    shard.executor.check()
    hosted.writes.isEditedOffShard = false
    shard.continueWrites(of: hosted)
  }

  /// What the shard of a collection knows of it, and whether it may be changed. Called on the shard's executor.
  private func check(_ hosted: HostedCollection, on shard: Shard) throws(ArrangeError) -> Held {
    guard caller.isWanted() else { throw .notWanted }
    let repeated = key.flatMap { hosted.requests[$0] }
    let isUnchanged = key.map { hosted.workingDescriptor.unchangedRequests.contains($0) } ?? false
    if repeated == nil, !isUnchanged {
      if let index = request.conditions.firstIndex(where: { $0.collection == hosted.name }) {
        let condition = request.conditions[index]
        do throws(ArrangeError) {
          try hosted.checkVersion(condition.ifVersion, of: condition.ifHistory)
        } catch {
          throw error.within("conditions[\(index)]")
        }
      }
      try shard.checkBytesInFlight()
    }
    return Held(
      shard: shard,
      hosted: hosted,
      part: JointEdit.Part(
        name: hosted.name,
        state: hosted.working,
        strategy: try shard.strategies.loadedStrategy(of: hosted),
        random: hosted.random,
        idRandom: hosted.random.split()
      ),
      history: hosted.workingHistory,
      nextHistory: hosted.descriptor.history(madeBy: shard.incarnation),
      repeatedVersion: repeated,
      isUnchangedRequest: isUnchanged
    )
  }

  // MARK: Carrying out

  private func perform() {
    if let first = held.first(where: { $0.repeatedVersion != nil }) { return repeatResult(of: first) }
    if let first = held.first(where: \.isUnchangedRequest) { return repeatUnchanged(by: first) }
    let time = coordinator.clock.wallTime()
    let parts = held.map(\.part)
    let edit = JointEdit(request.steps, on: parts, time: time, maximumElements: caller.limits.elements)
    let most = SlicedTransaction.maximumStepsAtOnce
    let loaded = held.first { $0.part.strategy.isLoaded }
    guard loaded != nil || JointEdit.work(request.steps, on: parts, atMost: most) > most else {
      let outcome = Result { () throws(ArrangeError) in
        var outcome: JointEdit.Outcome?
        while outcome == nil {
          var slice = WorkSlice()
          outcome = try edit.proceed(&slice)
        }
        return outcome!
      }
      return take(outcome, at: time)
    }
    let strategyOwner = loaded ?? held[0]
    coordinator.work.run(
      for: caller,
      weight: parts.reduce(0) { $0 + $1.state.itemCount },
      with: strategyOwner.part.strategy,
      of: strategyOwner.hosted
    ) { (slice: inout WorkSlice) throws(ArrangeError) in
      try edit.proceed(&slice)
    } whenDone: { [self] outcome in
      take(outcome, at: time)
    }
  }

  private func take(_ outcome: Result<JointEdit.Outcome, ArrangeError>, at time: Timestamp) {
    switch outcome {
    case .failure(let error): end(.failure(error))
    case .success(let done):
      let record = Commit.JointRecord(
        id: TransactionID(using: &coordinator.random),
        collections: zip(held, done.parts).map { held, part in
          TransactResult.Collection(
            name: held.hosted.name,
            version: part.edit.result.version,
            changed: part.edit.result.changed,
            rekeyed: part.edit.result.rekeyed,
            history: part.edit.result.changed ? held.nextHistory : held.history
          )
        }
      )
      let result = TransactResult(collections: record.collections, steps: done.steps)
      guard result.encodedSize <= largestAnswer else {
        return end(.failure(.tooLarge(result, largestAnswer)))
      }
      guard result.collections.contains(where: \.changed) else { return endUnchanged(result) }
      install(done, record, result, at: time)
    }
  }

  // MARK: Committing

  /// Gives each collection its new state, and submits all commits together.
  private func install(
    _ done: JointEdit.Outcome,
    _ record: Commit.JointRecord,
    _ result: TransactResult,
    at time: Timestamp
  ) {
    let changed = held.indices.filter { done.parts[$0].edit.result.changed }
    let answer = JointOutcome(changed.count, on: coordinator) { [reply] outcome in
      reply(outcome.map { result })
    }
    let collected = Collected(changed.count) { [self] writes in
      coordinator.submit(Storage.Write(content: .together(writes), shard: coordinator.index) { _ in })
      releaseAll()
    }
    for (place, index) in changed.enumerated() {
      let (held, part) = (held[index], done.parts[index])
      // The elements of all steps are kept once, with the first commit.
      let steps = place == 0 ? done.steps : []
      let work = { @Sendable [self] in
        let write = commit(part, steps, record, of: held, at: time) { answer.count($0.map { _ in }) }
        back(from: held.shard) { collected.add(write, at: place) }
      }
      run(on: held.shard, work)
    }
  }

  /// Installs the new state of a collection with its commit. Called on the executor of its shard.
  private func commit(
    _ part: JointEdit.PartOutcome,
    _ steps: [[PlacedElement]],
    _ record: Commit.JointRecord,
    of held: Held,
    at time: Timestamp,
    reply: @escaping Reply<ApplyResult>
  ) -> Storage.Write {
    let hosted = held.hosted
    hosted.installOutcome(part.edit)
    var result = part.edit.result
    result.operations = steps
    var commit = hosted.commit(
      of: part.edit.edits,
      result,
      by: caller.principal,
      at: time,
      requestID: request.requestID
    )
    if request.requestID != nil { commit.fingerprint = RequestFingerprint(request.steps) }
    commit.transaction = record
    commit.transfers = part.transfers
    let write = held.shard.write(of: commit, in: hosted, bytes: part.edit.bytes, reply: reply)
    if hosted.watchers.needsState { hosted.keepState() }
    return write
  }

  // MARK: Ending

  /// Lets go of the collections, behind everything that was submitted.
  private func releaseAll() {
    let taken = held
    held = []
    for next in taken {
      if next.shard === coordinator {
        release(next.hosted, of: next.shard)
      } else {
        // What the coordinator has submitted in this turn is handed over before.
        coordinator.executor.execute { [self] in
          next.shard.executor.execute { [self] in release(next.hosted, of: next.shard) }
        }
      }
    }
  }

  /// Ends a transaction that changes nothing. What it has learned may not be durable yet, so its answer waits for that.
  private func end(_ result: Result<TransactResult, ArrangeError>) {
    let taken = held
    releaseAll()
    guard !taken.isEmpty else { return reply(result) }
    let answer = JointOutcome(taken.count, on: coordinator) { [reply] outcome in
      reply(outcome.flatMap { result })
    }
    for next in taken {
      let work = { @Sendable in next.hosted.whenDurable { answer.count($0) } }
      run(on: next.shard, work)
    }
  }

  /// Ends a transaction that has changed nothing, which the first collection remembers if there is a request id.
  private func endUnchanged(_ result: TransactResult) {
    guard let repetition = repetition(in: held[0]) else { return end(.success(result)) }
    let (first, own) = (held[0], ApplyResult(result))
    let work = { @Sendable [self] in
      repetition.remember(own) { [self] outcome in
        back(from: first.shard) { [self] in end(outcome.map { _ in result }) }
      }
    }
    run(on: first.shard, work)
  }

  private func repetition(in held: Held) -> RequestRepetition? {
    let steps = request.steps
    return request.requestID.map { id in
      RequestRepetition(held.shard, held.hosted, id, of: caller.principal) { RequestFingerprint(steps) }
    }
  }

  /// Answers a retry of a transaction that has changed nothing. The versions are those of now.
  private func repeatUnchanged(by found: Held) {
    guard let repetition = repetition(in: found) else { return }
    let collections = held.map { held in
      TransactResult.Collection(
        name: held.hosted.name,
        version: held.part.state.version,
        changed: false,
        rekeyed: 0,
        history: held.history
      )
    }
    releaseAll()
    let work = { @Sendable [reply] in
      _ = repetition.answer { answer in
        reply(
          answer.map { TransactResult(collections: collections, steps: $0.operations, repeated: true) }
        )
      }
    }
    run(on: found.shard, work)
  }

  /// Answers a retry with the result of the commit that has its request id.
  private func repeatResult(of found: Held) {
    guard let key, let version = found.repeatedVersion else { return }
    releaseAll()
    let (reply, steps) = (reply, request.steps)
    let work = { @Sendable in
      // The first request may not be durable yet; its answer is read once it is.
      found.hosted.whenDurable { outcome in
        if case .failure(let error) = outcome { return reply(.failure(error)) }
        let collection = found.hosted.key
        found.shard.storage.read(for: found.shard.index) { journal in
          try journal.commit(of: collection, requestID: key.bytes).map { try Commit($0) }
        } whenDone: { stored in
          reply(
            stored.flatMap { stored in
              guard let stored else { return .failure(.forgottenResult(of: version)) }
              if let fingerprint = stored.fingerprint, fingerprint != RequestFingerprint(steps) {
                return .failure(.usedRequestID(at: version))
              }
              guard let record = stored.transaction, stored.result.operations.count == steps.count else {
                return .failure(.forgottenResult(of: version))
              }
              return .success(
                TransactResult(
                  collections: record.collections,
                  steps: stored.result.operations,
                  repeated: true
                )
              )
            }
          )
        }
      }
    }
    run(on: found.shard, work)
  }
}

extension ArrangeError {
  fileprivate static func tooLarge(_ result: TransactResult, _ largest: Int) -> ArrangeError {
    ArrangeError(
      .resourceExhausted,
      "the answer would have \(result.encodedSize) bytes, more than the \(largest) that fit the caller's largest frame; send the "
        + "transaction in parts, or connect with a larger `largest_frame`",
      field: "steps"
    )
  }
}

extension ApplyResult {
  /// What the first collection remembers of a transaction that has changed nothing.
  fileprivate init(_ result: TransactResult) {
    self.init(version: result.collections[0].version, changed: false, rekeyed: 0, operations: result.steps)
  }
}
