package import ArrangeModel
internal import CArrangeProtos

extension ApplyRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> ApplyRequest {
    try arena.reading(bytes, arrange__v1__apply_request__unpack) { (message) throws(ArrangeError) in
      try ApplyRequest(message)
    }
  }

  private init(_ message: UnsafePointer<Arrange__V1__ApplyRequest>) throws(ArrangeError) {
    let count = message.pointee.n_operations
    guard count > 0 else {
      throw Boundary.outOfRange(0, 1...Int64(ApplyRequest.maximumOperations), "operations")
    }
    let collection = try Boundary.collection(message.pointee.collection, "collection")
    let operations = try ListOperation.list(message.pointee.operations, count, "operations")
    let requestID = try RequestID.optional(message.pointee.request_id, "request_id")
    let hasVersion =
      message.pointee.version_condition_case == ARRANGE__V1__APPLY_REQUEST__VERSION_CONDITION_IF_VERSION
    self.init(
      collection: collection,
      operations: operations,
      requestID: requestID,
      ifVersion: hasVersion ? message.pointee.if_version : nil,
      ifHistory: message.pointee.if_history,
      step: try UndoStep.optional(stack: message.pointee.stack, group: message.pointee.group)
    )
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__apply_request__init)
    message.pointee.collection = arena.bytes(of: collection)
    message.pointee.n_operations = operations.count
    message.pointee.operations = ListOperation.messages(operations, in: arena)
    if let requestID { message.pointee.request_id = arena.bytes(of: requestID.bytes) }
    if let ifVersion {
      message.pointee.version_condition_case = ARRANGE__V1__APPLY_REQUEST__VERSION_CONDITION_IF_VERSION
      message.pointee.if_version = ifVersion
    }
    message.pointee.if_history = ifHistory
    (message.pointee.stack, message.pointee.group) = UndoStep.fields(of: step, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ApplyResult: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> ApplyResult {
    try arena.reading(bytes, arrange__v1__apply_response__unpack) { (message) throws(ArrangeError) in
      ApplyResult(
        version: message.pointee.version,
        changed: message.pointee.changed != 0,
        repeated: message.pointee.replayed != 0,
        rekeyed: try Boundary.total(message.pointee.rekeyed, "rekeyed"),
        operations: try [[PlacedElement]](
          message.pointee.operations,
          message.pointee.n_operations,
          "operations"
        ),
        history: message.pointee.history
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__apply_response__init)
    message.pointee.version = version
    message.pointee.changed = changed ? 1 : 0
    message.pointee.replayed = repeated ? 1 : 0
    message.pointee.rekeyed = Int64(rekeyed)
    message.pointee.history = history
    message.pointee.n_operations = operations.count
    message.pointee.operations = operations.messages(in: arena)
    return PackableMessage(message, in: arena)
  }
}

/// The elements that each operation of a transaction named.
extension [[PlacedElement]] {
  init(
    _ messages: MessageList<Arrange__V1__OperationResult>?,
    _ count: Int,
    _ field: StaticString
  ) throws(ArrangeError) {
    self = try Boundary.list(messages, count, field) { (operation) throws(ArrangeError) in
      try Boundary.list(operation.pointee.elements, operation.pointee.n_elements, "elements") {
        (element) throws(ArrangeError) in try PlacedElement(element)
      }
    }
  }

  func messages(in arena: Arena) -> MessageList<Arrange__V1__OperationResult> {
    let results = arena.make(count, arrange__v1__operation_result__init)
    for (place, elements) in enumerated() {
      let result = results[place].unsafelyUnwrapped
      let list = arena.make(elements.count, arrange__v1__placed_element__init)
      for (place, element) in elements.enumerated() {
        element.fill(list[place].unsafelyUnwrapped, in: arena)
      }
      result.pointee.n_elements = elements.count
      result.pointee.elements = list
    }
    return results
  }
}

extension PlacedElement {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__PlacedElement>) throws(ArrangeError) {
    let place: Place?
    switch message.pointee.place_case {
    case ARRANGE__V1__PLACED_ELEMENT__PLACE_ITEM:
      place = .item(try ListPath(UnsafePointer(message.pointee.item), "item"))
    case ARRANGE__V1__PLACED_ELEMENT__PLACE_SECTION:
      place = .section(try Boundary.index(message.pointee.section, "section"))
    default:
      place = nil
    }
    self.init(
      id: try Boundary.identifier(message.pointee.id, "id", allowingEmpty: true),
      place: place,
      key: try Boundary.key(message.pointee.key, "key"),
      parent: message.pointee.parent.len > 0
        ? try Boundary.identifier(message.pointee.parent, "parent") : nil,
      isSkipped: message.pointee.skipped != 0
    )
  }

  @inline(__always)
  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__PlacedElement>, in arena: Arena) {
    message.pointee.id = arena.bytes(of: id)
    message.pointee.key = arena.bytes(of: key)
    if let parent { message.pointee.parent = arena.bytes(of: parent) }
    message.pointee.skipped = isSkipped ? 1 : 0
    switch place {
    case .item(let path):
      message.pointee.place_case = ARRANGE__V1__PLACED_ELEMENT__PLACE_ITEM
      message.pointee.item = path.message(in: arena)
    case .section(let index):
      message.pointee.place_case = ARRANGE__V1__PLACED_ELEMENT__PLACE_SECTION
      message.pointee.section = Int64(index)
    case nil:
      break
    }
  }
}
