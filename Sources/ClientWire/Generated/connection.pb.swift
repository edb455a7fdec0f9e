// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

// MARK: arrange.v1.Processed

struct Arrange__V1__Processed: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__PROCESSED__PROCESSED_UNKNOWN: Arrange__V1__Processed { Arrange__V1__Processed(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__PROCESSED__PROCESSED_NOT_STARTED: Arrange__V1__Processed { Arrange__V1__Processed(rawValue: 1) }
@inline(__always)
var ARRANGE__V1__PROCESSED__PROCESSED_DONE: Arrange__V1__Processed { Arrange__V1__Processed(rawValue: 2) }

// MARK: arrange.v1.Hello

struct Arrange__V1__Hello {
  var base = ProtobufCMessage(99)
  var magic: UInt32 = 0
  var version_min: UInt32 = 0
  var version_max: UInt32 = 0
  var client_name: ProtobufCBinaryData = ProtobufCBinaryData()
  var client_id: ProtobufCBinaryData = ProtobufCBinaryData()
  var token: ProtobufCBinaryData = ProtobufCBinaryData()
  var largest_frame: UInt32 = 0
}
extension Arrange__V1__Hello: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Hello" }
  static func describe(_ table: inout FieldTable) {
    table.add("magic", 1, .fixed32, MemoryLayout<Self>.offset(of: \.magic))
    table.add("version_min", 2, .uint32, MemoryLayout<Self>.offset(of: \.version_min))
    table.add("version_max", 3, .uint32, MemoryLayout<Self>.offset(of: \.version_max))
    table.add("client_name", 4, .bytes, MemoryLayout<Self>.offset(of: \.client_name))
    table.add("client_id", 5, .bytes, MemoryLayout<Self>.offset(of: \.client_id))
    table.add("token", 6, .bytes, MemoryLayout<Self>.offset(of: \.token))
    table.add("largest_frame", 7, .uint32, MemoryLayout<Self>.offset(of: \.largest_frame))
  }
}
@inline(__always)
func arrange__v1__hello__init(_ message: UnsafeMutablePointer<Arrange__V1__Hello>?) {
  message?.initialize(to: Arrange__V1__Hello())
}
func arrange__v1__hello__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Hello>? {
  unpackMessage(99, allocator, count, bytes)
}
func arrange__v1__hello__pack(_ message: UnsafePointer<Arrange__V1__Hello>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.Welcome

struct Arrange__V1__Welcome {
  var base = ProtobufCMessage(100)
  var version: UInt32 = 0
  var server_id: ProtobufCBinaryData = ProtobufCBinaryData()
  var largest_frame: UInt32 = 0
  var most_calls: UInt32 = 0
  var most_subscriptions: UInt32 = 0
  var keepalive_ms: UInt32 = 0
  var keepalive_timeout_ms: UInt32 = 0
}
extension Arrange__V1__Welcome: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Welcome" }
  static func describe(_ table: inout FieldTable) {
    table.add("version", 1, .uint32, MemoryLayout<Self>.offset(of: \.version))
    table.add("server_id", 2, .bytes, MemoryLayout<Self>.offset(of: \.server_id))
    table.add("largest_frame", 3, .uint32, MemoryLayout<Self>.offset(of: \.largest_frame))
    table.add("most_calls", 4, .uint32, MemoryLayout<Self>.offset(of: \.most_calls))
    table.add("most_subscriptions", 5, .uint32, MemoryLayout<Self>.offset(of: \.most_subscriptions))
    table.add("keepalive_ms", 6, .uint32, MemoryLayout<Self>.offset(of: \.keepalive_ms))
    table.add("keepalive_timeout_ms", 7, .uint32, MemoryLayout<Self>.offset(of: \.keepalive_timeout_ms))
  }
}
@inline(__always)
func arrange__v1__welcome__init(_ message: UnsafeMutablePointer<Arrange__V1__Welcome>?) {
  message?.initialize(to: Arrange__V1__Welcome())
}
func arrange__v1__welcome__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Welcome>? {
  unpackMessage(100, allocator, count, bytes)
}
func arrange__v1__welcome__pack(_ message: UnsafePointer<Arrange__V1__Welcome>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.Metadata

struct Arrange__V1__Metadata {
  var base = ProtobufCMessage(101)
  var n_entries: Int = 0
  var entries: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__MetadataEntry>?>! = nil
}
extension Arrange__V1__Metadata: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Metadata" }
  static func describe(_ table: inout FieldTable) {
    table.add("entries", 1, .message, MemoryLayout<Self>.offset(of: \.entries), count: MemoryLayout<Self>.offset(of: \.n_entries), of: 102)
  }
}
@inline(__always)
func arrange__v1__metadata__init(_ message: UnsafeMutablePointer<Arrange__V1__Metadata>?) {
  message?.initialize(to: Arrange__V1__Metadata())
}
func arrange__v1__metadata__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Metadata>? {
  unpackMessage(101, allocator, count, bytes)
}
func arrange__v1__metadata__pack(_ message: UnsafePointer<Arrange__V1__Metadata>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.MetadataEntry

struct Arrange__V1__MetadataEntry {
  var base = ProtobufCMessage(102)
  var name: ProtobufCBinaryData = ProtobufCBinaryData()
  var value: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__MetadataEntry: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.MetadataEntry" }
  static func describe(_ table: inout FieldTable) {
    table.add("name", 1, .bytes, MemoryLayout<Self>.offset(of: \.name))
    table.add("value", 2, .bytes, MemoryLayout<Self>.offset(of: \.value))
  }
}
@inline(__always)
func arrange__v1__metadata_entry__init(_ message: UnsafeMutablePointer<Arrange__V1__MetadataEntry>?) {
  message?.initialize(to: Arrange__V1__MetadataEntry())
}
func arrange__v1__metadata_entry__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__MetadataEntry>? {
  unpackMessage(102, allocator, count, bytes)
}
func arrange__v1__metadata_entry__pack(_ message: UnsafePointer<Arrange__V1__MetadataEntry>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.Status

struct Arrange__V1__Status {
  var base = ProtobufCMessage(103)
  var message: ProtobufCBinaryData = ProtobufCBinaryData()
  var n_details: Int = 0
  var details: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__StatusDetail>?>! = nil
  var retry_after_ms: UInt64 = 0
  var processed: Arrange__V1__Processed = Arrange__V1__Processed(rawValue: 0)
}
extension Arrange__V1__Status: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Status" }
  static func describe(_ table: inout FieldTable) {
    table.add("message", 1, .bytes, MemoryLayout<Self>.offset(of: \.message))
    table.add("details", 2, .message, MemoryLayout<Self>.offset(of: \.details), count: MemoryLayout<Self>.offset(of: \.n_details), of: 104)
    table.add("retry_after_ms", 3, .uint64, MemoryLayout<Self>.offset(of: \.retry_after_ms))
    table.add("processed", 4, .enumeration, MemoryLayout<Self>.offset(of: \.processed))
  }
}
@inline(__always)
func arrange__v1__status__init(_ message: UnsafeMutablePointer<Arrange__V1__Status>?) {
  message?.initialize(to: Arrange__V1__Status())
}
func arrange__v1__status__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Status>? {
  unpackMessage(103, allocator, count, bytes)
}
func arrange__v1__status__pack(_ message: UnsafePointer<Arrange__V1__Status>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.StatusDetail

struct Arrange__V1__StatusDetail {
  var base = ProtobufCMessage(104)
  var name: ProtobufCBinaryData = ProtobufCBinaryData()
  var value: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__StatusDetail: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.StatusDetail" }
  static func describe(_ table: inout FieldTable) {
    table.add("name", 1, .bytes, MemoryLayout<Self>.offset(of: \.name))
    table.add("value", 2, .bytes, MemoryLayout<Self>.offset(of: \.value))
  }
}
@inline(__always)
func arrange__v1__status_detail__init(_ message: UnsafeMutablePointer<Arrange__V1__StatusDetail>?) {
  message?.initialize(to: Arrange__V1__StatusDetail())
}
func arrange__v1__status_detail__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__StatusDetail>? {
  unpackMessage(104, allocator, count, bytes)
}
func arrange__v1__status_detail__pack(_ message: UnsafePointer<Arrange__V1__StatusDetail>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}
