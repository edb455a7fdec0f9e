import ArrangeModel
import Changes

/// What does not hold.
struct HistoryFailure: Error, CustomStringConvertible {
  var description: String
}

/// Everything that has to hold in a history.
struct HistoryCheck {
  let history: ModelHistory
  /// Whether the fewest moves are found by trying all.
  let triesAllMoves: Bool
  private var batches: [[ChangeBatch?]]
  private var lists: [SectionedList]

  init(_ history: ModelHistory, triesAllMoves: Bool) {
    self.history = history
    self.triesAllMoves = triesAllMoves
    lists = history.states.map(\.list)
    batches = history.states.map { _ in history.states.map { _ in nil } }
  }

  mutating func run() throws {
    for from in 0..<history.steps {
      for to in from + 1...history.steps {
        batches[from][to] = try checkBatch(from: from, to: to)
      }
    }
    for from in history.states.indices {
      for middle in history.states.indices.dropFirst(from + 1) {
        for to in history.states.indices.dropFirst(middle + 1) {
          try checkComposition([from, middle, to])
          for last in history.states.indices.dropFirst(to + 1) {
            try checkAssociativity(from, middle, to, last)
          }
        }
      }
    }
  }

  // MARK: One batch

  private func checkBatch(from: Int, to: Int) throws -> ChangeBatch {
    let (old, new) = (history.states[from], history.states[to])
    let touched = history.touched(from: from, to: to)
    let context = "from \(from) to \(to)"
    let exact = try derive(old, new, touched, .exact, context)
    let uikit = try derive(old, new, touched, .uikit, context)
    try check(exact, from: from, to: to, context)
    try check(uikit, from: from, to: to, context)
    try show(uikit, from: from, to: to, context)
    try checkContents(exact, old, new, context)
    try expect(
      exact.demoted(oldItemCount: old.itemCount(ofSection:)) == uikit,
      "demoted is not uikit",
      context
    )

    if triesAllMoves, let fewest = BruteForce.moves(from: old, to: new, touched: touched) {
      let moves = (sections: exact.sections.moves.count, items: exact.items.moves.count)
      try expect(moves == fewest, "\(moves) moves where \(fewest) are enough", context)
    }

    // The touched set can do without the items of sections that come or go as a whole.
    var (fewer, hasFewer) = (touched, false)
    for id in touched.items.numbers {
      let (home, target) = (old.path(ofItem: ModelElement(id)), new.path(ofItem: ModelElement(id)))
      let comesWithSection =
        if let target, home == nil { new.isMissing(sectionAt: target.section, in: old) } else { false }
      let goesWithSection =
        if let home, target == nil { old.isMissing(sectionAt: home.section, in: new) } else { false }
      guard comesWithSection || goesWithSection else { continue }
      fewer.forget(item: id)
      hasFewer = true
    }
    if hasFewer {
      let batch = try derive(old, new, fewer, .exact, context)
      try expect(batch == exact, "another batch of a smaller touched set", context)
    }

    let back = try exact.inverted(old: lists[from])
    try expect(back == derive(new, old, touched, .exact, context), "the inverse is not derived", context)
    let backInView = try uikit.inverted(old: lists[from])
    try backInView.check(from: lists[to], to: lists[from])
    try show(backInView, from: to, to: from, context)
    return exact
  }

  private func derive(
    _ old: ModelList,
    _ new: ModelList,
    _ touched: TouchedNumbers,
    _ profile: ChangeBatch.Profile,
    _ context: String
  ) throws -> ChangeBatch {
    let derivation = ChangeBatch.derive(from: old, to: new, touched: touched.all, profile: profile)
    guard case .batch(let batch) = derivation else {
      throw HistoryFailure(description: "\(derivation), \(context)")
    }
    try expect(batch.profile == profile, "another profile", context)
    return batch
  }

  /// A batch is legal and gives the new list, both ways.
  private func check(_ batch: ChangeBatch, from: Int, to: Int, _ context: String) throws {
    do {
      try batch.check(from: lists[from], to: lists[to])
      var (atOnce, sequential) = (lists[from], lists[from])
      try atOnce.apply(batch)
      try sequential.applySequentially(batch)
      try expect(atOnce == lists[to], "applied at once it gives another list:\n\(batch)", context)
      try expect(sequential == lists[to], "applied in steps it gives another list:\n\(batch)", context)
    } catch let error as Violation {
      throw HistoryFailure(description: "\(context): \(error)\n\(batch)")
    }
  }

  /// A list view does not fail on a batch.
  private func show(_ batch: ChangeBatch, from: Int, to: Int, _ context: String) throws {
    let view = StrictListView(oldCounts: lists[from].itemCounts, newCounts: lists[to].itemCounts)
    do {
      try view.perform(batch)
    } catch {
      throw HistoryFailure(description: "\(context): a list view would fail, \(error)\n\(batch)")
    }
  }

  /// Every change of content shows once, and only what is new is sent as new.
  private func checkContents(
    _ batch: ChangeBatch,
    _ old: ModelList,
    _ new: ModelList,
    _ context: String
  ) throws {
    var before: [Int: Int] = [:]
    for section in old.sections { for item in section.items { before[item.id] = item.content } }
    var (changed, arrived): ([Identifier], [Identifier]) = ([], [])
    for item in new.sections.flatMap(\.items) {
      switch before[item.id] {
      case nil: arrived.append(ModelNames.item(item).id)
      case item.content: break
      default: changed.append(ModelNames.item(item).id)
      }
    }
    try expect(batch.items.updates.map(\.content.id).sorted() == changed.sorted(), "other updates", context)
    var sent: [Identifier] = []
    for insert in batch.items.inserts { if case .new(let item) = insert.source { sent.append(item.id) } }
    for case .new(let items) in batch.sections.inserts.flatMap(\.items) { sent += items.map(\.id) }
    try expect(sent.sorted() == arrived.sorted(), "other contents are sent", context)
  }

  // MARK: Several batches

  private func checkComposition(_ places: [Int]) throws {
    let context = "\(places)"
    let composed = try batch(places[0], places[1]).composed(with: batch(places[1], places[2]))
    try checkAcross(composed, places, context)
    var list = lists[places[0]]
    try list.apply(composed)
    try expect(list == lists[places[2]], "composed batches give another list", context)
    try composed.check(from: lists[places[0]], to: lists[places[2]], allowsReinserted: true)
    // Without what is unmoved there may be more moves, and nothing else.
    var (first, second) = (try batch(places[0], places[1]), try batch(places[1], places[2]))
    first.forgetUnmoved()
    second.forgetUnmoved()
    let stripped = try first.composed(with: second)
    try stripped.check(from: lists[places[0]], to: lists[places[2]], allowsReinserted: true)
    try expect(stripped.count >= composed.count, "fewer moves of fewer touched elements", context)
    let demoted = composed.demoted { lists[places[0]].itemCount(ofSection: $0) }
    try demoted.check(from: lists[places[0]], to: lists[places[2]], allowsReinserted: true)
    try show(demoted, from: places[0], to: places[2], context)
  }

  private func checkAssociativity(_ a: Int, _ b: Int, _ c: Int, _ d: Int) throws {
    let context = "\([a, b, c, d])"
    let left = try batch(a, b).composed(with: batch(b, c)).composed(with: batch(c, d))
    let right = try batch(a, b).composed(with: batch(b, c).composed(with: batch(c, d)))
    try expect(left == right, "composition is not associative:\n\(left)\n\(right)", context)
    try checkAcross(left, [a, b, c, d], context)
  }

  /// Composed is derived, but for elements that one batch takes away and a later one brings back.
  private func checkAcross(_ composed: ChangeBatch, _ places: [Int], _ context: String) throws {
    let (first, last) = (places[0], places[places.count - 1])
    guard history.hasReturns(at: places) else {
      let derived = try batch(first, last)
      return try expect(composed == derived, "composed:\n\(composed)\nderived:\n\(derived)", context)
    }
    let separated = history.separatingReturns(at: places)
    let derived = try derive(
      separated.states[0],
      separated.states[places.count - 1],
      separated.touched(from: 0, to: places.count - 1),
      .exact,
      context
    )
    try expect(composed == derived, "with returns, composed:\n\(composed)\nderived:\n\(derived)", context)
  }

  private func batch(_ from: Int, _ to: Int) throws -> ChangeBatch {
    guard let batch = batches[from][to] else { throw HistoryFailure(description: "no batch") }
    return batch
  }

  private func expect(_ condition: Bool, _ message: @autoclosure () -> String, _ context: String) throws {
    if !condition { throw HistoryFailure(description: "\(context): \(message())") }
  }
}

extension ModelList {
  /// Whether a section of this list is not in another one.
  fileprivate func isMissing(sectionAt index: Int, in other: ModelList) -> Bool {
    other.index(ofSection: section(at: index)) == nil
  }
}

extension ChangeBatch {
  fileprivate mutating func forgetUnmoved() {
    sections.unmoved = []
    items.unmoved = []
  }
}
