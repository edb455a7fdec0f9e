import ArrangeModel
import Changes

/// Where a window with an anchor is, by the rules as they are documented, from the whole lists before and after.
struct NaiveWindow: Equatable {
  /// The index of the section.
  var section: Int
  /// The index of the row that the window is around; 0 if the section is empty.
  var item: Int

  /// All sections of a view, and how many rows of each are shown.
  typealias Sections = [(section: SectionedList.Section, cap: Int)]

  /// The window after a change; nil if nothing is shown.
  ///
  /// - Parameters:
  ///   - anchor: the id of the row.
  ///   - old: the sections before, and where the window was in them; nil if nothing was shown.
  static func after(_ old: (sections: Sections, window: NaiveWindow)?, anchor: Identifier, _ new: Sections)
    -> NaiveWindow?
  {
    // Around the row, if it is shown.
    for (place, entry) in new.enumerated() {
      if let item = entry.section.items.prefix(entry.cap).firstIndex(where: { $0.id == anchor }) {
        return NaiveWindow(section: place, item: item)
      }
    }
    guard let old else { return nil }
    func index(ofSection place: Int) -> Int? {
      guard old.sections.indices.contains(place) else { return nil }
      return new.firstIndex { $0.section.element.id == old.sections[place].section.element.id }
    }
    func shownCount(_ place: Int) -> Int { min(new[place].cap, new[place].section.items.count) }
    if let place = index(ofSection: old.window.section) {
      // Around the nearest row that was shown in the section and still is; the later of two.
      let before = old.sections[old.window.section]
      let left = before.section.items.prefix(before.cap).enumerated().compactMap { was, row in
        new[place].section.items.prefix(new[place].cap).firstIndex { $0.id == row.id }.map { (was, $0) }
      }
      let nearest = left.min { a, b in
        let (x, y) = (abs(a.0 - old.window.item), abs(b.0 - old.window.item))
        return x == y ? a.0 > b.0 : x < y
      }
      let item = nearest?.1 ?? min(old.window.item, shownCount(place) - 1)
      return NaiveWindow(section: place, item: max(0, item))
    }
    // At the near end of the nearest section that is left; the later of two.
    for distance in 1...max(1, old.sections.count) {
      if let place = index(ofSection: old.window.section + distance) {
        return NaiveWindow(section: place, item: 0)
      }
      if let place = index(ofSection: old.window.section - distance) {
        return NaiveWindow(section: place, item: max(0, shownCount(place) - 1))
      }
    }
    return nil
  }

  /// What subscribers are told.
  static func place(_ window: NaiveWindow?, before: Int, in sections: Sections) -> WindowPlace {
    guard let window else { return WindowPlace(anchor: nil, section: 0, firstItem: 0, sectionItems: 0) }
    let rows = sections[window.section].section.items.prefix(sections[window.section].cap)
    return WindowPlace(
      anchor: rows.isEmpty ? nil : rows[window.item].id,
      section: window.section,
      firstItem: rows.isEmpty ? 0 : max(0, window.item - before),
      sectionItems: rows.count
    )
  }
}
