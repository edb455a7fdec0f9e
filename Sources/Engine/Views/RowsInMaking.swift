import ArrangeModel

/// Builds the rows of a part of a view from a collection, in slices.
///
/// First the items are read, filtered and put into their sections; then each section is sorted in runs, which
/// are merged; then the rows are put into the list. O(n log n) in total.
struct RowsInMaking {
  /// The number of items read, or put into the list, at a time.
  private static let itemsAtATime = 256
  /// The number of items sorted at a time.
  static let itemsOfRun = 2_048
  /// The number of field bytes that take as long to read as a step of ``WorkSlice``, for each condition.
  private static let bytesOfStep = 128

  /// A section with the items that it shows.
  private struct Pile {
    let section: Element
    var items: [Element] = []
  }

  private enum Stage {
    case reading
    case sorting(pile: Int, SortedRuns?)
    case ordering
    case placing(pile: Int, item: Int)
  }

  let plan: QueryPlan
  private let overlay: (order: OverlayOrder, source: Int)?
  private let source: QuerySource
  private let sections: [Int]
  private let maximumGroups: Int
  private let itemsOfRun: Int
  private var stage = Stage.reading
  /// The next position to read: the index among the used sections, and the item.
  private var next = (section: 0, item: 0)
  /// The items of the section that is being read, if the collection is an outline.
  private var outline: OutlineItems?
  /// The items above the next one, from the top down, and whether they have rows.
  private var above: [(item: Element, isShown: Bool)] = []
  private var piles: [Pile]
  private var rows = QueryRows.Content()
  /// The piles of groups, by id and by value: usually there are few values, and making an id takes longer
  /// than making a value.
  private var places: [Identifier: Int] = [:]
  private var placesOfValues: [GroupKey: Int] = [:]

  init(
    _ plan: QueryPlan,
    of state: CollectionState,
    in overlay: (order: OverlayOrder, source: Int)? = nil,
    maximumGroups: Int = .max,
    itemsOfRun: Int = RowsInMaking.itemsOfRun
  ) {
    self.plan = plan
    self.maximumGroups = maximumGroups
    self.itemsOfRun = itemsOfRun
    self.overlay = overlay
    source = QuerySource(state, plan.query, overlay?.order)
    sections = source.sections
    piles = plan.fixedSections.map { Pile(section: $0) }
    for (place, key) in plan.declaredGroups.enumerated() {
      let id = plan.fixedSections[place].id
      places[id] = place
      rows.groupKeys[id] = key
    }
  }

  /// Why the rows can't be made.
  enum Failure: Error {
    case tooManyGroups
  }

  /// Works for one slice.
  ///
  /// - Returns: the rows; nil if there is more to do.
  mutating func proceed(_ slice: inout WorkSlice) throws(Failure) -> QueryRows? {
    while !slice.isOver {
      switch stage {
      case .reading:
        if next.section == sections.count {
          stage = .sorting(pile: 0, nil)
        } else {
          try read(&slice)
        }
      case .sorting(let pile, let runs):
        // Referenced by one variable only: shared storage would be copied on change.
        stage = .reading
        stage = sort(pile, runs, &slice)
      case .ordering:
        order(&slice)
        stage = .placing(pile: 0, item: 0)
      case .placing(let pile, let item):
        guard pile < piles.count else { return QueryRows(plan, rows, overlay) }
        stage = place(pile, from: item, &slice)
      }
    }
    return nil
  }

  // MARK: Reading

  private mutating func read(_ slice: inout WorkSlice) throws(Failure) {
    let index = sections[next.section]
    if plan.showsSections, next.item == 0, outline == nil {
      piles.append(Pile(section: source.state.section(at: index).element))
    }
    if source.state.branches != nil { return try readOutline(section: index, &slice) }
    let items = source.state.items(ofSection: index)
    let end = min(items.count, next.item + RowsInMaking.itemsAtATime)
    var steps = 1
    var matching: [Element] = []
    let conditions = plan.conditions
    func take(_ item: Element) {
      steps += 4 + conditions * (1 + item.byteCount / RowsInMaking.bytesOfStep)
      if plan.matches(item) { matching.append(item) }
    }
    if let order = overlay?.order {
      for item in order.items(in: next.item..<end, ofSection: index, of: source.state) { take(item) }
    } else {
      items.forEach(in: next.item..<end) { take($0.element) }
    }
    slice.count(steps)
    next = end == items.count ? (next.section + 1, 0) : (next.section, end)
    try add(matching, &slice)
  }

  /// Reads some items of a section of an outline.
  private mutating func readOutline(section: Int, _ slice: inout WorkSlice) throws(Failure) {
    if outline == nil {
      outline = OutlineItems(plan, of: source.state, section: section, itemsOfRun: itemsOfRun)
    }
    let conditions = plan.conditions
    var matching: [Element] = []
    var count = 0
    while count < RowsInMaking.itemsAtATime, let (item, depth) = outline?.next(&slice) {
      count += 1
      slice.count(8 + conditions * (1 + item.byteCount / RowsInMaking.bytesOfStep))
      add(item, depth: depth, to: &matching)
    }
    next.item += count
    slice.count(1)
    try add(matching, &slice)
    guard outline?.isAtEnd == true else { return }
    (outline, above) = (nil, [])
    next = (next.section + 1, 0)
  }

  /// Adds an item of an outline if it is shown, and what is shown because of it.
  private mutating func add(_ item: Element, depth: Int, to shown: inout [Element]) {
    let matches = plan.matches(item)
    guard plan.query.context != .matches else {
      if matches { shown.append(item) }
      return
    }
    above.removeLast(above.count - (depth - 1))
    switch plan.query.context {
    case .matches: break
    case .ancestors:
      if matches {
        for place in above.indices where !above[place].isShown {
          shown.append(above[place].item)
          above[place].isShown = true
        }
        shown.append(item)
      }
      above.append((item, matches))
    case .descendants:
      let isShown = matches || above.last?.isShown ?? false
      if isShown { shown.append(item) }
      above.append((item, isShown))
    }
  }

  /// Adds items to the section that is being read, or to their groups.
  private mutating func add(_ matching: [Element], _ slice: inout WorkSlice) throws(Failure) {
    if let grouping = plan.grouping {
      for item in matching { try add(item, grouping) }
      slice.count(4 * matching.count)
    } else {
      piles[piles.count - 1].items += matching
    }
  }

  private mutating func add(
    _ item: Element,
    _ grouping: ViewDefinition.Grouping
  ) throws(Failure) {
    let key = plan.groupKey(of: item, grouping, in: source.state)
    if let known = placesOfValues[key] { return piles[known].items.append(item) }
    let section = QueryPlan.group(key, of: grouping)
    let place = places[section.id] ?? piles.count
    if place == piles.count {
      guard piles.count < maximumGroups else { throw .tooManyGroups }
      piles.append(Pile(section: section))
      places[section.id] = place
      rows.groupKeys[section.id] = key
    }
    placesOfValues[key] = place
    rows.groups[key] = piles[place].section
    piles[place].items.append(item)
  }

  // MARK: Sorting

  private mutating func sort(_ pile: Int, _ runs: SortedRuns?, _ slice: inout WorkSlice) -> Stage {
    guard pile < piles.count, !plan.order.isEmpty, !plan.sortsSiblings(of: source.state) else {
      return .ordering
    }
    if var runs {
      guard let sorted = runs.proceed(plan, &slice) else { return .sorting(pile: pile, runs) }
      piles[pile].items = sorted
    } else if piles[pile].items.count > itemsOfRun {
      let items = piles[pile].items
      piles[pile].items = []
      return .sorting(pile: pile, SortedRuns(items, ofEach: itemsOfRun))
    } else {
      piles[pile].items = plan.sort(piles[pile].items)
      slice.count(1 + 4 * piles[pile].items.count)
    }
    return .sorting(pile: pile + 1, nil)
  }

  /// Sorts the groups: the declared ones first.
  private mutating func order(_ slice: inout WorkSlice) {
    guard let grouping = plan.grouping else { return }
    let declared = plan.fixedSections.count
    let (plan, source, keys) = (plan, source, rows.groupKeys)
    slice.count(40 * piles.count)
    switch grouping.order {
    case .ascending, .descending:
      var sorted = piles.map { (key: keys[$0.section.id] ?? GroupKey(nil), pile: $0) }
      sorted.sort { plan.compareGroups($0.key, $1.key, grouping) < 0 }
      piles = sorted.map(\.pile)
    case .bestItem:
      var others = Array(piles[declared...])
      others.sort { QueryRows.precedes($0.items[0], $1.items[0], plan, source) }
      piles.replaceSubrange(declared..., with: others)
    }
  }

  // MARK: Placing

  /// Adds items that were placed to the sums of their section.
  private mutating func sum(_ pile: Int, _ items: Range<Int>) {
    let section = piles[pile].section
    var sums = rows.sums.removeValue(forKey: section) ?? SectionSums(section, of: plan)
    for item in items where plan.counts(piles[pile].items[item]) {
      sums.add(piles[pile].items[item], plan)
    }
    if items.upperBound == piles[pile].items.count {
      rows.list.replaceSection(at: rows.list.sectionCount - 1, with: sums.section(plan))
    }
    rows.sums[section] = sums
  }

  private mutating func place(_ pile: Int, from item: Int, _ slice: inout WorkSlice) -> Stage {
    let end = min(piles[pile].items.count, item + RowsInMaking.itemsAtATime)
    if item == 0 {
      let items = piles[pile].items[..<end]
      rows.list.insertSection(piles[pile].section, items: items, at: rows.list.sectionCount)
    } else {
      let section = rows.list.sectionCount - 1
      for place in item..<end {
        rows.list.insertItem(piles[pile].items[place], at: ListPath(section: section, item: place))
      }
    }
    slice.count((8 + 6 * (end - item)) * (1 + plan.summed.count))
    if !plan.summed.isEmpty { sum(pile, item..<end) }
    if end < piles[pile].items.count { return .placing(pile: pile, item: end) }
    piles[pile].items = []
    return .placing(pile: pile + 1, item: 0)
  }
}

/// Items sorted in runs, which are merged pairwise until one is left. Among equal items the earlier stays
/// first.
struct SortedRuns {
  private var unsorted: [Element]
  private let length: Int
  private var start = 0
  private var runs: [[Element]] = []
  /// The runs of the next round.
  private var merged: [[Element]] = []
  /// The pair of runs being merged, by the index of the first, and the result so far.
  private var place = 0
  private var output: [Element] = []
  private var (left, right) = (0, 0)

  /// - Parameter length: the initial number of items of a run.
  init(_ items: [Element], ofEach length: Int) {
    unsorted = items
    self.length = length
  }

  /// Works for one slice.
  ///
  /// - Returns: the items in their order; nil if there is more to do.
  mutating func proceed(_ plan: QueryPlan, _ slice: inout WorkSlice) -> [Element]? {
    while !slice.isOver {
      if start < unsorted.count {
        let end = min(unsorted.count, start + length)
        runs.append(plan.sort(Array(unsorted[start..<end])))
        slice.count(4 * (end - start))
        start = end
        if start == unsorted.count { (unsorted, start) = ([], 0) }
      } else if runs.count == 1 {
        return runs[0]
      } else {
        merge(plan, &slice)
      }
    }
    return nil
  }

  private mutating func merge(_ plan: QueryPlan, _ slice: inout WorkSlice) {
    guard place < runs.count else {
      (runs, merged, place) = (merged, [], 0)
      return
    }
    guard place + 1 < runs.count else {
      merged.append(runs[place])
      place += 1
      return
    }
    while left < runs[place].count, right < runs[place + 1].count {
      if slice.isOver { return }
      if plan.compare(runs[place][left], runs[place + 1][right]) <= 0 {
        output.append(runs[place][left])
        left += 1
      } else {
        output.append(runs[place + 1][right])
        right += 1
      }
      slice.count(2)
    }
    output += runs[place][left...]
    output += runs[place + 1][right...]
    merged.append(output)
    (output, left, right) = ([], 0, 0)
    runs[place] = []
    runs[place + 1] = []
    place += 2
  }
}
