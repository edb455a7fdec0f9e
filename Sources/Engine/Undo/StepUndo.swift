import ArrangeModel
import Ordering

/// Undoes the commits of one step on a newer state, the latest one first, without overwriting what others did since.
///
/// It depends on nothing but its values: the commits since the step, and the state. For each change of a commit:
///
/// - a field gets its old value if it still has the one that the commit wrote, and nobody else has written it since;
/// - an element that was moved goes back if nobody else has placed it since, and one that was inserted is removed if nobody
///   else has touched it;
/// - an element that was removed comes back if its id is free.
///
/// Who "else" is, says ``TouchHistory``. All elements that go back leave their places first. Then they return, the last one of
/// the old order first, each behind the nearest old predecessor that is in its old section. So without other changes the list
/// is exactly the one before.
///
/// Of an outline the two versions around each commit are made, and an item goes back with what is below it by now, see
/// ``CommitUndo/undoItems(from:in:_:)``.
struct StepUndo {
  typealias Change = CommitChanges.Change

  let log: UndoLog
  /// The state before anything is undone.
  let now: CollectionState
  let budget: PastList.Budget
  /// The stack of the step.
  let scope: UndoScope
  /// The later commits of the stack that are still in effect, if the step is not its newest one.
  let live: Set<UInt64>
  /// The halves of transfers whose other halves are kept, with what became of those.
  let halves: [ElementKey: UndoneChange]
  /// The halves of transfers that are kept.
  private(set) var keptHalves: [ElementKey: UndoneChange] = [:]
  private(set) var report: UndoReport
  /// What is to be found out about listed changes that are kept, by their places in the list.
  private var questions: [KeptQuestion] = []

  /// - Parameters:
  ///   - step: the step, whose commits the log has.
  ///   - state: the state at the newest version of the log, which is the editor's.
  ///   - halves: the halves of transfers that must be kept, with what became of the other ones.
  init(
    _ step: StepInHand,
    now state: CollectionState,
    keeping halves: [ElementKey: UndoneChange] = [:],
    _ budget: PastList.Budget = PastList.Budget()
  ) {
    self.halves = halves
    log = step.log
    scope = step.scope
    live = step.live
    self.budget = budget
    now = state
    report = UndoReport(step.commits.versions)
  }

  /// Undoes the step. O(edits since the step + k log n) for k changes.
  ///
  /// - Throws: ``StatusCode/resourceExhausted`` if it writes more than a transaction may, and ``ArrangeError/takesLong``.
  mutating func perform(in editor: inout TransactionEditor) throws(ArrangeError) {
    // What it does may be nothing in the end, for example where a place is the same as before.
    editor.mayHaveNoEffect = true
    var older = now
    for version in report.versions.reversed() {
      guard let commit = log.commit(version) else { preconditionFailure("the log has the step") }
      var versions: OutlineBeforeAndAfter?
      if now.branches != nil {
        log.edits.undo(&older, to: version)
        let after = older
        log.edits.undo(&older, to: version - 1)
        versions = OutlineBeforeAndAfter(before: older, after: after)
      }
      var undo = CommitUndo(commit, versions, of: self)
      try undo.perform(in: &editor, &self)
    }
    if editor.strategy.keyForm == .rank {
      let edits = LoggedEdits(editor.edits)
      editor.rekeyed =
        now.branches == nil
        ? EditTrace(edits).shiftedRanks(leadingTo: editor.state)
        : OutlineTrace(edits, to: editor.state).shiftedRanks(leadingTo: editor.state)
    }
    KeptQuestion.answer(questions, by: log, in: &report.kept)
  }

  // MARK: Report

  /// Records that a change was undone.
  mutating func record(_ change: Change, _ action: ChangeAction, field: String = "") {
    report.undone.add(UndoneChange(kind: action.kind(of: change.kind), id: change.element.id, field: field))
  }

  /// Records that a change is kept.
  ///
  /// - Parameters:
  ///   - version: the commit that had made it.
  ///   - newer: the commit that is the reason; nil to look for it.
  ///   - cause: the element whose later change is the reason, if that is another one.
  mutating func keep(
    _ change: Change,
    _ action: ChangeAction,
    _ reason: UndoneChange.Reason,
    field: String = "",
    of version: UInt64,
    by newer: UInt64? = nil,
    because cause: ElementKey? = nil
  ) {
    if newer == nil, report.kept.changes.count < UndoResult.maximumChanges {
      questions.append(
        KeptQuestion(
          place: report.kept.changes.count,
          key: cause ?? change.key,
          reason: reason,
          version: version
        )
      )
    }
    let kept = UndoneChange(
      kind: action.kind(of: change.kind),
      id: change.element.id,
      field: field,
      reason: reason,
      byVersion: newer ?? 0,
      by: newer.flatMap { log.edits.author(of: $0) }
    )
    report.kept.add(kept)
    if change.isInserted || change.isRemoved { keptHalves[change.key] = kept }
  }

  /// Keeps one half of a transfer if the other one is kept.
  mutating func keepsHalf(_ change: Change, _ action: ChangeAction) -> Bool {
    guard let other = halves[change.key] else { return false }
    // The version would be one of the other collection.
    report.kept.add(
      UndoneChange(
        kind: action.kind(of: change.kind),
        id: change.element.id,
        reason: other.reason,
        by: other.by
      )
    )
    return true
  }
}

/// A step that is about to be undone, with the commits since it.
///
/// They are dropped once the step is undone, before the undo is appended to the log of the collection: appending to a log of
/// which there is a copy copies all of it. It is used on one thread at a time.
final class StepInHand: @unchecked Sendable {
  let commits: UndoneCommits
  let scope: UndoScope
  /// The later commits of the stack that are still in effect, if the step is not its newest one.
  let live: Set<UInt64>
  private var kept: UndoLog?

  /// - Parameter log: the commits since the version before the step.
  init(commits: UndoneCommits, scope: UndoScope, live: Set<UInt64>, log: UndoLog) {
    self.commits = commits
    self.scope = scope
    self.live = live
    kept = log
  }

  /// The commits since the version before the step, until they are dropped.
  var log: UndoLog {
    guard let kept else { preconditionFailure("the step was undone") }
    return kept
  }

  /// Drops the commits.
  func dropLog() { kept = nil }

  /// The items that the step handed to other collections, or that came from there, with the names of those.
  var transfers: [ElementKey: Identifier] {
    commits.versions.reduce(into: [:]) { all, version in
      all.merge(log.commit(version)?.transfers ?? [:]) { first, _ in first }
    }
  }
}

extension EditTrace {
  /// The number of elements that the edits have not touched and whose ranks are others now.
  fileprivate func shiftedRanks(leadingTo state: CollectionState) -> Int {
    var shifted = 0
    func count(_ run: PieceTable.Run, of length: Int) {
      if run.old != run.new { shifted += max(0, min(run.length, length - run.new)) }
    }
    for run in untouched { count(run, of: state.sectionCount) }
    for section in sections {
      guard let index = section.new, section.old != nil else { continue }
      if section.change.isEmpty, section.old != index { shifted += 1 }
      let length = state.itemCount(section: index)
      section.items.forEach(touched: { _, _ in }, run: { count($0, of: length) })
    }
    return shifted
  }
}

/// What a commit did to an element.
enum ChangeAction {
  case inserted, moved, updated, removed

  func kind(of kind: TransactionEditor.Kind) -> HistoryChange.Kind {
    switch (self, kind) {
    case (.inserted, .section): .sectionInserted
    case (.inserted, .item): .itemInserted
    case (.moved, .section): .sectionMoved
    case (.moved, .item): .itemMoved
    case (.updated, .section): .sectionUpdated
    case (.updated, .item): .itemUpdated
    case (.removed, .section): .sectionRemoved
    case (.removed, .item): .itemRemoved
    }
  }
}
