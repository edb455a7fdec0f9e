internal import CArrangeProtos

/// Encodes messages: it goes through the fields of a descriptor, in ascending order of their numbers, and
/// omits default values.
enum MessageWriter {
  /// The encoded size of a message. O(size).
  static func size(of message: UnsafeRawPointer) -> Int {
    let descriptor = message.load(as: UnsafePointer<ProtobufCMessageDescriptor>.self)
    var size = 0
    for place in 0..<Int(descriptor.pointee.n_fields) {
      size &+= MessageWriter.size(of: descriptor.field(at: place), in: message)
    }
    return size
  }

  /// Writes a message and returns the number of bytes. O(size).
  static func write(_ message: UnsafeRawPointer, to target: UnsafeMutableRawPointer) -> Int {
    let descriptor = message.load(as: UnsafePointer<ProtobufCMessageDescriptor>.self)
    var end = target
    for place in 0..<Int(descriptor.pointee.n_fields) {
      write(descriptor.field(at: place), in: message, to: &end)
    }
    return end - target
  }

  // MARK: Sizes

  @inline(__always)
  private static func size(of field: UnsafePointer<ProtobufCFieldDescriptor>, in message: UnsafeRawPointer)
    -> Int
  {
    let place = message + Int(field.pointee.offset)
    let type = field.pointee.type
    let tag = varintSize(UInt64(field.pointee.id) << 3)
    guard field.pointee.isRepeated else {
      guard isPresent(field, at: place, in: message) else { return 0 }
      return tag &+ size(of: type, at: place)
    }
    let count = message.load(fromByteOffset: Int(field.pointee.quantifier_offset), as: Int.self)
    guard count > 0 else { return 0 }
    let values = place.load(as: UnsafeRawPointer.self)
    if type.isPackable {
      let content = packedSize(of: type, values, count)
      return tag &+ varintSize(UInt64(content)) &+ content
    }
    var total = count &* tag
    for index in 0..<count { total &+= size(of: type, at: values + index &* type.size) }
    return total
  }

  private static func packedSize(of type: ProtobufCType, _ values: UnsafeRawPointer, _ count: Int) -> Int {
    switch type {
    case PROTOBUF_C_TYPE_FIXED32: return 4 &* count
    case PROTOBUF_C_TYPE_FIXED64, PROTOBUF_C_TYPE_DOUBLE: return 8 &* count
    default:
      var total = 0
      for index in 0..<count { total &+= varintSize(number(of: type, at: values + index &* type.size)) }
      return total
    }
  }

  @inline(__always)
  private static func size(of type: ProtobufCType, at place: UnsafeRawPointer) -> Int {
    switch type {
    case PROTOBUF_C_TYPE_FIXED32: return 4
    case PROTOBUF_C_TYPE_FIXED64, PROTOBUF_C_TYPE_DOUBLE: return 8
    case PROTOBUF_C_TYPE_BYTES:
      let count = place.load(as: Int.self)
      return varintSize(UInt64(count)) &+ count
    case PROTOBUF_C_TYPE_MESSAGE:
      let content = place.load(as: UnsafeRawPointer?.self).map { size(of: $0) } ?? 0
      return varintSize(UInt64(content)) &+ content
    default: return varintSize(number(of: type, at: place))
    }
  }

  // MARK: Writing

  @inline(__always)
  private static func write(
    _ field: UnsafePointer<ProtobufCFieldDescriptor>,
    in message: UnsafeRawPointer,
    to end: inout UnsafeMutableRawPointer
  ) {
    let place = message + Int(field.pointee.offset)
    let type = field.pointee.type
    let tag = UInt64(field.pointee.id) << 3
    guard field.pointee.isRepeated else {
      guard isPresent(field, at: place, in: message) else { return }
      write(varint: tag | UInt64(type.wireType), to: &end)
      write(type, at: place, to: &end)
      return
    }
    let count = message.load(fromByteOffset: Int(field.pointee.quantifier_offset), as: Int.self)
    guard count > 0 else { return }
    let values = place.load(as: UnsafeRawPointer.self)
    if type.isPackable {
      write(varint: tag | 2, to: &end)
      write(varint: UInt64(packedSize(of: type, values, count)), to: &end)
      for index in 0..<count { write(type, at: values + index &* type.size, to: &end) }
    } else {
      for index in 0..<count {
        write(varint: tag | UInt64(type.wireType), to: &end)
        write(type, at: values + index &* type.size, to: &end)
      }
    }
  }

  @inline(__always)
  private static func write(
    _ type: ProtobufCType,
    at place: UnsafeRawPointer,
    to end: inout UnsafeMutableRawPointer
  ) {
    switch type {
    case PROTOBUF_C_TYPE_FIXED32:
      end.storeBytes(of: place.load(as: UInt32.self).littleEndian, as: UInt32.self)
      end += 4
    case PROTOBUF_C_TYPE_FIXED64, PROTOBUF_C_TYPE_DOUBLE:
      end.storeBytes(of: place.load(as: UInt64.self).littleEndian, as: UInt64.self)
      end += 8
    case PROTOBUF_C_TYPE_BYTES:
      let data = place.load(as: ProtobufCBinaryData.self)
      write(varint: UInt64(data.len), to: &end)
      if let bytes = data.data, data.len > 0 { end.copyMemory(from: bytes, byteCount: data.len) }
      end += data.len
    case PROTOBUF_C_TYPE_MESSAGE:
      guard let content = place.load(as: UnsafeRawPointer?.self) else {
        write(varint: 0, to: &end)
        return
      }
      // Most messages have fewer than 128 bytes, so that their length takes one.
      let count = write(content, to: end + 1)
      let prefix = varintSize(UInt64(count))
      if prefix > 1 { (end + prefix).copyMemory(from: end + 1, byteCount: count) }
      write(varint: UInt64(count), to: &end)
      end += count
    default: write(varint: number(of: type, at: place), to: &end)
    }
  }

  // MARK: Values

  /// Whether a singular field is written.
  @inline(__always)
  private static func isPresent(
    _ field: UnsafePointer<ProtobufCFieldDescriptor>,
    at place: UnsafeRawPointer,
    in message: UnsafeRawPointer
  ) -> Bool {
    if field.pointee.isOfChoice {
      let member = message.load(fromByteOffset: Int(field.pointee.quantifier_offset), as: UInt32.self)
      guard member == field.pointee.id else { return false }
      return field.pointee.type != PROTOBUF_C_TYPE_MESSAGE || place.load(as: UnsafeRawPointer?.self) != nil
    }
    switch field.pointee.type {
    case PROTOBUF_C_TYPE_ENUM, PROTOBUF_C_TYPE_UINT32, PROTOBUF_C_TYPE_FIXED32:
      return place.load(as: UInt32.self) != 0
    case PROTOBUF_C_TYPE_DOUBLE: return place.load(as: Double.self) != 0
    case PROTOBUF_C_TYPE_BYTES: return place.load(as: Int.self) != 0
    case PROTOBUF_C_TYPE_MESSAGE: return place.load(as: UnsafeRawPointer?.self) != nil
    default: return place.load(as: UInt64.self) != 0
    }
  }

  /// A number in the form in which it is written. An enum is signed: a negative one takes ten bytes.
  @inline(__always)
  private static func number(of type: ProtobufCType, at place: UnsafeRawPointer) -> UInt64 {
    switch type {
    case PROTOBUF_C_TYPE_ENUM: UInt64(bitPattern: Int64(place.load(as: Int32.self)))
    case PROTOBUF_C_TYPE_UINT32: UInt64(place.load(as: UInt32.self))
    default: place.load(as: UInt64.self)
    }
  }

  @inline(__always)
  private static func varintSize(_ value: UInt64) -> Int { (70 &- (value | 1).leadingZeroBitCount) / 7 }

  @inline(__always)
  private static func write(varint value: UInt64, to end: inout UnsafeMutableRawPointer) {
    var rest = value
    while rest >= 0x80 {
      end.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, as: UInt8.self)
      rest >>= 7
      end += 1
    }
    end.storeBytes(of: UInt8(truncatingIfNeeded: rest), as: UInt8.self)
    end += 1
  }
}
