import ArrangeModel
import Ordering

/// Finds the list of siblings of an outline to which rows of a gap go. O(k log n · depth) for k rows.
struct OutlineGap {
  private var target: PlaceTarget
  private let rows: [DraggedRow]

  private var gap: PlaceGap { target.gap }
  private var state: CollectionState { target.state }

  private init(_ target: PlaceTarget, _ rows: [DraggedRow]) {
    self.target = target
    self.rows = rows
  }

  /// The target with the place in the outline, and with the gap of it.
  ///
  /// - Throws: ``StatusCode/notFound`` if the named parent is not shown, ``StatusCode/failedPrecondition`` if rows would be below
  ///   themselves, or the part does not show what is below what.
  static func place(
    _ rows: [DraggedRow],
    _ request: PlaceRowsRequest,
    in target: PlaceTarget
  ) throws(ArrangeError) -> PlaceTarget {
    var place = OutlineGap(target, rows)
    if let parent = request.parent {
      guard target.showsTree else { throw .showsNoTree }
      place.target.outline = .among(try place.siblings(below: parent, request))
    } else if place.isInPlace {
      place.target.outline = .inPlace
    } else if !target.plan.isInTreeOrder {
      place.target.outline = .sorted
    } else {
      place.target.outline = .among(try place.siblings())
    }
    try place.checkAreApart()
    place.leaveOutGone()
    return place.target
  }

  /// Compares sort values only with those of siblings that are still shown when the dragged rows are not below them any more.
  private mutating func leaveOutGone() {
    guard !target.plan.order.isEmpty, case .among(let siblings) = target.outline else { return }
    let gone = OutlineEffects(target: target, rows: rows).gone
    if gone.isEmpty { return }
    var (before, after) = (gap.index, gap.index)
    while before > 0, gone.contains(before - 1) { before -= 1 }
    while after < gap.section.otherCount, gone.contains(after) { after += 1 }
    func sibling(_ other: Int) -> Element? {
      guard 0..<gap.section.otherCount ~= other else { return nil }
      let row = gap.section.other(at: other)
      return self.sibling(below: siblings.parent, siblings.section, atOrAbove: row)
    }
    target.outline = .among(
      PlaceSiblings(
        parent: siblings.parent,
        section: siblings.section,
        previous: sibling(before - 1),
        next: sibling(after),
        isPointedAt: siblings.isPointedAt
      )
    )
  }

  // MARK: In place

  /// Whether the rows are in the gap as they are.
  private var isInPlace: Bool {
    guard target.plan.isInTreeOrder else { return false }
    var last = gap.previous
    for row in rows {
      guard row.collection == target.collection, let rank = target.source.rank(of: row.item) else {
        return false
      }
      if let own = target.ownSection, target.source.rank(ofSection: own) != rank.section { return false }
      if let last, !precedes(last, row.item) { return false }
      last = row.item
    }
    guard let last, let next = gap.next else { return true }
    return precedes(last, next)
  }

  /// Whether an item is before another one in the order of the tree; false if one of them is not used.
  private func precedes(_ a: Element, _ b: Element) -> Bool {
    guard let first = target.source.rank(of: a), let second = target.source.rank(of: b) else { return false }
    return target.plan.compare((a, first), (b, second)) < 0
  }

  // MARK: Without a named parent

  /// The list in which the rows are, if they are all in one and the gap is in it; or else that of the aimed row, or of the next one.
  private func siblings() throws(ArrangeError) -> PlaceSiblings {
    if let own = ownSiblings { return own }
    guard let aimed = gap.aimed else {
      var section = target.ownSection
      if section == nil { section = try PlacePositions(target: target, rows: rows).firstSection() }
      return PlaceSiblings(
        parent: nil,
        section: section,
        previous: nil,
        next: nil,
        isPointedAt: target.showsTree
      )
    }
    for neighbour in [aimed, gap.next].compactMap({ $0 }) {
      guard let section = target.section(of: neighbour) else { continue }
      if let siblings = siblings(below: parent(of: neighbour), section: section) { return siblings }
    }
    throw ArrangeError(.failedPrecondition, "the view can't show the rows there", field: "rows")
  }

  private var ownSiblings: PlaceSiblings? {
    guard rows[0].collection == target.collection, let section = target.section(of: rows[0].item) else {
      return nil
    }
    let isOne = rows.allSatisfy { row in
      row.collection == target.collection && row.parent == rows[0].parent
        && target.section(of: row.item) == section
    }
    guard isOne, target.source.rank(ofSection: section) != nil else { return nil }
    if let own = target.ownSection, own != section { return nil }
    return siblings(below: parent(of: rows[0].item), section: section)
  }

  private func parent(of item: Element) -> Element? { state.slot(of: item)?.scope.parent(in: state) }

  /// A list of siblings, with those on both sides of the gap; nil if the gap is not in it.
  private func siblings(below parent: Element?, section: Int) -> PlaceSiblings? {
    let previous = gap.previous.flatMap { sibling(below: parent, section, atOrAbove: $0) }
    let next = gap.next.flatMap { sibling(below: parent, section, atOrAbove: $0) }
    if let previous, previous == next { return nil }
    if previous == nil, let row = gap.previous, row != parent, !isBefore(row, parent, section) { return nil }
    if next == nil, let row = gap.next, row == parent || isBefore(row, parent, section) { return nil }
    let isShown = parent.map { target.part.path(of: $0) != nil } ?? true
    return PlaceSiblings(
      parent: parent,
      section: section,
      previous: previous,
      next: next,
      isPointedAt: target.showsTree && isShown && (parent != nil || isAtTop(previous, next))
    )
  }

  /// Whether the siblings at the top of a section have rows there, so that the part shows that it is the top.
  private func isAtTop(_ previous: Element?, _ next: Element?) -> Bool {
    [previous, next].compactMap { $0 }.allSatisfy { target.part.path(of: $0) != nil }
  }

  /// Whether an item that is not in a list of siblings, nor below one of them, is before all of it.
  private func isBefore(_ item: Element, _ parent: Element?, _ section: Int) -> Bool {
    if let parent { return precedes(item, parent) }
    guard let own = target.source.rank(of: item), let rank = target.source.rank(ofSection: section) else {
      return false
    }
    return own.section < rank
  }

  /// The sibling that an item is, or is below; nil if there is none in the list.
  private func sibling(below parent: Element?, _ section: Int?, atOrAbove item: Element) -> Element? {
    guard let slot = state.slot(of: item) else { return nil }
    let path = slot.path(in: state)
    guard let parent else { return slot.scope.sectionIndex(in: state) == section ? path[0] : nil }
    guard let place = path.firstIndex(of: parent), place + 1 < path.count else { return nil }
    return path[place + 1]
  }

  // MARK: With a named parent

  /// The children of a row, or the top of the section, and the gap among them: if it is elsewhere, that is a guess.
  private mutating func siblings(
    below id: Identifier,
    _ request: PlaceRowsRequest
  ) throws(ArrangeError) -> PlaceSiblings {
    let hasNeighbours = request.previous != nil || request.next != nil
    let (index, parent) = try placeOfParent(id, hasNeighbours)
    let section = parent.map { target.section(of: $0) } ?? target.ownSection
    func child(_ other: Int) -> Element? {
      sibling(below: parent, section, atOrAbove: gap.section.other(at: other))
    }
    let start = index.map { $0 + 1 } ?? 0
    let end = parent.map { self.end(of: $0, from: start) } ?? gap.section.otherCount
    var place = min(max(gap.index, start), end)
    var isGuess = place != gap.index
    if parent != nil, !hasNeighbours { (place, isGuess) = (end, false) }
    if place > start, place < end, let above = child(place), child(place - 1) == above {
      // Between rows of one child: it goes before it or after it.
      isGuess = isGuess || request.previous != nil && request.next != nil
      let row = target.part.path(of: above).map { gap.section.othersBefore($0.item) }
      if gap.aim == .beforeNext, let row {
        place = row
      } else {
        place = self.end(of: above, from: place)
      }
    }
    target.gap = PlaceGap(gap.section, at: place, gap.aim, isAmbiguous: gap.isAmbiguous || isGuess)
    return PlaceSiblings(
      parent: parent,
      section: section,
      previous: place > start ? child(place - 1) : nil,
      next: place < end ? child(place) : nil,
      isPointedAt: true
    )
  }

  /// The place of the parent among the other rows, and the parent; nil for the top of the section. If it is in another section than the
  /// neighbours, the gap is there.
  private mutating func placeOfParent(
    _ id: Identifier,
    _ hasNeighbours: Bool
  ) throws(ArrangeError) -> (index: Int?, parent: Element?) {
    if id.isEmpty { return (nil, nil) }
    guard let path = target.part.localID(id).flatMap({ target.part.path(ofItem: $0) }) else {
      throw .parentNotShown(id)
    }
    let parent = target.part.item(at: path)
    for (index, row) in rows.enumerated() where row.collection == target.collection {
      guard row.item != parent, !target.source.isBelow(parent, row.item) else {
        throw ArrangeError(
          .failedPrecondition,
          "an item can't be below itself: \"\(id)\" is \"\(row.id)\" or below it; name another parent",
          field: "rows[\(index)]",
          reason: OutlineReason.belowItself
        )
      }
    }
    if path.section != gap.section.section {
      let section = PlaceSection((gap.section.part, path.section), in: target.list, target.definition, rows)
      target.gap = PlaceGap(section, at: section.otherCount, .afterPrevious, isAmbiguous: hasNeighbours)
    }
    return (gap.section.othersBefore(path.item), parent)
  }

  /// The first of the other rows, from an index on, that is not below an item.
  private func end(of item: Element, from start: Int) -> Int {
    (start..<gap.section.otherCount).partitioningIndex { index in
      let other = gap.section.other(at: index)
      return other != item && !target.source.isBelow(other, item)
    }
  }

  // MARK: Several rows

  /// - Throws: ``StatusCode/invalidArgument`` if a row is below another one, with which it goes along.
  private func checkAreApart() throws(ArrangeError) {
    switch target.outline {
    case .among: break
    case .inPlace, .sorted, nil: if !target.showsTree { return }
    }
    let named = Set(rows.filter { $0.collection == target.collection }.map(\.item))
    guard named.count > 1 else { return }
    for (index, row) in rows.enumerated() where named.contains(row.item) {
      guard let path = state.slot(of: row.item)?.path(in: state).dropLast() else { continue }
      guard path.contains(where: named.contains) else { continue }
      throw ArrangeError(
        .invalidArgument,
        "\"\(row.id)\" goes along with a row that is named as well; leave it out",
        field: "rows[\(index)]"
      )
    }
  }
}

extension ArrangeError {
  fileprivate static let showsNoTree = ArrangeError(
    .failedPrecondition,
    "this part of the view does not show what is below what; name no parent, or place the rows in one that does",
    field: "parent"
  )
}
