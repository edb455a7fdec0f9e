import ArrangeModel
import Ordering

/// Undoes a step in several collections on copies of their states.
///
/// It touches neither disk nor clock. It is used on one thread at a time.
final class JointUndoEdit: @unchecked Sendable {
  /// One of the collections.
  struct Part {
    var part: JointEdit.Part
    var hand: StepInHand
    /// Whether the caller may do more than move elements.
    var mayWrite: Bool
  }

  struct Outcome: Sendable {
    /// In the order of the parts, with the names of the collections.
    var parts: [JointEdit.PartOutcome]
    var reports: [(name: Identifier, report: UndoReport)]
  }

  private let parts: [Part]
  private let maximumElements: Int

  init(_ parts: [Part], maximumElements: Int) {
    self.parts = parts
    self.maximumElements = maximumElements
  }

  /// Undoes the step. It is tried again, with what is kept in one collection kept in the other one as well, until both halves of
  /// each transfer agree. O(transfers) attempts at most, and nearly always one or two.
  func perform() throws(ArrangeError) -> Outcome {
    var halves = parts.map { part in lostHalves(of: part) }
    while true {
      var outcome = Outcome(parts: [], reports: [])
      var isSettled = true
      for (number, part) in parts.enumerated() {
        let (done, undo) = try perform(part, keeping: halves[number])
        outcome.parts.append(done)
        outcome.reports.append((part.part.name, undo.report))
        for (key, kept) in undo.keptHalves {
          guard let other = part.hand.transfers[key],
            let place = parts.firstIndex(where: { $0.part.name == other }), halves[place][key] == nil
          else { continue }
          halves[place][key] = kept
          if place != number { isSettled = false }
        }
      }
      if isSettled { return outcome }
    }
  }

  /// The halves of transfers whose collections do not take part.
  private func lostHalves(of part: Part) -> [ElementKey: UndoneChange] {
    let there = Set(parts.map(\.part.name))
    return part.hand.transfers.filter { !there.contains($0.value) }.reduce(into: [:]) { lost, transfer in
      let id = transfer.key.element.id
      lost[transfer.key] = UndoneChange(kind: .itemRemoved, id: id, reason: .gone)
    }
  }

  private func perform(
    _ part: Part,
    keeping halves: [ElementKey: UndoneChange]
  ) throws(ArrangeError) -> (JointEdit.PartOutcome, StepUndo) {
    let (state, transfers) = (part.part.state, part.hand.transfers)
    var editor = TransactionEditor(state, strategy: part.part.strategy, random: part.part.random) { .empty }
    var undo = StepUndo(part.hand, now: state, keeping: halves)
    try undo.perform(in: &editor)
    guard part.mayWrite || editor.edits.allSatisfy(\.onlyMoves) else { throw .undoNeedsWrite }
    try editor.checkAnswer(.max, maximumElements: maximumElements)
    let (random, bytes) = (editor.random, editor.bytesWritten)
    let (after, edits, result) = editor.finish()
    let done = JointEdit.PartOutcome(
      edit: SlicedTransaction.Outcome(
        state: after,
        edits: edits,
        result: result,
        bytes: bytes,
        random: random
      ),
      transfers: edits.enumerated().compactMap { index, edit in
        edit.transferredItem.flatMap { transfers[ElementKey(.item, $0)] }
          .map { Commit.Transfer(edit: index, other: $0) }
      }
    )
    return (done, undo)
  }
}

extension JointUndoEdit.Outcome {
  /// The reports of all collections as one.
  func report(of step: JointStep, named name: Identifier) -> UndoReport {
    var whole = UndoReport(step.parts.filter { $0.name == name }.map(\.version))
    for (name, report) in reports { whole.add(report, of: name) }
    return whole
  }
}

extension UndoReport {
  /// Adds what became of the changes in one of several collections.
  fileprivate mutating func add(_ other: UndoReport, of name: Identifier) {
    undone.add(other.undone, of: name)
    kept.add(other.kept, of: name)
  }
}

extension UndoReport.List {
  fileprivate mutating func add(_ other: UndoReport.List, of name: Identifier) {
    for var change in other.changes {
      change.collection = name
      add(change)
    }
    // What was not listed there is not listed here either.
    count += other.count - other.changes.count
  }
}
