/// Which sections and items of an outline a subscriber has collapsed: what is below those is not sent, only its counts are.
public struct TreeFolding: Sendable, Hashable {
  /// What is collapsed, or, of a lazy outline, what is expanded. Those that are not there are remembered.
  public var nodes: Set<TreeNode>
  /// Whether everything else is collapsed, and so is what is new.
  public var isLazy: Bool

  public init(_ nodes: Set<TreeNode> = [], isLazy: Bool = false) {
    self.nodes = nodes
    self.isLazy = isLazy
  }

  public func collapses(_ node: TreeNode) -> Bool { nodes.contains(node) != isLazy }
}

/// What a collapsed section or item says of what is below it.
public struct BranchCounts: Sendable, Hashable {
  public var children: Int
  public var descendants: Int

  public init(children: Int = 0, descendants: Int = 0) {
    self.children = children
    self.descendants = descendants
  }
}
