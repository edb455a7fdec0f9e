package import ArrangeModel

extension FieldValue {
  /// The value for people; short values are on one line.
  package var text: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): text
    case .bytes(let bytes): "\(bytes.count) bytes"
    case .timestamp(let time): time.shortText
    }
  }
}

extension Timestamp {
  /// The time in UTC without decimals, such as `2026-03-01 09:30:00Z`; microseconds for far-off years.
  package var shortText: String {
    guard let text else { return "\(microseconds) µs" }
    return text.prefix(10) + " " + text.dropFirst(11).prefix(8) + "Z"
  }
}

extension Fields {
  /// The names of fields that can be an element's title, in order of preference.
  private static let titleNames = ["title", "name", "text", "label"]

  /// The text that represents the element in a list, and the field that it is from; nil if no field is a
  /// text.
  package var title: (name: String, text: String)? {
    for name in Fields.titleNames {
      if case .string(let text)? = self[name], !text.isEmpty { return (name, text) }
    }
    for (name, value) in self {
      if case .string(let text) = value, !text.isEmpty { return (name, text) }
    }
    return nil
  }
}
