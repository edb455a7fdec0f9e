internal import ArrangeModel
internal import CArrangeProtos

extension StackID {
  /// The id of a field; nil if it is empty.
  static func optional(_ data: ProtobufCBinaryData, _ field: StaticString) throws(ArrangeError) -> StackID? {
    try Boundary.token(data, maximum: maximumLength, field).map { StackID(unchecked: $0) }
  }

  /// The id of a field that must not be empty.
  static func required(_ data: ProtobufCBinaryData, _ field: StaticString) throws(ArrangeError) -> StackID {
    guard let id = try optional(data, field) else { throw Boundary.invalid("has at least 1 byte", field) }
    return id
  }
}

extension UndoStep {
  /// The step of the fields `stack` and `group`; nil if there is none.
  static func optional(
    stack: ProtobufCBinaryData,
    group: ProtobufCBinaryData
  ) throws(ArrangeError) -> UndoStep? {
    let group = try StackID.optional(group, "group")
    guard let stack = try StackID.optional(stack, "stack") else {
      guard group == nil else { throw Boundary.invalid("needs a stack", "group") }
      return nil
    }
    return UndoStep(stack, group: group)
  }

  /// The fields `stack` and `group` of a step; none for nil.
  static func fields(
    of step: UndoStep?,
    in arena: Arena
  ) -> (stack: ProtobufCBinaryData, group: ProtobufCBinaryData) {
    (arena.bytes(of: step?.stack.bytes ?? []), arena.bytes(of: step?.group?.bytes ?? []))
  }
}

extension Boundary {
  /// The values of a repeated field of numbers, at most `maximum`.
  static func numbers(
    _ numbers: UnsafeMutablePointer<UInt64>?,
    _ count: Int,
    maximum: Int,
    _ field: StaticString
  ) throws(ArrangeError) -> [UInt64] {
    try check(count: count, maximum: maximum, field)
    return Array(UnsafeBufferPointer(start: numbers, count: count))
  }
}

extension Arena {
  /// A repeated field of numbers.
  func list(of numbers: [UInt64]) -> UnsafeMutablePointer<UInt64>? {
    guard !numbers.isEmpty else { return nil }
    let list = allocate(UInt64.self, count: numbers.count)
    list.initialize(from: numbers, count: numbers.count)
    return list
  }
}
