import ArrangeModel

/// The rows of a section of a view, whether they are shown or behind a cap, with those among them that are dragged.
struct PlaceSection {
  let list: ViewList
  /// The position of the part among the parts, and of the section in it.
  let part: Int
  let section: Int
  /// The indices of the dragged rows, ascending.
  private let dragged: [Int]
  /// Whether all dragged rows are here.
  let hasAllDragged: Bool

  /// O(k log n) for k dragged rows.
  init(_ place: (part: Int, section: Int), in list: ViewList, _ rows: [DraggedRow]) {
    self.list = list
    (part, section) = place
    let shown = list.parts[place.part]
    dragged = rows.compactMap { row -> Int? in
      guard let collection = row.collection, collection == shown.collection else { return nil }
      return shown.path(of: row.item).flatMap { $0.section == place.section ? $0.item : nil }
    }.sorted()
    hasAllDragged = dragged.count == rows.count
  }

  /// The number of rows that are not dragged.
  var otherCount: Int { list.parts[part].itemCount(section: section) - dragged.count }

  /// The number of those among them that are not behind a cap.
  var shownOtherCount: Int {
    othersBefore(min(list.parts[part].cap, list.parts[part].itemCount(section: section)))
  }

  /// The row at an index among those that are not dragged.
  func other(at index: Int) -> Element {
    let row = dragged.reduce(index) { $1 <= $0 ? $0 + 1 : $0 }
    return list.parts[part].item(at: ListPath(section: section, item: row))
  }

  /// The number of rows before an index that are not dragged.
  func othersBefore(_ index: Int) -> Int { index - dragged.count { $0 < index } }

  /// The number of rows that are not dragged up to an index.
  func othersThrough(_ index: Int) -> Int { othersBefore(index + 1) }

  /// Whether all dragged rows are here and behind a number of the others.
  func hasDraggedBelow(_ index: Int) -> Bool {
    hasAllDragged && dragged.first.map { othersBefore($0) >= index } ?? false
  }
}
