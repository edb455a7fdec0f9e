import ArrangeModel
import Ordering

/// Transactions that take longer than an event loop can wait, and those whose strategy comes from a loaded
/// library: they are carried out off the shard, on a copy of the newest state.
///
/// Meanwhile the collection can be read, and further writes to it wait. Other collections are not affected,
/// however long it takes.
extension Shard {
  /// The number of waiting writes that are started before the executor does other work.
  private static let writesAtATime = 16

  /// Calls a closure with a collection when its content is in memory and no transaction is being carried out
  /// off the shard.
  func withWritable(
    _ name: Identifier,
    for caller: Caller,
    _ body: @escaping (Result<HostedCollection, ArrangeError>) -> Void
  ) {
    shared.withOwned(name) { result in
      guard case .success(let hosted) = result, hosted.writes.mustWait else { return body(result) }
      hosted.addWaiting(HostedCollection.WaitingWrite(caller: caller, body: body))
    }
  }

  /// Carries out a transaction off the shard; it must be based on the collection's working state.
  ///
  /// - Parameter whenDone: called on the shard's executor. The working state then has the edits, and the
  ///   closure submits their commit. If it gets an error, nothing has happened.
  func performOffShard(
    _ transaction: SlicedTransaction,
    in hosted: HostedCollection,
    strategy: any OrderingStrategy,
    for caller: Caller,
    whenDone: @escaping @Sendable (Result<SlicedTransaction.Outcome, ArrangeError>) -> Void
  ) {
    precondition(!hosted.writes.isEditedOffShard, "a collection has one transaction at a time")
    hosted.writes.isEditedOffShard = true
    hosted.writes.mustWait = true
    work.run(for: caller, weight: hosted.working.itemCount, with: strategy, of: hosted) {
      (slice: inout WorkSlice) throws(ArrangeError) in
      try transaction.proceed(&slice)
    } whenDone: { [self] result in
      if case .success(let outcome) = result { hosted.installOutcome(outcome) }
      hosted.writes.isEditedOffShard = false
      whenDone(result)
      continueWrites(of: hosted)
    }
  }

  /// Lets further writes to a collection wait, and calls a closure when everything before is durable, on the executor.
  ///
  /// - Parameter body: is passed what ends that. Then the writes still wait until ``continueWrites(of:)``, or the end of a
  ///   transaction off the shard.
  func holdWrites(
    of hosted: HostedCollection,
    _ body: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    precondition(!hosted.writes.isEditedOffShard, "a collection has one transaction at a time")
    hosted.writes.isEditedOffShard = true
    hosted.writes.mustWait = true
    hosted.whenDurable { _ in body { hosted.writes.isEditedOffShard = false } }
  }

  /// Continues with the waiting writes, in order, until one of them is carried out off the shard.
  func continueWrites(of hosted: HostedCollection) {
    for _ in 0..<Shard.writesAtATime where !hosted.writes.isEditedOffShard {
      guard let next = hosted.writes.waiting.popFirst() else {
        hosted.writes.mustWait = false
        return
      }
      // A write that waited may have deleted it.
      withCollection(hosted.name) { [self] result in
        if case .success(let found) = result, found !== hosted {
          withWritable(found.name, for: next.caller, next.body)
        } else {
          next.body(result)
        }
      }
    }
    guard !hosted.writes.isEditedOffShard else { return }
    executor.executeAfterReading { [self] in
      if !hosted.writes.isEditedOffShard { continueWrites(of: hosted) }
    }
  }
}

extension HostedCollection {
  /// Whether operations must be carried out off the shard.
  func takesLong(_ operations: [ListOperation]) -> Bool {
    if hasLoadedStrategy { return true }
    return operations.steps(in: working, atMost: SlicedTransaction.maximumStepsAtOnce)
      > SlicedTransaction.maximumStepsAtOnce
  }

  /// A write that waits for a transaction that is carried out off the shard.
  struct WaitingWrite {
    let caller: Caller
    let body: (Result<HostedCollection, ArrangeError>) -> Void
  }

  /// The writes that wait.
  struct Writes {
    /// Whether a transaction is being carried out off the shard.
    var isEditedOffShard = false
    /// Whether writes must wait: for such a transaction, or after others that waited.
    var mustWait = false
    var waiting = WaitingQueue<WaitingWrite>()
  }

  fileprivate func addWaiting(_ write: WaitingWrite) {
    let unwanted = writes.waiting.append(write) { $0.caller.isWanted() }
    for write in unwanted { write.body(.failure(.notWanted)) }
  }
}

extension SlicedTransaction {
  /// The number of steps of ``WorkSlice`` that a transaction may take on the shard's executor: about 300
  /// edits, or 1 ms.
  static let maximumStepsAtOnce = WorkSlice.steps
}
