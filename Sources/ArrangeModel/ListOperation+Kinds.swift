// Facts about an operation that depend on its kind alone. They are collected here, so that a new kind adds
// them once.

extension ListOperation {
  /// The name of the operation's field in a request, used in the paths of errors.
  package var fieldName: String {
    switch self {
    case .insertSections: "insert_sections"
    case .moveSections: "move_sections"
    case .updateSections: "update_sections"
    case .removeSections: "remove_sections"
    case .insertItems: "insert_items"
    case .moveItems: "move_items"
    case .updateItems: "update_items"
    case .removeItems: "remove_items"
    case .adoptItems: "adopt_items"
    case .reorderItems: "reorder_items"
    case .reorderSections: "reorder_sections"
    }
  }

  /// How many elements the operation names.
  package var elementCount: Int {
    switch self {
    case .insertSections(let elements, _), .insertItems(let elements, _): elements.count
    case .moveSections(let elements, _), .moveItems(let elements, _): elements.count
    case .removeSections(let elements, _), .removeItems(let elements): elements.count
    case .updateSections(let updates), .updateItems(let updates): updates.count
    case .adoptItems(let items, _): items.count
    case .reorderSections(let ids), .reorderItems(_, let ids): ids.count
    }
  }

  /// The ids of the elements that the operation names; nil if the server chooses some of them.
  package var namedIDs: Set<Identifier>? {
    func all(_ new: [NewElement]) -> Set<Identifier>? {
      let ids = new.compactMap(\.id)
      return ids.count == new.count ? Set(ids) : nil
    }
    return switch self {
    case .insertSections(let elements, _), .insertItems(let elements, _): all(elements)
    case .moveSections(let elements, _), .moveItems(let elements, _): Set(elements.map(\.id))
    case .removeSections(let elements, _), .removeItems(let elements): Set(elements.map(\.id))
    case .updateSections(let updates), .updateItems(let updates): Set(updates.map(\.element.id))
    case .adoptItems(let items, _): Set(items.map(\.id))
    case .reorderSections(let ids), .reorderItems(_, let ids): Set(ids)
    }
  }
}
