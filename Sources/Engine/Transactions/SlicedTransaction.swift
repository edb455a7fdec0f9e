import ArrangeModel
import Ordering

/// A transaction that is carried out on a copy of a state, in slices.
///
/// It has exactly the same effect as ``TransactionEditor`` at once. It is used on one thread at a time.
final class SlicedTransaction: @unchecked Sendable {
  /// Carries out one of the steps, by its number.
  typealias Step = (inout TransactionEditor, Int) throws(ArrangeError) -> Void

  struct Outcome: Sendable {
    var state: CollectionState
    var edits: [Edit]
    var result: ApplyResult
    /// The bytes that the transaction writes.
    var bytes: Int
    /// The source of randomness for the next transaction.
    var random: OrderingRandom
  }

  /// The number of rekeyed elements that take as long as an edit.
  private static let rekeysOfEdit = 8

  private let count: Int
  private let step: Step
  private let largestAnswer: Int
  private let maximumElements: Int
  private var next = 0
  /// Allocated separately, so that it can be moved out at the end; nil afterwards.
  private var editor: UnsafeMutablePointer<TransactionEditor>?

  /// - Parameters:
  ///   - count: the number of steps.
  ///   - largestAnswer: the maximum size of the result as an answer, in bytes.
  ///   - maximumElements: the maximum number of items and sections of the collection, if the transaction adds some.
  ///   - maximumBytes: the maximum number of bytes that the transaction writes.
  init(
    _ count: Int,
    on state: CollectionState,
    strategy: any OrderingStrategy,
    random: OrderingRandom,
    largestAnswer: Int = .max,
    maximumElements: Int = .max,
    maximumBytes: Int = ApplyRequest.maximumBytes,
    makeID: @escaping () -> Identifier = { .empty },
    step: @escaping Step
  ) {
    self.count = count
    self.step = step
    self.largestAnswer = largestAnswer
    self.maximumElements = maximumElements
    let editor = UnsafeMutablePointer<TransactionEditor>.allocate(capacity: 1)
    editor.initialize(
      to: TransactionEditor(
        state,
        strategy: strategy,
        random: random,
        maximumBytes: maximumBytes,
        makeID: makeID
      )
    )
    self.editor = editor
  }

  /// A transaction that carries out operations.
  convenience init(
    _ operations: [ListOperation],
    on state: CollectionState,
    strategy: any OrderingStrategy,
    random: OrderingRandom,
    idRandom: OrderingRandom,
    time: Timestamp,
    largestAnswer: Int = .max,
    maximumElements: Int = .max
  ) {
    var idRandom = idRandom
    self.init(
      operations.count,
      on: state,
      strategy: strategy,
      random: random,
      largestAnswer: largestAnswer,
      maximumElements: maximumElements,
      makeID: { UUIDv7.make(at: time, using: &idRandom) },
      step: { (editor, index) throws(ArrangeError) in try operations.perform(index, in: &editor) }
    )
  }

  deinit {
    guard let editor else { return }
    editor.deinitialize(count: 1)
    editor.deallocate()
  }

  /// Works for one slice.
  ///
  /// - Returns: the outcome; nil if there is more to do.
  /// - Throws: the error of a step. Then nothing has changed.
  func proceed(_ slice: inout WorkSlice) throws(ArrangeError) -> Outcome? {
    guard let editor else { preconditionFailure("a transaction has one outcome") }
    while next < count {
      if slice.isOver { return nil }
      let (edits, rekeyed) = (editor.pointee.edits.count, editor.pointee.rekeyed)
      try step(&editor.pointee, next)
      next += 1
      let done =
        1 + editor.pointee.edits.count - edits
        + (editor.pointee.rekeyed - rekeyed) / SlicedTransaction.rekeysOfEdit
      slice.count(WorkSlice.stepsOfEdit * done)
    }
    try editor.pointee.checkAnswer(largestAnswer, maximumElements: maximumElements)
    self.editor = nil
    let (random, bytes) = (editor.pointee.random, editor.pointee.bytesWritten)
    let (state, edits, result) = editor.move().finish()
    editor.deallocate()
    slice.count(WorkSlice.stepsOfEdit * edits.count)
    return Outcome(state: state, edits: edits, result: result, bytes: bytes, random: random)
  }
}
