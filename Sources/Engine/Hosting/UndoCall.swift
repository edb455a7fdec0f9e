import ArrangeModel
import Ordering

/// A request to undo a step, until it is answered.
struct UndoCall: Sendable {
  let request: UndoRequest
  let mayWrite: Bool
  let caller: Caller
  /// Gets a step that is a transaction over several collections.
  let whenJoint: (@Sendable (JointStep) -> Void)?
  let reply: Reply<UndoResult>

  var scope: UndoScope { UndoScope(principal: caller.principal, stack: request.stack) }
}

extension StepInHand {
  /// The number of edits that a log may have since a step that is undone on the executor of the shard: looking at all of them
  /// takes less than half a millisecond.
  private static var mostEditsSince: Int { 8_192 }
  /// The same for an outline, in which they are taken back to make the versions around the step.
  private static var mostEditsSinceInOutline: Int { 512 }

  /// Whether it must be undone off the shard.
  ///
  /// - Parameter state: the newest state.
  func takesLong(on state: CollectionState) -> Bool {
    let edits = log.edits
    let most = state.branches == nil ? StepInHand.mostEditsSince : StepInHand.mostEditsSinceInOutline
    let own = commits.versions.reduce(0) { $0 + edits.editCount(after: $1 - 1, through: $1) }
    return 2 * own * WorkSlice.stepsOfEdit > SlicedTransaction.maximumStepsAtOnce
      || edits.editCount(after: commits.versions[0] - 1, through: edits.newest) > most
  }
}

/// The undo of a step on a state, which is used on one thread at a time.
final class UndoRun: @unchecked Sendable {
  /// What came of it.
  struct Outcome: Sendable {
    var edits: [Edit]
    var result: ApplyResult
    var bytes: Int
  }

  private let hand: StepInHand
  /// The state before, until the step is undone.
  private var state: CollectionState?
  private let mayWrite: Bool
  private let maximumElements: Int
  private(set) var report: UndoReport

  /// - Parameter state: the newest state, which is that of the log.
  init(_ hand: StepInHand, of call: UndoCall, on state: CollectionState) {
    self.hand = hand
    self.state = state
    mayWrite = call.mayWrite
    maximumElements = call.caller.limits.elements
    report = UndoReport(hand.commits.versions)
  }

  var step: UndoneCommits { hand.commits }

  /// Undoes the step in an editor of the state, and drops what was read for that. It can be called again after an error.
  ///
  /// - Throws: as ``StepUndo/perform(in:)``, and ``StatusCode/permissionDenied``.
  func perform(in editor: inout TransactionEditor, _ budget: PastList.Budget) throws(ArrangeError) {
    guard let state else { preconditionFailure("the step was undone") }
    var undo = StepUndo(hand, now: state, budget)
    try undo.perform(in: &editor)
    report = undo.report
    guard mayWrite || editor.edits.allSatisfy(\.onlyMoves) else { throw .undoNeedsWrite }
    try editor.checkAnswer(.max, maximumElements: maximumElements)
    hand.dropLog()
    self.state = nil
  }

  /// Undoes the step on a copy, to see what it would do.
  func onCopy(_ strategy: any OrderingStrategy, _ random: OrderingRandom) throws(ArrangeError) -> Outcome {
    guard let state else { preconditionFailure("the step was undone") }
    var editor = TransactionEditor(state, strategy: strategy, random: random) { .empty }
    try perform(in: &editor, .onShard)
    let bytes = editor.bytesWritten
    let (_, edits, result) = editor.finish()
    return Outcome(edits: edits, result: result, bytes: bytes)
  }
}

extension Edit {
  /// Whether the edit needs only the permission to move elements.
  var onlyMoves: Bool {
    switch self {
    case .detach(_, _, _, _, _, _, let purpose): purpose == .move
    case .attach(_, _, _, _, .moved), .rekey, .stay, .branch: true
    case .attach, .update: false
    }
  }
}

extension UndoRequest {
  /// The step that the request is about; nil if there is none.
  ///
  /// - Throws: ``StatusCode/notFound`` if a named step is not on the stack, and ``StatusCode/aborted`` if it is another one
  ///   than expected.
  func step(of stack: UndoStack, _ passed: PassedSteps) throws(ArrangeError) -> UndoneCommits? {
    let step: UndoneCommits?
    if let of {
      step = try chosen(of, of: stack)
    } else if isRedo {
      step = stack.newestUndone(isPassed: passed.contains).map { UndoneCommits([$0], isRedo: true) }
    } else {
      step = stack.newest(isPassed: passed.contains).map { UndoneCommits($0) }
    }
    if let expect, step?.newest != expect {
      let next = step.map { "the step of version \($0.newest)" } ?? "nothing"
      throw ArrangeError(
        .aborted,
        "the next step is not that of version \(expect): there is \(next) to \(isRedo ? "make again" : "undo"); look again and "
          + "decide",
        field: "expect"
      )
    }
    return step
  }

  private func chosen(_ version: UInt64, of stack: UndoStack) throws(ArrangeError) -> UndoneCommits {
    // To undo an undo is to make the step again.
    if stack.hasUndone(version) { return UndoneCommits([version], isRedo: true, isChosen: true) }
    if !isRedo, let versions = stack.step(with: version) { return UndoneCommits(versions, isChosen: true) }
    throw ArrangeError(
      .notFound,
      "the stack has no step of version \(version) to \(isRedo ? "make again" : "undo"): it was made by somebody else or on "
        + "another stack, was undone already, or is no longer kept",
      field: "of"
    )
  }
}

extension RequestFingerprint {
  /// The number of an undo in fingerprints, which no operation has.
  private static let ofUndo: UInt64 = 100

  /// The fingerprint of what an undo is about.
  init(_ request: UndoRequest) {
    var content = Content()
    content.add(RequestFingerprint.ofUndo)
    request.stack.bytes.withUnsafeBytes { content.add(run: $0) }
    content.add(request.of) { $0.add($1) }
    content.add(request.isRedo)
    self.init(stored: content.value)
  }
}

extension UndoReport {
  /// The same with only the numbers of changes.
  var withoutChanges: UndoReport {
    var report = self
    (report.undone.changes, report.kept.changes) = ([], [])
    return report
  }
}

extension UndoStacks {
  /// The number of commits read from the journal at a time.
  private static var commitsAtATime: Int { 1_000 }

  /// Reads the stacks from the attributes of commits. O(commits).
  init(
    of key: CollectionKey,
    from oldest: UInt64,
    through newest: UInt64,
    in journal: any Journal
  ) throws {
    self.init()
    var next = oldest
    while next <= newest {
      let limit = Int(min(UInt64(UndoStacks.commitsAtATime), newest - next + 1))
      let records = try journal.commits(of: key, from: next, limit: limit)
      for record in records where record.version <= newest {
        let said = try Commit.attributes(in: record)
        let step = said.stack.map { UndoStep($0, group: said.group) }
        let isJoint = said.transaction != nil
        if let note = UndoNote(step, said.undone, isJoint: isJoint, by: said.author) {
          self.record(note, at: record.version)
        }
        next = record.version + 1
      }
      if records.count < limit { break }
    }
  }
}

extension ArrangeError {
  static let overtakenUndo = ArrangeError(
    .aborted,
    "the steps of the stack change faster than they can be read; try again in a moment"
  )
  static let undoTooFarBack = ArrangeError(
    .outOfRange,
    "since the step there have been more changes than can be looked at; name a newer step with `of`, or change the list itself"
  )
  static let undoNeedsWrite = ArrangeError(
    .permissionDenied,
    "this step changes more than places, which needs the permission `write`; with `move` only moves can be undone"
  )
  /// What was read for an undo of several collections is not enough. It never leaves the engine.
  static let unprepared = ArrangeError(.internal, "more must be read to undo the step")
  static let undoOfJoint = ArrangeError(
    .failedPrecondition,
    "the step is part of a transaction over several collections, which can't be undone in one of them"
  )
}
