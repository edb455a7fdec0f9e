/// The value of a field.
///
/// Doubles are finite: what comes from outside is checked when it becomes part of ``Fields``.
public enum FieldValue: Sendable, Hashable {
  /// A field that is there and has no value.
  case null
  case bool(Bool)
  case int(Int64)
  /// A finite number; -0 is stored as 0.
  case double(Double)
  case string(String)
  case bytes([UInt8])
  case timestamp(Timestamp)
}

/// A point in time: microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Microseconds since 1970-01-01T00:00:00Z; negative before.
  public var microseconds: Int64

  public init(microseconds: Int64) { self.microseconds = microseconds }

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }
}
