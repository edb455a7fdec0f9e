package import ArrangeModel

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

extension BackupRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> BackupRequest {
    try arena.reading(bytes, arrange__v1__backup_request__unpack) { (message) throws(ArrangeError) in
      try Boundary.check(
        count: message.pointee.n_collections,
        maximum: BackupRequest.maximumNames,
        "collections"
      )
      let (names, count) = (message.pointee.collections, message.pointee.n_collections)
      return BackupRequest(
        collections: try Boundary.list(names, count, "collections") { (name) throws(ArrangeError) in
          try Boundary.identifier(name, "")
        }
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__backup_request__init)
    message.pointee.n_collections = collections.count
    message.pointee.collections = arena.list(of: collections)
    return PackableMessage(message, in: arena)
  }
}

extension BackupPiece: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> BackupPiece {
    try arena.reading(bytes, arrange__v1__backup_response__unpack) { (message) throws(ArrangeError) in
      BackupPiece(data: Array(message.pointee.data.bytes))
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__backup_response__init)
    message.pointee.data = arena.bytes(of: data)
    return PackableMessage(message, in: arena)
  }
}
