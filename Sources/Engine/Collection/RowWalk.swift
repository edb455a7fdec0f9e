/// The items of a section in the order in which they are shown: each of them before its children.
///
/// It uses no recursion; it remembers one place on each level.
struct RowWalk: IteratorProtocol {
  /// How many items of a list are read at a time.
  private static let itemsAtATime = 64

  /// A list on the way to the next item, and those of its items that come next.
  private struct Level {
    let items: OrderTree<ItemEntry>
    var read = 0
    var run: ArraySlice<ItemEntry> = []

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

  /// O(log n).
  init(_ state: CollectionState, section: Int) {
    branches = state.branches
    levels = [Level(items: state.items(ofSection: section))]
  }

  /// The next item, and its depth, which is 1 at the top. O(log n), in the long run.
  mutating func next() -> (entry: ItemEntry, depth: Int)? {
    while !levels.isEmpty {
      let depth = levels.count
      guard let entry = levels[depth - 1].next() else {
        levels.removeLast()
        continue
      }
      if let own = branches?.branch(of: entry.element, hash: entry.idHash), own.descendants > 0 {
        levels.append(Level(items: own.children))
      }
      return (entry, depth)
    }
    return nil
  }
}
