import ArrangeModel
import Changes
import Ordering

/// The rows of a part of a view over a collection, kept up to date as the collection changes.
///
/// The row of a touched element is removed and inserted where it belongs now, which is found by binary search
/// among the existing rows: O(log² n) at most, with O(log n) comparisons. Untouched elements keep their
/// order.
struct QueryRows {
  /// The rows and their groups.
  struct Content {
    var list = RowList()
    /// The values of groups by the ids of their sections.
    var groupKeys: [Identifier: GroupKey] = [:]
    /// The sections of groups by their values.
    var groups: [GroupKey: Element] = [:]
    /// The sums of each section, if there are any.
    var sums: [Element: SectionSums] = [:]
  }

  let plan: QueryPlan
  /// The order of an overlay, and the number of its entries among the sources of the view; nil if there is none.
  private(set) var overlay: (order: OverlayOrder, source: Int)?
  private(set) var list: RowList
  private var groupKeys: [Identifier: GroupKey]
  private var groups: [GroupKey: Element]
  private var sums: [Element: SectionSums]
  /// The sections whose sums have changed in this step.
  private var summed: Set<Element> = []

  init(_ plan: QueryPlan, _ content: consuming Content, _ overlay: (order: OverlayOrder, source: Int)? = nil)
  {
    self.plan = plan
    self.overlay = overlay
    list = content.list
    groupKeys = content.groupKeys
    groups = content.groups
    sums = content.sums
  }

  /// Whether an item comes before another one; both must be used.
  static func precedes(_ a: Element, _ b: Element, _ plan: QueryPlan, _ source: QuerySource) -> Bool {
    let order = plan.compare(a, b)
    if order != 0 { return order < 0 }
    guard let a = source.rank(of: a), let b = source.rank(of: b) else {
      preconditionFailure("a row is of an item that is looked at")
    }
    return a < b
  }

  // MARK: Keeping up to date

  /// What rows follow: the changes of their collection, and the entries of their overlay.
  struct Step {
    let state: CollectionState
    /// The changes of the collection in between; without elements if there are none.
    let change: SourceChange
    /// The entries of the overlay, and whether they have changed; nil if there is none.
    var overlay: (state: CollectionState, isChanged: Bool)?
  }

  /// Follows a collection and its overlay to later versions, and returns the edits of the rows.
  mutating func follow(_ step: Step) -> [LoggedEdit] {
    let change = followOverlay(step)
    let touched = change.sections
    let new = QuerySource(step.state, plan.query, overlay?.order)
    var edits: [LoggedEdit] = []
    var groups = TouchedGroups()
    let gone = plan.showsSections ? goneSections(touched, new) : []
    var arrivals: [RowArrival] = []
    let items = change.rows(plan, new.state)
    for item in items {
      if let arrival = take(item, change, new, gone: gone, &groups, &edits) { arrivals.append(arrival) }
    }
    if plan.showsSections { followSections(touched, new, gone: gone, &edits) }
    arrivals.sort { plan.compare(($0.item, $0.rank), ($1.item, $1.rank)) < 0 }
    for arrival in arrivals { insert(arrival, new, &groups, &edits) }
    if plan.query.context == .ancestors, new.state.branches != nil {
      followContext(of: items.compactMap { $0.now?.element } + change.above, new, &groups, &edits)
    }
    if plan.grouping != nil { settle(groups, new, &edits) }
    if !plan.summed.isEmpty { settleSums(&edits) }
    return edits
  }

  /// Brings the order of the overlay up to date.
  ///
  /// - Returns: the changes of the collection, and with them the items that have got another place in the overlay.
  private mutating func followOverlay(_ step: Step) -> SourceChange {
    guard let (old, source) = overlay, let entries = step.overlay,
      entries.isChanged || old.isAffected(by: step.change, in: step.state)
    else { return step.change }
    let order = OverlayOrder(entries.state, over: step.state)
    overlay = (order, source)
    return step.change.adding(moved: order.moved(since: old, step.change), in: step.state)
  }

  /// Removes a row that may have to move, and returns where its item belongs now.
  private mutating func take(
    _ touched: SourceChange.Item,
    _ change: SourceChange,
    _ new: QuerySource,
    gone: Set<Int>,
    _ groups: inout TouchedGroups,
    _ edits: inout [LoggedEdit]
  ) -> RowArrival? {
    let arrival = arrival(touched, new)
    guard let path = list.path(of: touched.element), !gone.contains(path.section) else { return arrival }
    let old = list.item(at: path)
    let section = list.section(at: path.section)
    if let arrival, arrival.section == section, plan.compare(old, arrival.item) == 0,
      touched.touch == .content || isAloneInRank(path, new)
    {
      let hasMovedSection = change.movesOrigin(of: touched.element, plan)
      if hasMovedSection || !old.isIdentical(to: arrival.item) {
        list.replaceItem(at: path, with: arrival.item)
        sum(old, in: section, times: -1)
        sum(arrival.item, in: section, times: 1)
        if hasMovedSection || !plan.showsSame(old, arrival.item) {
          edits.append(LoggedEdit(.itemUpdated, old, section: path.section, index: path.item))
        }
      }
      // The order of groups by their first items may depend on the order of the collection.
      if touched.touch.contains(.position) { groups.add(section) }
      return nil
    }
    list.discardItem(at: path)
    sum(old, in: section, times: -1)
    edits.append(LoggedEdit(.itemRemoved, old, section: path.section, index: path.item))
    groups.add(section)
    return arrival
  }

  /// Whether the neighbouring rows differ in their sort values, so that the row's position does not depend on
  /// the order of the collection. O(log n).
  private func isAloneInRank(_ path: ListPath, _ new: QuerySource) -> Bool {
    // The row's position depends on those of the items above it, whatever its own sort values are, and it shows its depth.
    if plan.sortsSiblings(of: new.state) || plan.keepsTree(of: new.state) { return false }
    let rows = list.items(ofSection: path.section)
    let row = rows.read(at: path.item) { $0.element }
    for other in [path.item - 1, path.item + 1] where other >= 0 && other < rows.count {
      if rows.read(at: other, { plan.compare($0.element, row) }) == 0 { return false }
    }
    return true
  }

  /// The position of an item; nil if it is not shown.
  private func arrival(_ touched: SourceChange.Item, _ new: QuerySource) -> RowArrival? {
    guard let (item, path) = touched.now, plan.shows(item, of: new.state),
      let rank = new.rank(of: item, at: path)
    else { return nil }
    let home: Element =
      switch plan.query.layout {
      case .sections: new.state.section(at: path.section).element
      case .flat: plan.fixedSections[0]
      case .grouped(let grouping):
        group(plan.groupKey(of: item, grouping, in: new.state), of: grouping)
      }
    return RowArrival(item: item, section: home, rank: rank)
  }

  private mutating func insert(
    _ arrival: RowArrival,
    _ new: QuerySource,
    _ groups: inout TouchedGroups,
    _ edits: inout [LoggedEdit]
  ) {
    let section = list.index(of: arrival.section) ?? insertGroup(arrival, new, &edits)
    groups.add(arrival.section)
    let index = index(of: arrival, inSection: section, new)
    list.insertItem(arrival.item, at: ListPath(section: section, item: index))
    sum(arrival.item, in: arrival.section, times: 1)
    edits.append(LoggedEdit(.itemInserted, arrival.item, section: section, index: index))
  }

  /// The index of an item among the rows of a section. O(log² n) at most, with O(log n) comparisons.
  private func index(of arrival: RowArrival, inSection section: Int, _ new: QuerySource) -> Int {
    // Not stored in a variable: a second reference would make edits of the rows copy them.
    if plan.sortsSiblings(of: new.state) {
      return new.position(of: arrival, in: list.items(ofSection: section), plan)
    }
    return list.items(ofSection: section).firstPosition { row in
      let order = plan.compare(row.element, arrival.item)
      if order != 0 { return order > 0 }
      guard let rank = new.rank(of: row.element) else {
        preconditionFailure("a row is of an item that is looked at")
      }
      return rank > arrival.rank
    }
  }

  // MARK: What is above matching items

  /// Shows the items that have matching items below them, and no others that don't match themselves. O(k log² n · depth) for k
  /// items.
  ///
  /// - Parameter elements: the items for which that may have changed, at any version; some may be gone.
  private mutating func followContext(
    of elements: [Element],
    _ new: QuerySource,
    _ groups: inout TouchedGroups,
    _ edits: inout [LoggedEdit]
  ) {
    for candidate in new.contextCandidates(elements, plan) {
      guard let section = list.index(of: candidate.section) else { continue }
      let shown = list.path(of: candidate.item)
      let index = shown?.item ?? index(of: candidate, inSection: section, new)
      // The row after the place of an item tells whether it is shown because of something below it.
      let next = shown == nil ? index : index + 1
      let isNeeded =
        next < list.itemCount(section: section)
        && new.isBelow(list.item(at: ListPath(section: section, item: next)), candidate.item)
      if let shown, !isNeeded {
        let old = list.item(at: shown)
        list.discardItem(at: shown)
        edits.append(LoggedEdit(.itemRemoved, old, section: shown.section, index: shown.item))
      } else if shown == nil, isNeeded {
        insert(candidate, new, &groups, &edits)
      }
    }
  }

  // MARK: Sections of the collection

  /// The indices of the sections that are no longer used.
  private func goneSections(_ touched: [SourceChange.Section], _ new: QuerySource) -> Set<Int> {
    var gone: Set<Int> = []
    for section in touched {
      guard let index = list.index(of: section.element), new.state.index(of: section.element) == nil
      else { continue }
      gone.insert(index)
    }
    return gone
  }

  private mutating func followSections(
    _ touched: [SourceChange.Section],
    _ new: QuerySource,
    gone: Set<Int>,
    _ edits: inout [LoggedEdit]
  ) {
    for index in gone.sorted(by: >) { removeSection(at: index, &edits) }
    /// Sections to insert; moved ones with their numbers.
    var arriving: [(rank: Int, element: Element, lifted: (RowSection, number: Int)?)] = []
    var moved = 0
    for section in touched {
      guard let index = new.state.index(of: section.element), let rank = new.rank(ofSection: index) else {
        continue
      }
      let element = dressed(new.state.section(at: index).element)
      guard let place = list.index(of: element) else {
        arriving.append((rank, element, nil))
        continue
      }
      let old = list.section(at: place)
      if !old.isIdentical(to: element) {
        list.replaceSection(at: place, with: element)
        if !plan.showsSame(section: old, element) {
          edits.append(LoggedEdit(.sectionUpdated, old, index: place))
        }
      }
      guard section.touch.contains(.position), plan.query.sections == nil else { continue }
      edits.append(LoggedEdit(.sectionDetached, element, index: place, number: moved))
      arriving.append((rank, element, (list.liftSection(at: place), moved)))
      moved += 1
    }
    // Other sections keep their order, so each arrives at its rank once those before it are there.
    for arrival in arriving.sorted(by: { $0.rank < $1.rank }) {
      if let (section, number) = arrival.lifted {
        list.dropSection(section, at: arrival.rank)
        edits.append(LoggedEdit(.sectionAttached, arrival.element, index: arrival.rank, number: number))
      } else {
        list.insertSection(arrival.element, items: [], at: arrival.rank)
        edits.append(LoggedEdit(.sectionInserted, arrival.element, index: arrival.rank))
      }
    }
  }

  private mutating func removeSection(at index: Int, _ edits: inout [LoggedEdit]) {
    let element = list.section(at: index)
    let items = list.items(ofSection: index)
    items.forEach(in: 0..<items.count) { edits.append(LoggedEdit(.itemOfRemovedSection, $0.element)) }
    edits.append(LoggedEdit(.sectionRemoved, element, section: items.count, index: index))
    list.discardSection(at: index)
    sums[element] = nil
  }

  // MARK: Sums

  /// Adds an item to the sums of its section, or takes it out.
  private mutating func sum(_ item: Element, in section: Element, times sign: Int) {
    guard !plan.summed.isEmpty, plan.counts(item) else { return }
    sums[section]?.add(item, times: sign, plan)
    summed.insert(section)
  }

  /// A section as it is shown: with its sums, which are 0 if it is new.
  private mutating func dressed(_ base: Element) -> Element {
    guard !plan.summed.isEmpty else { return base }
    var own = sums.removeValue(forKey: base) ?? SectionSums(base, of: plan)
    own.base = base
    sums[base] = own
    return own.section(plan)
  }

  /// Shows the sums that have changed, in the order of the sections.
  private mutating func settleSums(_ edits: inout [LoggedEdit]) {
    let places = summed.compactMap { list.index(of: $0) }.sorted()
    summed = []
    for place in places {
      let old = list.section(at: place)
      guard let section = sums[old]?.section(plan), !section.hasSameFields(as: old) else { continue }
      list.replaceSection(at: place, with: section)
      edits.append(LoggedEdit(.sectionUpdated, old, index: place))
    }
  }

  // MARK: Groups

  private func group(_ key: GroupKey, of grouping: ViewDefinition.Grouping) -> Element {
    groups[key] ?? QueryPlan.group(key, of: grouping)
  }

  /// The groups whose rows changed, each once.
  private struct TouchedGroups {
    private var known: Set<Element> = []

    mutating func add(_ section: Element) { known.insert(section) }

    var sections: Set<Element> { known }
  }

  /// Inserts the section of a group that has its first item. If its position depends on its items, it is
  /// corrected later.
  private mutating func insertGroup(
    _ arrival: RowArrival,
    _ new: QuerySource,
    _ edits: inout [LoggedEdit]
  ) -> Int {
    guard let grouping = plan.grouping else {
      preconditionFailure("only groups come into being with their items")
    }
    let key = plan.groupKey(of: arrival.item, grouping, in: new.state)
    groupKeys[arrival.section.id] = key
    groups[key] = arrival.section
    let index: Int =
      switch grouping.order {
      case .bestItem: list.sectionCount
      case .ascending, .descending:
        (0..<list.sectionCount).partitioningIndex { other in
          plan.compareGroups(groupKeys[list.section(at: other).id] ?? GroupKey(nil), key, grouping) > 0
        }
      }
    let section = dressed(arrival.section)
    list.insertSection(section, items: [], at: index)
    edits.append(LoggedEdit(.sectionInserted, section, index: index))
    return index
  }

  /// Removes empty groups, and moves those whose positions depend on their items.
  private mutating func settle(
    _ groups: TouchedGroups,
    _ new: QuerySource,
    _ edits: inout [LoggedEdit]
  ) {
    let declared = plan.fixedSections.count
    var moved: [(section: RowSection, number: Int)] = []
    // From last to first, so that the order of the edits does not depend on hashes.
    let places = groups.sections.compactMap { list.index(of: $0) }.sorted(by: >)
    for place in places where list.itemCount(section: place) == 0 {
      let id = list.section(at: place).id
      guard let key = groupKeys[id], !plan.isDeclared(key) else { continue }
      groupKeys[id] = nil
      self.groups[key] = nil
      removeSection(at: place, &edits)
    }
    guard plan.grouping?.order == .bestItem else { return }
    for group in groups.sections.compactMap({ list.index(of: $0) }).filter({ $0 >= declared }).sorted(by: >) {
      edits.append(
        LoggedEdit(.sectionDetached, list.section(at: group), index: group, number: moved.count)
      )
      moved.append((list.liftSection(at: group), moved.count))
    }
    for (section, number) in moved {
      let first = section.items.read(at: 0) { $0.element }
      let index =
        declared
        + (0..<list.sectionCount - declared).partitioningIndex { other in
          QueryRows.precedes(first, list.item(at: ListPath(section: declared + other, item: 0)), plan, new)
        }
      list.dropSection(section, at: index)
      edits.append(LoggedEdit(.sectionAttached, section.element, index: index, number: number))
    }
  }
}
