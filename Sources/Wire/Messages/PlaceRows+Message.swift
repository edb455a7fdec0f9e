package import ArrangeModel
internal import CArrangeProtos

extension PlaceRowsRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> PlaceRowsRequest {
    try arena.reading(bytes, arrange__v1__place_rows_request__unpack) { (message) throws(ArrangeError) in
      try PlaceRowsRequest(message.pointee)
    }
  }

  private init(_ message: Arrange__V1__PlaceRowsRequest) throws(ArrangeError) {
    self.init(name: try Boundary.source(message.name, isView: message.view != nil, "name"))
    view = try ViewDefinition.optional(message.view, "view")
    try Boundary.check(count: message.n_rows, maximum: PlaceRowsRequest.maximumRows, "rows")
    rows = try Boundary.list(message.rows, message.n_rows, "rows") { (row) throws(ArrangeError) in
      try Boundary.identifier(row, "", maximum: Identifier.maximumRowLength)
    }
    try Boundary.check(count: message.n_items, maximum: PlaceRowsRequest.maximumRows, "items")
    if message.n_items > 0 { items = try NewElement.list(message.items, message.n_items, "items") }
    guard rows.isEmpty != items.isEmpty else {
      throw Boundary.invalid("has the rows to move, or is empty and `items` has the items to insert", "rows")
    }
    section = try Boundary.identifier(
      message.section,
      "section",
      allowingEmpty: true,
      maximum: Identifier.maximumRowLength
    )
    previous = try PlaceRowsRequest.neighbour(message.previous, "previous")
    next = try PlaceRowsRequest.neighbour(message.next, "next")
    aim = try PlaceAim(message.aim, "aim")
    seen = try Boundary.token(message.seen, maximum: PlaceRowsRequest.maximumTokenLength, "seen")
    try Boundary.check(count: message.n_allow, maximum: PlaceEffect.allCases.count, "allow")
    for place in 0..<message.n_allow { allow.insert(try PlaceEffect(message.allow[place], "allow")) }
    isDryRun = message.dry_run != 0
    requestID = try RequestID.optional(message.request_id, "request_id")
    step = try UndoStep.optional(stack: message.stack, group: message.group)
    if message.parent_choice_case == ARRANGE__V1__PLACE_ROWS_REQUEST__PARENT_CHOICE_PARENT {
      parent = try Boundary.identifier(
        message.parent,
        "parent",
        allowingEmpty: true,
        maximum: Identifier.maximumRowLength
      )
    }
  }

  /// The row on one side of the gap; nil if none was seen there.
  private static func neighbour(
    _ data: ProtobufCBinaryData,
    _ field: StaticString
  ) throws(ArrangeError) -> Identifier? {
    guard data.len > 0 else { return nil }
    return try Boundary.identifier(data, field, maximum: Identifier.maximumRowLength)
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__place_rows_request__init)
    message.pointee.name = arena.bytes(of: name)
    message.pointee.view = view?.message(in: arena)
    message.pointee.n_rows = rows.count
    message.pointee.rows = arena.list(of: rows)
    message.pointee.n_items = items.count
    message.pointee.items = NewElement.messages(items, in: arena)
    message.pointee.section = arena.bytes(of: section)
    if let previous { message.pointee.previous = arena.bytes(of: previous) }
    if let next { message.pointee.next = arena.bytes(of: next) }
    if let parent {
      message.pointee.parent_choice_case = ARRANGE__V1__PLACE_ROWS_REQUEST__PARENT_CHOICE_PARENT
      message.pointee.parent = arena.bytes(of: parent)
    }
    message.pointee.aim = aim.message
    if let seen { message.pointee.seen = arena.bytes(of: seen) }
    let effects = allow.sorted()
    message.pointee.n_allow = effects.count
    message.pointee.allow = arena.allocate(Arrange__V1__PlaceEffect.self, count: effects.count)
    for (place, effect) in effects.enumerated() { message.pointee.allow[place] = effect.message }
    message.pointee.dry_run = isDryRun ? 1 : 0
    if let requestID { message.pointee.request_id = arena.bytes(of: requestID.bytes) }
    (message.pointee.stack, message.pointee.group) = UndoStep.fields(of: step, in: arena)
    return PackableMessage(message, in: arena)
  }
}
