/// A persistent table of node numbers by 64-bit hashes.
///
/// A copy is O(1); an edit of a copy copies the pages on one path, which are plain numbers and at most 16
/// references on each level. That is several times cheaper than a table of general keys and values, whose
/// nodes are copied value by value.
///
/// Pages are open-addressing tables with linear probing. A full page is split in two by the next bit of the
/// hash, as in extendible hashing (Fagin, Nievergelt, Pippenger, Strong: Extendible Hashing, TODS 1979), but
/// within the nodes of a tree that takes four bits of the hash on each level, so that no directory is ever
/// copied as a whole. A page that another table may see is never changed.
package struct LeafTable: @unchecked Sendable {
  // Sendable because a page shared by two versions is never changed.

  /// The number of entries.
  package private(set) var count = 0
  /// The number of pages made since the table was last rebuilt.
  private var pageCount = 1
  private var root = LeafPage.make(capacity: LeafPage.smallestCapacity)

  package init() {}

  /// The node number for a hash; nil if there is none. O(log n).
  package subscript(hash: UInt64) -> NodeNumber? { root.find(hash) }

  /// Sets the node number for a hash and returns the previous one. O(log n).
  @discardableResult
  package mutating func update(_ hash: UInt64, to leaf: NodeNumber) -> NodeNumber? {
    let old = LeafPage.update(&root, hash, to: leaf, shift: LeafPage.firstShift, &pageCount)
    if old == nil { count += 1 }
    return old
  }

  /// Removes the entry of a hash. O(log n), at times O(pages) to release memory.
  package mutating func remove(_ hash: UInt64) {
    guard LeafPage.remove(&root, hash, shift: LeafPage.firstShift) else { return }
    count -= 1
    if pageCount > LeafTable.fewPages, count < pageCount { shrink() }
  }

  /// The number of pages below which waste does not matter.
  private static let fewPages = 64

  /// Rebuilds the table when its pages are almost empty.
  private mutating func shrink() {
    var smaller = LeafTable()
    root.visit { smaller.update($0, to: $1) }
    self = smaller
  }
}

/// The header of a page, besides its entries.
private struct LeafPageHeader {
  /// The places of a page, a power of two; 0 for an interior node.
  let capacity: Int32
  /// The entries of a page, or the children of an interior node.
  var used: Int32
  /// For each of the 16 values of a level's four bits, the index of the child, in four bits.
  var childIndices: UInt64
}

/// A node of a ``LeafTable``: a page of entries, or an interior node with up to 16 children. Each is one
/// allocation.
///
/// Like the nodes of an ``OrderTree`` it is changed only while a single version references it.
private final class LeafPage: ManagedBuffer<LeafPageHeader, UInt64> {
  static let smallestCapacity = 8
  /// The maximum number of places of a page, 1.5 KiB: fewer levels favour larger pages, cheap copies smaller
  /// ones.
  static let largestCapacity = 128
  /// The uppermost four bits of a hash select the child of the root.
  static let firstShift: UInt64 = 60
  private static let fanOut = 16

  // MARK: Memory

  /// A page without entries.
  static func make(capacity: Int) -> LeafPage {
    let page = make(LeafPageHeader(capacity: Int32(capacity), used: 0, childIndices: 0))
    page.hashes.initialize(repeating: 0, count: capacity)
    page.leaves.initialize(repeating: NodeDirectory.none, count: capacity)
    return page
  }

  /// An interior node whose only child is a page.
  private static func make(parentOf page: LeafPage) -> LeafPage {
    let node = make(LeafPageHeader(capacity: 0, used: 1, childIndices: 0))
    node.children.initialize(to: page)
    return node
  }

  private static func make(_ header: LeafPageHeader) -> LeafPage {
    let words = header.capacity == 0 ? fanOut : Int(header.capacity) * 3 / 2
    return unsafeDowncast(create(minimumCapacity: words) { _ in header }, to: LeafPage.self)
  }

  deinit {
    guard isInterior else { return }
    let children = unretainedChildren
    for index in 0..<Int(head.pointee.used) { children[index].release() }
  }

  /// Ensures that a node is uniquely referenced.
  @inline(__always)
  private static func makeUnique(_ page: inout LeafPage) {
    if !isKnownUniquelyReferenced(&page) { page = page.copy() }
  }

  private func copy() -> LeafPage {
    let page = LeafPage.make(head.pointee)
    if isInterior {
      // Faster than the copy of an array, for which the runtime looks up how to copy each child.
      let (children, copies) = (unretainedChildren, page.unretainedChildren)
      for index in 0..<Int(head.pointee.used) {
        copies[index] = children[index]
        _ = children[index].retain()
      }
    } else {
      page.hashes.update(from: hashes, count: places)
      page.leaves.update(from: leaves, count: places)
    }
    return page
  }

  @inline(__always)
  private var head: UnsafeMutablePointer<LeafPageHeader> { withUnsafeMutablePointerToHeader { $0 } }

  @inline(__always)
  private var hashes: UnsafeMutablePointer<UInt64> { withUnsafeMutablePointerToElements { $0 } }

  /// The node numbers, after the hashes; ``NodeDirectory/none`` marks a free place.
  @inline(__always)
  private var leaves: UnsafeMutablePointer<NodeNumber> {
    UnsafeMutableRawPointer(hashes + places).assumingMemoryBound(to: NodeNumber.self)
  }

  @inline(__always)
  private var children: UnsafeMutablePointer<LeafPage> {
    UnsafeMutableRawPointer(hashes).assumingMemoryBound(to: LeafPage.self)
  }

  /// The children, without reference counting; the node keeps them alive.
  @inline(__always)
  private var unretainedChildren: UnsafeMutablePointer<Unmanaged<LeafPage>> {
    UnsafeMutableRawPointer(hashes).assumingMemoryBound(to: Unmanaged<LeafPage>.self)
  }

  @inline(__always)
  private var places: Int { Int(head.pointee.capacity) }

  @inline(__always)
  private var isInterior: Bool { head.pointee.capacity == 0 }

  private var isFull: Bool {
    places == LeafPage.largestCapacity && (Int(head.pointee.used) + 1) * 4 > places * 3
  }

  // MARK: Reading

  @inline(__always)
  private func childIndex(_ hash: UInt64, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: head.pointee.childIndices >> ((hash >> shift) & 15 &* 4)) & 15
  }

  /// The place of a hash in a page, or the free place where it would go.
  @inline(__always)
  private func place(of hash: UInt64) -> Int {
    let (hashes, leaves) = (hashes, leaves)
    let mask = places - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while leaves[place] != NodeDirectory.none, hashes[place] != hash { place = (place + 1) & mask }
    return place
  }

  func find(_ hash: UInt64) -> NodeNumber? {
    var page = Unmanaged.passUnretained(self)
    var shift = LeafPage.firstShift
    while true {
      let next: Unmanaged<LeafPage>? = page._withUnsafeGuaranteedRef { page in
        page.isInterior ? page.unretainedChildren[page.childIndex(hash, shift)] : nil
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
    if isInterior {
      for index in 0..<Int(head.pointee.used) { children[index].visit(body) }
    } else {
      for place in 0..<places where leaves[place] != NodeDirectory.none { body(hashes[place], leaves[place]) }
    }
  }

  // MARK: Editing

  /// Sets the node number of a hash in a node, which may be replaced, and returns the previous one.
  static func update(
    _ page: inout LeafPage,
    _ hash: UInt64,
    to leaf: NodeNumber,
    shift: UInt64,
    _ pageCount: inout Int
  ) -> NodeNumber? {
    makeUnique(&page)
    if !page.isInterior {
      let place = page.place(of: hash)
      let old = page.leaves[place]
      if old != NodeDirectory.none {
        page.leaves[place] = leaf
        return old
      }
      if !page.isFull {
        if (Int(page.head.pointee.used) + 1) * 4 > page.places * 3 { resize(&page, to: page.places * 2) }
        page.put(hash, leaf)
        return nil
      }
      page = make(parentOf: page)
    }
    var index = page.childIndex(hash, shift)
    while page.children[index].isFull, page.splitChild(index, shift, &pageCount) {
      index = page.childIndex(hash, shift)
    }
    return update(&page.children[index], hash, to: leaf, shift: shift &- 4, &pageCount)
  }

  /// Removes the entry of a hash from a node, which may be replaced; returns whether it was there.
  static func remove(_ page: inout LeafPage, _ hash: UInt64, shift: UInt64) -> Bool {
    makeUnique(&page)
    if page.isInterior {
      return remove(&page.children[page.childIndex(hash, shift)], hash, shift: shift &- 4)
    }
    guard page.takeOut(hash) else { return false }
    if page.places > smallestCapacity, Int(page.head.pointee.used) * 8 < page.places {
      resize(&page, to: page.places / 2)
    }
    return true
  }

  private func takeOut(_ hash: UInt64) -> Bool {
    var hole = place(of: hash)
    guard leaves[hole] != NodeDirectory.none else { return false }
    head.pointee.used -= 1
    // The following entries that would no longer be found move up.
    let mask = places - 1
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
    return true
  }

  private static func resize(_ page: inout LeafPage, to capacity: Int) {
    let resized = make(capacity: capacity)
    page.visit { resized.put($0, $1) }
    page = resized
  }

  /// Adds a new entry to a page with room.
  private func put(_ hash: UInt64, _ leaf: NodeNumber) {
    let place = place(of: hash)
    (hashes[place], leaves[place]) = (hash, leaf)
    head.pointee.used += 1
  }

  /// Splits a full page among the values of its four bits, if it has several; otherwise it gets a parent of
  /// its own in its place, and the result is false.
  private func splitChild(_ index: Int, _ shift: UInt64, _ pageCount: inout Int) -> Bool {
    let old = children[index]
    let values = (0..<LeafPage.fanOut).filter {
      Int((head.pointee.childIndices >> UInt64($0 * 4)) & 15) == index
    }
    pageCount += 1
    guard values.count > 1 else {
      children[index] = .make(parentOf: old)
      return false
    }
    let firstRight = values[values.count / 2]
    let (left, right) = (LeafPage.make(capacity: old.places), LeafPage.make(capacity: old.places))
    old.visit { hash, leaf in
      (Int((hash >> shift) & 15) < firstRight ? left : right).put(hash, leaf)
    }
    children[index] = left
    let last = Int(head.pointee.used)
    (children + last).initialize(to: right)
    head.pointee.used += 1
    for value in values.suffix(from: values.count / 2) {
      head.pointee.childIndices &= ~(15 << UInt64(value * 4))
      head.pointee.childIndices |= UInt64(last) << UInt64(value * 4)
    }
    return true
  }
}
