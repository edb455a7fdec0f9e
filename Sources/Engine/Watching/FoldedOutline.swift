package import ArrangeModel
package import Changes

/// What a subscriber who has collapsed something sees of two versions of an outline.
///
/// What moves into something collapsed is gone, and what moves out of it is new with everything that is shown below it.
package struct FoldedOutline: TreeVersionPair {
  private let whole: TracedOutline
  private let shown: FoldedState
  private let folding: TreeFolding
  /// Those of the trace, and what is newly shown below them, which nobody touched.
  private var nodes: [OutlineTrace.Node]
  /// The number of nodes of the trace.
  private let tracedCount: Int
  /// Whether nothing above a node is collapsed in the older version, and in the newer one; nil where it is not known yet.
  private var isOpenInOld: [Bool]
  private var isOpenInNew: [Bool]
  /// How much is below each node of the trace in the older version.
  private var oldCounts: [BranchCounts] = []
  package private(set) var before: ListSize
  package let after: ListSize
  /// What was touched, by number.
  package private(set) var touched: [Touched<Int>]

  /// O(k · depth + newly shown rows + folding · depth · log n) for k touched nodes.
  package init(_ whole: TracedOutline, _ folding: TreeFolding) {
    self.whole = whole
    self.folding = folding
    nodes = whole.nodes
    tracedCount = nodes.count
    shown = FoldedState(whole.state, folding)
    touched = whole.touched
    (before, after) = (whole.before, shown.size)
    isOpenInOld = FoldedOutline.open(nodes, folding) { $0.old }
    isOpenInNew = FoldedOutline.open(nodes, folding) { $0.new }
    oldCounts = countOld()
    before.items = shownBefore()
    addNewlyShown()
  }

  /// Which nodes are shown in a version, those aside that are not there: nothing above them is collapsed.
  private static func open(
    _ nodes: [OutlineTrace.Node],
    _ folding: TreeFolding,
    _ place: (OutlineTrace.Node) -> OutlineTrace.Place?
  ) -> [Bool] {
    var known = [Bool?](repeating: nil, count: nodes.count)
    for start in nodes.indices where known[start] == nil {
      var chain: [Int] = []
      var next: Int? = start
      var isOpen = true
      while let number = next {
        if let answer = known[number] {
          isOpen = answer && !(chain.isEmpty ? false : folding.collapses(nodes[number].treeNode))
          break
        }
        chain.append(number)
        next = place(nodes[number])?.parent
      }
      for (index, number) in chain.enumerated().reversed() {
        if index + 1 < chain.count, folding.collapses(nodes[chain[index + 1]].treeNode) { isOpen = false }
        known[number] = isOpen
      }
    }
    return known.map { $0 ?? true }
  }

  // MARK: The newer version

  /// Numbers what was hidden in the older version and is below something that is shown now.
  private mutating func addNewlyShown() {
    var isTouched = Set(touched.map(\.element))
    for number in touched.map(\.element) {
      guard nodes[number].old != nil, !isOpenInOld[number], nodes[number].new != nil, isOpenInNew[number]
      else {
        continue
      }
      addRows(below: number, &isTouched)
    }
  }

  private mutating func addRows(below top: Int, _ isTouched: inout Set<Int>) {
    var open = [top]
    while let number = open.popLast() {
      guard !folding.collapses(nodes[number].treeNode), let element = nodes[number].element,
        let branch = whole.state.branches?.branch(of: element, hash: element.idHash)
      else { continue }
      for (index, entry) in branch.children.entries(in: 0..<branch.children.count).enumerated() {
        let child: Int
        if let known = whole.number(ofItem: entry.element) {
          // What was shown before has moved here.
          guard nodes[known].old == nil || !isOpenInOld[known] else { continue }
          child = known
        } else {
          child = add(entry.element, below: number, at: index)
        }
        // What is new in the outline, and what moved, is touched itself; what is below it is added in its turn.
        guard isTouched.insert(child).inserted else { continue }
        touched.append(Touched(.item, child, .existence))
        open.append(child)
      }
    }
  }

  /// Adds an item that nobody touched.
  private mutating func add(_ element: Element, below parent: Int, at index: Int) -> Int {
    let place = OutlineTrace.Place(below: parent, at: index)
    nodes.append(OutlineTrace.Node(untouched: element, at: place))
    isOpenInOld.append(false)
    isOpenInNew.append(true)
    return nodes.count - 1
  }

  /// What is collapsed and shown in the newer version, and has not as much below it as before.
  package var counted: [(node: Int, counts: BranchCounts)] {
    nodes.indices.compactMap { number in
      guard newPlace(of: number) != nil, folding.collapses(nodes[number].treeNode) else { return nil }
      let counts = newCounts(of: number)
      let wasShown = oldPlace(of: number) != nil
      let before = wasShown && number < tracedCount ? oldCounts[number] : BranchCounts()
      return counts == before ? nil : (number, counts)
    }
  }

  private func newCounts(of number: Int) -> BranchCounts {
    let node = nodes[number]
    guard let place = node.new, let element = node.element else { return BranchCounts() }
    return node.isSection ? shown.counts(ofSection: place.index) : shown.counts(of: element)
  }

  // MARK: The older version

  /// How much was below each node: as much as now, but for its children that are in the trace.
  private func countOld() -> [BranchCounts] {
    var below = nodes.indices.map { newCounts(of: $0).descendants }
    for node in nodes {
      guard let parent = node.new?.parent, let element = node.element else { continue }
      below[parent] -= 1 + shown.counts(of: element).descendants
    }
    // Each node comes before what was below it.
    var order: [Int] = []
    var children = [[Int]](repeating: [], count: nodes.count)
    for number in nodes.indices {
      guard let old = nodes[number].old else { continue }
      if let parent = old.parent { children[parent].append(number) } else { order.append(number) }
    }
    var next = 0
    while next < order.count {
      order += children[order[next]]
      next += 1
    }
    for number in order.reversed() {
      if let parent = nodes[number].old?.parent { below[parent] += 1 + below[number] }
    }
    return nodes.indices.map { number in
      guard nodes[number].old != nil else { return BranchCounts() }
      return BranchCounts(children: whole.oldCount(below: number), descendants: below[number])
    }
  }

  /// How many items were shown.
  private func shownBefore() -> Int {
    var sections: [Element: Int] = [:]
    for number in nodes.indices where nodes[number].isSection {
      if let element = nodes[number].element { sections[element] = number }
    }
    func number(_ node: TreeNode, _ element: Element) -> Int? {
      if case .section = node { return sections[element] }
      return whole.number(ofItem: element)
    }
    return shown.shownItems(of: whole.before.items) { node, element in
      if let number = number(node, element) { return isOpenInOld[number] }
      guard case .item = node else { return true }
      guard let slot = whole.state.slot(of: element) else { return false }
      // What nobody touched is where it was, below the first item that is in the trace.
      return shown.isOpen(slot.scope) { owner in
        whole.number(ofItem: owner).map { isOpenInOld[$0] && !folding.collapses(nodes[$0].treeNode) }
      }
    } counts: { node, element in
      if let number = number(node, element) { return nodes[number].old == nil ? nil : oldCounts[number] }
      switch node {
      case .section: return whole.state.index(of: element).map { shown.counts(ofSection: $0) }
      case .item: return whole.state.hasItem(element) ? shown.counts(of: element) : nil
      }
    }
  }

  // MARK: What is shown

  package func oldPlace(of number: Int) -> NodePlace<Int>? { isOpenInOld[number] ? nodes[number].old : nil }
  package func newPlace(of number: Int) -> NodePlace<Int>? { isOpenInNew[number] ? nodes[number].new : nil }
  package func id(of number: Int) -> Identifier { nodes[number].element?.id ?? .empty }

  package func newCount(below number: Int?) -> Int {
    guard let number else { return after.sections }
    if folding.collapses(nodes[number].treeNode) { return 0 }
    return newCounts(of: number).children
  }

  package func oldCount(below number: Int?) -> Int {
    guard let number else { return before.sections }
    if folding.collapses(nodes[number].treeNode) { return 0 }
    return number < tracedCount ? whole.oldCount(below: number) : newCounts(of: number).children
  }

  package func snapshot(of number: Int) -> ElementSnapshot {
    number < tracedCount ? whole.snapshot(of: number) : whole.snapshot(ofItem: nodes[number].element)
  }

  package func hasSameContent(_ number: Int) -> Bool { number >= tracedCount || whole.hasSameContent(number) }
  package func oldContent(of number: Int) -> FieldsFingerprint { whole.oldContent(of: number) }
  package var hasKeys: Bool { whole.hasKeys }
}

extension OutlineTrace.Node {
  /// What a folding calls it.
  fileprivate var treeNode: TreeNode {
    let id = element?.id ?? .empty
    return isSection ? .section(id) : .item(id)
  }
}
