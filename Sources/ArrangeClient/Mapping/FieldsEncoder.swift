internal import ArrangeModel

/// Encodes a value as fields.
final class FieldsEncoder: Encoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  fileprivate(set) var pairs: [String: FieldValue] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(FieldsEncodingContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Misfit(codingPath: []) }

  func singleValueContainer() -> any SingleValueEncodingContainer { Misfit(codingPath: []) }
}

/// The properties of a value by their names.
private struct FieldsEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: FieldsEncoder
  let codingPath: [any CodingKey] = []

  mutating func encodeNil(forKey key: Key) { encoder.pairs[key.stringValue] = .null }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    encoder.pairs[key.stringValue] = try FieldEncoder.value(of: value, at: [key])
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(MisfitWithKeys(codingPath: [key])) }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    Misfit(codingPath: [key])
  }

  mutating func superEncoder() -> any Encoder { Misfit(codingPath: []) }

  mutating func superEncoder(forKey key: Key) -> any Encoder { Misfit(codingPath: [key]) }
}

/// Encodes the value of one field.
private final class FieldEncoder: Encoder, SingleValueEncodingContainer {
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private var result: FieldValue?

  private init(_ codingPath: [any CodingKey]) { self.codingPath = codingPath }

  /// - Throws: `EncodingError` if the value has several parts.
  static func value(of value: some Encodable, at path: [any CodingKey]) throws -> FieldValue {
    if let value = value as? any FieldConvertible { return value.fieldValue }
    if let number = value as? any FixedWidthInteger {
      guard let number = Int64(exactly: number) else {
        throw EncodingError.invalidValue(
          value,
          .init(codingPath: path, debugDescription: "a whole number of a field has 64 bits with a sign")
        )
      }
      return .int(number)
    }
    if let number = value as? Float { return .double(Double(number)) }
    let encoder = FieldEncoder(path)
    try value.encode(to: encoder)
    guard let result = encoder.result else { throw Misfit(codingPath: path).error(value) }
    return result
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(MisfitWithKeys(codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Misfit(codingPath: codingPath) }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { result = .null }

  func encode(_ value: some Encodable) throws { result = try FieldEncoder.value(of: value, at: codingPath) }
}

/// A placeholder for a value with several parts: encoding anything into it is an error.
private struct Misfit: Encoder, SingleValueEncodingContainer, UnkeyedEncodingContainer {
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  let count = 0

  func error(_ value: Any) -> EncodingError {
    .invalidValue(
      value,
      .init(codingPath: codingPath, debugDescription: "a field has one value, and nothing of several parts")
    )
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(MisfitWithKeys(codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { self }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { throw error("nil") }

  func encode(_ value: some Encodable) throws { throw error(value) }

  func nestedContainer<Key: CodingKey>(keyedBy keyType: Key.Type) -> KeyedEncodingContainer<Key> {
    container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }

  func superEncoder() -> any Encoder { self }
}

private struct MisfitWithKeys<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let codingPath: [any CodingKey]

  private var misfit: Misfit { Misfit(codingPath: codingPath) }

  func encodeNil(forKey key: Key) throws { throw misfit.error("nil") }

  func encode(_ value: some Encodable, forKey key: Key) throws { throw misfit.error(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { misfit.container(keyedBy: keyType) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { misfit }

  func superEncoder() -> any Encoder { misfit }

  func superEncoder(forKey key: Key) -> any Encoder { misfit }
}
