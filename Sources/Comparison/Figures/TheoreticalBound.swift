import Foundation
import Ordering

/// A theoretical bound of a figure of a workload, with its source.
package struct TheoreticalBound: Sendable, Hashable {
  /// How the figure relates to the bound.
  package enum Relation: String, Sendable, Hashable {
    /// No strategy of this form can have less.
    case least
    /// No strategy of this form should have more.
    case most
    /// The exact or expected value of the figure.
    case expected
    /// The growth of the best known algorithms; the constant is 1.
    case growth

    /// The relation in words, before a number.
    fileprivate var phrase: String {
      switch self {
      case .least: "at least"
      case .most: "at most"
      case .expected: "expected"
      case .growth: "grows as"
      }
    }
  }

  /// The subject of the bound, in a few words.
  package let name: String
  package let source: String
  package let figure: Figure
  package let relation: Relation
  /// The label of the strategy that it applies to; nil for all of them.
  package let strategy: String?
  /// The bound after all operations.
  package let value: Double
  /// The bound in the course of the run, at ``operations``; empty if it has no course.
  package let points: [Double]
  package let operations: [Int]

  /// The bound in one sentence.
  package var sentence: String {
    let target = strategy.map { "\($0): " } ?? ""
    return "\(target)\(relation.phrase) \(figure.boundText(value)) \(figure.phrase): \(name)"
  }

  /// The bound's name beside a curve.
  var shortName: String {
    switch relation {
    case .least: "least"
    case .most: "most"
    case .expected: "|i − j| + 1"
    case .growth: "log₂ n"
    }
  }

  init(
    _ name: String,
    source: String,
    _ figure: Figure,
    _ relation: Relation,
    strategy: String? = nil,
    value: Double,
    points: [Double] = [],
    operations: [Int] = []
  ) {
    self.name = name
    self.source = source
    self.figure = figure
    self.relation = relation
    self.strategy = strategy
    self.value = value
    self.points = points
    self.operations = operations
  }
}

extension TheoreticalBound {
  /// The applicable bounds of a workload. O(operations), and for reorderings O(items).
  static func all(
    for workload: Workload,
    _ rows: [StrategyResult],
    recording: RecordedEdits?,
    seeds: [UInt64]
  ) -> [TheoreticalBound] {
    if workload.kind.hasWriters { return collisions(workload, rows) }
    let courses = seeds.map { (seed) in
      var random = OrderingRandom(seed: seed)
      return BoundCourse(EditSteps(workload, seed: random.next(), recording: recording))
    }
    guard let course = courses.first else { return [] }
    // Figures are means of all seeds, curves those of the first one.
    let stored = mean(courses.map { $0.stored.last ?? 0 })
    let ranked = mean(courses.map { $0.ranks.last ?? 0 })
    var bounds: [TheoreticalBound] = []
    if rows.contains(where: { $0.keyForm == .stored }) {
      bounds.append(storedKeys(course, stored, isReorder: workload.kind.isReorder))
      if workload.kind.isSqueezing { bounds.append(labelling(course, items: workload.block)) }
    }
    if rows.contains(where: { $0.keyForm == .rank }) { bounds.append(ranks(course, ranked)) }
    bounds.append(keyLength(course))
    return bounds
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(values.count, 1))
  }

  /// The minimum number of keys that must be written: one for each item whose relative position changes.
  private static func storedKeys(_ course: BoundCourse, _ value: Double, isReorder: Bool) -> TheoreticalBound
  {
    TheoreticalBound(
      isReorder ? "n − longest increasing run" : "a key for each item that comes or moves",
      source: isReorder ? "Fredman 1975" : "pigeonhole: an item in a new place needs a new key",
      .keysMean,
      .least,
      value: value,
      points: course.stored,
      operations: course.operations
    )
  }

  /// The ranks between source and target, source and target included.
  private static func ranks(_ course: BoundCourse, _ value: Double) -> TheoreticalBound {
    TheoreticalBound(
      "ranks that change: |i − j| + 1 for a move",
      source: "counted from the positions",
      .keysMean,
      .expected,
      strategy: "dense",
      value: value,
      points: course.ranks,
      operations: course.operations
    )
  }

  /// Amortized relabels for each insert, if labels are polynomial in n.
  ///
  /// - Parameter items: the number of items that an operation inserts.
  private static func labelling(_ course: BoundCourse, items: Int) -> TheoreticalBound {
    let points = course.counts.map { log2(Double(max(2, $0))) * Double(items) }
    return TheoreticalBound(
      "log₂ n\(items > 1 ? " for each item" : ""), list labelling with labels of O(log n) bits",
      source: "Dietz, Sleator 1987; Bender et al. 2002; with labels below O(n) log² n: Itai et al. 1981",
      .keysMean,
      .growth,
      value: points.last ?? 0,
      points: points,
      operations: course.operations
    )
  }

  /// The longest of n different keys over an alphabet of 256 bytes.
  private static func keyLength(_ course: BoundCourse) -> TheoreticalBound {
    let points = course.counts.map { Double(minimumLength(count: $0, alphabet: 256)) }
    return TheoreticalBound(
      "log₂₅₆ n; for text in base 36 log₃₆ n, here \(minimumLength(count: course.counts.last ?? 0, alphabet: 36))",
      source: "pigeonhole: n different keys",
      .keyBytesLongest,
      .least,
      value: points.last ?? 0,
      points: points,
      operations: course.operations
    )
  }

  /// The minimum length of the longest of `count` different texts: the smallest L for which there are as many
  /// texts of 1 to L digits.
  static func minimumLength(count: Int, alphabet: Int) -> Int {
    var (length, texts, ofLength) = (0, 0, 1)
    while texts < count {
      length += 1
      ofLength *= alphabet
      texts += ofLength
    }
    return length
  }

  /// The share of rounds in which two of the writers draw the same key.
  private static func collisions(_ workload: Workload, _ rows: [StrategyResult]) -> [TheoreticalBound] {
    guard workload.kind == .manyWriters else { return [] }
    return rows.compactMap { row in
      guard let bits = drawnBits(row.variant) else { return nil }
      return TheoreticalBound(
        bits > 0 ? "two of \(workload.writers) draws of \(bits) bits are equal" : "all keys are equal",
        source: "birthday bound, 1 − exp(−w(w−1) / 2m)",
        .collisionRounds,
        bits > 0 ? .most : .expected,
        strategy: row.variant.label,
        value: birthday(writers: workload.writers, values: exp2(Double(bits)))
      )
    }
  }

  /// The probability that two of some writers draw the same of `values` equally likely values.
  static func birthday(writers: Int, values: Double) -> Double {
    let pairs = Double(writers) * Double(writers - 1) / 2
    return values <= 1 ? 1 : -expm1(-pairs / values)
  }

  /// The minimum number of bits that a writer draws for a key in a fresh gap, as documented by the
  /// strategies; nil if unknown.
  private static func drawnBits(_ variant: StrategyVariant) -> Int? {
    guard let choice = try? StrategyChoice(parsing: variant.text) else { return nil }
    switch choice.name {
    case "dense": return 0
    case "lexorank": return Int(choice.parameters["jitter"] ?? 0)
    // The middle half of a gap of at least one unit of 2³² grid points.
    case "fractional": return 31
    default: return nil
    }
  }
}

/// The course of bounds during a workload, sampled like figures.
private struct BoundCourse {
  private(set) var operations: [Int] = []
  /// The fewest stored keys for each operation so far.
  private(set) var stored: [Double] = []
  /// The changed ranks for each operation so far.
  private(set) var ranks: [Double] = []
  /// The number of items.
  private(set) var counts: [Int] = []

  init(_ steps: EditSteps) {
    var steps = steps
    let interval = max(1, (steps.count + Tally.maximumPoints - 1) / Tally.maximumPoints)
    var (count, done, storedSum, rankSum) = (steps.initialCount, 0, 0, 0)
    while let step = steps.next(count: count) {
      let cost = StepCost(step, count: count)
      storedSum += cost.stored
      rankSum += cost.ranks
      count = step.count(after: count)
      done += 1
      guard done % interval == 0 || done == steps.count else { continue }
      operations.append(done)
      stored.append(Double(storedSum) / Double(done))
      ranks.append(Double(rankSum) / Double(done))
      counts.append(count)
    }
  }
}
