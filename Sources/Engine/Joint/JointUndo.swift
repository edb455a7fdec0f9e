import ArrangeModel
import Ordering

/// Undoes a step that is a transaction over several collections: in all of them at once, or in none.
///
/// In each collection it is undone as a step of that collection alone. A transfer is undone only as a whole: if one half of it is
/// kept, so is the other. A collection that is gone, or that does not have its commit any more, keeps everything.
///
/// First the stacks and the commits of all collections are read, which stay in memory (``UndoRead``). Then the collections are
/// held (``JointHold``), and it is looked whether what was read is enough. If another undo has changed a stack, it begins again.
final class JointUndo: @unchecked Sendable {
  /// How often it begins, at most.
  private static let maximumAttempts = 4

  private let request: UndoRequest
  private let step: JointStep
  private let rights: [Identifier: Bool]
  private let caller: Caller
  private let coordinator: Shard
  private let directory: ShardDirectory
  private let reply: Reply<UndoResult>
  private var attempts = 0
  /// What is known of the collections that take part. Used on the coordinator's executor.
  private var prepared: [Identifier: PreparedUndo] = [:]

  /// - Parameters:
  ///   - step: the step, as the collection of the request knows it.
  ///   - rights: the collections, and whether the caller may do more than move elements in them.
  init(
    _ request: UndoRequest,
    _ step: JointStep,
    rights: [Identifier: Bool],
    for caller: Caller,
    on coordinator: Shard,
    among directory: ShardDirectory,
    reply: @escaping Reply<UndoResult>
  ) {
    self.request = request
    self.step = step
    self.rights = rights
    self.caller = caller
    self.coordinator = coordinator
    self.directory = directory
    self.reply = reply
  }

  private var scope: UndoScope { UndoScope(principal: caller.principal, stack: request.stack) }

  // MARK: Preparing

  func begin() {
    guard attempts < JointUndo.maximumAttempts else { return reply(.failure(.overtakenUndo)) }
    attempts += 1
    prepare(step.parts[...])
  }

  private func prepare(_ parts: ArraySlice<JointStep.Part>) {
    guard let part = parts.first else { return take() }
    let shard = directory.shard(for: part.name)
    let (step, scope, caller) = (step, scope, caller)
    let proceed = { @Sendable [self] (result: Result<PreparedUndo?, ArrangeError>) in
      let next = { @Sendable [self] in
        switch result {
        case .success(let found):
          prepared[part.name] = found
          prepare(parts.dropFirst())
        case .failure(let error):
          releasePrepared()
          reply(.failure(error))
        }
      }
      if shard === coordinator { next() } else { coordinator.executor.execute(next) }
    }
    let work = { @Sendable in
      Undoing(on: shard).prepare(part, of: step, scope, for: caller, reply: proceed)
    }
    if shard === coordinator { work() } else { shard.executor.execute(work) }
  }

  /// Lets the collections drop what they have kept in memory for this undo.
  private func releasePrepared() {
    for (name, known) in prepared {
      let shard = directory.shard(for: name)
      if shard === coordinator { known.read.release() } else { shard.executor.execute(known.read.release) }
    }
    prepared = [:]
  }

  // MARK: Carrying out

  private func take() {
    let (prepared, step, request, scope) = (prepared, step, request, scope)
    let names = prepared.keys.sorted()
    let hold = JointHold<StepInHand>(names, for: caller, on: coordinator, among: directory) {
      (hosted, shard) throws(ArrangeError) in
      try shard.checkBytesInFlight()
      guard let known = prepared[hosted.name],
        let hand = try known.hand(in: hosted, of: step, request, scope)
      else { throw .unprepared }
      return hand
    }
    hold.take { [self] result in
      releasePrepared()
      switch result {
      case .success: perform(hold)
      case .failure(let error):
        hold.end { [self] durable in
          if case .failure(let failure) = durable { return reply(.failure(failure)) }
          error == .unprepared ? begin() : reply(.failure(error))
        }
      }
    }
  }

  private func perform(_ hold: JointHold<StepInHand>) {
    let time = coordinator.clock.wallTime()
    let held = hold.held
    let edit = JointUndoEdit(
      held.map {
        JointUndoEdit.Part(part: $0.part, hand: $0.note, mayWrite: rights[$0.hosted.name] ?? false)
      },
      maximumElements: caller.limits.elements
    )
    guard held.contains(where: { $0.part.strategy.isLoaded || $0.note.takesLong(on: $0.part.state) }) else {
      return take(Result { () throws(ArrangeError) in try edit.perform() }, hold, at: time)
    }
    let owner = held.first { $0.part.strategy.isLoaded } ?? held[0]
    coordinator.work.run(
      for: caller,
      weight: held.reduce(0) { $0 + $1.part.state.itemCount },
      with: owner.part.strategy,
      of: owner.hosted
    ) { (_: inout WorkSlice) throws(ArrangeError) -> JointUndoEdit.Outcome? in
      try edit.perform()
    } whenDone: { [self] outcome in
      take(outcome, hold, at: time)
    }
  }

  private func take(
    _ outcome: Result<JointUndoEdit.Outcome, ArrangeError>,
    _ hold: JointHold<StepInHand>,
    at time: Timestamp
  ) {
    switch outcome {
    case .failure(let error): hold.end { [reply] durable in reply(durable.flatMap { .failure(error) }) }
    case .success(let done):
      for next in hold.held { next.note.dropLog() }
      let record = hold.record(of: done.parts)
      var report = done.report(of: step, named: request.collection)
      report.collections = record.collections
      if request.isDryRun {
        // No version is made.
        for (number, next) in hold.held.enumerated() {
          report.collections[number].version = next.part.state.version
          report.collections[number].history = next.history
        }
      }
      if request.isDryRun || !record.collections.contains(where: \.changed) {
        return finish(hold, report)
      }
      let (request, hands) = (request, hold.held.map(\.note))
      let pass = unchanged(hold, record)
      hold.commit(done.parts, at: time) { [report] commit, number in
        commit.transaction = record
        commit.step = UndoStep(request.stack)
        commit.undone = hands[number].commits
        guard let id = request.requestID, record.collections[number].name == request.collection else {
          return
        }
        commit.requestID = id
        commit.fingerprint = RequestFingerprint(request)
        commit.undoReport = report.encoded
      } reply: { [self, report] outcome in
        if case .failure(let error) = outcome { return reply(.failure(error)) }
        answer(report, passing: pass)
      }
    }
  }

  /// The collections in which nothing changes, with the commits of the step.
  private func unchanged(
    _ hold: JointHold<StepInHand>,
    _ record: Commit.JointRecord
  ) -> [(name: Identifier, version: UInt64)] {
    zip(hold.held, record.collections).filter {
      !$1.changed && !($0.hosted.name == request.collection && request.of != nil)
    }
    .map { held, collection in (collection.name, held.note.commits.newest) }
  }

  /// Ends an undo that changes nothing.
  private func finish(_ hold: JointHold<StepInHand>, _ report: UndoReport) {
    var pass: [(name: Identifier, version: UInt64)] = []
    if !request.isDryRun, request.of == nil {
      pass = hold.held.map { ($0.hosted.name, $0.note.commits.newest) }
    }
    hold.end { [self, pass] durable in
      if case .failure(let error) = durable { return reply(.failure(error)) }
      answer(report, passing: pass)
    }
  }

  /// Stores that steps were passed, and answers as the collection of the request sees it.
  private func answer(_ report: UndoReport, passing steps: [(name: Identifier, version: UInt64)]) {
    var left = steps[...]
    guard let next = left.popFirst() else {
      let shard = directory.shard(for: request.collection)
      let (request, caller, reply) = (request, caller, reply)
      let work = { @Sendable in Undoing(on: shard).answer(request, report, for: caller, reply: reply) }
      return shard === coordinator ? work() : shard.executor.execute(work)
    }
    let rest = Array(left)
    let shard = directory.shard(for: next.name)
    let done: Reply<Void> = { [self] outcome in
      let go = { @Sendable [self] in
        if case .failure(let error) = outcome {
          reply(.failure(error))
        } else {
          answer(report, passing: rest)
        }
      }
      if shard === coordinator { go() } else { coordinator.executor.execute(go) }
    }
    let caller = caller
    let work = { @Sendable in
      Undoing(on: shard).pass(next.version, in: next.name, for: caller, reply: done)
    }
    if shard === coordinator { work() } else { shard.executor.execute(work) }
  }
}
