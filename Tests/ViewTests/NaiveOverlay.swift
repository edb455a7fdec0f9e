import ArrangeModel
import Changes

/// An overlay on plain arrays: what its entries mean, and how they come about.
struct NaiveOverlay {
  typealias Base = [(id: Identifier, items: [Identifier])]

  var entries: [OverlayEntry] = []

  /// The order of the overlay: the base without the placed items, then each one behind the first of its predecessors that is
  /// there by then.
  func replay(_ base: Base) -> Base { replayed(base).order }

  private func replayed(_ base: Base) -> (order: Base, anchors: [Identifier: Identifier?]) {
    func section(of entry: OverlayEntry) -> Int? {
      base.firstIndex { $0.id == entry.section && $0.items.contains(entry.item) }
    }
    let valid = entries.filter { section(of: $0) != nil }
    // Where an item is that has a place of the base.
    var based = Set(base.flatMap(\.items)).subtracting(valid.map(\.item))
    var order = base.map { ($0.id, items: $0.items.filter(based.contains)) }
    var anchors: [Identifier: Identifier?] = [:]
    for entry in valid {
      guard let section = section(of: entry) else { continue }
      var anchor = entry.predecessors.first { order[section].items.contains($0) }
      if anchor == nil, !entry.predecessors.isEmpty {
        anchor = base[section].items.prefix { $0 != entry.item }.last { based.contains($0) }
        based.insert(entry.item)
      }
      let place = anchor.flatMap { order[section].items.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      order[section].items.insert(entry.item, at: place)
      anchors[entry.item] = .some(anchor)
    }
    return (order, anchors)
  }

  /// Places items of a section behind another one, or at its start.
  mutating func place(
    _ items: [Identifier],
    inSection section: Int,
    behind previous: Identifier?,
    _ base: Base
  ) {
    let (order, anchors) = replayed(base)
    let shown = order[section].items.filter { !items.contains($0) }
    func recorded(_ before: some BidirectionalCollection<Identifier>) -> [Identifier] {
      Array(before.reversed().prefix(OverlayEntry.maximumPredecessors))
    }
    var kept: [OverlayEntry] = []
    var there = Set(base.flatMap(\.items)).subtracting(anchors.keys)
    for var entry in entries where !items.contains(entry.item) {
      if let anchor = anchors[entry.item], let anchor, items.contains(anchor) {
        let all = order.first { $0.items.contains(entry.item) }?.items ?? []
        entry.predecessors = recorded(
          all.prefix { $0 != entry.item }.filter { !items.contains($0) && there.contains($0) }
        )
      }
      kept.append(entry)
      there.insert(entry.item)
    }
    let start = previous.flatMap { shown.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    for (count, item) in items.enumerated() {
      let before = recorded(Array(shown[..<start]) + items[..<count])
      kept.append(OverlayEntry(item: item, section: base[section].id, predecessors: before))
    }
    entries = kept
  }
}

extension NaiveOverlay {
  /// The sections of a list in the order of the overlay.
  func replay(_ list: SectionedList) -> SectionedList {
    let order = replay(list.sections.map { ($0.element.id, $0.items.map(\.id)) })
    return SectionedList(
      zip(list.sections, order).map { section, order in
        SectionedList.Section(
          section.element,
          items: order.items.compactMap { id in section.items.first { $0.id == id } }
        )
      }
    )
  }
}
