// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

package import ArrangeModel
internal import CArrangeProtos
internal import Changes
internal import Ordering

extension CreateOverlayRequest {
  init(_ message: UnsafePointer<Arrange__V1__CreateOverlayRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      overlay: try Boundary.identifier(message.pointee.overlay, "overlay"),
      isShared: message.pointee.shared != 0,
      principal: try Principal.optional(message.pointee.principal, "principal")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__CreateOverlayRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.overlay = arena.bytes(of: self.overlay)
    message.pointee.shared = self.isShared ? 1 : 0
    if let value = self.principal { message.pointee.principal = arena.bytes(of: value.name) }
  }
}

extension CreateOverlayRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> CreateOverlayRequest {
    try arena.reading(bytes, arrange__v1__create_overlay_request__unpack) { (message) throws(ArrangeError) in try CreateOverlayRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__create_overlay_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension OverlayInfo {
  init(_ message: UnsafePointer<Arrange__V1__OverlayInfo>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      overlay: try Boundary.identifier(message.pointee.overlay, "overlay"),
      isShared: message.pointee.shared != 0,
      principal: try Principal.optional(message.pointee.principal, "principal"),
      createdAt: Timestamp(microseconds: message.pointee.created_at_us),
      version: message.pointee.version,
      entryCount: try Boundary.index(message.pointee.entries, "entries")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__OverlayInfo>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.overlay = arena.bytes(of: self.overlay)
    message.pointee.shared = self.isShared ? 1 : 0
    if let value = self.principal { message.pointee.principal = arena.bytes(of: value.name) }
    message.pointee.created_at_us = self.createdAt.microseconds
    message.pointee.version = self.version
    message.pointee.entries = Int64(self.entryCount)
  }
}

extension OverlayInfo: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> OverlayInfo {
    try arena.reading(bytes, arrange__v1__overlay_info__unpack) { (message) throws(ArrangeError) in try OverlayInfo(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__overlay_info__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension GetOverlayRequest {
  init(_ message: UnsafePointer<Arrange__V1__GetOverlayRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      overlay: try Boundary.identifier(message.pointee.overlay, "overlay"),
      isShared: message.pointee.shared != 0,
      principal: try Principal.optional(message.pointee.principal, "principal"),
      first: try Boundary.index(message.pointee.first, "first"),
      limit: try Boundary.pageSize(message.pointee.limit, maximum: GetOverlayRequest.maximumEntries, "limit")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__GetOverlayRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.overlay = arena.bytes(of: self.overlay)
    message.pointee.shared = self.isShared ? 1 : 0
    if let value = self.principal { message.pointee.principal = arena.bytes(of: value.name) }
    message.pointee.first = Int64(self.first)
    message.pointee.limit = Int64(self.limit ?? 0)
  }
}

extension GetOverlayRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> GetOverlayRequest {
    try arena.reading(bytes, arrange__v1__get_overlay_request__unpack) { (message) throws(ArrangeError) in try GetOverlayRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__get_overlay_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension OverlayPage {
  init(_ message: UnsafePointer<Arrange__V1__GetOverlayResponse>) throws(ArrangeError) {
    self.init(
      info: try Boundary.required(message.pointee.info, "info") { (part) throws(ArrangeError) in try OverlayInfo(part) },
      entries: try Boundary.list(message.pointee.entries, message.pointee.n_entries, "entries") { (part) throws(ArrangeError) in try OverlayEntry(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__GetOverlayResponse>, in arena: Arena) {
    message.pointee.info = arena.message(arrange__v1__overlay_info__init) { self.info.fill($0, in: arena) }
    message.pointee.n_entries = self.entries.count
    message.pointee.entries = arena.messages(self.entries, arrange__v1__overlay_entry__init) { $0.fill($1, in: arena) }
  }
}

extension OverlayPage: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> OverlayPage {
    try arena.reading(bytes, arrange__v1__get_overlay_response__unpack) { (message) throws(ArrangeError) in try OverlayPage(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__get_overlay_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension OverlayEntry {
  init(_ message: UnsafePointer<Arrange__V1__OverlayEntry>) throws(ArrangeError) {
    self.init(
      item: try Boundary.identifier(message.pointee.item, "item"),
      section: try Boundary.identifier(message.pointee.section, "section", allowingEmpty: true),
      predecessors: try Boundary.identifiers(message.pointee.predecessors, message.pointee.n_predecessors, maximum: OverlayEntry.maximumPredecessors, "predecessors")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__OverlayEntry>, in arena: Arena) {
    message.pointee.item = arena.bytes(of: self.item)
    message.pointee.section = arena.bytes(of: self.section)
    message.pointee.n_predecessors = self.predecessors.count
    message.pointee.predecessors = arena.list(of: self.predecessors)
  }
}

extension ListOverlaysRequest {
  init(_ message: UnsafePointer<Arrange__V1__ListOverlaysRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      principal: try Principal.optional(message.pointee.principal, "principal")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ListOverlaysRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    if let value = self.principal { message.pointee.principal = arena.bytes(of: value.name) }
  }
}

extension ListOverlaysRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ListOverlaysRequest {
    try arena.reading(bytes, arrange__v1__list_overlays_request__unpack) { (message) throws(ArrangeError) in try ListOverlaysRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__list_overlays_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension OverlayList {
  init(_ message: UnsafePointer<Arrange__V1__ListOverlaysResponse>) throws(ArrangeError) {
    self.init(
      overlays: try Boundary.list(message.pointee.overlays, message.pointee.n_overlays, "overlays") { (part) throws(ArrangeError) in try OverlayInfo(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ListOverlaysResponse>, in arena: Arena) {
    message.pointee.n_overlays = self.overlays.count
    message.pointee.overlays = arena.messages(self.overlays, arrange__v1__overlay_info__init) { $0.fill($1, in: arena) }
  }
}

extension OverlayList: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> OverlayList {
    try arena.reading(bytes, arrange__v1__list_overlays_response__unpack) { (message) throws(ArrangeError) in try OverlayList(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__list_overlays_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ResetOverlayRequest {
  init(_ message: UnsafePointer<Arrange__V1__ResetOverlayRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      overlay: try Boundary.identifier(message.pointee.overlay, "overlay"),
      isShared: message.pointee.shared != 0,
      principal: try Principal.optional(message.pointee.principal, "principal"),
      items: try Boundary.identifiers(message.pointee.items, message.pointee.n_items, maximum: ResetOverlayRequest.maximumItems, "items"),
      resetsAll: message.pointee.all != 0
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ResetOverlayRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.overlay = arena.bytes(of: self.overlay)
    message.pointee.shared = self.isShared ? 1 : 0
    if let value = self.principal { message.pointee.principal = arena.bytes(of: value.name) }
    message.pointee.n_items = self.items.count
    message.pointee.items = arena.list(of: self.items)
    message.pointee.all = self.resetsAll ? 1 : 0
  }
}

extension ResetOverlayRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ResetOverlayRequest {
    try arena.reading(bytes, arrange__v1__reset_overlay_request__unpack) { (message) throws(ArrangeError) in try ResetOverlayRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__reset_overlay_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension DeleteOverlayRequest {
  init(_ message: UnsafePointer<Arrange__V1__DeleteOverlayRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      overlay: try Boundary.identifier(message.pointee.overlay, "overlay"),
      isShared: message.pointee.shared != 0,
      principal: try Principal.optional(message.pointee.principal, "principal")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__DeleteOverlayRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.overlay = arena.bytes(of: self.overlay)
    message.pointee.shared = self.isShared ? 1 : 0
    if let value = self.principal { message.pointee.principal = arena.bytes(of: value.name) }
  }
}

extension DeleteOverlayRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> DeleteOverlayRequest {
    try arena.reading(bytes, arrange__v1__delete_overlay_request__unpack) { (message) throws(ArrangeError) in try DeleteOverlayRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__delete_overlay_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}
