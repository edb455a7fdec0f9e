internal import ArrangeModel
internal import CArrangeProtos
internal import Ordering

extension ListPath {
  @inline(__always)
  init(_ message: UnsafePointer<Arrange__V1__Path>) throws(ArrangeError) {
    self.init(
      section: try Boundary.index(message.pointee.section, "section"),
      item: try Boundary.index(message.pointee.item, "item")
    )
  }

  @inline(__always)
  init(_ message: UnsafePointer<Arrange__V1__Path>, _ field: StaticString) throws(ArrangeError) {
    self = try Boundary.within(field) { () throws(ArrangeError) in try ListPath(message) }
  }

  @inline(__always)
  func fill(_ message: UnsafeMutablePointer<Arrange__V1__Path>, in arena: Arena) {
    message.pointee.section = Int64(section)
    message.pointee.item = Int64(item)
  }

  @inline(__always)
  func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__Path> {
    arena.message(arrange__v1__path__init) { fill($0, in: arena) }
  }
}

extension ElementSnapshot {
  init(_ message: UnsafePointer<Arrange__V1__Element>, of kind: ElementKind) throws(ArrangeError) {
    self.init(
      id: try Boundary.identifier(
        message.pointee.id,
        "id",
        allowingEmpty: kind.allowsEmptyID,
        maximum: Identifier.maximumRowLength
      ),
      fields: try Fields(message.pointee.fields, message.pointee.n_fields, "fields"),
      contentVersion: message.pointee.content_version,
      placementVersion: message.pointee.placement_version,
      key: try Boundary.key(message.pointee.key, "key"),
      origin: try Boundary.optional(message.pointee.origin, "origin") { (origin) throws(ArrangeError) in
        try RowOrigin(origin)
      },
      outline: message.pointee.depth == 0 ? nil : try OutlineRow(message)
    )
  }

  /// Decodes consecutive items.
  static func items(
    _ messages: MessageList<Arrange__V1__Element>?,
    _ count: Int,
    _ field: StaticString
  ) throws(ArrangeError) -> [ElementSnapshot] {
    try Boundary.list(messages, count, field) { (item) throws(ArrangeError) in
      try ElementSnapshot(item, of: .item)
    }
  }

  static func messages(
    _ elements: [ElementSnapshot],
    in arena: Arena
  ) -> MessageList<Arrange__V1__Element> {
    arena.messages(elements, arrange__v1__element__init) { $0.fill($1, in: arena) }
  }

  func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__Element> {
    arena.message(arrange__v1__element__init) { fill($0, in: arena) }
  }

  @inline(__always)
  func fill(_ message: UnsafeMutablePointer<Arrange__V1__Element>, in arena: Arena) {
    message.pointee.id = arena.bytes(of: id)
    (message.pointee.n_fields, message.pointee.fields) = fields.messages(in: arena)
    message.pointee.content_version = contentVersion
    message.pointee.placement_version = placementVersion
    message.pointee.key = arena.bytes(of: key)
    if let origin {
      message.pointee.origin = arena.message(arrange__v1__row_origin__init) { origin.fill($0, in: arena) }
    }
    if let outline {
      message.pointee.depth = outline.depth
      message.pointee.child_count = Int64(outline.childCount)
      message.pointee.descendant_count = Int64(outline.descendantCount)
    }
  }
}

extension OutlineRow {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__Element>) throws(ArrangeError) {
    self.init(
      depth: message.pointee.depth,
      childCount: UInt32(try Boundary.index(message.pointee.child_count, "child_count")),
      descendantCount: UInt32(try Boundary.index(message.pointee.descendant_count, "descendant_count"))
    )
  }
}

extension Arena {
  /// A copy of an order key for a field.
  @inline(__always)
  func bytes(of key: OrderKey) -> ProtobufCBinaryData { key.withBytes { bytes(of: $0) } }
}
