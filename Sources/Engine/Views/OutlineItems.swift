import ArrangeModel

/// The items of a section of an outline in the order of a query, each of them before what is below it: siblings are sorted.
///
/// It works in slices, uses no recursion, and remembers one list on each level.
struct OutlineItems {
  /// The items of a list on the way to the next item.
  private struct Level {
    var items: [Element]
    var next = 0
    /// The items while they are being sorted.
    var runs: SortedRuns?
  }

  private let plan: QueryPlan
  private let branches: BranchTable?
  private let itemsOfRun: Int
  /// From the top down.
  private var levels: [Level] = []

  /// - Parameters:
  ///   - section: the index of the section.
  ///   - itemsOfRun: the number of items that are sorted at a time.
  init(_ plan: QueryPlan, of state: CollectionState, section: Int, itemsOfRun: Int) {
    self.plan = plan
    self.itemsOfRun = itemsOfRun
    branches = state.branches
    enter(state.items(ofSection: section))
  }

  private mutating func enter(_ list: OrderTree<ItemEntry>) {
    var items: [Element] = []
    items.reserveCapacity(list.count)
    list.forEach(in: 0..<list.count) { items.append($0.element) }
    guard plan.showsSections, !plan.order.isEmpty else { return levels.append(Level(items: items)) }
    if items.count <= itemsOfRun { return levels.append(Level(items: plan.sort(items))) }
    levels.append(Level(items: [], runs: SortedRuns(items, ofEach: itemsOfRun)))
  }

  /// Whether all items were read.
  var isAtEnd: Bool { levels.isEmpty }

  /// The next item, and its depth, which is 1 at the top; nil at the end, and if it is the turn of others before it is known.
  mutating func next(_ slice: inout WorkSlice) -> (item: Element, depth: Int)? {
    while let last = levels.indices.last, !slice.isOver {
      if levels[last].runs != nil {
        guard let sorted = levels[last].runs?.proceed(plan, &slice) else { return nil }
        levels[last] = Level(items: sorted)
      }
      guard levels[last].next < levels[last].items.count else {
        levels.removeLast()
        continue
      }
      let item = levels[last].items[levels[last].next]
      levels[last].next += 1
      if let children = branches?.branch(of: item, hash: item.idHash)?.children, children.count > 0 {
        slice.count(1 + children.count / 16)
        enter(children)
      }
      return (item, last + 1)
    }
    return nil
  }
}
