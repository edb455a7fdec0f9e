internal import CArrangeProtos

/// Decodes messages. It goes through the bytes twice: first it checks their structure and counts the values
/// of repeated fields, then it stores them.
///
/// It accepts and rejects the same input as protobuf-c, and uses as much memory for it, so that both sides
/// of a connection agree about what a message is.
struct MessageReader {
  /// The allocator of the messages' memory.
  let allocator: UnsafeMutablePointer<ProtobufCAllocator>

  /// The number of fields that protobuf-c records before it allocates memory for more.
  private static let notedFields = 16

  /// The memory that it uses for each of them, and for each unknown field, in bytes.
  private static let recordSize = 32
  private static let unknownFieldSize = 24

  /// The maximum length of a length-delimited field, in bytes.
  private static let maximumBytes = UInt64(Int32.max)

  /// Decodes a message; nil if the bytes are invalid, or if there is not enough memory. O(bytes).
  func read(
    _ start: UnsafeRawPointer,
    _ end: UnsafeRawPointer,
    _ descriptor: UnsafePointer<ProtobufCMessageDescriptor>
  ) -> UnsafeMutableRawPointer? {
    let size = descriptor.pointee.sizeof_message
    guard let message = allocator.pointee.take(size) else { return nil }
    message.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    message.storeBytes(of: descriptor, as: UnsafePointer<ProtobufCMessageDescriptor>.self)
    var unknown = 0
    guard survey(start, end, descriptor, message, &unknown), makeRoom(descriptor, message, unknown),
      store(start, end, descriptor, message)
    else { return nil }
    return message
  }

  // MARK: First pass

  /// Checks that the bytes are fields, and counts those that are repeated.
  @inline(__always)
  private func survey(
    _ start: UnsafeRawPointer,
    _ end: UnsafeRawPointer,
    _ descriptor: UnsafePointer<ProtobufCMessageDescriptor>,
    _ message: UnsafeMutableRawPointer,
    _ unknown: inout Int
  ) -> Bool {
    var place = start
    var noted = 0
    var room = MessageReader.notedFields
    var nextRoom = MessageReader.notedFields * 2
    while place < end {
      guard let (number, wireType) = MessageReader.tag(&place, end) else { return false }
      let begin = place
      guard MessageReader.skip(wireType, &place, end) else { return false }
      if noted == room {
        guard allocator.pointee.take(MessageReader.recordSize &* nextRoom) != nil else { return false }
        room &+= nextRoom
        nextRoom &*= 2
      }
      noted &+= 1
      guard let field = descriptor.field(number) else {
        unknown &+= 1
        continue
      }
      guard field.pointee.isRepeated else { continue }
      var count = 1
      if wireType == 2, field.pointee.type.isPackable {
        guard let found = MessageReader.packedCount(field.pointee.type, begin, place) else { return false }
        count = found
      }
      let total = message.load(fromByteOffset: Int(field.pointee.quantifier_offset), as: Int.self)
      message.storeBytes(of: total &+ count, toByteOffset: Int(field.pointee.quantifier_offset), as: Int.self)
    }
    return true
  }

  /// The number of values in a packed field; nil if the field does not end with one.
  private static func packedCount(
    _ type: ProtobufCType,
    _ begin: UnsafeRawPointer,
    _ end: UnsafeRawPointer
  ) -> Int? {
    var place = begin
    guard let length = varint(&place, end) else { return nil }
    switch type.wireType {
    case 1: return length.isMultiple(of: 8) ? Int(length / 8) : nil
    case 5: return length.isMultiple(of: 4) ? Int(length / 4) : nil
    default:
      var count = 0
      while place < end {
        if place.load(as: UInt8.self) < 0x80 { count &+= 1 }
        place += 1
      }
      return count
    }
  }

  // MARK: Between the passes

  /// Allocates the memory of the repeated fields, and resets their counts.
  @inline(__always)
  private func makeRoom(
    _ descriptor: UnsafePointer<ProtobufCMessageDescriptor>,
    _ message: UnsafeMutableRawPointer,
    _ unknown: Int
  ) -> Bool {
    for place in 0..<Int(descriptor.pointee.n_fields) {
      let field = descriptor.field(at: place).pointee
      guard field.isRepeated else { continue }
      let quantifier = Int(field.quantifier_offset)
      let count = message.load(fromByteOffset: quantifier, as: Int.self)
      guard count > 0 else { continue }
      guard let values = allocator.pointee.take(count &* field.type.size) else { return false }
      message.storeBytes(of: values, toByteOffset: Int(field.offset), as: UnsafeMutableRawPointer.self)
      message.storeBytes(of: 0, toByteOffset: quantifier, as: Int.self)
    }
    guard unknown > 0 else { return true }
    // Unknown fields are not kept, but count against the budget.
    return allocator.pointee.take(unknown &* MessageReader.unknownFieldSize) != nil
  }

  // MARK: Second pass

  @inline(__always)
  private func store(
    _ start: UnsafeRawPointer,
    _ end: UnsafeRawPointer,
    _ descriptor: UnsafePointer<ProtobufCMessageDescriptor>,
    _ message: UnsafeMutableRawPointer
  ) -> Bool {
    var place = start
    while place < end {
      guard let (number, wireType) = MessageReader.tag(&place, end) else { return false }
      let begin = place
      guard MessageReader.skip(wireType, &place, end) else { return false }
      guard let field = descriptor.field(number) else {
        guard allocator.pointee.take(place - begin) != nil else { return false }
        continue
      }
      let type = field.pointee.type
      let target = message + Int(field.pointee.offset)
      if field.pointee.isRepeated {
        let quantifier = message + Int(field.pointee.quantifier_offset)
        let count = quantifier.load(as: Int.self)
        let values = target.load(as: UnsafeMutableRawPointer.self)
        if wireType == 2, type.isPackable {
          guard let more = storePacked(type, begin, place, values + count &* type.size) else { return false }
          quantifier.storeBytes(of: count &+ more, as: Int.self)
        } else {
          guard store(field, wireType, begin, place, values + count &* type.size) else { return false }
          quantifier.storeBytes(of: count &+ 1, as: Int.self)
        }
      } else {
        guard store(field, wireType, begin, place, target) else { return false }
        if field.pointee.isOfChoice {
          message.storeBytes(of: number, toByteOffset: Int(field.pointee.quantifier_offset), as: UInt32.self)
        }
      }
    }
    return true
  }

  /// Stores one value, with its length if it has one.
  @inline(__always)
  private func store(
    _ field: UnsafePointer<ProtobufCFieldDescriptor>,
    _ wireType: UInt8,
    _ begin: UnsafeRawPointer,
    _ end: UnsafeRawPointer,
    _ target: UnsafeMutableRawPointer
  ) -> Bool {
    let type = field.pointee.type
    guard wireType == type.wireType else { return false }
    var place = begin
    switch type {
    case PROTOBUF_C_TYPE_ENUM, PROTOBUF_C_TYPE_UINT32:
      guard let number = MessageReader.varint(&place, end) else { return false }
      target.storeBytes(of: UInt32(truncatingIfNeeded: number), as: UInt32.self)
    case PROTOBUF_C_TYPE_FIXED32:
      target.storeBytes(of: UInt32(littleEndian: place.loadUnaligned(as: UInt32.self)), as: UInt32.self)
    case PROTOBUF_C_TYPE_FIXED64, PROTOBUF_C_TYPE_DOUBLE:
      target.storeBytes(of: UInt64(littleEndian: place.loadUnaligned(as: UInt64.self)), as: UInt64.self)
    case PROTOBUF_C_TYPE_BYTES:
      guard MessageReader.varint(&place, end) != nil else { return false }
      let count = end - place
      guard count > 0 else {
        target.storeBytes(of: ProtobufCBinaryData(), as: ProtobufCBinaryData.self)
        return true
      }
      guard let copy = allocator.pointee.take(count) else { return false }
      copy.copyMemory(from: place, byteCount: count)
      let data = ProtobufCBinaryData(len: count, data: copy.assumingMemoryBound(to: UInt8.self))
      target.storeBytes(of: data, as: ProtobufCBinaryData.self)
    case PROTOBUF_C_TYPE_MESSAGE:
      guard MessageReader.varint(&place, end) != nil else { return false }
      let descriptor = field.pointee.descriptor.unsafelyUnwrapped
        .assumingMemoryBound(to: ProtobufCMessageDescriptor.self)
      guard let content = read(place, end, descriptor) else { return false }
      target.storeBytes(of: content, as: UnsafeMutableRawPointer.self)
    default:
      guard let number = MessageReader.varint(&place, end) else { return false }
      target.storeBytes(of: number, as: UInt64.self)
    }
    return true
  }

  /// Stores packed values, and returns their number.
  private func storePacked(
    _ type: ProtobufCType,
    _ begin: UnsafeRawPointer,
    _ end: UnsafeRawPointer,
    _ target: UnsafeMutableRawPointer
  ) -> Int? {
    var place = begin
    guard MessageReader.varint(&place, end) != nil else { return nil }
    var count = 0
    while place < end {
      let value = target + count &* type.size
      switch type.wireType {
      case 1:
        value.storeBytes(of: UInt64(littleEndian: place.loadUnaligned(as: UInt64.self)), as: UInt64.self)
        place += 8
      case 5:
        value.storeBytes(of: UInt32(littleEndian: place.loadUnaligned(as: UInt32.self)), as: UInt32.self)
        place += 4
      default:
        guard let number = MessageReader.varint(&place, end) else { return nil }
        if type.size == 4 {
          value.storeBytes(of: UInt32(truncatingIfNeeded: number), as: UInt32.self)
        } else {
          value.storeBytes(of: number, as: UInt64.self)
        }
      }
      count &+= 1
    }
    return count
  }

  // MARK: Bytes

  /// The number and the wire type of a field, in at most five bytes.
  @inline(__always)
  private static func tag(_ place: inout UnsafeRawPointer, _ end: UnsafeRawPointer) -> (UInt32, UInt8)? {
    let first = place.load(as: UInt8.self)
    // No field has the number 0.
    guard first & 0xF8 != 0 else { return nil }
    place += 1
    var number = UInt32(first & 0x7F) >> 3
    if first < 0x80 { return (number, first & 7) }
    var shift: UInt32 = 4
    while place < end, shift < 32 {
      let byte = place.load(as: UInt8.self)
      place += 1
      number |= UInt32(byte & 0x7F) &<< shift
      if byte < 0x80 { return (number, first & 7) }
      shift &+= 7
    }
    return nil
  }

  /// Skips a value.
  @inline(__always)
  private static func skip(_ wireType: UInt8, _ place: inout UnsafeRawPointer, _ end: UnsafeRawPointer)
    -> Bool
  {
    switch wireType {
    case 0: return varint(&place, end) != nil
    case 1:
      guard end - place >= 8 else { return false }
      place += 8
    case 2:
      let begin = place
      guard let length = varint(&place, end), place - begin <= 5, length <= maximumBytes,
        length <= UInt64(end - place)
      else { return false }
      place += Int(length)
    case 5:
      guard end - place >= 4 else { return false }
      place += 4
    default: return false
    }
    return true
  }

  /// A number of at most ten bytes.
  @inline(__always)
  private static func varint(_ place: inout UnsafeRawPointer, _ end: UnsafeRawPointer) -> UInt64? {
    guard place < end else { return nil }
    let first = place.load(as: UInt8.self)
    place += 1
    if first < 0x80 { return UInt64(first) }
    var value = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while place < end, shift < 70 {
      let byte = place.load(as: UInt8.self)
      place += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift &+= 7
    }
    return nil
  }
}
