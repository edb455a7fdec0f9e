import ArrangeModel
import Changes

/// What the window of a view shows at one version. A window with an anchor is at another place at each version.
struct ShownWindow: Sendable, Hashable {
  /// The index of the section among all sections of the view; nil if nothing is shown.
  let section: Int?
  /// The items of the section, which may have fewer.
  let items: Range<Int>
  /// The row that a window with an anchor is around; nil if the section has none.
  let row: ViewElement?
  /// The index of that row in the section.
  let index: Int

  /// The window of an anchor that was never shown.
  static let nowhere = ShownWindow(section: nil, items: 0..<0)

  init(section: Int?, items: Range<Int>, row: ViewElement? = nil, index: Int = 0) {
    self.section = section
    self.items = items
    self.row = row
    self.index = index
  }

  /// Whether another window shows the same section and the same indices.
  func hasRange(of other: ShownWindow) -> Bool { section == other.section && items == other.items }
}

/// The row that a window is around, and the number of its neighbours in the window.
struct WindowAnchor: Sendable {
  private let id: Identifier
  private let before: Int
  private let after: Int

  /// - Parameter window: the window of a definition; nil is returned if it has no anchor.
  init?(_ window: ViewDefinition.Window?) {
    guard case .around(let id, let before, let after) = window else { return nil }
    self.id = id
    self.before = before
    self.after = after
  }

  /// The maximum number of rows in the window.
  var maximumRows: Int { before + 1 + after }

  /// The window around the anchor itself; nil if it is not shown. O(log n).
  ///
  /// - Parameter list: the view without its window, here and below.
  func window(in list: ViewList) -> ShownWindow? {
    list.path(ofItem: id).map { window(at: $0, in: list) }
  }

  /// The window after some edits, if the anchor itself is not shown: around the nearest row that is left. O(k + log n)
  /// for k edits.
  ///
  /// - Parameters:
  ///   - old: the window before.
  ///   - traces: the edits of each part.
  func window(after old: ShownWindow, by traces: [EditTrace], in list: ViewList) -> ShownWindow {
    guard let section = old.section else { return .nowhere }
    let before = ShownPlaces(
      sectionCounts: zip(list.parts, traces).map { $0.sectionCount - $1.growth },
      caps: list.places.caps,
      window: nil
    )
    if let now = WindowAnchor.index(ofSection: section, before, traces, list) {
      let index = WindowAnchor.nearest(
        to: old.index,
        inSection: section,
        before,
        traces,
        below: list.itemCount(ofSection: now)
      )
      return window(near: index ?? old.index, ofSection: now, in: list)
    }
    for distance in 1..<max(1, before.sectionCount) {
      if let now = WindowAnchor.index(ofSection: section + distance, before, traces, list) {
        return window(near: 0, ofSection: now, in: list)
      }
      if let now = WindowAnchor.index(ofSection: section - distance, before, traces, list) {
        return window(near: .max, ofSection: now, in: list)
      }
    }
    return .nowhere
  }

  /// The window if the edits since an older one are not known: around the same row if it is shown, or else at the
  /// same place. O(log n).
  func window(like old: ShownWindow, in list: ViewList) -> ShownWindow {
    if let window = window(in: list) { return window }
    if let path = old.row.flatMap({ list.path(ofItem: $0) }) { return window(at: path, in: list) }
    guard let section = old.section, list.sectionCount > 0 else { return .nowhere }
    let last = list.sectionCount - 1
    return window(near: section > last ? .max : old.index, ofSection: min(section, last), in: list)
  }

  private func window(at path: ListPath, in list: ViewList) -> ShownWindow {
    ShownWindow(
      section: path.section,
      items: max(0, path.item - before)..<path.item + 1 + after,
      row: list.item(at: path),
      index: path.item
    )
  }

  /// The window around the row at an index, or around the last row.
  private func window(near index: Int, ofSection section: Int, in list: ViewList) -> ShownWindow {
    let count = list.itemCount(ofSection: section)
    guard count > 0 else { return ShownWindow(section: section, items: 0..<0) }
    return window(at: ListPath(section: section, item: min(index, count - 1)), in: list)
  }

  /// The current index of a section, by its index before the edits; nil if it is gone or never was.
  private static func index(
    ofSection old: Int,
    _ before: ShownPlaces,
    _ traces: [EditTrace],
    _ list: ViewList
  ) -> Int? {
    guard let (part, section) = before.place(ofSection: old) else { return nil }
    switch traces[part].section(atOld: section) {
    case .untouched(let now): return list.places.index(part: part, section: now)
    case .touched(let number):
      return traces[part].sections[number].new.flatMap { list.places.index(part: part, section: $0) }
    }
  }

  /// The current index of the row that was nearest to an index, of those that were shown and still are; nil if there is
  /// none.
  private static func nearest(
    to index: Int,
    inSection section: Int,
    _ before: ShownPlaces,
    _ traces: [EditTrace],
    below count: Int
  ) -> Int? {
    guard let (part, place) = before.place(ofSection: section) else { return nil }
    switch traces[part].section(atOld: place) {
    case .untouched: return index
    case .touched(let number):
      return traces[part].nearest(to: index, inSection: number, shown: before.caps[part], below: count)
    }
  }
}

extension EditTrace {
  /// The new index of the item whose old index was nearest to another one, of those that were shown in the section and
  /// still are; the later of two. Nil if there is none. O(k) for k edits.
  ///
  /// - Parameters:
  ///   - number: the number of a section that is still there.
  ///   - cap: the end of the old indices that count.
  ///   - limit: the end of the new indices that count; not more than there are, since the last run has no end.
  fileprivate func nearest(to index: Int, inSection number: Int, shown cap: Int, below limit: Int) -> Int? {
    var best: (distance: Int, new: Int)?
    func consider(_ old: Int, _ new: Int) {
      // Twice the distance, and one more for an earlier item.
      let distance = 2 * abs(old - index) + (old < index ? 1 : 0)
      if distance < best?.distance ?? .max { best = (distance, new) }
    }
    sections[number].items.forEach { item, new in
      guard new < limit, let old = items[item].old, old.section == number, old.index < cap else { return }
      consider(old.index, new)
    } run: { run in
      let length = min(run.length, limit - run.new, cap - run.old)
      guard length > 0 else { return }
      let old = min(max(index, run.old), run.old + length - 1)
      consider(old, run.new + old - run.old)
    }
    return best?.new
  }
}
