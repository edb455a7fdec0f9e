import ArrangeModel

/// A gap among the rows of a section that are not dragged.
struct PlaceGap {
  let section: PlaceSection
  /// The number of these rows before it.
  let index: Int
  /// The rows directly before and after it.
  let previous: Element?
  let next: Element?
  /// The side to which rows are placed; there is a row on that side, if there is one on any.
  let aim: Side
  let isAmbiguous: Bool

  enum Side {
    case afterPrevious
    case beforeNext
  }

  /// The row on the side of the aim.
  var aimed: Element? { aim == .afterPrevious ? previous : next }

  init(_ section: PlaceSection, at index: Int, _ aim: Side, isAmbiguous: Bool = false) {
    self.section = section
    self.index = index
    previous = index > 0 ? section.other(at: index - 1) : nil
    next = index < section.otherCount ? section.other(at: index) : nil
    self.aim =
      switch aim {
      case .afterPrevious: previous == nil && next != nil ? .beforeNext : .afterPrevious
      case .beforeNext: next == nil ? .afterPrevious : .beforeNext
      }
    self.isAmbiguous = isAmbiguous
  }
}

/// Finds the gap that a request names. O(k log n) for k dragged rows, and if both neighbours are gone also for the rows
/// that are gone with them.
struct GapFinder {
  /// The maximum distance, in rows as they were seen, at which a neighbour is looked for in place of those that are gone.
  static let maximumDistance = 10_000

  let definition: ViewDefinition
  let list: ViewList
  let rows: [DraggedRow]
  /// The list as it was seen, if it is known.
  let seen: ViewList?

  /// - Throws: ``StatusCode/notFound`` if there is no such section, ``StatusCode/failedPrecondition`` if both neighbours
  ///   are gone.
  func gap(_ request: PlaceRowsRequest) throws(ArrangeError) -> PlaceGap {
    let previous = request.previous.flatMap { place(ofRow: $0) }
    let next = request.next.flatMap { place(ofRow: $0) }
    let afterPrevious = previous.map { ($0.section, index: $0.section.othersThrough($0.item)) }
    let beforeNext = next.map { ($0.section, index: $0.section.othersBefore($0.item)) }
    switch (afterPrevious, beforeNext) {
    case (let (section, after)?, let (other, before)?):
      let isBelow = section.hasDraggedBelow(after)
      let isSame = section.part == other.part && section.section == other.section
      let isAmbiguous = !isSame || after > before
      if request.aim == .beforeNext || request.aim == .automatic && isBelow {
        return PlaceGap(other, at: before, .beforeNext, isAmbiguous: isAmbiguous)
      }
      return PlaceGap(section, at: after, .afterPrevious, isAmbiguous: isAmbiguous)
    case (let (section, after)?, nil): return PlaceGap(section, at: after, .afterPrevious)
    case (nil, let (section, before)?): return PlaceGap(section, at: before, .beforeNext)
    case (nil, nil): break
    }
    let parent = request.parent.flatMap { $0.isEmpty ? nil : place(ofRow: $0, behindCap: true) }
    if request.previous == nil, request.next == nil {
      if let (section, item) = parent {
        return PlaceGap(section, at: section.othersThrough(item), .afterPrevious)
      }
      if let id = request.parent, !id.isEmpty { throw .parentNotShown(id) }
      let section = try section(request.section)
      return PlaceGap(section, at: section.shownOtherCount, .afterPrevious)
    }
    if let gap = gapInSeen(request) { return gap }
    if let (section, item) = parent {
      return PlaceGap(section, at: section.othersThrough(item), .afterPrevious, isAmbiguous: true)
    }
    throw ArrangeError(
      .failedPrecondition,
      "the rows on both sides of the gap are no longer shown; name others"
        + (request.seen == nil ? ", or say with `seen` of which list they are" : ""),
      field: request.previous == nil ? "next" : "previous"
    )
  }

  private func section(_ id: Identifier) throws(ArrangeError) -> PlaceSection {
    for (number, part) in list.parts.enumerated() {
      if let section = part.localID(id).flatMap({ part.index(ofSection: $0) }) {
        return PlaceSection((number, section), in: list, definition, rows)
      }
    }
    throw ArrangeError(
      .notFound,
      "the view has no section \"\(id)\"; a group vanishes with its last row unless it is declared",
      field: "section"
    )
  }

  /// The place of a row; nil if it is gone or behind a cap.
  private func place(ofRow id: Identifier, behindCap: Bool = false) -> (section: PlaceSection, item: Int)? {
    for (number, part) in list.parts.enumerated() {
      guard let path = part.localID(id).flatMap({ part.path(ofItem: $0) }), behindCap || path.item < part.cap
      else { continue }
      return (PlaceSection((number, path.section), in: list, definition, rows), path.item)
    }
    return nil
  }

  /// The gap next to the nearest row of the list as it was seen that is still there.
  private func gapInSeen(_ request: PlaceRowsRequest) -> PlaceGap? {
    guard let seen else { return nil }
    let gap: ListPath
    if let path = request.previous.flatMap({ seen.path(ofItem: $0) }) {
      gap = ListPath(section: path.section, item: path.item + 1)
    } else if let path = request.next.flatMap({ seen.path(ofItem: $0) }) {
      gap = path
    } else {
      return nil
    }
    let count = seen.itemCount(ofSection: gap.section)
    let dragged = Set(rows.map(\.id))
    func place(_ item: Int) -> (section: PlaceSection, item: Int)? {
      guard item >= 0, item < count else { return nil }
      let row = seen.snapshot(ofItemAt: ListPath(section: gap.section, item: item)).id
      return dragged.contains(row) ? nil : self.place(ofRow: row)
    }
    for distance in 0..<min(GapFinder.maximumDistance, max(gap.item, count - gap.item)) {
      if let (section, item) = place(gap.item - 1 - distance) {
        return PlaceGap(section, at: section.othersThrough(item), .afterPrevious)
      }
      if let (section, item) = place(gap.item + distance) {
        return PlaceGap(section, at: section.othersBefore(item), .beforeNext)
      }
    }
    return nil
  }
}

extension ArrangeError {
  static func parentNotShown(_ id: Identifier) -> ArrangeError {
    ArrangeError(
      .notFound,
      "the view does not show the parent \"\(id)\" there; name another one",
      field: "parent"
    )
  }
}
