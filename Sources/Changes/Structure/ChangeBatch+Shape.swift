public import ArrangeModel

extension ChangeBatch {
  /// Makes a batch of the profile `exact`.
  ///
  /// - Parameters:
  ///   - newSection: the content of a section that was not in OLD. Called in ascending order.
  ///   - newItem: the content of an item that was not in OLD. Called in ascending order, first for all items of
  ///     inserted sections, then for all others.
  @usableFromInline
  init(
    _ shape: Shape,
    before: ListSize,
    after: ListSize,
    newSection: (Int) -> ElementSnapshot,
    newItem: (ListPath) -> ElementSnapshot
  ) {
    self.init(before: before, after: after)
    sections.deletes = shape.sections.deletes
    sections.moves = shape.sections.moves
    sections.unmoved = shape.sections.unmoved
    sections.inserts.reserveCapacity(shape.sections.inserts.count)
    var row = 0
    for section in shape.sections.inserts {
      var runs: [ItemRun] = []
      while row < shape.rows.count, shape.rows[row].at.section == section.at {
        let item = shape.rows[row]
        if let from = item.from { runs.append(keptFrom: from) } else { runs.append(new: newItem(item.at)) }
        row += 1
      }
      sections.inserts.append(
        SectionInsert(at: section.at, source: .new(newSection(section.at)), items: runs)
      )
    }
    items.deletes = shape.items.deletes
    items.moves = shape.items.moves
    items.unmoved = shape.items.unmoved
    items.inserts = shape.items.inserts.map { arrival in
      ItemInsert(at: arrival.at, source: arrival.from.map { .kept(from: $0) } ?? .new(newItem(arrival.at)))
    }
  }
}
