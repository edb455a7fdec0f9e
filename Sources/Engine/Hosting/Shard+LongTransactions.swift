import ArrangeModel
import Ordering

/// Transactions that take longer than an event loop can wait, and those whose strategy is of a loaded library: they are
/// carried out apart from the shard, on a copy of the newest state.
///
/// Meanwhile the collection is read as before, and what else is to be written of it waits. Other collections notice nothing,
/// however long it takes.
extension Shard {
  /// How many writes that have waited are begun before the executor looks at other things.
  private static let writesAtATime = 16

  /// Calls a closure with a collection when its content is in memory and no transaction is carried out apart from the shard.
  func withWritable(
    _ name: Identifier,
    for caller: Caller,
    _ body: @escaping (Result<HostedCollection, ArrangeError>) -> Void
  ) {
    withCollection(name) { result in
      guard case .success(let hosted) = result, hosted.writesWait else { return body(result) }
      hosted.addWaiting(HostedCollection.WaitingWrite(caller: caller, body: body))
    }
  }

  /// Whether operations are carried out apart from the shard.
  func takesLong(_ operations: [Operation], in hosted: HostedCollection) -> Bool {
    if hosted.hasLoadedStrategy { return true }
    // What most transactions are is found out at once.
    if operations.count == 1, operations[0].namesFew { return false }
    return operations.steps(in: hosted.working, atMost: SlicedTransaction.mostStepsAtOnce)
      > SlicedTransaction.mostStepsAtOnce
  }

  /// Carries a transaction out apart from the shard, which must be one of the collection's working state.
  ///
  /// - Parameter whenDone: called on the shard's executor. The working state has the edits then, and the closure hands their
  ///   commit over. Where it gets an error nothing has happened.
  func carryOutApart(
    _ transaction: SlicedTransaction,
    in hosted: HostedCollection,
    strategy: any OrderingStrategy,
    for caller: Caller,
    whenDone: @escaping @Sendable (Result<SlicedTransaction.Outcome, ArrangeError>) -> Void
  ) {
    precondition(!hosted.isEditedApart, "a collection has one transaction at a time")
    hosted.isEditedApart = true
    hosted.writesWait = true
    work(for: caller, weight: hosted.working.itemCount, with: strategy, of: hosted) {
      (slice: inout WorkSlice) throws(ArrangeError) in
      try transaction.proceed(&slice)
    } whenDone: { [self] result in
      if case .success(let outcome) = result { hosted.takeOver(outcome) }
      hosted.isEditedApart = false
      whenDone(result)
      continueWrites(of: hosted)
    }
  }

  /// Goes on with the writes that have waited, in their order, until one of them is carried out apart from the shard.
  private func continueWrites(of hosted: HostedCollection) {
    for _ in 0..<Shard.writesAtATime where !hosted.isEditedApart {
      guard let next = hosted.waitingWrites.popFirst() else {
        hosted.writesWait = false
        return
      }
      // It can have been deleted by one that waited, too.
      withCollection(hosted.name) { [self] result in
        if case .success(let found) = result, found !== hosted {
          withWritable(found.name, for: next.caller, next.body)
        } else {
          next.body(result)
        }
      }
    }
    guard !hosted.isEditedApart else { return }
    executor.executeAfterReading { [self] in
      if !hosted.isEditedApart { continueWrites(of: hosted) }
    }
  }
}

extension HostedCollection {
  /// A write that waits until a transaction that is carried out apart from the shard is over.
  struct WaitingWrite {
    let caller: Caller
    let body: (Result<HostedCollection, ArrangeError>) -> Void
  }

  fileprivate func addWaiting(_ write: WaitingWrite) {
    let unwanted = waitingWrites.append(write) { $0.caller.isWanted() }
    for write in unwanted { write.body(.failure(.notWanted)) }
  }
}

extension SlicedTransaction {
  /// How many steps of ``WorkSlice`` a transaction may take on the shard's executor: some 300 edits, about 1 ms.
  static let mostStepsAtOnce = WorkSlice.steps
}

extension Operation {
  /// Whether the operation names so few elements that nothing about it can take long.
  fileprivate var namesFew: Bool {
    switch self {
    case .removeSections, .adoptItems, .reorderItems, .reorderSections: false
    default: elementCount <= 16
    }
  }

  /// How many elements the operation looks at, or changes, as far as that is known beforehand. Most look at those that they
  /// name.
  fileprivate func elements(in state: CollectionState) -> Int {
    switch self {
    case .removeSections(let sections, _):
      sections.reduce(sections.count) { count, section in
        count + (state.index(ofSection: section.id).map { state.itemCount(section: $0) } ?? 0)
      }
    case .adoptItems: 4 * elementCount
    case .reorderItems, .reorderSections: 2 * elementCount
    default: elementCount
    }
  }
}

extension [Operation] {
  /// How many steps of ``WorkSlice`` the operations take, counted until there are more than a limit.
  fileprivate func steps(in state: CollectionState, atMost limit: Int) -> Int {
    var steps = 0
    for operation in self {
      steps += WorkSlice.stepsOfEdit * (1 + operation.elements(in: state))
      if steps > limit { break }
    }
    return steps
  }
}
