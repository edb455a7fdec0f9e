public import ArrangeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A Foundation date as a field value. A field has whole microseconds.
extension Date: FieldConvertible {
  public var fieldValue: FieldValue {
    .timestamp(Timestamp(microseconds: Int64((timeIntervalSince1970 * 1_000_000).rounded())))
  }

  public init?(_ value: FieldValue) {
    guard case .timestamp(let time) = value else { return nil }
    self.init(timeIntervalSince1970: Double(time.microseconds) / 1_000_000)
  }
}

extension Data: FieldConvertible {
  public var fieldValue: FieldValue { .bytes([UInt8](self)) }

  public init?(_ value: FieldValue) {
    guard case .bytes(let bytes) = value else { return nil }
    self.init(bytes)
  }
}
