package import ArrangeModel

/// The JSON representation of field values, which preserves their types.
///
/// | value | JSON |
/// |---|---|
/// | null, boolean, text | as in JSON |
/// | integer | a number without point and exponent; or `{"$integer": "…"}`, which programs can read that keep 53 bits |
/// | double | a number with a point or an exponent |
/// | bytes | `{"$bytes": "…"}`, base 64 |
/// | timestamp | `{"$timestamp": "2026-03-01T09:30:00.000000Z"}`, or microseconds since 1970 as a number |
extension FieldValue {
  package var json: JSON {
    switch self {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .int(let number): .integer(number)
    case .double(let number): .number(number)
    case .string(let text): .string(text)
    case .bytes(let bytes): .object(["$bytes": .string(Base64.encode(bytes))])
    case .timestamp(let time):
      .object(["$timestamp": time.text.map(JSON.string) ?? .integer(time.microseconds)])
    }
  }

  /// Creates a value from JSON.
  ///
  /// - Throws: an error if it is an array, an object of another form, or a text with U+0000.
  package init(_ node: JSONNode) throws(InputError) {
    switch node.content {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .integer(let number): self = .int(number)
    case .number(let number): self = .double(number)
    case .string(let text): self = .string(try FieldValue.check(text, at: node.offset))
    case .array: throw InputError(at: node.offset, "an array can't be the value of a field")
    case .object(let members):
      guard members.count == 1, let value = FieldValue(member: members[0]) else {
        throw InputError(
          at: node.offset,
          #"an object can't be the value of a field, except {"$bytes": BASE64}, {"$timestamp": TIME} and {"$integer": DIGITS}"#
        )
      }
      self = value
    }
  }

  private init?(member: JSONNode.Member) {
    switch (member.name, member.value.content) {
    case ("$bytes", .string(let text)):
      guard let bytes = Base64.decode(text) else { return nil }
      self = .bytes(bytes)
    case ("$timestamp", .string(let text)):
      guard let time = Timestamp(text: text) else { return nil }
      self = .timestamp(time)
    case ("$timestamp", .integer(let microseconds)):
      self = .timestamp(Timestamp(microseconds: microseconds))
    case ("$integer", .string(let text)):
      guard let number = Int64(text), "\(number)" == text else { return nil }
      self = .int(number)
    default: return nil
    }
  }

  /// Rejects text with U+0000, which the service does not accept.
  package static func check(_ text: String, at offset: Int) throws(InputError) -> String {
    guard !text.utf8.contains(0) else { throw InputError(at: offset, "the text has a character U+0000") }
    return text
  }
}

extension Fields {
  /// The fields as a JSON object.
  package var json: JSON {
    .object(JSON.Members(map { ($0.name, $0.value.json) }))
  }
}
