internal import ArrangeModel
internal import CArrangeProtos

extension ListOperation {
  /// Decodes the operations of a transaction, within the limits for operations and elements.
  static func list(
    _ messages: MessageList<Arrange__V1__Operation>?,
    _ count: Int,
    _ field: StaticString
  ) throws(ArrangeError) -> [ListOperation] {
    guard count <= ApplyRequest.maximumOperations else {
      throw Boundary.outOfRange(Int64(count), 1...Int64(ApplyRequest.maximumOperations), field)
    }
    var elements = 0
    let operations = try Boundary.list(messages, count, field) { (message) throws(ArrangeError) in
      let operation = try ListOperation(message)
      elements += operation.elementCount
      return operation
    }
    guard elements <= ApplyRequest.maximumElements else {
      throw ArrangeError(
        .outOfRange,
        "a transaction names at most \(ApplyRequest.maximumElements) elements, this one names \(elements)",
        field: "\(field)"
      )
    }
    return operations
  }

  static func messages(_ operations: [ListOperation], in arena: Arena) -> MessageList<Arrange__V1__Operation>
  {
    let list = arena.make(operations.count, arrange__v1__operation__init)
    for (place, operation) in operations.enumerated() {
      operation.fill(list[place].unsafelyUnwrapped, in: arena)
    }
    return list
  }
}
