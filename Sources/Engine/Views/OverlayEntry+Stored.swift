package import ArrangeModel

/// How an entry of an overlay is stored: as an item of a collection of its own, with the id of the placed item.
extension OverlayEntry {
  /// The fields of the stored item, whose names are short since there are many.
  private static let sectionField = "s"
  private static let predecessorsField = "p"
  /// What separates the ids of predecessors, which have no control characters.
  private static let separator = "\u{1}"

  init(stored item: Element) {
    let fields = item.fields
    var (section, predecessors) = (Identifier.empty, [Identifier]())
    if case .string(let text)? = fields[OverlayEntry.sectionField] { section = Identifier(unchecked: text) }
    if case .string(let text)? = fields[OverlayEntry.predecessorsField] {
      predecessors = text.split(separator: OverlayEntry.separator).map { Identifier(unchecked: String($0)) }
    }
    self.init(item: item.id, section: section, predecessors: predecessors)
  }

  /// The fields of the stored item.
  package var storedFields: Fields {
    var fields = Fields()
    // What ids consist of fits into fields.
    if !section.isEmpty { try? fields.set(OverlayEntry.sectionField, to: .string(section.text)) }
    if !predecessors.isEmpty {
      let text = predecessors.map(\.text).joined(separator: OverlayEntry.separator)
      try? fields.set(OverlayEntry.predecessorsField, to: .string(text))
    }
    return fields
  }
}

extension CollectionState {
  /// The stored items of an overlay, in the sequence of its entries.
  var overlayItems: [Element] {
    var items: [Element] = []
    items.reserveCapacity(itemCount)
    forEachSection(in: 0..<sectionCount) { section in
      section.items.forEach(in: 0..<section.items.count) { items.append($0.element) }
    }
    return items
  }
}
