/// The encoding of messages: appends fields, and reads them one after the other.
enum MessageBytes {
  /// How a value is encoded.
  enum WireType: UInt64 {
    case varint = 0
    case fixed64 = 1
    case bytes = 2
    case fixed32 = 5
  }

  static func append(varint value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  static func append(tag number: UInt32, _ type: WireType, to bytes: inout [UInt8]) {
    append(varint: UInt64(number) << 3 | type.rawValue, to: &bytes)
  }

  static func append(_ number: UInt32, varint value: UInt64, to bytes: inout [UInt8]) {
    append(tag: number, .varint, to: &bytes)
    append(varint: value, to: &bytes)
  }

  static func append(_ number: UInt32, fixed64 value: UInt64, to bytes: inout [UInt8]) {
    append(tag: number, .fixed64, to: &bytes)
    append(fixed64: value, to: &bytes)
  }

  static func append(fixed64 value: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  static func append(_ number: UInt32, bytes content: some Collection<UInt8>, to bytes: inout [UInt8]) {
    append(tag: number, .bytes, to: &bytes)
    append(varint: UInt64(content.count), to: &bytes)
    bytes.append(contentsOf: content)
  }

  /// One field of a message.
  struct Field {
    var number: UInt32
    /// The number; for bytes their length.
    var value: UInt64
    /// Where the bytes of a value of this type are; empty for numbers.
    var range: Range<Int>
    var type: WireType
  }

  /// The next field of a message.
  ///
  /// - Parameters:
  ///   - place: where the field begins; afterwards where the next one does.
  ///   - end: where the message ends.
  /// - Returns: nil at the end.
  /// - Throws: ``MalformedMessage`` if the bytes are none of a message.
  static func next(
    _ bytes: UnsafeRawBufferPointer,
    _ place: inout Int,
    _ end: Int
  ) throws(MalformedMessage) -> Field? {
    guard place < end else { return nil }
    let tag = try varint(bytes, &place, end)
    guard let type = WireType(rawValue: tag & 7) else { throw MalformedMessage() }
    let number = UInt32(truncatingIfNeeded: tag >> 3)
    switch type {
    case .varint:
      return Field(number: number, value: try varint(bytes, &place, end), range: 0..<0, type: type)
    case .fixed64:
      return Field(number: number, value: try fixed64(bytes, &place, end), range: 0..<0, type: type)
    case .fixed32:
      guard end - place >= 4 else { throw MalformedMessage() }
      defer { place += 4 }
      let value = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
      return Field(number: number, value: UInt64(UInt32(littleEndian: value)), range: 0..<0, type: type)
    case .bytes:
      let count = try varint(bytes, &place, end)
      guard count <= UInt64(end - place) else { throw MalformedMessage() }
      let range = place..<place + Int(count)
      place = range.upperBound
      return Field(number: number, value: count, range: range, type: type)
    }
  }

  static func varint(
    _ bytes: UnsafeRawBufferPointer,
    _ place: inout Int,
    _ end: Int
  ) throws(MalformedMessage) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while place < end, shift < 70 {
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw MalformedMessage()
  }

  static func fixed64(
    _ bytes: UnsafeRawBufferPointer,
    _ place: inout Int,
    _ end: Int
  ) throws(MalformedMessage) -> UInt64 {
    guard end - place >= 8 else { throw MalformedMessage() }
    defer { place += 8 }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }
}

/// The error for bytes that are not a message of the expected type.
package struct MalformedMessage: Error {
  package init() {}
}
