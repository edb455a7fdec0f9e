/// Writes length-prefixed pieces of bytes. A length is a base-128 varint: 7 bits in each byte, the lowest
/// first, the highest bit set in all but the last.
struct LengthWriter: Sendable {
  /// The maximum size of a length, in bytes.
  static let maximumLength = 10

  private(set) var bytes: [UInt8] = []

  var count: Int { bytes.count }

  mutating func write(_ piece: [UInt8]) {
    write(number: UInt64(piece.count))
    bytes += piece
  }

  /// Writes an optional piece: 0 for nil, otherwise the length plus 1 and the piece.
  mutating func write(optional piece: [UInt8]?) {
    guard let piece else { return bytes.append(0) }
    write(number: UInt64(piece.count) + 1)
    bytes += piece
  }

  /// Writes a number as a length is written, without a piece.
  mutating func write(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Removes all content. The memory is kept, unless it is much more than `capacity` bytes.
  mutating func clear(keeping capacity: Int) {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * capacity)
  }
}

/// Reads what a ``LengthWriter`` wrote. Returns nil for anything else.
struct LengthReader {
  private let bytes: UnsafeRawBufferPointer
  private var index = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { index == bytes.count }

  mutating func next() -> UnsafeRawBufferPointer? {
    guard let length = number() else { return nil }
    return piece(length)
  }

  /// Reads an optional piece.
  mutating func nextOptional() -> UnsafeRawBufferPointer?? {
    guard let length = number() else { return nil }
    if length == 0 { return .some(nil) }
    guard let piece = piece(length - 1) else { return nil }
    return .some(piece)
  }

  private mutating func piece(_ length: UInt64) -> UnsafeRawBufferPointer? {
    guard length <= UInt64(bytes.count - index) else { return nil }
    let end = index + Int(length)
    defer { index = end }
    return UnsafeRawBufferPointer(rebasing: bytes[index..<end])
  }

  /// Reads a number; nil if it has more than 63 bits.
  mutating func number() -> UInt64? {
    var (result, shift): (UInt64, UInt64) = (0, 0)
    while index < bytes.count, shift < 63 {
      let byte = bytes[index]
      index += 1
      result |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return result }
      shift += 7
    }
    return nil
  }
}
