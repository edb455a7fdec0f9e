internal import CArrangeProtos

// Texts are bytes with a length, and `bool` is a number; the generator refuses types that are not named here.

extension ProtobufCType {
  /// The wire type of a value of the type.
  @inline(__always)
  var wireType: UInt8 {
    switch self {
    case PROTOBUF_C_TYPE_FIXED64, PROTOBUF_C_TYPE_DOUBLE: 1
    case PROTOBUF_C_TYPE_BYTES, PROTOBUF_C_TYPE_MESSAGE: 2
    case PROTOBUF_C_TYPE_FIXED32: 5
    default: 0
    }
  }

  /// Whether values of a repeated field are packed.
  @inline(__always)
  var isPackable: Bool { wireType != 2 }

  /// The size of a value in memory.
  @inline(__always)
  var size: Int {
    switch self {
    case PROTOBUF_C_TYPE_ENUM, PROTOBUF_C_TYPE_UINT32, PROTOBUF_C_TYPE_FIXED32: 4
    case PROTOBUF_C_TYPE_BYTES: 16
    default: 8
    }
  }
}

extension ProtobufCFieldDescriptor {
  @inline(__always)
  var isRepeated: Bool { label == PROTOBUF_C_LABEL_REPEATED }

  /// Whether the field is a member of a oneof.
  @inline(__always)
  var isOfChoice: Bool { flags & PROTOBUF_C_FIELD_FLAG_ONEOF.rawValue != 0 }
}

extension UnsafePointer<ProtobufCMessageDescriptor> {
  /// The field at a place in the order of the numbers.
  @inline(__always)
  func field(at place: Int) -> UnsafePointer<ProtobufCFieldDescriptor> {
    pointee.fields.unsafelyUnwrapped + place
  }

  /// The field with a number; nil if the message has none. O(ranges), of which nearly all messages have one or two.
  @inline(__always)
  func field(_ number: UInt32) -> UnsafePointer<ProtobufCFieldDescriptor>? {
    // Most numbers count from 1 without a gap.
    if number &- 1 < pointee.n_fields {
      let field = field(at: Int(number &- 1))
      if field.pointee.id == number { return field }
    }
    return fieldInRanges(number)
  }

  @inline(never)
  private func fieldInRanges(_ number: UInt32) -> UnsafePointer<ProtobufCFieldDescriptor>? {
    guard let ranges = pointee.field_ranges else { return nil }
    for place in 0..<Int(pointee.n_field_ranges) {
      let start = UInt32(bitPattern: ranges[place].start_value)
      guard number >= start else { return nil }
      let first = ranges[place].orig_index
      // The last range is followed by one that says where it ends.
      if number &- start < ranges[place &+ 1].orig_index &- first {
        return field(at: Int(first &+ (number &- start)))
      }
    }
    return nil
  }
}

extension ProtobufCAllocator {
  /// Memory of the arena; nil if the budget does not allow it.
  @inline(__always)
  func take(_ count: Int) -> UnsafeMutableRawPointer? { alloc(allocator_data, count) }
}
