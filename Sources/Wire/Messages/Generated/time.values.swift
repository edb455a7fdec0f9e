// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

package import ArrangeModel
internal import CArrangeProtos
internal import Changes
internal import Ordering

extension SetVersionRequest {
  init(_ message: UnsafePointer<Arrange__V1__SetVersionRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      name: try Boundary.identifier(message.pointee.version_name, "version_name"),
      version: try Boundary.optional(message.pointee.version, "version") { (part) throws(ArrangeError) in try VersionReference(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__SetVersionRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.version_name = arena.bytes(of: self.name)
    if let value = self.version { message.pointee.version = arena.message(arrange__v1__version_reference__init) { value.fill($0, in: arena) } }
  }
}

extension SetVersionRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> SetVersionRequest {
    try arena.reading(bytes, arrange__v1__set_version_request__unpack) { (message) throws(ArrangeError) in try SetVersionRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__set_version_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension NamedVersion {
  init(_ message: UnsafePointer<Arrange__V1__NamedVersion>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name"),
      version: message.pointee.version,
      setAt: Timestamp(microseconds: message.pointee.set_at_us),
      author: try Principal.optional(message.pointee.author, "author")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__NamedVersion>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
    message.pointee.version = self.version
    message.pointee.set_at_us = self.setAt.microseconds
    if let value = self.author { message.pointee.author = arena.bytes(of: value.name) }
  }
}

extension NamedVersion: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> NamedVersion {
    try arena.reading(bytes, arrange__v1__named_version__unpack) { (message) throws(ArrangeError) in try NamedVersion(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__named_version__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ListVersionsRequest {
  init(_ message: UnsafePointer<Arrange__V1__ListVersionsRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ListVersionsRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
  }
}

extension ListVersionsRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ListVersionsRequest {
    try arena.reading(bytes, arrange__v1__list_versions_request__unpack) { (message) throws(ArrangeError) in try ListVersionsRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__list_versions_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension VersionList {
  init(_ message: UnsafePointer<Arrange__V1__ListVersionsResponse>) throws(ArrangeError) {
    self.init(
      versions: try Boundary.list(message.pointee.versions, message.pointee.n_versions, "versions") { (part) throws(ArrangeError) in try NamedVersion(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ListVersionsResponse>, in arena: Arena) {
    message.pointee.n_versions = self.versions.count
    message.pointee.versions = arena.messages(self.versions, arrange__v1__named_version__init) { $0.fill($1, in: arena) }
  }
}

extension VersionList: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> VersionList {
    try arena.reading(bytes, arrange__v1__list_versions_response__unpack) { (message) throws(ArrangeError) in try VersionList(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__list_versions_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension DeleteVersionRequest {
  init(_ message: UnsafePointer<Arrange__V1__DeleteVersionRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      name: try Boundary.identifier(message.pointee.version_name, "version_name")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__DeleteVersionRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.version_name = arena.bytes(of: self.name)
  }
}

extension DeleteVersionRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> DeleteVersionRequest {
    try arena.reading(bytes, arrange__v1__delete_version_request__unpack) { (message) throws(ArrangeError) in try DeleteVersionRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__delete_version_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ListBinRequest {
  init(_ message: UnsafePointer<Arrange__V1__ListBinRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      pageSize: try Boundary.pageSize(message.pointee.page_size, maximum: ListBinRequest.maximumPageSize, "page_size"),
      pageToken: try Boundary.token(message.pointee.page_token, maximum: PageToken.maximumLength, "page_token")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ListBinRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.page_size = Int64(self.pageSize ?? 0)
    if let value = self.pageToken { message.pointee.page_token = arena.bytes(of: value) }
  }
}

extension ListBinRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ListBinRequest {
    try arena.reading(bytes, arrange__v1__list_bin_request__unpack) { (message) throws(ArrangeError) in try ListBinRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__list_bin_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension BinPage {
  init(_ message: UnsafePointer<Arrange__V1__ListBinResponse>) throws(ArrangeError) {
    self.init(
      elements: try Boundary.list(message.pointee.elements, message.pointee.n_elements, "elements") { (part) throws(ArrangeError) in try BinElement(part) },
      nextPageToken: try Boundary.token(message.pointee.next_page_token, maximum: PageToken.maximumLength, "next_page_token")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ListBinResponse>, in arena: Arena) {
    message.pointee.n_elements = self.elements.count
    message.pointee.elements = arena.messages(self.elements, arrange__v1__bin_element__init) { $0.fill($1, in: arena) }
    if let value = self.nextPageToken { message.pointee.next_page_token = arena.bytes(of: value) }
  }
}

extension BinPage: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> BinPage {
    try arena.reading(bytes, arrange__v1__list_bin_response__unpack) { (message) throws(ArrangeError) in try BinPage(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__list_bin_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension BinElement {
  init(_ message: UnsafePointer<Arrange__V1__BinElement>) throws(ArrangeError) {
    self.init(
      id: try Boundary.identifier(message.pointee.id, "id", allowingEmpty: true),
      isSection: message.pointee.is_section != 0,
      fields: try Fields(message.pointee.fields, message.pointee.n_fields, "fields"),
      section: try Boundary.identifier(message.pointee.section, "section", allowingEmpty: true),
      itemCount: try Boundary.index(message.pointee.items, "items"),
      removedBy: message.pointee.removed_by,
      removedAt: Timestamp(microseconds: message.pointee.removed_at_us),
      author: try Principal.optional(message.pointee.author, "author"),
      parent: message.pointee.parent.len > 0 ? try Boundary.identifier(message.pointee.parent, "parent") : nil
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__BinElement>, in arena: Arena) {
    message.pointee.id = arena.bytes(of: self.id)
    message.pointee.is_section = self.isSection ? 1 : 0
    (message.pointee.n_fields, message.pointee.fields) = self.fields.messages(in: arena)
    message.pointee.section = arena.bytes(of: self.section)
    message.pointee.items = Int64(self.itemCount)
    message.pointee.removed_by = self.removedBy
    message.pointee.removed_at_us = self.removedAt.microseconds
    if let value = self.author { message.pointee.author = arena.bytes(of: value.name) }
    if let value = self.parent { message.pointee.parent = arena.bytes(of: value) }
  }
}

extension PutBackRequest {
  init(_ message: UnsafePointer<Arrange__V1__PutBackRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      elements: try Boundary.list(message.pointee.elements, message.pointee.n_elements, maximum: PutBackRequest.maximumElements, "elements") { (part) throws(ArrangeError) in try RemovedElement(part) },
      requestID: try RequestID.optional(message.pointee.request_id, "request_id"),
      stack: try StackID.optional(message.pointee.stack, "stack")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__PutBackRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.n_elements = self.elements.count
    message.pointee.elements = arena.messages(self.elements, arrange__v1__removed_element__init) { $0.fill($1, in: arena) }
    if let value = self.requestID { message.pointee.request_id = arena.bytes(of: value.bytes) }
    if let value = self.stack { message.pointee.stack = arena.bytes(of: value.bytes) }
  }
}

extension PutBackRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> PutBackRequest {
    try arena.reading(bytes, arrange__v1__put_back_request__unpack) { (message) throws(ArrangeError) in try PutBackRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__put_back_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension RemovedElement {
  init(_ message: UnsafePointer<Arrange__V1__RemovedElement>) throws(ArrangeError) {
    self.init(
      id: try Boundary.identifier(message.pointee.id, "id", allowingEmpty: true),
      isSection: message.pointee.is_section != 0,
      removedBy: message.pointee.removed_by
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__RemovedElement>, in arena: Arena) {
    message.pointee.id = arena.bytes(of: self.id)
    message.pointee.is_section = self.isSection ? 1 : 0
    message.pointee.removed_by = self.removedBy
  }
}

extension EmptyBinRequest {
  init(_ message: UnsafePointer<Arrange__V1__EmptyBinRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__EmptyBinRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
  }
}

extension EmptyBinRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> EmptyBinRequest {
    try arena.reading(bytes, arrange__v1__empty_bin_request__unpack) { (message) throws(ArrangeError) in try EmptyBinRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__empty_bin_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension EmptiedBin {
  init(_ message: UnsafePointer<Arrange__V1__EmptyBinResponse>) throws(ArrangeError) {
    self.init(
      oldestKept: message.pointee.oldest_kept
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__EmptyBinResponse>, in arena: Arena) {
    message.pointee.oldest_kept = self.oldestKept
  }
}

extension EmptiedBin: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> EmptiedBin {
    try arena.reading(bytes, arrange__v1__empty_bin_response__unpack) { (message) throws(ArrangeError) in try EmptiedBin(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__empty_bin_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}
