package import Ordering

/// What a comparison found.
package struct ComparisonReport: Sendable {
  package let seed: UInt64
  package let repeats: Int
  package let strategies: [StrategyVariant]
  package let workloads: [WorkloadResult]

  /// Every bar of the plan, held or missed.
  package var bars: [BarResult] { workloads.flatMap(\.bars) }

  /// Whether all bars are held and no list came out wrong.
  package var isGood: Bool {
    bars.allSatisfy(\.isHeld)
      && workloads.allSatisfy { $0.rows.allSatisfy { $0.problem == nil && $0.isRepeatable } }
  }
}

/// A workload with what every strategy came to.
package struct WorkloadResult: Sendable {
  package let workload: Workload
  package let rows: [StrategyResult]
  package let bounds: [TheoreticalBound]

  /// The bars of the workload. One without a strategy is for each of them.
  package var bars: [BarResult] {
    workload.bars.flatMap { bar in
      rows.filter { bar.strategy == nil || bar.strategy == $0.variant.label }.map { row in
        BarResult(
          workload: workload.label,
          strategy: row.variant.label,
          figure: bar.figure,
          most: bar.most,
          value: row.figures[bar.figure]
        )
      }
    }
  }
}

/// What one strategy came to in one workload.
package struct StrategyResult: Sendable {
  package let variant: StrategyVariant
  package let keyForm: KeyForm
  /// Times are medians over the repeats, and figures of several seeds what ``Figure/overSeeds(_:)`` makes of them.
  package let figures: Figures
  /// Those of the first seed.
  package let curves: Curves
  /// What is wrong with the list at the end; nil where its order is as it has to be.
  package let problem: String?
  /// Whether all repeats had the same counts, as they have to with the same seed.
  package let isRepeatable: Bool

  /// - Parameter outcomes: the repeats of each seed; at least one of one.
  init(_ variant: StrategyVariant, keyForm: KeyForm, _ outcomes: [[RunOutcome]]) {
    self.variant = variant
    self.keyForm = keyForm
    let perSeed = outcomes.map { repeats in
      var figures = repeats[0].figures
      for figure in Figure.allCases where figure.isTime && figures[figure] != nil {
        figures[figure] = medianOf(repeats.compactMap { $0.figures[figure] })
      }
      return figures
    }
    var figures = Figures()
    for figure in Figure.allCases {
      let values = perSeed.compactMap { $0[figure] }
      if !values.isEmpty { figures[figure] = figure.overSeeds(values) }
    }
    self.figures = figures
    let first = outcomes[0]
    var curves = first[0].curves
    curves.nanoseconds = curves.nanoseconds.indices.map { place in
      medianOf(first.map { $0.curves.nanoseconds[place] })
    }
    self.curves = curves
    problem = outcomes.lazy.flatMap { $0 }.compactMap(\.problem).first
    isRepeatable = outcomes.allSatisfy { repeats in
      repeats.allSatisfy { $0.figures.hasSameCounts(as: repeats[0].figures) }
    }
  }
}

/// A bar with the figure that it is for.
package struct BarResult: Sendable, Hashable {
  package let workload: String
  package let strategy: String
  package let figure: Figure
  package let most: Double
  /// The figure; nil where the workload has none such, which misses the bar.
  package let value: Double?

  package var isHeld: Bool { value.map { $0 <= most } ?? false }
}
