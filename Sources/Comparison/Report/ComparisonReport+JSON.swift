package import ArrangeModel

extension ComparisonReport {
  /// The report as JSON. Times are in nanoseconds, shares from 0 to 1.
  package var json: JSON {
    .object([
      "seed": .string("\(seed)"), "repeats": .count(repeats),
      "strategies": .array(
        strategies.map { .object(["strategy": .string($0.text), "label": .string($0.label)]) }
      ),
      "workloads": .array(workloads.map(\.json)), "bars": .array(bars.map(\.json)),
      "bars_not_run": .array(barsNotRun.map(\.json)),
    ])
  }
}

extension WorkloadResult {
  fileprivate var json: JSON {
    var members: JSON.Members = [
      "label": .string(workload.label), "kind": .string(workload.kind.rawValue),
      "bounds": .array(bounds.map(\.json)), "results": .array(rows.map(\.json)),
    ]
    if workload.kind != .trace { members.append("items", .count(workload.items)) }
    if workload.seeds > 1 { members.append("seeds", .count(workload.seeds)) }
    if workload.kind.hasBlocks { members.append("block", .count(workload.block)) }
    if workload.kind == .places { members.append("places", .count(workload.places)) }
    if workload.kind.hasWriters {
      members.append("writers", .count(workload.writers))
      members.append("run", .count(workload.run))
      members.append("rounds", .count(workload.rounds))
    }
    return .object(members)
  }
}

extension StrategyResult {
  fileprivate var json: JSON {
    let figures = Figure.allCases.compactMap { figure in
      self.figures[figure].map { (figure.rawValue, JSON.figure($0)) }
    }
    let spread = Figure.allCases.compactMap { figure in
      self.spread[figure].map { range in
        (
          figure.rawValue,
          JSON.object(["least": JSON.figure(range.lowerBound), "most": JSON.figure(range.upperBound)])
        )
      }
    }
    return .object([
      "strategy": .string(variant.label), "figures": .object(JSON.Members(figures)),
      "spread": .object(JSON.Members(spread)), "problem": problem.map { .string($0) } ?? .null,
      "refusal": refusal.map { .string($0) } ?? .null, "repeatable": .bool(isRepeatable),
      "curves": .object([
        "operations": .array(curves.operations.map { .count($0) }),
        "keys_per_operation": .array(curves.keys.map { .number($0) }),
        "key_bytes_longest": .array(curves.longestKey.map(JSON.figure)),
        "journal_bytes_per_operation": .array(curves.journalBytes.map { .number($0) }),
        "time_ns": .array(curves.nanoseconds.map { .number($0) }),
      ]),
    ])
  }
}

extension TheoreticalBound {
  fileprivate var json: JSON {
    .object([
      "name": .string(name), "source": .string(source), "figure": .string(figure.rawValue),
      "relation": .string(relation.rawValue), "strategy": strategy.map { .string($0) } ?? .null,
      "value": .number(value),
    ])
  }
}

extension BarResult {
  fileprivate var json: JSON {
    .object([
      "workload": .string(workload), "strategy": .string(strategy), "figure": .string(figure.rawValue),
      "least": bar.least.map(JSON.figure) ?? .null, "most": bar.most.map(JSON.figure) ?? .null,
      "value": value.map(JSON.figure) ?? .null, "refused": .count(refused), "held": .bool(isHeld),
    ])
  }
}

extension BarPlace {
  fileprivate var json: JSON {
    .object([
      "workload": .string(workload), "strategy": .string(strategy), "figure": .string(figure.rawValue),
    ])
  }
}

extension JSON {
  /// A number, as an integer if it is whole.
  fileprivate static func figure(_ value: Double) -> JSON {
    Int64(exactly: value).map { .integer($0) } ?? .number(value)
  }
}
