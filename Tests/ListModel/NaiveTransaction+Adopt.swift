import ArrangeModel
package import Ordering

/// The keys that a model without keys needs for adopting items.
package struct NaiveKeys {
  /// Nothing is known of keys: no adopted item comes with one that can be used.
  package static var none: NaiveKeys { NaiveKeys(keys: [:], areRanks: false) { _ in false } }

  /// The keys of the items as they are before the transaction.
  let keys: [Int: OrderKey]
  let areRanks: Bool
  let isKey: (OrderKey) -> Bool

  package init(keys: [Int: OrderKey], areRanks: Bool, isKey: @escaping (OrderKey) -> Bool) {
    self.keys = keys
    self.areRanks = areRanks
    self.isKey = isKey
  }
}

extension NaiveTransaction {
  /// An item with the key that says where it is, which may be another one's.
  private struct Entry {
    var id: Int
    var key: OrderKey
    /// Whether it was placed after an element with the same key.
    var collides = false
  }

  /// An adopted item with its neighbours, as numbers.
  private struct Adopted {
    var number: Int
    var item: AdoptedItem
    var after: Int?
    var before: Int?
  }

  /// Adopts items as specified in `operations.proto`, one after the other, in a list of ids and keys.
  mutating func adoptItems(
    _ items: [AdoptedItem],
    _ sectionID: Identifier
  ) throws(Refusal) -> [Int] {
    guard !items.isEmpty else { return [] }
    let ids = items.map { names.number(of: $0.id) }
    if let twice = ids.indices.first(where: { ids[..<$0].contains(ids[$0]) }) {
      throw Refusal(.invalidArgument, "items[\(twice)].id")
    }
    let section = try targetSection(ItemDestination(section: sectionID), otherwise: nil)
    try checkRoom(for: ids, in: section)
    takeOut(Set(ids))
    let listed = list.sections[section].items
    func neighbour(_ id: Identifier?) -> Int? {
      id.map(names.number).flatMap { ids.contains($0) || listed.contains($0) ? $0 : nil }
    }
    let adopted = items.map { item in
      let (after, before) = (neighbour(item.after), neighbour(item.before))
      let number = names.number(of: item.id)
      return Adopted(
        number: number,
        item: item,
        after: after == number ? nil : after,
        before: before == number ? nil : before
      )
    }
    let all = Dictionary(uniqueKeysWithValues: adopted.map { ($0.number, $0) })
    let sorted = adopted.sorted { a, b in
      let (isKeyA, isKeyB) = (keys.isKey(a.item.key), keys.isKey(b.item.key))
      if isKeyA != isKeyB { return isKeyA }
      return isKeyA && a.item.key != b.item.key ? a.item.key < b.item.key : a.item.id < b.item.id
    }
    var row = listed.map { Entry(id: $0, key: keys.keys[$0] ?? .empty) }
    var waiting = sorted
    if !keys.areRanks { waiting = placeByKeys(sorted, all, in: &row) }
    hang(waiting, all, in: &row, listed)
    for item in adopted {
      if list[.item, item.number] == nil {
        add(.item, item.number, item.item.fields)
      } else {
        record(.item, .moved, item.number)
        list[.item, item.number]?.placed = nil
      }
    }
    list.sections[section].items = row.map(\.id)
    return ids
  }

  /// - Returns: the items whose keys can't be used.
  private mutating func placeByKeys(
    _ sorted: [Adopted],
    _ all: [Int: Adopted],
    in row: inout [Entry]
  ) -> [Adopted] {
    var waiting: [Adopted] = []
    for item in sorted {
      /// The key of a neighbour, or, if it is not there yet, of the first one in the list on the way from one to the
      /// next.
      func bound(_ next: (Adopted) -> Int?) -> OrderKey? {
        guard let first = next(item) else { return nil }
        if let entry = row.first(where: { $0.id == first }) { return entry.key }
        var (id, seen) = (next(item), Set([item.number]))
        while let other = id, let adopted = all[other], seen.insert(other).inserted { id = next(adopted) }
        return id.flatMap { id in all[id] == nil ? row.first { $0.id == id }?.key : nil }
      }
      let key = item.item.key
      guard keys.isKey(key), bound(\.after).map({ $0 < key }) ?? true,
        bound(\.before).map({ key < $0 }) ?? true
      else {
        waiting.append(item)
        continue
      }
      let place = row.firstIndex { key < $0.key } ?? row.count
      let collides = place > 0 && row[place - 1].key == key
      if !collides { effect.keptKeys[item.number] = key }
      row.insert(Entry(id: item.number, key: key, collides: collides), at: place)
    }
    return waiting
  }

  private func hang(
    _ waiting: [Adopted],
    _ all: [Int: Adopted],
    in row: inout [Entry],
    _ listed: [Int]
  ) {
    let waits = Set(waiting.map(\.number))
    // In a cycle of items that follow each other, the one that closes the cycle is detached.
    var (released, visited) = (Set<Int>(), Set<Int>())
    for start in waiting {
      var (way, item) = (Set<Int>(), start)
      while visited.insert(item.number).inserted {
        way.insert(item.number)
        guard let next = item.after, waits.contains(next), let adopted = all[next] else { break }
        if way.contains(next) { released.insert(item.number) }
        item = adopted
      }
    }
    var (behind, before): ([Int: [Adopted]], [Int: [Adopted]]) = ([:], [:])
    var atPlaces: [(place: Int, item: Adopted)] = []
    var ranked = 0
    for item in waiting {
      if let after = item.after, !released.contains(item.number) {
        behind[after, default: []].append(item)
        continue
      }
      var (next, seen) = (item.before, Set([item.number]))
      while let other = next, waits.contains(other) {
        next = seen.insert(other).inserted ? all[other]?.before : nil
      }
      if let next {
        before[next, default: []].append(item)
      } else if keys.areRanks, let rank = item.item.key.bigEndianValue {
        let most = UInt64(listed.count + ranked)
        atPlaces.append((max(0, Int(min(rank, most)) - ranked), item))
        ranked += 1
      } else {
        atPlaces.append((listed.count, item))
      }
    }
    func inOrder(_ siblings: [Adopted]) -> [Adopted] {
      var order: [Adopted] = []
      var begun = Set<Int>()
      func add(_ item: Adopted) {
        guard begun.insert(item.number).inserted else { return }
        for other in siblings where other.before == item.number { add(other) }
        order.append(item)
      }
      for item in siblings { add(item) }
      return order
    }
    func index(_ id: Int) -> Int { row.firstIndex { $0.id == id }! }
    func addBehind(_ id: Int) {
      let siblings = inOrder(behind[id] ?? [])
      guard !siblings.isEmpty else { return }
      let own = row[index(id)]
      // An item that was placed after it with the same key stays there.
      let last = own.collides ? nil : row.lastIndex { $0.collides && $0.key == own.key }
      let place = (last ?? index(id)) + 1
      row.insert(contentsOf: siblings.map { Entry(id: $0.number, key: .empty) }, at: place)
      for item in siblings { addBehind(item.number) }
    }
    let there = row.map(\.id)
    for place in Set(atPlaces.map(\.place)) {
      let items = inOrder(atPlaces.filter { $0.place == place }.map(\.item))
      let start = place < listed.count ? index(listed[place]) : row.count
      row.insert(contentsOf: items.map { Entry(id: $0.number, key: .empty) }, at: start)
    }
    for id in there {
      let items = inOrder(before[id] ?? [])
      row.insert(contentsOf: items.map { Entry(id: $0.number, key: .empty) }, at: index(id))
    }
    // Items attached to existing elements come before those attached to these.
    for id in row.map(\.id) { addBehind(id) }
  }
}
