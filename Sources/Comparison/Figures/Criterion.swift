/// A property of a strategy that users may care about, and its figure.
package enum Criterion: String, Sendable, Hashable, CaseIterable {
  case fewKeys
  case fewStoredKeys
  case shortKeys
  case smallJournal
  case speed
  case writersApart
  case intactRuns

  /// The question, for a table.
  package var title: String {
    switch self {
    case .fewKeys: "An item keeps its key: most keys for one that comes or moves, on average"
    case .fewStoredKeys: "Few keys are written to the disk: most per operation, on average"
    case .shortKeys: "Keys are short: the longest key, in bytes"
    case .smallJournal: "The journal grows slowly: bytes per operation"
    case .speed: "Operations are fast: µs for one, median"
    case .writersApart: "Writers that do not see each other get different keys: equal keys"
    case .intactRuns: "What one writer inserts offline stays together: places where others come between"
    }
  }

  /// The goal of the user, for a sentence.
  package var wish: String {
    switch self {
    case .fewKeys: "items should keep their keys"
    case .fewStoredKeys: "few keys should go to the disk"
    case .shortKeys: "keys should be short"
    case .smallJournal: "the journal should stay small"
    case .speed: "operations should be fast"
    case .writersApart: "writers do not see each other"
    case .intactRuns: "what is inserted offline should stay together"
    }
  }

  package var figure: Figure {
    switch self {
    case .fewKeys: .keysPerItem
    case .fewStoredKeys: .keysStored
    case .shortKeys: .keyBytesLongest
    case .smallJournal: .journalMean
    case .speed: .timeP50
    case .writersApart: .collisions
    case .intactRuns: .interleavings
    }
  }

  /// Whether workloads with many items per operation count: not if the figure is per operation.
  fileprivate var countsBlocks: Bool { self == .fewKeys || self == .shortKeys }

  /// If the worst strategy is within this factor of the best one, none of them is called the best.
  static let minimumDifference = 1.1

  /// The factor from the best one within which a strategy also counts as best.
  var tolerance: Double {
    switch self {
    case .speed: 0.1
    default: 0.02
    }
  }
}

/// A strategy's worst value of a criterion, and the workload with that value.
package struct CriterionValue: Sendable, Hashable {
  package let strategy: String
  package let value: Double
  package let workload: String
  /// Whether no other strategy is better by more than a little, and some are worse. A strategy that refused
  /// an operation, or whose list was wrong in any workload, is never the best.
  package let isBest: Bool
}

extension ComparisonReport {
  /// The worst value of each strategy in all workloads that edit a list item by item, or in those with
  /// writers; reorderings of whole lists are left out, because all strategies write about as many keys in
  /// them. Only workloads that all strategies completed count.
  package func values(of criterion: Criterion) -> [CriterionValue] {
    var worst: [String: (value: Double, workload: String)] = [:]
    let needsWriters = criterion == .writersApart || criterion == .intactRuns
    for result in workloads
    where result.rows.count == strategies.count && !result.workload.kind.isReorder
      && (needsWriters || !result.workload.kind.hasWriters)
      && (criterion.countsBlocks || !result.workload.kind.hasBlocks)
    {
      for row in result.rows {
        guard let value = row.figures[criterion.figure] else { continue }
        if value > worst[row.variant.label]?.value ?? -1 {
          worst[row.variant.label] = (value, result.workload.label)
        }
      }
    }
    let unfit = unfit
    let fit = worst.filter { !unfit.contains($0.key) }.values.map(\.value)
    let (least, most) = (fit.min() ?? 0, fit.max() ?? 0)
    let isUndecided = most <= least * Criterion.minimumDifference
    return strategies.compactMap { variant in
      worst[variant.label].map {
        CriterionValue(
          strategy: variant.label,
          value: $0.value,
          workload: $0.workload,
          isBest: !isUndecided && !unfit.contains(variant.label)
            && $0.value <= least * (1 + criterion.tolerance)
        )
      }
    }
  }
}
