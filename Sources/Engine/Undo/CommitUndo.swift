import ArrangeModel
import Ordering

/// Undoes one commit of a step on a newer state, see ``StepUndo``.
///
/// Sections come first, so that items find them, and inserted sections go last, when their items have gone.
struct CommitUndo {
  typealias Change = CommitChanges.Change
  typealias Kind = TransactionEditor.Kind
  typealias Slot = TransactionEditor.Slot

  /// An element that returns to its old place.
  struct Returning {
    var change: Change
    var old: ListPath
    /// Its section then; nil for a section.
    var section: Element?
    /// The content of an element that was removed; nil for one that was moved.
    var content: Element?
    var lifted: TransactionEditor.Lifted?
  }

  let commit: UndoLog.Noted
  let changes: CommitChanges
  let touches: TouchHistory
  var past: PastList
  /// The sections before the commit, by their indices then, as far as they were asked for.
  var oldSections: [Int: Element] = [:]
  /// The elements that have left their places and not returned yet. They must not be looked up.
  var away: Set<ElementKey> = []

  init(_ commit: UndoLog.Noted, of step: StepUndo) {
    self.commit = commit
    changes = CommitChanges(of: commit, in: step.log)
    past = PastList(commit.version - 1, step.log.edits, now: step.now, step.budget)
    // What has the versions that the commit gave it has not been touched since.
    let touched = (changes.sections + changes.items).filter { change in
      guard let entry = change.key.entry(in: step.now) else { return true }
      return change.isPlaced && entry.placed != commit.version
        || change.after != nil && entry.element.contentVersion != commit.version
        || change.isRemoved
    }
    touches = TouchHistory(of: touched.map(\.key), since: commit.version, step)
  }

  mutating func perform(
    in editor: inout TransactionEditor,
    _ step: inout StepUndo
  ) throws(ArrangeError) {
    for change in changes.sections { try restoreFields(of: change, in: &editor, &step) }
    try putBack(changes.sections, .section, in: &editor, &step)
    try removeInserted(changes.items, in: &editor, &step)
    try putBack(changes.items, .item, in: &editor, &step)
    try removeInserted(changes.sections.reversed(), in: &editor, &step)
    for change in changes.items { try restoreFields(of: change, in: &editor, &step) }
  }

  // MARK: Fields

  private func restoreFields(
    of change: Change,
    in editor: inout TransactionEditor,
    _ step: inout StepUndo
  ) throws(ArrangeError) {
    let names = change.changedFields
    guard !names.isEmpty, let before = change.before?.fields, let after = change.after?.fields else { return }
    guard let slot = change.key.slot(in: editor.state) else {
      for name in names { step.keep(change, .updated, .gone, field: name, of: commit.version) }
      return
    }
    let current = editor.state.entry(in: slot.scope, at: slot.index).element
    let fields = current.fields
    var restored: [String] = []
    for name in names {
      let newer = touches.newestTouch(of: change.key, .field(name))
      if newer == nil, fields[name] == after[name] {
        restored.append(name)
      } else {
        step.keep(change, .updated, .changed, field: name, of: commit.version, by: newer)
      }
    }
    guard !restored.isEmpty else { return }
    let pairs = before.filter { restored.contains($0.name) }.map { ($0.name, $0.value) }
    let update = FieldsUpdate(
      ElementReference(change.element.id),
      set: try Fields(pairs),
      remove: restored.filter { before[$0] == nil }
    )
    guard let new = try? update.applied(to: fields) else {
      // Fields that others have added leave no room.
      for name in restored { step.keep(change, .updated, .changed, field: name, of: commit.version) }
      return
    }
    try editor.charge(WriteCost.ofEdit + current.byteCount + new.encoded.count)
    let element = Element(id: change.element.id, fields: new, contentVersion: editor.newVersion)
    editor.state.replace(in: slot.scope, at: slot.index, with: element)
    editor.edits.append(.update(in: slot.scope, at: slot.index, before: current, after: element))
    for name in restored { step.record(change, .updated, field: name) }
  }

  // MARK: Inserted elements

  /// Removes elements that the commit has inserted, unless somebody has touched them since.
  private func removeInserted(
    _ changes: some Sequence<Change>,
    in editor: inout TransactionEditor,
    _ step: inout StepUndo
  ) throws(ArrangeError) {
    var leaving: [Slot] = []
    for change in changes where change.isInserted && !step.keepsHalf(change, .inserted) {
      guard let slot = change.key.slot(in: editor.state) else {
        step.keep(change, .inserted, .gone, of: commit.version)
        continue
      }
      if let newer = touches.newestTouch(of: change.key, .place) {
        step.keep(change, .inserted, .placed, of: commit.version, by: newer)
        continue
      }
      if let newer = touches.newestTouch(of: change.key, .content) {
        step.keep(change, .inserted, .changed, of: commit.version, by: newer)
        continue
      }
      if change.kind == .section, editor.state.itemCount(section: slot.index) > 0 {
        let newer = newestReason(forItemsOf: slot.index, in: editor.state, step)
        step.keep(change, .inserted, .notEmpty, of: commit.version, by: newer)
        continue
      }
      try editor.charge(WriteCost.ofEdit + change.element.byteCount)
      step.record(change, .inserted)
      leaving.append(slot)
    }
    if !leaving.isEmpty { RemoveVerb.remove(leaving, in: &editor) }
  }

  /// The number of items of a section that are looked at to say why it is kept.
  private static let mostItems = 1_000

  /// The newest commit because of which a section has items: it has placed one of them, or is the reason why one that came with
  /// the section is kept; nil if none is known.
  private func newestReason(
    forItemsOf section: Int,
    in state: CollectionState,
    _ step: StepUndo
  ) -> UInt64? {
    var newest: UInt64 = 0
    let items = state.items(ofSection: section)
    items.forEach(in: 0..<min(items.count, CommitUndo.mostItems)) { item in
      var reason = item.placementVersion
      if reason <= commit.version {
        reason = step.keptHalves[ElementKey(.item, item.element)]?.byVersion ?? 0
      }
      // What the undo itself has put back has no version yet.
      if reason <= step.log.newest { newest = max(newest, reason) }
    }
    return newest > 0 ? newest : nil
  }
}
