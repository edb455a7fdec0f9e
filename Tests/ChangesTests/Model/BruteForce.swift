import Changes

/// The fewest moves, found by trying all.
enum BruteForce {
  /// How many touched survivors of one list have to move: all, without the most that keep their order among
  /// themselves and with those that nobody touched.
  ///
  /// - Returns: nil where there are too many to try.
  static func moves(from old: [Int], to new: [Int], touched: Set<Int>) -> Int? {
    let survivors = old.filter { touched.contains($0) && new.contains($0) }
    guard survivors.count <= 7 else { return nil }
    let fixed = Set(old).intersection(new).subtracting(touched)
    var most = 0
    for choice in 0..<(1 << survivors.count) where choice.nonzeroBitCount > most {
      var staying = fixed
      for (bit, id) in survivors.enumerated() where choice & (1 << bit) != 0 { staying.insert(id) }
      if old.filter(staying.contains) == new.filter(staying.contains) { most = choice.nonzeroBitCount }
    }
    return survivors.count - most
  }

  /// The fewest moves of sections and of items that take a list to another one; nil where there are too many
  /// elements to try.
  static func moves(
    from old: ModelList,
    to new: ModelList,
    touched: TouchedNumbers
  ) -> (sections: Int, items: Int)? {
    let oldSections = old.sections.map(\.element.identity)
    let newSections = new.sections.map(\.element.identity)
    guard
      let sections = moves(
        from: oldSections,
        to: newSections,
        touched: touched.sections.positions
      )
    else { return nil }
    let touchedItems = touched.items.positions
    let both = Set(oldSections).intersection(newSections)
    var homes: [Int: Int] = [:]
    for section in old.sections where both.contains(section.element.identity) {
      for item in section.items { homes[item.identity] = section.element.identity }
    }
    var items = 0
    for section in new.sections where both.contains(section.element.identity) {
      let identity = section.element.identity
      items += section.items.count { item in homes[item.identity].map { $0 != identity } ?? false }
      guard let before = old.sections.first(where: { $0.element.identity == identity }),
        let moves = moves(
          from: before.items.map(\.identity),
          to: section.items.map(\.identity),
          touched: touchedItems
        )
      else { return nil }
      items += moves
    }
    return (sections, items)
  }
}
