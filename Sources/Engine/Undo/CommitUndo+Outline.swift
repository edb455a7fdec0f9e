import ArrangeModel
import Ordering

/// Undoes what a commit has done to the items of an outline.
///
/// Each item goes back to the list of siblings that it was in, wherever that is by now, with what is below it by now; parents go
/// before their children. `Tests/Enumeration/outline_undo.py` says the same of small outlines.
///
/// What is about to leave does not count for the limits. If some of it is kept in the end, so that a limit is exceeded, everything
/// is done once more, and it does count.
extension CommitUndo {
  /// Undoes what was done to the items, but for their fields.
  func undoItems(
    from versions: OutlineBeforeAndAfter,
    in editor: inout TransactionEditor,
    _ step: inout StepUndo
  ) throws(ArrangeError) {
    let (point, before) = (editor.savepoint, step)
    let returns = try undoItems(OutlineReturns(to: versions.before, isStrict: false), in: &editor, &step)
    guard !returns.isWithinLimits(in: editor.state) else { return }
    editor.savepoint = point
    step = before
    _ = try undoItems(OutlineReturns(to: versions.before, isStrict: true), in: &editor, &step)
  }

  /// - Parameter returns: nothing yet.
  /// - Returns: what has gone back.
  private func undoItems(
    _ returns: consuming OutlineReturns,
    in editor: inout TransactionEditor,
    _ step: inout StepUndo
  ) throws(ArrangeError) -> OutlineReturns {
    // Children before their parents.
    var inserted: [Change] = []
    for change in changes.items.reversed() where change.isInserted && !step.keepsHalf(change, .inserted) {
      inserted.append(change)
    }
    // What nothing is below makes room for what goes back. What is below the others may go back itself.
    try removeInserted(&inserted, in: &editor, &step)
    let returning = changes.items.filter { $0.isMoved || $0.isRemoved }
    for change in returning {
      if change.isRemoved, step.keepsHalf(change, .removed) {
        returns.replaced.insert(change.element)
        continue
      }
      let slot = change.key.slot(in: editor.state)
      if let obstacle = obstacleToReturn(of: change, isThere: slot != nil) {
        if change.isRemoved { returns.replaced.insert(change.element) }
        keep(change, change.isRemoved ? .removed : .moved, obstacle, &step)
      } else {
        returns.add(change, at: slot)
      }
    }
    for change in inserted {
      guard let slot = change.key.slot(in: editor.state),
        obstacleToRemoval(of: change, at: slot, in: editor.state, step)?.reason == .notEmpty
      else { continue }
      returns.addIfItLeaves(change, at: slot, in: editor.state)
    }
    for change in returns.changes {
      let action: ChangeAction = change.isRemoved ? .removed : .moved
      if let obstacle = try putBack(change, &returns, in: &editor) {
        if change.isRemoved { returns.replaced.insert(change.element) }
        keep(change, action, obstacle, &step)
      } else {
        step.record(change, action)
      }
    }
    try removeInserted(&inserted, in: &editor, &step)
    for change in inserted {
      let slot = change.key.slot(in: editor.state)
      guard let obstacle = obstacleToRemoval(of: change, at: slot, in: editor.state, step) else { continue }
      keep(change, .inserted, obstacle, &step)
    }
    return returns
  }

  /// Removes items that the commit has inserted, unless something is below them or somebody has touched them since.
  ///
  /// - Parameter inserted: children before their parents; afterwards those that are left.
  private func removeInserted(
    _ inserted: inout [Change],
    in editor: inout TransactionEditor,
    _ step: inout StepUndo
  ) throws(ArrangeError) {
    var left: [Change] = []
    for change in inserted {
      let slot = change.key.slot(in: editor.state)
      guard obstacleToRemoval(of: change, at: slot, in: editor.state, step) == nil else {
        left.append(change)
        continue
      }
      try RemoveVerb.removeOne(change.element, in: &editor)
      step.record(change, .inserted)
    }
    inserted = left
  }

  /// Puts an item back.
  ///
  /// - Returns: why it can't go back; nil if it went.
  private func putBack(
    _ change: Change,
    _ returns: inout OutlineReturns,
    in editor: inout TransactionEditor
  ) throws(ArrangeError) -> Obstacle? {
    let slot = change.key.slot(in: editor.state)
    returns.settle(change, at: slot)
    let home: OutlineReturns.Home
    switch returns.home(of: change, in: editor.state) {
    case .sectionGone(let section): return Obstacle(.sectionGone, because: ElementKey(.section, section))
    case .parentGone(let parent): return Obstacle(.parentGone, because: ElementKey(.item, parent))
    case .there(let found): home = found
    }
    if let slot, home.isBelow(slot, in: editor.state) {
      return Obstacle(.belowItself, by: newestPlacing(between: change.element, and: home, in: editor.state))
    }
    if returns.isTooDeep(change.element, in: home, from: slot, in: editor.state) { return Obstacle(.tooDeep) }
    if returns.isFull(home, from: slot, in: editor.state) { return Obstacle(.full) }
    let scope: Scope
    switch home {
    case .section(let index): scope = .items(section: index)
    case .item(let parent): scope = editor.state.makeBranch(of: parent)
    }
    let version = editor.newVersion
    try returns.siblings.place(
      change.element,
      content: returning(change.before ?? change.element, of: change, at: version),
      in: scope,
      gap: returns.siblings.gap(for: change.element, in: scope, of: editor.state),
      &editor
    )
    return nil
  }

  /// The newest commit since that has placed one of the items on the way from an item down to a list; nil if none has.
  private func newestPlacing(
    between item: Element,
    and home: OutlineReturns.Home,
    in state: CollectionState
  ) -> UInt64? {
    guard case .item(let parent) = home else { return nil }
    let path = parent.path(in: state)
    let below = path[((path.firstIndex(of: item) ?? 0) + 1)...]
    let placed = below.compactMap { ElementKey(.item, $0).entry(in: state)?.placed }
    // What the undo itself has placed has no version yet.
    return placed.filter { $0 > commit.version && $0 <= state.version }.max()
  }
}

/// The items of an outline that go back to the lists of siblings in which they were, one after the other.
struct OutlineReturns {
  typealias Change = CommitChanges.Change

  /// A list of siblings in the present state.
  enum Home {
    case section(Int)
    /// The children of the item at a place.
    case item(ListSlot)

    /// Whether the list is below the item at a place.
    fileprivate func isBelow(_ slot: ListSlot, in state: CollectionState) -> Bool {
      guard case .item(let parent) = self, let above = parent.scope.branch,
        let own = slot.branchNumber(in: state)
      else { return false }
      return state.branches?.isBelow(above, own) ?? false
    }

    /// The list; nil if the item never had children.
    fileprivate func scope(in state: CollectionState) -> Scope? {
      switch self {
      case .section(let index): .items(section: index)
      case .item(let parent): parent.branchNumber(in: state).map { .children($0) }
      }
    }

    /// The depth of the items of the list.
    fileprivate func depth(in state: CollectionState) -> Int {
      switch self {
      case .section: 1
      case .item(let parent): parent.scope.depth(in: state) + 1
      }
    }
  }

  /// A list as it is found again.
  enum Found {
    case there(Home)
    case sectionGone(Element)
    case parentGone(Element)
  }

  /// All of them, in the order in which they were shown.
  private(set) var changes: [Change] = []
  /// Where they were, and which of them have not gone back yet.
  fileprivate var siblings: OldSiblings
  /// Items that were inserted, and are removed when all that is below them has gone back.
  private var removable: Set<Element> = []
  /// How many of all these each list has.
  private var leaving: [Scope: Int] = [:]
  /// Items that were removed and don't come back. If there are such with their ids, those are other ones.
  var replaced: Set<Element> = []

  /// Whether also what is about to leave counts for the limits.
  private let isStrict: Bool
  /// Lists that had room, and items that were not too deep, only because something is about to leave.
  private var filled: Set<Scope> = []
  private var deepened: [Element] = []

  init(to before: CollectionState, isStrict: Bool) {
    siblings = OldSiblings(in: before)
    self.isStrict = isStrict
  }

  mutating func add(_ change: Change, at slot: ListSlot?) {
    changes.append(change)
    siblings.pending.insert(change.element)
    if let slot { leaving[slot.scope, default: 0] += 1 }
  }

  /// Notes an item that was inserted, if everything below it is about to leave; to be called with children before their parents.
  mutating func addIfItLeaves(_ change: Change, at slot: ListSlot, in state: CollectionState) {
    if let below = slot.itemBranch(in: state)?.children {
      for index in 0..<below.count where !isLeaving(below.read(at: index) { $0.element }) { return }
    }
    removable.insert(change.element)
    leaving[slot.scope, default: 0] += 1
  }

  private func isLeaving(_ item: Element) -> Bool {
    siblings.pending.contains(item) || removable.contains(item)
  }

  /// Whether nothing is beyond a limit because what was about to leave has stayed.
  func isWithinLimits(in state: CollectionState) -> Bool {
    for scope in filled where state.count(in: scope) > most(in: scope, of: state) { return false }
    guard let most = state.branches?.settings.maximumDepth else { return true }
    for item in deepened {
      guard let slot = state.slot(of: item) else { continue }
      if slot.scope.depth(in: state) + slot.levels(in: state) - 1 > most { return false }
    }
    return true
  }

  /// The most items of a list.
  private func most(in scope: Scope, of state: CollectionState) -> Int {
    switch scope {
    case .sections: .max
    case .items(let section): SectionRoom.limit(ofSection: section, of: state) ?? .max
    case .children: state.branches?.settings.maximumChildren ?? .max
    }
  }

  /// An item goes back now, or is kept.
  mutating func settle(_ change: Change, at slot: ListSlot?) {
    siblings.pending.remove(change.element)
    if let slot { leaving[slot.scope, default: 0] -= 1 }
  }

  /// Finds the list in which an item was.
  func home(of change: Change, in state: CollectionState) -> Found {
    let scope = siblings.slot(of: change.element).scope
    guard let parent = scope.parent(in: siblings.version) else {
      let section = scope.section(in: siblings.version)
      return state.index(of: section).map { .there(.section($0)) } ?? .sectionGone(section)
    }
    guard let slot = state.slot(of: parent), !replaced.contains(parent) else { return .parentGone(parent) }
    return .there(.item(slot))
  }

  /// Whether an item would be deeper in a list than the limit, and than it is.
  mutating func isTooDeep(
    _ item: Element,
    in home: Home,
    from slot: ListSlot?,
    in state: CollectionState
  ) -> Bool {
    guard let most = state.branches?.settings.maximumDepth else { return false }
    let depth = home.depth(in: state)
    guard let slot else { return depth > most }
    guard depth > slot.scope.depth(in: state), depth + slot.levels(in: state) - 1 > most else { return false }
    guard !isStrict, depth + levels(at: slot, in: state) - 1 <= most else { return true }
    deepened.append(item)
    return false
  }

  /// The number of levels of an item and what is below it, without what is about to leave. O(items below).
  private func levels(at slot: ListSlot, in state: CollectionState) -> Int {
    guard let branches = state.branches else { return 1 }
    var (levels, level) = (1, [slot.itemBranch(in: state)].compactMap(\.self))
    while true {
      var (hasItems, next) = (false, [Branch]())
      for branch in level {
        branch.children.forEach(in: 0..<branch.children.count) { item in
          guard !isLeaving(item.element) else { return }
          hasItems = true
          if let own = branches.branch(of: item.element, hash: item.idHash) { next.append(own) }
        }
      }
      guard hasItems else { return levels }
      levels += 1
      level = next
    }
  }

  /// Whether a list has as many items as it takes, and an item is not one of them.
  mutating func isFull(_ home: Home, from slot: ListSlot?, in state: CollectionState) -> Bool {
    guard let scope = home.scope(in: state), slot?.scope != scope else { return false }
    let (count, most) = (state.count(in: scope), most(in: scope, of: state))
    guard count >= most else { return false }
    guard !isStrict, count - leaving[scope, default: 0] < most else { return true }
    filled.insert(scope)
    return false
  }
}
