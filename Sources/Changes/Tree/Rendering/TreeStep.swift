/// One of the steps that show a batch, each with indices of the outline that the steps before it have left.
public struct TreeStep: Sendable, Hashable {
  /// The step as a call for a view of an outline.
  public var call: OutlineCall
  /// The step as a change of a list of rows.
  public var change: RowChange
}

/// A call for a view that shows an outline, such as `NSOutlineView`, and performs its calls one after the other.
public enum OutlineCall: Sendable, Hashable {
  /// Puts something new with all that comes with it at a position. The first row has the depth 0.
  case insert([TreeRow], at: NodePlace<TreeNode>)
  /// Moves a section or an item with its subtree; the target counts without it.
  case move(from: NodePlace<TreeNode>, to: NodePlace<TreeNode>)
  /// Removes a section or an item with its subtree.
  case remove(at: NodePlace<TreeNode>)
}

/// A change of a list that shows all rows of an outline, sections included. It concerns one subtree, however large.
public enum RowChange: Sendable, Hashable {
  /// Inserts rows with their depths.
  case insert([TreeRow], at: Int)
  /// Moves as many rows. The target is the index of the first one afterwards, and all become so many levels deeper.
  case move(count: Int, from: Int, to: Int, deeper: Int)
  /// Removes as many rows.
  case remove(count: Int, at: Int)
}
