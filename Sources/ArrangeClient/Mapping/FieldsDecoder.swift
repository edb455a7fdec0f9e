internal import ArrangeModel

/// Decodes a value from the fields of an element.
struct FieldsDecoder: Decoder {
  let fields: [String: FieldValue]
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ fields: Fields) {
    self.fields = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(FieldsContainer(fields: fields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw FieldValue.hasParts([], "an element has fields with names, and no list of values")
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw FieldValue.hasParts([], "an element has fields with names, and is no single value")
  }
}

/// The fields of an element by the names of properties.
private struct FieldsContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: [String: FieldValue]
  let codingPath: [any CodingKey] = []

  var allKeys: [Key] { fields.keys.sorted().compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { fields[key.stringValue].map { $0 == .null } ?? true }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard let value = fields[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        .init(codingPath: [], debugDescription: "there is no field \"\(key.stringValue)\"")
      )
    }
    return try FieldDecoder(value: value, codingPath: [key]).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw FieldValue.hasParts([key]) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw FieldValue.hasParts([key])
  }

  func superDecoder() throws -> any Decoder { throw FieldValue.hasParts([]) }

  func superDecoder(forKey key: Key) throws -> any Decoder { throw FieldValue.hasParts([key]) }
}

/// Decodes the value of one field.
private struct FieldDecoder: Decoder, SingleValueDecodingContainer {
  let value: FieldValue
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw FieldValue.hasParts(codingPath)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw FieldValue.hasParts(codingPath) }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { value == .null }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Including types with a different encoding of their own, such as times and bytes.
    if let type = type as? any FieldConvertible.Type {
      guard let found = type.init(value) as? Value else { throw mismatch(Value.self) }
      return found
    }
    if let type = type as? any (FixedWidthInteger & Decodable).Type {
      guard let found = number(as: type) as? Value else { throw mismatch(Value.self) }
      return found
    }
    if type == Float.self {
      guard let found = Double(value).map(Float.init) as? Value else { throw mismatch(Value.self) }
      return found
    }
    return try Value(from: self)
  }

  private func number<Number: FixedWidthInteger>(as type: Number.Type) -> Number? {
    Int64(value).flatMap { Number(exactly: $0) }
  }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "the field is \(value.kindText)"))
  }
}

extension FieldValue {
  /// The kind of the value, for messages.
  fileprivate var kindText: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .int: "a whole number"
    case .double: "a number"
    case .string: "a text"
    case .bytes: "bytes"
    case .timestamp: "a time"
    }
  }

  fileprivate static func hasParts(
    _ path: [any CodingKey],
    _ description: String = "a field has one value, and nothing of several parts"
  ) -> DecodingError {
    .typeMismatch([String: Any].self, .init(codingPath: path, debugDescription: description))
  }
}
