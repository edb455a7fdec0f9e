import Ordering

/// One run of a workload in which writers independently make keys for one gap, which are then merged.
///
/// It uses the strategy without an engine. Each round begins with the initial list and another gap. The
/// writers' keys are merged in key order. Of equal keys the first one stays, and the others are made anew
/// with the list, each after the one that it collided with.
struct ApartRun {
  let workload: Workload
  let strategy: any OrderingStrategy
  let seed: UInt64
  let context: RunContext

  /// A key that a writer made.
  private struct Draft {
    var key: OrderKey
    var writer: Int
  }

  /// The result of merges.
  private struct Meetings {
    var collisions = 0
    var roundsWithCollision = 0
    var interleavings = 0
    var room: RoomProbe.Room?
    var problem: String?
    var refusal: String?
    var byteSum = 0
    var byteCount = 0

    /// Records a key that the list got.
    mutating func record(_ key: OrderKey) {
      byteSum += key.count
      byteCount += 1
    }
  }

  func run() throws(OrderingError) -> RunOutcome {
    var random = OrderingRandom(seed: seed)
    var gaps = random.split()
    let probeRandom = random.split()
    let base = try baseList(using: &random)
    let baseKeys = base.keys
    var tally = Tally(operations: workload.rounds * workload.writers * workload.run)
    tally.record(initialLongest: strategy.longest(of: baseKeys))
    var meetings = Meetings()
    for round in 0..<workload.rounds {
      let gap = 1 + gaps.position(in: 0..<(workload.items - 1))
      let (drafts, nanoseconds) = makeDrafts(gap, baseKeys, &tally, &meetings, &random)
      var list = base
      try merge(drafts, into: &list, at: gap, nanoseconds, &tally, &meetings, &random)
      let keys = list.keys
      meetings.problem = meetings.problem ?? strategy.disorder(of: keys)
      if round == workload.rounds - 1 {
        let recent = Array(gap..<(gap + drafts.count))
        meetings.room = RoomProbe.room(keys: keys, recent: recent, strategy: strategy, random: probeRandom)
      }
      context.progress(workload.writers * workload.run)
      guard context.isWanted() else { break }
    }
    return outcome(of: &tally, meetings)
  }

  private func baseList(using random: inout OrderingRandom) throws(OrderingError) -> KeyListModel {
    var list = KeyListModel(strategy)
    let request = KeyRequest(count: workload.items, gap: 0, lower: nil, upper: nil)
    list.apply(try strategy.assignKeys(for: request, in: [OrderKey](), using: &random), at: 0)
    return list
  }

  /// Makes each writer's run of keys, each after the previous one, independently of the other writers.
  ///
  /// - Returns: the keys, and the nanoseconds for one.
  private func makeDrafts(
    _ gap: Int,
    _ keys: [OrderKey],
    _ tally: inout Tally,
    _ meetings: inout Meetings,
    _ random: inout OrderingRandom
  ) -> (drafts: [Draft], nanoseconds: UInt64) {
    var drafts: [Draft] = []
    drafts.reserveCapacity(workload.writers * workload.run)
    let (lower, upper) = (keys[gap - 1], keys[gap])
    // Common preparations are not repeated for each writer, since that would be timed as well.
    var request = KeyRequest(count: 1, gap: 0, lower: lower, upper: upper)
    let followsRank = strategy.keyForm == .rank
    let noList: any KeyList = [OrderKey]()
    let start = context.clock()
    for writer in 0..<workload.writers {
      for number in 0..<workload.run {
        if workload.run > 1 {
          request.neighbours.lower = number > 0 ? drafts[drafts.count - 1].key : lower
          request.continuesRun = number > 0
        }
        // Ranks depend on the position that the writer sees; other keys only on the neighbours.
        if followsRank {
          request.gap = gap + number
          request.neighbours.upper = self.upper(upper, number)
        }
        do throws(OrderingError) {
          let answer = try strategy.assignKeys(for: request, in: noList, using: &random)
          guard let key = answer.keys.first else { throw .strategyFailed("there is no key in the answer") }
          drafts.append(Draft(key: key, writer: writer))
        } catch {
          meetings.refusal = meetings.refusal ?? "\(error)"
          for _ in number..<workload.run { tally.recordRefusal() }
          break
        }
      }
    }
    let end = context.clock()
    return (drafts, drafts.isEmpty ? 0 : (end - start) / UInt64(drafts.count))
  }

  /// The key after the gap for a writer that has inserted `number` items: a rank has shifted.
  private func upper(_ key: OrderKey, _ number: Int) -> OrderKey {
    guard strategy.keyForm == .rank, let rank = key.bigEndianValue else { return key }
    return OrderKey(rank: Int(rank) + number)
  }

  private func merge(
    _ drafts: [Draft],
    into list: inout KeyListModel,
    at gap: Int,
    _ nanoseconds: UInt64,
    _ tally: inout Tally,
    _ meetings: inout Meetings,
    _ random: inout OrderingRandom
  ) throws(OrderingError) {
    let sorted = drafts.sorted { ($0.key, $0.writer) < ($1.key, $1.writer) }
    let before = meetings.collisions
    // Keys that can stay go first, so that the others are made with all of them in the list.
    var losers: [(place: Int, key: OrderKey)] = []
    var keptCount = 0
    for (index, draft) in sorted.enumerated() {
      let isEqual = index > 0 && sorted[index - 1].key == draft.key
      if isEqual { meetings.collisions += 1 }
      guard !isEqual, strategy.keyForm == .stored else {
        losers.append((gap + index, draft.key))
        continue
      }
      list.apply(KeyAssignment(keys: [draft.key]), at: gap + keptCount)
      keptCount += 1
      meetings.record(draft.key)
      tally.record(
        items: 1,
        keys: 1,
        stored: 1,
        longest: draft.key.count,
        journalBytes: 0,
        nanoseconds: nanoseconds
      )
    }
    // Everything before a loser is inserted first, so its position is that in the merged run.
    for (place, draft) in losers {
      let request = KeyRequest(count: 1, gap: place, in: list)
      let answer = try strategy.assignKeys(for: request, in: list, using: &random)
      list.apply(answer, at: place)
      let written = answer.rekeys.reduce(answer.keys.count) { $0 + $1.count }
      for key in answer.keys { meetings.record(key) }
      tally.record(
        items: 1,
        keys: written,
        stored: strategy.keyForm == .rank ? 0 : written,
        longest: max(draft.count, strategy.longest(of: answer.keys)),
        journalBytes: 0,
        nanoseconds: nanoseconds
      )
    }
    if meetings.collisions > before { meetings.roundsWithCollision += 1 }
    let changes = zip(sorted, sorted.dropFirst()).count { $0.writer != $1.writer }
    meetings.interleavings += max(0, changes - (Set(sorted.map(\.writer)).count - 1))
  }

  private func outcome(of tally: inout Tally, _ meetings: Meetings) -> RunOutcome {
    var figures = tally.figures()
    for figure in [Figure.journalMean, .journalP99, .journalMost, .timeP99, .timeP50, .timeWorst] {
      figures[figure] = nil
    }
    figures[.collisions] = Double(meetings.collisions)
    figures[.collisionRounds] = Double(meetings.roundsWithCollision) / Double(workload.rounds)
    if workload.run > 1 { figures[.interleavings] = Double(meetings.interleavings) }
    figures.record(meetings.room)
    if meetings.byteCount > 0 {
      figures[.keyBytesMean] = Double(meetings.byteSum) / Double(meetings.byteCount)
    }
    var curves = tally.curves
    curves.journalBytes = []
    return RunOutcome(
      figures: figures,
      curves: curves,
      problem: meetings.problem,
      refusal: meetings.refusal
    )
  }
}
