/// What a run of a pattern wrote.
package struct KeyPatternOutcome: Sendable, Hashable {
  /// The number of elements inserted.
  package var inserted = 0

  /// The number of keys written: those of the new elements and those of neighbours.
  package var written = 0

  /// The most keys written for one new element in one step.
  package var most = 0

  /// Keys written per element inserted.
  package var keysPerInsert: Double { Double(written) / Double(max(inserted, 1)) }
}

extension KeyPattern {
  /// Runs the pattern on a new list.
  ///
  /// - Parameters:
  ///   - strategy: makes the keys.
  ///   - inserts: the number of elements to insert, not counting those of the list at first.
  ///   - seed: the seed of all positions and keys.
  /// - Throws: what the strategy throws, and ``OrderingError/strategyFailed(_:)`` if the keys are not in
  ///   order at the end.
  package func run(
    _ strategy: any OrderingStrategy,
    inserts: Int,
    seed: UInt64
  ) throws(OrderingError) -> KeyPatternOutcome {
    var run = KeyPatternRun(self, strategy, seed: seed)
    try run.fill(initial)
    run.outcome = KeyPatternOutcome()
    while run.outcome.inserted < inserts {
      for index in writers.indices {
        for _ in 0..<writers[index].turn where run.outcome.inserted < inserts { try run.step(of: index) }
      }
    }
    guard run.list.isAscending else {
      throw .strategyFailed("the keys are not in order: \(self), seed \(seed)")
    }
    return run.outcome
  }
}

/// A pattern in progress.
private struct KeyPatternRun {
  private let writers: [KeyWriter]
  private let strategy: any OrderingStrategy
  private var random: OrderingRandom
  private let initial: Int

  /// For each writer, the position of the element that it inserted last, the number of steps, and how far its
  /// jumps have led it from its place.
  private var states: [(last: Int, steps: Int, offset: Int)]

  private(set) var list = ChunkedKeys()
  var outcome = KeyPatternOutcome()

  /// The number of coin tosses of ``KeyWriter/Shape/bell``.
  private static let coins = 16

  init(_ pattern: KeyPattern, _ strategy: any OrderingStrategy, seed: UInt64) {
    self.writers = pattern.writers
    self.strategy = strategy
    self.random = OrderingRandom(seed: seed)
    self.initial = pattern.initial
    self.states = pattern.writers.map { (pattern.initial * $0.place / 1_000, 0, 0) }
  }

  mutating func fill(_ count: Int) throws(OrderingError) {
    if count > 0 { try insert(count, at: 0) }
  }

  mutating func step(of index: Int) throws(OrderingError) {
    let writer = writers[index]
    if writer.jump > 0, states[index].steps % writer.jump == writer.jump - 1 { jump(index) }
    let place = place(of: index)
    if writer.remove > 0, states[index].steps % writer.remove == writer.remove - 1 {
      remove(writer, around: place)
    }
    let gap = min(max(place + offset(in: writer, step: states[index].steps), 0), list.count)
    try insert(writer.block, at: gap)
    states[index].last = writer.drift >= 0 ? gap + writer.block : gap
    states[index].steps += 1
  }

  private func place(of index: Int) -> Int {
    let (writer, state) = (writers[index], states[index])
    let drift = writer.drift * state.steps / 1_000 + state.offset
    let place =
      switch writer.anchor {
      case .start: initial * writer.place / 1_000 + drift
      case .end: list.count - initial * (1_000 - writer.place) / 1_000 + drift
      case .part: list.count * writer.place / 1_000 + drift
      case .own: state.last
      }
    return min(max(place, 0), list.count)
  }

  private mutating func jump(_ index: Int) {
    let reach = writers[index].reach
    let place = place(of: index)
    let goal =
      reach == 0
      ? random.position(in: 0..<(list.count + 1))
      : min(max(place + random.position(in: 0..<(2 * reach + 1)) - reach, 0), list.count)
    states[index].last = goal
    states[index].offset += goal - place
  }

  private mutating func offset(in writer: KeyWriter, step: Int) -> Int {
    let width = writer.width
    let first = -(width / 2)
    switch writer.shape {
    case .random: return first + random.position(in: 0..<width)
    case .ends: return step % 2 == 0 ? first : first + width - 1
    case .up: return first + step % width
    case .down: return first + width - 1 - step % width
    case .bell:
      let heads = (random.next() >> UInt64(64 - KeyPatternRun.coins)).nonzeroBitCount
      return (heads - KeyPatternRun.coins / 2) * width / KeyPatternRun.coins
    }
  }

  private mutating func remove(_ writer: KeyWriter, around place: Int) {
    for _ in 0..<min(writer.block, list.count) {
      let position =
        switch writer.removal {
        case .far: random.position(in: 0..<list.count)
        case .near: place - writer.width / 2 + random.position(in: 0..<writer.width)
        }
      let removed = min(max(position, 0), list.count - 1)
      list.remove(at: removed)
      for index in states.indices where states[index].last > removed { states[index].last -= 1 }
    }
  }

  private mutating func insert(_ count: Int, at gap: Int) throws(OrderingError) {
    let request = KeyRequest(count: count, gap: gap, in: list)
    let answer = try strategy.assignKeys(for: request, in: list, using: &random)
    let rekeyed = answer.rekeys.reduce(0) { $0 + $1.count }
    for case .keys(let start, let keys) in answer.rekeys {
      for (offset, key) in keys.enumerated() { list.replace(at: start + offset, by: key) }
    }
    list.insert(answer.keys, at: gap)
    for index in states.indices where states[index].last > gap { states[index].last += count }
    outcome.inserted += count
    outcome.written += count + rekeyed
    outcome.most = max(outcome.most, 1 + rekeyed / count)
  }
}

/// A list of keys in chunks: any position can be reached quickly, unlike in ``KeyListModel``.
private struct ChunkedKeys: KeyList {
  private var chunks: [[OrderKey]] = [[]]

  /// The position of the first key of each chunk.
  private var starts = [0]

  private(set) var count = 0

  /// The maximum number of keys of a chunk.
  private static let capacity = 256

  private func chunk(at position: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= position { low = middle } else { high = middle }
    }
    return low
  }

  func key(at position: Int) -> OrderKey {
    let index = chunk(at: position)
    return chunks[index][position - starts[index]]
  }

  var isAscending: Bool {
    let all = chunks.flatMap { $0 }
    return zip(all, all.dropFirst()).allSatisfy { $0 < $1 }
  }

  mutating func replace(at position: Int, by key: OrderKey) {
    let index = chunk(at: position)
    chunks[index][position - starts[index]] = key
  }

  mutating func insert(_ keys: [OrderKey], at position: Int) {
    let index = chunk(at: position)
    chunks[index].insert(contentsOf: keys, at: position - starts[index])
    count += keys.count
    if chunks[index].count > ChunkedKeys.capacity {
      let all = chunks[index]
      let size = ChunkedKeys.capacity / 2
      let parts = stride(from: 0, to: all.count, by: size).map { Array(all[$0..<min($0 + size, all.count)]) }
      chunks.replaceSubrange(index...index, with: parts)
      var start = 0
      starts = chunks.map { (chunk) in
        defer { start += chunk.count }
        return start
      }
    } else {
      for later in (index + 1)..<max(starts.count, index + 1) { starts[later] += keys.count }
    }
  }

  mutating func remove(at position: Int) {
    let index = chunk(at: position)
    chunks[index].remove(at: position - starts[index])
    count -= 1
    for later in (index + 1)..<max(starts.count, index + 1) { starts[later] -= 1 }
    if chunks[index].isEmpty, chunks.count > 1 {
      chunks.remove(at: index)
      starts.remove(at: index)
    }
  }
}
