import ArrangeModel

/// Finds the positions of rows in the collection of their gap. O(k log n) for k rows.
///
/// A position in a collection only matters among rows with equal sort values; without an order all are equal.
struct PlacePositions {
  let target: PlaceTarget
  let rows: [DraggedRow]

  /// Rows that follow each other in a section of the collection.
  struct Placement {
    /// Their positions among the dragged rows.
    var rows: [Int]
    let to: ItemDestination
    /// The index of the section in the collection; nil if it comes into being.
    let section: Int?
  }

  /// Rows with equal sort values, and the neighbours of the gap that are equal to them.
  private struct Run {
    let rows: Range<Int>
    let low: Element?
    let high: Element?
  }

  private var gap: PlaceGap { target.gap }
  private var state: CollectionState { target.state }

  /// The positions of the rows: none if they are where they belong; nil if no positions make the view show them there.
  func placements() throws(ArrangeError) -> [Placement]? {
    let runs = runs
    if case .inPlace = target.outline { return [] }
    if runs.allSatisfy({ fits($0) }) { return [] }
    let anchors = anchors(runs)
    switch target.outline {
    case .among(let siblings): return place(anchors, among: siblings)
    case .sorted: return try placeIfNew(anchors)
    case .inPlace, nil: break
    }
    if target.ownSection == nil, let sections = ownSections(runs) { return place(anchors, in: sections) }
    if anchors.isEmpty {
      var section = target.ownSection
      if section == nil { section = try firstSection() }
      guard let section else {
        return [Placement(rows: Array(rows.indices), to: ItemDestination(section: .empty), section: nil)]
      }
      return place([], in: Array(repeating: section, count: rows.count))
    }
    let near = gap.aim == .afterPrevious ? [gap.previous, gap.next] : [gap.next, gap.previous]
    let sections =
      target.ownSection.map { [$0] } ?? near.compactMap { $0.flatMap { state.path(of: $0)?.section } }
    guard let section = sections.first(where: { isPossible($0, runs) }) else { return nil }
    return place(anchors, in: Array(repeating: section, count: rows.count))
  }

  /// Whether all rows can be in one section: none comes before one that is equal to it and has to be above, or the other
  /// way round.
  private func isPossible(_ section: Int, _ runs: [Run]) -> Bool {
    guard let rank = target.source.rank(ofSection: section) else { return false }
    return runs.allSatisfy { run in
      (run.low.flatMap { target.source.rank(of: $0) }.map { $0.section <= rank } ?? true)
        && (run.high.flatMap { target.source.rank(of: $0) }.map { rank <= $0.section } ?? true)
    }
  }

  private var runs: [Run] {
    var runs: [Run] = []
    var start = 0
    for end in 1...rows.count where end == rows.count || !areEqual(rows[end - 1].changed, rows[end].changed) {
      let low = start == 0 ? target.previous.flatMap { areEqual($0, rows[start].changed) ? $0 : nil } : nil
      let high =
        end == rows.count ? target.next.flatMap { areEqual($0, rows[end - 1].changed) ? $0 : nil } : nil
      runs.append(Run(rows: start..<end, low: low, high: high))
      start = end
    }
    return runs
  }

  private func areEqual(_ a: Element, _ b: Element) -> Bool { target.plan.compare(a, b) == 0 }

  /// The position of a row's item among the used sections of the collection, or among its siblings; nil if it is not there.
  private func rank(_ row: DraggedRow) -> RowRank? {
    guard row.collection == target.collection else { return nil }
    if case .among(let siblings) = target.outline, !siblings.has(row.item, in: state) { return nil }
    return target.source.rank(of: row.item)
  }

  /// Whether rows are where they belong.
  private func fits(_ run: Run) -> Bool {
    var last = run.low.flatMap { target.source.rank(of: $0) }
    let own = target.ownSection.flatMap { target.source.rank(ofSection: $0) }
    for row in rows[run.rows] {
      guard let rank = rank(row) else { return false }
      if let last, rank < last { return false }
      if let own, own != rank.section { return false }
      last = rank
    }
    guard let last, let high = run.high.flatMap({ target.source.rank(of: $0) }) else { return true }
    return last < high
  }

  /// The indices, in the collection, of the sections of the rows, if each can stay in its own one.
  private func ownSections(_ runs: [Run]) -> [Int]? {
    var sections: [Int] = []
    for run in runs {
      var ranks = run.low.flatMap { target.source.rank(of: $0) }.map { [$0.section] } ?? []
      for row in rows[run.rows] {
        guard let rank = rank(row), let path = state.path(of: row.item) else { return nil }
        ranks.append(rank.section)
        sections.append(path.section)
      }
      if let high = run.high.flatMap({ target.source.rank(of: $0) }) { ranks.append(high.section) }
      guard zip(ranks, ranks.dropFirst()).allSatisfy({ $0 <= $1 }) else { return nil }
    }
    return sections
  }

  // MARK: Near a neighbour

  /// A neighbour of the gap to which rows are placed as near as their sections permit.
  private struct Anchor {
    let rows: Range<Int>
    let neighbour: Identifier
    let side: PlaceGap.Side
    /// The index of its section in the collection.
    let section: Int
    /// The position of this section among the used ones.
    let rank: Int
  }

  /// The neighbours by which the rows are placed: the aimed one, and the other one for rows that are equal to it and can't
  /// be next to the aimed one. Empty if there is no other row.
  private func anchors(_ runs: [Run]) -> [Anchor] {
    guard let aimed = gap.aim == .afterPrevious ? target.previous : target.next else { return [] }
    var others = 0..<rows.count
    var forced: Anchor?
    switch gap.aim {
    case .afterPrevious:
      if let run = runs.last, let high = run.high, !target.precedes(aimed, high) {
        forced = anchor(run.rows, high, .beforeNext)
        others = 0..<run.rows.lowerBound
      }
    case .beforeNext:
      if let run = runs.first, let low = run.low, !target.precedes(low, aimed) {
        forced = anchor(run.rows, low, .afterPrevious)
        others = run.rows.upperBound..<rows.count
      }
    }
    return [others.isEmpty ? nil : anchor(others, aimed, gap.aim), forced].compactMap { $0 }
  }

  private func anchor(_ rows: Range<Int>, _ neighbour: Element, _ side: PlaceGap.Side)
    -> Anchor?
  {
    guard let section = target.section(of: neighbour), let rank = target.source.rank(ofSection: section)
    else {
      return nil
    }
    return Anchor(
      rows: rows,
      neighbour: neighbour.id,
      side: side,
      section: section,
      rank: rank
    )
  }

  /// - Parameter sections: the index of the section of each row.
  private func place(_ anchors: [Anchor], in sections: [Int]) -> [Placement] {
    anchors.isEmpty
      ? place(0..<rows.count, in: sections, near: nil)
      : anchors.flatMap { place($0.rows, in: sections, near: $0) }
  }

  /// Places rows near a neighbour, or at the ends of their sections.
  private func place(_ rows: Range<Int>, in sections: [Int], near anchor: Anchor?) -> [Placement] {
    var placements: [Placement] = []
    var places: [Int: Int] = [:]
    for row in rows {
      if let known = places[sections[row]] {
        placements[known].rows.append(row)
        continue
      }
      places[sections[row]] = placements.count
      let section = state.section(at: sections[row]).element.id
      let place = place(inSection: sections[row], near: anchor)
      placements.append(
        Placement(rows: [row], to: ItemDestination(section: section, place), section: sections[row])
      )
    }
    return placements
  }

  private func place(inSection section: Int, near anchor: Anchor?) -> ArrangeModel.Placement {
    guard let anchor else { return .last }
    if section == anchor.section {
      return anchor.side == .afterPrevious ? .after(anchor.neighbour) : .before(anchor.neighbour)
    }
    let isLater = (target.source.rank(ofSection: section) ?? anchor.rank) > anchor.rank
    return isLater ? .first : .last
  }

  // MARK: Without neighbours

  /// The section, where neither the view nor a neighbour determines it: that of the first row that has a used one, or one
  /// with the same id; or else the first. Nil if the collection has no sections.
  func firstSection() throws(ArrangeError) -> Int? {
    for row in rows { if let section = sameSection(row) { return section } }
    if let first = target.source.sections.first { return first }
    guard target.plan.query.sections != nil else { return nil }
    throw ArrangeError(
      .failedPrecondition,
      "none of the sections that this part of the view shows exists; create one of them",
      field: "section"
    )
  }

  /// The used section with the id of the section of a row, which may be of another collection.
  private func sameSection(_ row: DraggedRow) -> Int? {
    guard let collection = row.collection,
      let part = target.list.parts.first(where: { $0.collection == collection }),
      let home = part.state?.home(of: row.item), let index = state.index(of: home),
      target.source.rank(ofSection: index) != nil
    else { return nil }
    return index
  }
}

/// In an outline.
extension PlacePositions {
  /// Places rows in a list of siblings, by those next to the gap; without one on the side of the aim at that end of the list.
  private func place(_ anchors: [Anchor], among siblings: PlaceSiblings) -> [Placement] {
    if anchors.isEmpty {
      let isFirst = target.gap.previous != nil && target.gap.aim == .afterPrevious
      let place: ArrangeModel.Placement = isFirst ? .first : .last
      return [
        Placement(
          rows: Array(rows.indices),
          to: siblings.destination(place, in: state),
          section: siblings.section
        )
      ]
    }
    return anchors.map { anchor in
      let isAfter = anchor.side == .afterPrevious
      return Placement(
        rows: Array(anchor.rows),
        to: siblings.destination(isAfter ? .after(anchor.neighbour) : .before(anchor.neighbour), in: state),
        section: siblings.section
      )
    }
  }

  /// Places rows that come into the outline beside their neighbours in a part that sorts its rows as a whole; nil if some are in the
  /// outline already: moving them would move what is below them among the other rows.
  private func placeIfNew(_ anchors: [Anchor]) throws(ArrangeError) -> [Placement]? {
    guard rows.allSatisfy({ $0.collection != target.collection }) else { return nil }
    if anchors.isEmpty {
      let top = PlaceSiblings(
        parent: nil,
        section: try firstSection(),
        previous: nil,
        next: nil,
        isPointedAt: false
      )
      return place([], among: top)
    }
    return anchors.compactMap { anchor in
      guard let slot = state.slot(ofItem: anchor.neighbour) else { return nil }
      let item = state.item(at: slot).element
      var isAfter = anchor.side == .afterPrevious
      var home = slot
      var neighbour = item
      // What is below the previous row comes before what is behind it.
      if isAfter, let next = target.next, target.source.isBelow(next, item), let slot = state.slot(of: next) {
        (isAfter, home, neighbour) = (false, slot, next)
      }
      let siblings = PlaceSiblings(
        parent: home.scope.parent(in: state),
        section: home.scope.sectionIndex(in: state),
        previous: nil,
        next: nil,
        isPointedAt: false
      )
      return Placement(
        rows: Array(anchor.rows),
        to: siblings.destination(isAfter ? .after(neighbour.id) : .before(neighbour.id), in: state),
        section: siblings.section
      )
    }
  }
}
