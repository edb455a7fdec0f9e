import Ordering

/// The steps of a workload, one at a time. The same seed gives the same steps, whatever the strategy.
struct EditSteps {
  private let workload: Workload
  private let recording: RecordedEdits?
  private var random: OrderingRandom
  private var done = 0
  /// The last position of a zigzag, and the side of the next one.
  private var zigzag: (last: Int, goesRight: Bool)
  /// For a workload that sorts: the numbers of the items in list order.
  private var order: [Int]

  /// The number of coin tosses with a standard deviation of three heads.
  private static let coins = 36

  /// The initial number of items.
  let initialCount: Int
  /// The number of steps.
  let count: Int

  /// - Parameter recording: the edits of a trace.
  init(_ workload: Workload, seed: UInt64, recording: RecordedEdits?) {
    self.workload = workload
    self.recording = recording
    random = OrderingRandom(seed: seed)
    initialCount = recording?.initialCount ?? workload.items
    count = min(workload.operations, recording?.steps.count ?? .max)
    zigzag = (workload.items / 2, false)
    order = workload.kind == .sort ? Array(0..<workload.items) : []
  }

  /// The next step on a list that now has `count` items; nil after the last one.
  mutating func next(count: Int) -> EditStep? {
    guard done < self.count else { return nil }
    defer { done += 1 }
    let middle = initialCount / 2
    switch workload.kind {
    case .append: return .insert(at: count, count: 1)
    case .prepend: return .insert(at: 0, count: 1)
    case .hotGap: return .insert(at: middle, count: 1)
    case .following: return .insert(at: middle + done, count: 1)
    case .zigzag:
      if done > 0, zigzag.goesRight { zigzag.last += 1 }
      zigzag.goesRight.toggle()
      return .insert(at: zigzag.last, count: 1)
    case .crowded: return .insert(at: middle + random.position(in: 0..<(done + 1)), count: 1)
    case .places:
      let place = count / 2 - workload.places / 2 + random.position(in: 0..<workload.places)
      return .insert(at: min(max(place, 0), count), count: 1)
    case .bell:
      let heads = (random.next() >> UInt64(UInt64.bitWidth - EditSteps.coins)).nonzeroBitCount
      return .insert(at: min(max(count / 2 + heads - EditSteps.coins / 2, 0), count), count: 1)
    case .blocks: return .insert(at: count / 2, count: workload.block)
    case .hotBlocks: return .insert(at: middle, count: workload.block)
    case .gathering:
      return .gather(scattered(workload.block, of: count), to: (count - workload.block) / 2)
    case .randomInsert: return .insert(at: random.position(in: 0..<(count + 1)), count: 1)
    case .randomMove:
      let from = random.position(in: 0..<count)
      let to = random.position(in: 0..<(count - 1))
      return .move(from: from, to: to < from ? to : to + 1)
    case .shuffle: return .reorder(Array(0..<count).shuffled(using: &random))
    case .sort: return .reorder(sortedPositions())
    case .trace: return recording?.steps[done]
    case .manyWriters, .offlineMerge: return nil
    }
  }

  /// Some positions in ascending order, each as likely as any other (Floyd 1987). O(number · log number).
  private mutating func scattered(_ number: Int, of count: Int) -> [Int] {
    var positions: Set<Int> = []
    for last in (count - number)..<count {
      let position = random.position(in: 0..<(last + 1))
      if !positions.insert(position).inserted { positions.insert(last) }
    }
    return positions.sorted()
  }

  /// The positions in the order of a field: each item has two independent fields.
  private mutating func sortedPositions() -> [Int] {
    let field = UInt64(done % 2)
    func value(_ item: Int) -> UInt64 {
      var value = OrderingRandom(seed: UInt64(item) << 1 | field)
      return value.next()
    }
    let values = order.map(value)
    let positions = order.indices.sorted { values[$0] < values[$1] }
    order = positions.map { order[$0] }
    return positions
  }
}
