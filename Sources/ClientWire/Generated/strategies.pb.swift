// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

// MARK: arrange.v1.KeyForm

struct Arrange__V1__KeyForm: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__KEY_FORM__KEY_FORM_UNSPECIFIED: Arrange__V1__KeyForm { Arrange__V1__KeyForm(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__KEY_FORM__KEY_FORM_STORED: Arrange__V1__KeyForm { Arrange__V1__KeyForm(rawValue: 1) }
@inline(__always)
var ARRANGE__V1__KEY_FORM__KEY_FORM_RANK: Arrange__V1__KeyForm { Arrange__V1__KeyForm(rawValue: 2) }

// MARK: arrange.v1.ListStrategiesRequest

struct Arrange__V1__ListStrategiesRequest {
  var base = ProtobufCMessage(124)
}
extension Arrange__V1__ListStrategiesRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ListStrategiesRequest" }
  static func describe(_ table: inout FieldTable) {
  }
}
@inline(__always)
func arrange__v1__list_strategies_request__init(_ message: UnsafeMutablePointer<Arrange__V1__ListStrategiesRequest>?) {
  message?.initialize(to: Arrange__V1__ListStrategiesRequest())
}
func arrange__v1__list_strategies_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ListStrategiesRequest>? {
  unpackMessage(124, allocator, count, bytes)
}
func arrange__v1__list_strategies_request__pack(_ message: UnsafePointer<Arrange__V1__ListStrategiesRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ListStrategiesResponse

struct Arrange__V1__ListStrategiesResponse {
  var base = ProtobufCMessage(125)
  var n_strategies: Int = 0
  var strategies: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Strategy>?>! = nil
  var default_strategy: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__ListStrategiesResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ListStrategiesResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("strategies", 1, .message, MemoryLayout<Self>.offset(of: \.strategies), count: MemoryLayout<Self>.offset(of: \.n_strategies), of: 126)
    table.add("default_strategy", 2, .bytes, MemoryLayout<Self>.offset(of: \.default_strategy))
  }
}
@inline(__always)
func arrange__v1__list_strategies_response__init(_ message: UnsafeMutablePointer<Arrange__V1__ListStrategiesResponse>?) {
  message?.initialize(to: Arrange__V1__ListStrategiesResponse())
}
func arrange__v1__list_strategies_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ListStrategiesResponse>? {
  unpackMessage(125, allocator, count, bytes)
}
func arrange__v1__list_strategies_response__pack(_ message: UnsafePointer<Arrange__V1__ListStrategiesResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.Strategy

struct Arrange__V1__Strategy {
  var base = ProtobufCMessage(126)
  var name: ProtobufCBinaryData = ProtobufCBinaryData()
  var version: UInt32 = 0
  var key_form: Arrange__V1__KeyForm = Arrange__V1__KeyForm(rawValue: 0)
  var maximum_key_length: Int64 = 0
  var summary: ProtobufCBinaryData = ProtobufCBinaryData()
  var n_parameters: Int = 0
  var parameters: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__StrategyParameter>?>! = nil
}
extension Arrange__V1__Strategy: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Strategy" }
  static func describe(_ table: inout FieldTable) {
    table.add("name", 1, .bytes, MemoryLayout<Self>.offset(of: \.name))
    table.add("version", 2, .uint32, MemoryLayout<Self>.offset(of: \.version))
    table.add("key_form", 3, .enumeration, MemoryLayout<Self>.offset(of: \.key_form))
    table.add("maximum_key_length", 4, .int64, MemoryLayout<Self>.offset(of: \.maximum_key_length))
    table.add("summary", 5, .bytes, MemoryLayout<Self>.offset(of: \.summary))
    table.add("parameters", 6, .message, MemoryLayout<Self>.offset(of: \.parameters), count: MemoryLayout<Self>.offset(of: \.n_parameters), of: 127)
  }
}
@inline(__always)
func arrange__v1__strategy__init(_ message: UnsafeMutablePointer<Arrange__V1__Strategy>?) {
  message?.initialize(to: Arrange__V1__Strategy())
}
func arrange__v1__strategy__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Strategy>? {
  unpackMessage(126, allocator, count, bytes)
}
func arrange__v1__strategy__pack(_ message: UnsafePointer<Arrange__V1__Strategy>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.StrategyParameter

struct Arrange__V1__StrategyParameter {
  var base = ProtobufCMessage(127)
  var name: ProtobufCBinaryData = ProtobufCBinaryData()
  var summary: ProtobufCBinaryData = ProtobufCBinaryData()
  var minimum: Int64 = 0
  var maximum: Int64 = 0
  var standard: Int64 = 0
}
extension Arrange__V1__StrategyParameter: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.StrategyParameter" }
  static func describe(_ table: inout FieldTable) {
    table.add("name", 1, .bytes, MemoryLayout<Self>.offset(of: \.name))
    table.add("summary", 2, .bytes, MemoryLayout<Self>.offset(of: \.summary))
    table.add("minimum", 3, .int64, MemoryLayout<Self>.offset(of: \.minimum))
    table.add("maximum", 4, .int64, MemoryLayout<Self>.offset(of: \.maximum))
    table.add("standard", 5, .int64, MemoryLayout<Self>.offset(of: \.standard))
  }
}
@inline(__always)
func arrange__v1__strategy_parameter__init(_ message: UnsafeMutablePointer<Arrange__V1__StrategyParameter>?) {
  message?.initialize(to: Arrange__V1__StrategyParameter())
}
func arrange__v1__strategy_parameter__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__StrategyParameter>? {
  unpackMessage(127, allocator, count, bytes)
}
func arrange__v1__strategy_parameter__pack(_ message: UnsafePointer<Arrange__V1__StrategyParameter>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}
