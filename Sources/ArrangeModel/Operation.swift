/// One edit of a collection. A transaction is a list of them, applied all or nothing.
public enum Operation: Sendable, Hashable {
  case insertSections([NewElement], to: SectionDestination)
  case moveSections([ElementReference], to: SectionDestination)
  case updateSections([FieldsUpdate])
  /// Removes sections with their items; with `onlyIfEmpty` it fails where a section has items.
  case removeSections([ElementReference], onlyIfEmpty: Bool)

  case insertItems([NewElement], to: ItemDestination)
  /// Moves items, also from several sections, so that they follow each other in the given order.
  case moveItems([ElementReference], to: ItemDestination)
  case updateItems([FieldsUpdate])
  case removeItems([ElementReference])

  /// Puts the named items of one section into the given order. They take the places that they hold
  /// together now; items that are not named stay where they are. As few keys as possible are written.
  case reorderItems(section: Identifier, [Identifier])
  /// Puts the named sections into the given order, as ``reorderItems(section:_:)`` does with items.
  case reorderSections([Identifier])
}

/// An item or a section to insert.
public struct NewElement: Sendable, Hashable {
  /// The id; nil where the server is to make one.
  public var id: Identifier?
  public var fields: Fields

  public init(id: Identifier? = nil, fields: Fields = Fields()) {
    self.id = id
    self.fields = fields
  }
}

/// An existing item or section, optionally only in a certain content version.
public struct ElementReference: Sendable, Hashable {
  public var id: Identifier
  /// The content version that the element has to have; otherwise the transaction fails with
  /// ``StatusCode/aborted``.
  public var ifContentVersion: UInt64?

  public init(_ id: Identifier, ifContentVersion: UInt64? = nil) {
    self.id = id
    self.ifContentVersion = ifContentVersion
  }
}

/// New values for some fields of an item or a section.
public struct FieldsUpdate: Sendable, Hashable {
  public var element: ElementReference
  /// Fields that get these values.
  public var set: Fields
  /// Names of fields that go away.
  public var remove: [String]
  /// Whether all fields that ``set`` does not name go away.
  public var replaceAll: Bool

  public init(_ element: ElementReference, set: Fields, remove: [String] = [], replaceAll: Bool = false) {
    self.element = element
    self.set = set
    self.remove = remove
    self.replaceAll = replaceAll
  }

  /// The fields after the update.
  ///
  /// - Throws: an error with the code ``StatusCode/invalidArgument`` where the result is too large.
  package func applied(to old: Fields) throws(ArrangeError) -> Fields {
    if replaceAll { return set }
    var pairs = old.map { ($0.name, $0.value) }
    pairs.removeAll { pair in remove.contains { $0.utf8.elementsEqual(pair.0.utf8) } }
    pairs.append(contentsOf: set.map { ($0.name, $0.value) })
    return try Fields(pairs)
  }
}
