extension ListOperation {
  /// The permission that the operation requires. ``Permission/write`` includes ``Permission/move``.
  package var permission: Permission {
    switch self {
    case .moveItems, .moveSections, .reorderItems, .reorderSections: .move
    case .insertSections, .updateSections, .removeSections, .insertItems, .updateItems, .removeItems,
      .adoptItems:
      .write
    }
  }
}
