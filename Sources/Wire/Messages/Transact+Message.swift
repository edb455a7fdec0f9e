package import ArrangeModel
internal import CArrangeProtos

extension TransactRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> TransactRequest {
    try arena.reading(bytes, arrange__v1__transact_request__unpack) { (message) throws(ArrangeError) in
      let request = TransactRequest(
        try TransactionStep.list(message.pointee.steps, message.pointee.n_steps, "steps"),
        conditions: try VersionCondition.list(
          message.pointee.conditions,
          message.pointee.n_conditions,
          "conditions"
        ),
        requestID: try RequestID.optional(message.pointee.request_id, "request_id"),
        step: try UndoStep.optional(stack: message.pointee.stack, group: message.pointee.group)
      )
      let count = request.collections.count
      guard count <= TransactRequest.maximumCollections else {
        throw ArrangeError(
          .outOfRange,
          "names at most \(TransactRequest.maximumCollections) collections, this one names \(count)",
          field: "steps"
        )
      }
      return request
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__transact_request__init)
    message.pointee.n_steps = steps.count
    message.pointee.steps = arena.messages(steps, arrange__v1__transaction_step__init) {
      $0.fill($1, in: arena)
    }
    message.pointee.n_conditions = conditions.count
    message.pointee.conditions = arena.messages(conditions, arrange__v1__version_condition__init) {
      $0.fill($1, in: arena)
    }
    if let requestID { message.pointee.request_id = arena.bytes(of: requestID.bytes) }
    (message.pointee.stack, message.pointee.group) = UndoStep.fields(of: step, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension VersionCondition {
  /// Decodes conditions, at most one for each collection.
  fileprivate static func list(
    _ messages: MessageList<Arrange__V1__VersionCondition>?,
    _ count: Int,
    _ field: StaticString
  ) throws(ArrangeError) -> [VersionCondition] {
    guard count <= TransactRequest.maximumCollections else {
      throw Boundary.outOfRange(Int64(count), 0...Int64(TransactRequest.maximumCollections), field)
    }
    let conditions = try Boundary.list(messages, count, field) { (message) throws(ArrangeError) in
      try VersionCondition(message)
    }
    var seen = Set<Identifier>()
    for (index, condition) in conditions.enumerated() {
      guard seen.insert(condition.collection).inserted else {
        throw ArrangeError(
          .invalidArgument,
          "names \"\(condition.collection)\" twice",
          field: "\(field)[\(index)].collection"
        )
      }
    }
    return conditions
  }
}

extension TransactionStep {
  /// Decodes the steps of a transaction, within the limits for operations and elements.
  fileprivate static func list(
    _ messages: MessageList<Arrange__V1__TransactionStep>?,
    _ count: Int,
    _ field: StaticString
  ) throws(ArrangeError) -> [TransactionStep] {
    guard (1...ApplyRequest.maximumOperations).contains(count) else {
      throw Boundary.outOfRange(Int64(count), 1...Int64(ApplyRequest.maximumOperations), field)
    }
    var elements = 0
    let steps = try Boundary.list(messages, count, field) {
      (message: UnsafePointer<Arrange__V1__TransactionStep>) throws(ArrangeError) in
      let step = try TransactionStep(message)
      elements += step.elementCount
      return step
    }
    guard elements <= ApplyRequest.maximumElements else {
      throw ArrangeError(
        .outOfRange,
        "a transaction names at most \(ApplyRequest.maximumElements) elements, this one names \(elements)",
        field: "\(field)"
      )
    }
    return steps
  }

  init(_ message: UnsafePointer<Arrange__V1__TransactionStep>) throws(ArrangeError) {
    let collection = try Boundary.identifier(message.pointee.collection, "collection")
    switch message.pointee.kind_case {
    case ARRANGE__V1__TRANSACTION_STEP__KIND_OPERATION:
      let operation = UnsafePointer(message.pointee.operation.unsafelyUnwrapped)
      self.init(
        collection,
        .operation(
          try Boundary.within("operation") { () throws(ArrangeError) in try ListOperation(operation) }
        )
      )
    case ARRANGE__V1__TRANSACTION_STEP__KIND_TRANSFER_ITEMS:
      let transfer = UnsafePointer(message.pointee.transfer_items.unsafelyUnwrapped)
      self.init(
        collection,
        .transfer(
          try Boundary.within("transfer_items") { () throws(ArrangeError) in
            let transfer = try ItemTransfer(transfer)
            guard transfer.target != collection else {
              throw Boundary.invalid(
                "is another collection than that of the step; move_items moves items in one",
                "target"
              )
            }
            return transfer
          }
        )
      )
    default: throw Boundary.noChoice("kind")
    }
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__TransactionStep>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: collection)
    switch action {
    case .operation(let operation):
      message.pointee.kind_case = ARRANGE__V1__TRANSACTION_STEP__KIND_OPERATION
      message.pointee.operation = arena.message(arrange__v1__operation__init) {
        operation.fill($0, in: arena)
      }
    case .transfer(let transfer):
      message.pointee.kind_case = ARRANGE__V1__TRANSACTION_STEP__KIND_TRANSFER_ITEMS
      message.pointee.transfer_items = arena.message(arrange__v1__transfer_items__init) {
        transfer.fill($0, in: arena)
      }
    }
  }
}

extension ItemTransfer {
  init(_ message: UnsafePointer<Arrange__V1__TransferItems>) throws(ArrangeError) {
    let hasSection =
      message.pointee.section_choice_case == ARRANGE__V1__TRANSFER_ITEMS__SECTION_CHOICE_SECTION
    let hasParent = message.pointee.parent_choice_case == ARRANGE__V1__TRANSFER_ITEMS__PARENT_CHOICE_PARENT
    let descendants = message.pointee.descendants
    self.init(
      try ElementReference.list(message.pointee.items, message.pointee.n_items, of: .item, "items"),
      to: try Boundary.identifier(message.pointee.target, "target"),
      try ItemDestination(
        section: hasSection ? message.pointee.section : nil,
        message.pointee.to,
        below: ParentChoice(
          hasParent ? message.pointee.parent : nil,
          message.pointee.if_parent_missing
        )
      ),
      descendants: descendants.rawValue == 0 ? nil : try DescendantPolicy(descendants, "descendants")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__TransferItems>, in arena: Arena) {
    message.pointee.n_items = items.count
    message.pointee.items = ElementReference.messages(items, in: arena)
    message.pointee.target = arena.bytes(of: target)
    if let section = destination.section {
      message.pointee.section_choice_case = ARRANGE__V1__TRANSFER_ITEMS__SECTION_CHOICE_SECTION
      message.pointee.section = arena.bytes(of: section)
    }
    message.pointee.to = destination.message(in: arena)
    if let parent = destination.below.parent {
      message.pointee.parent_choice_case = ARRANGE__V1__TRANSFER_ITEMS__PARENT_CHOICE_PARENT
      message.pointee.parent = arena.bytes(of: parent)
    }
    message.pointee.if_parent_missing = destination.below.ifMissing.message
    if let descendants { message.pointee.descendants = descendants.message }
  }
}

extension TransactResult: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> TransactResult {
    try arena.reading(bytes, arrange__v1__transact_response__unpack) { (message) throws(ArrangeError) in
      TransactResult(
        collections: try Boundary.list(
          message.pointee.collections,
          message.pointee.n_collections,
          "collections"
        ) { (collection) throws(ArrangeError) in try TransactResult.Collection(collection) },
        steps: try [[PlacedElement]](message.pointee.steps, message.pointee.n_steps, "steps"),
        repeated: message.pointee.replayed != 0
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__transact_response__init)
    message.pointee.n_collections = collections.count
    message.pointee.collections = arena.messages(collections, arrange__v1__transacted_collection__init) {
      $0.fill($1, in: arena)
    }
    message.pointee.n_steps = steps.count
    message.pointee.steps = steps.messages(in: arena)
    message.pointee.replayed = repeated ? 1 : 0
    return PackableMessage(message, in: arena)
  }
}

extension TransactionID {
  /// The id of a field; nil if it is empty.
  static func optional(
    _ data: ProtobufCBinaryData,
    _ field: StaticString
  ) throws(ArrangeError) -> TransactionID? {
    try Boundary.token(data, maximum: length, field).map { (bytes) throws(ArrangeError) in
      do throws(ArrangeError) { return try TransactionID(bytes) } catch { throw error.within("\(field)") }
    }
  }
}
