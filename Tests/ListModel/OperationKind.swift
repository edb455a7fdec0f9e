import ArrangeModel

/// The kinds of operations, to choose one before it is made. A new operation has to get one, and then the generator
/// does not compile until it makes it.
enum OperationKind: CaseIterable {
  case insertItems, moveItems, updateItems, removeItems, adoptItems, reorderItems
  case insertSections, moveSections, updateSections, removeSections, reorderSections
}

extension ListOperation {
  var kind: OperationKind {
    switch self {
    case .insertItems: .insertItems
    case .moveItems: .moveItems
    case .updateItems: .updateItems
    case .removeItems: .removeItems
    case .adoptItems: .adoptItems
    case .reorderItems: .reorderItems
    case .insertSections: .insertSections
    case .moveSections: .moveSections
    case .updateSections: .updateSections
    case .removeSections: .removeSections
    case .reorderSections: .reorderSections
    }
  }
}
