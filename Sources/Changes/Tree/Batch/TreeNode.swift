public import ArrangeModel

/// A section or an item of an outline, by its id.
public enum TreeNode: Sendable, Hashable {
  case section(Identifier)
  case item(Identifier)

  public var id: Identifier {
    switch self {
    case .section(let id), .item(let id): id
    }
  }
}

/// A position among siblings by what has their list.
public struct NodePlace<Node: Hashable & Sendable>: Sendable, Hashable {
  /// The section or item below which it is; nil if it is that of a section.
  public var parent: Node?
  public var index: Int

  @inlinable
  public init(below parent: Node?, at index: Int) {
    self.parent = parent
    self.index = index
  }
}

/// Where the sections and items that have lists are in two versions of an outline.
@usableFromInline
package protocol OwnerPlaces {
  /// Names a section or an item in both versions.
  associatedtype Node: Hashable & Sendable

  /// The position in OLD; nil if it is not there.
  func oldPlace(of node: Node) -> NodePlace<Node>?
  /// The position in NEW; nil if it is not there.
  func newPlace(of node: Node) -> NodePlace<Node>?
  /// Whether it is in both versions, and not removed and inserted as another one with its id.
  func isInBoth(_ node: Node) -> Bool
  /// The id of an item.
  func id(of node: Node) -> Identifier
}

extension OwnerPlaces {
  @inlinable package func isInBoth(_ node: Node) -> Bool {
    oldPlace(of: node) != nil && newPlace(of: node) != nil
  }
}
