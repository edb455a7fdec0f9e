import Ordering

/// The doubles that are keys: whole multiples of 2⁻³² from −2²¹ to 2²¹.
///
/// A double has 53 significant bits, so every multiple in this range is exact, and an interval of a given
/// length contains the same number of keys anywhere in the range. Arbitrary doubles would lose one bit of
/// room for each doubling of their magnitude.
enum Grid {
  /// Keys per unit.
  static let perUnit: UInt64 = 1 << 32

  /// The tag of zero. A tag is the number of a grid point, counted from the lowest.
  static let zeroTag: UInt64 = 1 << 53

  /// The ends of the tag range, the same for all lists.
  static let bounds = TagBounds(low: 0, high: zeroTag * 2)

  /// The value of a tag: exact.
  static func value(ofTag tag: UInt64) -> Double {
    Double(Int64(tag) - Int64(zeroTag)) / Double(perUnit)
  }

  /// The tag of a value, or what is wrong with the value.
  static func tag(of value: Double) throws(OrderingError) -> UInt64 {
    guard value.isFinite else { throw .invalidKey("the key is \(value), not a finite number") }
    guard value != 0 || value.sign == .plus else { throw .invalidKey("the key is −0, which is written 0") }
    let scaled = value * Double(perUnit)
    guard abs(scaled) <= Double(zeroTag) else {
      throw .invalidKey("the key \(value) is not between −2097152 and 2097152")
    }
    guard let point = Int64(exactly: scaled) else {
      throw .invalidKey("the key \(value) is not a whole multiple of 2⁻³²")
    }
    return UInt64(point + Int64(zeroTag))
  }
}

extension OrderKey {
  /// The key of a double: its bits, changed so that their unsigned order is the order of the numbers.
  ///
  /// The sign bit of a positive number is set; of a negative number all bits are flipped.
  init(_ value: Double) {
    let bits = value.bitPattern
    self.init(bigEndian: bits >> 63 == 0 ? bits | 1 << 63 : ~bits)
  }

  /// The double of a key; nil if the key does not have eight bytes.
  var value: Double? {
    guard let bits = bigEndianValue else { return nil }
    return Double(bitPattern: bits >> 63 == 1 ? bits & ~(1 << 63) : ~bits)
  }
}
