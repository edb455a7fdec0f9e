internal import ArrangeModel
internal import Ordering

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

extension ListPath {
  @inline(__always)
  init(_ message: UnsafePointer<Arrange__V1__Path>, _ field: StaticString) throws(ArrangeError) {
    self = try Boundary.within(field) { () throws(ArrangeError) in
      ListPath(
        section: try Boundary.index(message.pointee.section, "section"),
        item: try Boundary.index(message.pointee.item, "item")
      )
    }
  }

  @inline(__always)
  func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__Path> {
    let message = arena.make(arrange__v1__path__init)
    message.pointee.section = Int64(section)
    message.pointee.item = Int64(item)
    return message
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
      key: try Boundary.key(message.pointee.key, "key"),
      origin: try RowOrigin(message.pointee.origin, "origin")
    )
  }

  @inline(__always)
  func fill(_ message: UnsafeMutablePointer<Arrange__V1__Element>, in arena: Arena) {
    message.pointee.id = arena.bytes(of: id)
    (message.pointee.n_fields, message.pointee.fields) = fields.messages(in: arena)
    message.pointee.content_version = contentVersion
    message.pointee.key = arena.bytes(of: key)
    if let origin { message.pointee.origin = origin.message(in: arena) }
  }
}

extension RowOrigin {
  @inline(__always)
  fileprivate init?(
    _ message: UnsafeMutablePointer<Arrange__V1__RowOrigin>?,
    _ field: StaticString
  ) throws(ArrangeError) {
    guard let message else { return nil }
    self = try Boundary.within(field) { () throws(ArrangeError) in try RowOrigin(message) }
  }

  private init(_ message: UnsafePointer<Arrange__V1__RowOrigin>) throws(ArrangeError) {
    let item = message.pointee.item
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      section: try Boundary.identifier(message.pointee.section, "section", allowingEmpty: true),
      item: item.len > 0 ? try Boundary.identifier(item, "item") : nil
    )
  }

  fileprivate func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__RowOrigin> {
    let message = arena.make(arrange__v1__row_origin__init)
    message.pointee.collection = arena.bytes(of: collection)
    message.pointee.section = arena.bytes(of: section)
    if let item { message.pointee.item = arena.bytes(of: item) }
    return message
  }
}

extension CollectionInfo {
  init(_ message: UnsafePointer<Arrange__V1__CollectionInfo>) throws(ArrangeError) {
    let isView = message.pointee.is_view != 0
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name", allowingEmpty: isView),
      strategy: try Boundary.text(message.pointee.strategy, "strategy"),
      fields: try Fields(message.pointee.fields, message.pointee.n_fields, "fields"),
      version: message.pointee.version,
      epoch: message.pointee.epoch,
      createdAt: Timestamp(microseconds: message.pointee.created_at_us),
      sectionCount: try Boundary.index(message.pointee.section_count, "section_count"),
      itemCount: try Boundary.index(message.pointee.item_count, "item_count"),
      isView: isView,
      problem: try Boundary.text(message.pointee.problem, "problem"),
      history: message.pointee.history
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__CollectionInfo>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: name)
    message.pointee.strategy = arena.bytes(of: strategy)
    (message.pointee.n_fields, message.pointee.fields) = fields.messages(in: arena)
    message.pointee.version = version
    message.pointee.epoch = epoch
    message.pointee.created_at_us = createdAt.microseconds
    message.pointee.section_count = Int64(sectionCount)
    message.pointee.item_count = Int64(itemCount)
    message.pointee.is_view = isView ? 1 : 0
    message.pointee.problem = arena.bytes(of: problem)
    message.pointee.history = history
  }
}

extension Arena {
  /// A copy of an order key for a field.
  @inline(__always)
  func bytes(of key: OrderKey) -> ProtobufCBinaryData { key.withBytes { bytes(of: $0) } }
}
