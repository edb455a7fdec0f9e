import HashTreeCollections

/// An entry of a leaf that a ``LeafIndex`` finds.
package protocol LeafIndexEntry: Sendable {
  var element: Element { get }

  /// The hash of the element's id, stored in the entry so that a search in a leaf touches no other element.
  var idHash: UInt64 { get }
}

/// Finds the leaf of an element by its id, or more precisely by a hash of the id.
///
/// The table holds plain numbers, so copying a part of it touches no element. That keeps an edit among a
/// million items close to the cost of one among a thousand: counting references to some dozen elements would
/// cost a cache miss each.
///
/// The hash has 64 bits and a per-process seed, so two ids rarely share it. If they do, the later ones are in
/// a second table by their ids.
package struct LeafIndex: Sendable {
  private var leaves = LeafTable()
  /// The elements whose hash was taken when they were added; nil if there are none, so that copies of the index count no
  /// reference for it.
  private var collisions: TreeDictionary<Element, NodeNumber>?

  package init() {}

  /// The number of elements.
  package var count: Int { leaves.count + (collisions?.count ?? 0) }

  /// Whether there are ids that share a hash.
  package var hasCollisions: Bool { collisions != nil }

  /// The only leaf that can contain the element with an id; whether it does must be checked in the leaf. Nil
  /// if there is no such element. O(log n).
  package func leaf(of id: ElementID) -> NodeNumber? {
    if let collisions, let leaf = collisions[Element(id)] { return leaf }
    return leaves[id.hash]
  }

  /// Records the leaf of an element. O(log n).
  ///
  /// - Parameter isNew: whether the element was not there before.
  package mutating func record(_ entry: some LeafIndexEntry, leaf: NodeNumber, isNew: Bool) {
    if isNew {
      guard let other = leaves.update(entry.idHash, to: leaf) else { return }
      leaves.update(entry.idHash, to: other)
      collisions = collisions ?? TreeDictionary()
      collisions?[entry.element] = leaf
    } else if collisions?[entry.element] != nil {
      collisions?[entry.element] = leaf
    } else {
      leaves.update(entry.idHash, to: leaf)
    }
  }

  /// Removes an element. O(log n).
  package mutating func remove(_ entry: some LeafIndexEntry) {
    if removeCollision(entry.element) != nil { return }
    leaves.remove(entry.idHash)
  }

  /// Replaces an element by one with the same id. O(1) except for collisions.
  package mutating func replace(_ old: Element, with new: Element) {
    // The table's key must be the new object, or it would keep the old content in memory.
    guard let leaf = removeCollision(old) else { return }
    collisions = collisions ?? TreeDictionary()
    collisions?[new] = leaf
  }

  private mutating func removeCollision(_ element: Element) -> NodeNumber? {
    let leaf = collisions?.removeValue(forKey: element)
    if collisions?.isEmpty == true { collisions = nil }
    return leaf
  }
}

/// An id prepared for lookups: its bytes in memory, and their hash.
package struct ElementID {
  package let hash: UInt64
  package let bytes: UnsafeBufferPointer<UInt8>

  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.init(bytes, hash: ElementID.hash(bytes))
  }

  package init(_ bytes: UnsafeBufferPointer<UInt8>, hash: UInt64) {
    self.bytes = bytes
    self.hash = hash
  }

  /// The hash of an id; different in each process, so that nobody can choose ids that share it.
  package static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    ShortHash.key.hash(UnsafeRawBufferPointer(bytes))
  }
}
