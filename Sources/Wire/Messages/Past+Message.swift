package import ArrangeModel
internal import CArrangeProtos
package import Changes

extension VersionReference {
  init(_ message: UnsafePointer<Arrange__V1__VersionReference>) throws(ArrangeError) {
    switch message.pointee.kind_case {
    case ARRANGE__V1__VERSION_REFERENCE__KIND_VERSION: self = .number(message.pointee.version)
    case ARRANGE__V1__VERSION_REFERENCE__KIND_NAME:
      self = .named(try Boundary.identifier(message.pointee.name, "name"))
    default: throw Boundary.noChoice("kind")
    }
  }

  /// The version of a field; nil if it is not set.
  static func optional(
    _ message: UnsafeMutablePointer<Arrange__V1__VersionReference>?,
    _ field: StaticString
  ) throws(ArrangeError) -> VersionReference? {
    try Boundary.optional(message, field) { (message) throws(ArrangeError) in try VersionReference(message) }
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__VersionReference>, in arena: Arena) {
    switch self {
    case .number(let version):
      message.pointee.kind_case = ARRANGE__V1__VERSION_REFERENCE__KIND_VERSION
      message.pointee.version = version
    case .named(let name):
      message.pointee.kind_case = ARRANGE__V1__VERSION_REFERENCE__KIND_NAME
      message.pointee.name = arena.bytes(of: name)
    }
  }

  func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__VersionReference> {
    arena.message(arrange__v1__version_reference__init) { fill($0, in: arena) }
  }
}

extension DiffRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> DiffRequest {
    try arena.reading(bytes, arrange__v1__diff_request__unpack) { (message) throws(ArrangeError) in
      DiffRequest(
        collection: try Boundary.identifier(message.pointee.collection, "collection"),
        from: try Boundary.required(message.pointee.from, "from") { (version) throws(ArrangeError) in
          try VersionReference(version)
        },
        to: try VersionReference.optional(message.pointee.to, "to"),
        profile: try ChangeBatch.Profile(message.pointee.profile, "profile")
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__diff_request__init)
    message.pointee.collection = arena.bytes(of: collection)
    message.pointee.from = from.message(in: arena)
    message.pointee.to = to?.message(in: arena)
    message.pointee.profile = profile.message
    return PackableMessage(message, in: arena)
  }
}

extension VersionDiff: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> VersionDiff {
    try arena.reading(bytes, arrange__v1__diff_response__unpack) { (message) throws(ArrangeError) in
      let (from, to) = (message.pointee.from_version, message.pointee.to_version)
      let tree = try Boundary.optional(message.pointee.tree, "tree") { (tree) throws(ArrangeError) in
        try TreeBatch(tree)
      }
      if let tree { return VersionDiff(from: from, to: to, tree: tree) }
      let batch = try Boundary.required(message.pointee.batch, "batch") { (batch) throws(ArrangeError) in
        try ChangeBatch(batch)
      }
      return VersionDiff(from: from, to: to, batch: batch)
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__diff_response__init)
    message.pointee.from_version = from
    message.pointee.to_version = to
    if let tree = tree?.message(in: arena) {
      tree.pointee.from_version = from
      tree.pointee.commits = commits
      message.pointee.tree = tree
    } else {
      let batch = batch.message(in: arena)
      batch.pointee.from_version = from
      batch.pointee.commits = commits
      message.pointee.batch = batch
    }
    return PackableMessage(message, in: arena)
  }
}

extension RestoreResult: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> RestoreResult {
    try arena.reading(bytes, arrange__v1__restore_response__unpack) { (message) throws(ArrangeError) in
      RestoreResult(
        restored: message.pointee.restored,
        version: message.pointee.version,
        changed: message.pointee.changed != 0,
        repeated: message.pointee.replayed != 0,
        history: message.pointee.history,
        changes: try Boundary.optional(message.pointee.changes, "changes") { (batch) throws(ArrangeError) in
          try ChangeBatch(batch)
        },
        tree: try Boundary.optional(message.pointee.tree, "tree") { (tree) throws(ArrangeError) in
          try TreeBatch(tree)
        }
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__restore_response__init)
    message.pointee.restored = restored
    message.pointee.version = version
    message.pointee.changed = changed ? 1 : 0
    message.pointee.replayed = repeated ? 1 : 0
    message.pointee.history = history
    message.pointee.changes = changes?.message(in: arena)
    message.pointee.tree = tree?.message(in: arena)
    return PackableMessage(message, in: arena)
  }
}
