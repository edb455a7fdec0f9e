import ArrangeModel
import Changes
import Ordering

/// The positions of touched elements before and after some edits, computed from the edits alone.
///
/// It does not use a list, so it takes as long for a list of a million items as for one of ten.
struct EditTrace {
  /// A section that was touched, or whose items were.
  struct Section {
    /// The section at any version; nil if only its items were touched.
    fileprivate(set) var element: Element?
    /// The previous element, if its content was touched.
    fileprivate(set) var before: Element?
    /// What was done to it.
    fileprivate(set) var change: Touch = []
    /// Whether a reordering named it and left it where it was.
    fileprivate var isNamed = false
    /// The same as ``change``, and that it may be shown as moved if it was named.
    var touch: Touch { isNamed ? change.union(.position) : change }
    /// The index before the edits; nil if it was not there.
    let old: Int?
    /// The index after the edits; nil if it is gone.
    fileprivate(set) var new: Int?
    /// The increase in its number of items.
    fileprivate(set) var growth = 0
    fileprivate(set) var items: PieceTable
  }

  /// An item that was touched.
  struct Item {
    /// The item at any version.
    let element: Element
    /// The previous element, if its content was touched.
    fileprivate(set) var before: Element?
    fileprivate(set) var touch: Touch = []
    /// The number of its section before the edits, and its index there; nil if it was not there.
    let old: (section: Int, index: Int)?
    /// The path after the edits; nil if it is gone.
    fileprivate(set) var new: ListPath?
  }

  private(set) var sections: [Section] = []
  private(set) var items: [Item] = []
  /// The increase in the number of sections.
  private(set) var growth = 0
  /// The increase in the number of items.
  var itemGrowth: Int { sections.reduce(0) { $0 + $1.growth } }

  /// The sections that were not touched and contain no touched items.
  private(set) var untouched: [PieceTable.Run] = []
  /// The sections that existed before, by their indices then.
  private var olds: [(old: Int, number: Int)] = []

  private var order = PieceTable()
  /// Removed items that may be inserted again, by their numbers.
  private var removedItems: [Element: Int] = [:]
  private var removedSections: [Element: Int] = [:]
  /// Detached elements that are not attached yet, by the number of the move in its commit.
  private var lifted: [Int: Int] = [:]
  /// The items of the section that is about to be removed.
  private var leaving: [Element] = []

  /// Traces edits in the order in which they were made. O(k √k) for k edits.
  init(_ edits: some Sequence<LoggedEdit>) {
    for edit in edits { add(edit) }
    finish()
  }

  // MARK: Tracing

  private mutating func add(_ edit: LoggedEdit) {
    let (section, index, element) = (Int(edit.section), Int(edit.index), edit.element)
    switch edit.kind {
    case .itemInserted:
      let item = removedItems.isEmpty ? nil : removedItems.removeValue(forKey: element)
      insert(item ?? make(element, old: nil), .existence, inSection: section, at: index)
    case .itemRemoved:
      let item = remove(element, inSection: section, at: index)
      items[item].record(.existence, before: element)
      removedItems[element] = item
    case .itemDetached: lifted[edit.number] = remove(element, inSection: section, at: index)
    case .itemAttached:
      guard let item = lifted.removeValue(forKey: edit.number) else { preconditionFailure(Self.noStart) }
      insert(item, .position, inSection: section, at: index)
    case .itemUpdated:
      let item = number(ofItem: element, inSection: section, at: index)
      items[item].record(.content, before: element)
    case .itemStayed:
      let item = number(ofItem: element, inSection: section, at: index)
      items[item].touch.formUnion(.position)
    case .sectionInserted:
      let known = removedSections.isEmpty ? nil : removedSections.removeValue(forKey: element)
      let number = known ?? sections.count
      if known == nil { sections.append(Section(old: nil, items: .empty)) }
      sections[number].items = .empty
      sections[number].record(.existence, element)
      order.insert(number, at: index)
      growth += 1
    case .itemOfRemovedSection: leaving.append(element)
    case .sectionRemoved:
      let number = number(ofSection: index)
      _ = order.remove(at: index)
      sections[number].record(.existence, element, before: element)
      removeItems(ofSection: number)
      removedSections[element] = number
      growth -= 1
    case .sectionDetached:
      lifted[edit.number] = number(ofSection: index)
      _ = order.remove(at: index)
    case .sectionAttached:
      guard let number = lifted.removeValue(forKey: edit.number) else { preconditionFailure(Self.noStart) }
      sections[number].record(.position, element)
      order.insert(number, at: index)
    case .sectionUpdated:
      let number = number(ofSection: index)
      sections[number].record(.content, element, before: element)
    case .sectionStayed:
      let number = number(ofSection: index)
      sections[number].record([], element)
      sections[number].isNamed = true
    case .parent, .childInserted, .childRemoved, .childDetached, .childAttached, .childUpdated, .childStayed:
      preconditionFailure("the edits of outlines are traced by `OutlineTrace`")
    }
  }

  private static let noStart = "a move without a start"

  /// The number of the section at an index.
  private mutating func number(ofSection index: Int) -> Int {
    switch order.entry(at: index) {
    case .touched(let number): return number
    case .untouched(let old):
      sections.append(Section(old: old, items: PieceTable()))
      _ = order.remove(at: index)
      order.insert(sections.count - 1, at: index)
      return sections.count - 1
    }
  }

  /// The number of the item at an index of a section.
  private mutating func number(ofItem element: Element, inSection section: Int, at index: Int) -> Int {
    let number = number(ofSection: section)
    switch sections[number].items.entry(at: index) {
    case .touched(let known): return known
    case .untouched(let old):
      let item = make(element, old: (number, old))
      _ = sections[number].items.remove(at: index)
      sections[number].items.insert(item, at: index)
      return item
    }
  }

  private mutating func make(_ element: Element, old: (section: Int, index: Int)?) -> Int {
    items.append(Item(element: element, old: old))
    return items.count - 1
  }

  private mutating func insert(_ item: Int, _ touch: Touch, inSection section: Int, at index: Int) {
    let number = number(ofSection: section)
    items[item].touch.formUnion(touch)
    sections[number].items.insert(item, at: index)
    sections[number].growth += 1
  }

  /// Removes an item from its section and returns its number.
  private mutating func remove(_ element: Element, inSection section: Int, at index: Int) -> Int {
    let number = number(ofSection: section)
    sections[number].growth -= 1
    switch sections[number].items.remove(at: index) {
    case .touched(let item): return item
    case .untouched(let old): return make(element, old: (number, old))
    }
  }

  private mutating func removeItems(ofSection number: Int) {
    let table = sections[number].items
    var touched: [Int: Int] = [:]
    var runs: [PieceTable.Run] = []
    table.forEach {
      touched[$1] = $0
    } run: {
      runs.append($0)
    }
    var run = runs[...]
    for (index, element) in leaving.enumerated() {
      while let first = run.first, first.new + first.length <= index { run.removeFirst() }
      let item: Int
      if let known = touched[index] {
        item = known
      } else {
        guard let run = run.first else { preconditionFailure("an item that the section did not have") }
        item = make(element, old: (number, run.old + index - run.new))
      }
      items[item].record(.existence, before: element)
      removedItems[element] = item
    }
    sections[number].growth -= leaving.count
    leaving.removeAll(keepingCapacity: true)
  }

  /// Computes the final positions.
  private mutating func finish() {
    let order = order
    order.forEach { number, index in
      sections[number].new = index
    } run: {
      untouched.append($0)
    }
    for (number, section) in sections.enumerated() {
      if let old = section.old { olds.append((old, number)) }
      guard let new = section.new else { continue }
      section.items.forEach { item, index in
        items[item].new = ListPath(section: new, item: index)
      } run: { _ in
      }
    }
    olds.sort { $0.old < $1.old }
    removedItems = [:]
    removedSections = [:]
  }

  // MARK: Reading

  /// The number of a section that was at an index before, if it or its items were touched; otherwise its
  /// current index.
  func section(atOld index: Int) -> PieceTable.Entry {
    let place = (0..<olds.count).partitioningIndex { olds[$0].old >= index }
    if place < olds.count, olds[place].old == index { return .touched(olds[place].number) }
    let run = untouched[(0..<untouched.count).partitioningIndex { untouched[$0].old > index } - 1]
    return .untouched(run.new + index - run.old)
  }

  /// The same for a section by its current index, with its previous index.
  func section(atNew index: Int) -> PieceTable.Entry {
    if let number = sections.firstIndex(where: { $0.new == index }) { return .touched(number) }
    let run = untouched[(0..<untouched.count).partitioningIndex { untouched[$0].new > index } - 1]
    return .untouched(run.old + index - run.new)
  }

  /// The path of an item before the edits; nil if it was not there.
  func oldPath(of item: Item) -> ListPath? {
    guard let old = item.old, let section = sections[old.section].old else { return nil }
    return ListPath(section: section, item: old.index)
  }

  /// The id of a section.
  ///
  /// - Parameter now: returns the section at a current index.
  func id(ofSection number: Int, now: (Int) -> Element) -> Identifier {
    // A section without an element was not touched itself, so it still exists.
    sections[number].element?.id ?? sections[number].new.map { now($0).id } ?? .empty
  }

  /// How many items a section had before.
  ///
  /// - Parameter newCount: returns the current number of items of a section.
  func oldItemCount(ofSection index: Int, _ newCount: (Int) -> Int) -> Int {
    switch section(atOld: index) {
    case .untouched(let new): newCount(new)
    case .touched(let number): (sections[number].new.map(newCount) ?? 0) - sections[number].growth
    }
  }
}

extension EditTrace.Section {
  fileprivate mutating func record(_ touch: Touch, _ element: Element, before: Element? = nil) {
    change.formUnion(touch)
    if self.element == nil { self.element = element }
    if self.before == nil { self.before = before }
  }
}

extension EditTrace.Item {
  fileprivate mutating func record(_ touch: Touch, before: Element) {
    self.touch.formUnion(touch)
    if self.before == nil { self.before = before }
  }
}
