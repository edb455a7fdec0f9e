import ArrangeModel

/// A row that is placed, or a new item.
struct DraggedRow {
  /// The id of the row in the view, or of the new item.
  let id: Identifier
  /// The item as it is.
  let item: Element
  /// Its collection; nil for a new item.
  let collection: Identifier?
  /// The section of the collection that it is in; nil for a new item.
  let section: Identifier?
  /// The item of its outline that it is below, empty at the top; nil for a new item, and one of a flat collection.
  let parent: Identifier?
  /// Where the row is shown; nil for an item that is not shown.
  let shown: ListPath?
  /// The item with the fields that it gets.
  private(set) var changed: Element
  /// The fields that are written, in the order in which they were; nil for a removed one.
  private(set) var writes: [(field: String, value: FieldValue?)] = []

  init(
    _ id: Identifier,
    _ item: Element,
    of collection: Identifier?,
    in section: Identifier?,
    below parent: Identifier? = nil,
    shown: ListPath?
  ) {
    self.id = id
    self.item = item
    self.collection = collection
    self.section = section
    self.parent = parent
    self.shown = shown
    changed = item
  }

  var isNew: Bool { collection == nil }

  /// Writes a field, or removes it. O(size).
  mutating func write(_ field: String, _ value: FieldValue?) throws(ArrangeError) {
    var fields = changed.fields
    try fields.set(field, to: value)
    changed = Element(id: changed.id, fields: fields, contentVersion: changed.contentVersion)
    writes.removeAll { $0.field == field }
    writes.append((field, value))
  }

  /// The fields that are set.
  var set: Fields {
    var fields = Fields()
    // They fit the item, and therefore each other.
    for (name, value) in writes { if let value { try? fields.set(name, to: value) } }
    return fields
  }

  /// The names of the fields that are removed.
  var removed: [String] { writes.compactMap { $0.value == nil ? $0.field : nil } }
}
