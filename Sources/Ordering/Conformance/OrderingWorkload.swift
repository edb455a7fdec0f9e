/// A pattern of edits for testing strategies.
public enum OrderingWorkload: String, Sendable, Hashable, CaseIterable {
  /// Each element goes to the end.
  case append

  /// Each element goes to the start.
  case prepend

  /// Each element goes to the second place: before the one inserted last.
  case hotFront = "hot-front"

  /// Each element goes to the same place in the middle of the list.
  case hotMiddle = "hot-middle"

  /// Each element goes before the last one: after the one inserted last.
  case hotEnd = "hot-end"

  /// Each element goes after the one inserted last, in the middle of the list.
  case following

  /// Each element goes between the two inserted last.
  case zigzag

  /// Each element goes before or after the one inserted last, at random.
  case wavering

  /// Elements go anywhere among those inserted, which all went into one gap in the middle.
  case crowded

  /// Each element goes to one of the five places in the middle of the list.
  case places

  /// Each element goes near the middle of the list, in a bell curve with a standard deviation of three places.
  case bell

  /// Ten elements at a time go to the middle of the list.
  case blocks

  /// Fifty elements at a time, from anywhere, move to the middle of the list.
  case gathering

  /// Elements go anywhere.
  case random

  /// Up to 1,000 elements at a time go anywhere.
  case bulk

  /// Elements go anywhere, single or a few at a time; others are removed, single or in ranges.
  case removals

  /// Keys are made between two known neighbours, without the list.
  case isolated

  /// Damaged keys and texts are offered.
  case damaged
}

/// One step of a workload.
enum WorkloadStep {
  case insert(count: Int, gap: Int)
  case gather(positions: [Int])
  case remove(Range<Int>)
  case isolated(position: Int)
  case damaged
}

/// The steps of a workload, one at a time.
struct WorkloadSteps {
  private let workload: OrderingWorkload
  private let initial: Int
  private var last: Int
  private var goesRight = false
  private var inserted = 0

  /// The maximum number of elements that a bulk step inserts.
  private static let largestBulk = 1_000

  /// The places of ``OrderingWorkload/places``.
  private static let placeCount = 5

  /// The number of coin tosses with a standard deviation of three heads.
  private static let coins = 36

  /// The elements that ``OrderingWorkload/blocks`` inserts at a time.
  private static let block = 10

  /// The maximum number of elements that ``OrderingWorkload/gathering`` moves at a time; a quarter of a small
  /// list.
  private static let gathered = 50

  /// The maximum number of elements that a workload with removals inserts or removes in one step.
  private static let largestRemoval = 20

  /// Begins a workload on a list of `initial` elements.
  init(_ workload: OrderingWorkload, initial: Int) {
    self.workload = workload
    self.initial = initial
    self.last = initial / 2
  }

  /// The next step on a list that now has `count` elements.
  mutating func next(count: Int, using random: inout OrderingRandom) -> WorkloadStep {
    defer { inserted += 1 }
    switch workload {
    case .append: return .insert(count: 1, gap: count)
    case .prepend: return .insert(count: 1, gap: 0)
    case .hotFront: return .insert(count: 1, gap: min(1, count))
    case .hotMiddle: return .insert(count: 1, gap: initial / 2)
    case .hotEnd: return .insert(count: 1, gap: max(count - 1, 0))
    case .following: return .insert(count: 1, gap: initial / 2 + inserted)
    case .zigzag, .wavering:
      goesRight = workload == .zigzag ? !goesRight : random.next() & 1 == 0
      if inserted > 0, goesRight { last += 1 }
      return .insert(count: 1, gap: last)
    case .crowded:
      return .insert(count: 1, gap: initial / 2 + random.position(in: 0..<(inserted + 1)))
    case .places:
      let place = count / 2 - WorkloadSteps.placeCount / 2 + random.position(in: 0..<WorkloadSteps.placeCount)
      return .insert(count: 1, gap: min(max(place, 0), count))
    case .bell:
      let heads = (random.next() >> UInt64(64 - WorkloadSteps.coins)).nonzeroBitCount
      return .insert(count: 1, gap: min(max(count / 2 + heads - WorkloadSteps.coins / 2, 0), count))
    case .blocks: return .insert(count: WorkloadSteps.block, gap: count / 2)
    case .gathering:
      let size = min(WorkloadSteps.gathered, count / 4)
      guard size > 0 else { return .insert(count: 1, gap: count / 2) }
      var positions: Set<Int> = []
      while positions.count < size { positions.insert(random.position(in: 0..<count)) }
      return .gather(positions: positions.sorted())
    case .random: return .insert(count: 1, gap: random.position(in: 0..<(count + 1)))
    case .bulk:
      // The size is uniform in its logarithm, so that small bulks are as frequent as large ones.
      let limit = 1 << random.position(in: 0..<11)
      let size = min(1 + random.position(in: 0..<limit), WorkloadSteps.largestBulk)
      return .insert(count: size, gap: random.position(in: 0..<(count + 1)))
    case .removals: return removal(count: count, using: &random)
    case .isolated: return .isolated(position: random.position(in: 0..<(count + 1)))
    case .damaged: return .damaged
    }
  }

  private func removal(count: Int, using random: inout OrderingRandom) -> WorkloadStep {
    let size = 1 + random.position(in: 0..<WorkloadSteps.largestRemoval)
    guard count > 0, random.next() % 2 == 0 else {
      return .insert(count: size, gap: random.position(in: 0..<(count + 1)))
    }
    let start = random.position(in: 0..<count)
    return .remove(start..<min(start + size, count))
  }
}
