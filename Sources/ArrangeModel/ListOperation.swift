public import Ordering

extension ListOperation {
  /// The elements that an operation names.
  enum NamedElements {
    case new([NewElement])
    case existing([ElementReference])
    case updated([FieldsUpdate])
    case adopted([AdoptedItem])
    case ids([Identifier])
  }

  /// The name of the operation's field in a request, used in the paths of errors.
  package var fieldName: String { kind.rawValue }

  /// The permission that the operation requires.
  package var permission: Permission { kind.permission }

  /// How many elements the operation names.
  package var elementCount: Int {
    switch named {
    case .new(let elements): elements.count
    case .existing(let elements): elements.count
    case .updated(let updates): updates.count
    case .adopted(let items): items.count
    case .ids(let ids): ids.count
    }
  }

  /// The ids of the elements that the operation names; nil if the server chooses some of them.
  package var namedIDs: Set<Identifier>? {
    switch named {
    case .new(let elements):
      let ids = elements.compactMap(\.id)
      return ids.count == elements.count ? Set(ids) : nil
    case .existing(let elements): return Set(elements.map(\.id))
    case .updated(let updates): return Set(updates.map(\.element.id))
    case .adopted(let items): return Set(items.map(\.id))
    case .ids(let ids): return Set(ids)
    }
  }
}

/// An item or a section to insert.
public struct NewElement: Sendable, Hashable {
  /// The id; nil to let the server choose one.
  public var id: Identifier?
  public var fields: Fields

  public init(id: Identifier? = nil, fields: Fields = Fields()) {
    self.id = id
    self.fields = fields
  }
}

/// An existing item or section, optionally required to have a certain content and a certain place.
public struct ElementReference: Sendable, Hashable {
  public var id: Identifier
  /// The content version that the element must have; otherwise the transaction fails with
  /// ``StatusCode/aborted``.
  public var ifContentVersion: UInt64?
  /// The section that the item must be in, so that an item that somebody else has moved on stays there; otherwise the
  /// transaction fails with ``StatusCode/aborted``. Only for items.
  public var ifSection: Identifier?
  /// The placement version that the element must have, see ``ElementSnapshot/placementVersion``; otherwise the
  /// transaction fails with ``StatusCode/aborted``.
  public var ifPlacementVersion: UInt64?
  /// The parent that the item must have, empty for one at the top of its section; otherwise the transaction fails with
  /// ``StatusCode/aborted``. Only for items.
  public var ifParent: Identifier?

  public init(
    _ id: Identifier,
    ifContentVersion: UInt64? = nil,
    ifSection: Identifier? = nil,
    ifPlacementVersion: UInt64? = nil,
    ifParent: Identifier? = nil
  ) {
    self.id = id
    self.ifContentVersion = ifContentVersion
    self.ifSection = ifSection
    self.ifPlacementVersion = ifPlacementVersion
    self.ifParent = ifParent
  }
}

/// An item that was placed elsewhere, with the order key that it got there.
public struct AdoptedItem: Sendable, Hashable {
  public var id: Identifier
  /// The fields if the item does not exist yet.
  public var fields: Fields
  /// The order key. It is kept if it belongs to the collection's strategy, lies between the current keys of
  /// the neighbours, and no other element has it. For `dense` it is the index.
  public var key: OrderKey
  /// The item after which it was placed; nil at the start of the section.
  public var after: Identifier?
  /// The item before which it was placed; nil at the end of the section.
  public var before: Identifier?

  public init(
    id: Identifier,
    fields: Fields = Fields(),
    key: OrderKey,
    after: Identifier? = nil,
    before: Identifier? = nil
  ) {
    self.id = id
    self.fields = fields
    self.key = key
    self.after = after
    self.before = before
  }
}

/// New values for some fields of an item or a section.
public struct FieldsUpdate: Sendable, Hashable {
  public var element: ElementReference
  /// Fields to set.
  public var set: Fields
  /// Names of fields to remove.
  public var remove: [String]
  /// Whether all fields not named by ``set`` are removed.
  public var replaceAll: Bool

  public init(_ element: ElementReference, set: Fields, remove: [String] = [], replaceAll: Bool = false) {
    self.element = element
    self.set = set
    self.remove = remove
    self.replaceAll = replaceAll
  }

  /// The fields after the update. O(size).
  ///
  /// - Throws: an error with the code ``StatusCode/invalidArgument`` if the result is too large.
  package func applied(to old: Fields) throws(ArrangeError) -> Fields {
    try old.encoded.withUnsafeBufferPointer { (old) throws(ArrangeError) in
      try applied(to: UnsafeRawBufferPointer(old))
    }
  }

  /// The fields after the update of an element whose fields in their canonical form are `old`. O(size).
  ///
  /// - Throws: an error with the code ``StatusCode/invalidArgument`` if the result is too large.
  package func applied(to old: UnsafeRawBufferPointer) throws(ArrangeError) -> Fields {
    if replaceAll { return set }
    return try Fields(merging: set, into: old) { name in
      remove.contains { $0.utf8.elementsEqual(name) }
    }
  }
}

extension ElementReference: ExpressibleByStringLiteral {
  /// The element with an id that is written in source code, whatever its content version.
  ///
  /// - Precondition: the literal is a valid identifier or empty.
  public init(stringLiteral value: String) { self.init(Identifier(stringLiteral: value)) }
}
