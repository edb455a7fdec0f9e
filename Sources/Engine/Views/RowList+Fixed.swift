import ArrangeModel

extension RowList {
  /// The rows of a fixed section.
  init(fixed content: ViewDefinition.Content) {
    self.init()
    guard case .fixed(let fixed) = content else { return }
    insertSection(
      Element(id: fixed.section.id, fields: fixed.section.fields),
      items: fixed.items.map { Element(id: $0.id, fields: $0.fields) },
      at: 0
    )
  }
}
