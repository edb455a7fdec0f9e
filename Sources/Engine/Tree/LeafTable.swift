/// A persistent table of node numbers by 64-bit hashes.
///
/// A copy is O(1); an edit of a copy copies the pages on one path, which are plain numbers and at most 16
/// references on each level. That is several times cheaper than a table of general keys and values, whose nodes
/// are copied value by value.
///
/// Pages are open-addressing tables with linear probing. A full page is split in two by the next bit of the
/// hash, as in extendible hashing (Fagin, Nievergelt, Pippenger, Strong: Extendible Hashing, TODS 1979), but
/// within the nodes of a tree that takes four bits of the hash on each level, so that no directory is ever
/// copied as a whole.
package struct LeafTable: Sendable {
  /// The number of entries.
  package private(set) var count = 0
  /// The number of pages that were made since the table was built anew.
  private var pageCount = 1
  private var root = LeafPage(capacity: LeafPage.smallestCapacity)

  package init() {}

  /// The node number for a hash; nil where there is none. O(log n).
  package subscript(hash: UInt64) -> NodeNumber? { root.find(hash) }

  /// Sets the node number for a hash and returns the one before. O(log n).
  @discardableResult
  package mutating func update(_ hash: UInt64, to leaf: NodeNumber) -> NodeNumber? {
    makeRootUnique()
    let old = root.update(hash, to: leaf, shift: LeafPage.firstShift, &pageCount)
    if old == nil { count += 1 }
    return old
  }

  /// Takes the entry of a hash out. O(log n), at times O(pages) to give memory back.
  package mutating func remove(_ hash: UInt64) {
    makeRootUnique()
    guard root.remove(hash, shift: LeafPage.firstShift) else { return }
    count -= 1
    if pageCount > LeafTable.fewPages, count < pageCount { shrink() }
  }

  /// So few pages are no waste.
  private static let fewPages = 64

  /// Builds the table anew when it has hardly an entry in each of its pages.
  private mutating func shrink() {
    var smaller = LeafTable()
    root.visit { smaller.update($0, to: $1) }
    self = smaller
  }

  private mutating func makeRootUnique() {
    if !isKnownUniquelyReferenced(&root) { root = root.copy() }
  }
}

/// A node of a ``LeafTable``: a page of entries, or an interior node with up to 16 children.
///
/// Like the nodes of an ``OrderTree`` it is changed only while one version alone holds it.
private final class LeafPage: @unchecked Sendable {
  static let smallestCapacity = 8
  /// The most places of a page, 768 bytes: few levels are worth larger pages, cheap copies smaller ones.
  static let largestCapacity = 64
  /// The uppermost four bits of a hash choose among the children of the root.
  static let firstShift: UInt64 = 60
  private static let fanOut = 16

  /// The hashes of a page and behind them the node numbers; ``NodeDirectory/none`` marks a free place.
  @exclusivity(unchecked) private var storage: UnsafeMutableRawPointer?
  /// The places of a page, a power of two; 0 for an interior node.
  @exclusivity(unchecked) private var capacity: Int
  @exclusivity(unchecked) private var used = 0
  @exclusivity(unchecked) private var children: ContiguousArray<LeafPage> = []
  /// For each of the 16 values of the four bits of a level the index of the child, in four bits.
  @exclusivity(unchecked) private var childIndices: UInt64 = 0

  init(capacity: Int) {
    self.capacity = capacity
    storage = LeafPage.allocate(capacity)
  }

  private init(copying page: LeafPage) {
    capacity = page.capacity
    used = page.used
    children = page.children
    childIndices = page.childIndices
    if let old = page.storage {
      let size = LeafPage.size(capacity)
      let new = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
      new.copyMemory(from: old, byteCount: size)
      storage = new
    }
  }

  /// The page that takes over the entries of one that becomes an interior node.
  private init(takingEntriesOf page: LeafPage) {
    capacity = page.capacity
    used = page.used
    storage = page.storage
  }

  deinit { storage?.deallocate() }

  func copy() -> LeafPage { LeafPage(copying: self) }

  private static func size(_ capacity: Int) -> Int { capacity * 12 }

  private static func allocate(_ capacity: Int) -> UnsafeMutableRawPointer {
    let storage = UnsafeMutableRawPointer.allocate(byteCount: size(capacity), alignment: 8)
    storage.initializeMemory(as: UInt64.self, repeating: 0, count: capacity)
    (storage + capacity * 8).initializeMemory(
      as: NodeNumber.self,
      repeating: NodeDirectory.none,
      count: capacity
    )
    return storage
  }

  @inline(__always)
  private var hashes: UnsafeMutablePointer<UInt64> { storage!.assumingMemoryBound(to: UInt64.self) }

  @inline(__always)
  private var leaves: UnsafeMutablePointer<NodeNumber> {
    (storage! + capacity * 8).assumingMemoryBound(to: NodeNumber.self)
  }

  private var isInterior: Bool { capacity == 0 }

  @inline(__always)
  private func childIndex(_ hash: UInt64, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: childIndices >> ((hash >> shift) & 15 &* 4)) & 15
  }

  /// The place of a hash in a page, or the free place where it would go.
  @inline(__always)
  private func place(of hash: UInt64) -> Int {
    let mask = capacity - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while leaves[place] != NodeDirectory.none, hashes[place] != hash { place = (place + 1) & mask }
    return place
  }

  func find(_ hash: UInt64) -> NodeNumber? {
    var page = Unmanaged.passUnretained(self)
    var shift = LeafPage.firstShift
    while true {
      let next: Unmanaged<LeafPage>? = page._withUnsafeGuaranteedRef { page in
        guard page.isInterior else { return nil }
        return page.children.withUnsafeBufferPointer {
          Unmanaged.passUnretained($0[page.childIndex(hash, shift)])
        }
      }
      guard let next else {
        let leaf = page._withUnsafeGuaranteedRef { $0.leaves[$0.place(of: hash)] }
        return leaf == NodeDirectory.none ? nil : leaf
      }
      page = next
      shift &-= 4
    }
  }

  func visit(_ body: (UInt64, NodeNumber) -> Void) {
    for child in children { child.visit(body) }
    for place in 0..<capacity where leaves[place] != NodeDirectory.none { body(hashes[place], leaves[place]) }
  }

  // MARK: Editing

  func update(_ hash: UInt64, to leaf: NodeNumber, shift: UInt64, _ pageCount: inout Int) -> NodeNumber? {
    if !isInterior {
      let place = place(of: hash)
      let old = leaves[place]
      if old != NodeDirectory.none {
        leaves[place] = leaf
        return old
      }
      if (used + 1) * 4 <= capacity * 3 {
        (hashes[place], leaves[place]) = (hash, leaf)
        used += 1
        return nil
      }
      if capacity < LeafPage.largestCapacity {
        resize(to: capacity * 2)
        return update(hash, to: leaf, shift: shift, &pageCount)
      }
      becomeInterior()
    }
    var index = childIndex(hash, shift)
    makeChildUnique(index)
    while children[index].isFull, splitChild(index, shift, &pageCount) {
      index = childIndex(hash, shift)
    }
    return children[index].update(hash, to: leaf, shift: shift &- 4, &pageCount)
  }

  /// Whether the entry of a hash was there.
  func remove(_ hash: UInt64, shift: UInt64) -> Bool {
    if isInterior {
      let index = childIndex(hash, shift)
      makeChildUnique(index)
      return children[index].remove(hash, shift: shift &- 4)
    }
    var hole = place(of: hash)
    guard leaves[hole] != NodeDirectory.none else { return false }
    used -= 1
    // The entries behind that would no longer be found move up.
    let mask = capacity - 1
    var place = hole
    while true {
      place = (place + 1) & mask
      guard leaves[place] != NodeDirectory.none else { break }
      let home = Int(truncatingIfNeeded: hashes[place]) & mask
      if (place - home) & mask >= (place - hole) & mask {
        (hashes[hole], leaves[hole]) = (hashes[place], leaves[place])
        hole = place
      }
    }
    leaves[hole] = NodeDirectory.none
    if capacity > LeafPage.smallestCapacity, used * 8 < capacity { resize(to: capacity / 2) }
    return true
  }

  private var isFull: Bool { capacity == LeafPage.largestCapacity && (used + 1) * 4 > capacity * 3 }

  private func makeChildUnique(_ index: Int) {
    if !isKnownUniquelyReferenced(&children[index]) { children[index] = children[index].copy() }
  }

  private func resize(to newCapacity: Int) {
    let old = LeafPage(takingEntriesOf: self)
    storage = LeafPage.allocate(newCapacity)
    capacity = newCapacity
    used = 0
    old.visit(put)
  }

  /// Puts an entry that is not there into a page with room.
  private func put(_ hash: UInt64, _ leaf: NodeNumber) {
    let place = place(of: hash)
    (hashes[place], leaves[place]) = (hash, leaf)
    used += 1
  }

  /// Makes a page the parent of a page with its entries.
  private func becomeInterior() {
    children = [LeafPage(takingEntriesOf: self)]
    childIndices = 0
    storage = nil
    capacity = 0
    used = 0
  }

  /// Splits a full page among the values of its four bits, where it has several; otherwise it becomes an
  /// interior node and the answer is false.
  private func splitChild(_ index: Int, _ shift: UInt64, _ pageCount: inout Int) -> Bool {
    let values = (0..<LeafPage.fanOut).filter { Int((childIndices >> UInt64($0 * 4)) & 15) == index }
    pageCount += 1
    guard values.count > 1 else {
      children[index].becomeInterior()
      return false
    }
    let firstRight = values[values.count / 2]
    let old = children[index]
    let (left, right) = (LeafPage(capacity: old.capacity), LeafPage(capacity: old.capacity))
    old.visit { hash, leaf in
      (Int((hash >> shift) & 15) < firstRight ? left : right).put(hash, leaf)
    }
    children[index] = left
    children.append(right)
    for value in values.suffix(from: values.count / 2) {
      childIndices &= ~(15 << UInt64(value * 4))
      childIndices |= UInt64(children.count - 1) << UInt64(value * 4)
    }
    return true
  }
}
