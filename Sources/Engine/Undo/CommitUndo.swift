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
  /// The versions around the commit, of an outline.
  let versions: OutlineBeforeAndAfter?
  let changes: CommitChanges
  let touches: TouchHistory
  var past: PastList
  /// The sections before the commit, by their indices then, as far as they were asked for.
  var oldSections: [Int: Element] = [:]
  /// The elements that have left their places and not returned yet. They must not be looked up.
  var away: Set<ElementKey> = []

  init(_ commit: UndoLog.Noted, _ versions: OutlineBeforeAndAfter?, of step: StepUndo) {
    self.commit = commit
    self.versions = versions
    changes =
      versions.map { CommitChanges(of: commit, in: step.log, $0) } ?? CommitChanges(of: commit, in: step.log)
    past = PastList(
      commit.version - 1,
      step.log.edits,
      now: step.now,
      step.budget,
      known: versions?.before
    )
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
    if let versions {
      try undoItems(from: versions, in: &editor, &step)
    } else {
      try removeInserted(changes.items, in: &editor, &step)
      try putBack(changes.items, .item, in: &editor, &step)
    }
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
    slot.scope.name(in: &editor)
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
      let slot = change.key.slot(in: editor.state)
      if let obstacle = obstacleToRemoval(of: change, at: slot, in: editor.state, step) {
        keep(change, .inserted, obstacle, &step)
      } else if let slot {
        try editor.charge(WriteCost.ofEdit + change.element.byteCount)
        step.record(change, .inserted)
        leaving.append(slot)
      }
    }
    if !leaving.isEmpty { RemoveVerb.remove(leaving, in: &editor) }
  }

  /// Why a change is kept.
  struct Obstacle {
    var reason: UndoneChange.Reason
    /// The commit that is the reason; nil to look for it.
    var newer: UInt64?
    /// The element whose later change is the reason, if that is another one.
    var cause: ElementKey?

    init(_ reason: UndoneChange.Reason, by newer: UInt64? = nil, because cause: ElementKey? = nil) {
      (self.reason, self.newer, self.cause) = (reason, newer, cause)
    }
  }

  /// Why an element that the commit has inserted can't be removed; nil if it can.
  func obstacleToRemoval(
    of change: Change,
    at slot: Slot?,
    in state: CollectionState,
    _ step: StepUndo
  ) -> Obstacle? {
    guard let slot else { return Obstacle(.gone) }
    if let newer = touches.newestTouch(of: change.key, .place) { return Obstacle(.placed, by: newer) }
    if let newer = touches.newestTouch(of: change.key, .content) { return Obstacle(.changed, by: newer) }
    let below =
      change.kind == .section ? state.items(ofSection: slot.index) : slot.itemBranch(in: state)?.children
    guard let below, below.count > 0 else { return nil }
    return Obstacle(.notEmpty, by: newestReason(for: below, step))
  }

  /// Keeps a change of the commit.
  func keep(_ change: Change, _ action: ChangeAction, _ obstacle: Obstacle, _ step: inout StepUndo) {
    step.keep(
      change,
      action,
      obstacle.reason,
      of: commit.version,
      by: obstacle.newer,
      because: obstacle.cause
    )
  }

  /// The number of items of a section, or of children, that are looked at to say why what has them is kept.
  private static let mostItems = 1_000

  /// The newest commit because of which a section or an item is not empty: it has placed something in it, or is the reason why
  /// something that came with it is kept; nil if none is known.
  private func newestReason(for items: OrderTree<ItemEntry>, _ step: StepUndo) -> UInt64? {
    var newest: UInt64 = 0
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
