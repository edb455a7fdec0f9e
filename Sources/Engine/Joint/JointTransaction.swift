import ArrangeModel
import Ordering

/// A transaction for several collections, from the first one that it takes to its answer.
///
/// Its steps are carried out on copies of the newest states of the collections, which it holds meanwhile, see ``JointHold``.
/// Functions are used on the executor of the shard that coordinates it, unless they say otherwise.
final class JointTransaction: @unchecked Sendable {
  /// What a collection knows of requests with the same id.
  private struct Note: Sendable {
    /// The version that was made by one; nil if there is none.
    var repeatedVersion: UInt64?
    /// Whether one has changed nothing, which is remembered here.
    var isUnchangedRequest: Bool
  }

  private let request: TransactRequest
  private let largestAnswer: Int
  private let reply: Reply<TransactResult>
  private let key: RequestKey?
  private let hold: JointHold<Note>

  init(
    _ request: TransactRequest,
    largestAnswer: Int,
    for caller: Caller,
    on coordinator: Shard,
    among directory: ShardDirectory,
    reply: @escaping Reply<TransactResult>
  ) {
    self.request = request
    self.largestAnswer = largestAnswer
    self.reply = reply
    let key = request.requestID.map { RequestKey($0, of: caller.principal) }
    self.key = key
    hold = JointHold(request.collections, for: caller, on: coordinator, among: directory) {
      (hosted, shard) throws(ArrangeError) in
      try JointTransaction.note(of: hosted, on: shard, key, request.conditions)
    }
  }

  private var caller: Caller { hold.caller }

  func begin() {
    hold.take { [self] result in
      switch result {
      case .success: perform()
      case .failure(let error): end(.failure(error))
      }
    }
  }

  /// What a collection knows of the request, and whether it may be changed. Called on the executor of its shard.
  private static func note(
    of hosted: HostedCollection,
    on shard: Shard,
    _ key: RequestKey?,
    _ conditions: [VersionCondition]
  ) throws(ArrangeError) -> Note {
    let note = Note(
      repeatedVersion: key.flatMap { hosted.requests[$0] },
      isUnchangedRequest: key.map { hosted.workingDescriptor.unchangedRequests.contains($0) } ?? false
    )
    guard note.repeatedVersion == nil, !note.isUnchangedRequest else { return note }
    if let index = conditions.firstIndex(where: { $0.collection == hosted.name }) {
      let condition = conditions[index]
      do throws(ArrangeError) {
        try hosted.checkVersion(condition.ifVersion, of: condition.ifHistory)
      } catch {
        throw error.within("conditions[\(index)]")
      }
    }
    try shard.checkBytesInFlight()
    return note
  }

  // MARK: Carrying out

  private func perform() {
    let held = hold.held
    if let first = held.first(where: { $0.note.repeatedVersion != nil }) { return repeatResult(of: first) }
    if let first = held.first(where: \.note.isUnchangedRequest) { return repeatUnchanged(by: first) }
    let time = hold.coordinator.clock.wallTime()
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
    hold.coordinator.work.run(
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
      let record = hold.record(of: done.parts)
      let result = TransactResult(collections: record.collections, steps: done.steps)
      guard result.encodedSize <= largestAnswer else {
        return end(.failure(.tooLarge(result, largestAnswer)))
      }
      guard let first = result.collections.firstIndex(where: \.changed) else { return endUnchanged(result) }
      let request = request
      hold.commit(done.parts, at: time) { commit, number in
        // The elements of all steps are kept once, with the first commit.
        commit.result.operations = number == first ? done.steps : []
        commit.requestID = request.requestID
        if request.requestID != nil { commit.fingerprint = RequestFingerprint(request.steps) }
        commit.transaction = record
        commit.step = request.step
      } reply: { [reply] outcome in
        reply(outcome.map { result })
      }
    }
  }

  // MARK: Ending

  /// Ends a transaction that changes nothing. What it has learned may not be durable yet, so its answer waits for that.
  private func end(_ result: Result<TransactResult, ArrangeError>) {
    hold.end { [reply] outcome in reply(outcome.flatMap { result }) }
  }

  /// Ends a transaction that has changed nothing, which the first collection remembers if there is a request id.
  private func endUnchanged(_ result: TransactResult) {
    let first = hold.held[0]
    guard let repetition = repetition(in: first) else { return end(.success(result)) }
    let own = ApplyResult(result)
    hold.run(on: first.shard) { [self] in
      repetition.remember(own) { [self] outcome in
        hold.back(from: first.shard) { [self] in end(outcome.map { _ in result }) }
      }
    }
  }

  private func repetition(in held: JointHold<Note>.Held) -> RequestRepetition? {
    let steps = request.steps
    return request.requestID.map { id in
      RequestRepetition(held.shard, held.hosted, id, of: caller.principal) { RequestFingerprint(steps) }
    }
  }

  /// Answers a retry of a transaction that has changed nothing. The versions are those of now.
  private func repeatUnchanged(by found: JointHold<Note>.Held) {
    guard let repetition = repetition(in: found) else { return }
    let collections = hold.held.map { held in
      TransactResult.Collection(
        name: held.hosted.name,
        version: held.part.state.version,
        changed: false,
        rekeyed: 0,
        history: held.history
      )
    }
    hold.releaseAll()
    hold.run(on: found.shard) { [reply] in
      _ = repetition.answer { answer in
        reply(
          answer.map { TransactResult(collections: collections, steps: $0.operations, repeated: true) }
        )
      }
    }
  }

  /// Answers a retry with the result of the commit that has its request id.
  private func repeatResult(of found: JointHold<Note>.Held) {
    guard let key, let version = found.note.repeatedVersion else { return }
    hold.releaseAll()
    let (reply, steps) = (reply, request.steps)
    hold.run(on: found.shard) {
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
  }
}

extension JointHold {
  /// What the commits have in common.
  func record(of parts: [JointEdit.PartOutcome]) -> Commit.JointRecord {
    Commit.JointRecord(
      id: TransactionID(using: &coordinator.random),
      collections: zip(held, parts).map { held, part in
        TransactResult.Collection(
          name: held.hosted.name,
          version: part.edit.result.version,
          changed: part.edit.result.changed,
          rekeyed: part.edit.result.rekeyed,
          history: part.edit.result.changed ? held.nextHistory : held.history
        )
      }
    )
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
