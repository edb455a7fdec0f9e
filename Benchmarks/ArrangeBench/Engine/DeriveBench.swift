import ArrangeModel
import Changes
import Dispatch
import Engine
import LexoRank
import Ordering

/// What finding a batch costs: tracing where what was touched was and is, and deriving; and what composing two costs.
enum DeriveBench {
  /// How many batches are measured: enough for a 99th percentile.
  private static let rounds = 400

  /// A collection whose commits go into a log, without an engine.
  private struct Edited {
    var state = CollectionState()
    var log = ChangeLog(base: 0)
    var random = OrderingRandom(seed: 3)

    mutating func apply(_ operations: [ListOperation]) throws(ArrangeError) {
      var editor = TransactionEditor(state, strategy: LexoRank(), random: random) {
        Identifier(unchecked: "none")
      }
      try editor.perform(operations)
      random = editor.random
      let edits: [Edit]
      let result: ApplyResult
      (state, edits, result) = (consume editor).finish()
      if result.changed { log.append(edits, requestID: nil) }
    }

    /// One change of an item: mostly moves, some updates, removals and inserts.
    mutating func change(_ number: Int, of items: Int) -> ListOperation {
      func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
      let path = ListPath(section: 0, item: below(state.itemCount(section: 0)))
      let id = state.item(at: path).element.id
      switch below(10) {
      case 0:
        return .insertItems(
          [NewElement(id: Identifier(unchecked: "n\(number)"))],
          to: .init(.at(below(items / 2)))
        )
      case 1: return .removeItems([ElementReference(id)])
      case 2, 3: return .updateItems([FieldsUpdate(ElementReference(id), set: ["n": .int(Int64(number))])])
      default: return .moveItems([ElementReference(id)], to: .init(.at(below(items / 2))))
      }
    }
  }

  static func run(items: Int, changes: Int) throws {
    var edited = Edited()
    for start in stride(from: 0, to: items, by: 1_000) {
      let new = (start..<min(items, start + 1_000)).map {
        NewElement(
          id: Identifier(unchecked: "item-\($0)"),
          fields: ["title": .string("an item with a title, \($0)")]
        )
      }
      try edited.apply([.insertItems(new, to: ItemDestination())])
    }
    var number = 0
    var (derive, whole, compose): ([UInt64], [UInt64], [UInt64]) = ([], [], [])
    var latest: ChangeBatch?
    for _ in 0..<rounds {
      let old = edited.state
      let operations = (0..<changes).map { _ in
        number += 1
        return edited.change(number, of: items)
      }
      // One that was named twice and removed can't be moved; the rest of the round goes on.
      for operation in operations { try? edited.apply([operation]) }
      let batch = measure(old, edited, &derive, &whole)
      if let latest {
        let start = DispatchTime.now().uptimeNanoseconds
        let both = try latest.composed(with: batch)
        compose.append(DispatchTime.now().uptimeNanoseconds - start)
        precondition(both.before == latest.before && both.after == batch.after)
      }
      latest = batch
    }
    print(
      "derive \(items) items, \(changes) changes: \(summary(derive)), with tracing \(summary(whole))"
    )
    print("compose two of them: \(summary(compose))")
    var (catchUpDerive, catchUp): ([UInt64], [UInt64]) = ([], [])
    for _ in 0..<rounds {
      let old = edited.state
      for _ in 0..<1_000 {
        number += 1
        let operation = edited.change(number, of: items)
        try edited.apply([operation])
      }
      _ = measure(old, edited, &catchUpDerive, &catchUp)
    }
    print("catch up \(items) items, 1,000 commits: \(summary(catchUp))")
  }

  /// - Returns: the batch that was derived.
  private static func measure(
    _ old: CollectionState,
    _ edited: Edited,
    _ derive: inout [UInt64],
    _ whole: inout [UInt64]
  ) -> ChangeBatch {
    let start = DispatchTime.now().uptimeNanoseconds
    let new = ListAtVersion(state: edited.state, hasKeys: false)
    let pair = TracedCollection(edited.log, after: old.version, to: new)
    let touched = pair.touched
    let middle = DispatchTime.now().uptimeNanoseconds
    let derivation = ChangeBatch.derive(pair, touched: touched)
    let end = DispatchTime.now().uptimeNanoseconds
    guard case .batch(let batch) = derivation else { fatalError("\(derivation)") }
    derive.append(end - middle)
    whole.append(end - start)
    return batch
  }

  private static func summary(_ times: [UInt64]) -> String {
    let sorted = times.sorted()
    func microseconds(_ share: Double) -> String {
      let nanoseconds = sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
      return "\(Double(nanoseconds / 100) / 10) us"
    }
    return "p50 \(microseconds(0.5)), p99 \(microseconds(0.99))"
  }
}
