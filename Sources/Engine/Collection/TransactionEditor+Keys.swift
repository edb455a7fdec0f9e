package import ArrangeModel
import Ordering

extension TransactionEditor {
  // MARK: Adopt

  /// Takes items over that were placed elsewhere, with the keys that they got there.
  ///
  /// They are taken in the order of their keys, of equal keys in the order of their ids, so that the outcome does
  /// not depend on the order in which they are named. An item keeps its key where it is one of the strategy's, lies
  /// between those of the neighbours that it was given, and nobody has it. Otherwise it gets another one, directly
  /// behind the element that has the same key, or next to the neighbour that it was given.
  mutating func adoptItems(
    _ items: [AdoptedItem],
    section id: Identifier
  ) throws(ArrangeError) -> [Named] {
    guard !items.isEmpty else { return [] }
    var seen = Set<Identifier>()
    for (index, item) in items.enumerated() where !seen.insert(item.id).inserted {
      throw ArrangeError(
        .invalidArgument,
        "item \"\(item.id)\" is named twice",
        field: "items[\(index)].id"
      )
    }
    let (section, _) = try section(for: ItemDestination(section: id), fallback: nil)
    let order = adoptionOrder(of: items)
    let places = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
    // Items that exist leave their places first, so that none is in the way of its own new key.
    let existing = order.filter { slot(of: items[$0].id, .item) != nil }
    let slots = existing.compactMap { slot(of: items[$0].id, .item) }
    let lifted = Dictionary(uniqueKeysWithValues: zip(existing, lift(slots)))
    let scope = Scope.items(section: section)
    var named = [Named?](repeating: nil, count: items.count)
    for index in order {
      let item = items[index]
      let (gap, key) = place(of: item, in: scope, among: places)
      if var element = lifted[index] {
        element.key = key ?? .empty
        try drop([element], in: scope, gap: gap)
        named[index] = Named(element.element, .item)
      } else {
        let element = Element(id: item.id, fields: item.fields, contentVersion: newVersion)
        if let key {
          insert([element], keys: [key], in: scope, gap: gap)
        } else {
          try insert([element], in: scope, gap: gap)
        }
        named[index] = Named(element, .item)
      }
    }
    return named.compactMap { $0 }
  }

  /// The order in which items are adopted, whichever they are sent in: by their keys, and after these the ones without a
  /// key that the strategy takes, each of them behind the one that it follows.
  private func adoptionOrder(of items: [AdoptedItem]) -> [Int] {
    let isKeyed = items.map { (try? strategy.validate($0.key)) != nil }
    var order = items.indices.filter { isKeyed[$0] }.sorted { a, b in
      (items[a].key, items[a].id) < (items[b].key, items[b].id)
    }
    guard order.count < items.count else { return order }
    let rest = items.indices.filter { !isKeyed[$0] }.sorted { items[$0].id < items[$1].id }
    var waiting = Dictionary(uniqueKeysWithValues: rest.map { (items[$0].id, $0) })
    for index in rest {
      var chain: [Int] = []
      var next = waiting.removeValue(forKey: items[index].id)
      while let item = next {
        chain.append(item)
        next = items[item].after.flatMap { waiting.removeValue(forKey: $0) }
      }
      order += chain.reversed()
    }
    return order
  }

  /// The gap into which an adopted item goes, and its key if it can have it.
  ///
  /// - Parameter items: all that are adopted, by their ids.
  private func place(
    of item: AdoptedItem,
    in scope: Scope,
    among items: [Identifier: AdoptedItem]
  ) -> (gap: Int, key: OrderKey?) {
    let list = ScopeKeys(state, scope)
    func index(of neighbour: Identifier?) -> Int? {
      guard let slot = neighbour.flatMap({ slot(of: $0, .item) }), slot.scope == scope else { return nil }
      return slot.index
    }
    let after = index(of: item.after)
    // The one behind it may be adopted, too, and not be there yet; then the one behind that counts.
    var (next, before) = (item.before, index(of: item.before))
    var hops = 0
    while before == nil, hops < items.count, let id = next {
      next = items[id]?.before
      before = index(of: next)
      hops += 1
    }
    if strategy.keyForm == .stored, (try? strategy.validate(item.key)) != nil {
      let isAbove = after.map { list.key(at: $0) < item.key } ?? true
      let isBelow = before.map { item.key < list.key(at: $0) } ?? true
      let gap = list.firstPosition(notBelow: item.key)
      if isAbove, isBelow {
        let isTaken = gap < list.count && list.key(at: gap) == item.key
        return isTaken ? (gap + 1, nil) : (gap, item.key)
      }
      if after == nil, before == nil { return (gap, nil) }
    }
    if let after { return (after + 1, nil) }
    if let before { return (before, nil) }
    guard strategy.keyForm == .rank, let rank = item.key.bigEndianValue else { return (list.count, nil) }
    return (Int(min(rank, UInt64(list.count))), nil)
  }

  // MARK: Renew

  /// Gives all elements keys of the editor's strategy, as if the lists had just been made with it. Nothing moves.
  ///
  /// O(n). The state's present keys may be of any strategy.
  package mutating func renewKeys() throws(ArrangeError) {
    try renewKeys(in: .sections)
    for section in 0..<state.sectionCount { try renewKeys(in: .items(section: section)) }
  }

  private mutating func renewKeys(in scope: Scope) throws(ArrangeError) {
    let count = state.count(in: scope)
    guard count > 0 else { return }
    let before = ScopeKeys(state, scope).keys(in: 0..<count)
    let after = try freshKeys(count)
    guard before != after else { return }
    state.rekey(in: scope, at: 0, to: after)
    edits.append(.rekey(in: scope, at: 0, before: before, after: after))
    rekeyed += count
  }

  // MARK: Rotate

  /// Gives elements keys of another generation, as many as a step may; the lists are in order afterwards.
  ///
  /// - Parameters:
  ///   - generation: the generation of the step before; nil to begin.
  ///   - limit: the most elements that get another key.
  /// - Returns: the generation, and how many elements are left. Nil where the strategy has no generations.
  package mutating func rotateKeys(
    into generation: Int?,
    limit: Int
  ) throws(ArrangeError) -> (generation: Int, remaining: Int)? {
    var (generation, left, remaining) = (generation, limit, 0)
    let scopes = [Scope.sections] + (0..<state.sectionCount).map { .items(section: $0) }
    for scope in scopes where state.count(in: scope) > 0 {
      guard left > 0 else {
        // What is left of a list that is not looked at is not known; at most all of it is.
        remaining += state.count(in: scope)
        continue
      }
      let rotation: KeyRotation?
      let list = ScopeKeys(state, scope)
      do {
        rotation = try strategy.rotation(of: list, into: generation, limit: left)
      } catch {
        throw ArrangeError(.internal, "strategy \(strategy.name): \(error)")
      }
      guard let rotation else { return nil }
      generation = rotation.generation
      remaining += rotation.remaining
      guard let rekey = rotation.rekey else { continue }
      left -= rekey.count
      try carryOut(rekey, in: scope)
    }
    return generation.map { ($0, remaining) } ?? (0, 0)
  }
}

extension ScopeKeys {
  /// The first position whose key is not below the given one; the end where all are. O(log² n).
  fileprivate func firstPosition(notBelow key: OrderKey) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self.key(at: middle) < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
