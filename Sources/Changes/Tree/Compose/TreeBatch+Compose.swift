public import ArrangeModel
import Ordering

extension TreeBatch {
  /// One batch with the effect of this one followed by another one.
  ///
  /// It is computed from the two batches alone, without an outline, and is the batch that would be derived from the first
  /// outline and the last one with everything touched in between, with these exceptions:
  ///
  /// - An item that this batch deletes and the next one inserts as new remains a delete and an insert, and what moved out of
  ///   it and back again moves.
  /// - Order keys and content versions are the last ones sent. If one of the batches moves something and has no order keys,
  ///   the result has none for moved elements.
  ///
  /// Composition is associative: the grouping of a sequence of batches does not affect the result.
  ///
  /// O((j + k) (log (j + k) + depth)) for j and k touched elements, those of inserted subtrees included.
  ///
  /// - Throws: ``TreeCompositionError`` if the batches are not consecutive, or one contradicts itself.
  public func composed(with next: TreeBatch) throws(TreeCompositionError) -> TreeBatch {
    guard after == next.before else { throw .wrongSize(expected: after, found: next.before) }
    let (first, second): (TreeSide, TreeSide)
    do {
      var names = OwnerNames()
      let earlier = try TreeBatchCheck(self, isNamedByOld: false, names: &names)
      let later = try TreeBatchCheck(next, isNamedByOld: true, names: &names)
      try earlier.checkUpdates()
      try later.checkUpdates()
      (first, second) = (earlier.side, later.side)
    } catch {
      throw .broken(error)
    }
    let composition = try TreeComposition(first, second)
    var contents = TreeContents(composition)
    contents.takeUpdates()
    if first.hasAllKeys, second.hasAllKeys { contents.takeKeys() }
    contents.takeCounts()

    let others = contents.updates.map(\.at) + contents.keys.map(\.at) + contents.counts.map(\.at)
    let (shape, numbering, spots) = TreeShape.of(contents.touched, composition, others: others)
    guard shape.isComplete else {
      throw .broken(TreeViolation(.places, at: .batch, "a list is below nothing that is known"))
    }
    var result = TreeBatch(before: before, after: next.after)
    shape.fill(
      &result,
      id: { list in numbering.nodes[list].map { composition.id(of: $0) } ?? .empty },
      element: { entry in contents.contents[entry] ?? contents.missing }
    )
    shape.forEachOther(
      spots,
      section: { index, number in
        if let update = contents.update(number, at: index) { result.sections.updates.append(update) }
        if let key = contents.key(number, at: index) { result.sections.keys.append(key) }
        if let counts = contents.counts(number) {
          result.counts.append(NodeCounts(at: .section(index), counts))
        }
      },
      item: { place, number in
        if let update = contents.update(number, at: place) { result.items.updates.append(update) }
        if let key = contents.key(number, at: place) { result.items.keys.append(key) }
        if let counts = contents.counts(number) { result.counts.append(NodeCounts(at: .item(place), counts)) }
      }
    )
    return result
  }
}

/// Why two batches of outlines can't be composed.
public enum TreeCompositionError: Error, Sendable, Hashable {
  /// The second batch does not apply to an outline of the size that results from the first.
  case wrongSize(expected: ListSize, found: ListSize)
  /// An item is at one position after the first batch, and at another one before the second.
  case notConsecutive(Identifier)
  /// One of the batches contradicts itself.
  case broken(TreeViolation)
}

extension TreeCompositionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongSize(let expected, let found):
      "the second batch is for \(found.sections) sections with \(found.items) items, the first one makes "
        + "\(expected.sections) with \(expected.items)"
    case .notConsecutive(let id): "the first batch leaves \(id.text) where the second one does not find it"
    case .broken(let violation): "\(violation)"
    }
  }
}
