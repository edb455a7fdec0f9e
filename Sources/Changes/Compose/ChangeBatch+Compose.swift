import ArrangeModel
import Ordering

extension ChangeBatch {
  /// One batch with the effect of this one followed by another one.
  ///
  /// It is computed from the two batches alone, without a list, and is the batch that would be derived from
  /// the first list and the last one with everything touched in between, with these exceptions:
  ///
  /// - An element that this batch deletes and the next one inserts as new remains a delete and an insert.
  ///   Batches name elements by position, so they do not show that it is the same element.
  /// - Order keys and content versions are the last ones sent. If one of the batches moves something and has
  ///   no order keys, the result has none for moved elements.
  ///
  /// Composition is associative: the grouping of a sequence of batches does not affect the result.
  ///
  /// O((j + k) log (j + k)) for j and k touched elements, those of inserted sections included.
  ///
  /// - Throws: ``CompositionError`` if the batches are not consecutive, or one contradicts itself.
  public func composed(with next: ChangeBatch) throws(CompositionError) -> ChangeBatch {
    guard profile == .exact else { throw .wrongProfile(profile) }
    guard next.profile == .exact else { throw .wrongProfile(next.profile) }
    guard after == next.before else { throw .wrongSize(expected: after, found: next.before) }
    let (first, second): (CompositionSide, CompositionSide)
    do {
      first = CompositionSide(try BatchCheck(self, oldItemCounts: nil))
      second = CompositionSide(try BatchCheck(next, oldItemCounts: nil))
    } catch {
      throw .broken(error)
    }

    var (pairing, contents) = (Correspondence(), Contents())
    pairing.sections = first.sections.composed(
      with: second.sections,
      forward: { second.forward(section: $0) },
      backward: { first.places.backward(section: $0) },
      contents: &contents.sections
    )
    pairing.items = first.items.composed(
      with: second.items,
      forward: { second.forward($0) },
      backward: { first.places.backward($0) },
      contents: &contents.items
    )
    var sectionUpdates = first.sections.composedUpdates(
      with: second.sections,
      forward: { second.forward(section: $0) },
      contents: &contents.sections
    )
    var itemUpdates = first.items.composedUpdates(
      with: second.items,
      forward: { second.forward($0) },
      contents: &contents.items
    )
    var (sectionKeys, itemKeys): ([PlacedKey<Int>], [PlacedKey<ListPath>]) = ([], [])
    if first.hasAllKeys, second.hasAllKeys {
      sectionKeys = first.sections.composedKeys(
        with: second.sections,
        forward: { second.forward(section: $0) },
        updates: &sectionUpdates,
        contents: &contents.sections
      )
      itemKeys = first.items.composedKeys(
        with: second.items,
        forward: { second.forward($0) },
        updates: &itemUpdates,
        contents: &contents.items
      )
    }
    var result = ChangeBatch(
      Shape(pairing),
      before: before,
      after: next.after,
      newSection: { contents.sections.at($0) },
      newItem: { contents.items.at($0) }
    )
    result.sections.updates = sectionUpdates
    result.items.updates = itemUpdates
    result.sections.keys = sectionKeys
    result.items.keys = itemKeys
    return result
  }

  /// The contents of new elements.
  private struct Contents {
    var sections = NewContents<Int>()
    var items = NewContents<ListPath>()
  }
}

/// Contents by position in NEW.
struct NewContents<Place: Hashable & Comparable & Sendable> {
  /// The position of each content, ascending. Sorting these does not touch the contents.
  var places: [(at: Place, index: Int)] = []
  private var contents: [ElementSnapshot] = []

  mutating func reserveCapacity(_ count: Int) {
    places.reserveCapacity(count)
    contents.reserveCapacity(count)
  }

  mutating func append(_ content: ElementSnapshot, at place: Place) {
    places.append((place, contents.count))
    contents.append(content)
  }

  /// Replaces a content.
  ///
  /// - Returns: whether there was one.
  mutating func replace(at place: Place, with content: ElementSnapshot) -> Bool {
    guard let entry = places.search(place, by: { $0.at }) else { return false }
    contents[entry.index] = content
    return true
  }

  /// Replaces the order key and the placement version of a content.
  ///
  /// - Returns: whether there was one.
  mutating func replaceKey(with key: PlacedKey<Place>) -> Bool {
    guard let entry = places.search(key.at, by: { $0.at }) else { return false }
    contents[entry.index].take(key)
    return true
  }

  func at(_ place: Place) -> ElementSnapshot {
    guard let entry = places.search(place, by: { $0.at }) else { preconditionFailure("content of a new one") }
    return contents[entry.index]
  }
}
