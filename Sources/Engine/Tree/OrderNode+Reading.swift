import Ordering

extension OrderNode {
  /// The child that contains an offset; the offset becomes one within the child.
  @inline(__always)
  func child(at offset: inout Int) -> Int {
    let counts = counts
    var index = 0
    while offset >= Int(counts[index]) {
      offset -= Int(counts[index])
      index += 1
    }
    return index
  }

  /// Calls a closure with the leaf that contains a position, and the offset in it. O(log n), without
  /// reference counting for the nodes on the path, which the caller's version keeps alive.
  @inline(__always)
  func withLeaf<Result>(at position: Int, _ body: (OrderNode, Int) -> Result) -> Result {
    var node = Unmanaged.passUnretained(self)
    var offset = position
    while true {
      let next: Unmanaged<OrderNode>? = node._withUnsafeGuaranteedRef { node in
        node.isLeaf ? nil : node.unretainedChild(node.child(at: &offset))
      }
      guard let next else { return node._withUnsafeGuaranteedRef { body($0, offset) } }
      node = next
    }
  }

  /// The position of the first entry that satisfies a condition, which must hold for all later ones; the
  /// number of entries if there is none.
  ///
  /// It tests the first entries of nodes until it has found the leaf, instead of the middle of the remaining
  /// range: these are few and the same in each search, so that they stay in the cache in long lists. O(log n)
  /// evaluations of the condition.
  func firstPosition(where holds: (borrowing Entry) -> Bool) -> Int {
    var node = Unmanaged.passUnretained(self)
    var start = 0
    while true {
      let next: Unmanaged<OrderNode>? = node._withUnsafeGuaranteedRef { node in
        if node.isLeaf { return nil }
        // Positions before the first entry of the first child lead there as well.
        let child = (0..<node.size - 1).partitioningIndex { child in
          node.unretainedChild(child + 1)._withUnsafeGuaranteedRef {
            $0.withLeaf(at: 0) { holds($0.entries[$1]) }
          }
        }
        for index in 0..<child { start += Int(node.counts[index]) }
        return node.unretainedChild(child)
      }
      guard let next else {
        return node._withUnsafeGuaranteedRef { leaf in
          start + (0..<leaf.size).partitioningIndex { holds(leaf.entries[$0]) }
        }
      }
      node = next
    }
  }

  /// Descends along the numbers of nodes, last one first, and calls a closure with the leaf and the position
  /// of its first entry. Without reference counting, as above.
  ///
  /// - Parameters:
  ///   - chain: ends with this node's number. The closure also gets the number of entries before the leaf.
  @inline(__always)
  func withLeaf<Result>(
    along chain: NodeChain,
    _ body: (OrderNode, Int, NodeChain) -> Result
  ) -> Result {
    var node = Unmanaged.passUnretained(self)
    var offset = 0
    var depth = chain.count - 2
    while true {
      let next: Unmanaged<OrderNode>? = node._withUnsafeGuaranteedRef { node in
        guard !node.isLeaf else { return nil }
        let wanted = chain.numbers[depth]
        let (numbers, counts) = (node.numbers, node.counts)
        var index = 0
        while numbers[index] != wanted {
          offset += Int(counts[index])
          index += 1
        }
        return node.unretainedChild(index)
      }
      guard let next else {
        let rest = NodeChain(numbers: chain.numbers, count: depth + 1)
        return node._withUnsafeGuaranteedRef { body($0, offset, rest) }
      }
      depth -= 1
      node = next
    }
  }

  /// The offset in a leaf of the element with an id.
  @inline(__always)
  func offset(of id: ElementID) -> Int? {
    // Eight tags at a time: a byte that is zero afterwards is the wanted one.
    let (ones, highs) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    let wanted = (id.hash & 0xFF) &* ones
    let (tags, size) = (UnsafeRawPointer(tags), size)
    var start = 0
    while start < size {
      let bytes = tags.load(fromByteOffset: start, as: UInt64.self).littleEndian ^ wanted
      // The highest bit of each zero byte, and perhaps of bytes after one, which the hashes tell apart.
      var hits = (bytes &- ones) & ~bytes & highs
      while hits != 0 {
        let index = start + hits.trailingZeroBitCount >> 3
        guard index < size else { break }
        if entries[index].idHash == id.hash, entries[index].element.hasID(id.bytes) { return index }
        hits &= hits &- 1
      }
      start += 8
    }
    return nil
  }

  /// The offset in a leaf of the first entry that satisfies a condition.
  func offset(where isWanted: (borrowing Entry) -> Bool) -> Int? {
    (0..<size).first { isWanted(entries[$0]) }
  }

  func forEach<Failure: Error>(
    in range: Range<Int>,
    _ body: (Entry) throws(Failure) -> Void
  ) throws(Failure) {
    if isLeaf {
      for position in range { try body(entries[position]) }
      return
    }
    var start = 0
    for index in 0..<size {
      let count = Int(counts[index])
      let lower = max(range.lowerBound - start, 0)
      let upper = min(range.upperBound - start, count)
      if lower < upper { try children[index].forEach(in: lower..<upper, body) }
      start += count
      if start >= range.upperBound { return }
    }
  }

  func freeNumbers(in directory: inout NodeDirectory) {
    if !isLeaf { for index in 0..<size { children[index].freeNumbers(in: &directory) } }
    directory.free(number)
  }
}
