import ArrangeModel
import Ordering

/// A request that is carried out as a ``TransactionPlan``.
protocol PlannedRequest: Sendable {
  var requestID: RequestID? { get }
  /// The stack of which the commit becomes a step; nil for none.
  var stack: StackID? { get }
  /// The fingerprint of what it asks for. O(size of the request).
  var fingerprint: RequestFingerprint { get }
}

/// Transactions that follow plans. Used on the shard's executor.
struct PlannedTransactions: Sendable {
  let shard: Shard

  /// Answers a request whose id was used before.
  ///
  /// - Returns: whether it was.
  func answerRetry(
    of request: some PlannedRequest,
    in hosted: HostedCollection,
    for caller: Caller,
    reply: @escaping Reply<ApplyResult>
  ) -> Bool {
    guard let id = request.requestID else { return false }
    let repetition = RequestRepetition(shard, hosted, id, of: caller.principal) { request.fingerprint }
    return repetition.answer(reply: reply)
  }

  /// The transaction that carries out a plan on a state.
  @inline(never)
  func transaction(
    of plan: some TransactionPlan,
    on state: CollectionState,
    _ strategy: any OrderingStrategy,
    in hosted: HostedCollection,
    for caller: Caller
  ) -> SlicedTransaction {
    SlicedTransaction(
      plan.stepCount,
      on: state,
      strategy: strategy,
      random: hosted.random,
      maximumElements: caller.limits.elements,
      maximumBytes: type(of: plan).maximumBytes
    ) { (editor, step) throws(ArrangeError) in
      try plan.perform(step, in: &editor)
    }
  }

  /// Carries out a plan for the newest state, and commits what it has changed.
  @inline(never)
  func perform(
    _ plan: some TransactionPlan,
    of request: some PlannedRequest,
    _ strategy: any OrderingStrategy,
    in hosted: HostedCollection,
    for caller: Caller,
    reply: @escaping Reply<ApplyResult>
  ) {
    let transaction = transaction(of: plan, on: hosted.working, strategy, in: hosted, for: caller)
    shard.performOffShard(transaction, in: hosted, strategy: strategy, for: caller) { outcome in
      switch outcome {
      case .failure(let error): hosted.refuse(with: error, reply: reply)
      case .success(let done):
        shard.commit(
          done.edits,
          done.result,
          done.bytes,
          of: request.requestID,
          { request.fingerprint },
          as: request.stack.map { UndoStep($0) },
          by: caller.principal,
          at: shard.clock.wallTime(),
          in: hosted,
          reply: reply
        )
      }
    }
  }
}
