/// A fast parser for frames from the server, nearly all of which are the answers of successful calls.
///
/// It recognizes only the canonical encoding of such a frame: the length, the stream, the type END, and at
/// most the body. Everything else is left to the frame decoder, which supports every encoding.
package enum AnswerScanner {
  /// The tag of `stream`, the tag and value of `type` for END, and the tag of `body`.
  private static let stream: UInt8 = 1 << 3
  private static let type: UInt8 = 2 << 3
  private static let end: UInt8 = 5
  private static let body: UInt8 = 15 << 3 | 2

  /// Parses the frame at an offset. O(1).
  ///
  /// - Returns: the stream of a successful call, and the size of the frame in bytes; nil if the frame is
  ///   incomplete, or of another kind.
  @inline(__always)
  package static func scan(
    _ bytes: UnsafeRawBufferPointer,
    from offset: Int
  ) -> (stream: UInt32, count: Int)? {
    var place = offset
    guard let length = varint(bytes, &place), length > 0, length <= bytes.count &- place else { return nil }
    let end = place &+ length
    guard length >= 4, bytes[place] == AnswerScanner.stream else { return nil }
    place &+= 1
    guard let stream = varint(bytes, &place), stream <= UInt32.max, place &+ 2 <= end,
      bytes[place] == AnswerScanner.type, bytes[place &+ 1] == AnswerScanner.end
    else { return nil }
    place &+= 2
    if place < end {
      guard bytes[place] == AnswerScanner.body else { return nil }
      place &+= 1
      guard let count = varint(bytes, &place), count == end &- place else { return nil }
    }
    return (UInt32(stream), end &- offset)
  }

  /// Reads a varint of at most five bytes.
  @inline(__always)
  private static func varint(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> Int? {
    var number = 0
    var shift = 0
    while place < bytes.count, shift < 35 {
      let byte = bytes[place]
      place &+= 1
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }
}
