package import ArrangeModel

/// An outline in which each list of siblings is a plain array, and the operations on it, as `outline_steps.py` has them.
package struct NaiveOutline: Sendable {
  /// A list of siblings, by what has it.
  package enum Home: Sendable, Hashable {
    case top(Identifier)
    case under(Identifier)
  }

  /// Why an operation is refused.
  package struct Refusal: Error, Hashable {
    package var code: StatusCode
    package var field: String
    package var reason: String?
  }

  package var sections: [Identifier]
  package var lists: [Home: [Identifier]]
  package var items: Set<Identifier> = []
  /// Where items were when they were last removed.
  var gone: [Identifier: Home] = [:]
  let settings: OutlineSettings
  /// Whether it is a flat collection, in which no item is below another one.
  let isFlat: Bool
  /// The ids of items that random operations make are `i0` and so on, below this number.
  package var randomIDCount = 40

  package init(
    sections: [Identifier],
    settings: OutlineSettings = OutlineSettings(),
    isFlat: Bool = false
  ) {
    self.sections = sections
    self.settings = settings
    self.isFlat = isFlat
    lists = Dictionary(uniqueKeysWithValues: sections.map { (.top($0), []) })
  }

  // MARK: Reading

  func home(_ id: Identifier) -> Home { lists.first { $0.value.contains(id) }!.key }

  func parent(_ id: Identifier) -> Identifier? {
    if case .under(let parent) = home(id) { parent } else { nil }
  }

  /// The ancestors of an item from the top down, and the item.
  func path(_ id: Identifier) -> [Identifier] { (parent(id).map { path($0) } ?? []) + [id] }

  func path(_ home: Home) -> [Identifier] { if case .under(let id) = home { path(id) } else { [] } }

  func section(_ home: Home) -> Identifier {
    switch home {
    case .top(let section): section
    case .under(let item): section(self.home(item))
    }
  }

  func subtree(_ id: Identifier) -> [Identifier] { [id] + (lists[.under(id)] ?? []).flatMap { subtree($0) } }

  /// The items of a list with all that is below them as they are shown, with their depths.
  private func shown(_ home: Home, depth: Int = 1) -> [(id: Identifier, depth: Int)] {
    (lists[home] ?? []).flatMap { [($0, depth)] + shown(.under($0), depth: depth + 1) }
  }

  /// The items of all sections as they are shown, with their depths.
  package var rows: [[String]] { sections.map { shown(.top($0)).map { "\($0.depth) \($0.id)" } } }

  private func nearest(_ id: Identifier) -> Home? {
    guard let home = gone[id] else { return nil }
    if lists[home] != nil { return home }
    if case .under(let item) = home { return nearest(item) }
    return nil
  }

  // MARK: Operations

  /// Carries an operation out.
  ///
  /// - Returns: the items that were left where they are.
  package mutating func perform(_ operation: ArrangeModel.ListOperation) throws(Refusal) -> [Identifier] {
    let before = self
    var skipped: [Identifier] = []
    switch operation {
    case .insertItems(let new, let to):
      let home = try target(to, leaving: [])
      let gap = try gap(to, home, leaving: [])
      for (number, item) in new.enumerated() {
        guard items.insert(item.id!).inserted else {
          throw Refusal(code: .alreadyExists, field: "items[\(number)].id")
        }
        lists[.under(item.id!)] = []
      }
      lists[home]!.insert(contentsOf: new.map { $0.id! }, at: gap)
    case .moveItems(let references, let to): skipped = try move(references.map(\.id), to)
    case .removeItems(let references, let descendants): try remove(references.map(\.id), descendants)
    case .reorderItems(let section, let parent, let ids):
      let home: Home = parent.isEmpty ? .top(section) : .under(parent)
      guard lists[home] != nil else { throw Refusal(code: .notFound, field: "parent") }
      for (number, id) in ids.enumerated() where !items.contains(id) {
        throw Refusal(code: .notFound, field: "items[\(number)]")
      }
      for (number, id) in ids.enumerated() where self.home(id) != home {
        throw Refusal(code: .invalidArgument, field: "items[\(number)]")
      }
      var following = ids.makeIterator()
      lists[home] = lists[home]!.map { ids.contains($0) ? following.next()! : $0 }
    default: preconditionFailure("the tests use no other operations")
    }
    let named: [Identifier] =
      switch operation {
      case .insertItems(let new, _): new.map { $0.id! }
      case .moveItems(let references, _): references.map(\.id)
      default: []
      }
    try checkLimits(before, naming: named, shownAs: before)
    return skipped
  }

  /// Hands items over to another collection.
  package mutating func transfer(_ transfer: ItemTransfer, to target: inout NaiveOutline) throws(Refusal) {
    let (before, targetBefore, ids) = (self, target, transfer.items.map(\.id))
    try locate(ids)
    let takesAll = transfer.descendants == nil && !target.isFlat
    if takesAll {
      try checkAreApart(ids)
    } else {
      try checkChildren(ids, transfer.descendants)
    }
    let trees = ids.map { takesAll ? subtree($0) : [$0] }
    for (number, tree) in trees.enumerated() where !target.items.isDisjoint(with: tree) {
      throw Refusal(code: .alreadyExists, field: "items[\(number)].id")
    }
    let home = try target.target(transfer.destination, leaving: [])
    let gap = try target.gap(transfer.destination, home, leaving: [])
    for id in trees.joined() {
      target.items.insert(id)
      target.lists[.under(id)] = takesAll ? lists[.under(id)] : []
    }
    target.lists[home]!.insert(contentsOf: ids, at: gap)
    try target.checkLimits(targetBefore, naming: ids, shownAs: target)
    try remove(ids, takesAll ? .remove : transfer.descendants)
    do throws(Refusal) {
      try checkLimits(before, naming: [], shownAs: before)
    } catch {
      throw Refusal(code: error.code, field: "descendants", reason: error.reason)
    }
  }

  private func locate(_ ids: [Identifier]) throws(Refusal) {
    for (number, id) in ids.enumerated() where !items.contains(id) {
      throw Refusal(code: .notFound, field: "items[\(number)].id")
    }
  }

  private mutating func target(_ to: ItemDestination, leaving: [Identifier]) throws(Refusal) -> Home {
    if isFlat, let parent = to.below.parent, !parent.isEmpty {
      throw Refusal(code: .failedPrecondition, field: "parent", reason: "no_outline")
    }
    if let parent = to.below.parent, !parent.isEmpty {
      if to.section != nil, to.below.ifMissing == .fail {
        throw Refusal(code: .invalidArgument, field: "section")
      }
      if items.contains(parent) { return .under(parent) }
      if to.below.ifMissing == .nearestAncestor, let home = nearest(parent) { return home }
      if let section = to.section { return try top(section) }
      guard to.below.ifMissing == .last else { throw Refusal(code: .notFound, field: "parent") }
      return .top(leaving.first.map { section(self.home($0)) } ?? .empty)
    }
    var home: Home
    if let anchor = to.placement.anchor, items.contains(anchor),
      to.section == nil || to.section == section(self.home(anchor))
    {
      home = self.home(anchor)
    } else if let section = to.section {
      home = try top(section)
    } else {
      home = leaving.isEmpty ? try top(.empty) : self.home(leaving[0])
    }
    if to.below.parent != nil { home = .top(section(home)) }
    return home
  }

  private mutating func top(_ section: Identifier) throws(Refusal) -> Home {
    guard sections.contains(section) else { throw Refusal(code: .notFound, field: "section") }
    return .top(section)
  }

  private func gap(_ to: ItemDestination, _ home: Home, leaving: [Identifier]) throws(Refusal) -> Int {
    let ids = lists[home]!
    let rest = ids.filter { !leaving.contains($0) }
    if let anchor = to.placement.anchor, let index = ids.firstIndex(of: anchor) {
      let isAfter = if case .after = to.placement { true } else { false }
      return ids[..<(index + (isAfter ? 1 : 0))].count { !leaving.contains($0) }
    }
    if let parent = to.below.parent, !parent.isEmpty, home != .under(parent) { return rest.count }
    switch to.placement {
    case .first: return 0
    case .last: return rest.count
    case .at(let index):
      guard index <= rest.count else { throw Refusal(code: .outOfRange, field: "to.at") }
      return index
    case .before, .after:
      switch to.anchorPolicy {
      case .first: return 0
      case .last: return rest.count
      case .fail: throw Refusal(code: .notFound, field: "to.\(to.placement.word)")
      }
    }
  }

  private mutating func move(_ ids: [Identifier], _ to: ItemDestination) throws(Refusal) -> [Identifier] {
    try locate(ids)
    try checkAreApart(ids)
    let home = try target(to, leaving: ids)
    let around = ids.filter { path(home).contains($0) }
    if !around.isEmpty, to.below.ifCycle == .fail {
      let field = to.below.parent?.isEmpty ?? true ? "to.\(to.placement.word)" : "parent"
      throw Refusal(code: .failedPrecondition, field: field, reason: "below_itself")
    }
    let moving = ids.filter { !around.contains($0) }
    let gap = try gap(to, home, leaving: moving)
    put(moving, in: home, at: gap)
    let beside = to.below.ifCycle == .beside ? around.filter { parent($0) != nil } : []
    for id in beside {
      let parent = parent(id)!
      let siblings = self.home(parent)
      put([id], in: siblings, at: lists[siblings]!.firstIndex(of: parent)! + 1)
    }
    return around.filter { !beside.contains($0) }
  }

  private func checkAreApart(_ ids: [Identifier]) throws(Refusal) {
    for (number, id) in ids.enumerated() where !Set(path(id).dropLast()).isDisjoint(with: ids) {
      throw Refusal(code: .invalidArgument, field: "items[\(number)].id")
    }
  }

  private mutating func put(_ ids: [Identifier], in home: Home, at gap: Int) {
    for id in ids { take(id) }
    lists[home]!.insert(contentsOf: ids, at: gap)
  }

  private mutating func take(_ id: Identifier) { lists[home(id)]!.removeAll { $0 == id } }

  private mutating func remove(_ ids: [Identifier], _ descendants: DescendantPolicy?) throws(Refusal) {
    try locate(ids)
    try checkChildren(ids, descendants)
    for id in ids where items.contains(id) {
      let home = home(id)
      if descendants == .promote {
        let index = lists[home]!.firstIndex(of: id)!
        lists[home]!.insert(contentsOf: lists[.under(id)]!, at: index)
        lists[.under(id)] = []
      }
      let removed = subtree(id)
      for each in removed { gone[each] = self.home(each) }
      take(id)
      for each in removed {
        items.remove(each)
        lists[.under(each)] = nil
      }
    }
  }

  private func checkChildren(_ ids: [Identifier], _ descendants: DescendantPolicy?) throws(Refusal) {
    guard descendants == nil || descendants == .refuse else { return }
    for (number, id) in ids.enumerated() where lists[.under(id)]!.contains(where: { !ids.contains($0) }) {
      let field = descendants == nil ? "descendants" : "items[\(number)].id"
      throw Refusal(code: .failedPrecondition, field: field, reason: "has_children")
    }
  }

  /// - Parameter other: an outline that has the items, for which of the deepest ones is the first.
  private func checkLimits(
    _ before: NaiveOutline,
    naming named: [Identifier],
    shownAs other: NaiveOutline
  ) throws(Refusal) {
    for (home, ids) in lists {
      guard case .under = home else { continue }
      if ids.count > max(settings.maximumChildren, before.lists[home]?.count ?? 0) {
        throw Refusal(code: .failedPrecondition, field: "parent", reason: "too_many_items")
      }
    }
    let deeper = sections.flatMap { shown(.top($0)) }.filter { $0.depth > settings.maximumDepth }
    guard let deepest = deeper.map(\.depth).max() else { return }
    let tooDeep = Set(deeper.filter { $0.depth == deepest }.map(\.id))
    // Of the deepest ones the first that is shown; new ones are alike.
    let order = other.sections.flatMap { other.shown(.top($0)) }
    let first = order.first { tooDeep.contains($0.id) }?.id ?? named[0]
    let path = path(first)
    let number = named.firstIndex { path.contains($0) } ?? 0
    throw Refusal(code: .failedPrecondition, field: "items[\(number)].id", reason: "too_deep")
  }
}

extension Placement {
  fileprivate var anchor: Identifier? {
    switch self {
    case .before(let anchor), .after(let anchor): anchor
    case .first, .last, .at: nil
    }
  }

  fileprivate var word: String {
    switch self {
    case .first: "first"
    case .last: "last"
    case .before: "before"
    case .after: "after"
    case .at: "at"
    }
  }
}
