extension OrderNode {
  func update<Result>(at position: Int, _ body: (inout Entry) -> Result) -> Result {
    if isLeaf { return body(&entries[position]) }
    var offset = position
    let index = child(at: &offset)
    OrderNode.makeEditable(&children[index])
    return unretainedChild(index)._withUnsafeGuaranteedRef { $0.update(at: offset, body) }
  }

  func updateEach(in range: Range<Int>, _ body: (inout Entry) -> Void) {
    if isLeaf {
      for position in range { body(&entries[position]) }
      return
    }
    var start = 0
    for index in 0..<size {
      let end = start + Int(counts[index])
      let part = range.clamped(to: start..<end)
      if !part.isEmpty {
        OrderNode.makeEditable(&children[index])
        unretainedChild(index)._withUnsafeGuaranteedRef {
          $0.updateEach(in: part.lowerBound - start..<part.upperBound - start, body)
        }
      }
      if end >= range.upperBound { return }
      start = end
    }
  }

  /// Inserts an entry; if the node had to be split, returns its new right sibling, whose parent the caller
  /// sets. A leaf must have room for the entry or be at its full capacity.
  func insert(
    _ entry: Entry,
    at position: Int,
    isNew: Bool,
    in directory: inout NodeDirectory
  ) -> OrderNode? {
    if isLeaf { return insertIntoLeaf(entry, at: position, isNew: isNew, in: &directory) }
    // At a boundary between children the entry goes to the end of the left one.
    var offset = position
    var index = 0
    while offset > Int(counts[index]) {
      offset -= Int(counts[index])
      index += 1
    }
    OrderNode.makeEditable(&children[index], addsEntry: true)
    let sibling = unretainedChild(index)._withUnsafeGuaranteedRef {
      $0.insert(entry, at: offset, isNew: isNew, in: &directory)
    }
    count += 1
    guard let sibling else {
      counts[index] += 1
      return nil
    }
    // The entries moved to the sibling are counted again with it.
    counts[index] = UInt32(children[index].count)
    count -= sibling.count
    directory.setParent(of: sibling.number, to: number)
    guard size == OrderNode.fanOut else {
      place(sibling, at: index + 1)
      return nil
    }
    return splitInterior(adding: sibling, at: index + 1, in: &directory)
  }

  private func insertIntoLeaf(
    _ entry: Entry,
    at position: Int,
    isNew: Bool,
    in directory: inout NodeDirectory
  ) -> OrderNode? {
    if size < room {
      entry.record(leaf: number, isNew: isNew, in: &directory)
      place(entry, at: position)
      return nil
    }
    // A list that grows at its end keeps full leaves: only the new entry goes to the sibling.
    let cut = position == size ? size : size / 2
    let sibling = OrderNode.make(
      leaf: directory.makeNumber(parent: NodeDirectory.none),
      capacity: OrderNode.leafCapacity
    )
    sibling.take(size - cut, of: self, from: cut)
    for index in 0..<sibling.size {
      sibling.entries[index].record(leaf: sibling.number, isNew: false, in: &directory)
    }
    let target = position > cut || cut == OrderNode.leafCapacity ? sibling : self
    entry.record(leaf: target.number, isNew: isNew, in: &directory)
    target.place(entry, at: target === self ? position : position - cut)
    return sibling
  }

  private func splitInterior(
    adding child: OrderNode,
    at index: Int,
    in directory: inout NodeDirectory
  ) -> OrderNode {
    let cut = index == size ? size : size / 2
    let sibling = OrderNode.make(interior: directory.makeNumber(parent: NodeDirectory.none))
    sibling.take(size - cut, of: self, from: cut)
    if index > cut || cut == OrderNode.fanOut {
      sibling.place(child, at: index - cut)
    } else {
      place(child, at: index)
    }
    for index in 0..<sibling.size { directory.setParent(of: sibling.numbers[index], to: sibling.number) }
    return sibling
  }

  func remove(at position: Int, in directory: inout NodeDirectory) -> Entry {
    if isLeaf { return removeEntry(at: position) }
    count -= 1
    var offset = position
    let index = child(at: &offset)
    OrderNode.makeEditable(&children[index])
    let entry = unretainedChild(index)._withUnsafeGuaranteedRef { $0.remove(at: offset, in: &directory) }
    counts[index] -= 1
    rebalance(index, in: &directory)
    return entry
  }

  /// A node that falls below a third of its capacity is merged with a neighbour if both together leave a
  /// quarter free.
  private var isSmall: Bool { size * 3 < (isLeaf ? OrderNode.leafCapacity : OrderNode.fanOut) }

  private func fits(with other: OrderNode) -> Bool {
    (size + other.size) * 4 <= (isLeaf ? OrderNode.leafCapacity : OrderNode.fanOut) * 3
  }

  /// Removes an empty child, and merges a small one with a neighbour if both fit into one.
  private func rebalance(_ index: Int, in directory: inout NodeDirectory) {
    guard size > 1 else { return }
    if counts[index] == 0 {
      removeChild(at: index).freeNumbers(in: &directory)
    } else if children[index].isSmall {
      if index + 1 < size, children[index].fits(with: children[index + 1]) {
        merge(index, in: &directory)
      } else if index > 0, children[index].fits(with: children[index - 1]) {
        merge(index - 1, in: &directory)
      }
    }
  }

  /// Moves everything from the right neighbour of a child into the child.
  private func merge(_ index: Int, in directory: inout NodeDirectory) {
    var right = removeChild(at: index + 1)
    OrderNode.makeEditable(&right)
    OrderNode.makeEditable(&children[index])
    if children[index].room < children[index].size + right.size {
      let larger = OrderNode.make(leaf: children[index].number, capacity: OrderNode.leafCapacity)
      larger.takeAll(of: children[index])
      children[index] = larger
    }
    let left = children[index]
    let (firstMoved, movedCount) = (left.size, right.count)
    left.takeAll(of: right)
    for moved in firstMoved..<left.size {
      if left.isLeaf {
        left.entries[moved].record(leaf: left.number, isNew: false, in: &directory)
      } else {
        directory.setParent(of: left.numbers[moved], to: left.number)
      }
    }
    counts[index] = UInt32(left.count)
    count += movedCount
    directory.free(right.number)
  }
}
