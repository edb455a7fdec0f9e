import ArrangeModel
import Ordering

/// A transaction that is tried on a copy of a state, to explain what it would write. It runs in slices, on
/// one thread at a time.
final class Trial: @unchecked Sendable {
  // Used on one thread at a time.

  private let state: CollectionState
  private let strategy: any OrderingStrategy
  /// The strategy with its parameters.
  private let strategyText: String
  private let key: CollectionKey
  private let author: Principal?
  private let incarnation: UInt64
  private let time: Timestamp
  private var random: OrderingRandom
  private var stage = Stage.performing

  private enum Stage {
    case performing
    case listing(WriteList, CollectionState, ApplyResult)
    case counting(KeyCount, CollectionState, ApplyResult)
    case measuring(CollectionState, [PlacedElement])
  }

  private let transaction: SlicedTransaction
  private var explanation: Explanation

  init(
    _ operations: [ListOperation],
    on state: CollectionState,
    strategy: any OrderingStrategy,
    strategyText: String,
    random: OrderingRandom,
    key: CollectionKey,
    by author: Principal? = nil,
    incarnation: UInt64 = Lineage.unknown,
    time: Timestamp
  ) {
    self.state = state
    self.strategy = strategy
    self.strategyText = strategyText
    self.random = random
    self.key = key
    self.author = author
    self.incarnation = incarnation
    self.time = time
    transaction = SlicedTransaction(
      operations,
      on: state,
      strategy: strategy,
      random: random,
      idRandom: random,
      time: time
    )
    explanation = Explanation(
      strategy: strategyText,
      version: state.version,
      journalBytes: 0,
      rekeyed: 0,
      writes: [],
      writeCount: 0,
      gaps: [],
      statistics: KeyStatistics()
    )
  }

  /// Works for one slice. O(n + cost of the operations) in total.
  ///
  /// - Returns: the explanation; nil if there is more to do.
  func proceed(_ slice: inout WorkSlice) throws(ArrangeError) -> Explanation? {
    while !slice.isOver {
      switch stage {
      case .performing:
        guard let outcome = try transaction.proceed(&slice) else { return nil }
        record(outcome)
        slice.count(outcome.edits.count)
        stage = .listing(WriteList(outcome.edits, of: state, strategy), outcome.state, outcome.result)
      case .listing(var list, let after, let result):
        stage = .performing
        let isDone = try list.proceed(&slice, into: &explanation)
        stage = isDone ? .counting(KeyCount(), after, result) : .listing(list, after, result)
      case .counting(var count, let after, let result):
        let isDone = count.proceed(&slice, over: state)
        stage = .counting(count, after, result)
        guard isDone else { continue }
        explanation.statistics = count.statistics
        stage = .measuring(after, Trial.gaps(of: result))
      case .measuring(let after, var gaps):
        guard let placed = gaps.popLast() else { return explanation }
        stage = .measuring(after, gaps)
        explanation.gaps.append(try gap(at: placed, in: after))
        slice.count(WorkSlice.steps / 2)
      }
    }
    return nil
  }

  private func record(_ outcome: SlicedTransaction.Outcome) {
    let (after, result) = (outcome.state, outcome.result)
    let commit = Commit(
      collection: key,
      version: after.version,
      incarnation: incarnation,
      time: time,
      author: author,
      requestID: nil,
      edits: outcome.edits,
      sectionCount: after.sectionCount,
      itemCount: after.itemCount,
      result: result
    )
    explanation.journalBytes = result.changed ? commit.record.payload.count : 0
    explanation.rekeyed = result.rekeyed
  }

  /// The elements placed by the first operations, last one first.
  private static func gaps(of result: ApplyResult) -> [PlacedElement] {
    let placed = result.operations.lazy.compactMap { operation in operation.first { $0.place != nil } }
    return placed.prefix(Explanation.mostGaps).reversed()
  }

  private func gap(
    at placed: PlacedElement,
    in after: CollectionState
  ) throws(ArrangeError) -> Explanation.Gap {
    let (scope, index): (Scope, Int)
    switch placed.place {
    case .section(let place): (scope, index) = (.sections, place)
    case .item, nil:
      guard let slot = after.slot(ofItem: placed.id) else { preconditionFailure("it was just placed") }
      (scope, index) = (slot.scope, slot.index)
    }
    let list = ScopeKeys(after, scope)
    do {
      return Explanation.Gap(
        id: placed.id,
        before: try GapRoom(of: index, in: list, strategy, using: &random),
        after: try GapRoom(of: index + 1, in: list, strategy, using: &random)
      )
    } catch {
      throw ArrangeError(.internal, "strategy \(strategyText): \(error)")
    }
  }
}

/// The keys that edits wrote, listed in slices. If keys are ranks, nothing is written for them.
private struct WriteList {
  private let edits: [Edit]
  private let strategy: any OrderingStrategy
  private var next = 0
  // The ids of rekeyed elements are found by applying the edits again.
  private var replayed: CollectionState
  private var replay = ReplayedEdits()
  private var lifted: [OrderKey] = []

  init(_ edits: [Edit], of state: CollectionState, _ strategy: any OrderingStrategy) {
    self.edits = strategy.keyForm == .stored ? edits : []
    self.strategy = strategy
    replayed = state
  }

  /// - Returns: whether the list is complete.
  mutating func proceed(
    _ slice: inout WorkSlice,
    into explanation: inout Explanation
  ) throws(ArrangeError) -> Bool {
    while next < edits.count {
      if slice.isOver { return false }
      let edit = edits[next]
      next += 1
      list(edit, in: &explanation)
      try replayed.replay(edit, &replay)
      slice.count(WorkSlice.stepsOfEdit * edit.replaySteps)
    }
    return true
  }

  private mutating func list(_ edit: Edit, in explanation: inout Explanation) {
    func add(_ id: Identifier, _ reason: Explanation.KeyWrite.Reason, _ before: OrderKey?, _ after: OrderKey)
    {
      guard before != after else { return }
      explanation.writeCount += 1
      guard explanation.writes.count < Explanation.mostWrites else { return }
      explanation.writes.append(
        Explanation.KeyWrite(
          id: id,
          reason: reason,
          before: before.map { strategy.text(of: $0) } ?? "",
          after: strategy.text(of: after)
        )
      )
    }
    switch edit {
    case .detach(_, let key, _, _, _, _, .move): lifted.append(key)
    case .detach, .update, .stay, .branch: break
    case .attach(let element, let key, _, _, .inserted): add(element.id, .inserted, nil, key)
    case .attach(let element, let key, _, _, .moved(let source)):
      add(element.id, .moved, lifted.indices.contains(source) ? lifted[source] : nil, key)
    case .rekey(let scope, let start, let before, let after):
      for (offset, pair) in zip(before, after).enumerated() {
        add(replayed.entry(in: replay.scope(scope), at: start + offset).element.id, .rekeyed, pair.0, pair.1)
      }
    }
  }
}

/// Visits the keys of all lists of a collection, in slices: those of the sections, then those of the items of
/// each section, and of the children of each item.
struct KeyWalk {
  /// The number of keys visited at a time.
  private static let keysAtATime = 1_024

  private var section = -1
  /// The next branch, once all sections were visited.
  private var branch: BranchNumber = 0
  private var index = 0

  /// The list that is visited; nil after the last one.
  private mutating func scope(of state: CollectionState) -> Scope? {
    if section < 0 { return .sections }
    if section < state.sectionCount { return .items(section: section) }
    guard let next = state.branches?.next(from: branch) else { return nil }
    branch = next
    return .children(next)
  }

  /// Calls a closure with runs of consecutive keys of one list, and the position at which each run begins.
  ///
  /// - Returns: whether all were visited.
  mutating func proceed(
    _ slice: inout WorkSlice,
    over state: CollectionState,
    _ body: (Scope, Int, [OrderKey]) -> Void
  ) -> Bool {
    while let scope = scope(of: state) {
      if slice.isOver { return false }
      let count = state.count(in: scope)
      let end = min(count, index + KeyWalk.keysAtATime)
      if index < end { body(scope, index, ScopeKeys(state, scope).keys(in: index..<end)) }
      slice.count(1 + 2 * (end - index))
      index = end
      guard index == count else { continue }
      index = 0
      if scope.branch == nil { section += 1 } else { branch += 1 }
    }
    return true
  }
}

/// Statistics of the stored keys.
private struct KeyCount {
  private var walk = KeyWalk()
  private(set) var statistics = KeyStatistics()

  mutating func proceed(_ slice: inout WorkSlice, over state: CollectionState) -> Bool {
    walk.proceed(&slice, over: state) { _, _, keys in
      for key in keys {
        statistics.keyCount += 1
        statistics.totalBytes += key.count
        statistics.longestBytes = max(statistics.longestBytes, key.count)
      }
    }
  }
}
