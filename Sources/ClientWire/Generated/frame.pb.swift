// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

// MARK: arrange.v1.FrameType

struct Arrange__V1__FrameType: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__FRAME_TYPE__FRAME_TYPE_UNSPECIFIED: Arrange__V1__FrameType { Arrange__V1__FrameType(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__FRAME_TYPE__FRAME_TYPE_HELLO: Arrange__V1__FrameType { Arrange__V1__FrameType(rawValue: 1) }
@inline(__always)
var ARRANGE__V1__FRAME_TYPE__FRAME_TYPE_WELCOME: Arrange__V1__FrameType { Arrange__V1__FrameType(rawValue: 2) }
@inline(__always)
var ARRANGE__V1__FRAME_TYPE__FRAME_TYPE_OPEN: Arrange__V1__FrameType { Arrange__V1__FrameType(rawValue: 3) }
@inline(__always)
var ARRANGE__V1__FRAME_TYPE__FRAME_TYPE_DATA: Arrange__V1__FrameType { Arrange__V1__FrameType(rawValue: 4) }
@inline(__always)
var ARRANGE__V1__FRAME_TYPE__FRAME_TYPE_END: Arrange__V1__FrameType { Arrange__V1__FrameType(rawValue: 5) }
@inline(__always)
var ARRANGE__V1__FRAME_TYPE__FRAME_TYPE_CANCEL: Arrange__V1__FrameType { Arrange__V1__FrameType(rawValue: 6) }
@inline(__always)
var ARRANGE__V1__FRAME_TYPE__FRAME_TYPE_CREDIT: Arrange__V1__FrameType { Arrange__V1__FrameType(rawValue: 7) }
@inline(__always)
var ARRANGE__V1__FRAME_TYPE__FRAME_TYPE_PING: Arrange__V1__FrameType { Arrange__V1__FrameType(rawValue: 8) }
@inline(__always)
var ARRANGE__V1__FRAME_TYPE__FRAME_TYPE_PONG: Arrange__V1__FrameType { Arrange__V1__FrameType(rawValue: 9) }
@inline(__always)
var ARRANGE__V1__FRAME_TYPE__FRAME_TYPE_GOAWAY: Arrange__V1__FrameType { Arrange__V1__FrameType(rawValue: 10) }

// MARK: arrange.v1.FrameFlag

struct Arrange__V1__FrameFlag: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__FRAME_FLAG__FRAME_FLAG_NONE: Arrange__V1__FrameFlag { Arrange__V1__FrameFlag(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__FRAME_FLAG__FRAME_FLAG_IGNORE_IF_UNKNOWN: Arrange__V1__FrameFlag { Arrange__V1__FrameFlag(rawValue: 1) }

// MARK: arrange.v1.Frame

struct Arrange__V1__Frame {
  var base = ProtobufCMessage(105)
  var stream: UInt32 = 0
  var type: UInt32 = 0
  var flags: UInt32 = 0
  var method: ProtobufCBinaryData = ProtobufCBinaryData()
  var timeout_us: UInt64 = 0
  var status: UInt32 = 0
  var credit: UInt64 = 0
  var sequence: UInt64 = 0
  var metadata: ProtobufCBinaryData = ProtobufCBinaryData()
  var body: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__Frame: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Frame" }
  static func describe(_ table: inout FieldTable) {
    table.add("stream", 1, .uint32, MemoryLayout<Self>.offset(of: \.stream))
    table.add("type", 2, .uint32, MemoryLayout<Self>.offset(of: \.type))
    table.add("flags", 3, .uint32, MemoryLayout<Self>.offset(of: \.flags))
    table.add("method", 4, .bytes, MemoryLayout<Self>.offset(of: \.method))
    table.add("timeout_us", 5, .uint64, MemoryLayout<Self>.offset(of: \.timeout_us))
    table.add("status", 6, .uint32, MemoryLayout<Self>.offset(of: \.status))
    table.add("credit", 7, .uint64, MemoryLayout<Self>.offset(of: \.credit))
    table.add("sequence", 8, .uint64, MemoryLayout<Self>.offset(of: \.sequence))
    table.add("metadata", 14, .bytes, MemoryLayout<Self>.offset(of: \.metadata))
    table.add("body", 15, .bytes, MemoryLayout<Self>.offset(of: \.body))
  }
}
@inline(__always)
func arrange__v1__frame__init(_ message: UnsafeMutablePointer<Arrange__V1__Frame>?) {
  message?.initialize(to: Arrange__V1__Frame())
}
func arrange__v1__frame__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Frame>? {
  unpackMessage(105, allocator, count, bytes)
}
func arrange__v1__frame__pack(_ message: UnsafePointer<Arrange__V1__Frame>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}
