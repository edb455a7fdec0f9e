package import ArrangeModel

/// What placing rows in a view does.
package struct PlacePlan: Sendable, Equatable {
  /// The collection of the gap.
  package let collection: Identifier
  /// What is to be done in it, or in its overlay; empty if the rows are where they belong, or only come from other collections.
  package let operations: [ListOperation]
  /// The items that come from other collections, before the operations.
  package let transfers: [Transfer]
  /// What becomes of each row, in the order of the request.
  package let effects: [RowEffect]
  /// Whether the neighbours were no longer next to each other in this order, so that the place is a guess.
  package let isAmbiguous: Bool

  /// Items that go to one place from another collection.
  package struct Transfer: Sendable, Equatable {
    package let from: Identifier
    package var items: [ElementReference]
    package let to: ItemDestination
  }

  /// The overlay in which the rows are placed; nil if it is the collection. Then the operations are for the collection that
  /// has its entries.
  package var overlay: OverlayName?
  /// The version of the entries on which this was decided.
  package var overlayVersion: UInt64?

  /// The collection to which the operations apply.
  package var written: Identifier { overlay?.stored ?? collection }

  /// Whether nothing is to be done.
  package var isEmpty: Bool { operations.isEmpty && transfers.isEmpty }
}
