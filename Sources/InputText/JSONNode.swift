package import ArrangeModel

/// A JSON value that was read, and its position.
package struct JSONNode: Sendable {
  /// The position of the value's first byte in the text.
  package var offset: Int
  package var content: Content

  package enum Content: Sendable {
    case null
    case bool(Bool)
    /// A number without point and exponent.
    case integer(Int64)
    /// A number with a point or an exponent; finite.
    case number(Double)
    case string(String)
    case array([JSONNode])
    /// The members in the order of the text, with unique names.
    case object([Member])
  }

  package struct Member: Sendable {
    package var name: String
    package var nameOffset: Int
    package var value: JSONNode

    package init(name: String, nameOffset: Int, value: JSONNode) {
      self.name = name
      self.nameOffset = nameOffset
      self.value = value
    }
  }

  package init(offset: Int, content: Content) {
    self.offset = offset
    self.content = content
  }

  /// The members of an object; nil for other values.
  package var members: [Member]? {
    if case .object(let members) = content { members } else { nil }
  }

  /// The elements of an array; nil for other values.
  package var elements: [JSONNode]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// The text of a string; nil for other values.
  package var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The value of a boolean; nil for other values.
  package var bool: Bool? {
    if case .bool(let flag) = content { flag } else { nil }
  }

  /// A number as a double; nil for other values.
  package var double: Double? {
    switch content {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  package var isNull: Bool {
    if case .null = content { true } else { false }
  }

  /// A member of an object; nil if it does not exist or the value is not an object. O(number of members).
  package subscript(name: String) -> JSONNode? {
    members?.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// What kind of value this is, for messages.
  package var kind: String {
    switch content {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value without positions.
  package var json: JSON {
    switch content {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.json))
    case .object(let members):
      .object(JSON.Members(members.map { ($0.name, $0.value.json) }))
    }
  }
}
