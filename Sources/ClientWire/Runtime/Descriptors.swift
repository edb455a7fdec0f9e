// The fields have the names of the runtime in C, as the code that is compiled with both of them calls them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// What is known of a message type at run time. Names are those of the runtime in C, since the code between messages and
/// values is compiled with both; see `Documentation/architecture.md`.
struct ProtobufCMessageDescriptor {
  /// The full name, such as `arrange.v1.Path`.
  var name: UnsafePointer<CChar>

  /// How many bytes a message takes in memory.
  var sizeof_message: Int

  /// The number of fields.
  var n_fields: UInt32

  /// The fields by their numbers, in ascending order.
  var fields: UnsafePointer<ProtobufCFieldDescriptor>

  /// The place in ``fields`` of the field with each number, -1 if there is none.
  var places: UnsafePointer<Int8>

  /// The numbers below this one have a place.
  var placeCount: UInt32
}

/// What is known of a field at run time.
struct ProtobufCFieldDescriptor {
  var name: UnsafePointer<CChar>
  var id: UInt32
  var label: ProtobufCLabel
  var type: ProtobufCType
  /// Where the count of a repeated field lies in the message, or what says which member of a choice is there.
  var quantifier_offset: UInt32
  /// Where the value lies in the message.
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

/// The types of fields. Texts are bytes, which have a length, and `bool` is a number.
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

  /// How a value of the type is written.
  @inline(__always)
  var wireType: UInt8 {
    switch self {
    case .enumeration, .uint32, .int64, .uint64: 0
    case .fixed64, .double: 1
    case .bytes, .message: 2
    case .fixed32: 5
    }
  }

  /// Whether values of a repeated field come in one piece.
  @inline(__always)
  var isPackable: Bool { wireType != 2 }

  /// How many bytes a value takes in memory.
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

/// What each message begins with.
struct ProtobufCMessage {
  var descriptor: UnsafePointer<ProtobufCMessageDescriptor>
  var n_unknown_fields: UInt32 = 0
  /// Fields that are not known are not kept. The room is that of the runtime in C, so that messages have one size with both.
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

/// Where the memory of a message comes from.
struct ProtobufCAllocator {
  var alloc: @convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?
  var free: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  var allocator_data: UnsafeMutableRawPointer?

  @inline(__always)
  func take(_ count: Int) -> UnsafeMutableRawPointer? { alloc(allocator_data, count) }
}

/// The room that the members of a choice share: of the size of the largest one.
protocol Choice: BitwiseCopyable {}

extension Choice {
  @inline(__always)
  func get<Value>(_ type: Value.Type) -> Value { withUnsafeBytes(of: self) { $0.load(as: type) } }

  @inline(__always)
  mutating func set<Value>(_ value: Value) {
    withUnsafeMutableBytes(of: &self) { $0.storeBytes(of: value, as: Value.self) }
  }
}

/// Room for a number of 32 bits.
struct ChoiceOf4: Choice { var word: UInt32 = 0 }

/// Room for a number or a message.
struct ChoiceOf8: Choice { var word: UInt64 = 0 }

/// Room for anything.
struct ChoiceOf16: Choice { var words: (UInt64, UInt64) = (0, 0) }
