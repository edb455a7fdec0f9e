import ArrangeModel

/// Two outlines in which everything is looked up.
struct TreeListPair: TreeVersionPair {
  let old: TreeList
  let new: TreeList

  var before: ListSize { old.size }
  var after: ListSize { new.size }

  func oldPlace(of node: TreeNode) -> NodePlace<TreeNode>? { old.place(of: node) }
  func newPlace(of node: TreeNode) -> NodePlace<TreeNode>? { new.place(of: node) }
  func id(of node: TreeNode) -> Identifier { node.id }

  func oldCount(below node: TreeNode?) -> Int { node.map { old.childCount(of: $0) } ?? old.sectionCount }
  func newCount(below node: TreeNode?) -> Int { node.map { new.childCount(of: $0) } ?? new.sectionCount }

  func snapshot(of node: TreeNode) -> ElementSnapshot {
    guard let element = new[node] else { preconditionFailure("what is asked for is in NEW") }
    return element
  }

  func hasSameContent(_ node: TreeNode) -> Bool {
    guard let before = old[node], let after = new[node] else { return false }
    return before.hasSameContent(as: after)
  }

  func oldContent(of node: TreeNode) -> FieldsFingerprint {
    guard let element = old[node] else { preconditionFailure("what is asked for is in OLD") }
    return FieldsFingerprint(element)
  }
}

extension TreeList {
  /// The batch that takes this outline to another one, with as few moves as possible.
  ///
  /// O(n log n) for the n sections and items of both.
  public func difference(to new: TreeList) -> TreeBatch {
    let touched = nodes + new.nodes.filter { !contains($0) }
    guard let batch = treeBatch(to: new, touched: touched, namesUnmoved: false) else {
      preconditionFailure("everything was touched, which explains any change")
    }
    return batch
  }

  /// The batch that takes this outline to another one; nil if what was touched does not explain the change.
  ///
  /// - Parameter touched: every section and item that was inserted, removed, placed or updated.
  package func treeBatch(to new: TreeList, touched: [TreeNode], namesUnmoved: Bool = true) -> TreeBatch? {
    let derivation = TreeBatch.derive(
      TreeListPair(old: self, new: new),
      touched: touched.map { Touched(.item, $0, .existence) },
      namesUnmoved: namesUnmoved
    )
    guard case .batch(let batch) = derivation else { return nil }
    return batch
  }

  private var nodes: [TreeNode] {
    rows.map { $0.depth == 0 ? .section($0.element.id) : .item($0.element.id) }
  }
}
