import ArrangeModel
import Changes

extension SourceChange {
  /// The items whose rows may change: touched ones, and those of moved sections.
  func rows(_ plan: QueryPlan, _ state: CollectionState) -> [Item] {
    var items = items
    if plan.mayCarryRows(of: state) { SourceChange.addBelowChanged(to: &items, plan, state) }
    if plan.showsSections || plan.query.sections != nil { return items }
    let moved = sections.filter { $0.change.contains(.position) && $0.wasThere }
    guard !moved.isEmpty else { return items }
    var places = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1.element, $0) })
    for section in moved {
      guard let index = state.index(of: section.element) else { continue }
      var walk = RowWalk(state, section: index)
      while let (entry, _) = walk.next() {
        let path = ListPath(section: index, item: walk.lastIndex)
        SourceChange.add(entry.element, at: path, to: &items, &places)
      }
    }
    return items
  }

  /// Adds what is below items whose content shows or hides it, or has another place among their sorted siblings.
  private static func addBelowChanged(
    to items: inout [Item],
    _ plan: QueryPlan,
    _ state: CollectionState
  ) {
    var places: [Element: Int] = [:]
    for item in items {
      guard let before = item.before, let (now, path) = item.now else { continue }
      let concernsAll = plan.carriesRows(before, now, of: state)
      guard concernsAll || plan.regroupsChildren(before, now),
        let children = state.branches?.branch(of: now, hash: now.idHash)?.children
      else { continue }
      if places.isEmpty {
        places = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1.element, $0) })
      }
      var walk = RowWalk(state.branches, from: children)
      while let (entry, _) = walk.next() {
        if !concernsAll { walk.leaveOutChildren() }
        let path = ListPath(section: path.section, item: walk.lastIndex)
        add(entry.element, at: path, to: &items, &places)
      }
    }
  }

  /// Adds an item that has another position because of others.
  private static func add(
    _ item: Element,
    at path: ListPath,
    to items: inout [Item],
    _ places: inout [Element: Int]
  ) {
    if let place = places[item] {
      items[place].touch.formUnion(.position)
    } else {
      places[item] = items.count
      items.append(.init(element: item, touch: .position, now: (item, path)))
    }
  }
}

extension SourceChange {
  /// Whether a row that keeps its position has another origin, since its item moved to another section of the collection.
  func movesOrigin(of item: Element, _ plan: QueryPlan) -> Bool {
    !plan.showsSections && !plan.isOpaque && !old.sectionIDs.isEmpty && old.sectionIDs[item] != nil
  }
}

/// An item that gets a row.
struct RowArrival {
  var item: Element
  var section: Element
  var rank: RowRank
}

extension QuerySource {
  /// The index of an item among rows of an outline in which siblings are sorted. O(log² n · depth) at most.
  func position(of arrival: RowArrival, in rows: OrderTree<RowEntry>, _ plan: QueryPlan) -> Int {
    rows.firstPosition { row in
      guard let rank = rank(of: row.element) else {
        preconditionFailure("a row is of an item that is looked at")
      }
      return plan.compare((row.element, rank), (arrival.item, arrival.rank)) > 0
    }
  }

  /// Items of an outline that do not match, and so are shown because of others below them or not at all: what is below an item
  /// comes before it. O(k (log n + depth)) for k items.
  ///
  /// - Parameter elements: items of any version; some may be gone, or named several times.
  func contextCandidates(_ elements: [Element], _ plan: QueryPlan) -> [RowArrival] {
    var known: Set<Element> = []
    var candidates: [RowArrival] = []
    for element in elements where known.insert(element).inserted {
      guard let slot = state.slot(of: element) else { continue }
      let item = state.item(at: slot).element
      guard !plan.matches(item), let rank = rank(of: item) else { continue }
      candidates.append(RowArrival(item: item, section: slot.scope.section(in: state), rank: rank))
    }
    candidates.sort { a, b in
      if a.rank.section != b.rank.section { return a.rank.section > b.rank.section }
      return plan.compare((a.item, a.rank), (b.item, b.rank)) > 0
    }
    return candidates
  }

  /// Whether an item is below another one. O(log n + depth).
  func isBelow(_ item: Element, _ other: Element) -> Bool {
    guard let branches = state.branches, let number = branches.number(of: other, hash: other.idHash),
      let own = state.slot(of: item)?.scope.branch
    else { return false }
    return branches.isBelow(own, number)
  }
}
