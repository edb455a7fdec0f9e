import Ordering
import Testing

@testable import Comparison

/// The steps of workloads, held against the plainest possible list.
@Suite struct WorkloadTests {
  private static let editing = WorkloadKind.allCases.filter { !$0.hasWriters && $0 != .trace }

  /// All steps of a workload with the list before each.
  private func walk(_ workload: Workload, seed: UInt64, _ body: (EditStep, NaiveOrder, NaiveOrder) -> Void) {
    var steps = EditSteps(workload, seed: seed, recording: nil)
    var order = NaiveOrder(count: workload.items)
    while let step = steps.next(count: order.items.count) {
      #expect(step.isPossible(count: order.items.count))
      let before = order
      order.perform(step)
      #expect(order.items.count == step.count(after: before.items.count))
      body(step, before, order)
    }
  }

  @Test(arguments: editing, [1, 2, 3] as [UInt64])
  func costsAreThoseOfThePlainList(kind: WorkloadKind, seed: UInt64) {
    var count = 0
    let block = kind.hasBlocks ? 5 : nil
    walk(Workload(kind, items: 20, operations: 30, block: block), seed: seed) { step, before, after in
      count += 1
      let cost = StepCost(step, count: before.items.count)
      var ranks: [Int: Int] = [:]
      for (rank, item) in before.items.enumerated() { ranks[item] = rank }
      let changed = after.items.indices.count { ranks[after.items[$0]] != $0 }
      #expect(cost.ranks == changed, "seed \(seed), step \(step)")
      let kept = WorkloadTests.longestCommonRun(before.items, after.items)
      #expect(cost.stored == after.items.count - kept, "seed \(seed), step \(step)")
    }
    #expect(count == 30)
  }

  /// The length of the longest common subsequence, by the table. O(n²).
  private static func longestCommonRun(_ a: [Int], _ b: [Int]) -> Int {
    var row = [Int](repeating: 0, count: b.count + 1)
    for x in a {
      var diagonal = 0
      for (place, y) in b.enumerated() {
        let above = row[place + 1]
        row[place + 1] = x == y ? diagonal + 1 : max(above, row[place])
        diagonal = above
      }
    }
    return row[b.count]
  }

  @Test func placesAreWhatTheNamesSay() {
    func last(_ kind: WorkloadKind) -> [Int] {
      var items: [Int] = []
      walk(Workload(kind, items: 4, operations: 4), seed: 1) { _, _, after in items = after.items }
      return items
    }
    #expect(last(.append) == [0, 1, 2, 3, 4, 5, 6, 7])
    #expect(last(.prepend) == [7, 6, 5, 4, 0, 1, 2, 3])
    #expect(last(.hotGap) == [0, 1, 7, 6, 5, 4, 2, 3])
    #expect(last(.following) == [0, 1, 4, 5, 6, 7, 2, 3])
    #expect(last(.zigzag) == [0, 1, 4, 6, 7, 5, 2, 3])
    func last(_ kind: WorkloadKind, block: Int) -> [Int] {
      var items: [Int] = []
      let workload = Workload(kind, items: 4, operations: 2, block: block)
      walk(workload, seed: 1) { _, _, after in items = after.items }
      return items
    }
    #expect(last(.hotBlocks, block: 2) == [0, 1, 6, 7, 4, 5, 2, 3])
    #expect(last(.blocks, block: 2) == [0, 1, 4, 6, 7, 5, 2, 3])
    #expect(last(.gathering, block: 4) == [0, 1, 2, 3])
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func itemsStayAroundTheirPlace(seed: UInt64) {
    var heads: [Int: Int] = [:]
    walk(Workload(.bell, items: 1_000, operations: 4_000), seed: seed) { step, before, _ in
      guard case .insert(let place, 1) = step else { return }
      heads[place - before.items.count / 2, default: 0] += 1
    }
    var (count, sum, squares) = (0, 0, 0)
    for (place, number) in heads {
      count += number
      sum += place * number
      squares += place * place * number
    }
    let mean = Double(sum) / Double(count)
    let variance = Double(squares) / Double(count) - mean * mean
    // Within five standard deviations of both.
    #expect(count == 4_000)
    #expect(abs(mean) < 0.25, "seed \(seed)")
    #expect(abs(variance - 9) < 1.1, "seed \(seed)")
    var places = Set<Int>()
    walk(Workload(.places, items: 1_000, operations: 400, places: 9), seed: seed) { step, before, _ in
      guard case .insert(let place, 1) = step else { return }
      places.insert(place - before.items.count / 2)
    }
    #expect(places == Set(-4...4), "seed \(seed)")
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func gatheredItemsStandTogether(seed: UInt64) {
    walk(Workload(.gathering, items: 40, operations: 30, block: 6), seed: seed) { step, before, after in
      guard case .gather(let positions, let place) = step else {
        Issue.record("seed \(seed): \(step)")
        return
      }
      #expect(Array(after.items[place..<(place + 6)]) == positions.map { before.items[$0] }, "seed \(seed)")
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func crowdedItemsStayInOneGap(seed: UInt64) {
    walk(Workload(.crowded, items: 10, operations: 50), seed: seed) { _, _, after in
      #expect(after.items.prefix(5) == [0, 1, 2, 3, 4] && after.items.suffix(5) == [5, 6, 7, 8, 9])
    }
  }

  @Test func sortingTwiceByOneFieldChangesNothing() {
    // The fields take turns, so every other step comes to the same order.
    var orders: [[Int]] = []
    walk(Workload(.sort, items: 50, operations: 4), seed: 1) { _, _, after in orders.append(after.items) }
    #expect(orders[0] == orders[2] && orders[1] == orders[3] && orders[0] != orders[1])
  }

  @Test func recordedEditsAreChecked() throws {
    let steps: [EditStep] = [.insert(at: 0, count: 3), .move(from: 2, to: 0), .remove(1..<2)]
    #expect(try RecordedEdits(initialCount: 0, steps: steps).finalCount == 2)
    #expect(throws: PlanError(path: "edits[1]", "can't be made on a list of 2 items")) {
      try RecordedEdits(initialCount: 1, steps: [.insert(at: 1, count: 1), .remove(1..<3)])
    }
    #expect(throws: PlanError("there are no edits in the recording")) {
      try RecordedEdits(initialCount: 1, steps: [])
    }
  }
}
