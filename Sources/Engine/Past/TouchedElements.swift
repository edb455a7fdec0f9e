import ArrangeModel
import Changes

/// The elements that commits touched, each once, for deriving a batch between two states.
struct TouchedElements {
  private var touchOfSections: [Element: Touch] = [:]
  private var touchOfItems: [Element: Touch] = [:]

  /// The sections among them, in no particular order.
  var sections: [Element] { Array(touchOfSections.keys) }
  /// The items among them, in no particular order.
  var items: [Element] { Array(touchOfItems.keys) }

  /// O(edits).
  init(_ commits: some Sequence<Commit>) {
    for commit in commits {
      for edit in LoggedEdits(commit.edits) { add(edit) }
    }
  }

  private mutating func add(_ edit: LoggedEdit) {
    switch edit.kind {
    case .itemInserted, .itemRemoved, .itemOfRemovedSection, .childInserted, .childRemoved:
      touchOfItems[edit.element, default: []].formUnion(.existence)
    case .itemAttached, .itemStayed, .childAttached, .childStayed:
      touchOfItems[edit.element, default: []].formUnion(.position)
    case .itemUpdated, .childUpdated: touchOfItems[edit.element, default: []].formUnion(.content)
    case .sectionInserted, .sectionRemoved: touchOfSections[edit.element, default: []].formUnion(.existence)
    case .sectionAttached, .sectionStayed: touchOfSections[edit.element, default: []].formUnion(.position)
    case .sectionUpdated: touchOfSections[edit.element, default: []].formUnion(.content)
    case .itemDetached, .sectionDetached, .childDetached, .parent: break
    }
  }

  /// Adds the elements among which others move: the sections if some move, and the items of each section in which some do. So
  /// those move that are the fewest, also if no commit has touched them. O(elements added).
  ///
  /// - Parameters:
  ///   - batch: the changes from the old state to the new one.
  ///   - most: the maximum number of elements to add; sections that are too large for it are left out.
  /// - Returns: whether there are any.
  mutating func addNeighbours(
    of batch: ChangeBatch,
    from old: CollectionState,
    to new: CollectionState,
    atMost most: Int
  ) -> Bool {
    var left = most
    var hasAny = false
    // One element alone can't move any better.
    if batch.sections.moves.count > 1, old.sectionCount <= left {
      left -= old.sectionCount
      hasAny = true
      old.forEachSection(in: 0..<old.sectionCount) {
        touchOfSections[$0.element, default: []].formUnion(.position)
      }
    }
    var moves: [Int: Int] = [:]
    for move in batch.items.moves
    where old.section(at: move.from.section).element == new.section(at: move.to.section).element {
      moves[move.from.section, default: 0] += 1
    }
    for section in moves.keys.sorted() where moves[section, default: 0] > 1 {
      let count = old.itemCount(section: section)
      guard count <= left else { continue }
      left -= count
      hasAny = true
      old.section(at: section).items.forEach(in: 0..<count) {
        touchOfItems[$0.element, default: []].formUnion(.position)
      }
    }
    return hasAny
  }

  /// The same in an outline: the sections if some move, and the children of everything among whose children some do.
  mutating func addNeighbours(
    of batch: TreeBatch,
    from old: CollectionState,
    to new: CollectionState,
    atMost most: Int
  ) -> Bool {
    var left = most
    var hasAny = false
    if batch.sections.moves.count > 1, old.sectionCount <= left {
      left -= old.sectionCount
      hasAny = true
      old.forEachSection(in: 0..<old.sectionCount) {
        touchOfSections[$0.element, default: []].formUnion(.position)
      }
    }
    var moves: [Scope: Int] = [:]
    for move in batch.items.moves {
      let (from, to) = (batch.slot(of: move.from, in: old), batch.slot(of: move.to, in: new))
      if from.scope.isSameList(in: old, as: to.scope, in: new) { moves[from.scope, default: 0] += 1 }
    }
    for slot in moves.filter({ $0.value > 1 }).map({ ListSlot(scope: $0.key, index: 0) }).sorted() {
      let items = old.items(in: slot.scope)
      guard items.count <= left else { continue }
      left -= items.count
      hasAny = true
      items.forEach(in: 0..<items.count) { touchOfItems[$0.element, default: []].formUnion(.position) }
    }
    return hasAny
  }

  /// All of them, in no particular order.
  var all: [Touched<Element>] {
    touchOfSections.map { Touched(.section, $0.key, $0.value) }
      + touchOfItems.map { Touched(.item, $0.key, $0.value) }
  }
}

extension Scope {
  /// Whether two lists of items, each in its version, are those of the same section, or of the same item.
  fileprivate func isSameList(in old: CollectionState, as other: Scope, in new: CollectionState) -> Bool {
    let (first, second) = (parent(in: old), other.parent(in: new))
    guard first == nil, second == nil else { return first == second }
    return section(in: old) == other.section(in: new)
  }
}
