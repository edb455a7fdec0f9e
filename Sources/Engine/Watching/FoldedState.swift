import ArrangeModel
import Changes

/// An outline of which something is collapsed.
struct FoldedState {
  let state: CollectionState
  let folding: TreeFolding

  init(_ state: CollectionState, _ folding: TreeFolding) {
    self.state = state
    self.folding = folding
  }

  func counts(ofSection index: Int) -> BranchCounts {
    let section = state.section(at: index).element
    let children = state.itemCount(section: index)
    return BranchCounts(
      children: children,
      descendants: children + (state.branches?.nestedCount(in: section) ?? 0)
    )
  }

  func counts(of item: Element) -> BranchCounts {
    guard let branch = state.branches?.branch(of: item, hash: item.idHash) else { return BranchCounts() }
    return BranchCounts(children: branch.children.count, descendants: branch.descendants)
  }

  /// How many sections and items are shown. O(folding · depth · log n).
  var size: ListSize {
    ListSize(
      sections: state.sectionCount,
      items: shownItems(of: state.itemCount, isShown: isShown) { node, element in
        switch node {
        case .section: state.index(of: element).map { counts(ofSection: $0) }
        case .item: state.hasItem(element) ? counts(of: element) : nil
        }
      }
    )
  }

  /// How many items are shown in a version of the outline.
  ///
  /// - Parameters:
  ///   - all: the number of all items.
  ///   - isShown: whether something that is there is shown.
  ///   - counts: how much is below something; nil if it is not there.
  func shownItems(
    of all: Int,
    isShown: (TreeNode, Element) -> Bool,
    counts: (TreeNode, Element) -> BranchCounts?
  ) -> Int {
    guard !folding.isEmpty else { return all }
    var (hidden, expanded) = (0, 0)
    for node in folding.nodes {
      let element = Element(id: node.id)
      guard let counts = counts(node, element), isShown(node, element) else { continue }
      // Of what is lazy, those that are named show their children; otherwise they hide all that is below them.
      hidden += counts.descendants
      expanded += counts.children
    }
    return folding.isLazy ? expanded : all - hidden
  }

  /// Whether nothing above something that is there is collapsed. O(depth · log n).
  func isShown(_ node: TreeNode, _ element: Element) -> Bool {
    guard case .item = node else { return true }
    guard let slot = state.slot(of: element) else { return false }
    return isOpen(slot.scope) { _ in nil }
  }

  /// Whether neither what has a list nor anything above that is collapsed.
  ///
  /// - Parameter known: what is known of an item and all above it, the nearest first; nil if nothing is.
  func isOpen(_ scope: Scope, known: (Element) -> Bool?) -> Bool {
    var top = scope
    if let number = scope.branch, let branches = state.branches {
      var answer: Bool?
      branches.climb(from: number) { _, branch in
        let owner = branch.owner
        answer = known(owner) ?? (folding.collapses(.item(owner.id)) ? false : nil)
        return answer == nil
      }
      if let answer { return answer }
      guard let path = state.path(of: branches.topmost(of: number).owner) else { return false }
      top = .items(section: path.section)
    }
    return !folding.collapses(.section(top.section(in: state).id))
  }
}
