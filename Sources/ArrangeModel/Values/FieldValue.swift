/// The value of a field.
///
/// Doubles are finite: values from outside are checked when they become part of ``Fields``. Texts are equal
/// if their bytes are, without Unicode normalization, as with ``Identifier`` and in the stored form of
/// fields.
public enum FieldValue: Sendable, Hashable {
  /// A field that exists but has no value.
  case null
  case bool(Bool)
  case int(Int64)
  /// A finite number; -0 is stored as 0.
  case double(Double)
  case string(String)
  case bytes([UInt8])
  case timestamp(Timestamp)

  public static func == (a: FieldValue, b: FieldValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let x), .bool(let y)): x == y
    case (.int(let x), .int(let y)): x == y
    case (.double(let x), .double(let y)): x == y
    case (.string(let x), .string(let y)): x.utf8.elementsEqual(y.utf8)
    case (.bytes(let x), .bytes(let y)): x == y
    case (.timestamp(let x), .timestamp(let y)): x == y
    default: false
    }
  }
}

extension FieldValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

/// A point in time: microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Timestamp: Sendable, Hashable, Comparable, Codable {
  /// Microseconds since 1970-01-01T00:00:00Z; negative before.
  public var microseconds: Int64

  public init(microseconds: Int64) { self.microseconds = microseconds }

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }
}
