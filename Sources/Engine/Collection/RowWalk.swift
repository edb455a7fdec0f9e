/// The items of a section in the order in which they are shown: each of them before its children.
///
/// It uses no recursion; it remembers one place on each level.
package struct RowWalk: IteratorProtocol {
  /// How many items of a list are read at a time.
  private static let itemsAtATime = 64

  /// A list on the way to the next item, and those of its items that come next.
  private struct Level {
    let items: OrderTree<ItemEntry>
    /// The item above; nil at the top.
    var owner: ItemEntry?
    var read = 0
    var run: ArraySlice<ItemEntry> = []

    /// The index of the next item.
    var index: Int { read - run.count }

    mutating func next() -> ItemEntry? {
      if run.isEmpty, read < items.count {
        let end = min(items.count, read + RowWalk.itemsAtATime)
        run = items.entries(in: read..<end)[...]
        read = end
      }
      return run.popFirst()
    }
  }

  private let branches: BranchTable?
  /// From the top down.
  private var levels: [Level]

  /// The index of the last item among its siblings.
  private(set) var lastIndex = 0

  /// The children of the last item; nil if it has none.
  private(set) var lastBranch: Branch?

  /// O(log n).
  package init(_ state: CollectionState, section: Int) {
    self.init(state.branches, from: state.items(ofSection: section))
  }

  /// A walk over a list with all that is below it.
  init(_ branches: BranchTable?, from items: OrderTree<ItemEntry>) {
    self.branches = branches
    levels = [Level(items: items)]
  }

  /// The indices among siblings of the next item and of the items above it, from the top down; nil after the last one.
  var position: [Int]? {
    guard let last = levels.lastIndex(where: { $0.index < $0.items.count }) else { return nil }
    return levels[..<last].map { $0.index - 1 } + [levels[last].index]
  }

  /// The items above the next one, from the top down.
  var owners: [ItemEntry] {
    guard let last = levels.lastIndex(where: { $0.index < $0.items.count }) else { return [] }
    return levels[...last].compactMap(\.owner)
  }

  /// Goes to the item at a position. O(depth · log n).
  ///
  /// - Returns: whether there is one.
  mutating func go(to position: [Int]) -> Bool {
    levels.removeLast(levels.count - 1)
    for (level, index) in position.enumerated() {
      guard 0..<levels[level].items.count ~= index else { return false }
      let isLast = level == position.count - 1
      (levels[level].read, levels[level].run) = (isLast ? index : index + 1, [])
      if isLast { return true }
      let owner = levels[level].items[index]
      guard let own = branches?.branch(of: owner.element, hash: owner.idHash) else { return false }
      levels.append(Level(items: own.children, owner: owner))
    }
    return false
  }

  /// Goes over items from the beginning. O(siblings of those above the one that is next).
  mutating func skip(_ count: Int) {
    levels.removeLast(levels.count - 1)
    (levels[0].read, levels[0].run) = (0, [])
    var left = count
    while left > 0, let level = levels.indices.last {
      guard let entry = levels[level].next() else {
        levels.removeLast()
        continue
      }
      left -= 1
      guard let own = branches?.branch(of: entry.element, hash: entry.idHash), own.descendants > 0 else {
        continue
      }
      if left >= own.descendants {
        left -= own.descendants
      } else {
        levels.append(Level(items: own.children, owner: entry))
      }
    }
  }

  /// The next item, and its depth, which is 1 at the top. O(log n), in the long run.
  package mutating func next() -> (entry: ItemEntry, depth: Int)? {
    while !levels.isEmpty {
      let depth = levels.count
      lastIndex = levels[depth - 1].index
      guard let entry = levels[depth - 1].next() else {
        levels.removeLast()
        continue
      }
      lastBranch = branches?.branch(of: entry.element, hash: entry.idHash)
      if lastBranch?.descendants == 0 { lastBranch = nil }
      if let lastBranch { levels.append(Level(items: lastBranch.children, owner: entry)) }
      return (entry, depth)
    }
    return nil
  }

  /// Goes over what is below the last item.
  mutating func leaveOutChildren() {
    if lastBranch != nil { levels.removeLast() }
    lastBranch = nil
  }
}
