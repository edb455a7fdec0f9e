/// The number of a tree node, stable while the node exists, even when its content is copied.
package typealias NodeNumber = UInt32

/// Finds the place of an element by its id: it records the leaf of each element, and the parent of each node.
///
/// Trees whose versions share nodes can't have parent pointers, because a shared node has a different parent
/// in each version. Here every node has a number, the numbers of the parents are in a separate persistent
/// array, and climbing from leaf number to root number gives the path by which to descend from the root of
/// *this* version. This needs no order-maintenance labels and is independent of the strategy's keys.
package struct NodeDirectory: Sendable {
  /// The parent of the topmost node, and of numbers at the end of the free list.
  static let none = NodeNumber.max

  /// The leaf of each item.
  var items = LeafIndex()
  /// The leaf of each section.
  var sections = LeafIndex()

  /// For a node in use the number of its parent; for a free number the next free one.
  private var parents = PagedArray()
  private var firstFree = NodeDirectory.none

  /// The number of numbers ever allocated, used or free.
  var numberCount: Int { parents.count }

  /// The number of free numbers. O(their number).
  var freeCount: Int {
    var count = 0
    var number = firstFree
    while number != NodeDirectory.none {
      count += 1
      number = parents[number]
    }
    return count
  }

  package init() {}

  /// A number for a new node. O(1) amortised.
  mutating func makeNumber(parent: NodeNumber) -> NodeNumber {
    guard firstFree != NodeDirectory.none else { return parents.append(parent) }
    let number = firstFree
    firstFree = parents[number]
    parents[number] = parent
    return number
  }

  /// Frees the number of a removed node.
  mutating func free(_ number: NodeNumber) {
    parents[number] = firstFree
    firstFree = number
  }

  mutating func setParent(of number: NodeNumber, to parent: NodeNumber) { parents[number] = parent }

  func parent(of number: NodeNumber) -> NodeNumber { parents[number] }

  /// Calls a closure with the numbers from a node up to the topmost one.
  @inline(__always)
  func forEachNode(from node: NodeNumber, _ body: (NodeNumber) -> Void) {
    parents.follow(from: node, to: NodeDirectory.none, body)
  }
}

/// A persistent array of node numbers in pages: copying it is O(count / page), and a write to a shared copy
/// copies one page.
struct PagedArray: Sendable {
  /// Numbers in a page: 1 KiB.
  private static let pageSize = 256

  private var pages: [[NodeNumber]] = []
  private(set) var count = 0

  subscript(number: NodeNumber) -> NodeNumber {
    get { pages[Int(number) / PagedArray.pageSize][Int(number) % PagedArray.pageSize] }
    set { pages[Int(number) / PagedArray.pageSize][Int(number) % PagedArray.pageSize] = newValue }
  }

  /// Calls a closure with a number, the number stored at it, the one stored at that, and so on up to an end. The stored
  /// numbers must be places of the array, as those of parents are: they are not checked again.
  @inline(__always)
  func follow(from start: NodeNumber, to end: NodeNumber, _ body: (NodeNumber) -> Void) {
    pages.withUnsafeBufferPointer { pages in
      var number = start
      while number != end {
        body(number)
        number = pages[Int(number) / PagedArray.pageSize].withUnsafeBufferPointer {
          $0[Int(number) % PagedArray.pageSize]
        }
      }
    }
  }

  mutating func append(_ value: NodeNumber) -> NodeNumber {
    if count % PagedArray.pageSize == 0 {
      pages.append([])
      pages[pages.count - 1].reserveCapacity(count == 0 ? 4 : PagedArray.pageSize)
    }
    pages[pages.count - 1].append(value)
    count += 1
    return NodeNumber(count - 1)
  }
}
