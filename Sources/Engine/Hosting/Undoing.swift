package import ArrangeModel
import Ordering

/// Undoes steps of stacks, and makes them again, in the collections of a shard. Used on the shard's executor only.
///
/// A call first waits until everything is in memory that it needs: the stacks, and the commits since the step. Then it decides
/// and commits at once, on the newest state.
package struct Undoing: Sendable {
  /// How often commits are read for one call, at most: while they are read, another undo may make an older step of the stack the
  /// next one.
  static let maximumReads = 4

  let shard: Shard

  package init(on shard: Shard) { self.shard = shard }

  /// Undoes a step, or makes one again.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - mayWrite: whether the caller may do more than move elements.
  ///   - caller: the caller, which is checked before the work begins.
  ///   - whenJoint: called in place of `reply` if the step is a transaction over several collections, which ``JointTransactions``
  ///     undo.
  ///   - reply: gets the result when it is durable.
  package func undo(
    _ request: UndoRequest,
    mayWrite: Bool = true,
    for caller: Caller = .server,
    whenJoint: (@Sendable (JointStep) -> Void)? = nil,
    reply: @escaping Reply<UndoResult>
  ) {
    shard.executor.check()
    let call = UndoCall(
      request: request,
      mayWrite: mayWrite,
      caller: caller,
      whenJoint: whenJoint,
      reply: reply
    )
    attempt(call, reads: 0)
  }

  /// Begins the call, or goes on with it when something was read.
  private func attempt(_ call: UndoCall, reads: Int, with read: UndoRead? = nil) {
    guard !shard.isDraining else {
      read?.release()
      return call.reply(.failure(.draining))
    }
    shard.withWritable(call.request.collection, for: call.caller) { result in
      // What follows is done at once, so the log drops nothing before it is used.
      defer { read?.release() }
      guard call.caller.isWanted() else { return call.reply(.failure(.notWanted)) }
      switch result {
      case .success(let hosted):
        let undone = attempt(call, in: hosted, reads: reads, with: read?.log(of: hosted) ?? hosted.undo.log)
        // Nobody has a copy of the log any more, which the next commit would have to copy.
        if let undone { finish(undone.run, undone.outcome, of: call, in: hosted) }
      case .failure(let error): call.reply(.failure(error))
      }
    }
  }

  /// - Parameter log: the commits that are in memory, or were read.
  /// - Returns: what was undone at once, to be committed; nil if the call goes on in another way.
  private func attempt(
    _ call: UndoCall,
    in hosted: HostedCollection,
    reads: Int,
    with log: UndoLog?
  ) -> (run: UndoRun, outcome: UndoRun.Outcome)? {
    guard let stack = hosted.undo.stack(call.scope, pending: hosted.content.pending) else {
      readStacks(of: hosted) { error in
        if let error { return call.reply(.failure(error)) }
        attempt(call, reads: reads)
      }
      return nil
    }
    let isRepeated = repetition(of: call, in: hosted)?.findEarlier { earlier in
      call.reply(
        Result { () throws(ArrangeError) in try self.result(of: earlier.get(), call.scope, in: hosted) }
      )
    }
    if isRepeated ?? false { return nil }
    do throws(ArrangeError) {
      try shard.checkBytesInFlight()
      let passed = hosted.workingDescriptor.passedSteps
      guard let step = try call.request.step(of: stack, passed) else {
        answer(call, UndoReport([]), UndoResult(version: hosted.working.version, changed: false), in: hosted)
        return nil
      }
      guard let log, log.edits.covers(step.versions[0] - 1) else {
        guard reads < Undoing.maximumReads else { throw .overtakenUndo }
        readCommits(since: step.versions[0] - 1, of: hosted) { result in
          switch result {
          case .success(let read): attempt(call, reads: reads + 1, with: read)
          case .failure(let error): call.reply(.failure(error))
          }
        }
        return nil
      }
      precondition(log.newest == hosted.working.version, "each commit is added to the log")
      if let record = log.commit(step.newest)?.transaction,
        let joint = JointStep(record, isRedo: step.isRedo)
      {
        guard let whenJoint = call.whenJoint else { throw .undoOfJoint }
        whenJoint(joint)
        return nil
      }
      let live = step.isChosen ? stack.versions(after: step, isPassed: passed.contains) : []
      let hand = StepInHand(commits: step, scope: call.scope, live: live, log: log)
      return try perform(hand, of: call, in: hosted)
    } catch {
      hosted.refuse(with: error, reply: call.reply)
      return nil
    }
  }

  // MARK: Reading

  /// Reads the stacks of a collection from its commits, unless that is being done.
  func readStacks(of hosted: HostedCollection, whenDone: @escaping CollectionUndo.Waiting) {
    guard hosted.undo.wait(whenDone) else { return }
    let (key, oldest, newest) = (hosted.key, hosted.oldestVersion + 1, hosted.durable.version)
    shard.storage.read(for: shard.index) { journal in
      try UndoStacks(of: key, from: oldest, through: newest, in: journal)
    } whenDone: { result in
      var failure: ArrangeError?
      if case .failure(let error) = result { failure = error }
      let waiting = hosted.undo.install(try? result.get(), oldest: hosted.oldestVersion + 1)
      for body in waiting { body(failure) }
    }
  }

  /// Reads the commits after a version that are not in memory.
  ///
  /// - Parameter whenDone: gets what was read, and has to release it.
  func readCommits(
    since version: UInt64,
    of hosted: HostedCollection,
    whenDone: @escaping Reply<UndoRead>
  ) {
    let log = hosted.undo.beginLog(after: hosted.working.version)
    let (key, last) = (hosted.key, log.edits.base)
    let room = log.withCapacity(ChangeLog.capacity).edits.room
    let read = UndoRead(of: hosted, after: last)
    let fail = { @Sendable (error: ArrangeError) in
      read.release()
      whenDone(.failure(error))
    }
    // Those that are being written can be read then.
    hosted.whenDurable { durable in
      if case .failure(let error) = durable { return fail(error) }
      shard.storage.read(for: shard.index) { journal in
        try MissedCommits.commits(of: key, after: version, through: last, fitting: room, in: journal)
      } whenDone: { result in
        switch result {
        case .success(.read(let commits)):
          read.commits = commits
          whenDone(.success(read))
        // The next attempt finds that the step is no longer on the stack.
        case .success(.trimmed): whenDone(.success(read))
        case .success(.tooMany): fail(.undoTooFarBack)
        case .failure(let error): fail(error)
        }
      }
    }
  }

  // MARK: Carrying out

  /// Undoes a step.
  ///
  /// - Returns: what was undone at once, to be committed; nil if that takes longer and is done elsewhere.
  private func perform(
    _ step: StepInHand,
    of call: UndoCall,
    in hosted: HostedCollection
  ) throws(ArrangeError) -> (run: UndoRun, outcome: UndoRun.Outcome)? {
    let strategy = try shard.strategies.loadedStrategy(of: hosted)
    let run = UndoRun(step, of: call, on: hosted.working)
    if !hosted.hasLoadedStrategy, !step.takesLong(on: hosted.working) {
      do throws(ArrangeError) {
        let outcome: UndoRun.Outcome
        if call.request.isDryRun {
          outcome = try run.onCopy(strategy, hosted.random)
        } else {
          let done = try hosted.edit(strategy: strategy) { (editor) throws(ArrangeError) in
            try run.perform(in: &editor, PastList.Budget.onShard)
          }
          outcome = UndoRun.Outcome(edits: done.edits, result: done.result, bytes: done.bytes)
        }
        return (run, outcome)
      } catch {
        guard error == .takesLong else { throw error }
      }
    }
    let transaction = SlicedTransaction(
      1,
      on: hosted.working,
      strategy: strategy,
      random: hosted.random,
      maximumElements: call.caller.limits.elements,
      step: { (editor, _) throws(ArrangeError) in try run.perform(in: &editor, PastList.Budget()) }
    )
    let whenDone = { @Sendable (result: Result<SlicedTransaction.Outcome, ArrangeError>) in
      switch result {
      case .success(let done):
        let outcome = UndoRun.Outcome(edits: done.edits, result: done.result, bytes: done.bytes)
        finish(run, outcome, of: call, in: hosted)
      case .failure(let error): hosted.refuse(with: error, reply: call.reply)
      }
    }
    if call.request.isDryRun {
      shard.work.run(for: call.caller, weight: hosted.working.itemCount, with: strategy, of: hosted) {
        (slice: inout WorkSlice) throws(ArrangeError) in
        try transaction.proceed(&slice)
      } whenDone: {
        whenDone($0)
      }
    } else {
      shard.performOffShard(
        transaction,
        in: hosted,
        strategy: strategy,
        for: call.caller,
        whenDone: whenDone
      )
    }
    return nil
  }

  /// Commits what was undone, or remembers that nothing could be.
  private func finish(
    _ run: UndoRun,
    _ outcome: UndoRun.Outcome,
    of call: UndoCall,
    in hosted: HostedCollection
  ) {
    let (request, report) = (call.request, run.report)
    var result = UndoResult(version: outcome.result.version, changed: outcome.result.changed)
    result.rekeyed = outcome.result.rekeyed
    if request.isDryRun {
      result.version = hosted.working.version
      return answer(call, report, result, in: hosted)
    }
    guard outcome.result.changed else {
      if !run.step.isChosen {
        hosted.workingDescriptor.passedSteps.forget(before: hosted.oldestVersion + 1)
        hosted.workingDescriptor.passedSteps.insert(run.step.newest)
      }
      return remember(result, report, of: call, in: hosted)
    }
    var commit = hosted.commit(
      of: outcome.edits,
      outcome.result,
      by: call.caller.principal,
      at: shard.clock.wallTime(),
      requestID: request.requestID
    )
    commit.step = UndoStep(request.stack)
    commit.undone = run.step
    if request.requestID != nil {
      commit.fingerprint = RequestFingerprint(request)
      commit.undoReport = report.encoded
    }
    result.history = hosted.descriptor.history(madeBy: shard.incarnation)
    shard.commit(commit, in: hosted, bytes: outcome.bytes) { [result] outcome in
      call.reply(outcome.map { _ in self.result(result, report, call.scope, in: hosted) })
    }
  }

  /// Stores that a step was passed, and the answer for a retry.
  func remember(
    _ result: UndoResult,
    _ report: UndoReport,
    of call: UndoCall,
    in hosted: HostedCollection
  ) {
    let whenStored: Reply<Void> = { stored in
      if case .failure(let error) = stored { return call.reply(.failure(error)) }
      answer(call, report, result, in: hosted)
    }
    guard let repetition = repetition(of: call, in: hosted) else {
      return shard.descriptions.write(hosted, reply: whenStored)
    }
    var stored = report.encoded
    if stored.count > UnchangedRequests.maximumAnswer / 2 { stored = report.withoutChanges.encoded }
    let unchanged = ApplyResult(version: result.version, changed: false, rekeyed: 0, operations: [])
    repetition.remember(unchanged, report: stored) { whenStored($0.map { _ in }) }
  }

  // MARK: Answers

  private func repetition(of call: UndoCall, in hosted: HostedCollection) -> RequestRepetition? {
    let request = call.request
    guard let id = request.requestID, !request.isDryRun else { return nil }
    return RequestRepetition(shard, hosted, id, of: call.caller.principal) { RequestFingerprint(request) }
  }

  /// Answers a call that has changed nothing, when what it has learned is durable.
  func answer(
    _ call: UndoCall,
    _ report: UndoReport,
    _ result: UndoResult,
    in hosted: HostedCollection
  ) {
    var result = result
    result.history = hosted.workingHistory
    hosted.whenDurable { [result] durable in
      call.reply(durable.map { self.result(result, report, call.scope, in: hosted) })
    }
  }

  /// The answer to a retry.
  private func result(
    of earlier: RequestRepetition.Earlier,
    _ scope: UndoScope,
    in hosted: HostedCollection
  ) throws(ArrangeError) -> UndoResult {
    guard
      let report = try earlier.report.map({ (bytes) throws(ArrangeError) in try UndoReport(encoded: bytes) })
    else { throw .forgottenResult(of: earlier.result.version) }
    var result = UndoResult(
      version: earlier.result.version,
      changed: earlier.result.changed,
      isRepeated: true
    )
    (result.rekeyed, result.history) = (earlier.result.rekeyed, earlier.result.history)
    return self.result(result, report, scope, in: hosted)
  }

  /// A result with what a report says, and what the stack has now.
  private func result(
    _ result: UndoResult,
    _ report: UndoReport,
    _ scope: UndoScope,
    in hosted: HostedCollection
  ) -> UndoResult {
    var result = result
    result.undoes = report.versions
    result.collections = report.collections
    if let own = report.collections.first(where: { $0.name == hosted.name }) {
      result.changed = report.collections.contains(where: \.changed)
      (result.version, result.rekeyed, result.history) = (own.version, own.rekeyed, own.history)
    }
    (result.undone, result.undoneCount) = (report.undone.changes, report.undone.count)
    (result.kept, result.keptCount) = (report.kept.changes, report.kept.count)
    let passed = hosted.workingDescriptor.passedSteps
    if let stack = hosted.undo.stack(scope, pending: hosted.content.pending) {
      result.canUndo = stack.newest(isPassed: passed.contains) != nil
      result.canRedo = stack.newestUndone(isPassed: passed.contains) != nil
    }
    return result
  }
}
