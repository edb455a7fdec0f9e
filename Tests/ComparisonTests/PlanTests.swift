import Comparison
import Foundation
import Testing

/// Plans as people write them.
@Suite struct PlanTests {
  @Test func aPlanIsReadInFull() throws {
    let text = """
      seed: 18446744073709551615
      repeats: 5
      strategies:
        - dense
        - strategy: lexorank:jitter=40
          label: apart
      workloads:
        - append
        - kind: hot-gap
          label: one gap
          items: 10_000
          operations: 20
          strategies: [apart]
          seeds: 12
          bars:
            apart: {keys_per_operation_mean: 1.5, keys_most: 64}
        - kind: offline-merge
          writers: 3
          run: 7
          bars: {all: {collisions: 0}}
        - {kind: trace, file: edits.json, operations: 99}
      """
    let plan = try ComparisonPlan(yaml: text, strategies: catalog)
    #expect(plan.seed == .max)
    #expect(plan.repeats == 5)
    #expect(
      plan.strategies == [StrategyVariant("dense"), StrategyVariant("lexorank:jitter=40", label: "apart")]
    )
    let expected = [
      Workload(.append, seeds: 25),
      Workload(
        .hotGap,
        label: "one gap",
        items: 10_000,
        operations: 20,
        seeds: 12,
        strategies: ["apart"],
        bars: [Bar(strategy: "apart", .keysMean, most: 1.5), Bar(strategy: "apart", .keysMost, most: 64)]
      ),
      Workload(.offlineMerge, writers: 3, run: 7, seeds: 25, bars: [Bar(.collisions, most: 0)]),
      Workload(.trace, operations: 99, file: "edits.json"),
    ]
    #expect(plan.workloads == expected)
  }

  @Test func theStandardPlanIsWrittenOut() throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    func plan(_ name: String) throws -> ComparisonPlan {
      let file = root.appendingPathComponent("Documentation/comparison/\(name).yaml")
      return try ComparisonPlan(yaml: String(contentsOf: file, encoding: .utf8), strategies: catalog)
    }
    #expect(try plan("default") == ComparisonPlan.standard)
    for name in ["bars-100k", "bars-1m", "patterns-100k"] {
      #expect(try !plan(name).barPlaces.isEmpty, "\(name)")
    }
  }

  @Test func barsAndBlocksAreRead() throws {
    let text = """
      seeds: 7
      strategies: [lexorank, dense]
      workloads:
        - {kind: blocks, block: 100, bars: {lexorank: {room_left: {least: 6}, keys_per_item_mean: {least: 1, most: 2}}}}
        - {kind: gathering, block: 10, operations: 3, seeds: 2}
        - {kind: places, places: 9}
        - {kind: trace, file: x}
      """
    let plan = try ComparisonPlan(yaml: text, strategies: catalog)
    let expected = [
      Workload(
        .blocks,
        operations: 100,
        block: 100,
        seeds: 7,
        bars: [
          Bar(strategy: "lexorank", .roomLeft, least: 6),
          Bar(strategy: "lexorank", .keysPerItem, least: 1, most: 2),
        ]
      ),
      Workload(.gathering, operations: 3, block: 10, seeds: 2), Workload(.places, places: 9, seeds: 7),
      Workload(.trace, file: "x"),
    ]
    #expect(plan.workloads == expected)
    #expect(plan.barPlaces.count == 2)
  }

  @Test func aByteOrderMarkIsPassedOver() throws {
    let text = "strategies: [dense]\nworkloads: [append]\n"
    let plan = try ComparisonPlan(yaml: text, strategies: catalog)
    #expect(try ComparisonPlan(yaml: "\u{FEFF}" + text, strategies: catalog) == plan)
  }

  @Test func whatIsNotSaidIsStandard() throws {
    let plan = try ComparisonPlan(yaml: "seed: 7", strategies: catalog)
    var expected = ComparisonPlan.standard
    expected.seed = 7
    #expect(plan == expected)
  }

  @Test(arguments: [
    ("", "the plan is empty"),
    ("- dense", "line 1: this has to be a map of libraries, seed"),
    (
      "sed: 1",
      "line 1, sed: \"sed\" is not one of libraries, seed, seeds, repeats, strategies, workloads"
    ),
    ("seed: 1\nseed: 2", "line 1: \"seed\" appears twice"),
    ("seed: -1", "line 1, seed: this has to be a whole number from 0 to 18446744073709551615, not ‘-1’"),
    ("seed: '1'", "line 1, seed: this has to be a whole number"),
    ("repeats: 0", "line 1, repeats: this has to be a whole number from 1 to 99, not ‘0’"),
    ("repeats: 1.5", "line 1, repeats: this has to be a whole number from 1 to 99, not ‘1.5’"),
    ("strategies: dense", "line 1, strategies: this has to be a list"),
    ("strategies: []", "line 1, strategies: there have to be 1 to 12 strategies here, not 0"),
    ("strategies:\n  - dens", "line 2, strategies[0]: there is no ordering strategy ‘dens’"),
    (
      "strategies:\n  - lexorank:jitter=99",
      "strategies[0]: parameter ‘jitter’ of strategy lexorank is 99, not from 0 to 62"
    ),
    ("strategies:\n  - label: x", "line 2, strategies[0]: has no strategy"),
    ("strategies: [dense, dense]", "strategies[1]: the label ‘dense’ appears twice"),
    ("workloads: [apend]", "workloads[0]: there is no workload ‘apend’; there are append, prepend"),
    ("workloads:\n  - items: 3", "line 2, workloads[0]: has no kind"),
    (
      "workloads:\n  - append\n  - kind: append\n    label: b\n    operations: many",
      "line 5, workloads[1].operations: this has to be a whole number from 1 to 5000000, not ‘many’"
    ),
    ("workloads: [append, append]", "workloads[1]: the label ‘append’ appears twice"),
    (
      "workloads: [{kind: append, items: 2000001}]",
      "workloads[0].items: this has to be a whole number from 0 to 2000000"
    ),
    (
      "workloads: [{kind: append, writers: 5}]",
      "workloads[0].writers: only many-writers and offline-merge have"
    ),
    (
      "workloads: [{kind: many-writers, writers: 1}]",
      "workloads[0].writers: this has to be a whole number from 2 to"
    ),
    (
      "workloads: [{kind: append, seeds: 0}]",
      "workloads[0].seeds: this has to be a whole number from 1 to 99"
    ),
    ("workloads: [{kind: trace, seeds: 2}]", "workloads[0].seeds: a trace is the same with each seed"),
    ("workloads: [{kind: many-writers, run: 2}]", "workloads[0].run: only offline-merge has a run"),
    (
      "workloads: [{kind: offline-merge, writers: 10000, run: 1000}]",
      "workloads[0]: 10000 writers with 1000 items each"
    ),
    ("workloads: [{kind: random-move, items: 1}]", "workloads[0]: random-move needs at least 2 items"),
    ("workloads: [{kind: sort, items: 100001}]", "workloads[0]: one operation names at most 100000 items"),
    (
      "workloads: [{kind: sort, items: 100000, operations: 300}]",
      "workloads[0]: 300 operations on 100000 items"
    ),
    ("workloads: [trace]", "workloads[0]: a trace needs a file"),
    ("workloads: [{kind: trace, file: x, items: 3}]", "workloads[0].items: a trace has its own items"),
    ("workloads: [{kind: append, file: x}]", "workloads[0].file: only a trace has a file"),
    (
      "workloads: [{kind: append, strategies: [x]}]",
      "workloads[0].strategies[0]: there is no strategy with the label"
    ),
    (
      "workloads: [{kind: append, bars: {x: {keys_most: 1}}}]",
      "workloads[0].bars.x: no strategy of this workload has this label"
    ),
    (
      "workloads: [{kind: append, bars: {all: {keys: 1}}}]",
      "workloads[0].bars.all.keys: there is no such figure; there are operations, refused"
    ),
    (
      "workloads: [{kind: append, bars: {all: {keys_most: .inf}}}]",
      "workloads[0].bars.all.keys_most: this has to be a number that is not negative, not ‘.inf’"
    ),
    (
      "workloads: [{kind: append, strategies: [dense], bars: {lexorank: {keys_most: 1}}}]",
      "workloads[0].bars.lexorank: no strategy of this workload has this label; there are all, dense"
    ),
    (
      "workloads: [{kind: append, bars: {all: {room_left: {}}}}]",
      "workloads[0].bars.all.room_left: has to be a number, or {least: NUMBER, most: NUMBER}"
    ),
    (
      "workloads: [{kind: append, bars: {all: {room_left: {at: 1}}}}]",
      "workloads[0].bars.all.room_left.at: \"at\" is not one of least, most"
    ),
    ("workloads: [{kind: append, block: 2}]", "workloads[0].block: only blocks, hot-blocks, gathering have"),
    ("workloads: [{kind: bell, places: 2}]", "workloads[0].places: only places has places"),
    (
      "workloads: [{kind: gathering, items: 49}]",
      "workloads[0]: 50 items can't move at once where there are 49"
    ),
    (
      "workloads: [{kind: blocks, block: 10000, operations: 501}]",
      "workloads[0]: 501 operations with 10000 items each are too many; together at most 5000000"
    ),
    ("seeds: 0", "line 1, seeds: this has to be a whole number from 1 to 99, not ‘0’"),
    ("workloads: [{kind: append, label: \"a\\nb\"}]", "workloads[0].label: this has control characters"),
    ("seed: [", "line 2: this is not valid YAML"),
    (
      "seed: \(String(repeating: "[", count: 33))", "line 1: lists and maps lie in each other at most 32 deep"
    ),
    ("seed: *a", "this is not valid YAML"),
  ])
  func everyMistakeIsOneClearError(text: String, message: String) {
    let error = #expect(throws: PlanError.self) { try ComparisonPlan(yaml: text, strategies: catalog) }
    let description = error?.description ?? ""
    #expect(description.contains(message), "\(description)")
  }

  @Test func aPlanHasALimit() {
    let text = "seed: 1 #" + String(repeating: "x", count: ComparisonPlan.maximumTextLength)
    #expect(throws: PlanError("a plan has at most 262144 bytes")) {
      try ComparisonPlan(yaml: text, strategies: catalog)
    }
  }
}
