import Engine
import Ordering
import Testing

@Suite("Old versions of a collection's state")
struct PersistenceTests {
  @Test("never change while newer ones are edited", arguments: [21, 22, 23, 24] as [UInt64])
  func heldVersions(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    var mirror = StateMirror()
    var held: [(step: Int, mirror: StateMirror)] = []
    for step in 0..<2_000 {
      let edit = mirror.editAtRandom(growth: 0.55, maximumSections: 12, using: &random)
      if Int.random(in: 0..<20, using: &random) == 0 { held.append((step, mirror)) }
      if held.count > 12 {
        let old = held.remove(at: Int.random(in: 0..<held.count, using: &random))
        old.mirror.expectEqual("seed \(seed): version of step \(old.step) at step \(step)")
      }
      // At times an old version is edited on: two histories that share nodes.
      if Int.random(in: 0..<50, using: &random) == 0, let branch = held.randomElement(using: &random) {
        var other = branch.mirror
        for _ in 0..<10 { _ = other.editAtRandom(growth: 0.5, using: &random) }
        other.expectEqual("seed \(seed): branch from step \(branch.step) at step \(step)")
        branch.mirror.expectEqual("seed \(seed): step \(branch.step) after a branch at step \(step)")
      }
      mirror.expectSomeEqual(using: &random, "seed \(seed), step \(step): \(edit)")
    }
    mirror.expectEqual("seed \(seed), end")
    for old in held { old.mirror.expectEqual("seed \(seed): version of step \(old.step) at the end") }
  }

  @Test("are read by other threads while the newest is edited", arguments: [31] as [UInt64])
  func concurrentReaders(seed: UInt64) async {
    var random = OrderingRandom(seed: seed)
    var mirror = StateMirror()
    for _ in 0..<300 { _ = mirror.editAtRandom(growth: 0.9, maximumSections: 8, using: &random) }
    await withTaskGroup(of: Void.self) { group in
      for step in 0..<40 {
        let held = mirror
        group.addTask { held.expectEqual("seed \(seed), version of step \(step)") }
        for _ in 0..<50 { _ = mirror.editAtRandom(growth: 0.5, maximumSections: 8, using: &random) }
      }
    }
    mirror.expectEqual("seed \(seed), end")
  }
}
