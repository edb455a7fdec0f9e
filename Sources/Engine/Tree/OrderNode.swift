/// The numbers of the nodes on a path to the root, the lowest one first.
struct NodeChain {
  let numbers: UnsafePointer<NodeNumber>
  let count: Int

  var last: NodeNumber { numbers[count - 1] }

  /// The chain of at least two numbers without the last one.
  var withoutLast: NodeChain { NodeChain(numbers: numbers, count: count - 1) }
}

/// The header of a node, besides its entries or children.
struct OrderNodeHeader {
  /// The number of entries at or below the node.
  var count: Int
  let number: NodeNumber
  /// The number of entries of a leaf, or of children of an interior node.
  var size: UInt16
  /// The capacity for them.
  let room: UInt8
  let isLeaf: Bool
}

/// A node of an ``OrderTree``: a leaf with entries or an interior node with children.
///
/// A node is one allocation, because most of the time of an edit in a long list is spent on cache misses. In
/// a leaf, one byte of each entry's hash is stored before the entries, so that a search by id reads one cache
/// line and rarely a wrong entry. In an interior node the numbers, counts and references of the children are
/// contiguous arrays, so that a descent scans plain numbers and touches one child.
///
/// Nodes are changed only while a single version references them, which the tree checks on its way down; that
/// makes them sendable.
final class OrderNode<Entry: OrderTreeEntry>: ManagedBuffer<OrderNodeHeader, UInt8> {
  /// The maximum number of entries of a leaf. An edit of a shared tree copies a leaf and the nodes above it, and retains
  /// what is in them: small nodes are cheaper to copy, large ones need less memory for their headers.
  static var leafCapacity: Int { 16 }
  /// The smallest capacity of a leaf: most lists are short, and each list has a leaf of its own.
  static var smallestLeafCapacity: Int { 4 }
  /// The maximum number of children of an interior node.
  static var fanOut: Int { 16 }

  /// The fill of nodes when a tree is built in bulk, which leaves room for a few inserts.
  static func bulkFill(of capacity: Int) -> Int { capacity - capacity / 8 }

  // MARK: Memory

  static func make(leaf number: NodeNumber, capacity: Int) -> OrderNode {
    make(
      OrderNodeHeader(count: 0, number: number, size: 0, room: UInt8(capacity), isLeaf: true),
      byteCount: tagBytes(capacity) + capacity * MemoryLayout<Entry>.stride
    )
  }

  static func make(interior number: NodeNumber) -> OrderNode {
    make(
      OrderNodeHeader(count: 0, number: number, size: 0, room: UInt8(fanOut), isLeaf: false),
      byteCount: fanOut * (2 * MemoryLayout<UInt32>.stride + MemoryLayout<OrderNode>.stride)
    )
  }

  private static func make(_ header: OrderNodeHeader, byteCount: Int) -> OrderNode {
    unsafeDowncast(create(minimumCapacity: byteCount) { _ in header }, to: OrderNode.self)
  }

  deinit {
    if isLeaf {
      Entry.destroy(entries, count: size)
    } else {
      let children = retainableChildren
      for index in 0..<size { children[index].release() }
    }
  }

  /// The bytes of the tags, which leave the entries after them aligned.
  private static func tagBytes(_ capacity: Int) -> Int { (capacity + 7) & ~7 }

  @inline(__always)
  private var head: UnsafeMutablePointer<OrderNodeHeader> { withUnsafeMutablePointerToHeader { $0 } }

  @inline(__always)
  private var tail: UnsafeMutableRawPointer {
    withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
  }

  @inline(__always)
  var number: NodeNumber { head.pointee.number }

  @inline(__always)
  var isLeaf: Bool { head.pointee.isLeaf }

  /// The number of entries at or below the node.
  @inline(__always)
  var count: Int {
    get { head.pointee.count }
    set { head.pointee.count = newValue }
  }

  @inline(__always)
  fileprivate(set) var size: Int {
    get { Int(head.pointee.size) }
    set { head.pointee.size = UInt16(truncatingIfNeeded: newValue) }
  }

  var room: Int { Int(head.pointee.room) }

  /// The lowest byte of the hash of each entry of a leaf.
  @inline(__always)
  var tags: UnsafeMutablePointer<UInt8> { tail.assumingMemoryBound(to: UInt8.self) }

  /// The entries of a leaf.
  @inline(__always)
  var entries: UnsafeMutablePointer<Entry> {
    (tail + OrderNode.tagBytes(room)).assumingMemoryBound(to: Entry.self)
  }

  /// The numbers of the children.
  @inline(__always)
  var numbers: UnsafeMutablePointer<NodeNumber> { tail.assumingMemoryBound(to: NodeNumber.self) }

  /// The counts of the children.
  @inline(__always)
  var counts: UnsafeMutablePointer<UInt32> {
    (tail + OrderNode.fanOut * 4).assumingMemoryBound(to: UInt32.self)
  }

  @inline(__always)
  var children: UnsafeMutablePointer<OrderNode> {
    (tail + OrderNode.fanOut * 8).assumingMemoryBound(to: OrderNode.self)
  }

  /// A child, without reference counting; the node keeps it alive.
  @inline(__always)
  func unretainedChild(_ index: Int) -> Unmanaged<OrderNode> {
    (tail + OrderNode.fanOut * 8).assumingMemoryBound(to: Unmanaged<OrderNode>.self)[index]
  }

  /// The children, without their type, to retain and release them.
  @inline(__always)
  private var retainableChildren: UnsafeMutablePointer<Unmanaged<AnyObject>> {
    (tail + OrderNode.fanOut * 8).assumingMemoryBound(to: Unmanaged<AnyObject>.self)
  }

  /// The only child of the node, if it has exactly one.
  var onlyChild: OrderNode? { !isLeaf && size == 1 ? children[0] : nil }

  // MARK: Copies

  /// Ensures that a node is uniquely referenced and, before an insert, that a small leaf has room.
  @inline(__always)
  static func makeEditable(_ node: inout OrderNode, addsEntry: Bool = false) {
    let isFull = addsEntry && node.isLeaf && node.size == node.room && node.room < leafCapacity
    if !isKnownUniquelyReferenced(&node) {
      node = node.copy(room: isFull ? node.room * 2 : node.room)
    } else if isFull {
      let larger = make(leaf: node.number, capacity: node.room * 2)
      larger.takeAll(of: node)
      node = larger
    }
  }

  private func copy(room: Int) -> OrderNode {
    let node: OrderNode
    if isLeaf {
      node = .make(leaf: number, capacity: room)
      node.tags.update(from: tags, count: size)
      OrderNode.copyBytes(of: entries, to: node.entries, count: size)
      for index in 0..<size { entries[index].retainReferences() }
    } else {
      node = .make(interior: number)
      node.numbers.update(from: numbers, count: size)
      node.counts.update(from: counts, count: size)
      OrderNode.copyBytes(of: children, to: node.children, count: size)
      let children = retainableChildren
      for index in 0..<size { _ = children[index].retain() }
    }
    node.size = size
    node.count = count
    return node
  }

  /// Copies or moves values without reference counting.
  @inline(__always)
  private static func copyBytes<Value>(
    of source: UnsafeMutablePointer<Value>,
    to target: UnsafeMutablePointer<Value>,
    count: Int
  ) {
    UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: count * MemoryLayout<Value>.stride)
  }

  /// Appends the entries of another leaf, or the children of another interior node.
  func takeAll(of other: OrderNode) { take(other.size, of: other, from: 0) }

  /// Appends the last entries or children of another node, from an index on.
  func take(_ number: Int, of other: OrderNode, from index: Int) {
    if isLeaf {
      (tags + size).update(from: other.tags + index, count: number)
      OrderNode.copyBytes(of: other.entries + index, to: entries + size, count: number)
      count += number
      other.count -= number
    } else {
      (numbers + size).update(from: other.numbers + index, count: number)
      (counts + size).update(from: other.counts + index, count: number)
      OrderNode.copyBytes(of: other.children + index, to: children + size, count: number)
      let moved = (0..<number).reduce(0) { $0 + Int(counts[size + $1]) }
      count += moved
      other.count -= moved
    }
    size += number
    other.size -= number
  }

  // MARK: Building

  /// Appends an entry to a leaf with room.
  func append(_ entry: Entry) { place(entry, at: size) }

  /// Appends a child to an interior node with room.
  func append(_ child: OrderNode) { place(child, at: size) }

  func place(_ entry: Entry, at index: Int) {
    if index < size {
      (tags + index + 1).update(from: tags + index, count: size - index)
      OrderNode.copyBytes(of: entries + index, to: entries + index + 1, count: size - index)
    }
    tags[index] = UInt8(truncatingIfNeeded: entry.idHash)
    (entries + index).initialize(to: entry)
    size += 1
    count += 1
  }

  func place(_ child: OrderNode, at index: Int) {
    if index < size {
      (numbers + index + 1).update(from: numbers + index, count: size - index)
      (counts + index + 1).update(from: counts + index, count: size - index)
      OrderNode.copyBytes(of: children + index, to: children + index + 1, count: size - index)
    }
    numbers[index] = child.number
    counts[index] = UInt32(child.count)
    (children + index).initialize(to: child)
    size += 1
    count += child.count
  }

  func removeEntry(at index: Int) -> Entry {
    let entry = (entries + index).move()
    size -= 1
    count -= 1
    if index < size {
      (tags + index).update(from: tags + index + 1, count: size - index)
      OrderNode.copyBytes(of: entries + index + 1, to: entries + index, count: size - index)
    }
    return entry
  }

  func removeChild(at index: Int) -> OrderNode {
    let child = (children + index).move()
    size -= 1
    count -= child.count
    if index < size {
      (numbers + index).update(from: numbers + index + 1, count: size - index)
      (counts + index).update(from: counts + index + 1, count: size - index)
      OrderNode.copyBytes(of: children + index + 1, to: children + index, count: size - index)
    }
    return child
  }
}
