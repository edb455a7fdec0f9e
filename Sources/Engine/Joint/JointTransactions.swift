package import ArrangeModel

/// The transactions for several collections that a shard coordinates, or takes part in; see ``Engine/joint(on:)``.
package struct JointTransactions: Sendable {
  let shard: Shard
  let directory: ShardDirectory

  /// Carries out a transaction for several collections, of this shard or of others: all of it or nothing.
  ///
  /// - Parameters:
  ///   - request: the transaction.
  ///   - largestAnswer: the maximum size of the answer in bytes.
  ///   - caller: the caller, which is checked before the work begins.
  ///   - reply: gets the result when all of it is durable.
  package func transact(
    _ request: TransactRequest,
    largestAnswer: Int = .max,
    for caller: Caller = .server,
    reply: @escaping Reply<TransactResult>
  ) {
    shard.executor.check()
    JointTransaction(
      request,
      largestAnswer: largestAnswer,
      for: caller,
      on: shard,
      among: directory,
      reply: reply
    )
    .begin()
  }

  /// Undoes a step that is a transaction over several collections, or makes one again: in all of them or in none.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - step: the step, as ``Undoing`` has found it.
  ///   - rights: for each collection whether the caller may do more than move elements.
  ///   - caller: the caller, which is checked before the work begins.
  ///   - reply: gets the result when all of it is durable.
  package func undo(
    _ request: UndoRequest,
    _ step: JointStep,
    rights: [Identifier: Bool],
    for caller: Caller = .server,
    reply: @escaping Reply<UndoResult>
  ) {
    shard.executor.check()
    JointUndo(
      request,
      step,
      rights: rights,
      for: caller,
      on: shard,
      among: directory,
      reply: reply
    )
    .begin()
  }
}

/// Calls a closure on a shard's executor when a number of things have ended, with the first error of them.
final class JointOutcome: @unchecked Sendable {
  private let shard: Shard
  private let whenDone: @Sendable (Result<Void, ArrangeError>) -> Void
  private var left: Int
  private var outcome: Result<Void, ArrangeError> = .success(())

  init(_ count: Int, on shard: Shard, whenDone: @escaping @Sendable (Result<Void, ArrangeError>) -> Void) {
    left = count
    self.shard = shard
    self.whenDone = whenDone
  }

  /// One of them has ended. Called on any shard's executor.
  func count(_ result: Result<Void, ArrangeError>) {
    shard.executor.execute { [self] in
      if case .failure = result, case .success = outcome { outcome = result }
      left -= 1
      if left == 0 { whenDone(outcome) }
    }
  }
}

/// Collects the writes of all collections, on the coordinator's executor.
final class Collected: @unchecked Sendable {
  private let whenComplete: @Sendable ([Storage.Write]) -> Void
  private var writes: [Storage.Write?]

  init(_ count: Int, whenComplete: @escaping @Sendable ([Storage.Write]) -> Void) {
    writes = Array(repeating: nil, count: count)
    self.whenComplete = whenComplete
  }

  func add(_ write: Storage.Write, at place: Int) {
    writes[place] = write
    let complete = writes.compactMap(\.self)
    if complete.count == writes.count { whenComplete(complete) }
  }
}
