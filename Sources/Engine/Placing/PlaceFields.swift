import ArrangeModel

/// The fields with which rows can be shown in a gap.
struct PlaceFields {
  /// The maximum number of ways to copy sort fields that are all looked at. Among more, those with the fewest copied
  /// fields, and those that copy equally many to each row, are.
  static let maximumWays = 100

  let target: PlaceTarget

  /// The rows with the values of the group.
  func grouped(_ rows: [DraggedRow]) throws(ArrangeError) -> [DraggedRow] {
    var rows = rows
    for (field, value) in target.group {
      for index in rows.indices
      where target.plan.groupValue(of: rows[index].item, in: field) != GroupValue.canonical(value) {
        try rows[index].write(field, value, at: index)
      }
    }
    return rows
  }

  /// Whether rows fit the gap with their fields as they are.
  ///
  /// - Throws: ``StatusCode/failedPrecondition`` if they do, but the filter does not show them.
  func fit(_ rows: [DraggedRow]) throws(ArrangeError) -> Bool {
    guard areInOrder(rows) else { return false }
    if let hidden = rows.firstIndex(where: { $0.shown != nil && !target.shows($0) }) {
      throw hides(rows[hidden], at: hidden, "fields are never written so that a filter shows a row")
    }
    return true
  }

  /// The rows with copied sort fields, in each way in which they fit.
  ///
  /// - Throws: ``StatusCode/failedPrecondition`` if there is none.
  func copies(_ rows: [DraggedRow]) throws(ArrangeError) -> [[DraggedRow]] {
    guard let aimed = target.aimed else {
      throw ArrangeError(
        .failedPrecondition,
        "this part of the view is sorted and shows the rows in another order; name them in that order",
        field: rows[0].isNew ? "items" : "rows"
      )
    }
    // Each row with the first sort fields of the neighbour: none, one, two and so on.
    var choices: [[DraggedRow]] = []
    for (index, row) in rows.enumerated() {
      var choice = [row]
      for descriptor in target.sort.indices {
        var copy = choice[descriptor]
        if !target.areEqual(copy.changed, aimed, in: descriptor) {
          let field = target.sort[descriptor].field
          try copy.write(field, aimed.fields[field], at: index)
        }
        choice.append(copy)
      }
      choices.append(choice)
    }
    let ways = lengths(choices).map { zip(choices, $0).map { $0[$1] } }.filter { areInOrder($0) }
    // A row that the filter does not show anyway is not made to be shown.
    let areSeen = rows.map { $0.shown != nil || target.shows($0) }
    let shown = ways.filter { zip($0, areSeen).allSatisfy { !$1 || target.shows($0) } }
    if !shown.isEmpty { return shown }
    guard rows.allSatisfy({ $0.shown == nil }) else {
      throw hides(rows[0], at: 0, "its filter hides it with the sort fields of its neighbour")
    }
    return ways
  }

  /// How many sort fields are copied to each row, in all ways that are looked at.
  private func lengths(_ choices: [[DraggedRow]]) -> [[Int]] {
    let most = target.sort.count
    var ways: [[Int]] = [[]]
    for _ in choices {
      ways = ways.flatMap { way in (0...most).map { way + [$0] } }
      if ways.count > PlaceFields.maximumWays {
        return (1...most).map { Array(repeating: $0, count: choices.count) }
          + (fewest(choices).map { [$0] } ?? [])
      }
    }
    return ways
  }

  /// The way with the fewest copied fields with which the rows are in order; nil if there is none. O(k) comparisons for k
  /// rows and each pair of lengths.
  private func fewest(_ choices: [[DraggedRow]]) -> [Int]? {
    struct Way {
      var writes: Int
      var before: Int
    }
    func follows(_ a: Element?, _ b: Element) -> Bool { a.map { target.plan.compare($0, b) <= 0 } ?? true }
    var table: [[Way?]] = []
    for (index, choice) in choices.enumerated() {
      table.append(
        choice.map { row in
          guard index > 0 else {
            return follows(target.previous, row.changed) ? Way(writes: row.writes.count, before: 0) : nil
          }
          var best: Way?
          for (length, before) in choices[index - 1].enumerated() {
            guard let way = table[index - 1][length], follows(before.changed, row.changed) else { continue }
            let writes = way.writes + row.writes.count
            if writes < best?.writes ?? .max { best = Way(writes: writes, before: length) }
          }
          return best
        }
      )
    }
    guard let last = choices.last else { return nil }
    let ends = last.indices.filter { length in
      table[choices.count - 1][length] != nil
        && (target.next.map { target.plan.compare(last[length].changed, $0) <= 0 } ?? true)
    }
    guard
      var length = ends.min(by: {
        (table[choices.count - 1][$0]?.writes ?? 0) < (table[choices.count - 1][$1]?.writes ?? 0)
      })
    else { return nil }
    var lengths: [Int] = []
    for row in table.reversed() {
      lengths.append(length)
      length = row[length]?.before ?? 0
    }
    return lengths.reversed()
  }

  /// Whether the sort values of the rows fit the gap.
  private func areInOrder(_ rows: [DraggedRow]) -> Bool {
    if target.plan.order.isEmpty { return true }
    if case .inPlace = target.outline { return true }
    let ends = [[target.previous], [target.next]].map { $0.compactMap { $0 } }
    let sequence = ends[0] + rows.map(\.changed) + ends[1]
    return zip(sequence, sequence.dropFirst()).allSatisfy { target.plan.compare($0, $1) <= 0 }
  }

  private func hides(_ row: DraggedRow, at index: Int, _ why: String) -> ArrangeError {
    ArrangeError(
      .failedPrecondition,
      "this part of the view would not show \"\(row.id)\": \(why)",
      field: "rows[\(index)]"
    )
  }
}

extension DraggedRow {
  fileprivate mutating func write(
    _ field: String,
    _ value: FieldValue?,
    at index: Int
  ) throws(ArrangeError) {
    do {
      try write(field, value)
    } catch {
      throw error.within(isNew ? "items[\(index)]" : "rows[\(index)]")
    }
  }
}
