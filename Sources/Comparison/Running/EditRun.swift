import ArrangeModel
import Engine
import Ordering

/// One run of a workload that edits a list through the engine.
struct EditRun {
  /// The maximum number of items for which a naive list is kept in parallel.
  static let maximumCheckedItems = 20_000

  let workload: Workload
  let strategy: any OrderingStrategy
  let recording: RecordedEdits?
  let seed: UInt64
  let context: RunContext

  func run() throws(OrderingError) -> RunOutcome {
    var random = OrderingRandom(seed: seed)
    var steps = EditSteps(workload, seed: random.next(), recording: recording)
    var list = try ComparedList(items: steps.initialCount, strategy: strategy, random: random.split())
    let probeRandom = random.split()
    var tally = Tally(operations: steps.count)
    tally.record(initialLongest: strategy.longest(of: list.keys))
    let isChecked = steps.initialCount + steps.count <= EditRun.maximumCheckedItems
    var model = isChecked ? NaiveOrder(count: steps.initialCount) : nil
    var done = 0
    var refusal: String?
    while let step = steps.next(count: list.count) {
      do throws(ArrangeError) {
        // Steps of a recording depend on earlier ones.
        guard step.isPossible(count: list.count) else {
          list.passOver(step)
          throw ArrangeError(.outOfRange, "the place is not in the list, since an edit before it was refused")
        }
        let operation = list.operation(for: step)
        let start = context.clock()
        let commit = try list.apply(operation)
        let bytes = commit.result.changed ? commit.record.payload.count : 0
        let end = context.clock()
        let written = WrittenKeys(commit, strategy)
        tally.record(
          items: step.items,
          keys: written.count,
          stored: written.stored,
          longest: written.longest,
          journalBytes: bytes,
          nanoseconds: end - start
        )
        model?.perform(step)
      } catch {
        tally.recordRefusal()
        refusal = refusal ?? error.message
        model?.passOver(step)
      }
      done += 1
      if done % RunContext.operationsBetweenReports == 0 {
        context.progress(RunContext.operationsBetweenReports)
        guard context.isWanted() else { break }
      }
    }
    context.progress(done % RunContext.operationsBetweenReports)
    guard context.isWanted() else {
      return RunOutcome(figures: tally.figures(), curves: tally.curves, problem: nil)
    }
    var outcome = outcome(of: &tally, list, model, probeRandom)
    outcome.refusal = refusal
    return outcome
  }

  private func outcome(
    of tally: inout Tally,
    _ list: ComparedList,
    _ model: NaiveOrder?,
    _ random: OrderingRandom
  ) -> RunOutcome {
    var figures = tally.figures()
    let keys = list.keys
    let bytes = Distribution(keys.map(\.count))
    if !keys.isEmpty { (figures[.keyBytesMean], figures[.keyBytesP99]) = (bytes.mean, bytes.p99) }
    let recent = recentPositions(in: list)
    figures.record(RoomProbe.room(keys: keys, recent: recent, strategy: strategy, random: random))
    var problem = strategy.disorder(of: keys)
    if let model, problem == nil, !list.hasSameItems(as: model) {
      problem = "the items are not in the order of the edits"
    }
    return RunOutcome(figures: figures, curves: tally.curves, problem: problem)
  }

  /// The positions of the items made last.
  private func recentPositions(in list: ComparedList) -> [Int] {
    let first = max(0, list.madeCount - RoomProbe.maximumGaps / 4)
    return (first..<list.madeCount).compactMap { list.index(ofItem: $0) }
  }
}

extension OrderingStrategy {
  /// The bytes of the longest of some keys; 0 if there is none.
  func longest(of keys: [OrderKey]) -> Int { keys.lazy.map(\.count).max() ?? 0 }

  /// The problem of a list's keys; nil if they ascend.
  func disorder(of keys: [OrderKey]) -> String? {
    for index in keys.indices.dropFirst() where !(keys[index - 1] < keys[index]) {
      return "key \(text(of: keys[index])) at position \(index) is not above \(text(of: keys[index - 1]))"
    }
    return nil
  }
}
