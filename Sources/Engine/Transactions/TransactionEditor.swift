package import ArrangeModel
package import Ordering

/// Carries out the operations of one transaction on a state.
///
/// If the caller passes the only reference to a state, it is edited in place, which takes a fraction of the
/// time because nothing is copied. A transaction that fails, or changes nothing in the end, is undone edit by
/// edit. The editor touches neither disk nor clock: keys, ids and time come from its parameters.
///
///     var editor = TransactionEditor(state, strategy: strategy, random: random, makeID: makeID)
///     do {
///       try editor.perform(request.operations)
///       let (state, edits, result) = editor.finish()
///     } catch {
///       let state = editor.rollBack()
///     }
package struct TransactionEditor: ~Copyable {
  /// The state after the operations so far.
  package internal(set) var state: CollectionState
  /// The source of all randomness, also for the next transaction.
  package internal(set) var random: OrderingRandom
  /// The edits so far.
  package internal(set) var edits: [Edit] = []

  /// The original version and counts.
  private let original: (version: UInt64, sectionCount: Int, itemCount: Int)
  let strategy: any OrderingStrategy
  let makeID: () -> Identifier
  /// The number of moved elements that the edits have detached so far.
  var liftedCount = 0
  /// The sections between their old and new positions, by their numbers among the moved elements.
  var liftedSections: [Int: SectionEntry] = [:]
  /// The branches that the edits name so far.
  var namedBranches: Set<BranchNumber> = []
  /// What was known of removed items of an outline before.
  private let removedBefore: RemovedPlaces?
  /// How many elements that did not move were rekeyed so far.
  var rekeyed = 0
  /// The bytes that the operations write so far, see ``ApplyRequest/maximumBytes``.
  private(set) var bytesWritten = 0
  /// The maximum of them.
  let maximumBytes: Int
  /// What to do if they are too many: only what is not sent may write more than a request.
  private var adviceForLess: String {
    maximumBytes == ApplyRequest.maximumBytes
      ? "send it in parts" : "go back in several steps, by versions in between"
  }
  /// The elements that each operation named.
  var named = NamedElements()
  /// Whether the edits may have no net effect: those of one operation always have one, unless its verb says otherwise.
  var mayHaveNoEffect = false

  /// The maximum size of one element in a result.
  private static let largestPlacement = 48 + Identifier.maximumLength + OrderKey.maximumLength

  package init(
    _ state: consuming CollectionState,
    strategy: any OrderingStrategy,
    random: OrderingRandom,
    maximumBytes: Int = ApplyRequest.maximumBytes,
    makeID: @escaping () -> Identifier
  ) {
    self.maximumBytes = maximumBytes
    removedBefore = state.branches?.removed
    original = (state.version, state.sectionCount, state.itemCount)
    self.state = state
    self.strategy = strategy
    self.random = random
    self.makeID = makeID
  }

  /// The version that the transaction produces, if it changes anything.
  var newVersion: UInt64 { original.version + 1 }

  /// Carries out operations in their order.
  ///
  /// - Throws: the first error, whose field starts with `operations[n]`. Then only ``rollBack()`` may be
  ///   called.
  package mutating func perform(_ operations: [ListOperation]) throws(ArrangeError) {
    for index in operations.indices { try operations.perform(index, in: &self) }
  }

  /// Counts bytes that an operation is about to write, so that the cost of a transaction in memory and in the
  /// journal is known and bounded in advance.
  mutating func charge(_ bytes: Int) throws(ArrangeError) {
    bytesWritten += bytes
    guard bytesWritten <= maximumBytes else {
      throw ArrangeError(
        .resourceExhausted,
        "the transaction writes more than \(maximumBytes >> 20) MiB from here on, contents before and after "
          + "updates included; \(adviceForLess)",
        field: ""
      )
    }
  }

  /// Checks that the result fits an answer, and that a collection that has grown is within the caller's limit,
  /// while the transaction can still be undone.
  ///
  /// - Parameters:
  ///   - largestBytes: the maximum size of the answer.
  ///   - maximumElements: the maximum number of items and sections of the collection.
  /// - Throws: ``StatusCode/resourceExhausted`` if one of them is larger.
  package mutating func checkAnswer(_ largestBytes: Int, maximumElements: Int = .max) throws(ArrangeError) {
    let count = state.itemCount + state.sectionCount
    guard count <= maximumElements || count <= original.itemCount + original.sectionCount else {
      throw ArrangeError(
        .resourceExhausted,
        "the collection would have \(count) items and sections, more than the \(maximumElements) that you may have in one; "
          + "remove some, or begin another collection",
        field: "operations"
      )
    }
    // Results rarely need to be made to know that they fit.
    let ofParent = state.branches == nil ? 0 : Identifier.maximumLength
    let most =
      named.count * (TransactionEditor.largestPlacement + ofParent)
      + named.operationCount * WriteCost.ofItem
    guard most > largestBytes else {
      return
    }
    let size = ApplyResult(
      version: newVersion,
      changed: true,
      rekeyed: rekeyed,
      operations: named.placed(in: state),
      // Every value has the same size.
      history: .max
    ).encodedSize
    guard size > largestBytes else { return }
    throw ArrangeError(
      .resourceExhausted,
      "the answer would have \(size) bytes, more than the \(largestBytes) that fit the caller's largest frame; send the "
        + "transaction in parts, or connect with a larger `largest_frame`",
      field: "operations"
    )
  }

  /// The outcome. If nothing changed, there are no edits and the state is the original one.
  package consuming func finish() -> (state: CollectionState, edits: [Edit], result: ApplyResult) {
    var after = CollectionState.placeholder
    let (edits, result) = finish(swapping: &after)
    return (after, edits, result)
  }

  /// The outcome, whose state is exchanged with the given one, so that no reference is counted. Afterwards nothing of the
  /// editor may be used.
  package mutating func finish(swapping other: inout CollectionState) -> (edits: [Edit], result: ApplyResult)
  {
    let changed = !edits.isEmpty && !(mayHaveNoEffect && hasNoEffect)
    if changed {
      state.version = newVersion
      state.dropOrphanedBranches()
    } else {
      rollBackEdits()
      named.forgetPlaces()
      rekeyed = 0
    }
    let result = ApplyResult(
      version: state.version,
      changed: changed,
      rekeyed: rekeyed,
      operations: named.placed(in: state)
    )
    swap(&state, &other)
    return (edits, result)
  }

  /// The original state, after an operation that failed. O(edits · log n).
  package consuming func rollBack() -> CollectionState {
    rollBackEdits()
    return state
  }

  // MARK: Savepoints

  /// What a transaction has done up to a point at which nothing is on its way between two places.
  struct Savepoint {
    fileprivate let state: CollectionState
    fileprivate let random: OrderingRandom
    fileprivate let editCount: Int
    fileprivate let liftedCount: Int
    fileprivate let namedBranches: Set<BranchNumber>
    fileprivate let rekeyed: Int
    fileprivate let bytesWritten: Int
  }

  /// What the transaction has done by now; an earlier one takes it back. O(edits since).
  var savepoint: Savepoint {
    get {
      precondition(liftedSections.isEmpty, "nothing is on its way")
      return Savepoint(
        state: state,
        random: random,
        editCount: edits.count,
        liftedCount: liftedCount,
        namedBranches: namedBranches,
        rekeyed: rekeyed,
        bytesWritten: bytesWritten
      )
    }
    set {
      (state, random, liftedCount) = (newValue.state, newValue.random, newValue.liftedCount)
      edits.removeLast(edits.count - newValue.editCount)
      (namedBranches, rekeyed) = (newValue.namedBranches, newValue.rekeyed)
      bytesWritten = newValue.bytesWritten
    }
  }

  private var hasNoEffect: Bool {
    original.sectionCount == state.sectionCount && original.itemCount == state.itemCount
      && NetEffect.isNone(of: edits, leadingTo: state)
  }

  private mutating func rollBackEdits() {
    state.undo(edits, lifted: liftedSections)
    if let removedBefore, !edits.isEmpty { state.withBranches { table, _ in table.removed = removedBefore } }
    edits = []
    liftedSections = [:]
    namedBranches = []
  }
}
