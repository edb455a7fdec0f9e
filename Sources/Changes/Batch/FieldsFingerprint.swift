public import ArrangeModel

/// A 64-bit hash of an element's fields, and of its origin where it is a row of a view, that is the same in every process,
/// on every machine.
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
    rawValue = 0xcbf2_9ce4_8422_2325
    add(fields.encoded)
  }

  /// The fingerprint of all that an update of an element may change: its fields, and its origin where it has one. O(size).
  public init(_ element: ElementSnapshot) {
    self.init(element.fields)
    guard let origin = element.origin else { return }
    for name in [origin.collection, origin.section, origin.item ?? .empty] {
      add(name.text.utf8)
      // No name has it, so that each ends where it does.
      add(CollectionOfOne(0xFF))
    }
  }

  private mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { rawValue = (rawValue ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }
}

extension ElementSnapshot {
  /// Whether fields and origin are those of another one.
  func hasSameContent(as other: ElementSnapshot) -> Bool { fields == other.fields && origin == other.origin }
}
