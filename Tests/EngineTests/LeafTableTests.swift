import ArrangeModel
import Engine
import Ordering
import Testing

@Suite("The table of leaves against a dictionary")
struct LeafTableTests {
  /// Ways to make hashes: evenly spread, or so that pages split deep down or probe for long.
  static let shapes: [(name: String, make: @Sendable (UInt64) -> UInt64)] = [
    ("spread", { $0 &* 0x9E37_79B9_7F4A_7C15 }),
    ("equal upper bits", { $0 }),
    ("equal lower bits", { $0 << 44 }),
    ("equal but for two ends", { ($0 >> 6) << 58 | $0 & 63 }),
  ]

  @Test("random edits, with old copies that never change", arguments: 0..<4, [1, 2] as [UInt64])
  func randomEdits(shape: Int, seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    var table = LeafTable()
    var expected: [UInt64: NodeNumber] = [:]
    var held: [(LeafTable, [UInt64: NodeNumber])] = []
    let comment = "\(LeafTableTests.shapes[shape].name), seed \(seed)"
    for step in 0..<24_000 {
      // Grow, shrink to nearly nothing, grow again.
      let isGrowing = step % 8_000 < 5_000
      let hash = LeafTableTests.shapes[shape].make(UInt64.random(in: 0..<4_000, using: &random))
      if Int.random(in: 0..<10, using: &random) < (isGrowing ? 8 : 1) {
        let leaf = NodeNumber.random(in: 0..<NodeNumber.max, using: &random)
        #expect(table.update(hash, to: leaf) == expected.updateValue(leaf, forKey: hash), "\(comment)")
      } else if let hash = Bool.random(using: &random) ? hash : expected.keys.first {
        table.remove(hash)
        expected[hash] = nil
      }
      #expect(table[hash] == expected[hash] && table.count == expected.count, "\(comment), step \(step)")
      if step % 400 == 0 {
        expectEqual(table, expected, comment)
        held.append((table, expected))
        if held.count > 6 {
          let old = held.remove(at: Int.random(in: 0..<6, using: &random))
          expectEqual(old.0, old.1, "\(comment), held until step \(step)")
        }
      }
    }
    for hash in Array(expected.keys) { table.remove(hash) }
    #expect(table.count == 0, "\(comment)")
    for old in held { expectEqual(old.0, old.1, comment) }
  }

  private func expectEqual(_ table: LeafTable, _ expected: [UInt64: NodeNumber], _ comment: String) {
    let wrong = expected.first { table[$0.key] != $0.value }
    #expect(wrong == nil && table.count == expected.count, "\(comment)")
  }

  /// An entry whose hash the test chooses, as if two ids shared one.
  struct Entry: OrderTreeEntry {
    let element: Element
    let idHash: UInt64

    func record(leaf: NodeNumber, isNew: Bool, in directory: inout NodeDirectory) {}

    func retainReferences() { element.retainReferences() }
  }

  @Test("ids that share a hash are told apart", arguments: [3, 4] as [UInt64])
  func collisions(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    var index = LeafIndex()
    var expected: [Identifier: NodeNumber] = [:]
    for step in 0..<20_000 {
      let number = Int.random(in: 0..<40, using: &random)
      let id = Identifier(unchecked: "\(number)")
      let entry = Entry(element: Element(id: id, contentVersion: UInt64(step)), idHash: UInt64(number % 7))
      let leaf = NodeNumber.random(in: 0..<1_000, using: &random)
      switch (expected[id], Int.random(in: 0..<3, using: &random)) {
      case (nil, _):
        index.record(entry, leaf: leaf, isNew: true)
        expected[id] = leaf
      case (_, 0):
        index.remove(entry)
        expected[id] = nil
      case (_, 1): index.replace(entry.element, with: Element(id: id))
      default:
        index.record(entry, leaf: leaf, isNew: false)
        expected[id] = leaf
      }
      #expect(index.count == expected.count, "seed \(seed), step \(step)")
      for (id, leaf) in expected where step % 50 == 0 || id == entry.element.id {
        let hash = UInt64(Int(id.text)! % 7)
        #expect(
          id.withBytes { index.leaf(of: ElementID($0, hash: hash)) } == leaf,
          "seed \(seed), step \(step)"
        )
      }
    }
    #expect(index.hasCollisions)
  }
}
