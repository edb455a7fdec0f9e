// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

package import ArrangeModel
internal import CArrangeProtos
internal import Changes
internal import Ordering

extension AnchorPolicy {
  init(_ message: Arrange__V1__AnchorPolicy, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__ANCHOR_POLICY__ANCHOR_POLICY_FAIL: self = .fail
    case ARRANGE__V1__ANCHOR_POLICY__ANCHOR_POLICY_FIRST: self = .first
    case ARRANGE__V1__ANCHOR_POLICY__ANCHOR_POLICY_LAST: self = .last
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__AnchorPolicy {
    switch self {
    case .fail: ARRANGE__V1__ANCHOR_POLICY__ANCHOR_POLICY_FAIL
    case .first: ARRANGE__V1__ANCHOR_POLICY__ANCHOR_POLICY_FIRST
    case .last: ARRANGE__V1__ANCHOR_POLICY__ANCHOR_POLICY_LAST
    }
  }
}

extension RowOrigin {
  init(_ message: UnsafePointer<Arrange__V1__RowOrigin>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      section: try Boundary.identifier(message.pointee.section, "section", allowingEmpty: true),
      item: message.pointee.item.len > 0 ? try Boundary.identifier(message.pointee.item, "item") : nil,
      depth: message.pointee.depth,
      isContext: message.pointee.context != 0
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__RowOrigin>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.section = arena.bytes(of: self.section)
    if let value = self.item { message.pointee.item = arena.bytes(of: value) }
    message.pointee.depth = self.depth
    message.pointee.context = self.isContext ? 1 : 0
  }
}

extension CollectionInfo {
  init(_ message: UnsafePointer<Arrange__V1__CollectionInfo>) throws(ArrangeError) {
    self.init(
      name: try Boundary.collection(message.pointee.name, "name", allowingEmpty: message.pointee.is_view != 0),
      strategy: try Boundary.text(message.pointee.strategy, "strategy"),
      fields: try Fields(message.pointee.fields, message.pointee.n_fields, "fields"),
      version: message.pointee.version,
      epoch: message.pointee.epoch,
      createdAt: Timestamp(microseconds: message.pointee.created_at_us),
      sectionCount: try Boundary.index(message.pointee.section_count, "section_count"),
      itemCount: try Boundary.index(message.pointee.item_count, "item_count"),
      isView: message.pointee.is_view != 0,
      problem: try Boundary.text(message.pointee.problem, "problem"),
      history: message.pointee.history,
      storedBytes: try Boundary.total(message.pointee.stored_bytes, "stored_bytes"),
      outline: try Boundary.optional(message.pointee.outline, "outline") { (part) throws(ArrangeError) in try OutlineSettings(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__CollectionInfo>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
    message.pointee.strategy = arena.bytes(of: self.strategy)
    (message.pointee.n_fields, message.pointee.fields) = self.fields.messages(in: arena)
    message.pointee.version = self.version
    message.pointee.epoch = self.epoch
    message.pointee.created_at_us = self.createdAt.microseconds
    message.pointee.section_count = Int64(self.sectionCount)
    message.pointee.item_count = Int64(self.itemCount)
    message.pointee.is_view = self.isView ? 1 : 0
    message.pointee.problem = arena.bytes(of: self.problem)
    message.pointee.history = self.history
    message.pointee.stored_bytes = Int64(self.storedBytes)
    if let value = self.outline { message.pointee.outline = arena.message(arrange__v1__outline_settings__init) { value.fill($0, in: arena) } }
  }
}

extension CollectionInfo: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> CollectionInfo {
    try arena.reading(bytes, arrange__v1__collection_info__unpack) { (message) throws(ArrangeError) in try CollectionInfo(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__collection_info__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension OutlineSettings {
  init(_ message: UnsafePointer<Arrange__V1__OutlineSettings>) throws(ArrangeError) {
    self.init(
      maximumDepth: try Boundary.pageSize(message.pointee.max_depth, maximum: OutlineSettings.largestDepth, "max_depth") ?? OutlineSettings.standardDepth,
      maximumChildren: try Boundary.pageSize(message.pointee.max_children, maximum: OutlineSettings.mostChildren, "max_children") ?? OutlineSettings.standardChildren
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__OutlineSettings>, in arena: Arena) {
    message.pointee.max_depth = Int64(self.maximumDepth)
    message.pointee.max_children = Int64(self.maximumChildren)
  }
}
