package import ArrangeModel
package import Ordering

/// Plans where items go that were placed elsewhere: all items of one call together, before any of them gets a
/// key.
///
/// The server uses it, and so does a client that predicts the server's result.
///
/// - An item whose key belongs to the strategy and lies between those of its neighbours goes where its key
///   says. It keeps the key unless an element has it already. Otherwise it goes directly after that element
///   and after items that collided with it before: among equal keys the smaller id comes first.
/// - The others are attached to their neighbours: after the element that they followed, which may also be
///   adopted, or else before the one that followed them. Several items attached to one element are in the
///   order of their keys; those without keys, in the order in which they name each other, and else of their
///   ids.
/// - An item without a usable neighbour goes to the end; if keys are ranks, to the index that it had.
///
/// The keys of adopted neighbours count as given, even if these items get other keys. A neighbour that was
/// removed, or is in another list, is ignored. O(k log² n) for k items.
package struct AdoptionPlan {
  /// A gap of the list with the items that go into it, in order.
  package struct Gap {
    /// The gap in the list without the adopted items.
    package var place: Int
    package var items: [Int]
  }

  /// The gaps that receive items, ascending.
  package private(set) var gaps: [Gap] = []
  /// Which of the items keep their keys.
  package private(set) var keepsKey: [Bool]

  /// Plans the places of items.
  ///
  /// - Parameters:
  ///   - list: the keys of the list without the adopted items.
  ///   - strategy: the strategy of the keys; nil if keys are to be ignored.
  ///   - find: returns the index of an element in that list.
  package init(
    of items: [AdoptedItem],
    in list: any KeyList,
    _ strategy: (any OrderingStrategy)?,
    find: (Identifier) -> Int?
  ) {
    let hasRanks = strategy?.keyForm == .rank
    let isKeyed = items.map { item in strategy.map { (try? $0.validate(item.key)) != nil } ?? false }
    var places = AdoptedPlaces(items, in: list, isKeyed: isKeyed, find: find)
    var sequences: [Int: [Int]] = [:]
    if !hasRanks { sequences = places.placeByKeys() }
    places.attachOthers(onRanks: hasRanks)
    keepsKey = places.standings.map { $0 == .kept }

    for place in Set(sequences.keys).union(places.hangingPlaces).sorted() {
      let items = places.order(of: sequences[place] ?? [], inGap: place)
      if !items.isEmpty { gaps.append(Gap(place: place, items: items)) }
    }
  }
}

/// The items of one call, and their places as far as they are known.
private struct AdoptedPlaces {
  /// What an item's key determines.
  enum Standing {
    /// The key determines the place, and the item keeps it.
    case kept
    /// The key determines the place, but another element has it.
    case collides
    /// The key can't be used; the item is placed by its neighbours.
    case hangs
  }

  /// A neighbour named by an item.
  enum Neighbour: Hashable {
    case none
    /// An element of the list.
    case listed(Int)
    /// Another item of the call.
    case adopted(Int)
  }

  /// What an item without a usable key is attached to.
  enum Hook: Hashable {
    case behind(Neighbour)
    case before(Neighbour)
    /// An index of the list; the end if the item names nothing usable.
    case at(Int)
  }

  let items: [AdoptedItem]
  let list: any KeyList
  let isKeyed: [Bool]
  /// The items in the order of their keys and ids, those without a key at the end.
  let sorted: [Int]
  let after: [Neighbour]
  let before: [Neighbour]
  private(set) var standings: [Standing]
  private var hanging: [Hook: [Int]] = [:]

  init(_ items: [AdoptedItem], in list: any KeyList, isKeyed: [Bool], find: (Identifier) -> Int?) {
    self.items = items
    self.list = list
    self.isKeyed = isKeyed
    sorted = items.indices.sorted { a, b in
      if isKeyed[a] != isKeyed[b] { return isKeyed[a] }
      if isKeyed[a], items[a].key != items[b].key { return items[a].key < items[b].key }
      return items[a].id < items[b].id
    }
    let numbers = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1.id, $0) })
    func neighbour(_ id: Identifier?, of item: Int) -> Neighbour {
      guard let id else { return .none }
      if let number = numbers[id] { return number == item ? .none : .adopted(number) }
      return find(id).map { .listed($0) } ?? .none
    }
    after = items.indices.map { neighbour(items[$0].after, of: $0) }
    before = items.indices.map { neighbour(items[$0].before, of: $0) }
    standings = Array(repeating: .hangs, count: items.count)
  }

  // MARK: Keys

  /// Finds the items whose keys determine their places.
  ///
  /// - Returns: the items that go into each gap of the list, in order.
  mutating func placeByKeys() -> [Int: [Int]] {
    let lowest = ends(of: after) { _ in false }
    let highest = ends(of: before) { _ in false }
    var sequences: [Int: [Int]] = [:]
    var last = OrderKey.empty
    for item in sorted where isKeyed[item] {
      let key = items[item].key
      guard bound(after[item], lowest, from: item).map({ $0 < key }) ?? true,
        bound(before[item], highest, from: item).map({ key < $0 }) ?? true
      else { continue }
      var gap = list.firstPosition(notBelow: key)
      let isListed = gap < list.count && list.key(at: gap) == key
      if isListed { gap += 1 }
      standings[item] = isListed || last == key ? .collides : .kept
      last = key
      sequences[gap, default: []].append(item)
    }
    return sequences
  }

  /// The bound that a neighbour's key sets.
  ///
  /// - Parameter ends: where the chains of neighbours end.
  private func bound(_ neighbour: Neighbour, _ ends: [Neighbour], from item: Int) -> OrderKey? {
    switch neighbour {
    case .none: return nil
    case .listed(let index): return list.key(at: index)
    case .adopted(let other):
      if standings[other] != .hangs { return items[other].key }
      // An adopted neighbour has no place yet; the end of its chain has one.
      guard case .listed(let index) = ends[item] else { return nil }
      return list.key(at: index)
    }
  }

  /// For each item, the first neighbour along the chain that is in the list, or that `isEnd` accepts.
  /// O(items).
  private func ends(of neighbours: [Neighbour], isEnd: (Int) -> Bool) -> [Neighbour] {
    var ends = [Neighbour?](repeating: nil, count: items.count)
    for start in sorted where ends[start] == nil {
      var way: [Int] = []
      var (item, end) = (start, Neighbour.none)
      while true {
        // Reaching a chain that is being followed means a cycle, which leads to no element.
        ends[item] = Neighbour.none
        way.append(item)
        guard case .adopted(let next) = neighbours[item], !isEnd(next) else {
          end = neighbours[item]
          break
        }
        if let known = ends[next] {
          end = known
          break
        }
        item = next
      }
      for item in way { ends[item] = end }
    }
    return ends.map { $0 ?? .none }
  }

  // MARK: Hanging

  /// The gaps of the list to which items are attached.
  var hangingPlaces: [Int] {
    hanging.keys.compactMap { hook in
      switch hook {
      case .behind(.listed(let index)): index + 1
      case .before(.listed(let index)), .at(let index): index
      case .behind, .before: nil
      }
    }
  }

  /// Attaches the items without usable keys to their neighbours.
  mutating func attachOthers(onRanks: Bool) {
    let highest = ends(of: before) { [standings] in standings[$0] != .hangs }
    let circles = cyclesAfterItems()
    var free = 0
    for item in sorted where standings[item] == .hangs {
      let hook: Hook
      if after[item] != .none, !circles.contains(item) {
        hook = .behind(after[item])
      } else if highest[item] != .none {
        hook = .before(highest[item])
      } else if onRanks, let rank = items[item].key.bigEndianValue {
        hook = .at(max(0, Int(min(rank, UInt64(list.count + free))) - free))
        free += 1
      } else {
        hook = .at(list.count)
      }
      hanging[hook, default: []].append(item)
    }
    for (hook, items) in hanging where items.count > 1 { hanging[hook] = chained(items) }
  }

  /// One item of each cycle of items that follow each other.
  private func cyclesAfterItems() -> Set<Int> {
    var circles = Set<Int>()
    var visits = [Int](repeating: 0, count: items.count)
    for (number, start) in sorted.enumerated() {
      var item = start
      while standings[item] == .hangs, visits[item] == 0 {
        visits[item] = number + 1
        guard case .adopted(let next) = after[item] else { break }
        if standings[next] == .hangs, visits[next] == number + 1 { circles.insert(item) }
        item = next
      }
    }
    return circles
  }

  /// Items attached to one element, each before the one that it names as following it.
  private func chained(_ siblings: [Int]) -> [Int] {
    let all = Set(siblings)
    var earlier: [Int: [Int]] = [:]
    for item in siblings {
      if case .adopted(let next) = before[item], all.contains(next) {
        earlier[next, default: []].append(item)
      }
    }
    guard !earlier.isEmpty else { return siblings }
    var order: [Int] = []
    var isBegun = Set<Int>()
    for start in siblings {
      // Each is emitted once the items before it are.
      var open = [(item: start, isReady: false)]
      while let (item, isReady) = open.popLast() {
        if isReady {
          order.append(item)
        } else if isBegun.insert(item).inserted {
          open.append((item, true))
          for other in (earlier[item] ?? []).reversed() { open.append((other, false)) }
        }
      }
    }
    return order
  }

  // MARK: Order

  /// The items that go into a gap of the list, in order.
  ///
  /// - Parameter sequence: the items placed there by their keys.
  func order(of sequence: [Int], inGap place: Int) -> [Int] {
    var order: [Int] = []
    // An item whose key equals that of the element before the gap comes first.
    let own = place > 0 ? list.key(at: place - 1) : .empty
    let colliding = sequence.prefix { standings[$0] == .collides && items[$0].key == own }
    for item in colliding { append(item, to: &order) }
    if place > 0 { append(hanging[.behind(.listed(place - 1))], to: &order) }
    var rest = sequence.dropFirst(colliding.count)
    while let holder = rest.popFirst() {
      append(hanging[.before(.adopted(holder))], to: &order)
      order.append(holder)
      while let next = rest.first, standings[next] == .collides {
        append(next, to: &order)
        rest = rest.dropFirst()
      }
      append(hanging[.behind(.adopted(holder))], to: &order)
    }
    append(hanging[.at(place)], to: &order)
    append(hanging[.before(.listed(place))], to: &order)
    return order
  }

  private func append(_ items: [Int]?, to order: inout [Int]) {
    for item in items ?? [] { append(item, to: &order) }
  }

  /// Appends an item with all items attached to it. Chains may be long, so this is not recursive.
  private func append(_ item: Int, to order: inout [Int]) {
    var open = [(item: item, isReady: false)]
    while let (item, isReady) = open.popLast() {
      if isReady {
        order.append(item)
        continue
      }
      for other in (hanging[.behind(.adopted(item))] ?? []).reversed() { open.append((other, false)) }
      open.append((item, true))
      for other in (hanging[.before(.adopted(item))] ?? []).reversed() { open.append((other, false)) }
    }
  }
}

extension KeyList {
  /// The first position whose key is not below the given one; the end if there is none. O(log² n).
  fileprivate func firstPosition(notBelow key: OrderKey) -> Int {
    (0..<count).partitioningIndex { self.key(at: $0) >= key }
  }
}
