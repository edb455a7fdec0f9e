import ArrangeModel
import Engine
import ListModel
import Ordering

/// Items that several writers placed offline and that are adopted in one call.
extension Simulation {
  /// The percentage of transactions that adopt items.
  private static let percentOfAdoptions = 6

  /// A list as a writer sees it.
  private struct Row {
    var ids: [Int]
    var keys: [OrderKey]
    /// The items that the writer placed.
    var placed: Set<Int> = []
  }

  /// One call that adopts the items of several writers; nil if another transaction is to be made.
  mutating func adoption() -> [ListOperation]? {
    guard generator.chance(Simulation.percentOfAdoptions), !model.sections.isEmpty else { return nil }
    let section = model.sections[generator.below(model.sections.count)].id
    let id = generator.names[section]
    // A writer that was offline for long saw the list at that time.
    var base = row(of: state, id)
    if generator.chance(50), let old = held.randomElement(using: &random),
      old.state.index(ofSection: id) != nil
    {
      base = row(of: old.state, id)
    }
    var taken = Set<Int>()
    var adopted: [AdoptedItem] = []
    let gap = generator.below(base.ids.count + 1)
    let seed = random.next()
    // Writers without randomness make the same keys.
    let makesSame = generator.chance(50)
    for writer in 0...generator.below(4) {
      var keyRandom = OrderingRandom(seed: makesSame ? seed : seed &+ UInt64(writer))
      var row = base
      let start = generator.chance(80) ? gap : generator.below(base.ids.count + 1)
      write(in: &row, at: start, &taken, &keyRandom)
      adopted += items(of: row)
    }
    if generator.chance(50) { adopted.shuffle(using: &random) }
    if generator.chance(3), let twice = adopted.first { adopted.append(twice) }
    // Now and then the section does not exist.
    let target = generator.chance(2) ? generator.fresh() : section
    return [.adoptItems(adopted, section: generator.names[target])]
  }

  private func row(of state: CollectionState, _ section: Identifier) -> Row {
    guard let index = state.index(ofSection: section) else { return Row(ids: [], keys: []) }
    let scope = Scope.items(section: index)
    var row = Row(ids: [], keys: [])
    for place in 0..<state.count(in: scope) {
      row.ids.append(generator.names.number(of: state.entry(in: scope, at: place).element.id))
      row.keys.append(state.key(in: scope, at: place))
    }
    return row
  }

  /// Places some items: mostly each after the one before, or before it.
  private mutating func write(
    in row: inout Row,
    at start: Int,
    _ taken: inout Set<Int>,
    _ keyRandom: inout OrderingRandom
  ) {
    var place = start
    let isForwards = generator.chance(70)
    for _ in 0...generator.below(6) {
      var id = generator.fresh()
      if generator.chance(20), let other = generator.pick(model), !taken.contains(other) { id = other }
      taken.insert(id)
      if let old = row.ids.firstIndex(of: id) {
        row.ids.remove(at: old)
        row.keys.remove(at: old)
        if old < place { place -= 1 }
      }
      if generator.chance(10) { place = generator.below(row.ids.count + 1) }
      let key = key(at: place, in: row, &keyRandom)
      row.ids.insert(id, at: place)
      row.keys.insert(key, at: place)
      row.placed.insert(id)
      if isForwards { place += 1 }
    }
  }

  private mutating func key(at place: Int, in row: Row, _ keyRandom: inout OrderingRandom) -> OrderKey {
    if generator.chance(4) { return .empty }
    if generator.chance(2) { return OrderKey([0x7F]) }
    if strategy.keyForm == .rank { return OrderKey(rank: place) }
    let lower = place > 0 ? row.keys[place - 1] : nil
    let upper = place < row.keys.count ? row.keys[place] : nil
    guard lower.map({ (try? strategy.validate($0)) != nil }) ?? true,
      upper.map({ (try? strategy.validate($0)) != nil }) ?? true
    else { return .empty }
    let request = KeyRequest(count: 1, gap: 0, lower: lower, upper: upper)
    let empty: [OrderKey] = []
    let answer = try? strategy.assignKeys(for: request, in: empty, using: &keyRandom)
    guard let answer, answer.rekeys.isEmpty else { return .empty }
    return answer.keys[0]
  }

  /// The items that the writer hands over, with their neighbours.
  private mutating func items(of row: Row) -> [AdoptedItem] {
    row.ids.indices.filter { row.placed.contains(row.ids[$0]) }.map { index in
      AdoptedItem(
        id: generator.names[row.ids[index]],
        fields: generator.fields(),
        key: row.keys[index],
        after: index > 0 ? generator.names[row.ids[index - 1]] : nil,
        before: index + 1 < row.ids.count ? generator.names[row.ids[index + 1]] : nil
      )
    }
  }

  /// The keys that the model needs for a transaction.
  func knownKeys(_ operations: [ListOperation]) -> NaiveKeys {
    guard operations.contains(where: { if case .adoptItems = $0 { true } else { false } }) else {
      return .none
    }
    var keys: [Int: OrderKey] = [:]
    for section in 0..<state.sectionCount {
      let scope = Scope.items(section: section)
      for place in 0..<state.count(in: scope) {
        let id = generator.names.number(of: state.entry(in: scope, at: place).element.id)
        keys[id] = state.key(in: scope, at: place)
      }
    }
    return NaiveKeys(
      keys: keys,
      areRanks: strategy.keyForm == .rank,
      isKey: { [strategy] in (try? strategy.validate($0)) != nil }
    )
  }
}
