import ArrangeModel
import Ordering

/// The rows of a section of a view, whether they are shown or behind a cap, with those among them that are dragged.
///
/// Where the rows are in the order of an outline, the rows of what is below a dragged item go along with it, and count as
/// dragged as well.
struct PlaceSection {
  let list: ViewList
  /// The position of the part among the parts, and of the section in it.
  let part: Int
  let section: Int
  /// The indices of the dragged rows, and of those that go along, ascending and apart.
  private let dragged: [Range<Int>]
  /// The index of the first dragged row; nil if there is none.
  private let first: Int?
  /// Whether all dragged rows are here.
  let hasAllDragged: Bool

  /// O(k log n) for k dragged rows, in an outline times the depth.
  init(
    _ place: (part: Int, section: Int),
    in list: ViewList,
    _ definition: ViewDefinition,
    _ rows: [DraggedRow]
  ) {
    self.list = list
    (part, section) = place
    let shown = list.parts[place.part]
    let outline = OutlineRows(definition.parts[place.part].content, shown, section: place.section)
    var ranges: [Range<Int>] = []
    var indices: [Int] = []
    for row in rows {
      guard let collection = row.collection, collection == shown.collection else { continue }
      let path = shown.path(of: row.item)
      let own = path.flatMap { $0.section == place.section ? $0.item : nil }
      if let own { indices.append(own) }
      let below = outline?.rows(below: row.item, at: own) ?? 0..<0
      let start = own ?? below.lowerBound
      let end = below.isEmpty ? own.map { $0 + 1 } ?? start : below.upperBound
      if start < end { ranges.append(start..<end) }
    }
    first = indices.min()
    hasAllDragged = indices.count == rows.count
    var apart: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound })
    where range.lowerBound >= apart.last?.upperBound ?? 0 {
      apart.append(range)
    }
    dragged = apart
  }

  /// The number of rows that are neither dragged nor go along.
  var otherCount: Int { list.parts[part].itemCount(section: section) - dragged.reduce(0) { $0 + $1.count } }

  /// The number of those among them that are not behind a cap.
  var shownOtherCount: Int {
    othersBefore(min(list.parts[part].cap, list.parts[part].itemCount(section: section)))
  }

  /// The row at an index among the others.
  func other(at index: Int) -> Element {
    let row = dragged.reduce(index) { $1.lowerBound <= $0 ? $0 + $1.count : $0 }
    return list.parts[part].item(at: ListPath(section: section, item: row))
  }

  /// The number of other rows before an index.
  func othersBefore(_ index: Int) -> Int {
    index - dragged.reduce(0) { $0 + $1.clamped(to: 0..<index).count }
  }

  /// The number of other rows up to an index.
  func othersThrough(_ index: Int) -> Int { othersBefore(index + 1) }

  /// Whether all dragged rows are here and behind a number of the others.
  func hasDraggedBelow(_ index: Int) -> Bool {
    hasAllDragged && first.map { othersBefore($0) >= index } ?? false
  }
}

/// The rows of a section of a part that shows items of an outline in the order of its tree.
struct OutlineRows {
  private let part: ViewPart
  private let section: Int
  private let plan: QueryPlan
  private let source: QuerySource

  /// Nil if the part shows no outline, or sorts its items without regard to what is below what.
  init?(_ content: ViewDefinition.Content, _ part: ViewPart, section: Int) {
    guard case .collection(let query) = content, let state = part.state, state.branches != nil else {
      return nil
    }
    plan = QueryPlan(query)
    guard plan.isInTreeOrder else { return nil }
    source = QuerySource(state, query)
    self.part = part
    self.section = section
  }

  /// The rows of items below one, which follow each other. O(log² n · depth).
  ///
  /// - Parameter index: the row of the item; nil if it has none in this section.
  func rows(below item: Element, at index: Int?) -> Range<Int> {
    let count = part.itemCount(section: section)
    func row(_ index: Int) -> Element { part.item(at: ListPath(section: section, item: index)) }
    let start = index.map { $0 + 1 } ?? self.index(behind: item)
    let length = (0..<count - start).partitioningIndex { !source.isBelow(row(start + $0), item) }
    return start..<start + length
  }

  /// The index of the first row behind the place of an item in the order of the tree; 0 for an item that is not used. O(log² n).
  func index(behind item: Element) -> Int {
    guard let rank = source.rank(of: item) else { return 0 }
    return (0..<part.itemCount(section: section)).partitioningIndex { index in
      let other = part.item(at: ListPath(section: section, item: index))
      return source.rank(of: other).map { plan.compare((other, $0), (item, rank)) > 0 } ?? true
    }
  }
}
