// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

package import ArrangeModel
internal import CArrangeProtos
internal import Changes
internal import Ordering

extension GiveRequest {
  init(_ message: UnsafePointer<Arrange__V1__GiveRequest>) throws(ArrangeError) {
    self.init(
      collections: try Boundary.identifiers(message.pointee.collections, message.pointee.n_collections, maximum: GiveRequest.maximumNames, "collections"),
      receiver: message.pointee.receiver
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__GiveRequest>, in arena: Arena) {
    message.pointee.n_collections = self.collections.count
    message.pointee.collections = arena.list(of: self.collections)
    message.pointee.receiver = self.receiver
  }
}

extension GiveRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> GiveRequest {
    try arena.reading(bytes, arrange__v1__give_request__unpack) { (message) throws(ArrangeError) in try GiveRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__give_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension FollowRequest {
  init(_ message: UnsafePointer<Arrange__V1__FollowRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.collection(message.pointee.collection, "collection"),
      epoch: message.pointee.epoch,
      afterVersion: message.pointee.after_version,
      node: message.pointee.node,
      incarnation: message.pointee.incarnation,
      since: message.pointee.since
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__FollowRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.epoch = self.epoch
    message.pointee.after_version = self.afterVersion
    message.pointee.node = self.node
    message.pointee.incarnation = self.incarnation
    message.pointee.since = self.since
  }
}

extension FollowRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> FollowRequest {
    try arena.reading(bytes, arrange__v1__follow_request__unpack) { (message) throws(ArrangeError) in try FollowRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__follow_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension FollowedCommits {
  init(_ message: UnsafePointer<Arrange__V1__FollowResponse>) throws(ArrangeError) {
    self.init(
      version: message.pointee.version,
      commits: try Boundary.list(message.pointee.commits, message.pointee.n_commits, "commits") { (part) throws(ArrangeError) in try StoredCommit(part) },
      node: message.pointee.node
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__FollowResponse>, in arena: Arena) {
    message.pointee.version = self.version
    message.pointee.n_commits = self.commits.count
    message.pointee.commits = arena.messages(self.commits, arrange__v1__stored_commit__init) { $0.fill($1, in: arena) }
    message.pointee.node = self.node
  }
}

extension FollowedCommits: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> FollowedCommits {
    try arena.reading(bytes, arrange__v1__follow_response__unpack) { (message) throws(ArrangeError) in try FollowedCommits(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__follow_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension StoredCommit {
  init(_ message: UnsafePointer<Arrange__V1__StoredCommit>) throws(ArrangeError) {
    self.init(
      version: message.pointee.version,
      requestID: try Boundary.token(message.pointee.request_id, maximum: StoredCommit.maximumRequestIDLength, "request_id"),
      payload: Array(message.pointee.payload.bytes),
      continues: message.pointee.continues != 0,
      baseIncarnation: message.pointee.base_incarnation,
      baseSince: message.pointee.base_since
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__StoredCommit>, in arena: Arena) {
    message.pointee.version = self.version
    if let value = self.requestID { message.pointee.request_id = arena.bytes(of: value) }
    message.pointee.payload = arena.bytes(of: self.payload)
    message.pointee.continues = self.continues ? 1 : 0
    message.pointee.base_incarnation = self.baseIncarnation
    message.pointee.base_since = self.baseSince
  }
}
