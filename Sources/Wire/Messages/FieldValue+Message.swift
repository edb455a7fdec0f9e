internal import ArrangeModel
internal import CArrangeProtos

extension FieldValue {
  /// The longest text, and the most bytes, of a value in a view.
  private static let maximumLength = ViewDefinition.maximumTextLength

  /// Decodes a value without a name.
  init(_ message: UnsafePointer<Arrange__V1__Value>) throws(ArrangeError) {
    switch message.pointee.value_case {
    case ARRANGE__V1__VALUE__VALUE_NULL_VALUE:
      let number = message.pointee.null_value.rawValue
      guard number == 0 else { throw Boundary.unknownValue(number, "null_value") }
      self = .null
    case ARRANGE__V1__VALUE__VALUE_BOOL_VALUE: self = .bool(message.pointee.bool_value != 0)
    case ARRANGE__V1__VALUE__VALUE_INT_VALUE: self = .int(message.pointee.int_value)
    case ARRANGE__V1__VALUE__VALUE_DOUBLE_VALUE:
      let number = message.pointee.double_value
      guard number.isFinite else {
        throw Boundary.invalid("has to be finite, \(number) is not", "double_value")
      }
      self = .double(number == 0 ? 0 : number)
    case ARRANGE__V1__VALUE__VALUE_STRING_VALUE:
      self = .string(
        try Boundary.text(message.pointee.string_value, maximum: FieldValue.maximumLength, "string_value")
      )
    case ARRANGE__V1__VALUE__VALUE_BYTES_VALUE:
      self = .bytes(
        try Boundary.token(message.pointee.bytes_value, maximum: FieldValue.maximumLength, "bytes_value")
          ?? []
      )
    case ARRANGE__V1__VALUE__VALUE_TIMESTAMP_US:
      self = .timestamp(Timestamp(microseconds: message.pointee.timestamp_us))
    default: throw Boundary.noChoice("value")
    }
  }

  static func messages(_ values: [FieldValue], in arena: Arena) -> MessageList<Arrange__V1__Value> {
    let list = arena.make(values.count, arrange__v1__value__init)
    for (place, value) in values.enumerated() { value.fill(list[place].unsafelyUnwrapped, in: arena) }
    return list
  }

  private func fill(_ message: UnsafeMutablePointer<Arrange__V1__Value>, in arena: Arena) {
    switch self {
    case .null:
      message.pointee.value_case = ARRANGE__V1__VALUE__VALUE_NULL_VALUE
    case .bool(let flag):
      message.pointee.value_case = ARRANGE__V1__VALUE__VALUE_BOOL_VALUE
      message.pointee.bool_value = flag ? 1 : 0
    case .int(let number):
      message.pointee.value_case = ARRANGE__V1__VALUE__VALUE_INT_VALUE
      message.pointee.int_value = number
    case .double(let number):
      message.pointee.value_case = ARRANGE__V1__VALUE__VALUE_DOUBLE_VALUE
      message.pointee.double_value = number
    case .string(let text):
      message.pointee.value_case = ARRANGE__V1__VALUE__VALUE_STRING_VALUE
      message.pointee.string_value = arena.bytes(of: text)
    case .bytes(let bytes):
      message.pointee.value_case = ARRANGE__V1__VALUE__VALUE_BYTES_VALUE
      message.pointee.bytes_value = arena.bytes(of: bytes)
    case .timestamp(let time):
      message.pointee.value_case = ARRANGE__V1__VALUE__VALUE_TIMESTAMP_US
      message.pointee.timestamp_us = time.microseconds
    }
  }
}
