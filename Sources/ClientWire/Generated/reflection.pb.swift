// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

// MARK: arrange.v1.DescribeRequest

struct Arrange__V1__DescribeRequest {
  var base = ProtobufCMessage(112)
}
extension Arrange__V1__DescribeRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.DescribeRequest" }
  static func describe(_ table: inout FieldTable) {
  }
}
@inline(__always)
func arrange__v1__describe_request__init(_ message: UnsafeMutablePointer<Arrange__V1__DescribeRequest>?) {
  message?.initialize(to: Arrange__V1__DescribeRequest())
}
func arrange__v1__describe_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__DescribeRequest>? {
  unpackMessage(112, allocator, count, bytes)
}
func arrange__v1__describe_request__pack(_ message: UnsafePointer<Arrange__V1__DescribeRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.DescribeResponse

struct Arrange__V1__DescribeResponse {
  var base = ProtobufCMessage(113)
  var file_descriptor_set: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__DescribeResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.DescribeResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("file_descriptor_set", 1, .bytes, MemoryLayout<Self>.offset(of: \.file_descriptor_set))
  }
}
@inline(__always)
func arrange__v1__describe_response__init(_ message: UnsafeMutablePointer<Arrange__V1__DescribeResponse>?) {
  message?.initialize(to: Arrange__V1__DescribeResponse())
}
func arrange__v1__describe_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__DescribeResponse>? {
  unpackMessage(113, allocator, count, bytes)
}
func arrange__v1__describe_response__pack(_ message: UnsafePointer<Arrange__V1__DescribeResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}
