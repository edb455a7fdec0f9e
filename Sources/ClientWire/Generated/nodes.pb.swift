// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

// MARK: arrange.v1.FollowRequest

struct Arrange__V1__FollowRequest {
  var base = ProtobufCMessage(109)
  var collection: ProtobufCBinaryData = ProtobufCBinaryData()
  var epoch: UInt64 = 0
  var after_version: UInt64 = 0
  var node: UInt64 = 0
  var incarnation: UInt64 = 0
  var since: UInt64 = 0
}
extension Arrange__V1__FollowRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.FollowRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("collection", 1, .bytes, MemoryLayout<Self>.offset(of: \.collection))
    table.add("epoch", 2, .fixed64, MemoryLayout<Self>.offset(of: \.epoch))
    table.add("after_version", 3, .uint64, MemoryLayout<Self>.offset(of: \.after_version))
    table.add("node", 4, .fixed64, MemoryLayout<Self>.offset(of: \.node))
    table.add("incarnation", 5, .fixed64, MemoryLayout<Self>.offset(of: \.incarnation))
    table.add("since", 6, .uint64, MemoryLayout<Self>.offset(of: \.since))
  }
}
@inline(__always)
func arrange__v1__follow_request__init(_ message: UnsafeMutablePointer<Arrange__V1__FollowRequest>?) {
  message?.initialize(to: Arrange__V1__FollowRequest())
}
func arrange__v1__follow_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__FollowRequest>? {
  unpackMessage(109, allocator, count, bytes)
}
func arrange__v1__follow_request__pack(_ message: UnsafePointer<Arrange__V1__FollowRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.FollowResponse

struct Arrange__V1__FollowResponse {
  var base = ProtobufCMessage(110)
  var version: UInt64 = 0
  var n_commits: Int = 0
  var commits: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__StoredCommit>?>! = nil
  var node: UInt64 = 0
}
extension Arrange__V1__FollowResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.FollowResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("version", 1, .uint64, MemoryLayout<Self>.offset(of: \.version))
    table.add("commits", 2, .message, MemoryLayout<Self>.offset(of: \.commits), count: MemoryLayout<Self>.offset(of: \.n_commits), of: 111)
    table.add("node", 3, .fixed64, MemoryLayout<Self>.offset(of: \.node))
  }
}
@inline(__always)
func arrange__v1__follow_response__init(_ message: UnsafeMutablePointer<Arrange__V1__FollowResponse>?) {
  message?.initialize(to: Arrange__V1__FollowResponse())
}
func arrange__v1__follow_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__FollowResponse>? {
  unpackMessage(110, allocator, count, bytes)
}
func arrange__v1__follow_response__pack(_ message: UnsafePointer<Arrange__V1__FollowResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.StoredCommit

struct Arrange__V1__StoredCommit {
  var base = ProtobufCMessage(111)
  var version: UInt64 = 0
  var request_id: ProtobufCBinaryData = ProtobufCBinaryData()
  var payload: ProtobufCBinaryData = ProtobufCBinaryData()
  var continues: UInt64 = 0
  var base_incarnation: UInt64 = 0
  var base_since: UInt64 = 0
}
extension Arrange__V1__StoredCommit: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.StoredCommit" }
  static func describe(_ table: inout FieldTable) {
    table.add("version", 1, .uint64, MemoryLayout<Self>.offset(of: \.version))
    table.add("request_id", 2, .bytes, MemoryLayout<Self>.offset(of: \.request_id))
    table.add("payload", 3, .bytes, MemoryLayout<Self>.offset(of: \.payload))
    table.add("continues", 4, .uint64, MemoryLayout<Self>.offset(of: \.continues))
    table.add("base_incarnation", 5, .fixed64, MemoryLayout<Self>.offset(of: \.base_incarnation))
    table.add("base_since", 6, .uint64, MemoryLayout<Self>.offset(of: \.base_since))
  }
}
@inline(__always)
func arrange__v1__stored_commit__init(_ message: UnsafeMutablePointer<Arrange__V1__StoredCommit>?) {
  message?.initialize(to: Arrange__V1__StoredCommit())
}
func arrange__v1__stored_commit__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__StoredCommit>? {
  unpackMessage(111, allocator, count, bytes)
}
func arrange__v1__stored_commit__pack(_ message: UnsafePointer<Arrange__V1__StoredCommit>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}
