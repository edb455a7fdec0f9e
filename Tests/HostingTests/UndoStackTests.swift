import ArrangeModel
import Ordering
import Testing

@testable import Engine

@Suite("Stacks of steps")
struct UndoStackTests {
  private let step = UndoStep(StackID(unchecked: [1]))

  private func note(_ group: StackID? = nil, _ undone: UndoneCommits? = nil, isJoint: Bool = false)
    -> UndoNote
  {
    UndoNote(UndoStep(step.stack, group: group), undone, isJoint: isJoint, by: nil)!
  }

  /// A stack with commits, each with a group.
  private func stack(_ commits: [(UInt64, StackID?)]) -> UndoStack {
    var stack = UndoStack()
    for (version, group) in commits { stack.record(version, note(group)) }
    return stack
  }

  @Test("have commits in a row with one group as one step, up to a number of them")
  func groups() {
    let (g, h) = (StackID(unchecked: [7]), StackID(unchecked: [8]))
    let small = stack([(1, g), (2, g), (3, nil), (4, nil), (5, h), (6, g), (9, g)])
    #expect(small.newest { _ in false } == [6, 9])
    #expect(small.newest { $0 == 9 } == [5] && small.newest { $0 == 9 || $0 == 5 } == [4])
    #expect(small.step(with: 1) == [1, 2] && small.step(with: 2) == [1, 2] && small.step(with: 7) == nil)
    // What changes several collections is a step of its own.
    var joint = stack([(1, g)])
    joint.record(2, note(g, isJoint: true))
    joint.record(3, note(g))
    #expect(joint.step(with: 1) == [1] && joint.step(with: 2) == [2] && joint.step(with: 3) == [3])
    let count = UInt64(StackID.maximumCommits)
    let large = stack((1...count + 2).map { ($0, g) })
    #expect(large.newest { _ in false } == [count + 1, count + 2])
    #expect(large.step(with: 1)?.count == StackID.maximumCommits)
  }

  @Test("forget the oldest steps beyond their size, and what is no longer kept, whole or the rest of a step")
  func forgetting() {
    let most = UInt64(UndoStack.maximumCommits)
    let (g, all) = (StackID(unchecked: [7]), (1...most + 5))
    var long = stack(all.map { ($0, $0 <= 3 ? g : nil) })
    #expect(long.step(with: 3) == nil && long.step(with: 5) == nil && long.step(with: 6) == [6])
    long.forget(before: 100)
    #expect(long == stack(all.filter { $0 >= 100 }.map { ($0, nil) }))
    var grouped = stack([(1, nil), (2, g), (3, g), (4, g)])
    grouped.forget(before: 3)
    #expect(grouped.newest { _ in false } == [3, 4] && grouped.newest { $0 == 4 } == nil)
  }

  @Test(
    "lead to the same, whether all commits were recorded or only those that are kept",
    arguments: 1...20 as ClosedRange<UInt64>
  )
  func kept(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    var commits: [(version: UInt64, step: UndoStep, undone: UndoneCommits?)] = []
    var stack = UndoStack()
    var oldest: UInt64 = 1
    for version in 1...300 as ClosedRange<UInt64> {
      var next = (version: version, step: step, undone: UndoneCommits?.none)
      let passed: (UInt64) -> Bool = { $0 % 7 == 3 }
      if chance(40), let versions = stack.newest(isPassed: passed) {
        next.undone = UndoneCommits(versions)
      } else if chance(30), let undone = stack.newestUndone(isPassed: passed) {
        next.undone = UndoneCommits([undone], isRedo: true)
      } else if chance(20),
        let versions = stack.step(with: version - 1 - UInt64.random(in: 0..<9, using: &random) % version)
      {
        next.undone = UndoneCommits(versions, isChosen: true)
      } else if chance(30) {
        next.step.group = StackID(unchecked: [UInt8.random(in: 0...1, using: &random)])
      }
      commits.append(next)
      stack.record(next.version, note(next.step.group, next.undone))
      if chance(5) { oldest = UInt64.random(in: oldest...version, using: &random) }
      stack.forget(before: oldest)
      var fresh = UndoStack()
      for commit in commits where commit.version >= oldest {
        fresh.record(commit.version, note(commit.step.group, commit.undone))
      }
      // What joins is one group only as long as nothing else is known of it.
      #expect(stack.newest { _ in false } == fresh.newest { _ in false }, "seed \(seed), \(version)")
      #expect(
        stack.newestUndone { _ in false } == fresh.newestUndone { _ in false },
        "seed \(seed), \(version)"
      )
    }
  }

  @Test("are kept in memory with their commits as long as there is room; those used last keep theirs")
  func memory() throws {
    let catalog = try (0..<3).map { number -> HostedCollection in
      let stage = try Stage()
      try stage.step(.insert("a"))
      stage.advance(seconds: UInt64(number + 1))
      try stage.step(.insert("b"))
      return try #require(stage.hosted)
    }
    let size = try #require(catalog[0].undo.log).byteCount
    #expect(size > 300 && catalog.allSatisfy { $0.undo.log?.byteCount == size })
    CollectionUndo.limitLogs(of: catalog.shuffled(), to: 3 * size)
    #expect(catalog.allSatisfy { $0.undo.log != nil })
    CollectionUndo.limitLogs(of: catalog.shuffled(), to: 2 * size)
    #expect(catalog.map { $0.undo.log == nil } == [true, false, false])
  }

  @Test("of collections follow from their commits, and forget what is trimmed")
  func stacks() {
    var stacks = UndoStacks()
    let scopes = ["ann", "bob"].map { UndoScope(principal: Principal(unchecked: $0), stack: step.stack) }
    for version in 1...4 as ClosedRange<UInt64> {
      let note = UndoNote(step, nil, by: scopes[Int(version % 2)].principal)
      if let note { stacks.record(note, at: version) }
    }
    #expect(UndoNote(nil, nil, by: nil) == nil)
    #expect(stacks[scopes[0]].newest { _ in false } == [4] && stacks[scopes[1]].newest { _ in false } == [3])
    stacks.forget(before: 4)
    #expect(stacks[scopes[1]].isEmpty && !stacks[scopes[0]].isEmpty)
    stacks.forget(before: 5)
    #expect(stacks == UndoStacks())
  }
}
