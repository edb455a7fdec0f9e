internal import CArrangeProtos

/// Checks of texts from outside. On the wire a text is a bytes field; these functions ensure that it is valid
/// text.
enum Text {
  /// The text of a field.
  ///
  /// - Parameters:
  ///   - data: the field.
  ///   - field: its name, for the error.
  ///   - limit: the maximum length in bytes.
  /// - Throws: ``BoundaryError`` if the field is too long, is not UTF-8 or contains U+0000. O(length).
  static func checked(
    _ data: ProtobufCBinaryData,
    field: @autoclosure () -> String,
    limit: Int
  ) throws(BoundaryError) -> String {
    try checked(data.bytes, field: field(), limit: limit)
  }

  /// The text in bytes; see ``checked(_:field:limit:)``.
  static func checked(
    _ bytes: UnsafeRawBufferPointer,
    field: @autoclosure () -> String,
    limit: Int
  ) throws(BoundaryError) -> String {
    guard bytes.count <= limit else { throw BoundaryError(field: field(), .tooLong(limit: limit)) }
    guard !bytes.contains(0) else { throw BoundaryError(field: field(), .embeddedNUL) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw BoundaryError(field: field(), .invalidUTF8)
    }
    return text
  }
}

extension ProtobufCBinaryData {
  /// A field that refers to bytes without copying them.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer) {
    self.init(
      len: bytes.count,
      data: UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(to: UInt8.self)
    )
  }

  /// The bytes of a field; valid as long as the message.
  @inline(__always)
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: data, count: len) }

  /// A copy of the bytes, if there are no more than `limit`.
  func array(field: @autoclosure () -> String, limit: Int) throws(BoundaryError) -> [UInt8] {
    guard len <= limit else { throw BoundaryError(field: field(), .tooLong(limit: limit)) }
    return Array(bytes)
  }
}
