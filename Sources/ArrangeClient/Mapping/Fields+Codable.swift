public import ArrangeModel

extension Fields {
  /// The fields as a value of a `Decodable` type, whose properties have the names of fields.
  ///
  ///     struct Card: Codable {
  ///       var title: String
  ///       var points: Int?
  ///     }
  ///     let card = try item.fields.decoded(as: Card.self)
  ///
  /// A field has one value: properties are texts, numbers, booleans, ``ArrangeModel/Timestamp``, `[UInt8]`,
  /// enums with such a raw value, and optionals of these. Fields that the type does not have are ignored.
  ///
  /// - Throws: `DecodingError`, with the name of the field in its path.
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try Value(from: FieldsDecoder(self))
  }

  /// The fields of a value of an `Encodable` type, one for each property that is not nil.
  ///
  /// - Throws: `EncodingError` if a property has several parts, and ``ArrangeModel/ArrangeError`` like
  ///   ``init(_:)`` if the fields are too many or too large.
  public init(encoding value: some Encodable) throws {
    let encoder = FieldsEncoder()
    try value.encode(to: encoder)
    try self.init(encoder.pairs.map { ($0.key, $0.value) })
  }
}

extension ElementSnapshot {
  /// The fields as a value of a `Decodable` type; see ``ArrangeModel/Fields/decoded(as:)``.
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try fields.decoded(as: type)
  }
}
