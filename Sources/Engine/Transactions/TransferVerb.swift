import ArrangeModel
import Ordering

/// Takes items out of one collection, and puts them into another, with their ids, fields and content versions, so that they follow
/// each other there.
///
/// It is no ``TransactionVerb``, since it edits two collections. In each of them it is a change as any other: to its subscribers
/// and to readers of its journal, the items are removed from the one and inserted into the other.
struct TransferVerb {
  let items: [ElementReference]
  let destination: TransactionEditor.Destination

  init(items: [ElementReference], to destination: ItemDestination) {
    self.items = items
    self.destination = .items(destination)
  }

  /// The number of the verb in fingerprints, beside those of ``TransactionVerb/fingerprintNumber``.
  static let fingerprintNumber: UInt64 = 64

  /// - Throws: an error whose field is relative to the transfer: ``StatusCode/notFound``, ``StatusCode/aborted`` if a condition
  ///   of a reference does not hold, and ``StatusCode/alreadyExists`` if the target has an item with the same id.
  func perform(from source: inout TransactionEditor, to target: inout TransactionEditor) throws(ArrangeError)
  {
    guard source.state.branches == nil, target.state.branches == nil else {
      throw NotForOutlines.transfer.error(source.state.branches == nil ? "the target" : "the collection")
    }
    let slots = try source.locateAll(items, .item)
    let elements = slots.map { source.state.entry(in: $0.scope, at: $0.index).element }
    for (index, element) in elements.enumerated() {
      guard !target.state.hasItem(element) else {
        throw ArrangeError(
          .alreadyExists,
          "there is already an item \"\(element.id)\" in the collection to which it goes",
          field: "items[\(index)].id"
        )
      }
      try source.charge(WriteCost.ofEdit + element.byteCount)
      try target.charge(WriteCost.ofEdit + element.byteCount)
    }
    let place = try target.place(for: destination)
    try SectionRoom.check(for: elements.count, in: place.scope, of: target.state)
    try target.insert(elements, in: place.scope, gap: place.index)
    target.named.add(.many(elements.named(.item, at: place)))
    RemoveVerb.remove(slots, in: &source)
    // What the last operation there has placed may be elsewhere now.
    source.named.forgetPlaces()
    (source.mayHaveNoEffect, target.mayHaveNoEffect) = (true, true)
  }
}
