/// What makes a collection an outline, whose items can have children.
public struct OutlineSettings: Sendable, Hashable {
  /// The largest depth of an item; one at the top of its section has the depth 1. At most ``largestDepth``.
  public var maximumDepth: Int
  /// The largest number of children of an item. At most ``mostChildren``.
  public var maximumChildren: Int

  /// The largest depth that an outline may allow.
  public static let largestDepth = 256
  /// The largest number of children that an outline may allow.
  public static let mostChildren = 1_000_000

  /// The largest depth of an outline that says nothing else.
  public static let standardDepth = 64
  /// The largest number of children of an outline that says nothing else.
  public static let standardChildren = 100_000

  public init(maximumDepth: Int = standardDepth, maximumChildren: Int = standardChildren) {
    self.maximumDepth = maximumDepth
    self.maximumChildren = maximumChildren
  }
}
