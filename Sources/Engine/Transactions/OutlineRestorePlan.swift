import ArrangeModel
import Changes

/// What takes an outline back to an earlier content, with as few moves as possible: a batch from the state that it has to that
/// content, as steps of a transaction.
///
/// Parents go back before their children, and what is not in the earlier content is removed last: then nothing is below itself
/// on the way. The limits of sections are not checked, and others only if later items stay: what was there is never refused. Used
/// by one thread at a time.
final class OutlineRestorePlan: TransactionPlan, @unchecked Sendable {
  static let maximumBytes = RestorePlan.maximumBytes
  /// The number of items, or updates, in one step.
  private static let changesOfStep = 256

  /// What a step does with a part of what is to be done.
  private enum Work {
    case sections
    case place(Range<Int>)
    case remove(Range<Int>)
    case removeSections
    case update(Range<Int>)
  }

  private let old: CollectionState
  private let target: CollectionState
  private let batch: TreeBatch
  private let keepsLater: Bool
  /// What moves or comes back, parents before their children.
  private let placed: [Element]
  /// What is removed, children before their parents.
  private let removed: [Element]
  private let steps: [Work]
  private var siblings: OldSiblings

  /// - Parameters:
  ///   - batch: the batch from the old state to the target.
  ///   - keepsLater: whether items that the target does not have stay, and the sections that have such items.
  init(_ batch: TreeBatch, from old: CollectionState, to target: CollectionState, keepsLater: Bool) {
    self.old = old
    self.target = target
    self.batch = batch
    self.keepsLater = keepsLater
    let inserted =
      batch.sections.inserts.flatMap { $0.rows.dropFirst() } + batch.items.inserts.flatMap(\.rows)
    let slots =
      batch.items.moves.map { batch.slot(of: $0.to, in: target) }
      + inserted.compactMap { target.slot(ofItem: $0.element.id) }
    placed = slots.map { (item: target.item(at: $0).element, position: $0.rowPosition(in: target)) }
      .sorted { $0.position.lexicographicallyPrecedes($1.position) }
      .map { $0.item }
    removed = keepsLater ? [] : OutlineRestorePlan.removed(batch, from: old, to: target)
    siblings = OldSiblings(in: target)
    siblings.pending = Set(placed)
    func parts(_ count: Int) -> [Range<Int>] {
      stride(from: 0, to: count, by: OutlineRestorePlan.changesOfStep).map {
        $0..<min(count, $0 + OutlineRestorePlan.changesOfStep)
      }
    }
    var steps = [Work.sections]
    steps += parts(placed.count).map { .place($0) }
    steps += parts(removed.count).map { .remove($0) }
    steps.append(.removeSections)
    steps += parts(batch.sections.updates.count + batch.items.updates.count).map { .update($0) }
    self.steps = steps
  }

  /// The items of the old state that are gone, children before their parents.
  private static func removed(
    _ batch: TreeBatch,
    from old: CollectionState,
    to target: CollectionState
  ) -> [Element] {
    var slots = batch.items.deletes.map { batch.slot(of: $0, in: old) }
    for section in batch.sections.deletes {
      slots += (0..<old.itemCount(section: section)).map {
        ListSlot(scope: .items(section: section), index: $0)
      }
    }
    var found = Set<Element>()
    var removed: [Element] = []
    for slot in slots {
      for item in [old.item(at: slot).element] + slot.descendants(in: old)
      where !target.hasItem(item) && found.insert(item).inserted {
        removed.append(item)
      }
    }
    return removed.reversed()
  }

  var stepCount: Int { steps.count }

  func perform(_ step: Int, in editor: inout TransactionEditor) throws(ArrangeError) {
    editor.mayHaveNoEffect = true
    switch steps[step] {
    case .sections: try placeSections(in: &editor)
    case .place(let range): for item in placed[range] { try place(item, in: &editor) }
    case .remove(let range): for item in removed[range] { try RemoveVerb.removeOne(item, in: &editor) }
    case .removeSections:
      if keepsLater { try checkLimits(in: editor.state) }
      try removeSections(in: &editor)
    case .update(let range): for index in range { try update(index, in: &editor) }
    }
  }

  // MARK: Sections

  /// Puts the sections of the target in their order.
  private func placeSections(in editor: inout TransactionEditor) throws(ArrangeError) {
    let moved = batch.sections.moves
    let slots = moved.compactMap { move in
      editor.state.index(of: old.section(at: move.from).element)
        .map { TransactionEditor.Slot(scope: .sections, index: $0) }
    }
    try editor.chargeMoves(slots)
    var sections: [Int: TransactionEditor.Lifted] = [:]
    if !slots.isEmpty {
      for (move, entry) in zip(moved, editor.lift(slots)) { sections[move.to] = entry }
    }
    for index in (moved.map(\.to) + batch.sections.inserts.map(\.at)).sorted() {
      let gap = index == 0 ? 0 : (editor.state.index(of: target.section(at: index - 1).element) ?? -1) + 1
      if let entry = sections[index] {
        try editor.drop([entry], in: .sections, gap: gap)
      } else {
        let section = target.section(at: index).element.newlyWritten(at: editor.newVersion)
        try editor.charge(WriteCost.ofEdit + section.byteCount)
        try editor.insert([section], in: .sections, gap: gap)
      }
    }
  }

  /// Removes the sections that the target does not have, unless items stay in them.
  private func removeSections(in editor: inout TransactionEditor) throws(ArrangeError) {
    for index in batch.sections.deletes.reversed() {
      let section = old.section(at: index).element
      guard let place = editor.state.index(of: section), editor.state.itemCount(section: place) == 0 else {
        continue
      }
      try editor.charge(WriteCost.ofEdit + section.byteCount)
      RemoveVerb.remove([TransactionEditor.Slot(scope: .sections, index: place)], in: &editor)
    }
  }

  // MARK: Items

  /// Places an item behind the one that is before it in the target, where that is by now.
  private func place(_ item: Element, in editor: inout TransactionEditor) throws(ArrangeError) {
    siblings.pending.remove(item)
    let slot = siblings.slot(of: item)
    let scope: Scope
    if let parent = slot.scope.parent(in: target) {
      guard let place = editor.state.slot(of: parent) else {
        preconditionFailure("a parent goes back before its children")
      }
      scope = editor.state.makeBranch(of: place)
    } else {
      guard let section = editor.state.index(of: slot.scope.section(in: target)) else {
        preconditionFailure("the sections of the target are there")
      }
      scope = .items(section: section)
    }
    var gap = 0
    if slot.index > 0 {
      let before = target.item(at: ListSlot(scope: slot.scope, index: slot.index - 1)).element
      guard let place = editor.state.slot(of: before), place.scope == scope else {
        preconditionFailure("what is before an item of the target is there")
      }
      gap = place.index + 1
    }
    let version = editor.newVersion
    try siblings.place(
      item,
      content: target.item(at: slot).element.newlyWritten(at: version),
      in: scope,
      gap: gap,
      &editor
    )
  }

  /// Checks that what was inserted later does not get too deep, and that there is room for it.
  private func checkLimits(in state: CollectionState) throws(ArrangeError) {
    guard let branches = state.branches else { return }
    let settings = branches.settings
    func refuse(_ what: String, _ path: [Element], _ reason: String) -> ArrangeError {
      ArrangeError(
        .failedPrecondition,
        "with what was inserted later, \(what); move that first, or keep nothing of it\(OutlinePath(path))",
        field: "keep",
        reason: reason
      )
    }
    for item in placed {
      guard let slot = state.slot(of: item) else { continue }
      let depth = slot.scope.depth(in: state) + slot.levels(in: state) - 1
      if depth > settings.maximumDepth {
        let path = slot.scope.owners(in: state) + slot.pathToDeepest(in: state)
        let what = "an item would have the depth \(depth), and \(settings.maximumDepth) is the largest"
        throw refuse(what, path, OutlineReason.tooDeep)
      }
      guard let number = slot.scope.branch else { continue }
      let count = state.count(in: slot.scope)
      if count > settings.maximumChildren {
        let what = "an item would have \(count) children, and \(settings.maximumChildren) are the most"
        throw refuse(what, branches.owners(of: number), OutlineReason.tooManyItems)
      }
    }
  }

  // MARK: Fields

  private func update(_ index: Int, in editor: inout TransactionEditor) throws(ArrangeError) {
    let sections = batch.sections.updates
    let (element, kind): (Element, TransactionEditor.Kind)
    if index < sections.count {
      (element, kind) = (target.section(at: sections[index].at).element, .section)
    } else {
      let place = batch.items.updates[index - sections.count].at
      (element, kind) = (target.item(at: batch.slot(of: place, in: target)).element, .item)
    }
    guard let slot = ElementKey(kind, element).slot(in: editor.state) else {
      preconditionFailure("what the target has is there")
    }
    let before = editor.state.entry(in: slot.scope, at: slot.index).element
    let after = element.newlyWritten(at: editor.newVersion)
    try editor.charge(WriteCost.ofEdit + before.byteCount + after.byteCount)
    guard !after.hasSameFields(as: before) else { return }
    slot.scope.name(in: &editor)
    editor.state.replace(in: slot.scope, at: slot.index, with: after)
    editor.edits.append(.update(in: slot.scope, at: slot.index, before: before, after: after))
  }
}
