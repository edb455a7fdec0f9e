internal import ArrangeModel
internal import Changes

/// An index of the items of a list by id, kept up to date with its batches.
///
/// An item's section is known, and its index approximately: inserts and deletes before it are not tracked. A
/// lookup starts at the last known index and searches outward, so it costs as much as the item has shifted
/// since.
struct ListIndex {
  private struct Place {
    var section: Identifier
    var hint: Int
  }

  private var sections: [Identifier: Int] = [:]
  private var items: [Identifier: Place] = [:]

  /// O(n).
  init(_ list: SectionedList) {
    items.reserveCapacity(list.size.items)
    for index in list.sections.indices { add(section: index, of: list) }
    addSections(of: list)
  }

  /// The path of an item; nil if it is not in the list.
  mutating func path(ofItem id: Identifier, in list: SectionedList) -> ListPath? {
    guard let place = items[id], let section = sections[place.section] else { return nil }
    guard let item = list.sections[section].items.index(of: id, near: place.hint) else { return nil }
    if item != place.hint { items[id]?.hint = item }
    return ListPath(section: section, item: item)
  }

  /// The index of a section; nil if it is not in the list. O(1).
  func index(ofSection id: Identifier) -> Int? { sections[id] }

  /// A batch is about to be applied to a list.
  mutating func forget(_ batch: ChangeBatch, in old: SectionedList) {
    for path in batch.items.deletes { items[old[path].id] = nil }
    for section in batch.sections.deletes {
      for item in old.sections[section].items { items[item.id] = nil }
    }
  }

  /// A batch was applied, with this result. O(k + sections), and O(items) for inserted sections.
  mutating func add(_ batch: ChangeBatch, in new: SectionedList) {
    for section in batch.sections.inserts { add(section: section.at, of: new) }
    for path in batch.items.inserts.map(\.at) + batch.items.moves.map(\.to) {
      items[new[path].id] = Place(section: new.sections[path.section].element.id, hint: path.item)
    }
    let lists = batch.sections
    if !(lists.deletes.isEmpty && lists.inserts.isEmpty && lists.moves.isEmpty) { addSections(of: new) }
  }

  private mutating func add(section: Int, of list: SectionedList) {
    let id = list.sections[section].element.id
    for (hint, item) in list.sections[section].items.enumerated() {
      items[item.id] = Place(section: id, hint: hint)
    }
  }

  private mutating func addSections(of list: SectionedList) {
    sections.removeAll(keepingCapacity: true)
    for (index, section) in list.sections.enumerated() { sections[section.element.id] = index }
  }
}

extension [ElementSnapshot] {
  /// The index of an element near another index. O(distance).
  fileprivate func index(of id: Identifier, near hint: Int) -> Int? {
    guard !isEmpty else { return nil }
    let start = Swift.min(hint, count - 1)
    var (low, high) = (start, start + 1)
    while low >= 0 || high < count {
      if low >= 0 {
        if self[low].id == id { return low }
        low -= 1
      }
      if high < count {
        if self[high].id == id { return high }
        high += 1
      }
    }
    return nil
  }
}
