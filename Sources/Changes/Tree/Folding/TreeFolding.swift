/// Which sections and items of an outline a subscriber has collapsed: what is below those is not sent, only its counts are.
public struct TreeFolding: Sendable, Hashable {
  /// The largest number of nodes that a subscriber can name.
  public static let mostNodes = 10_000

  /// What is collapsed, or, of a lazy outline, what is expanded. Those that are not there are remembered.
  public var nodes: Set<TreeNode>
  /// Whether everything else is collapsed, and so is what is new.
  public var isLazy: Bool

  public init(_ nodes: Set<TreeNode> = [], isLazy: Bool = false) {
    self.nodes = nodes
    self.isLazy = isLazy
  }

  /// Whether nothing is collapsed.
  public var isEmpty: Bool { nodes.isEmpty && !isLazy }

  public func collapses(_ node: TreeNode) -> Bool { nodes.contains(node) != isLazy }
}
