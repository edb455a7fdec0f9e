/// A quick look at what comes from the server: nearly all of it is the answer of a call that ended well.
///
/// It knows the one form in which encoders write such a frame: the length, the stream, the type END, and then at
/// most the body. All else is for the decoder of frames, which knows every form.
package enum AnswerScanner {
  /// The tag of `stream`, those of `type` with the number of END, and the tag of `body`.
  private static let stream: UInt8 = 1 << 3
  private static let type: UInt8 = 2 << 3
  private static let end: UInt8 = 5
  private static let body: UInt8 = 15 << 3 | 2

  /// Looks at the frame that begins at an offset.
  ///
  /// - Returns: the stream of a call that ended well, and how many bytes the frame has; nil where it is not complete,
  ///   or is something else. O(1).
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

  /// Reads a number of at most five bytes.
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
