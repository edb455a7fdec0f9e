/// How much is below a collapsed section or item.
public struct NodeCounts: Sendable, Hashable {
  /// The position in NEW.
  public var at: Place
  public var counts: BranchCounts

  /// A position of a section or of an item. Comparison orders those of one list; others in no order of meaning.
  public enum Place: Sendable, Hashable, Comparable {
    case section(Int)
    case item(TreePlace)
  }

  public init(at place: Place, _ counts: BranchCounts) {
    self.at = place
    self.counts = counts
  }
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
