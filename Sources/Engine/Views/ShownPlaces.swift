import ArrangeModel

/// Which sections and items of the parts of a view show, and where.
struct ShownPlaces: Sendable {
  /// How many sections are before those of each part, and after the last one how many there are.
  let offsets: [Int]
  /// The maximum number of items that a section of each part shows.
  let caps: [Int]
  let window: ViewDefinition.Window?

  /// - Parameter sectionCounts: how many sections each part has.
  init(sectionCounts: [Int], caps: [Int], window: ViewDefinition.Window?) {
    var offsets = [0]
    for count in sectionCounts { offsets.append(offsets[offsets.count - 1] + count) }
    self.offsets = offsets
    self.caps = caps
    self.window = window
  }

  /// How many sections there are, in the window or not.
  private var allSections: Int { offsets[caps.count] }

  var sectionCount: Int {
    guard let window else { return allSections }
    return window.section < allSections ? 1 : 0
  }

  /// The part of a section that shows at an index, by its place among the parts, and the section's index in it; nil
  /// if there is none.
  func place(ofSection shown: Int) -> (part: Int, section: Int)? {
    let index = shown + (window?.section ?? 0)
    guard index >= 0, index < allSections else { return nil }
    let next = offsets.firstIndex { $0 > index } ?? 0
    return (next - 1, index - offsets[next - 1])
  }

  /// The index that a section shows at; nil if it does not.
  func index(part: Int, section: Int) -> Int? {
    let index = offsets[part] + section
    guard let window else { return index }
    return index == window.section ? 0 : nil
  }

  /// The path that an item shows at; nil if it does not.
  func path(part: Int, _ path: ListPath) -> ListPath? {
    guard path.item < caps[part], let section = index(part: part, section: path.section) else { return nil }
    guard let window else { return ListPath(section: section, item: path.item) }
    guard window.items.contains(path.item) else { return nil }
    return ListPath(section: section, item: path.item - window.items.lowerBound)
  }

  /// Which items show of a section that does and has so many.
  func items(part: Int, of count: Int) -> Range<Int> {
    let capped = 0..<min(caps[part], count)
    return window.map { $0.items.clamped(to: capped) } ?? capped
  }
}
