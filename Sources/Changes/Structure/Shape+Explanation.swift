import ArrangeModel

extension Shape {
  /// Makes all lists if they add up; otherwise the touched set misses elements, or names some twice.
  @usableFromInline
  init?(
    explaining correspondence: consuming Correspondence,
    before: ListSize,
    after: ListSize,
    oldCount: (Int) -> Int,
    newCount: (Int) -> Int
  ) {
    correspondence.sections.sort()
    correspondence.items.sort()
    guard correspondence.sections.isBijection, correspondence.items.isBijection else { return nil }
    let (gone, new) = (correspondence.sections.gone, correspondence.sections.new)
    guard before.sections - gone.count == after.sections - new.count else { return nil }
    self.init(correspondence)

    let leaving = gone.reduce(0) { $0 + oldCount($1) }
    guard
      before.items - leaving - items.deletes.count == after.items - rows.count - items.inserts.count,
      rows.count == new.reduce(0, { $0 + newCount($1) })
    else { return nil }
    // For each section that is in both lists.
    var balances: [(section: Int, change: Int)] = []
    let map = sectionMap
    for path in items.deletes { balances.append((map.forward(section: path.section), -1)) }
    for arrival in items.inserts { balances.append((arrival.at.section, 1)) }
    for move in items.moves where map.forward(section: move.from.section) != move.to.section {
      balances.append((map.forward(section: move.from.section), -1))
      balances.append((move.to.section, 1))
    }
    balances.sort { $0.section < $1.section }
    var start = 0
    while start < balances.count {
      let section = balances[start].section
      var change = 0
      while start < balances.count, balances[start].section == section {
        change += balances[start].change
        start += 1
      }
      guard oldCount(map.backward(section: section)) + change == newCount(section) else { return nil }
    }
  }
}
