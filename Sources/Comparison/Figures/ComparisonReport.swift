package import Ordering

/// The result of a comparison.
package struct ComparisonReport: Sendable {
  package let seed: UInt64
  package let repeats: Int
  package let strategies: [StrategyVariant]
  package let workloads: [WorkloadResult]
  /// The bars of the plan that were not run, and so are neither held nor missed.
  package let barsNotRun: [BarPlace]

  /// Every bar of the plan, held or missed.
  package var bars: [BarResult] { workloads.flatMap(\.bars) }

  /// Whether all bars are held, no list was wrong at the end, and no operation was refused.
  package var isGood: Bool {
    bars.allSatisfy(\.isHeld) && workloads.allSatisfy { $0.rows.allSatisfy(\.isFit) }
  }

  /// The labels of strategies that refused operations or whose lists were wrong.
  package var unfit: Set<String> {
    Set(workloads.flatMap { $0.rows.filter { !$0.isFit }.map(\.variant.label) })
  }
}

/// A workload with the results of all strategies.
package struct WorkloadResult: Sendable {
  package let workload: Workload
  package let rows: [StrategyResult]
  package let bounds: [TheoreticalBound]

  /// The bars of the workload. One without a strategy is for each of them.
  package var bars: [BarResult] {
    workload.bars.flatMap { bar in
      rows.filter { bar.isFor($0.variant) }.map { row in
        BarResult(
          workload: workload.label,
          strategy: row.variant.label,
          bar: bar,
          value: row.figures[bar.figure],
          refused: row.refused
        )
      }
    }
  }
}

/// The result of one strategy in one workload.
package struct StrategyResult: Sendable {
  package let variant: StrategyVariant
  package let keyForm: KeyForm
  /// Times are medians over the repeats; figures of several seeds are combined by ``Figure/overSeeds(_:)``.
  package let figures: Figures
  /// The range of a mean of ``figures`` over the seeds.
  package let spread: [Figure: ClosedRange<Double>]
  /// The curves of the first seed.
  package let curves: Curves
  /// The problem of the list at the end; nil if its order is correct.
  package let problem: String?
  /// The error of the first refused operation; nil if there was none.
  package let refusal: String?
  /// Whether all repeats had the same counts, as they must with the same seed.
  package let isRepeatable: Bool

  /// - Parameter outcomes: the repeats for each seed; at least one for one seed.
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
    var spread: [Figure: ClosedRange<Double>] = [:]
    for figure in Figure.allCases {
      let values = perSeed.compactMap { $0[figure] }
      guard let least = values.min(), let most = values.max() else { continue }
      figures[figure] = figure.overSeeds(values)
      if figure.isMeanOfSeeds, values.count > 1 { spread[figure] = least...most }
    }
    (self.figures, self.spread) = (figures, spread)
    let first = outcomes[0]
    var curves = first[0].curves
    curves.nanoseconds = curves.nanoseconds.indices.map { place in
      medianOf(first.map { $0.curves.nanoseconds[place] })
    }
    self.curves = curves
    problem = outcomes.lazy.flatMap { $0 }.compactMap(\.problem).first
    refusal = outcomes.lazy.flatMap { $0 }.compactMap(\.refusal).first
    isRepeatable = outcomes.allSatisfy { repeats in
      repeats.allSatisfy { $0.figures.hasSameCounts(as: repeats[0].figures) }
    }
  }

  /// The number of operations that the strategy refused; with several seeds that of the worst one.
  package var refused: Int { Int(figures[.refused] ?? 0) }

  /// Whether the figures cover the whole workload. Operations that a strategy did not do cost it nothing, so
  /// its figures can't be compared with others.
  package var isFit: Bool { refused == 0 && problem == nil && isRepeatable }
}

/// A bar with its measured figure.
package struct BarResult: Sendable, Hashable {
  package let workload: String
  package let strategy: String
  package let bar: Bar
  /// The figure; nil if the workload does not have it, which misses the bar.
  package let value: Double?
  /// The number of refused operations. With any, only a bar for refusals can be held.
  package let refused: Int

  package var figure: Figure { bar.figure }

  package var isHeld: Bool {
    guard let value, refused == 0 || figure == .refused else { return false }
    return value >= bar.least ?? value && value <= bar.most ?? value
  }

  /// The measured value, and why it does not count if operations were refused.
  package var found: String {
    let text = value.map { NumberText.short($0) } ?? "missing"
    return refused > 0 && figure != .refused
      ? "\(text), but \(NumberText.grouped(Double(refused))) refused" : text
  }
}
