import ArrangeModel
import Changes

/// The elements that commits touched, each once, for deriving a batch between two states.
struct TouchedElements {
  private var sections: [Element: Touch] = [:]
  private var items: [Element: Touch] = [:]

  /// O(edits).
  init(_ commits: some Sequence<Commit>) {
    for commit in commits {
      for edit in LoggedEdits(commit.edits) { add(edit) }
    }
  }

  private mutating func add(_ edit: LoggedEdit) {
    switch edit.kind {
    case .itemInserted, .itemRemoved, .itemOfRemovedSection, .childInserted, .childRemoved:
      items[edit.element, default: []].formUnion(.existence)
    case .itemAttached, .itemStayed, .childAttached, .childStayed:
      items[edit.element, default: []].formUnion(.position)
    case .itemUpdated, .childUpdated: items[edit.element, default: []].formUnion(.content)
    case .sectionInserted, .sectionRemoved: sections[edit.element, default: []].formUnion(.existence)
    case .sectionAttached, .sectionStayed: sections[edit.element, default: []].formUnion(.position)
    case .sectionUpdated: sections[edit.element, default: []].formUnion(.content)
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
      old.forEachSection(in: 0..<old.sectionCount) { sections[$0.element, default: []].formUnion(.position) }
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
        items[$0.element, default: []].formUnion(.position)
      }
    }
    return hasAny
  }

  /// All of them, in no particular order.
  var all: [Touched<Element>] {
    sections.map { Touched(.section, $0.key, $0.value) } + items.map { Touched(.item, $0.key, $0.value) }
  }
}
