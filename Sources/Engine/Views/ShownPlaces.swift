import ArrangeModel

/// Which sections and items of the parts of a view are shown, and where.
struct ShownPlaces: Sendable {
  /// The number of sections before those of each part; the last entry is the total.
  let offsets: [Int]
  /// The maximum number of items that a section of each part shows.
  let caps: [Int]
  let window: ShownWindow?

  /// - Parameter sectionCounts: the number of sections of each part.
  init(sectionCounts: [Int], caps: [Int], window: ShownWindow?) {
    var offsets = [0]
    for count in sectionCounts { offsets.append(offsets[offsets.count - 1] + count) }
    self.offsets = offsets
    self.caps = caps
    self.window = window
  }

  /// The number of sections, in the window or not.
  private var allSections: Int { offsets[caps.count] }

  var sectionCount: Int {
    guard let window else { return allSections }
    return window.section.map { $0 < allSections } == true ? 1 : 0
  }

  /// The part of the section shown at an index, by its position among the parts, and the section's index in
  /// it; nil if there is none.
  func place(ofSection shown: Int) -> (part: Int, section: Int)? {
    var index = shown
    if let window {
      guard let section = window.section else { return nil }
      index += section
    }
    guard index >= 0, index < allSections else { return nil }
    let next = offsets.firstIndex { $0 > index } ?? 0
    return (next - 1, index - offsets[next - 1])
  }

  /// The index at which a section is shown; nil if it is not.
  func index(part: Int, section: Int) -> Int? {
    let index = offsets[part] + section
    guard let window else { return index }
    return index == window.section ? 0 : nil
  }

  /// The path at which an item is shown; nil if it is not.
  func path(part: Int, _ path: ListPath) -> ListPath? {
    guard path.item < caps[part], let section = index(part: part, section: path.section) else { return nil }
    guard let window else { return ListPath(section: section, item: path.item) }
    guard window.items.contains(path.item) else { return nil }
    return ListPath(section: section, item: path.item - window.items.lowerBound)
  }

  /// The shown items of a shown section with the given number of items.
  func items(part: Int, of count: Int) -> Range<Int> {
    let capped = 0..<min(caps[part], count)
    return window.map { $0.items.clamped(to: capped) } ?? capped
  }
}
