import ArrangeModel

/// What a subscriber who has collapsed sections and items sees of an outline.
public struct ShownTree: Sendable, Hashable {
  /// What is shown; nothing is below what is collapsed.
  public private(set) var list: TreeList
  /// For each collapsed section and item with something below it.
  public private(set) var counts: [TreeNode: BranchCounts] = [:]
  public private(set) var folding: TreeFolding

  /// An empty outline.
  public init() { self.init(shown: TreeList(), counts: [:], folding: TreeFolding()) }

  /// O(n log n) for n rows of the whole outline.
  public init(_ whole: TreeList, folding: TreeFolding) {
    self.folding = folding
    var rows: [TreeRow] = []
    // The depth of what was collapsed last, while rows are below it.
    var collapsed: Int?
    for row in whole.rows {
      if let depth = collapsed, row.depth > depth { continue }
      collapsed = nil
      rows.append(row)
      let node = row.node
      guard folding.collapses(node) else { continue }
      collapsed = row.depth
      let children = whole.childCount(of: node)
      guard children > 0 else { continue }
      counts[node] = BranchCounts(children: children, descendants: whole.descendantCount(of: node))
    }
    do {
      list = try TreeList(rows)
    } catch {
      preconditionFailure("what is left of an outline is one: \(error)")
    }
  }

  /// What is shown of an outline, and how much is below what is collapsed.
  public init(shown list: TreeList, counts: [TreeNode: BranchCounts], folding: TreeFolding) {
    self.list = list
    self.counts = counts
    self.folding = folding
  }

  /// How many items are below a section or an item, shown or not; 0 if it is not shown. O(rows of it).
  public func descendantCount(of node: TreeNode) -> Int {
    let hidden = list.rows(of: node).enumerated().reduce(0) { sum, row in
      sum + (counts[row.offset == 0 ? node : .item(row.element.element.id)]?.descendants ?? 0)
    }
    return list.descendantCount(of: node) + hidden
  }

  /// The batch between what is shown here and there, and the counts that differ. What moves into something collapsed is a
  /// delete, and what moves out of it an insert.
  ///
  /// O(n log n) for the n rows of both.
  public func difference(to new: ShownTree) -> FoldedBatch {
    var changed: [TreeNode: BranchCounts] = [:]
    for row in new.list.rows where new.folding.collapses(row.node) {
      let now = new.counts[row.node] ?? BranchCounts()
      if now != counts[row.node] ?? BranchCounts() { changed[row.node] = now }
    }
    return FoldedBatch(batch: list.difference(to: new.list), counts: changed)
  }

  /// Takes what is shown to NEW, with the counts of the batch.
  ///
  /// - Throws: ``TreeBatchError`` if the batch is not for this outline, which is then unchanged.
  public mutating func apply(_ batch: TreeBatch) throws(TreeBatchError) {
    var list = list
    try list.apply(batch)
    var counts: [TreeNode: BranchCounts] = [:]
    for counted in batch.counts {
      guard let node = list.node(at: counted.at, in: batch), folding.collapses(node) else {
        throw .broken(TreeViolation(.counts, at: .batch, "something that is not collapsed has counts"))
      }
      counts[node] = counted.counts
    }
    let folding = folding
    self.list = list
    self.counts.merge(counts) { $1 }
    self.counts = self.counts.filter { node, counts in
      counts.descendants > 0 && list.contains(node) && folding.collapses(node)
    }
  }

  /// Takes what is shown to NEW.
  ///
  /// - Parameters:
  ///   - change: the difference between what is shown and what is to be shown.
  ///   - folding: what is collapsed in NEW.
  /// - Throws: ``TreeBatchError`` if the batch is not for this outline, which is then unchanged.
  public mutating func apply(_ change: FoldedBatch, folding: TreeFolding) throws(TreeBatchError) {
    try list.apply(change.batch)
    self.folding = folding
    counts.merge(change.counts) { $1 }
    counts = counts.filter { node, counts in
      counts.descendants > 0 && list.contains(node) && folding.collapses(node)
    }
  }
}

extension TreeList {
  /// What is at a position in NEW, which this outline is.
  fileprivate func node(at place: NodeCounts.Place, in batch: TreeBatch) -> TreeNode? {
    switch place {
    case .section(let index): return node(at: NodePlace(below: nil, at: index))
    case .item(let place):
      switch place.list {
      case .section(let index):
        guard let section = node(at: NodePlace(below: nil, at: index)) else { return nil }
        return node(at: NodePlace(below: section, at: place.index))
      case .branch(let owner):
        return node(at: NodePlace(below: .item(batch.owners[owner].id), at: place.index))
      }
    }
  }
}

/// A batch of what is shown, with the counts of what is collapsed that are others.
public struct FoldedBatch: Sendable, Hashable {
  public var batch: TreeBatch
  /// Also of those below which nothing is left.
  public var counts: [TreeNode: BranchCounts]

  public init(batch: TreeBatch, counts: [TreeNode: BranchCounts]) {
    self.batch = batch
    self.counts = counts
  }
}

extension TreeRow {
  /// What a row of a whole outline shows.
  fileprivate var node: TreeNode { depth == 0 ? .section(element.id) : .item(element.id) }
}
