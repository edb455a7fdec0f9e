internal import ArrangeModel
public import Changes
internal import Ordering

/// Rebasing onto a newer list of the server.
extension OfflineList {
  /// Continues from the server's current list: edits that were not acknowledged are applied to it again, as
  /// the server would apply them. O(n + k log² n) for k items that were placed.
  ///
  /// Items stay after the neighbours after which they were placed; elements that others have removed are
  /// gone.
  ///
  /// - Parameter newer: the list with its order keys, at a version that includes all acknowledged edits.
  public mutating func rebase(onto newer: SectionedList) {
    let there = newer.itemIDs
    let isGone = { [known] (id: Identifier) in known.contains(id) && !there.contains(id) }
    placed = placed.filter { !isGone($0.key) }
    removed.removeAll { isGone($0.id) }
    updates.removeAll { isGone($0.update.element.id) }
    known = there

    let adopted = self.adopted(sections: Set(newer.sections.map(\.element.id)), items: there)
    list = newer
    let replaced = Set(removed.map(\.id))
    lift(replaced.intersection(there))
    for (section, items) in adopted { adopt(items, placeOfSection(section), replaced: replaced) }
    renumber()
    for (update, _) in updates {
      // For items that the server does not have yet, it is part of their fields.
      guard there.contains(update.element.id), let path = path(of: update.element.id),
        let fields = try? update.applied(to: list[path].fields)
      else { continue }
      list.sections[path.section].items[path.item].fields = fields
    }
  }

  /// The index of a section, or of the default section, which comes at the end if it is not there.
  private mutating func placeOfSection(_ section: Identifier) -> Int {
    if let index = try? self.section(section) { return index }
    list.sections.append(
      .init(ElementSnapshot(id: .empty, fields: Fields(), contentVersion: 0, key: .empty), items: [])
    )
    return list.sections.count - 1
  }

  /// Removes items from the list.
  @discardableResult
  private mutating func lift(_ ids: Set<Identifier>) -> [Identifier: ElementSnapshot] {
    var lifted: [Identifier: ElementSnapshot] = [:]
    guard !ids.isEmpty else { return lifted }
    for section in list.sections.indices {
      list.sections[section].items.removeAll { item in
        guard ids.contains(item.id) else { return false }
        lifted[item.id] = item
        return true
      }
    }
    return lifted
  }

  /// Places items in a newer list, as the server would.
  private mutating func adopt(_ items: [AdoptedItem], _ section: Int, replaced: Set<Identifier>) {
    let lifted = lift(Set(items.map(\.id)))
    let others = list.sections[section].items
    let places = Dictionary(uniqueKeysWithValues: others.enumerated().map { ($1.id, $0) })
    let keys = others.map(\.key)
    // If the list came without its keys, or with stale ones, no key determines a place.
    let isOrdered = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 } && !(keys.first?.isEmpty ?? false)
    let plan = AdoptionPlan(of: items, in: keys, isOrdered ? strategy : nil) { places[$0] }
    var merged: [ElementSnapshot] = []
    merged.reserveCapacity(others.count + items.count)
    var next = 0
    for gap in plan.gaps {
      merged += others[next..<gap.place]
      next = gap.place
      for index in gap.items {
        let item = items[index]
        // An item that was removed and inserted again keeps nothing of the old one.
        var element =
          (replaced.contains(item.id) ? nil : lifted[item.id])
          ?? ElementSnapshot(id: item.id, fields: item.fields, contentVersion: 0, key: .empty)
        element.key = plan.keepsKey[index] ? item.key : .empty
        merged.append(element)
      }
    }
    merged += others[next...]

    let unplaced = Set(items.indices.filter { !plan.keepsKey[$0] }.map { items[$0].id })
    var start = 0
    while let first = merged[start...].firstIndex(where: { unplaced.contains($0.id) }) {
      let end = merged[first...].firstIndex { !unplaced.contains($0.id) } ?? merged.count
      let keys = self.keys(
        end - first,
        above: first > 0 ? merged[first - 1].key : nil,
        below: end < merged.count ? merged[end].key : nil,
        continuesRun: first > 0 && placed[merged[first - 1].id] != nil
      )
      for (index, key) in zip(first..<end, keys) { merged[index].key = key }
      start = end
    }
    list.sections[section].items = merged
  }
}

extension SectionedList {
  var itemIDs: Set<Identifier> { Set(sections.lazy.flatMap(\.items).map(\.id)) }
}
