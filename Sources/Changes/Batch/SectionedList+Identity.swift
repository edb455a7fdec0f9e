public import ArrangeModel

extension SectionedList.Section: Identifiable {
  public var id: Identifier { element.id }
}

/// The list by ids alone, for a diffable data source:
///
///     var snapshot = NSDiffableDataSourceSnapshot<Identifier, Identifier>()
///     snapshot.appendSections(list.sectionIDs)
///     for section in list.sections { snapshot.appendItems(section.itemIDs, toSection: section.id) }
///     snapshot.reconfigureItems(batch.updatedItemIDs)
extension SectionedList {
  /// The ids of all sections, in order.
  public var sectionIDs: [Identifier] { sections.map(\.id) }
}

extension SectionedList.Section {
  /// The ids of the section's items, in order.
  public var itemIDs: [Identifier] { items.map(\.id) }
}

extension ChangeBatch {
  /// The ids of the items whose fields changed.
  public var updatedItemIDs: [Identifier] { items.updates.map(\.content.id) }
}

extension SectionedList: CustomStringConvertible {
  /// The ids, section by section: `[todo: a b] [done: c]`.
  public var description: String {
    sections.map { section in
      let name = section.id.isEmpty ? "" : "\(section.id):"
      return "[" + ([name].filter { !$0.isEmpty } + section.itemIDs.map(\.text)).joined(separator: " ") + "]"
    }
    .joined(separator: " ")
  }
}
