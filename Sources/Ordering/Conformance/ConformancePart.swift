/// A part of a run of ``OrderingConformance``, for reporting progress.
public enum ConformancePart: Sendable, Hashable {
  /// One workload on a list of the given size.
  case workload(OrderingWorkload, initialCount: Int)

  /// Many elements at a time into a list of the given size, with single ones between them.
  case bulks(initialCount: Int)

  /// Many inserts, after which keys must still be short and cheap.
  case growth(OrderingWorkload)
}

extension ConformancePart: CustomStringConvertible {
  public var description: String {
    switch self {
    case .workload(let workload, let count): "\(workload.rawValue) from \(count)"
    case .bulks(let count): "bulks into \(count)"
    case .growth(let workload): "growth, \(workload.rawValue)"
    }
  }
}

extension OrderingConformance {
  /// The workloads that make keys long, if anything does.
  private static let growing: [OrderingWorkload] = [
    .append, .prepend, .hotFront, .hotMiddle, .hotEnd, .following, .zigzag, .wavering, .crowded,
  ]

  /// The initial size of the list for growth: a gap in it has neighbours on both sides.
  private static let growingFrom = 10

  /// All parts, in the order in which they are run.
  public var parts: [ConformancePart] {
    OrderingWorkload.allCases.flatMap { workload in
      initialCounts.map { .workload(workload, initialCount: $0) }
    } + initialCounts.map { .bulks(initialCount: $0) } + OrderingConformance.growing.map { .growth($0) }
  }

  /// Runs one part.
  public func run(_ part: ConformancePart) -> WorkloadOutcome {
    switch part {
    case .workload(let workload, let count): run(workload, initialCount: count)
    case .bulks(let count): runBulks(initialCount: count)
    case .growth(let workload): runGrowth(workload)
    }
  }

  /// Inserts many elements at the start, in the middle and at the end of lists, and then single ones in the
  /// middle of those inserted.
  private func runBulks(initialCount: Int) -> WorkloadOutcome {
    var outcome = WorkloadOutcome(.bulk)
    for size in bulkCounts {
      for gap in Set([0, initialCount / 2, initialCount]).sorted() {
        var run = ConformanceRun(strategy, workload: .bulk, seed: seed, checksText: true)
        run.fill(initialCount)
        run.insert(size, at: gap)
        for _ in 0..<10 { run.insert(1, at: gap + size / 2) }
        run.insert(size, at: gap + size / 2)
        outcome.add(run.finish())
      }
    }
    return outcome
  }

  private func runGrowth(_ workload: OrderingWorkload) -> WorkloadOutcome {
    var run = ConformanceRun(strategy, workload: workload, seed: seed, checksText: false)
    run.fill(OrderingConformance.growingFrom)
    run.perform(growthSteps, initial: OrderingConformance.growingFrom)
    run.checkCost()
    return run.finish()
  }
}

extension ConformanceRun {
  /// Checks that few keys are written, averaged over all inserts.
  ///
  /// The bound is one key for the new element and the binary logarithm of the list's size for its neighbours,
  /// as in the known algorithms for this problem.
  mutating func checkCost() {
    guard !hasFailed, strategy.keyForm == .stored, outcome.inserted > 0 else { return }
    let bound = 1 + (Int.bitWidth - model.count.leadingZeroBitCount)
    let written = outcome.keysWritten.reduce(0, +)
    guard written > bound * outcome.inserted else { return }
    violate(.growth, "\(written) keys for \(outcome.inserted) inserts, more than \(bound) for each")
  }
}

extension WorkloadOutcome {
  /// Adds another outcome of the same workload.
  mutating func add(_ other: WorkloadOutcome) {
    violations += other.violations
    keysWritten = (keysWritten + other.keysWritten).sorted()
    inserted += other.inserted
    longestKey = max(longestKey, other.longestKey)
    finalCount = other.finalCount
  }
}
