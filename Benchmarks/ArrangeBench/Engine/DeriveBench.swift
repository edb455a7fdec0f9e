import ArrangeModel
import Changes
import Engine

/// What finding a batch costs: tracing where what was touched was and is, and deriving; and what composing two costs. Times are
/// processor time, which other programs hardly disturb.
struct DeriveBench {
  /// Times of one kind of work, in nanoseconds.
  typealias Times = [UInt64]

  private enum Batch {
    case list(ChangeBatch)
    case outline(TreeBatch)
  }

  private var edited: EditedCollection
  private var latest: Batch?
  /// Finding a batch, with and without tracing; composing two; catching up over many commits.
  private(set) var derive: Times = []
  private(set) var whole: Times = []
  private(set) var compose: Times = []
  private(set) var catchUp: Times = []

  init(_ shape: EditedCollection.Shape, items: Int) throws(ArrangeError) {
    edited = try EditedCollection(shape, items: items)
  }

  /// Makes changes, one a commit, and measures the batch over them, and composing it with the one before.
  mutating func measure(changes: Int) throws {
    let old = edited.state
    for _ in 0..<changes {
      // What has no room in its list any more is left out.
      try? edited.apply([edited.change()])
    }
    let (batch, derived, all) = batch(from: old)
    derive.append(derived)
    whole.append(all)
    if let latest {
      let start = processorTime()
      let fits = try DeriveBench.compose(latest, batch)
      compose.append(processorTime() - start)
      precondition(fits)
    }
    latest = batch
  }

  /// Makes commits of one change, and measures the batch over all of them.
  mutating func measureCatchingUp(commits: Int) throws {
    let old = edited.state
    for _ in 0..<commits { try? edited.apply([edited.change()]) }
    catchUp.append(batch(from: old).whole)
    latest = nil
  }

  private func batch(from old: CollectionState) -> (batch: Batch, derive: UInt64, whole: UInt64) {
    let start = processorTime()
    let new = ListAtVersion(state: edited.state, hasKeys: false)
    let batch: Batch
    let middle: UInt64
    switch edited.shape {
    case .list:
      let pair = TracedCollection(edited.log, after: old.version, to: new)
      let touched = pair.touched
      middle = processorTime()
      guard case .batch(let found) = ChangeBatch.derive(pair, touched: touched) else {
        fatalError("no batch")
      }
      batch = .list(found)
    case .outline:
      let pair = TracedOutline(edited.log, after: old.version, to: new)
      let touched = pair.touched
      middle = processorTime()
      guard case .batch(let found) = TreeBatch.derive(pair, touched: touched) else { fatalError("no batch") }
      batch = .outline(found)
    }
    let end = processorTime()
    return (batch, end - middle, end - start)
  }

  /// Whether two batches are composed to one from the list before the first to the one after the second.
  private static func compose(_ first: Batch, _ second: Batch) throws -> Bool {
    switch (first, second) {
    case (.list(let first), .list(let second)):
      let both = try first.composed(with: second)
      return both.before == first.before && both.after == second.after
    case (.outline(let first), .outline(let second)):
      let both = try first.composed(with: second)
      return both.before == first.before && both.after == second.after
    default: return false
    }
  }
}

extension DeriveBench {
  /// Enough for a 99th percentile.
  private static let rounds = 400

  /// Prints what batches of a flat list cost.
  static func run(items: Int, changes: Int) throws {
    var bench = try DeriveBench(.list, items: items)
    for _ in 0..<rounds { try bench.measure(changes: changes) }
    print(
      "derive \(items) items, \(changes) changes: \(summary(bench.derive)), with tracing \(summary(bench.whole))"
    )
    print("compose two of them: \(summary(bench.compose))")
    for _ in 0..<rounds { try bench.measureCatchingUp(commits: 1_000) }
    print("catch up \(items) items, 1,000 commits: \(summary(bench.catchUp))")
  }

  private static func summary(_ times: Times) -> String {
    func microseconds(_ share: Double) -> String { "\((times.percentile(share) * 10).rounded() / 10) us" }
    return "p50 \(microseconds(0.5)), p99 \(microseconds(0.99))"
  }
}
