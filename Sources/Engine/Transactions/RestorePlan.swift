import ArrangeModel
import Changes

/// What takes a collection back to an earlier content, with as few moves as possible: a batch from the state that it has to that
/// content, as steps of a transaction.
///
/// The limits of sections are not checked: what was there is never refused. Used by one thread at a time.
final class RestorePlan: TransactionPlan, @unchecked Sendable {
  /// The maximum bytes that a restore writes, see ``ApplyRequest/maximumBytes``: what was removed comes back at once.
  static let maximumBytes = 64 << 20
  /// The maximum number of elements that no commit has touched and that are compared to find the fewest moves, which takes
  /// up to about 0.2 s. In larger sections only what was touched moves.
  static let maximumCompared = 100_000
  /// The number of runs of items, and of updates, in one step.
  private static let runsOfStep = 256

  /// Items that are next to each other in the earlier content, and either all moved or all inserted.
  private struct Run {
    var section: Int
    var items: Range<Int>
    var isMoved: Bool
  }

  private let old: CollectionState
  private let target: CollectionState
  private let batch: ChangeBatch
  private let keepsLater: Bool
  /// The old and the new paths of items that move.
  private let moves: [Move<ListPath>]
  private let runs: [Run]
  /// The moved items between their places, by their new paths.
  private var lifted: [ListPath: TransactionEditor.Lifted] = [:]

  /// - Parameters:
  ///   - batch: the exact batch from the old state to the target.
  ///   - keepsLater: whether items that the target does not have stay, and the sections that have such items.
  init(_ batch: ChangeBatch, from old: CollectionState, to target: CollectionState, keepsLater: Bool) {
    self.old = old
    self.target = target
    self.batch = batch
    self.keepsLater = keepsLater
    var moves = batch.items.moves
    var inserted: [ListPath] = []
    for insert in batch.items.inserts {
      switch insert.source {
      case .kept(let from): moves.append(Move(from: from, to: insert.at))
      case .new: inserted.append(insert.at)
      }
    }
    for section in batch.sections.inserts {
      var next = ListPath(section: section.at, item: 0)
      for run in section.items {
        for offset in 0..<run.count {
          switch run {
          case .kept(let from, _):
            moves.append(Move(from: ListPath(section: from.section, item: from.item + offset), to: next))
          case .new: inserted.append(next)
          }
          next.item += 1
        }
      }
    }
    self.moves = moves
    runs = RestorePlan.runs(moves.map { ($0.to, true) } + inserted.map { ($0, false) })
  }

  private static func runs(_ places: [(path: ListPath, isMoved: Bool)]) -> [Run] {
    var runs: [Run] = []
    for (path, isMoved) in places.sorted(by: { $0.path < $1.path }) {
      if let last = runs.last, last.section == path.section, last.items.upperBound == path.item,
        last.isMoved == isMoved
      {
        runs[runs.count - 1].items = last.items.lowerBound..<path.item + 1
      } else {
        runs.append(Run(section: path.section, items: path.item..<path.item + 1, isMoved: isMoved))
      }
    }
    return runs
  }

  /// The number of steps.
  var stepCount: Int { 1 + RestorePlan.steps(runs.count) + RestorePlan.steps(updateCount) }

  private var updateCount: Int { batch.sections.updates.count + batch.items.updates.count }

  private static func steps(_ count: Int) -> Int { (count + runsOfStep - 1) / runsOfStep }

  /// Carries out one of the steps; all of them in order.
  func perform(_ step: Int, in editor: inout TransactionEditor) throws(ArrangeError) {
    editor.mayHaveNoEffect = true
    if step == 0 { return try restoreSections(in: &editor) }
    let runSteps = RestorePlan.steps(runs.count)
    func range(_ number: Int, of count: Int) -> Range<Int> {
      number * RestorePlan.runsOfStep..<min(count, (number + 1) * RestorePlan.runsOfStep)
    }
    if step <= runSteps {
      for index in range(step - 1, of: runs.count) { try place(runs[index], in: &editor) }
    } else {
      for index in range(step - 1 - runSteps, of: updateCount) { try update(index, in: &editor) }
    }
  }

  // MARK: Sections

  /// Takes out what moves, removes what is not in the target, and puts the sections in their order.
  private func restoreSections(in editor: inout TransactionEditor) throws(ArrangeError) {
    let slots = moves.map {
      TransactionEditor.Slot(scope: .items(section: $0.from.section), index: $0.from.item)
    }
    try editor.chargeMoves(slots)
    if !slots.isEmpty {
      for (move, entry) in zip(moves, editor.lift(slots)) { lifted[move.to] = entry }
    }
    if !keepsLater { try removeItems(in: &editor) }
    for index in batch.sections.deletes.reversed() {
      let section = old.section(at: index).element
      guard let place = editor.state.index(of: section) else { continue }
      let count = editor.state.itemCount(section: place)
      guard !keepsLater || count == 0 else { continue }
      try editor.charge(WriteCost.ofEdit + section.byteCount + count * WriteCost.ofItem)
      RemoveVerb.remove([TransactionEditor.Slot(scope: .sections, index: place)], in: &editor)
    }
    try placeSections(in: &editor)
  }

  /// Removes the items that neither are in the target nor go with their section.
  private func removeItems(in editor: inout TransactionEditor) throws(ArrangeError) {
    let kept = Set(moves.map(\.from))
    var slots: [TransactionEditor.Slot] = []
    for path in batch.items.deletes where !kept.contains(path) {
      let item = old.item(at: path).element
      guard let place = editor.state.path(of: item) else { continue }
      try editor.charge(WriteCost.ofEdit + item.byteCount)
      slots.append(TransactionEditor.Slot(scope: .items(section: place.section), index: place.item))
    }
    if !slots.isEmpty { RemoveVerb.remove(slots, in: &editor) }
  }

  private func placeSections(in editor: inout TransactionEditor) throws(ArrangeError) {
    let moved = batch.sections.moves
    var slots: [TransactionEditor.Slot] = []
    for move in moved {
      guard let place = editor.state.index(of: old.section(at: move.from).element) else { continue }
      slots.append(TransactionEditor.Slot(scope: .sections, index: place))
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

  // MARK: Items

  /// Places items behind the one that is before them in the target, where everything before them is by now.
  private func place(_ run: Run, in editor: inout TransactionEditor) throws(ArrangeError) {
    let first = run.items.lowerBound
    guard let section = editor.state.index(of: target.section(at: run.section).element) else {
      preconditionFailure("the sections of the target are there")
    }
    var gap = 0
    if first > 0 {
      let before = target.item(at: ListPath(section: run.section, item: first - 1)).element
      guard let path = editor.state.path(of: before), path.section == section else {
        preconditionFailure("what is before an item of the target is there")
      }
      gap = path.item + 1
    }
    let scope = Scope.items(section: section)
    let paths = run.items.map { ListPath(section: run.section, item: $0) }
    if run.isMoved {
      let entries = paths.compactMap { lifted.removeValue(forKey: $0) }
      try editor.drop(entries, in: scope, gap: gap)
    } else {
      let version = editor.newVersion
      let items = paths.map { target.item(at: $0).element.newlyWritten(at: version) }
      for item in items { try editor.charge(WriteCost.ofEdit + item.byteCount) }
      try editor.insert(items, in: scope, gap: gap)
    }
  }

  // MARK: Fields

  private func update(_ index: Int, in editor: inout TransactionEditor) throws(ArrangeError) {
    let sections = batch.sections.updates
    let element: Element
    let slot: TransactionEditor.Slot?
    if index < sections.count {
      element = target.section(at: sections[index].at).element
      slot = editor.state.index(of: element).map { TransactionEditor.Slot(scope: .sections, index: $0) }
    } else {
      element = target.item(at: batch.items.updates[index - sections.count].at).element
      slot = editor.state.path(of: element).map {
        TransactionEditor.Slot(scope: .items(section: $0.section), index: $0.item)
      }
    }
    guard let slot else { preconditionFailure("what the target has is there") }
    let before = editor.state.entry(in: slot.scope, at: slot.index).element
    let after = element.newlyWritten(at: editor.newVersion)
    try editor.charge(WriteCost.ofEdit + before.byteCount + after.byteCount)
    guard !after.hasSameFields(as: before) else { return }
    editor.state.replace(in: slot.scope, at: slot.index, with: after)
    editor.edits.append(.update(in: slot.scope, at: slot.index, before: before, after: after))
  }
}
