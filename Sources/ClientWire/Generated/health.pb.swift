// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

// MARK: arrange.v1.ServingStatus

struct Arrange__V1__ServingStatus: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__SERVING_STATUS__SERVING_STATUS_UNKNOWN: Arrange__V1__ServingStatus { Arrange__V1__ServingStatus(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__SERVING_STATUS__SERVING_STATUS_SERVING: Arrange__V1__ServingStatus { Arrange__V1__ServingStatus(rawValue: 1) }
@inline(__always)
var ARRANGE__V1__SERVING_STATUS__SERVING_STATUS_NOT_SERVING: Arrange__V1__ServingStatus { Arrange__V1__ServingStatus(rawValue: 2) }
@inline(__always)
var ARRANGE__V1__SERVING_STATUS__SERVING_STATUS_SERVICE_UNKNOWN: Arrange__V1__ServingStatus { Arrange__V1__ServingStatus(rawValue: 3) }

// MARK: arrange.v1.HealthCheckRequest

struct Arrange__V1__HealthCheckRequest {
  var base = ProtobufCMessage(106)
  var service: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__HealthCheckRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.HealthCheckRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("service", 1, .bytes, MemoryLayout<Self>.offset(of: \.service))
  }
}
@inline(__always)
func arrange__v1__health_check_request__init(_ message: UnsafeMutablePointer<Arrange__V1__HealthCheckRequest>?) {
  message?.initialize(to: Arrange__V1__HealthCheckRequest())
}
func arrange__v1__health_check_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__HealthCheckRequest>? {
  unpackMessage(106, allocator, count, bytes)
}
func arrange__v1__health_check_request__pack(_ message: UnsafePointer<Arrange__V1__HealthCheckRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.HealthCheckResponse

struct Arrange__V1__HealthCheckResponse {
  var base = ProtobufCMessage(107)
  var status: Arrange__V1__ServingStatus = Arrange__V1__ServingStatus(rawValue: 0)
  var n_slow_strategies: Int = 0
  var slow_strategies: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__SlowStrategy>?>! = nil
}
extension Arrange__V1__HealthCheckResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.HealthCheckResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("status", 1, .enumeration, MemoryLayout<Self>.offset(of: \.status))
    table.add("slow_strategies", 2, .message, MemoryLayout<Self>.offset(of: \.slow_strategies), count: MemoryLayout<Self>.offset(of: \.n_slow_strategies), of: 108)
  }
}
@inline(__always)
func arrange__v1__health_check_response__init(_ message: UnsafeMutablePointer<Arrange__V1__HealthCheckResponse>?) {
  message?.initialize(to: Arrange__V1__HealthCheckResponse())
}
func arrange__v1__health_check_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__HealthCheckResponse>? {
  unpackMessage(107, allocator, count, bytes)
}
func arrange__v1__health_check_response__pack(_ message: UnsafePointer<Arrange__V1__HealthCheckResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.SlowStrategy

struct Arrange__V1__SlowStrategy {
  var base = ProtobufCMessage(108)
  var collection: ProtobufCBinaryData = ProtobufCBinaryData()
  var strategy: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__SlowStrategy: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.SlowStrategy" }
  static func describe(_ table: inout FieldTable) {
    table.add("collection", 1, .bytes, MemoryLayout<Self>.offset(of: \.collection))
    table.add("strategy", 2, .bytes, MemoryLayout<Self>.offset(of: \.strategy))
  }
}
@inline(__always)
func arrange__v1__slow_strategy__init(_ message: UnsafeMutablePointer<Arrange__V1__SlowStrategy>?) {
  message?.initialize(to: Arrange__V1__SlowStrategy())
}
func arrange__v1__slow_strategy__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__SlowStrategy>? {
  unpackMessage(108, allocator, count, bytes)
}
func arrange__v1__slow_strategy__pack(_ message: UnsafePointer<Arrange__V1__SlowStrategy>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}
