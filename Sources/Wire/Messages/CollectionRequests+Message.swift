package import ArrangeModel

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

extension CollectionInfo: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> CollectionInfo {
    try arena.reading(bytes, arrange__v1__collection_info__unpack) { (message) throws(ArrangeError) in
      try CollectionInfo(message)
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__collection_info__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension CreateCollectionRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> CreateCollectionRequest {
    try arena.reading(bytes, arrange__v1__create_collection_request__unpack) {
      (message) throws(ArrangeError) in
      let strategy = try Boundary.text(
        message.pointee.strategy,
        maximum: CreateCollectionRequest.maximumStrategyLength,
        "strategy"
      )
      return CreateCollectionRequest(
        name: try Boundary.identifier(message.pointee.name, "name"),
        strategy: strategy.isEmpty ? nil : strategy,
        fields: try Fields(message.pointee.fields, message.pointee.n_fields, "fields")
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__create_collection_request__init)
    message.pointee.name = arena.bytes(of: name)
    if let strategy { message.pointee.strategy = arena.bytes(of: strategy) }
    (message.pointee.n_fields, message.pointee.fields) = fields.messages(in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension GetCollectionRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> GetCollectionRequest {
    try arena.reading(bytes, arrange__v1__get_collection_request__unpack) { (message) throws(ArrangeError) in
      GetCollectionRequest(name: try Boundary.identifier(message.pointee.name, "name"))
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__get_collection_request__init)
    message.pointee.name = arena.bytes(of: name)
    return PackableMessage(message, in: arena)
  }
}

extension ListCollectionsRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> ListCollectionsRequest {
    try arena.reading(bytes, arrange__v1__list_collections_request__unpack) {
      (message) throws(ArrangeError) in
      ListCollectionsRequest(
        pageSize: try Boundary.pageSize(
          message.pointee.page_size,
          maximum: ListCollectionsRequest.maximumPageSize,
          "page_size"
        ),
        pageToken: try Boundary.token(
          message.pointee.page_token,
          maximum: PageToken.maximumLength,
          "page_token"
        )
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__list_collections_request__init)
    message.pointee.page_size = Int64(pageSize ?? 0)
    if let pageToken { message.pointee.page_token = arena.bytes(of: pageToken) }
    return PackableMessage(message, in: arena)
  }
}

extension CollectionsPage: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> CollectionsPage {
    try arena.reading(bytes, arrange__v1__list_collections_response__unpack) {
      (message) throws(ArrangeError) in
      CollectionsPage(
        collections: try Boundary.list(
          message.pointee.collections,
          message.pointee.n_collections,
          "collections"
        ) { (collection) throws(ArrangeError) in try CollectionInfo(collection) },
        nextPageToken: try Boundary.token(
          message.pointee.next_page_token,
          maximum: PageToken.maximumLength,
          "next_page_token"
        )
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__list_collections_response__init)
    let list = arena.make(collections.count, arrange__v1__collection_info__init)
    for (place, collection) in collections.enumerated() {
      collection.fill(list[place].unsafelyUnwrapped, in: arena)
    }
    message.pointee.n_collections = collections.count
    message.pointee.collections = list
    if let nextPageToken { message.pointee.next_page_token = arena.bytes(of: nextPageToken) }
    return PackableMessage(message, in: arena)
  }
}

extension UpdateCollectionRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> UpdateCollectionRequest {
    try arena.reading(bytes, arrange__v1__update_collection_request__unpack) {
      (message) throws(ArrangeError) in
      UpdateCollectionRequest(
        name: try Boundary.identifier(message.pointee.name, "name"),
        set: try Fields(message.pointee.set, message.pointee.n_set, "set"),
        remove: try Fields.names(message.pointee.remove, message.pointee.n_remove, "remove"),
        replaceAll: message.pointee.replace_all != 0
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__update_collection_request__init)
    message.pointee.name = arena.bytes(of: name)
    (message.pointee.n_set, message.pointee.set) = set.messages(in: arena)
    message.pointee.n_remove = remove.count
    message.pointee.remove = arena.list(of: remove)
    message.pointee.replace_all = replaceAll ? 1 : 0
    return PackableMessage(message, in: arena)
  }
}

extension DeleteCollectionRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> DeleteCollectionRequest {
    try arena.reading(bytes, arrange__v1__delete_collection_request__unpack) {
      (message) throws(ArrangeError) in
      DeleteCollectionRequest(name: try Boundary.identifier(message.pointee.name, "name"))
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__delete_collection_request__init)
    message.pointee.name = arena.bytes(of: name)
    return PackableMessage(message, in: arena)
  }
}
