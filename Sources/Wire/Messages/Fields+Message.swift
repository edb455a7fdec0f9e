internal import ArrangeModel
internal import CArrangeProtos

/// The C form of a repeated message field.
typealias MessageList<Message> = UnsafeMutablePointer<UnsafeMutablePointer<Message>?>

extension Fields {
  /// Decodes fields of a message directly into their canonical form.
  init(
    _ messages: MessageList<Arrange__V1__Field>?,
    _ count: Int,
    _ field: StaticString
  ) throws(ArrangeError) {
    guard count > 0, let messages else {
      self.init()
      return
    }
    var capacity = 0
    for place in 0..<count { capacity += Fields.bound(of: UnsafePointer(messages[place].unsafelyUnwrapped)) }
    var builder = Builder(capacity: capacity)
    for place in 0..<count {
      let message = UnsafePointer(messages[place].unsafelyUnwrapped)
      do throws(ArrangeError) {
        let name = message.pointee.name.bytes
        try Boundary.check(name: name, "name")
        builder.append(name: name, try Fields.value(of: message))
      } catch {
        throw error.within("\(field)[\(place)]")
      }
    }
    do { self = try builder.finish() } catch { throw error.within("\(field)") }
  }

  /// The maximum size of a field.
  @inline(__always)
  private static func bound(of message: UnsafePointer<Arrange__V1__Field>) -> Int {
    switch message.pointee.value_case {
    case ARRANGE__V1__FIELD__VALUE_STRING_VALUE:
      6 + message.pointee.name.len + message.pointee.string_value.len
    case ARRANGE__V1__FIELD__VALUE_BYTES_VALUE: 6 + message.pointee.name.len + message.pointee.bytes_value.len
    default: 10 + message.pointee.name.len
    }
  }

  /// The value of a field, checked.
  @inline(__always)
  private static func value(
    of message: UnsafePointer<Arrange__V1__Field>
  ) throws(ArrangeError) -> RawValue {
    switch message.pointee.value_case {
    case ARRANGE__V1__FIELD__VALUE_STRING_VALUE:
      let text = message.pointee.string_value.bytes
      try Boundary.check(text: text, "string_value")
      return .string(text)
    case ARRANGE__V1__FIELD__VALUE_BOOL_VALUE:
      return .bool(message.pointee.bool_value != 0)
    case ARRANGE__V1__FIELD__VALUE_INT_VALUE:
      return .int(message.pointee.int_value)
    case ARRANGE__V1__FIELD__VALUE_DOUBLE_VALUE:
      let number = message.pointee.double_value
      guard number.isFinite else {
        throw Boundary.invalid("has to be finite, \(number) is not", "double_value")
      }
      return .double(number)
    case ARRANGE__V1__FIELD__VALUE_TIMESTAMP_US:
      return .timestamp(message.pointee.timestamp_us)
    case ARRANGE__V1__FIELD__VALUE_BYTES_VALUE:
      return .bytes(message.pointee.bytes_value.bytes)
    case ARRANGE__V1__FIELD__VALUE_NULL_VALUE:
      let number = message.pointee.null_value.rawValue
      guard number == 0 else { throw Boundary.unknownValue(number, "null_value") }
      return .null
    default:
      throw Boundary.noChoice("value")
    }
  }

  /// Decodes the fields of a message that has only these.
  init(_ message: UnsafePointer<Arrange__V1__FieldList>) throws(ArrangeError) {
    try self.init(message.pointee.fields, message.pointee.n_fields, "fields")
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__FieldList>, in arena: Arena) {
    (message.pointee.n_fields, message.pointee.fields) = messages(in: arena)
  }

  /// Makes the messages of a repeated field. The count comes first.
  @inline(__always)
  func messages(in arena: Arena) -> (Int, MessageList<Arrange__V1__Field>?) {
    isEmpty ? (0, nil) : nonEmptyMessages(in: arena)
  }

  private func nonEmptyMessages(in arena: Arena) -> (Int, MessageList<Arrange__V1__Field>?) {
    // Names and texts of the messages point into one copy of the canonical form.
    let copy = arena.bytes(of: encoded).bytes
    var count = 0
    Fields.forEachRaw(in: copy) { _, _ in count += 1 }
    let messages = arena.make(count, arrange__v1__field__init)
    var place = 0
    Fields.forEachRaw(in: copy) { name, value in
      let message = messages[place].unsafelyUnwrapped
      place += 1
      message.pointee.name = ProtobufCBinaryData(name)
      switch value {
      case .null:
        message.pointee.value_case = ARRANGE__V1__FIELD__VALUE_NULL_VALUE
      case .bool(let flag):
        message.pointee.value_case = ARRANGE__V1__FIELD__VALUE_BOOL_VALUE
        message.pointee.bool_value = flag ? 1 : 0
      case .int(let number):
        message.pointee.value_case = ARRANGE__V1__FIELD__VALUE_INT_VALUE
        message.pointee.int_value = number
      case .double(let number):
        message.pointee.value_case = ARRANGE__V1__FIELD__VALUE_DOUBLE_VALUE
        message.pointee.double_value = number
      case .string(let text):
        message.pointee.value_case = ARRANGE__V1__FIELD__VALUE_STRING_VALUE
        message.pointee.string_value = ProtobufCBinaryData(text)
      case .bytes(let bytes):
        message.pointee.value_case = ARRANGE__V1__FIELD__VALUE_BYTES_VALUE
        message.pointee.bytes_value = ProtobufCBinaryData(bytes)
      case .timestamp(let time):
        message.pointee.value_case = ARRANGE__V1__FIELD__VALUE_TIMESTAMP_US
        message.pointee.timestamp_us = time
      }
    }
    return (count, messages)
  }
}
