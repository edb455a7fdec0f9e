import ArrangeModel

/// What placing rows in a view does.
struct PlacePlan: Sendable, Equatable {
  /// The collection of the gap.
  let collection: Identifier
  /// What is to be done in it; empty if the rows are where they belong, or only come from other collections.
  let operations: [ListOperation]
  /// The items that come from other collections, before the operations.
  let transfers: [Transfer]
  /// What becomes of each row, in the order of the request.
  let effects: [RowEffect]
  /// Whether the neighbours were no longer next to each other in this order, so that the place is a guess.
  let isAmbiguous: Bool

  /// Items that go to one place from another collection.
  struct Transfer: Sendable, Equatable {
    let from: Identifier
    var items: [ElementReference]
    let to: ItemDestination
  }

  /// Whether nothing is to be done.
  var isEmpty: Bool { operations.isEmpty && transfers.isEmpty }
}
