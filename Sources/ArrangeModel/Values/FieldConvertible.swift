/// A Swift type for values of fields: text, number, boolean, time or bytes.
///
///     let title = item.fields["title", as: String.self]
///     try item.fields.set("due", to: Timestamp(microseconds: 0).fieldValue)
///
/// Custom types can conform by converting to one of these.
///
///     enum State: String, FieldConvertible { case open, done }
public protocol FieldConvertible {
  /// The field value.
  var fieldValue: FieldValue { get }

  /// Converts a field value; nil if it is of another kind, or not a value of this type.
  init?(_ value: FieldValue)
}

extension Fields {
  /// The value of a field as the given type; nil if there is no such field, or if its value is of another
  /// kind. O(size).
  public subscript<Value: FieldConvertible>(name: String, as type: Value.Type) -> Value? {
    self[name].flatMap { Value($0) }
  }
}

extension FieldConvertible where Self: RawRepresentable, RawValue: FieldConvertible {
  public var fieldValue: FieldValue { rawValue.fieldValue }

  public init?(_ value: FieldValue) {
    guard let raw = RawValue(value) else { return nil }
    self.init(rawValue: raw)
  }
}

extension String: FieldConvertible {
  public var fieldValue: FieldValue { .string(self) }

  public init?(_ value: FieldValue) {
    guard case .string(let text) = value else { return nil }
    self = text
  }
}

extension Bool: FieldConvertible {
  public var fieldValue: FieldValue { .bool(self) }

  public init?(_ value: FieldValue) {
    guard case .bool(let flag) = value else { return nil }
    self = flag
  }
}

extension Int64: FieldConvertible {
  public var fieldValue: FieldValue { .int(self) }

  public init?(_ value: FieldValue) {
    guard case .int(let number) = value else { return nil }
    self = number
  }
}

extension Int: FieldConvertible {
  public var fieldValue: FieldValue { .int(Int64(self)) }

  public init?(_ value: FieldValue) {
    guard case .int(let number) = value else { return nil }
    self.init(exactly: number)
  }
}

extension Double: FieldConvertible {
  public var fieldValue: FieldValue { .double(self) }

  /// Integers are accepted, too, if they are exactly representable.
  public init?(_ value: FieldValue) {
    switch value {
    case .double(let number): self = number
    case .int(let number): self.init(exactly: number)
    default: return nil
    }
  }
}

extension Timestamp: FieldConvertible {
  public var fieldValue: FieldValue { .timestamp(self) }

  public init?(_ value: FieldValue) {
    guard case .timestamp(let time) = value else { return nil }
    self = time
  }
}

extension [UInt8]: FieldConvertible {
  public var fieldValue: FieldValue { .bytes(self) }

  public init?(_ value: FieldValue) {
    guard case .bytes(let bytes) = value else { return nil }
    self = bytes
  }
}
