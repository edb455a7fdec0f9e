import ArrangeModel
import Changes

/// Changes in an order in which they can be carried out one after the other:
///
/// 1. Sections are inserted and moved, in the order of the new list, each directly behind the one that is before it there.
/// 2. Items are inserted and moved in the same way, parents before their children.
/// 3. Items are removed, children before their parents.
/// 4. Sections are removed, which are empty by then.
/// 5. Fields change.
struct OrderedSinkChanges {
  /// By the places in the new list.
  var placedSections: [(index: Int, change: SinkChange)] = []
  var placedItems: [(path: [Int], change: SinkChange)] = []
  /// By the places in the old list.
  var removedItems: [(path: [Int], change: SinkChange)] = []
  var removedSections: [(index: Int, change: SinkChange)] = []
  var updates: [SinkChange] = []

  /// O(k log k).
  var all: [SinkChange] {
    placedSections.sorted { $0.index < $1.index }.map(\.change)
      + placedItems.sorted { $0.path.lexicographicallyPrecedes($1.path) }.map(\.change)
      + removedItems.sorted { $1.path.lexicographicallyPrecedes($0.path) }.map(\.change)
      + removedSections.sorted { $0.index > $1.index }.map(\.change)
      + updates.sorted { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) }
  }
}

/// The changes between two versions of a collection.
struct SinkChanges {
  private let old: CollectionState
  private let new: CollectionState
  private var changes: [SinkChange] = []

  /// - Returns: nil if the commits do not explain the changes.
  static func between(_ difference: PastVersions.Difference) -> [SinkChange]? {
    var moved = Moved()
    if difference.new.branches != nil || difference.old.branches != nil {
      guard case .batch(let batch) = difference.deriveTree() else { return nil }
      moved.add(batch, difference)
    } else {
      guard case .batch(let batch) = difference.derive(.exact) else { return nil }
      moved.add(batch, difference)
    }
    var changes = SinkChanges(old: difference.old, new: difference.new)
    changes.add(TouchedElements(difference.commits), moved)
    return changes.changes
  }

  private init(old: CollectionState, new: CollectionState) {
    self.old = old
    self.new = new
  }

  /// The elements of both versions that change their order or their list.
  private struct Moved {
    var sections = Set<Element>()
    var items = Set<Element>()

    mutating func add(_ batch: TreeBatch, _ difference: PastVersions.Difference) {
      let (old, new) = (difference.old, difference.new)
      for move in batch.sections.moves { sections.insert(new.section(at: move.to).element) }
      for move in batch.items.moves { items.insert(new.item(at: batch.slot(of: move.to, in: new)).element) }
      for insert in batch.sections.inserts {
        let section = new.section(at: insert.at).element
        if old.hasSection(section) { sections.insert(section) }
        add(insert.rows.dropFirst(), old)
      }
      for insert in batch.items.inserts { add(insert.rows[...], old) }
    }

    private mutating func add(_ rows: ArraySlice<TreeRow>, _ old: CollectionState) {
      for row in rows {
        if let slot = old.slot(ofItem: row.element.id) { items.insert(old.item(at: slot).element) }
      }
    }

    mutating func add(_ batch: ChangeBatch, _ difference: PastVersions.Difference) {
      let (old, new) = (difference.old, difference.new)
      for move in batch.sections.moves { sections.insert(new.section(at: move.to).element) }
      for move in batch.items.moves { items.insert(new.item(at: move.to).element) }
      // What was removed and is there again is inserted, or comes with an inserted section.
      for insert in batch.items.inserts {
        let item = new.item(at: insert.at).element
        if old.hasItem(item) { items.insert(item) }
      }
      for insert in batch.sections.inserts {
        let section = new.section(at: insert.at)
        if old.hasSection(section.element) { sections.insert(section.element) }
        section.items.forEach(in: 0..<section.items.count) {
          if old.hasItem($0.element) { items.insert($0.element) }
        }
      }
    }
  }

  private mutating func add(_ touched: TouchedElements, _ moved: Moved) {
    var ordered = OrderedSinkChanges()
    var seen = Set<Element>()
    for item in touched.items + Array(moved.items) where seen.insert(item).inserted {
      switch (old.slot(of: item), new.slot(of: item)) {
      case (nil, nil): break
      case (let from?, nil):
        let entry = old.item(at: from).element
        let change = SinkChange(.itemRemoved, item.id, from: place(from, in: old), before: entry.fields)
        ordered.removedItems.append((path(from, in: old), change))
      case (nil, let to?):
        let entry = new.item(at: to).element
        let change = SinkChange(.itemInserted, item.id, to: place(to, in: new), after: entry.fields)
        ordered.placedItems.append((path(to, in: new), change))
      case (let from?, let to?):
        if moved.items.contains(item) {
          let change = SinkChange(.itemMoved, item.id, from: place(from, in: old), to: place(to, in: new))
          ordered.placedItems.append((path(to, in: new), change))
        }
        let (before, after) = (old.item(at: from).element, new.item(at: to).element)
        if !before.hasSameFields(as: after) {
          ordered.updates.append(
            SinkChange(.itemUpdated, item.id, before: before.fields, after: after.fields)
          )
        }
      }
    }
    seen = []
    for section in touched.sections + Array(moved.sections) where seen.insert(section).inserted {
      switch (old.index(of: section), new.index(of: section)) {
      case (nil, nil): break
      case (let from?, nil):
        let fields = old.section(at: from).element.fields
        let change = SinkChange(.sectionRemoved, section.id, from: place(from, in: old), before: fields)
        ordered.removedSections.append((from, change))
      case (nil, let to?):
        let fields = new.section(at: to).element.fields
        let change = SinkChange(.sectionInserted, section.id, to: place(to, in: new), after: fields)
        ordered.placedSections.append((to, change))
      case (let from?, let to?):
        if moved.sections.contains(section) {
          let change = SinkChange(
            .sectionMoved,
            section.id,
            from: place(from, in: old),
            to: place(to, in: new)
          )
          ordered.placedSections.append((to, change))
        }
        let (before, after) = (old.section(at: from).element, new.section(at: to).element)
        if !before.hasSameFields(as: after) {
          ordered.updates.append(
            SinkChange(.sectionUpdated, section.id, before: before.fields, after: after.fields)
          )
        }
      }
    }
    changes = ordered.all
  }

  /// The indices of an item and of those above it, from the section down. O(depth · log n).
  private func path(_ slot: ListSlot, in state: CollectionState) -> [Int] {
    var path = [slot.index]
    var scope = slot.scope
    while let parent = scope.parent(in: state), let above = state.slot(of: parent) {
      path.append(above.index)
      scope = above.scope
    }
    path.append(scope.path(at: 0).section)
    return path.reversed()
  }

  private func place(_ slot: ListSlot, in state: CollectionState) -> SinkChange.Place {
    let parent = slot.scope.parent(in: state)?.id
    let before =
      slot.index == 0 ? nil : state.item(at: ListSlot(scope: slot.scope, index: slot.index - 1)).element.id
    return SinkChange.Place(
      section: parent == nil ? slot.scope.section(in: state).id : nil,
      parent: parent,
      after: before
    )
  }

  private func place(_ index: Int, in state: CollectionState) -> SinkChange.Place {
    SinkChange.Place(after: index == 0 ? nil : state.section(at: index - 1).element.id)
  }
}
