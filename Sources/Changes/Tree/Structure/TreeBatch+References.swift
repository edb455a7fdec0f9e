import ArrangeModel

extension TreeBatch {
  /// Checks that each position is of a list that is there in its version and that the owners are below sections.
  ///
  /// O(k + owners).
  func checkReferences() throws(TreeViolation) {
    guard before.sections >= 0, before.items >= 0, after.sections >= 0, after.items >= 0 else {
      throw TreeViolation(.counts, at: .batch, "a size is less than 0")
    }
    for (index, owner) in owners.enumerated() {
      guard owner.from != nil || owner.to != nil else {
        throw TreeViolation(.places, at: .owner(index), "the owner has no position in either version")
      }
      if let from = owner.from { try checkOld(from) }
      if let to = owner.to { try checkNew(to) }
    }
    try checkChains { $0.from }
    try checkChains { $0.to }

    for index in sections.deletes + sections.moves.map(\.from) + sections.unmoved.map(\.from) {
      guard (0..<before.sections).contains(index) else {
        throw TreeViolation(.once, at: .oldSection(index), "there are only \(before.sections) sections")
      }
    }
    var named = sections.inserts.map(\.at) + sections.moves.map(\.to) + sections.unmoved.map(\.to)
    named += sections.updates.map(\.at) + sections.keys.map(\.at)
    for index in named {
      guard (0..<after.sections).contains(index) else {
        throw TreeViolation(.once, at: .newSection(index), "there are only \(after.sections) sections")
      }
    }
    for place in items.deletes { try checkOld(place) }
    for move in items.moves + items.unmoved {
      try checkOld(move.from)
      try checkNew(move.to)
    }
    for insert in items.inserts { try checkNew(insert.at) }
    for update in items.updates { try checkNew(update.at) }
    for key in items.keys { try checkNew(key.at) }
    for counted in counts { try check(counted) }
  }

  private func check(_ counted: NodeCounts) throws(TreeViolation) {
    switch counted.at {
    case .item(let place): try checkNew(place)
    case .section(let index):
      guard (0..<after.sections).contains(index) else {
        throw TreeViolation(.once, at: .newSection(index), "there are only \(after.sections) sections")
      }
    }
    let counts = counted.counts
    guard counts.children >= 0, counts.children <= counts.descendants,
      (counts.children == 0) == (counts.descendants == 0)
    else { throw TreeViolation(.counts, at: .batch, "there are fewer items below something than children") }
  }

  private func checkOld(_ place: TreePlace) throws(TreeViolation) {
    guard has(place, sections: before.sections, items: before.items, { $0.from != nil }) else {
      throw TreeViolation(.places, at: .oldItem(place), "there is no such position in OLD")
    }
  }

  private func checkNew(_ place: TreePlace) throws(TreeViolation) {
    guard has(place, sections: after.sections, items: after.items, { $0.to != nil }) else {
      throw TreeViolation(.places, at: .newItem(place), "there is no such position in NEW")
    }
  }

  private func has(_ place: TreePlace, sections: Int, items: Int, _ isThere: (ListOwner) -> Bool) -> Bool {
    guard place.index >= 0, place.index < items else { return false }
    return switch place.list {
    case .section(let index): (0..<sections).contains(index)
    case .branch(let index): owners.indices.contains(index) && isThere(owners[index])
    }
  }

  /// Checks that no owner is below itself.
  private func checkChains(_ place: (ListOwner) -> TreePlace?) throws(TreeViolation) {
    var isKnown = [Bool](repeating: false, count: owners.count)
    for start in owners.indices where place(owners[start]) != nil {
      var (chain, next): ([Int], Int?) = ([], start)
      while let index = next, !isKnown[index] {
        guard chain.count < owners.count else {
          throw TreeViolation(.parents, at: .owner(start), "the owner is below itself")
        }
        chain.append(index)
        if case .branch(let above)? = place(owners[index])?.list { next = above } else { next = nil }
      }
      for index in chain { isKnown[index] = true }
    }
  }
}
