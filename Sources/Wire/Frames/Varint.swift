/// The numbers and lengths in frames: seven bits in each byte, the lowest first.
package enum Varint {
  /// The maximum number of bytes that the length of a frame can take.
  static let longestLength = 4

  /// The number of bytes that a value takes.
  @inline(__always)
  package static func size(of value: Int) -> Int {
    (70 - (UInt64(value) | 1).leadingZeroBitCount) / 7
  }

  /// Writes a value and returns the number of bytes.
  @inline(__always)
  package static func write(_ value: UInt64, to target: UnsafeMutableRawPointer) -> Int {
    var rest = value
    var count = 0
    while rest >= 0x80 {
      target.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: count, as: UInt8.self)
      rest >>= 7
      count += 1
    }
    target.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: count, as: UInt8.self)
    return count + 1
  }
}
