/// Hand-made protobuf messages, including those that no encoder produces.
enum Proto {
  /// A varint.
  static func varint(_ number: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = number
    repeat {
      bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return bytes
  }

  /// A field of bytes, text or a message.
  ///
  /// - Parameter tag: the number of the field, shifted left by 3, and its wire type 2.
  static func field(_ tag: UInt8, _ bytes: [UInt8]) -> [UInt8] { [tag] + varint(bytes.count) + bytes }
}
