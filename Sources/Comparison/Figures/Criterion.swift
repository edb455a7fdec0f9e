/// What a person may care about in a strategy, and the figure that tells.
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

  /// The wish after it, for a sentence.
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

  /// Whether workloads count in which an operation brings many items: not where the figure is of a whole operation.
  fileprivate var countsBlocks: Bool { self == .fewKeys || self == .shortKeys }

  /// If the worst strategy is within this factor of the best one, none of them is called the best.
  static let leastDifference = 1.1

  /// How far a strategy may be from the best one and still count as one of the best.
  var tolerance: Double {
    switch self {
    case .speed: 0.1
    default: 0.02
    }
  }
}

/// A strategy's worst value of a criterion, and the workload in which it had it.
package struct CriterionValue: Sendable, Hashable {
  package let strategy: String
  package let value: Double
  package let workload: String
  /// Whether no other strategy is better by more than a little, and some are worse. One that refused something, or whose
  /// list came out wrong in any workload, is neither.
  package let isBest: Bool
}

extension ComparisonReport {
  /// The worst that each strategy came to in all workloads that edit a list item by item, or in those with writers;
  /// reorderings of whole lists are left out, in which all strategies write about as many keys. Only workloads that
  /// all strategies did count.
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
    let isUndecided = most <= least * Criterion.leastDifference
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
