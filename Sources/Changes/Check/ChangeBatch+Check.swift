import ArrangeModel

extension ChangeBatch {
  /// Checks the rules as far as possible with the batch and the size of each section of OLD: all except
  /// ``Rule/places`` and ``Rule/sequence``; for ``Rule/contents``, that no update occurs twice or has no
  /// effect.
  ///
  /// - Parameter oldItemCounts: how many items each section of OLD has.
  /// - Throws: the first violation that is found.
  ///
  /// O(k log k + sections).
  public func check(oldItemCounts: [Int]) throws(Violation) {
    let check = try BatchCheck(self, oldItemCounts: oldItemCounts)
    try check.checkProfile()
    try check.checkMoves()
    try check.checkForm()
    try check.checkUpdates()
    try check.checkKeys()
  }

  /// Checks only the rules that protect the list from damage.
  func checkThatApplies(oldItemCounts: [Int]) throws(BatchError) {
    let found = ListSize(sections: oldItemCounts.count, items: oldItemCounts.reduce(0, +))
    guard found == before else { throw .wrongSize(expected: before, found: found) }
    do { _ = try BatchCheck(self, oldItemCounts: oldItemCounts) } catch { throw .broken(error) }
  }

  /// How many items each section of NEW has. The batch must be valid.
  func newItemCounts(oldItemCounts: [Int]) -> [Int] {
    var counts = [Int](repeating: 0, count: after.sections)
    let origins = sectionOrigins
    var targets = [Int](repeating: -1, count: before.sections)
    for (index, origin) in origins.enumerated() where origin >= 0 {
      counts[index] = oldItemCounts[origin]
      targets[origin] = index
    }
    for path in items.deletes { counts[targets[path.section]] -= 1 }
    for move in items.moves {
      counts[targets[move.from.section]] -= 1
      counts[move.to.section] += 1
    }
    for insert in items.inserts { counts[insert.at.section] += 1 }
    for insert in sections.inserts { counts[insert.at] = insert.itemCount }
    return counts
  }

  /// For each section of NEW its index in OLD, and -1 for inserted ones.
  var sectionOrigins: [Int] {
    let unknown = -2
    var origins = [Int](repeating: unknown, count: after.sections)
    var stays = [Bool](repeating: true, count: before.sections)
    for insert in sections.inserts { origins[insert.at] = -1 }
    for index in sections.deletes { stays[index] = false }
    for move in sections.moves {
      origins[move.to] = move.from
      stays[move.from] = false
    }
    var next = 0
    for index in origins.indices where origins[index] == unknown {
      while !stays[next] { next += 1 }
      origins[index] = next
      next += 1
    }
    return origins
  }
}
