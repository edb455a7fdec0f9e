import ArrangeModel
import Engine
import Ordering
import Testing

@Suite("Node numbers under churn")
struct ChurnTests {
  @Test("a queue that appends at its end and removes at its front keeps few nodes")
  func queue() {
    var mirror = StateMirror()
    mirror.insertSection(at: 0, items: 2_000)
    var most = 0
    for step in 0..<30_000 {
      mirror.insertItem(section: 0, at: mirror.sections[0].items.count)
      mirror.removeItem(section: 0, at: 0)
      if step == 5_000 { most = mirror.state.nodeNumberCount }
      if step % 5_000 == 0 { mirror.expectEqual("step \(step)") }
    }
    mirror.expectEqual("end")
    // Leaves made at once hold 14 of the 2,000 items each: 143 leaves and 12 nodes above them.
    #expect(most < 200)
    #expect(mirror.state.nodeNumberCount <= most, "numbers of gone nodes are used again")
  }

  @Test("a queue in the other direction")
  func backwardsQueue() {
    var mirror = StateMirror()
    mirror.insertSection(at: 0, items: 2_000)
    for _ in 0..<20_000 {
      mirror.insertItem(section: 0, at: 0)
      mirror.removeItem(section: 0, at: mirror.sections[0].items.count - 1)
    }
    mirror.expectEqual("end")
    #expect(mirror.state.nodeNumberCount < 300)
  }

  @Test("long random edits do not use up numbers", arguments: [41, 42] as [UInt64])
  func longChurn(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    var mirror = StateMirror()
    for count in [1_500, 0, 40, 700] { mirror.insertSection(at: 0, items: count) }
    for step in 0..<40_000 {
      let section = Int.random(in: 0..<4, using: &random)
      let count = mirror.sections[section].items.count
      if mirror.itemCount < 2_300 || count == 0 {
        mirror.insertItem(section: section, at: Int.random(in: 0...count, using: &random))
      } else {
        mirror.removeItem(section: section, at: Int.random(in: 0..<count, using: &random))
      }
      if step % 5_000 == 0 { mirror.expectEqual("seed \(seed), step \(step)") }
    }
    mirror.expectEqual("seed \(seed), end")
    // Nodes that are as empty as merging allows hold three entries on average, (1 + 5) / 2; few are.
    #expect(mirror.state.nodeNumberCount < 2_300 / 5, "seed \(seed)")
  }

  @Test("sections inserted and removed with their items free all numbers")
  func sections() {
    var mirror = StateMirror()
    for round in 0..<300 {
      for count in [0, 1, 32, 200, 900] { mirror.insertSection(at: mirror.sections.count / 2, items: count) }
      for _ in 0..<40 { mirror.insertItem(section: 2, at: mirror.sections[2].items.count / 2) }
      mirror.moveSection(at: 0, to: mirror.sections.count - 1)
      while !mirror.sections.isEmpty { mirror.removeSection(at: mirror.sections.count / 2) }
      mirror.expectEqual("round \(round)")
    }
    #expect(mirror.state.itemCount == 0)
    #expect(mirror.state.nodeNumbersInUse == 1, "only the root of the sections is left")
    #expect(mirror.state.nodeNumberCount < 120)
  }
}
