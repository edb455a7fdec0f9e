import Ordering
import Testing

@testable import Comparison

/// Whole runs: every workload under every strategy, and figures computed by hand.
@Suite struct RunTests {
  private static let kinds = WorkloadKind.allCases.filter { $0 != .trace }

  /// A small workload of a kind.
  private static func small(_ kind: WorkloadKind) -> Workload {
    Workload(
      kind,
      items: 40,
      operations: kind.isReorder ? 6 : 400,
      writers: kind.hasWriters ? 8 : nil,
      run: kind == .offlineMerge ? 5 : nil,
      block: kind.hasBlocks ? 7 : nil
    )
  }

  @Test(arguments: kinds, [1, 2, 3] as [UInt64])
  func everyWorkloadKeepsTheOrder(kind: WorkloadKind, seed: UInt64) throws {
    let result = try #require(try compare([RunTests.small(kind)], seed: seed, repeats: 2).workloads.first)
    #expect(result.rows.count == 4)
    for row in result.rows {
      // The items are compared with a naive list, and the keys have to ascend.
      #expect(row.problem == nil, "seed \(seed), \(row.variant.label)")
      #expect(row.isRepeatable, "seed \(seed), \(row.variant.label)")
      #expect(row.figures[.operations] == Double(kind.isReorder ? 6 : 400))
      #expect(row.figures[.refused] == 0)
      let least = result.bounds.first { $0.figure == .keysMean && $0.relation == .least }
      if let least { #expect(row.keyForm == .rank || row.figures[.keysMean]! >= least.value - 1e-9) }
    }
  }

  /// The mean of all seeds is compared with the mean of their bounds, not with the bound of one of them.
  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func meansOfSeveralSeedsAreNotBelowTheirBound(seed: UInt64) throws {
    for kind in RunTests.kinds where !kind.hasWriters {
      var workload = RunTests.small(kind)
      workload.seeds = 3
      let result = try #require(try compare([workload], seed: seed).workloads.first)
      let least = try #require(result.bounds.first { $0.figure == .keysMean && $0.relation == .least })
      for row in result.rows where row.keyForm == .stored {
        #expect(row.figures[.keysMean]! >= least.value - 1e-9, "seed \(seed), \(kind), \(row.variant.label)")
      }
    }
  }

  @Test(arguments: kinds.filter { !$0.hasWriters }, [1, 2] as [UInt64])
  func ranksOfTheEngineAreThoseOfTheBound(kind: WorkloadKind, seed: UInt64) throws {
    let report = try compare([RunTests.small(kind)], under: ["dense"], seed: seed)
    let result = try #require(report.workloads.first)
    let bound = try #require(result.bounds.first { $0.relation == .expected })
    let keys = try #require(result.rows[0].figures[.keysMean])
    #expect(abs(keys - bound.value) < 1e-9, "seed \(seed): \(keys), expected \(bound.value)")
    #expect(result.rows[0].figures[.keysStored] == 0)
  }

  @Test func theSameSeedGivesTheSameReport() throws {
    let workloads = RunTests.kinds.map(RunTests.small)
    let (first, again) = (try compare(workloads, seed: 5), try compare(workloads, seed: 5))
    #expect(first.csv == again.csv)
    #expect(first.html == again.html)
    #expect(try compare(workloads, seed: 6).csv != first.csv)
  }

  @Test func handMadeFiguresOfRanks() throws {
    let report = try compare(
      [Workload(.append, items: 3, operations: 2), Workload(.prepend, items: 3, operations: 2)],
      under: ["dense"]
    )
    let (append, prepend) = (report.workloads[0].rows[0].figures, report.workloads[1].rows[0].figures)
    #expect(append[.keysMean] == 1 && append[.keysMost] == 1)
    // The new item and the 3 after it, then the new one and 4.
    #expect(prepend[.keysMean] == 4.5 && prepend[.keysMost] == 5 && prepend[.keysP99] == 5)
    #expect(append[.keyBytesMean] == 8 && append[.keyBytesLongest] == 8)
    #expect(append[.roomLeft] == nil, "ranks never run out")
    // Each look at the clock takes 100 ns.
    #expect(append[.timeMean] == 100 && append[.timeWorst] == 100)
  }

  @Test func handMadeFiguresOfRekeys() throws {
    // 16 apart, a gap takes 4 items before the one inserted last; the fifth numbers all anew: 6 items and the new one.
    let report = try compare([Workload(.hotGap, items: 2, operations: 5)], under: ["halving"])
    let row = report.workloads[0].rows[0]
    #expect(row.figures[.keysMean] == 2.2)
    #expect(row.figures[.keysMost] == 7)
    #expect(row.figures[.keysStored] == 2.2)
    #expect(row.figures[.roomLeft] == 4 && row.figures[.roomMedian] == 4)
    #expect(row.curves.operations == [1, 2, 3, 4, 5])
    #expect(row.curves.keys == [1, 1, 1, 1, 2.2])
    #expect(row.problem == nil)
  }

  @Test func severalSeeds() throws {
    func rows(_ seeds: Int) throws -> [StrategyResult] {
      try compare(
        [Workload(.crowded, items: 2, operations: 300, seeds: seeds)],
        under: ["fractional"],
        repeats: 2
      )
      .workloads.flatMap(\.rows)
    }
    // The first seed is the one that a workload without several has.
    let one = try #require(try rows(1).first)
    let four = try #require(try rows(4).first)
    #expect(four.curves == one.curves)
    #expect(four.isRepeatable && four.problem == nil)
    #expect(four.figures[.operations] == 300)
    #expect(four.figures[.keysMean] != one.figures[.keysMean])
    #expect(four.figures[.keysMost]! >= one.figures[.keysMost]!)
    #expect(four.figures[.roomLeft]! <= one.figures[.roomLeft]!)
    // Where nothing depends on chance, there is no difference.
    for seeds in [1, 3] {
      let workload = Workload(.hotGap, items: 2, operations: 5, seeds: seeds)
      let row = try #require(try compare([workload], under: ["halving"]).workloads.first?.rows.first)
      #expect(row.figures[.keysMean] == 2.2 && row.figures[.keysMost] == 7)
    }
  }

  @Test func theSpreadIsThatOfTheSeeds() throws {
    let workload = Workload(.crowded, items: 2, operations: 300, seeds: 4)
    let row = try #require(try compare([workload], under: ["fractional"]).workloads.first?.rows.first)
    let (mean, spread) = (row.figures[.keysPerItem] ?? 0, try #require(row.spread[.keysPerItem]))
    #expect(spread.lowerBound < mean && mean < spread.upperBound)
    #expect(row.spread[.keysMost] == nil, "of extremes there is the worst alone")
    let one = Workload(.crowded, items: 2, operations: 300)
    #expect(try compare([one], under: ["fractional"]).workloads[0].rows[0].spread.isEmpty)
  }

  @Test func severalAtATimeComeToTheSame() throws {
    let workloads = [WorkloadKind.crowded, .gathering, .manyWriters].map { kind in
      Workload(kind, items: 20, operations: 50, block: kind.hasBlocks ? 7 : nil, seeds: 3)
    }
    func table(jobs: Int) throws -> String {
      let plan = ComparisonPlan(
        strategies: [StrategyVariant("fractional"), StrategyVariant("lexorank")],
        workloads: workloads,
        repeats: 2
      )
      // A clock that stands, since the runs look at it in any order.
      let report = try Comparison(plan, strategies: catalog, jobs: jobs, clock: { 0 }).run()
      #expect(report.isGood)
      return report.csv
    }
    #expect(try table(jobs: 4) == table(jobs: 1))
  }

  @Test func keysPerItemAreThoseOfBlocks() throws {
    // The first block finds 15 numbers free, of which it takes those that halve what is left: 8, 12, 14 and 15.
    let report = try compare(
      [Workload(.hotBlocks, items: 2, operations: 1, block: 4), Workload(.hotGap, items: 2, operations: 4)],
      under: ["halving", "dense"]
    )
    let (blocks, gap) = (report.workloads[0].rows, report.workloads[1].rows)
    #expect(blocks[0].figures[.keysMean] == 4 && blocks[0].figures[.keysPerItem] == 1)
    // Four new ones and the one after them.
    #expect(blocks[1].figures[.keysMean] == 5 && blocks[1].figures[.keysPerItem] == 1.25)
    #expect(gap.allSatisfy { $0.figures[.keysMean] == $0.figures[.keysPerItem] })
  }

  @Test func refusalsDisqualify() throws {
    let workload = Workload(
      .append,
      items: 3,
      operations: 10,
      bars: [Bar(.keysPerItem, most: 9), Bar(.refused, most: 10), Bar(strategy: "dense", .keysMost, most: 1)]
    )
    let report = try compare(
      [workload, Workload(.prepend, items: 3, operations: 10)],
      under: ["shy", "dense"]
    )
    let shy = report.workloads[0].rows[0]
    #expect(shy.refused == 10 && !shy.isFit && shy.refusal?.contains("not today") == true)
    #expect(shy.problem == nil, "what was refused has changed nothing")
    #expect(report.bars.map(\.isHeld) == [false, true, true, true, true])
    #expect(!report.isGood && report.unfit == ["shy"])
    for criterion in Criterion.allCases {
      #expect(report.values(of: criterion).allSatisfy { $0.strategy != "shy" || !$0.isBest })
    }
    #expect(!report.html.contains("<b>shy</b> where"))
    #expect(report.html.contains("shy did not do everything"))
    #expect(report.html.contains("shy: 10 operations refused"))
  }

  @Test func whatFollowsARefusalInARecordingIsRefused() throws {
    let edits = try RecordedEdits(
      initialCount: 2,
      steps: [.insert(at: 2, count: 1), .move(from: 2, to: 0), .remove(2..<3), .remove(0..<1)]
    )
    let report = try compare(
      [Workload(.trace, file: "edits")],
      under: ["shy", "dense"],
      recordings: ["edits": edits]
    )
    let rows = report.workloads[0].rows
    #expect(rows[0].refused == 3 && rows[0].figures[.operations] == 1 && rows[0].problem == nil)
    #expect(rows[1].isFit)
  }

  @Test func handMadeMeetings() throws {
    // All writers draw the middle of the gap: 2 of 3 are equal to the first, in each of 4 rounds.
    let report = try compare(
      [Workload(.manyWriters, items: 5, operations: 12, writers: 3)],
      under: ["halving"]
    )
    let figures = report.workloads[0].rows[0].figures
    #expect(figures[.collisions] == 8)
    #expect(figures[.collisionRounds] == 1)
    #expect(figures[.keysMean] == 1)
    #expect(figures[.interleavings] == nil)
    // Two writers with runs of 2 draw the same two keys: A B, A B by writers 1 2, 1 2 has two changes too many.
    let merge = try compare(
      [Workload(.offlineMerge, items: 5, operations: 4, writers: 2, run: 2)],
      under: ["halving"]
    )
    #expect(merge.workloads[0].rows[0].figures[.collisions] == 2)
    #expect(merge.workloads[0].rows[0].figures[.interleavings] == 2)
    #expect(merge.workloads[0].rows[0].problem == nil)
  }

  @Test func aTraceIsDoneAgain() throws {
    let edits = try RecordedEdits(
      initialCount: 2,
      steps: [.insert(at: 1, count: 3), .remove(0..<2), .move(from: 2, to: 0), .move(from: 0, to: 0)]
    )
    let workload = Workload(.trace, file: "edits")
    let report = try compare([workload], under: ["dense", "lexorank"], recordings: ["edits": edits])
    let rows = report.workloads[0].rows
    // Three new items and one after them; 3 left; all of the 3 move; nothing.
    #expect(rows[0].figures[.keysMean] == 2.5)
    #expect(rows[1].figures[.keysMean] == 1)
    #expect(rows.allSatisfy { $0.problem == nil })
    #expect(throws: PlanError(path: "edits", "the trace has not been read")) { try compare([workload]) }
  }

  @Test func progressEndsWithAll() throws {
    let plan = ComparisonPlan(
      strategies: [StrategyVariant("dense")],
      workloads: RunTests.kinds.map(RunTests.small) + [
        Workload(.append, label: "thrice", items: 5, operations: 7, seeds: 3)
      ],
      repeats: 2
    )
    let told = ReceivedProgress()
    _ = try Comparison(plan, strategies: catalog, clock: steadyClock()).run { done, total in
      told.record(done, total)
    }
    #expect(told.isSteady)
    #expect(told.last?.done == told.last?.total)
  }
}
