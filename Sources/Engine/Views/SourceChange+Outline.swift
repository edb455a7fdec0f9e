import ArrangeModel
import Changes

extension SourceChange {
  /// The changes of an outline, as those of its rows, each item before what is below it: where an item moved, the rows of all items
  /// below it did as well.
  ///
  /// O(k (log n + depth)) for k touched items and items below moved ones.
  ///
  /// - Parameters:
  ///   - trace: the trace of the edits between the versions.
  ///   - moved: the sections and items that the edits have moved, and not only named.
  ///   - state: the newer state.
  init(outline trace: OutlineTrace, moved: MovedElements, to state: CollectionState) {
    var rows = OutlineRowChanges(trace, to: state)
    for number in trace.nodes.indices { rows.add(number) }
    for item in moved.items { rows.addRows(below: item, moved.items) }
    self.init(
      sections: trace.nodes.compactMap { Section($0, moved.sections) },
      items: rows.items,
      old: rows.old,
      above: trace.nodes.compactMap { !$0.isSection && $0.touch.isEmpty ? $0.element : nil }
    )
  }
}

extension SourceChange.Section {
  fileprivate init?(_ node: OutlineTrace.Node, _ moved: Set<Element>) {
    guard node.isSection, !node.touch.isEmpty, let element = node.element else { return nil }
    let change = moved.contains(element) ? node.touch : node.touch.subtracting(.position)
    self.init(element: element, touch: node.touch, change: change, wasThere: node.old != nil)
  }
}

/// Collects the changes of the rows of an outline.
private struct OutlineRowChanges {
  private let trace: OutlineTrace
  private let state: CollectionState
  private(set) var items: [SourceChange.Item] = []
  private(set) var old = SourceChange.OldPlaces()
  private var places: [Element: Int] = [:]

  init(_ trace: OutlineTrace, to state: CollectionState) {
    self.trace = trace
    self.state = state
  }

  /// Adds an item that was touched.
  mutating func add(_ number: OutlineTrace.Number) {
    let node = trace.nodes[number]
    guard !node.isSection, !node.touch.isEmpty, let element = node.element else { return }
    guard let slot = state.slot(of: element) else {
      items.append(.init(element: element, touch: node.touch, now: nil))
      return
    }
    let path = ListPath(section: slot.scope.sectionIndex(in: state), item: slot.index)
    let item = state.item(at: slot).element
    places[item] = items.count
    items.append(.init(element: item, before: node.before, touch: node.touch, now: (item, path)))
    let place = oldPlace(of: number)
    record(place?.section, of: item, at: path)
    let depth = depth(at: slot)
    if let before = place?.depth, before != depth { old.depths[item] = before }
  }

  /// Adds what is below a moved item; what is below another moved one comes with that.
  mutating func addRows(below item: Element, _ moved: Set<Element>) {
    guard let slot = state.slot(of: item), let number = trace.number(ofItem: item),
      let children = state.branches?.branch(of: item, hash: item.idHash)?.children
    else { return }
    let section = slot.scope.sectionIndex(in: state)
    let oldPlace = oldPlace(of: number)
    // How much less deep everything was.
    let rise = oldPlace.map { depth(at: slot) - $0.depth } ?? 0
    let top = depth(at: slot)
    var walk = RowWalk(state.branches, from: children)
    while let (entry, level) = walk.next() {
      let row = entry.element
      guard !moved.contains(row) else {
        walk.leaveOutChildren()
        continue
      }
      let path = ListPath(section: section, item: walk.lastIndex)
      if let place = places[row] {
        items[place].touch.formUnion(.position)
      } else {
        places[row] = items.count
        items.append(.init(element: row, touch: .position, now: (row, path)))
        record(oldPlace?.section, of: row, at: path)
        if rise != 0 { old.depths[row] = top + level - rise }
      }
    }
  }

  /// Notes the previous section of an item that is in another one now.
  private mutating func record(_ oldSection: Identifier?, of item: Element, at path: ListPath) {
    guard let oldSection, oldSection != state.section(at: path.section).element.id else { return }
    old.sectionIDs[item] = oldSection
  }

  private func depth(at slot: ListSlot) -> Int {
    slot.scope.branch.flatMap { state.branches?.depth(of: $0) } ?? 1
  }

  /// The section in which an item was, and how deep; nil if it was not there. O(depth).
  private func oldPlace(of number: OutlineTrace.Number) -> (section: Identifier, depth: Int)? {
    var (node, depth) = (trace.nodes[number], 0)
    while let place = node.old {
      guard let parent = place.parent else { return node.element.map { ($0.id, depth) } }
      (node, depth) = (trace.nodes[parent], depth + 1)
    }
    return nil
  }
}

/// The sections and items that edits have moved, inserted ones left out.
struct MovedElements {
  var sections: Set<Element> = []
  var items: Set<Element> = []
}

extension ChangeLog {
  /// What the edits after a version have moved. O(edits).
  func movedElements(after version: UInt64) -> MovedElements {
    var moved = MovedElements()
    visit(after: version) { edit in
      switch edit.kind {
      case .sectionAttached: moved.sections.insert(edit.element)
      case .itemAttached, .childAttached: moved.items.insert(edit.element)
      default: break
      }
      return true
    }
    return moved
  }
}
