public import ArrangeModel

/// A 64-bit hash of an element's fields that is the same in every process, on every machine.
///
/// An update carries the fingerprint of the fields before it, so that of two updates which take an element away
/// from its content and back again nothing remains when they are composed. It is FNV-1a with 64 bits (Fowler,
/// Noll, Vo) of the fields' canonical form. It recognizes equality; it does not resist somebody who looks for
/// two contents with one fingerprint.
public struct FieldsFingerprint: Sendable, Hashable, RawRepresentable {
  public var rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The fingerprint of some fields. O(size).
  public init(_ fields: Fields) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in fields.encoded { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    rawValue = hash
  }
}
