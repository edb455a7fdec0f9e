import ArrangeModel
import Ordering

/// Carries out the steps of a transaction for several collections on copies of their states, in slices.
///
/// It touches neither disk nor clock: keys, ids and time come from its parameters. If a step fails, nothing has happened. It is
/// used on one thread at a time.
final class JointEdit: @unchecked Sendable {
  /// One of the collections.
  struct Part {
    var name: Identifier
    var state: CollectionState
    var strategy: any OrderingStrategy
    var random: OrderingRandom
    var idRandom: OrderingRandom
  }

  /// What became of one of the collections.
  struct PartOutcome: Sendable {
    var edit: SlicedTransaction.Outcome
    /// The edits that are halves of transfers.
    var transfers: [Commit.Transfer]
  }

  struct Outcome: Sendable {
    /// In the order of the parts.
    var parts: [PartOutcome]
    /// For each step the elements that it named.
    var steps: [[PlacedElement]]
  }

  private let steps: [TransactionStep]
  private let numbers: [Identifier: Int]
  private let maximumElements: Int
  private let editors: UnsafeMutablePointer<TransactionEditor>
  private let count: Int
  private var transfers: [[Commit.Transfer]]
  private var next = 0
  /// Whether the editors were moved out.
  private var isOver = false

  /// - Parameter maximumElements: the maximum number of items and sections of a collection, if the transaction adds some.
  init(_ steps: [TransactionStep], on parts: [Part], time: Timestamp, maximumElements: Int = .max) {
    self.steps = steps
    self.maximumElements = maximumElements
    count = parts.count
    numbers = Dictionary(uniqueKeysWithValues: parts.enumerated().map { ($1.name, $0) })
    transfers = Array(repeating: [], count: parts.count)
    editors = .allocate(capacity: parts.count)
    for (number, part) in parts.enumerated() {
      var idRandom = part.idRandom
      (editors + number).initialize(
        to: TransactionEditor(part.state, strategy: part.strategy, random: part.random) {
          UUIDv7.make(at: time, using: &idRandom)
        }
      )
    }
  }

  deinit {
    if !isOver { editors.deinitialize(count: count) }
    editors.deallocate()
  }

  /// The number of steps of ``WorkSlice`` that the transaction takes, counted only up to a limit.
  static func work(_ steps: [TransactionStep], on parts: [Part], atMost limit: Int) -> Int {
    let states = Dictionary(uniqueKeysWithValues: parts.map { ($0.name, $0.state) })
    var work = 0
    for step in steps {
      let elements =
        switch step.action {
        case .operation(let operation):
          states[step.collection].map { operation.verb.elementCount(in: $0) } ?? 0
        case .transfer(let transfer):
          TransferVerb.elementCount(of: transfer, in: states[step.collection])
        }
      work += WorkSlice.stepsOfEdit * (1 + elements)
      if work > limit { break }
    }
    return work
  }

  /// Works for one slice.
  ///
  /// - Returns: the outcome; nil if there is more to do.
  /// - Throws: the error of a step, whose field begins with `steps[n]`. Then nothing has changed.
  func proceed(_ slice: inout WorkSlice) throws(ArrangeError) -> Outcome? {
    while next < steps.count {
      if slice.isOver { return nil }
      let before = editCount
      do throws(ArrangeError) {
        try perform(steps[next])
      } catch {
        throw error.within("steps[\(next)]")
      }
      next += 1
      slice.count(WorkSlice.stepsOfEdit * (1 + editCount - before))
    }
    for number in 0..<count {
      try editors[number].checkAnswer(.max, maximumElements: maximumElements)
    }
    return finish()
  }

  private var editCount: Int { (0..<count).reduce(0) { $0 + editors[$1].edits.count } }

  private func perform(_ step: TransactionStep) throws(ArrangeError) {
    guard let source = numbers[step.collection] else { preconditionFailure("each collection is a part") }
    switch step.action {
    case .operation(let operation):
      do throws(ArrangeError) {
        try operation.perform(in: &editors[source])
      } catch {
        throw error.within("operation.\(operation.fieldName)")
      }
    case .transfer(let transfer):
      guard let target = numbers[transfer.target] else { preconditionFailure("each collection is a part") }
      let first = (out: editors[source].edits.count, in: editors[target].edits.count)
      let items: Set<Element>
      do throws(ArrangeError) {
        items = try TransferVerb(transfer).perform(from: &editors[source], to: &editors[target])
      } catch {
        throw error.within("transfer_items")
      }
      record(items, in: editors[source].edits, from: first.out, of: source, with: transfer.target)
      record(items, in: editors[target].edits, from: first.in, of: target, with: step.collection)
    }
  }

  /// Records the halves of a transfer: what leaves one collection, and what comes into the other. What is only removed with it is
  /// no half.
  private func record(
    _ items: Set<Element>,
    in edits: [Edit],
    from first: Int,
    of part: Int,
    with other: Identifier
  ) {
    for index in first..<edits.count {
      guard let item = edits[index].transferredItem, items.contains(item) else { continue }
      transfers[part].append(Commit.Transfer(edit: index, other: other))
    }
  }

  private func finish() -> Outcome {
    isOver = true
    var parts: [PartOutcome] = []
    for number in 0..<count {
      let (random, bytes) = (editors[number].random, editors[number].bytesWritten)
      let (state, edits, result) = (editors + number).move().finish()
      parts.append(
        PartOutcome(
          edit: SlicedTransaction.Outcome(
            state: state,
            edits: edits,
            result: result,
            bytes: bytes,
            random: random
          ),
          transfers: edits.isEmpty ? [] : transfers[number]
        )
      )
    }
    // Each step has its result in the collection where its elements are.
    var read = Array(repeating: 0, count: count)
    let results = steps.map { step in
      let name = if case .transfer(let transfer) = step.action { transfer.target } else { step.collection }
      guard let number = numbers[name] else { preconditionFailure("each collection is a part") }
      defer { read[number] += 1 }
      return parts[number].edit.result.operations[read[number]]
    }
    return Outcome(parts: parts, steps: results)
  }
}
