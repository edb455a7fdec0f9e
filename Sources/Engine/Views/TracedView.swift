import ArrangeModel
import Changes

/// Two versions of a view; the older one is computed from the edits since then.
struct TracedView: VersionPair {
  /// A section or an item that was touched, or that is shown in only one version because of others.
  private struct Located<Path> {
    /// The position of its part.
    var part: Int
    /// The number in the part's trace; nil for an untouched one.
    var number: Int?
    var touch: Touch
    /// The position at which it is shown; nil if it is not.
    var from: Path?
    var to: Path?
  }

  let new: ViewList
  let before: ListSize
  private let old: ShownPlaces
  private let traces: [EditTrace]
  private let oldPlaces: (Int) -> SourceChange.OldPlaces
  private var sections: [Located<Int>] = []
  private var items: [Located<ListPath>] = []

  /// - Parameters:
  ///   - traces: the touched elements of each part.
  ///   - window: the window of the older version.
  ///   - new: the newer version.
  ///   - oldPlaces: for the position of a part, where items were that are in another section of the collection now, or less or
  ///     more deep.
  init(
    _ traces: [EditTrace],
    from window: ShownWindow?,
    to new: ViewList,
    oldPlaces: @escaping (Int) -> SourceChange.OldPlaces
  ) {
    self.traces = traces
    self.new = new
    self.oldPlaces = oldPlaces
    let old = ShownPlaces(
      sectionCounts: zip(new.parts, traces).map { $0.sectionCount - $1.growth },
      caps: new.places.caps,
      window: window
    )
    self.old = old
    let itemCount =
      if new.window == nil {
        new.itemCount - traces.indices.reduce(0) { $0 + TracedView.growth(traces[$1], new.parts[$1]) }
      } else {
        old.place(ofSection: 0).map { part, section in
          old.items(part: part, of: traces[part].oldItemCount(ofSection: section, in: new.parts[part])).count
        } ?? 0
      }
    before = ListSize(sections: old.sectionCount, items: itemCount)
    for part in traces.indices {
      locate(part)
      if new.parts[part].isOpaque { locateReordered(part) }
    }
    if new.window != nil { locateWindow() }
  }

  /// The increase in the number of shown items of a part, without a window.
  private static func growth(_ trace: EditTrace, _ part: ViewPart) -> Int {
    guard part.isCapped else { return trace.itemGrowth }
    return trace.sections.reduce(0) { sum, section in
      let count = section.new.map { part.itemCount(section: $0) } ?? 0
      return sum + min(part.cap, count) - min(part.cap, count - section.growth)
    }
  }

  // MARK: Locating

  /// Adds the touched elements of a part.
  private mutating func locate(_ part: Int) {
    let trace = traces[part]
    let isOpaque = new.parts[part].isOpaque
    for (number, section) in trace.sections.enumerated() where !section.touch.isEmpty {
      let from = section.old.flatMap { old.index(part: part, section: $0) }
      let to = section.new.flatMap { new.places.index(part: part, section: $0) }
      if from == nil, to == nil { continue }
      let touch = isOpaque ? Touch.existence : section.touch
      sections.append(Located(part: part, number: number, touch: touch, from: from, to: to))
    }
    for (number, item) in trace.items.enumerated() {
      let from = trace.oldPath(of: item).flatMap { old.path(part: part, $0) }
      let to = item.new.flatMap { new.places.path(part: part, $0) }
      if from == nil, to == nil { continue }
      // A row whose item moved may have another origin.
      let touch = isOpaque || item.touch.contains(.position) ? Touch.existence : item.touch
      items.append(Located(part: part, number: number, touch: touch, from: from, to: to))
    }
    guard new.window != nil || new.parts[part].isCapped else { return }
    for section in trace.sections { locateCrossing(section, in: part) }
  }

  /// Adds untouched items of a section that cross the bounds of the shown range because of others.
  private mutating func locateCrossing(_ section: EditTrace.Section, in part: Int) {
    guard let before = section.old, let now = section.new, let from = old.index(part: part, section: before),
      let to = new.places.index(part: part, section: now)
    else { return }
    let count = new.parts[part].itemCount(section: now)
    let shown = new.places.items(part: part, of: count)
    let wasShown = old.items(part: part, of: count - section.growth)
    section.items.forEach { _, _ in
    } run: { run in
      // As positions in the run.
      let all = 0..<run.length
      let left = (wasShown.lowerBound - run.old..<wasShown.upperBound - run.old).clamped(to: all)
      let right = (shown.lowerBound - run.new..<shown.upperBound - run.new).clamped(to: all)
      for place in left.subtracting(right) {
        let path = ListPath(section: from, item: run.old + place - wasShown.lowerBound)
        items.append(Located(part: part, touch: [], from: path, to: nil))
      }
      for place in right.subtracting(left) {
        let path = ListPath(section: to, item: run.new + place - shown.lowerBound)
        items.append(Located(part: part, touch: [], from: nil, to: path))
      }
    }
  }

  /// Adds the section in the window if it has changed without being touched.
  private mutating func locateWindow() {
    if let (part, section) = old.place(ofSection: 0) {
      switch traces[part].section(atOld: section) {
      case .touched(let number):
        guard traces[part].sections[number].touch.isEmpty, let now = traces[part].sections[number].new,
          new.places.index(part: part, section: now) == nil
        else { break }
        sections.append(Located(part: part, touch: [], from: 0, to: nil))
      case .untouched(let now) where new.places.index(part: part, section: now) == nil:
        sections.append(Located(part: part, touch: [], from: 0, to: nil))
      case .untouched: break
      }
    }
    if let (part, section) = new.places.place(ofSection: 0) {
      switch traces[part].section(atNew: section) {
      case .touched(let number):
        guard traces[part].sections[number].touch.isEmpty, let before = traces[part].sections[number].old,
          old.index(part: part, section: before) == nil
        else { break }
        sections.append(Located(part: part, touch: [], from: nil, to: 0))
      case .untouched(let before) where old.index(part: part, section: before) == nil:
        sections.append(Located(part: part, touch: [], from: nil, to: 0))
      case .untouched: break
      }
    }
  }

  // MARK: Opaque views

  /// Adds untouched elements between elements whose order has changed.
  ///
  /// If two rows changed places, either can be regarded as moved. Which of them was touched may be a secret,
  /// such as whose hidden field changed. With all elements in between, the batch depends on the two lists
  /// alone.
  private mutating func locateReordered(_ part: Int) {
    for number in traces[part].sections.indices { locateReorderedItems(ofSection: number, in: part) }
    if new.window == nil { locateReorderedSections(in: part) }
  }

  private mutating func locateReorderedItems(ofSection number: Int, in part: Int) {
    let (trace, section) = (traces[part], traces[part].sections[number])
    guard let before = section.old, let now = section.new, let from = old.index(part: part, section: before),
      let to = new.places.index(part: part, section: now)
    else { return }
    let count = new.parts[part].itemCount(section: now)
    let shown = new.places.items(part: part, of: count)
    let wasShown = old.items(part: part, of: count - section.growth)
    var blocks = StayingBlocks()
    section.items.forEach { item, index in
      guard let old = trace.items[item].old, old.section == number, wasShown.contains(old.index),
        shown.contains(index)
      else { return }
      blocks.add(.init(old: old.index, new: index, length: 1), isTouched: true)
    } run: { run in
      let all = 0..<run.length
      let left = (wasShown.lowerBound - run.old..<wasShown.upperBound - run.old).clamped(to: all)
      let right = (shown.lowerBound - run.new..<shown.upperBound - run.new).clamped(to: all)
      let both = left.clamped(to: right)
      guard left.overlaps(right) else { return }
      let (old, new) = (run.old + both.lowerBound, run.new + both.lowerBound)
      blocks.add(.init(old: old, new: new, length: both.count), isTouched: false)
    }
    for run in blocks.reordered {
      for place in 0..<run.length {
        let oldPath = ListPath(section: from, item: run.old + place - wasShown.lowerBound)
        let path = ListPath(section: to, item: run.new + place - shown.lowerBound)
        items.append(Located(part: part, touch: .position, from: oldPath, to: path))
      }
    }
  }

  private mutating func locateReorderedSections(in part: Int) {
    let trace = traces[part]
    let movesSome = trace.sections.contains { $0.touch.contains(.position) && $0.old != nil && $0.new != nil }
    guard movesSome else { return }
    var unnamed = trace.untouched
    for section in trace.sections {
      guard section.touch.isEmpty, let from = section.old, let to = section.new else { continue }
      unnamed.append(.init(old: from, new: to, length: 1))
    }
    let count = new.parts[part].sectionCount
    for run in unnamed {
      // The last run has no end.
      for place in 0..<min(run.length, max(0, count - run.new)) {
        let from = old.index(part: part, section: run.old + place)
        let to = new.places.index(part: part, section: run.new + place)
        sections.append(Located(part: part, touch: .position, from: from, to: to))
      }
    }
  }

  // MARK: Reading

  /// The located elements, by number.
  var touched: [Touched<Int>] {
    sections.enumerated().map { Touched(.section, $0, $1.touch) }
      + items.enumerated().map { Touched(.item, $0, $1.touch) }
  }

  var after: ListSize { ListSize(sections: new.sectionCount, items: new.itemCount) }

  func oldItemCount(ofSection index: Int) -> Int {
    guard let (part, section) = old.place(ofSection: index) else {
      preconditionFailure("a section outside of the view")
    }
    return old.items(part: part, of: traces[part].oldItemCount(ofSection: section, in: new.parts[part])).count
  }

  func places(ofSection number: Int) -> (from: Int?, to: Int?) {
    (sections[number].from, sections[number].to)
  }

  func places(ofItem number: Int) -> (from: ListPath?, to: ListPath?) {
    (items[number].from, items[number].to)
  }

  func hasSameContent(section number: Int, from: Int, to: Int) -> Bool {
    let part = new.parts[sections[number].part]
    let before = touchedSection(number)?.before
    return before.map { part.showsSame(section: $0, as: new.section(at: to).element, of: part) } ?? true
  }

  func hasSameContent(item number: Int, from: ListPath, to: ListPath) -> Bool {
    guard let item = touchedItem(number) else { return true }
    let part = new.parts[items[number].part]
    let hasSameFields =
      item.before.map { part.showsSame(item: $0, as: new.item(at: to).element, of: part) } ?? true
    return hasSameFields && oldSectionID(of: item, in: items[number].part) == nil
      && oldDepth(of: item, in: items[number].part) == nil
  }

  func oldContent(ofSection number: Int, at index: Int) -> FieldsFingerprint {
    guard let section = touchedSection(number), let element = section.before else {
      preconditionFailure("a section whose content was not touched")
    }
    return FieldsFingerprint(new.parts[sections[number].part].snapshot(section: element))
  }

  func oldContent(ofItem number: Int, at path: ListPath) -> FieldsFingerprint {
    guard let item = touchedItem(number), let now = item.new else {
      preconditionFailure("an item whose content was not touched")
    }
    let part = new.parts[items[number].part]
    let element = part.item(at: now)
    let home =
      oldSectionID(of: item, in: items[number].part) ?? part.home(of: element, section: now.section)?.id
    let depth = oldDepth(of: item, in: items[number].part) ?? part.depth(of: element)
    return FieldsFingerprint(part.snapshot(item: item.before ?? element, home: home, depth: depth))
  }

  /// An untouched item stayed in its section.
  func oldPath(ofItemAt path: ListPath) -> ListPath? { nil }

  private func touchedSection(_ number: Int) -> EditTrace.Section? {
    sections[number].number.map { traces[sections[number].part].sections[$0] }
  }

  private func touchedItem(_ number: Int) -> EditTrace.Item? {
    items[number].number.map { traces[items[number].part].items[$0] }
  }

  /// How deep an item was; nil if that has not changed, or if rows do not say it.
  private func oldDepth(of item: EditTrace.Item, in part: Int) -> Int? {
    guard item.old != nil, item.new != nil, new.parts[part].showsDepths else { return nil }
    return oldPlaces(part).depths[item.element]
  }

  /// The id of the previous section of an item in the collection; nil if it has not changed.
  private func oldSectionID(of item: EditTrace.Item, in part: Int) -> Identifier? {
    guard new.parts[part].itemOrigin != nil, let old = item.old, let now = item.new else { return nil }
    guard new.parts[part].showsSections else { return oldPlaces(part).sectionIDs[item.element] }
    if traces[part].sections[old.section].new == now.section { return nil }
    return traces[part].id(ofSection: old.section) { new.parts[part].section(at: $0) }
  }
}

extension Range<Int> {
  /// The numbers that are not in another range. O(count).
  fileprivate func subtracting(_ other: Range<Int>) -> [Int] {
    if other.isEmpty { return Array(self) }
    let below = lowerBound..<Swift.max(lowerBound, Swift.min(upperBound, other.lowerBound))
    let above = Swift.min(upperBound, Swift.max(lowerBound, other.upperBound))..<upperBound
    return Array(below) + Array(above)
  }
}

extension EditTrace {
  /// How many items a section of a part had before.
  fileprivate func oldItemCount(ofSection index: Int, in part: ViewPart) -> Int {
    oldItemCount(ofSection: index) { part.itemCount(section: $0) }
  }
}

/// The content of a section before and after, in its current order: touched elements, and runs of others.
private struct StayingBlocks {
  private var blocks: [(run: PieceTable.Run, isTouched: Bool)] = []

  mutating func add(_ run: PieceTable.Run, isTouched: Bool) { blocks.append((run, isTouched)) }

  /// The runs that are neither before nor after all blocks whose order changed. O(blocks).
  var reordered: [PieceTable.Run] {
    var middle = blocks[...]
    // From the end: the minimum old position of the following blocks.
    var least = [Int](repeating: .max, count: blocks.count + 1)
    for place in blocks.indices.reversed() { least[place] = min(least[place + 1], blocks[place].run.old) }
    while let first = middle.first, first.run.old < least[middle.startIndex + 1] { middle.removeFirst() }
    var greatest = blocks.map(\.run.old)
    for place in greatest.indices.dropFirst() {
      greatest[place] = max(greatest[place], greatest[place - 1])
    }
    while let last = middle.last, middle.count > 1, last.run.old > greatest[middle.endIndex - 2] {
      middle.removeLast()
    }
    return middle.filter { !$0.isTouched }.map(\.run)
  }
}
