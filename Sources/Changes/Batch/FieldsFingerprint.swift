public import ArrangeModel

/// A 64-bit hash of an element's fields, and of its origin if it is a row of a view, that is the same in
/// every process and on every machine.
///
/// An update carries the fingerprint of the previous fields, so that two updates that change a content and
/// change it back cancel out when they are composed. It is FNV-1a with 64 bits (Fowler, Noll, Vo) of the
/// fields' canonical form. It recognizes equality but does not resist deliberately constructed collisions.
public struct FieldsFingerprint: Sendable, Hashable, RawRepresentable {
  public var rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The fingerprint of some fields. O(size).
  public init(_ fields: Fields) {
    rawValue = 0xcbf2_9ce4_8422_2325
    add(fields.encoded)
  }

  /// The fingerprint of everything that an update of an element may change: its fields, and its origin if it
  /// has one. O(size).
  public init(_ element: ElementSnapshot) {
    self.init(element.fields)
    guard let origin = element.origin else { return }
    for name in [origin.collection, origin.section, origin.item ?? .empty] {
      add(name.text.utf8)
      // A separator that no name contains.
      add(CollectionOfOne(0xFF))
    }
    guard origin.depth > 0 else { return }
    add((0..<4).map { UInt8(truncatingIfNeeded: origin.depth >> ($0 * 8)) })
    add(CollectionOfOne(origin.isContext ? 1 : 0))
  }

  private mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { rawValue = (rawValue ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }
}

extension ElementSnapshot {
  /// Whether fields and origin equal those of another element.
  func hasSameContent(as other: ElementSnapshot) -> Bool { fields == other.fields && origin == other.origin }
}
