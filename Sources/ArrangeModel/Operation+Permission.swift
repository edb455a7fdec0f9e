extension Operation {
  /// What somebody needs to be allowed to carry the operation out. Who may ``Permission/write`` may ``Permission/move``.
  package var permission: Permission {
    switch self {
    case .moveItems, .moveSections, .reorderItems, .reorderSections: .move
    case .insertSections, .updateSections, .removeSections, .insertItems, .updateItems, .removeItems,
      .adoptItems:
      .write
    }
  }
}
