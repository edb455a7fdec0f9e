import ArrangeModel
import Changes

/// The changes between two states of a view, as receivers carry them out. Rows are flat: of an outline nothing says how deep they
/// are.
struct SinkRowChanges {
  private let old: ViewList
  private let new: ViewList
  private var named = Named()
  private var moved = Named()

  /// Sections and items.
  private struct Named {
    var sections = Set<ViewElement>()
    var items = Set<ViewElement>()
  }

  /// - Parameter touched: what may differ, as for ``ChangeBatch/derive(from:to:touched:profile:threshold:)``.
  /// - Returns: nil if it does not explain the changes.
  ///
  /// O(k log n) for k touched elements, and the items of sections that come or go.
  static func between(
    _ old: ViewList,
    _ new: ViewList,
    touched: [Touched<ViewElement>]
  ) -> [SinkChange]? {
    guard case .batch(let batch) = ChangeBatch.derive(from: old, to: new, touched: touched) else {
      return nil
    }
    var changes = SinkRowChanges(old: old, new: new)
    for element in touched {
      switch element.kind {
      case .section: changes.named.sections.insert(element.element)
      case .item: changes.named.items.insert(element.element)
      }
    }
    changes.add(batch)
    return changes.ordered.all
  }

  private init(old: ViewList, new: ViewList) { (self.old, self.new) = (old, new) }

  private mutating func add(_ batch: ChangeBatch) {
    for index in batch.sections.deletes {
      named.sections.insert(old.section(at: index))
      named.items.formUnion(items(of: index, in: old))
    }
    for insert in batch.sections.inserts {
      let section = new.section(at: insert.at)
      named.sections.insert(section)
      if old.index(ofSection: section) != nil { moved.sections.insert(section) }
      for item in items(of: insert.at, in: new) { addInserted(item) }
    }
    for move in batch.sections.moves { moved.sections.insert(new.section(at: move.to)) }
    for path in batch.items.deletes { named.items.insert(old.item(at: path)) }
    // What was removed and is there again is inserted.
    for insert in batch.items.inserts { addInserted(new.item(at: insert.at)) }
    for move in batch.items.moves { moved.items.insert(new.item(at: move.to)) }
    named.sections.formUnion(moved.sections)
    named.items.formUnion(moved.items)
  }

  private mutating func addInserted(_ item: ViewElement) {
    named.items.insert(item)
    if old.path(ofItem: item) != nil { moved.items.insert(item) }
  }

  private func items(of section: Int, in list: ViewList) -> [ViewElement] {
    (0..<list.itemCount(ofSection: section)).map { list.item(at: ListPath(section: section, item: $0)) }
  }

  private var ordered: OrderedSinkChanges {
    var ordered = OrderedSinkChanges()
    for item in named.items {
      let (from, to) = (old.path(ofItem: item), new.path(ofItem: item))
      let before = from.map { old.snapshot(ofItemAt: $0) }
      let after = to.map { new.snapshot(ofItemAt: $0) }
      if let from, let before, after == nil {
        let change = SinkChange(.itemRemoved, before.id, from: place(from, in: old), before: before.fields)
        ordered.removedItems.append(([from.section, from.item], change))
      }
      guard let to, let after else { continue }
      guard let from, let before else {
        let change = SinkChange(
          .itemInserted,
          after.id,
          to: place(to, in: new),
          after: after.fields,
          origin: after.origin
        )
        ordered.placedItems.append(([to.section, to.item], change))
        continue
      }
      if moved.items.contains(item) {
        let change = SinkChange(.itemMoved, after.id, from: place(from, in: old), to: place(to, in: new))
        ordered.placedItems.append(([to.section, to.item], change))
      }
      if before.fields != after.fields {
        ordered.updates.append(
          SinkChange(.itemUpdated, after.id, before: before.fields, after: after.fields)
        )
      }
    }
    for section in named.sections { add(section, to: &ordered) }
    return ordered
  }

  private func add(_ section: ViewElement, to ordered: inout OrderedSinkChanges) {
    let (from, to) = (old.index(ofSection: section), new.index(ofSection: section))
    let before = from.map { old.snapshot(ofSection: $0) }
    let after = to.map { new.snapshot(ofSection: $0) }
    if let from, let before, after == nil {
      let change = SinkChange(.sectionRemoved, before.id, from: place(from, in: old), before: before.fields)
      ordered.removedSections.append((from, change))
    }
    guard let to, let after else { return }
    guard let from, let before else {
      let change = SinkChange(.sectionInserted, after.id, to: place(to, in: new), after: after.fields)
      ordered.placedSections.append((to, change))
      return
    }
    if moved.sections.contains(section) {
      let change = SinkChange(.sectionMoved, after.id, from: place(from, in: old), to: place(to, in: new))
      ordered.placedSections.append((to, change))
    }
    if before.fields != after.fields {
      ordered.updates.append(
        SinkChange(.sectionUpdated, after.id, before: before.fields, after: after.fields)
      )
    }
  }

  private func place(_ path: ListPath, in list: ViewList) -> SinkChange.Place {
    let before = ListPath(section: path.section, item: path.item - 1)
    return SinkChange.Place(
      section: list.snapshot(ofSection: path.section).id,
      after: path.item == 0 ? nil : list.snapshot(ofItemAt: before).id
    )
  }

  private func place(_ index: Int, in list: ViewList) -> SinkChange.Place {
    SinkChange.Place(after: index == 0 ? nil : list.snapshot(ofSection: index - 1).id)
  }
}
