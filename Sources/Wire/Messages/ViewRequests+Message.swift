package import ArrangeModel

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

extension DefineViewRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> DefineViewRequest {
    try arena.reading(bytes, arrange__v1__define_view_request__unpack) { (message) throws(ArrangeError) in
      DefineViewRequest(
        name: try Boundary.identifier(message.pointee.name, "name"),
        view: try ViewDefinition(message.pointee.view, "view")
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__define_view_request__init)
    message.pointee.name = arena.bytes(of: name)
    message.pointee.view = view.message(in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension GetViewRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> GetViewRequest {
    try arena.reading(bytes, arrange__v1__get_view_request__unpack) { (message) throws(ArrangeError) in
      GetViewRequest(name: try Boundary.identifier(message.pointee.name, "name"))
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__get_view_request__init)
    message.pointee.name = arena.bytes(of: name)
    return PackableMessage(message, in: arena)
  }
}

extension ListViewsRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> ListViewsRequest {
    try arena.reading(bytes, arrange__v1__list_views_request__unpack) { (message) throws(ArrangeError) in
      ListViewsRequest(
        pageSize: try Boundary.pageSize(
          message.pointee.page_size,
          maximum: ListViewsRequest.maximumPageSize,
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
    let message = arena.make(arrange__v1__list_views_request__init)
    message.pointee.page_size = Int64(pageSize ?? 0)
    if let pageToken { message.pointee.page_token = arena.bytes(of: pageToken) }
    return PackableMessage(message, in: arena)
  }
}

extension ViewsPage: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> ViewsPage {
    try arena.reading(bytes, arrange__v1__list_views_response__unpack) { (message) throws(ArrangeError) in
      ViewsPage(
        views: try Boundary.list(message.pointee.views, message.pointee.n_views, "views") {
          (view) throws(ArrangeError) in try ViewInfo(view)
        },
        nextPageToken: try Boundary.token(
          message.pointee.next_page_token,
          maximum: PageToken.maximumLength,
          "next_page_token"
        )
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__list_views_response__init)
    let list = arena.make(views.count, arrange__v1__view_info__init)
    for (place, view) in views.enumerated() { view.fill(list[place].unsafelyUnwrapped, in: arena) }
    message.pointee.n_views = views.count
    message.pointee.views = list
    if let nextPageToken { message.pointee.next_page_token = arena.bytes(of: nextPageToken) }
    return PackableMessage(message, in: arena)
  }
}

extension DeleteViewRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> DeleteViewRequest {
    try arena.reading(bytes, arrange__v1__delete_view_request__unpack) { (message) throws(ArrangeError) in
      DeleteViewRequest(name: try Boundary.identifier(message.pointee.name, "name"))
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__delete_view_request__init)
    message.pointee.name = arena.bytes(of: name)
    return PackableMessage(message, in: arena)
  }
}

extension ViewInfo: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> ViewInfo {
    try arena.reading(bytes, arrange__v1__view_info__unpack) { (message) throws(ArrangeError) in
      try ViewInfo(message)
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__view_info__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }

  fileprivate init(_ message: UnsafePointer<Arrange__V1__ViewInfo>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name"),
      definition: try ViewDefinition(message.pointee.definition, "definition"),
      createdAt: Timestamp(microseconds: message.pointee.created_at_us),
      definer: try Principal.optional(message.pointee.definer, "definer")
    )
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__ViewInfo>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: name)
    message.pointee.definition = definition.message(in: arena)
    message.pointee.created_at_us = createdAt.microseconds
    if let definer { message.pointee.definer = arena.bytes(of: definer.name) }
  }
}
