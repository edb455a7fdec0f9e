// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

// MARK: arrange.v1.CompareRequest

struct Arrange__V1__CompareRequest {
  var base = ProtobufCMessage(114)
  var plan: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__CompareRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.CompareRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("plan", 1, .bytes, MemoryLayout<Self>.offset(of: \.plan))
  }
}
@inline(__always)
func arrange__v1__compare_request__init(_ message: UnsafeMutablePointer<Arrange__V1__CompareRequest>?) {
  message?.initialize(to: Arrange__V1__CompareRequest())
}
func arrange__v1__compare_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__CompareRequest>? {
  unpackMessage(114, allocator, count, bytes)
}
func arrange__v1__compare_request__pack(_ message: UnsafePointer<Arrange__V1__CompareRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.CompareResponse

struct Arrange__V1__CompareResponse {
  var base = ProtobufCMessage(115)
  var done: Int64 = 0
  var total: Int64 = 0
  var report: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__CompareResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.CompareResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("done", 1, .int64, MemoryLayout<Self>.offset(of: \.done))
    table.add("total", 2, .int64, MemoryLayout<Self>.offset(of: \.total))
    table.add("report", 3, .bytes, MemoryLayout<Self>.offset(of: \.report))
  }
}
@inline(__always)
func arrange__v1__compare_response__init(_ message: UnsafeMutablePointer<Arrange__V1__CompareResponse>?) {
  message?.initialize(to: Arrange__V1__CompareResponse())
}
func arrange__v1__compare_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__CompareResponse>? {
  unpackMessage(115, allocator, count, bytes)
}
func arrange__v1__compare_response__pack(_ message: UnsafePointer<Arrange__V1__CompareResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.BackupRequest

struct Arrange__V1__BackupRequest {
  var base = ProtobufCMessage(116)
  var n_collections: Int = 0
  var collections: UnsafeMutablePointer<ProtobufCBinaryData>! = nil
}
extension Arrange__V1__BackupRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.BackupRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("collections", 1, .bytes, MemoryLayout<Self>.offset(of: \.collections), count: MemoryLayout<Self>.offset(of: \.n_collections))
  }
}
@inline(__always)
func arrange__v1__backup_request__init(_ message: UnsafeMutablePointer<Arrange__V1__BackupRequest>?) {
  message?.initialize(to: Arrange__V1__BackupRequest())
}
func arrange__v1__backup_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__BackupRequest>? {
  unpackMessage(116, allocator, count, bytes)
}
func arrange__v1__backup_request__pack(_ message: UnsafePointer<Arrange__V1__BackupRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.BackupResponse

struct Arrange__V1__BackupResponse {
  var base = ProtobufCMessage(117)
  var data: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__BackupResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.BackupResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("data", 1, .bytes, MemoryLayout<Self>.offset(of: \.data))
  }
}
@inline(__always)
func arrange__v1__backup_response__init(_ message: UnsafeMutablePointer<Arrange__V1__BackupResponse>?) {
  message?.initialize(to: Arrange__V1__BackupResponse())
}
func arrange__v1__backup_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__BackupResponse>? {
  unpackMessage(117, allocator, count, bytes)
}
func arrange__v1__backup_response__pack(_ message: UnsafePointer<Arrange__V1__BackupResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ServerInfoRequest

struct Arrange__V1__ServerInfoRequest {
  var base = ProtobufCMessage(118)
}
extension Arrange__V1__ServerInfoRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ServerInfoRequest" }
  static func describe(_ table: inout FieldTable) {
  }
}
@inline(__always)
func arrange__v1__server_info_request__init(_ message: UnsafeMutablePointer<Arrange__V1__ServerInfoRequest>?) {
  message?.initialize(to: Arrange__V1__ServerInfoRequest())
}
func arrange__v1__server_info_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ServerInfoRequest>? {
  unpackMessage(118, allocator, count, bytes)
}
func arrange__v1__server_info_request__pack(_ message: UnsafePointer<Arrange__V1__ServerInfoRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ServerInfoResponse

struct Arrange__V1__ServerInfoResponse {
  var base = ProtobufCMessage(119)
  var version: ProtobufCBinaryData = ProtobufCBinaryData()
  var server_id: ProtobufCBinaryData = ProtobufCBinaryData()
  var uptime_us: Int64 = 0
  var counts: UnsafeMutablePointer<Arrange__V1__ServerCounts>! = nil
  var limits: UnsafeMutablePointer<Arrange__V1__ServerLimits>! = nil
  var n_nodes: Int = 0
  var nodes: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__NodeInfo>?>! = nil
}
extension Arrange__V1__ServerInfoResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ServerInfoResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("version", 1, .bytes, MemoryLayout<Self>.offset(of: \.version))
    table.add("server_id", 2, .bytes, MemoryLayout<Self>.offset(of: \.server_id))
    table.add("uptime_us", 3, .int64, MemoryLayout<Self>.offset(of: \.uptime_us))
    table.add("counts", 4, .message, MemoryLayout<Self>.offset(of: \.counts), of: 122)
    table.add("limits", 5, .message, MemoryLayout<Self>.offset(of: \.limits), of: 123)
    table.add("nodes", 6, .message, MemoryLayout<Self>.offset(of: \.nodes), count: MemoryLayout<Self>.offset(of: \.n_nodes), of: 120)
  }
}
@inline(__always)
func arrange__v1__server_info_response__init(_ message: UnsafeMutablePointer<Arrange__V1__ServerInfoResponse>?) {
  message?.initialize(to: Arrange__V1__ServerInfoResponse())
}
func arrange__v1__server_info_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ServerInfoResponse>? {
  unpackMessage(119, allocator, count, bytes)
}
func arrange__v1__server_info_response__pack(_ message: UnsafePointer<Arrange__V1__ServerInfoResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.NodeInfo

struct Arrange__V1__NodeInfo {
  var base = ProtobufCMessage(120)
  var id: ProtobufCBinaryData = ProtobufCBinaryData()
  var name: ProtobufCBinaryData = ProtobufCBinaryData()
  var address: ProtobufCBinaryData = ProtobufCBinaryData()
  var n_slots: Int = 0
  var slots: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__SlotRange>?>! = nil
  var lease_ms: Int64 = 0
  var is_self: UInt64 = 0
  var replicas: Int64 = 0
  var lag_ms: Int64 = 0
  var problem: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__NodeInfo: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.NodeInfo" }
  static func describe(_ table: inout FieldTable) {
    table.add("id", 1, .bytes, MemoryLayout<Self>.offset(of: \.id))
    table.add("name", 2, .bytes, MemoryLayout<Self>.offset(of: \.name))
    table.add("address", 3, .bytes, MemoryLayout<Self>.offset(of: \.address))
    table.add("slots", 4, .message, MemoryLayout<Self>.offset(of: \.slots), count: MemoryLayout<Self>.offset(of: \.n_slots), of: 121)
    table.add("lease_ms", 5, .int64, MemoryLayout<Self>.offset(of: \.lease_ms))
    table.add("is_self", 6, .uint64, MemoryLayout<Self>.offset(of: \.is_self))
    table.add("replicas", 7, .int64, MemoryLayout<Self>.offset(of: \.replicas))
    table.add("lag_ms", 8, .int64, MemoryLayout<Self>.offset(of: \.lag_ms))
    table.add("problem", 9, .bytes, MemoryLayout<Self>.offset(of: \.problem))
  }
}
@inline(__always)
func arrange__v1__node_info__init(_ message: UnsafeMutablePointer<Arrange__V1__NodeInfo>?) {
  message?.initialize(to: Arrange__V1__NodeInfo())
}
func arrange__v1__node_info__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__NodeInfo>? {
  unpackMessage(120, allocator, count, bytes)
}
func arrange__v1__node_info__pack(_ message: UnsafePointer<Arrange__V1__NodeInfo>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.SlotRange

struct Arrange__V1__SlotRange {
  var base = ProtobufCMessage(121)
  var first: Int64 = 0
  var last: Int64 = 0
}
extension Arrange__V1__SlotRange: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.SlotRange" }
  static func describe(_ table: inout FieldTable) {
    table.add("first", 1, .int64, MemoryLayout<Self>.offset(of: \.first))
    table.add("last", 2, .int64, MemoryLayout<Self>.offset(of: \.last))
  }
}
@inline(__always)
func arrange__v1__slot_range__init(_ message: UnsafeMutablePointer<Arrange__V1__SlotRange>?) {
  message?.initialize(to: Arrange__V1__SlotRange())
}
func arrange__v1__slot_range__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__SlotRange>? {
  unpackMessage(121, allocator, count, bytes)
}
func arrange__v1__slot_range__pack(_ message: UnsafePointer<Arrange__V1__SlotRange>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ServerCounts

struct Arrange__V1__ServerCounts {
  var base = ProtobufCMessage(122)
  var collections: Int64 = 0
  var open_collections: Int64 = 0
  var connections: Int64 = 0
  var active_calls: Int64 = 0
  var commits: UInt64 = 0
  var connection_bytes: Int64 = 0
  var refused_connections: UInt64 = 0
  var connections_ended_for_memory: UInt64 = 0
  var dropped_log_lines: UInt64 = 0
  var store_bytes: Int64 = 0
  var free_bytes: Int64 = 0
  var log_bytes: Int64 = 0
}
extension Arrange__V1__ServerCounts: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ServerCounts" }
  static func describe(_ table: inout FieldTable) {
    table.add("collections", 1, .int64, MemoryLayout<Self>.offset(of: \.collections))
    table.add("open_collections", 2, .int64, MemoryLayout<Self>.offset(of: \.open_collections))
    table.add("connections", 3, .int64, MemoryLayout<Self>.offset(of: \.connections))
    table.add("active_calls", 4, .int64, MemoryLayout<Self>.offset(of: \.active_calls))
    table.add("commits", 5, .uint64, MemoryLayout<Self>.offset(of: \.commits))
    table.add("connection_bytes", 6, .int64, MemoryLayout<Self>.offset(of: \.connection_bytes))
    table.add("refused_connections", 7, .uint64, MemoryLayout<Self>.offset(of: \.refused_connections))
    table.add("connections_ended_for_memory", 8, .uint64, MemoryLayout<Self>.offset(of: \.connections_ended_for_memory))
    table.add("dropped_log_lines", 9, .uint64, MemoryLayout<Self>.offset(of: \.dropped_log_lines))
    table.add("store_bytes", 10, .int64, MemoryLayout<Self>.offset(of: \.store_bytes))
    table.add("free_bytes", 11, .int64, MemoryLayout<Self>.offset(of: \.free_bytes))
    table.add("log_bytes", 12, .int64, MemoryLayout<Self>.offset(of: \.log_bytes))
  }
}
@inline(__always)
func arrange__v1__server_counts__init(_ message: UnsafeMutablePointer<Arrange__V1__ServerCounts>?) {
  message?.initialize(to: Arrange__V1__ServerCounts())
}
func arrange__v1__server_counts__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ServerCounts>? {
  unpackMessage(122, allocator, count, bytes)
}
func arrange__v1__server_counts__pack(_ message: UnsafePointer<Arrange__V1__ServerCounts>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ServerLimits

struct Arrange__V1__ServerLimits {
  var base = ProtobufCMessage(123)
  var largest_frame: Int64 = 0
  var operations_per_transaction: Int64 = 0
  var elements_per_transaction: Int64 = 0
  var fetch_page_size: Int64 = 0
  var list_page_size: Int64 = 0
  var history_commits: Int64 = 0
  var id_length: Int64 = 0
  var fields_per_element: Int64 = 0
  var field_bytes_per_element: Int64 = 0
}
extension Arrange__V1__ServerLimits: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ServerLimits" }
  static func describe(_ table: inout FieldTable) {
    table.add("largest_frame", 1, .int64, MemoryLayout<Self>.offset(of: \.largest_frame))
    table.add("operations_per_transaction", 2, .int64, MemoryLayout<Self>.offset(of: \.operations_per_transaction))
    table.add("elements_per_transaction", 3, .int64, MemoryLayout<Self>.offset(of: \.elements_per_transaction))
    table.add("fetch_page_size", 4, .int64, MemoryLayout<Self>.offset(of: \.fetch_page_size))
    table.add("list_page_size", 5, .int64, MemoryLayout<Self>.offset(of: \.list_page_size))
    table.add("history_commits", 6, .int64, MemoryLayout<Self>.offset(of: \.history_commits))
    table.add("id_length", 7, .int64, MemoryLayout<Self>.offset(of: \.id_length))
    table.add("fields_per_element", 8, .int64, MemoryLayout<Self>.offset(of: \.fields_per_element))
    table.add("field_bytes_per_element", 9, .int64, MemoryLayout<Self>.offset(of: \.field_bytes_per_element))
  }
}
@inline(__always)
func arrange__v1__server_limits__init(_ message: UnsafeMutablePointer<Arrange__V1__ServerLimits>?) {
  message?.initialize(to: Arrange__V1__ServerLimits())
}
func arrange__v1__server_limits__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ServerLimits>? {
  unpackMessage(123, allocator, count, bytes)
}
func arrange__v1__server_limits__pack(_ message: UnsafePointer<Arrange__V1__ServerLimits>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}
