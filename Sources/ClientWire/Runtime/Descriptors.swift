// The fields have the names of the C runtime, for the code that is compiled with both runtimes.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The run-time description of a message type. Names are those of the C runtime, since the conversion between
/// messages and values is compiled with both; see `Documentation/architecture.md`.
struct ProtobufCMessageDescriptor {
  /// The full name, such as `arrange.v1.Path`.
  var name: UnsafePointer<CChar>

  /// The size of a message in memory.
  var sizeof_message: Int

  /// The number of fields.
  var n_fields: UInt32

  /// The fields by their numbers, in ascending order.
  var fields: UnsafePointer<ProtobufCFieldDescriptor>

  /// The index in ``fields`` of the field with each number, -1 if there is none.
  var places: UnsafePointer<Int8>

  /// Numbers below this one have an entry in ``places``.
  var placeCount: UInt32
}

/// The run-time description of a field.
struct ProtobufCFieldDescriptor {
  var name: UnsafePointer<CChar>
  var id: UInt32
  var label: ProtobufCLabel
  var type: ProtobufCType
  /// The offset in the message of the count of a repeated field, or of the discriminator of a oneof.
  var quantifier_offset: UInt32
  /// The offset of the value in the message.
  var offset: UInt32
  /// The ``ProtobufCMessageDescriptor`` of a message.
  var descriptor: UnsafeRawPointer!
  var flags: UInt32
}

/// Whether a field has one value or several.
enum ProtobufCLabel: UInt8 {
  case none
  case repeated
}

/// The types of fields. Texts are bytes with a length, and `bool` is a number.
enum ProtobufCType: UInt8 {
  case enumeration
  case uint32
  case fixed32
  case int64
  case uint64
  case fixed64
  case double
  case bytes
  case message

  /// The wire type of a value of the type.
  @inline(__always)
  var wireType: UInt8 {
    switch self {
    case .enumeration, .uint32, .int64, .uint64: 0
    case .fixed64, .double: 1
    case .bytes, .message: 2
    case .fixed32: 5
    }
  }

  /// Whether values of a repeated field are packed.
  @inline(__always)
  var isPackable: Bool { wireType != 2 }

  /// The size of a value in memory.
  @inline(__always)
  var size: Int {
    switch self {
    case .enumeration, .uint32, .fixed32: 4
    case .int64, .uint64, .fixed64, .double, .message: 8
    case .bytes: 16
    }
  }
}

/// A bit of ``ProtobufCFieldDescriptor/flags``.
struct ProtobufCFieldFlag {
  var rawValue: UInt32
}

/// The header of each message.
struct ProtobufCMessage {
  var descriptor: UnsafePointer<ProtobufCMessageDescriptor>
  var n_unknown_fields: UInt32 = 0
  /// Unknown fields are not kept. The space is that of the C runtime, so that messages have the same size
  /// with both.
  var unknown_fields: UnsafeMutableRawPointer?

  @inline(__always)
  init(_ index: Int) { descriptor = messageDescriptors + index }
}

/// Bytes that a message refers to.
struct ProtobufCBinaryData {
  var len: Int
  var data: UnsafeMutablePointer<UInt8>!

  @inline(__always)
  init() { self.init(len: 0, data: nil) }

  @inline(__always)
  init(len: Int, data: UnsafeMutablePointer<UInt8>!) {
    self.len = len
    self.data = data
  }
}

/// The allocator of a message's memory.
struct ProtobufCAllocator {
  var alloc: @convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?
  var free: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  var allocator_data: UnsafeMutableRawPointer?

  @inline(__always)
  func take(_ count: Int) -> UnsafeMutableRawPointer? { alloc(allocator_data, count) }
}

/// The storage shared by the members of a oneof: the size of the largest one.
protocol Choice: BitwiseCopyable {}

extension Choice {
  @inline(__always)
  func get<Value>(_ type: Value.Type) -> Value { withUnsafeBytes(of: self) { $0.load(as: type) } }

  @inline(__always)
  mutating func set<Value>(_ value: Value) {
    withUnsafeMutableBytes(of: &self) { $0.storeBytes(of: value, as: Value.self) }
  }
}

/// Storage for a number of 32 bits.
struct ChoiceOf4: Choice { var word: UInt32 = 0 }

/// Storage for a number or a message.
struct ChoiceOf8: Choice { var word: UInt64 = 0 }

/// Storage for any value.
struct ChoiceOf16: Choice { var words: (UInt64, UInt64) = (0, 0) }
