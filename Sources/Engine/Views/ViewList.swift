import ArrangeModel
import Changes

/// A section or an item of a view.
struct ViewElement: Hashable, Sendable, ListElement {
  /// The number of the part.
  let part: Int
  let element: Element

  func hasSameFields(as other: ViewElement) -> Bool { element.hasSameFields(as: other.element) }
}

extension Touched<Element> {
  /// A touched element of a collection, as an element of a part of a view. A row whose item moved may have
  /// another origin.
  func inPart(_ number: Int) -> Touched<ViewElement> {
    let element = ViewElement(part: number, element: element)
    switch kind {
    case .section: return Touched<ViewElement>(.section, element, touch)
    case .item:
      let moved = touch.contains(.position)
      return Touched<ViewElement>(.item, element, moved ? .existence : touch)
    }
  }
}

/// A view at one version: the sections of its parts one after the other, limited by caps and a window.
///
/// Caps and windows store nothing: they are bounds that are applied when something is read.
struct ViewList: Sendable {
  /// The sum of the versions of the collections.
  let version: UInt64
  var parts: [ViewPart]
  let window: ShownWindow?
  let places: ShownPlaces
  let itemCount: Int

  /// O(parts); for those with a cap O(sections).
  init(version: UInt64, parts: [ViewPart], window: ShownWindow?) {
    self.version = version
    self.parts = parts
    self.window = window
    let places = ShownPlaces(sectionCounts: parts.map(\.sectionCount), caps: parts.map(\.cap), window: window)
    self.places = places
    if window == nil {
      itemCount = parts.reduce(0) { $0 + $1.shownItemCount }
    } else {
      itemCount =
        places.place(ofSection: 0).map { part, section in
          places.items(part: part, of: parts[part].itemCount(section: section)).count
        } ?? 0
    }
  }

  // MARK: Places without regard to caps and the window

  /// The part of a shown section and the index in it.
  private func place(ofSection index: Int) -> (part: Int, section: Int) {
    guard let place = places.place(ofSection: index) else {
      preconditionFailure("a section outside of the view")
    }
    return place
  }

  /// The position of a part among the parts.
  private func place(ofPart number: Int) -> Int? {
    if number < parts.count, parts[number].number == number { return number }
    return parts.firstIndex { $0.number == number }
  }

  /// The position of an item in its part.
  private func place(of item: ViewElement) -> (part: Int, path: ListPath)? {
    guard let part = place(ofPart: item.part), let path = parts[part].path(of: item.element) else {
      return nil
    }
    return (part, path)
  }

  /// The path, in its part, of the item shown at a path.
  private func partPath(_ path: ListPath) -> (part: Int, path: ListPath) {
    let (part, section) = place(ofSection: path.section)
    return (part, ListPath(section: section, item: path.item + (window?.items.lowerBound ?? 0)))
  }
}

extension ViewList: ServedList {
  var sectionCount: Int { places.sectionCount }

  func itemCount(ofSection index: Int) -> Int {
    let (part, section) = place(ofSection: index)
    return places.items(part: part, of: parts[part].itemCount(section: section)).count
  }

  func index(ofSection element: ViewElement) -> Int? {
    guard let part = place(ofPart: element.part), let index = parts[part].index(of: element.element) else {
      return nil
    }
    return places.index(part: part, section: index)
  }

  func path(ofItem element: ViewElement) -> ListPath? {
    place(of: element).flatMap { places.path(part: $0.part, $0.path) }
  }

  func index(ofSection id: Identifier) -> Int? {
    for (place, part) in parts.enumerated() {
      if let index = part.localID(id).flatMap({ part.index(ofSection: $0) }) {
        return places.index(part: place, section: index)
      }
    }
    return nil
  }

  func path(ofItem id: Identifier) -> ListPath? {
    for (place, part) in parts.enumerated() {
      if let path = part.localID(id).flatMap({ part.path(ofItem: $0) }) {
        return places.path(part: place, path)
      }
    }
    return nil
  }

  func section(at index: Int) -> ViewElement {
    let (part, section) = place(ofSection: index)
    return ViewElement(part: parts[part].number, element: parts[part].section(at: section))
  }

  func item(at path: ListPath) -> ViewElement {
    let (part, path) = partPath(path)
    return ViewElement(part: parts[part].number, element: parts[part].item(at: path))
  }

  func hasSameContent(itemAt path: ListPath, asItemAt other: ListPath, in version: ViewList) -> Bool {
    let (here, path) = partPath(path)
    let (there, other) = version.partPath(other)
    let (mine, yours) = (parts[here], version.parts[there])
    let (item, otherItem) = (mine.item(at: path), yours.item(at: other))
    return mine.showsSame(item: item, as: otherItem, of: yours) && mine.itemOrigin == yours.itemOrigin
      && mine.home(of: item, section: path.section) == yours.home(of: otherItem, section: other.section)
      && mine.depth(of: item) == yours.depth(of: otherItem)
  }

  func hasSameContent(sectionAt index: Int, asSectionAt other: Int, in version: ViewList) -> Bool {
    let (here, section) = place(ofSection: index)
    let (there, otherSection) = version.place(ofSection: other)
    let (mine, yours) = (parts[here], version.parts[there])
    let (element, otherElement) = (mine.section(at: section), yours.section(at: otherSection))
    return mine.showsSame(section: element, as: otherElement, of: yours)
      && mine.sectionOrigin == yours.sectionOrigin
  }

  func snapshot(ofSection index: Int) -> ElementSnapshot {
    let (part, section) = place(ofSection: index)
    return parts[part].snapshot(ofSection: section)
  }

  func snapshot(ofItemAt path: ListPath) -> ElementSnapshot {
    let (part, path) = partPath(path)
    return parts[part].snapshot(ofItemAt: path)
  }

  func forEachItem(ofSection section: Int, in range: Range<Int>, _ body: (ElementSnapshot) -> Void) {
    for item in range { body(snapshot(ofItemAt: ListPath(section: section, item: item))) }
  }

  func withKeys(_ hasKeys: Bool) -> ViewList { self }
}

// MARK: What may differ between two versions

extension ViewList {
  /// Whether two versions of one definition look the same. O(shown rows).
  func showsSame(as other: ViewList) -> Bool {
    guard sectionCount == other.sectionCount, itemCount == other.itemCount else { return false }
    return (0..<sectionCount).allSatisfy { index in
      let count = itemCount(ofSection: index)
      return section(at: index) == other.section(at: index) && count == other.itemCount(ofSection: index)
        && hasSameContent(sectionAt: index, asSectionAt: index, in: other)
        && (0..<count).allSatisfy { item in
          let path = ListPath(section: index, item: item)
          return self.item(at: path) == other.item(at: path)
            && hasSameContent(itemAt: path, asItemAt: path, in: other)
        }
    }
  }

  /// All elements shown in either of two lists, which may be of different definitions. O(shown rows).
  static func everything(in old: ViewList, _ new: ViewList) -> [Touched<ViewElement>] {
    var touched: [Touched<ViewElement>] = []
    var known: [Touched<ViewElement>.Kind: Set<ViewElement>] = [:]
    func add(_ kind: Touched<ViewElement>.Kind, _ element: ViewElement) {
      if known[kind, default: []].insert(element).inserted {
        touched.append(Touched(kind, element, .existence))
      }
    }
    for list in [old, new] {
      for section in 0..<list.sectionCount {
        add(.section, list.section(at: section))
        for item in 0..<list.itemCount(ofSection: section) {
          add(.item, list.item(at: ListPath(section: section, item: item)))
        }
      }
    }
    return touched
  }

  /// The list with parts numbered like the parts of the same names in another one, so that elements of one
  /// are found in the other.
  func numbered(as other: ViewList) -> ViewList {
    var list = self
    var next = other.parts.count
    for place in list.parts.indices {
      if let same = other.parts.first(where: { $0.prefix == list.parts[place].prefix }) {
        list.parts[place].number = same.number
      } else {
        list.parts[place].number = next
        next += 1
      }
    }
    return list
  }

  /// The elements touched between two versions of a view, completed by those that appear or disappear because
  /// of others: those that cross the bounds of the shown range.
  ///
  /// An untouched element that crosses a bound is at most as far from it as the number of touched elements in
  /// its section, unless the window itself has moved. O(k log n), with another window O((k + shown rows) log n).
  static func completed(
    _ touched: [Touched<ViewElement>],
    from old: ViewList,
    to new: ViewList
  ) -> [Touched<ViewElement>] {
    guard new.window != nil || new.parts.contains(where: \.isCapped) else { return touched }
    var crossing = Crossing(touched)
    if new.window != nil {
      // Another section may have moved into the window.
      for list in [old, new] {
        guard let (part, section) = list.places.place(ofSection: 0) else { continue }
        let element = ViewElement(
          part: list.parts[part].number,
          element: list.parts[part].section(at: section)
        )
        crossing.add(.section, element, [])
      }
    }
    if old.window != new.window {
      for list in [old, new] {
        for section in 0..<list.sectionCount {
          for item in 0..<list.itemCount(ofSection: section) {
            crossing.add(.item, list.item(at: ListPath(section: section, item: item)), [])
          }
        }
      }
    }
    var counts: [ViewElement: Int] = [:]
    for item in touched where item.kind == .item {
      for list in [old, new] {
        guard let (part, path) = list.place(of: item.element) else { continue }
        let section = ViewElement(
          part: item.element.part,
          element: list.parts[part].section(at: path.section)
        )
        counts[section, default: 0] += 1
      }
    }
    for (section, count) in counts {
      for list in [old, new] { list.addBounds(of: section, reach: count, to: &crossing) }
    }
    return crossing.touched
  }

  /// Adds the items of a section near the bounds of the shown range.
  private func addBounds(of section: ViewElement, reach: Int, to crossing: inout Crossing) {
    guard let part = place(ofPart: section.part), let index = parts[part].index(of: section.element) else {
      return
    }
    var bounds = parts[part].isCapped ? [parts[part].cap] : []
    if let window { bounds += [window.items.lowerBound, window.items.upperBound] }
    let all = 0..<parts[part].itemCount(section: index)
    for bound in bounds where bound <= all.upperBound + reach {
      for item in (max(0, bound - reach)..<bound + reach).clamped(to: all) {
        let element = parts[part].item(at: ListPath(section: index, item: item))
        crossing.add(.item, ViewElement(part: section.part, element: element), [])
      }
    }
  }

  /// Touched elements, each once.
  private struct Crossing {
    private(set) var touched: [Touched<ViewElement>]
    private var places: [Touched<ViewElement>.Kind: [ViewElement: Int]] = [:]

    init(_ touched: [Touched<ViewElement>]) {
      self.touched = touched
      for (place, element) in touched.enumerated() {
        places[element.kind, default: [:]][element.element] = place
      }
    }

    mutating func add(_ kind: Touched<ViewElement>.Kind, _ element: ViewElement, _ touch: Touch) {
      if let place = places[kind]?[element] {
        touched[place].touch.formUnion(touch)
      } else {
        places[kind, default: [:]][element] = touched.count
        touched.append(Touched(kind, element, touch))
      }
    }
  }
}
