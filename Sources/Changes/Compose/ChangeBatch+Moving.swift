package import ArrangeModel

extension ChangeBatch {
  /// The batch of the profile `exact` that only moves some items.
  ///
  /// - Parameters:
  ///   - items: the paths of the items in OLD and in NEW. All other items keep their order.
  ///   - size: the size of the list.
  ///
  /// O(k log k).
  package static func moving(_ items: [Move<ListPath>], inListOf size: ListSize) -> ChangeBatch {
    var correspondence = Correspondence()
    correspondence.items.pairs = items
    return ChangeBatch(
      Shape(correspondence),
      before: size,
      after: size,
      newSection: { _ in preconditionFailure("nothing is new") },
      newItem: { _ in preconditionFailure("nothing is new") }
    )
  }
}

/// Maps paths of OLD to paths of NEW.
package struct ItemForwarding: Sendable {
  private let side: CompositionSide

  /// O(k log k).
  package init(_ batch: ChangeBatch) { side = CompositionSide(batch) }

  /// The path in NEW of the item at a path of OLD; nil if it is gone. O(log k).
  package func path(_ path: ListPath) -> ListPath? { side.forward(path) }
}
