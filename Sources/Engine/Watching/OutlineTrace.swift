import ArrangeModel
import Changes
import Ordering

/// The positions of touched sections and items of an outline before and after some edits, and of what is above them.
///
/// The positions before are computed from the edits, and where those do not tell from the state afterwards: what nobody touched
/// has kept its list. No list is visited as a whole.
struct OutlineTrace {
  /// A section or an item by the order in which it was found.
  typealias Number = Int
  typealias Place = NodePlace<Number>

  /// A section or an item that was touched, or below which something was.
  struct Node {
    let isSection: Bool
    /// The section or item at any version; at the end it is known of all.
    fileprivate(set) var element: Element?
    /// The previous element, if its content was touched.
    fileprivate(set) var before: Element?
    fileprivate(set) var touch: Touch = []
    /// The position before the edits; nil if it was not there.
    fileprivate(set) var old: Place?
    /// The position after the edits; nil if it is gone.
    fileprivate(set) var new: Place?
    /// Whether an edit has named its position. If none has, only what is below it was touched.
    fileprivate var isPlaced: Bool
    /// The number of the list of what is below it, if that was edited.
    fileprivate var list: Int?
  }

  /// The sections, or the children of one of the nodes.
  private struct List {
    /// Nil for the sections.
    var owner: Number?
    var pieces = PieceTable()
    /// The increase in the number of its elements.
    var growth = 0
    /// At the end: those that were not touched.
    var runs: [PieceTable.Run] = []
  }

  private(set) var nodes: [Node] = []
  /// The list of the sections is the first one.
  private var lists = [List()]
  /// Items by their ids.
  private var items: [Element: Number] = [:]
  /// Removed sections that may be inserted again.
  private var removedSections: [Element: Number] = [:]
  /// Sections that were not touched, by their indices after the edits.
  private var otherSections: [Int: Number] = [:]
  /// Detached elements that are not attached yet, by the number of the move in its commit.
  private var lifted: [Int: Number] = [:]
  /// The items of the section that is about to be removed.
  private var leaving: [Element] = []
  /// Items that edits name as parents, by the number of edits before.
  private var parents: [Int: Element] = [:]

  /// Traces edits in the order in which they were made. O(k √k + owners · log n) for k edits.
  ///
  /// - Parameter state: the state after them.
  init(_ edits: some Sequence<LoggedEdit>, to state: CollectionState) {
    for (position, edit) in edits.enumerated() { add(edit, at: position) }
    finish(state)
  }

  // MARK: Tracing

  private mutating func add(_ edit: LoggedEdit, at position: Int) {
    let (index, element) = (Int(edit.index), edit.element)
    switch edit.kind {
    case .parent: parents[position] = element
    case .itemInserted: insert(items[element], element, in: list(ofSection: Int(edit.section)), at: index)
    case .childInserted: insert(items[element], element, in: list(of: edit, at: position), at: index)
    case .itemRemoved: remove(element, in: list(ofSection: Int(edit.section)), at: index)
    case .childRemoved: remove(element, in: list(of: edit, at: position), at: index)
    case .itemDetached:
      lifted[edit.number] = take(element, from: list(ofSection: Int(edit.section)), at: index)
    case .childDetached: lifted[edit.number] = take(element, from: list(of: edit, at: position), at: index)
    case .itemAttached: attach(edit.number, to: list(ofSection: Int(edit.section)), at: index)
    case .childAttached: attach(edit.number, to: list(of: edit, at: position), at: index)
    case .itemUpdated, .itemStayed: touch(edit, in: list(ofSection: Int(edit.section)))
    case .childUpdated, .childStayed: touch(edit, in: list(of: edit, at: position))
    case .sectionInserted:
      insert(removedSections.removeValue(forKey: element), element, in: 0, at: index)
    case .itemOfRemovedSection: leaving.append(element)
    case .sectionRemoved:
      let number = take(element, from: 0, at: index)
      record(.existence, of: number, element, before: element)
      removeItems(ofSection: number)
      removedSections[element] = number
    case .sectionDetached: lifted[edit.number] = take(element, from: 0, at: index)
    case .sectionAttached: attach(edit.number, to: 0, at: index)
    case .sectionUpdated, .sectionStayed: touch(edit, in: 0)
    }
  }

  /// The number of the list of children that an edit is in.
  private mutating func list(of edit: LoggedEdit, at position: Int) -> Int {
    guard let parent = parents[position - Int(edit.section)] else {
      preconditionFailure("a commit names the parents of what it edits")
    }
    if let number = items[parent] { return list(of: number) }
    // Its position is found at the end, unless it is touched before.
    nodes.append(Node(isSection: false, element: parent, isPlaced: false))
    items[parent] = nodes.count - 1
    return list(of: nodes.count - 1)
  }

  /// The number of the list of the items at the top of a section.
  private mutating func list(ofSection index: Int) -> Int { list(of: node(nil, in: 0, at: index)) }

  private mutating func list(of number: Number) -> Int {
    if let list = nodes[number].list { return list }
    lists.append(List(owner: number))
    nodes[number].list = lists.count - 1
    return lists.count - 1
  }

  /// What is at an index of a list.
  private mutating func node(_ element: Element?, in list: Int, at index: Int) -> Number {
    switch lists[list].pieces.entry(at: index) {
    case .touched(let number): return number
    case .untouched(let old):
      let number = place(element, in: list, atOld: old)
      _ = lists[list].pieces.remove(at: index)
      lists[list].pieces.insert(number, at: index)
      return number
    }
  }

  /// Something that is named at its position for the first time, which tells where it was before all edits.
  ///
  /// - Parameter element: it is not known of a section of which only the items are named.
  private mutating func place(_ element: Element?, in list: Int, atOld index: Int) -> Number {
    let old = Place(below: lists[list].owner, at: index)
    if list > 0, let element, let known = items[element] {
      (nodes[known].old, nodes[known].isPlaced) = (old, true)
      return known
    }
    nodes.append(Node(isSection: list == 0, element: element, old: old, isPlaced: true))
    if list > 0, let element { items[element] = nodes.count - 1 }
    return nodes.count - 1
  }

  private mutating func insert(_ known: Number?, _ element: Element, in list: Int, at index: Int) {
    let number: Number
    if let known {
      number = known
    } else {
      nodes.append(Node(isSection: list == 0, element: element, isPlaced: true))
      number = nodes.count - 1
      if list > 0 { items[element] = number }
    }
    record(.existence, of: number, element)
    lists[list].pieces.insert(number, at: index)
    lists[list].growth += 1
  }

  private mutating func attach(_ move: Int, to list: Int, at index: Int) {
    guard let number = lifted.removeValue(forKey: move) else { preconditionFailure("a move without a start") }
    record(.position, of: number)
    lists[list].pieces.insert(number, at: index)
    lists[list].growth += 1
  }

  private mutating func take(_ element: Element, from list: Int, at index: Int) -> Number {
    lists[list].growth -= 1
    switch lists[list].pieces.remove(at: index) {
    case .touched(let number):
      if nodes[number].element == nil { nodes[number].element = element }
      return number
    case .untouched(let old): return place(element, in: list, atOld: old)
    }
  }

  private mutating func remove(_ element: Element, in list: Int, at index: Int) {
    record(.existence, of: take(element, from: list, at: index), before: element)
  }

  /// An update, or something that was named and left where it is.
  private mutating func touch(_ edit: LoggedEdit, in list: Int) {
    let number = node(edit.element, in: list, at: Int(edit.index))
    switch edit.kind {
    case .itemUpdated, .childUpdated, .sectionUpdated:
      record(.content, of: number, edit.element, before: edit.element)
    default: record(.position, of: number, edit.element)
    }
  }

  private mutating func record(
    _ touch: Touch,
    of number: Number,
    _ element: Element? = nil,
    before: Element? = nil
  ) {
    nodes[number].touch.formUnion(touch)
    if nodes[number].element == nil { nodes[number].element = element }
    if nodes[number].before == nil { nodes[number].before = before }
  }

  /// Removes the items at the top of a section; what was below them was removed before.
  private mutating func removeItems(ofSection number: Number) {
    defer { leaving.removeAll(keepingCapacity: true) }
    guard !leaving.isEmpty || nodes[number].list != nil else { return }
    let list = list(of: number)
    for (element, entry) in zip(leaving, lists[list].pieces.entries(before: leaving.count)) {
      let item =
        switch entry {
        case .touched(let known): known
        case .untouched(let old): place(element, in: list, atOld: old)
        }
      record(.existence, of: item, before: element)
    }
    lists[list].growth -= leaving.count
    lists[list].pieces = .empty
  }

  // MARK: Final positions

  private mutating func finish(_ state: CollectionState) {
    for list in lists.indices {
      let owner = lists[list].owner
      lists[list].pieces.forEach { number, index in
        nodes[number].new = Place(below: owner, at: index)
      } run: { run in
        lists[list].runs.append(run)
      }
    }
    for number in nodes.indices where nodes[number].isSection && nodes[number].element == nil {
      // It was not touched itself, so it is still there.
      nodes[number].element = nodes[number].new.map { state.section(at: $0.index).element }
    }
    // More are found on the way up.
    var next = 0
    while next < nodes.count {
      if !nodes[next].isPlaced { findPlace(of: next, in: state) }
      next += 1
    }
    (removedSections, otherSections, parents) = ([:], [:], [:])
  }

  /// Finds something that no edit has named: it is where it was, but for what came and went before it in the same list.
  private mutating func findPlace(of number: Number, in state: CollectionState) {
    guard let element = nodes[number].element, let slot = state.slot(of: element) else {
      preconditionFailure("what was not removed is there")
    }
    let owner = owner(of: slot.scope, in: state)
    nodes[number].new = Place(below: owner, at: slot.index)
    nodes[number].old = Place(below: owner, at: oldIndex(of: slot.index, in: nodes[owner].list))
  }

  /// What has a list after the edits.
  private mutating func owner(of scope: Scope, in state: CollectionState) -> Number {
    guard let branch = scope.branch else { return section(at: scope.path(at: 0).section, in: state) }
    guard let element = state.branches?.branch(branch).owner else {
      preconditionFailure("a list of children has a parent")
    }
    if let number = items[element] { return number }
    nodes.append(Node(isSection: false, element: element, isPlaced: false))
    items[element] = nodes.count - 1
    return nodes.count - 1
  }

  /// The section at an index after the edits.
  private mutating func section(at index: Int, in state: CollectionState) -> Number {
    if let known = otherSections[index] { return known }
    switch lists[0].pieces.entry(at: index) {
    case .touched(let number): return number
    case .untouched(let old):
      let (from, to) = (Place(below: nil, at: old), Place(below: nil, at: index))
      let element = state.section(at: index).element
      nodes.append(Node(isSection: true, element: element, old: from, new: to, isPlaced: true))
      otherSections[index] = nodes.count - 1
      return nodes.count - 1
    }
  }

  private func oldIndex(of index: Int, in list: Int?) -> Int {
    guard let list else { return index }
    let runs = lists[list].runs
    let run = runs[(0..<runs.count).partitioningIndex { runs[$0].new > index } - 1]
    return run.old + index - run.new
  }

  // MARK: Reading

  /// The number of an item; nil if it was not touched, and nothing below it was.
  func number(ofItem element: Element) -> Number? { items[element] }

  /// The increase in the number of sections, and of items.
  var growth: ListSize {
    ListSize(sections: lists[0].growth, items: lists.dropFirst().reduce(0) { $0 + $1.growth })
  }

  /// The number of elements that the edits have not touched and whose ranks are others now.
  func shiftedRanks(leadingTo state: CollectionState) -> Int {
    var shifted = 0
    for list in lists {
      for run in list.runs where run.old != run.new {
        shifted += max(0, min(run.length, count(below: list.owner, in: state) - run.new))
      }
      list.pieces.forEach { number, index in
        // What is below it was touched.
        if nodes[number].touch.isEmpty, nodes[number].old?.index != index { shifted += 1 }
      } run: { _ in
      }
    }
    return shifted
  }

  /// The number of children that something has after the edits; nil: of sections.
  private func count(below number: Number?, in state: CollectionState) -> Int {
    guard let number else { return state.sectionCount }
    guard let element = nodes[number].element, let place = nodes[number].new else { return 0 }
    if nodes[number].isSection { return state.itemCount(section: place.index) }
    return state.branches?.branch(of: element, hash: element.idHash)?.children.count ?? 0
  }

  /// The increase in the number of children of something; nil: of sections.
  func growth(below number: Number?) -> Int {
    guard let number else { return lists[0].growth }
    return nodes[number].list.map { lists[$0].growth } ?? 0
  }
}

extension OutlineTrace.Node {
  /// An item that nobody touched.
  init(untouched element: Element, at place: OutlineTrace.Place) {
    self.init(isSection: false, element: element, old: place, new: place, isPlaced: true)
  }
}
