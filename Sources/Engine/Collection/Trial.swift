import ArrangeModel
import Ordering

/// A transaction that is tried on a copy of a state, to tell what it would write.
struct Trial: Sendable {
  var state: CollectionState
  var strategy: any OrderingStrategy
  /// The strategy with its parameters.
  var strategyText: String
  var random: OrderingRandom
  var key: CollectionKey
  var time: Timestamp

  /// Carries operations out and tells what they wrote. O(n + cost of the operations).
  func explain(_ operations: [Operation]) throws(ArrangeError) -> Explanation {
    var (random, idRandom) = (random, random)
    var editor = TransactionEditor(state, strategy: strategy, random: random) {
      UUIDv7.make(at: time, using: &idRandom)
    }
    try editor.perform(operations)
    let (after, edits, result) = editor.finish()
    let commit = Commit(
      collection: key,
      version: after.version,
      time: time,
      requestID: nil,
      edits: edits,
      sectionCount: after.sectionCount,
      itemCount: after.itemCount,
      result: result
    )
    var explanation = Explanation(
      strategy: strategyText,
      version: state.version,
      journalBytes: result.changed ? commit.record.payload.count : 0,
      rekeyed: result.rekeyed,
      writes: [],
      writeCount: 0,
      gaps: [],
      statistics: state.keyStatistics
    )
    try note(edits, in: &explanation)
    for operation in result.operations {
      guard let first = operation.first(where: { $0.place != nil }), let place = first.place else { continue }
      let (scope, index): (Scope, Int) =
        switch place {
        case .section(let index): (.sections, index)
        case .item(let path): (.items(section: path.section), path.item)
        }
      let list = ScopeKeys(after, scope)
      do {
        explanation.gaps.append(
          Explanation.Gap(
            id: first.id,
            before: try GapRoom(of: index, in: list, strategy, using: &random),
            after: try GapRoom(of: index + 1, in: list, strategy, using: &random)
          )
        )
      } catch {
        throw ArrangeError(.internal, "strategy \(strategyText): \(error)")
      }
    }
    return explanation
  }

  /// Lists the keys that edits wrote. Where keys are ranks nothing is written for them.
  private func note(_ edits: [Edit], in explanation: inout Explanation) throws(ArrangeError) {
    guard strategy.keyForm == .stored else { return }
    // The ids of elements that are rekeyed are found by carrying the edits out again.
    var replayed = state
    var lifted: [OrderKey] = []
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
    var replay = ReplayedEdits()
    for edit in edits {
      switch edit {
      case .detach(_, let key, _, _, _, .move): lifted.append(key)
      case .detach, .update: break
      case .attach(let element, let key, _, _, .inserted): add(element.id, .inserted, nil, key)
      case .attach(let element, let key, _, _, .moved(let source)):
        add(element.id, .moved, lifted.indices.contains(source) ? lifted[source] : nil, key)
      case .rekey(let scope, let start, let before, let after):
        for (offset, pair) in zip(before, after).enumerated() {
          add(replayed.entry(in: scope, at: start + offset).element.id, .rekeyed, pair.0, pair.1)
        }
      }
      try replayed.replay(edit, &replay)
    }
  }
}

extension CollectionState {
  /// The stored keys in numbers. O(n).
  var keyStatistics: KeyStatistics {
    var statistics = KeyStatistics()
    forEachList { _, keys in
      for key in keys {
        statistics.keyCount += 1
        statistics.totalBytes += key.count
        statistics.longestBytes = max(statistics.longestBytes, key.count)
      }
    }
    return statistics
  }

  /// Finds out what is wrong with the stored keys: keys that the strategy does not make, and keys that are not above
  /// the one before. O(n).
  func keyReport(_ strategy: any OrderingStrategy, _ strategyText: String) -> KeyReport {
    var report = KeyReport(strategy: strategyText, version: version)
    forEachList { scope, keys in
      var last = OrderKey.empty
      for (index, key) in keys.enumerated() {
        report.checked += 1
        if let problem = problem(with: key, after: last, at: index, strategy) {
          report.problemCount += 1
          if report.problems.count < KeyReport.mostProblems {
            report.problems.append(
              KeyReport.Problem(
                id: entry(in: scope, at: index).element.id,
                path: scope.path(at: index),
                isSection: scope == .sections,
                key: key,
                explanation: problem
              )
            )
          }
        }
        last = key
      }
    }
    return report
  }

  private func problem(
    with key: OrderKey,
    after last: OrderKey,
    at index: Int,
    _ strategy: any OrderingStrategy
  ) -> String? {
    guard strategy.keyForm == .stored else {
      return key.isEmpty ? nil : "a key is stored where keys are ranks"
    }
    do { try strategy.validate(key) } catch { return "\(error)" }
    return index == 0 || last < key ? nil : "the key is not above the one before it"
  }

  /// Calls a closure with the keys of each list: those of the sections, then those of the items of each section.
  private func forEachList(_ body: (Scope, [OrderKey]) -> Void) {
    let scopes = [Scope.sections] + (0..<sectionCount).map { .items(section: $0) }
    for scope in scopes { body(scope, ScopeKeys(self, scope).keys(in: 0..<count(in: scope))) }
  }
}
