/// A field of which a view has the sum, prepared for lookups in many canonical forms.
package struct NumberField: Sendable {
  package enum Number: Sendable, Hashable {
    case int(Int64)
    case double(Double)
  }

  /// Not empty.
  private let name: [UInt8]

  /// - Parameter name: a valid name.
  package init(_ name: String) { self.name = Array(name.utf8) }

  /// The number in the field; nil if it has none, or a value of another kind. O(number of fields).
  package func number(in encoded: UnsafeBufferPointer<UInt8>) -> Number? {
    let value = name.withUnsafeBytes { FieldName($0).value(in: encoded) }
    return switch value {
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    default: nil
    }
  }
}
