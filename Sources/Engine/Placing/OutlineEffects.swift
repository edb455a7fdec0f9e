import ArrangeModel

/// What placing rows does to other rows of an outline, which go along, or are no longer shown.
struct OutlineEffects {
  let target: PlaceTarget
  let rows: [DraggedRow]

  /// The number of rows below a dragged one that are shown in the section of the gap. O(log² n · depth); for an item that has no
  /// row in the part, what is below it is looked at.
  func rows(below index: Int) -> Int {
    let row = rows[index]
    guard target.outline != nil, target.plan.isInTreeOrder else { return 0 }
    if row.collection == target.collection, let path = target.part.path(of: row.item) {
      let isHere = path.section == target.gap.section.section
      // A row brings what is below it from another section, but not from another group.
      if isHere || target.plan.showsSections {
        let rows = OutlineRows(target.content, target.part, section: path.section)
        return rows?.rows(below: row.item, at: path.item).count ?? 0
      }
    }
    guard let (state, slot) = target.list.place(of: row), let branch = slot.itemBranch(in: state) else {
      return 0
    }
    return count(below: branch, of: state, isShown: target.shows(row))
  }

  /// Of rows that are in place: how many of the rows that are dragged, or go along, are before one in the section of the gap, and
  /// whether it comes from elsewhere.
  func rowsInPlace(before index: Int) -> (count: Int, isComing: Bool) {
    let (item, section) = (rows[index].item, target.gap.section)
    let path = target.part.path(of: item)
    let own = path.flatMap { $0.section == section.section ? $0.item : nil }
    let rows = OutlineRows(target.content, target.part, section: section.section)
    let place = own ?? rows?.index(behind: item) ?? 0
    return (place - section.othersBefore(place), own == nil && target.shows(self.rows[index]))
  }

  /// How many items below one that comes will be shown.
  private func count(below branch: Branch, of state: CollectionState, isShown: Bool) -> Int {
    let context = target.plan.query.context
    var count = 0
    // The items on the way, and whether they are counted.
    var above: [Bool] = []
    var walk = RowWalk(state.branches, from: branch.children)
    var levels: [(item: Element, level: Int)] = []
    while let (entry, level) = walk.next() { levels.append((entry.element, level)) }
    let first = levels.first?.level ?? 0
    for (item, level) in levels {
      above.removeLast(above.count - (level - first))
      let matches = target.plan.matches(item) && target.isInGroup(item)
      if matches, context == .ancestors {
        for place in above.indices where !above[place] {
          above[place] = true
          count += 1
        }
      }
      let isCounted = matches || context == .descendants && (above.last ?? isShown)
      if isCounted { count += 1 }
      above.append(isCounted)
    }
    return count
  }

  /// The number of rows before the gap that are no longer shown.
  var goneBefore: Int { gone.count { $0 < target.gap.index } }

  /// The other rows of the section that are no longer shown, because they were only there with the dragged ones below them.
  /// O(k · depth · log n) for k rows.
  var gone: Set<Int> {
    guard target.plan.query.context == .ancestors, case .among(let siblings) = target.outline else {
      return []
    }
    let section = target.gap.section
    var candidates: [Int: Element] = [:]
    for row in rows where row.collection == target.collection {
      for item in target.state.slot(of: row.item)?.scope.owners(in: target.state) ?? [] {
        guard !target.plan.matches(item), let path = target.part.path(of: item),
          path.section == section.section
        else { continue }
        candidates[section.othersBefore(path.item)] = item
      }
    }
    let kept = siblings.parent.map { Set((target.state.slot(of: $0)?.path(in: target.state)) ?? []) } ?? []
    var gone: Set<Int> = []
    // What is below an item comes first.
    for (place, item) in candidates.sorted(by: { $0.key > $1.key }) where !kept.contains(item) {
      var next = place + 1
      while gone.contains(next) { next += 1 }
      if next < section.otherCount, target.source.isBelow(section.other(at: next), item) { continue }
      gone.insert(place)
    }
    return gone
  }
}
