// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

// MARK: arrange.v1.FollowerState

struct Arrange__V1__FollowerState: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__FOLLOWER_STATE__FOLLOWER_STATE_UNSPECIFIED: Arrange__V1__FollowerState { Arrange__V1__FollowerState(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__FOLLOWER_STATE__FOLLOWER_STATE_CURRENT: Arrange__V1__FollowerState { Arrange__V1__FollowerState(rawValue: 1) }
@inline(__always)
var ARRANGE__V1__FOLLOWER_STATE__FOLLOWER_STATE_WAITING_FOR_CREDIT: Arrange__V1__FollowerState { Arrange__V1__FollowerState(rawValue: 2) }
@inline(__always)
var ARRANGE__V1__FOLLOWER_STATE__FOLLOWER_STATE_WAITING_FOR_ROOM: Arrange__V1__FollowerState { Arrange__V1__FollowerState(rawValue: 3) }

// MARK: arrange.v1.BatchProfile

struct Arrange__V1__BatchProfile: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__BATCH_PROFILE__BATCH_PROFILE_EXACT: Arrange__V1__BatchProfile { Arrange__V1__BatchProfile(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__BATCH_PROFILE__BATCH_PROFILE_UIKIT: Arrange__V1__BatchProfile { Arrange__V1__BatchProfile(rawValue: 1) }

// MARK: arrange.v1.SnapshotReason

struct Arrange__V1__SnapshotReason: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_UNSPECIFIED: Arrange__V1__SnapshotReason { Arrange__V1__SnapshotReason(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_FIRST: Arrange__V1__SnapshotReason { Arrange__V1__SnapshotReason(rawValue: 1) }
@inline(__always)
var ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_TOO_MANY_CHANGES: Arrange__V1__SnapshotReason { Arrange__V1__SnapshotReason(rawValue: 2) }
@inline(__always)
var ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_TOO_LARGE: Arrange__V1__SnapshotReason { Arrange__V1__SnapshotReason(rawValue: 3) }
@inline(__always)
var ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_HISTORY_TRIMMED: Arrange__V1__SnapshotReason { Arrange__V1__SnapshotReason(rawValue: 4) }
@inline(__always)
var ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_EPOCH_CHANGED: Arrange__V1__SnapshotReason { Arrange__V1__SnapshotReason(rawValue: 5) }
@inline(__always)
var ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_VIEW_CHANGED: Arrange__V1__SnapshotReason { Arrange__V1__SnapshotReason(rawValue: 6) }

// MARK: arrange.v1.FollowersRequest

struct Arrange__V1__FollowersRequest {
  var base = ProtobufCMessage(33)
  var collection: ProtobufCBinaryData = ProtobufCBinaryData()
  var limit: Int64 = 0
}
extension Arrange__V1__FollowersRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.FollowersRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("collection", 1, .bytes, MemoryLayout<Self>.offset(of: \.collection))
    table.add("limit", 2, .int64, MemoryLayout<Self>.offset(of: \.limit))
  }
}
@inline(__always)
func arrange__v1__followers_request__init(_ message: UnsafeMutablePointer<Arrange__V1__FollowersRequest>?) {
  message?.initialize(to: Arrange__V1__FollowersRequest())
}
func arrange__v1__followers_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__FollowersRequest>? {
  unpackMessage(33, allocator, count, bytes)
}
func arrange__v1__followers_request__pack(_ message: UnsafePointer<Arrange__V1__FollowersRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.FollowersResponse

struct Arrange__V1__FollowersResponse {
  var base = ProtobufCMessage(34)
  var n_followers: Int = 0
  var followers: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Follower>?>! = nil
  var n_counts: Int = 0
  var counts: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__FollowerCount>?>! = nil
}
extension Arrange__V1__FollowersResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.FollowersResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("followers", 1, .message, MemoryLayout<Self>.offset(of: \.followers), count: MemoryLayout<Self>.offset(of: \.n_followers), of: 36)
    table.add("counts", 2, .message, MemoryLayout<Self>.offset(of: \.counts), count: MemoryLayout<Self>.offset(of: \.n_counts), of: 35)
  }
}
@inline(__always)
func arrange__v1__followers_response__init(_ message: UnsafeMutablePointer<Arrange__V1__FollowersResponse>?) {
  message?.initialize(to: Arrange__V1__FollowersResponse())
}
func arrange__v1__followers_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__FollowersResponse>? {
  unpackMessage(34, allocator, count, bytes)
}
func arrange__v1__followers_response__pack(_ message: UnsafePointer<Arrange__V1__FollowersResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.FollowerCount

struct Arrange__V1__FollowerCount {
  var base = ProtobufCMessage(35)
  var collection: ProtobufCBinaryData = ProtobufCBinaryData()
  var followers: Int64 = 0
}
extension Arrange__V1__FollowerCount: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.FollowerCount" }
  static func describe(_ table: inout FieldTable) {
    table.add("collection", 1, .bytes, MemoryLayout<Self>.offset(of: \.collection))
    table.add("followers", 2, .int64, MemoryLayout<Self>.offset(of: \.followers))
  }
}
@inline(__always)
func arrange__v1__follower_count__init(_ message: UnsafeMutablePointer<Arrange__V1__FollowerCount>?) {
  message?.initialize(to: Arrange__V1__FollowerCount())
}
func arrange__v1__follower_count__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__FollowerCount>? {
  unpackMessage(35, allocator, count, bytes)
}
func arrange__v1__follower_count__pack(_ message: UnsafePointer<Arrange__V1__FollowerCount>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.Follower

struct Arrange__V1__Follower {
  var base = ProtobufCMessage(36)
  var collection: ProtobufCBinaryData = ProtobufCBinaryData()
  var principal: ProtobufCBinaryData = ProtobufCBinaryData()
  var client: ProtobufCBinaryData = ProtobufCBinaryData()
  var address: ProtobufCBinaryData = ProtobufCBinaryData()
  var since_us: Int64 = 0
  var version: UInt64 = 0
  var state: Arrange__V1__FollowerState = Arrange__V1__FollowerState(rawValue: 0)
}
extension Arrange__V1__Follower: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Follower" }
  static func describe(_ table: inout FieldTable) {
    table.add("collection", 1, .bytes, MemoryLayout<Self>.offset(of: \.collection))
    table.add("principal", 2, .bytes, MemoryLayout<Self>.offset(of: \.principal))
    table.add("client", 3, .bytes, MemoryLayout<Self>.offset(of: \.client))
    table.add("address", 4, .bytes, MemoryLayout<Self>.offset(of: \.address))
    table.add("since_us", 5, .int64, MemoryLayout<Self>.offset(of: \.since_us))
    table.add("version", 6, .uint64, MemoryLayout<Self>.offset(of: \.version))
    table.add("state", 7, .enumeration, MemoryLayout<Self>.offset(of: \.state))
  }
}
@inline(__always)
func arrange__v1__follower__init(_ message: UnsafeMutablePointer<Arrange__V1__Follower>?) {
  message?.initialize(to: Arrange__V1__Follower())
}
func arrange__v1__follower__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Follower>? {
  unpackMessage(36, allocator, count, bytes)
}
func arrange__v1__follower__pack(_ message: UnsafePointer<Arrange__V1__Follower>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.SubscribeRequest

struct Arrange__V1__SubscribeRequest__ThresholdChoiceCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__SUBSCRIBE_REQUEST__THRESHOLD_CHOICE__NOT_SET: Arrange__V1__SubscribeRequest__ThresholdChoiceCase { Arrange__V1__SubscribeRequest__ThresholdChoiceCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__SUBSCRIBE_REQUEST__THRESHOLD_CHOICE_RELOAD_THRESHOLD: Arrange__V1__SubscribeRequest__ThresholdChoiceCase { Arrange__V1__SubscribeRequest__ThresholdChoiceCase(rawValue: 4) }
struct Arrange__V1__SubscribeRequest {
  var base = ProtobufCMessage(37)
  var collection: ProtobufCBinaryData = ProtobufCBinaryData()
  var resume_token: ProtobufCBinaryData = ProtobufCBinaryData()
  var profile: Arrange__V1__BatchProfile = Arrange__V1__BatchProfile(rawValue: 0)
  var shortest_interval_us: UInt64 = 0
  var largest_batch_bytes: UInt64 = 0
  var order_keys: UInt64 = 0
  var progress_interval_us: UInt64 = 0
  var own_request_prefix: ProtobufCBinaryData = ProtobufCBinaryData()
  var view: UnsafeMutablePointer<Arrange__V1__View>! = nil
  var name_authors: UInt64 = 0
  var threshold_choice_case = Arrange__V1__SubscribeRequest__ThresholdChoiceCase(rawValue: 0)
  var threshold_choice_choice = ChoiceOf8()
  var reload_threshold: Int64 {
    @inline(__always) get { threshold_choice_choice.get(Int64.self) }
    @inline(__always) set { threshold_choice_choice.set(newValue) }
  }
}
extension Arrange__V1__SubscribeRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.SubscribeRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("collection", 1, .bytes, MemoryLayout<Self>.offset(of: \.collection))
    table.add("resume_token", 2, .bytes, MemoryLayout<Self>.offset(of: \.resume_token))
    table.add("profile", 3, .enumeration, MemoryLayout<Self>.offset(of: \.profile))
    table.add("reload_threshold", 4, .int64, MemoryLayout<Self>.offset(of: \.threshold_choice_choice), choice: MemoryLayout<Self>.offset(of: \.threshold_choice_case))
    table.add("shortest_interval_us", 5, .uint64, MemoryLayout<Self>.offset(of: \.shortest_interval_us))
    table.add("largest_batch_bytes", 6, .uint64, MemoryLayout<Self>.offset(of: \.largest_batch_bytes))
    table.add("order_keys", 7, .uint64, MemoryLayout<Self>.offset(of: \.order_keys))
    table.add("progress_interval_us", 8, .uint64, MemoryLayout<Self>.offset(of: \.progress_interval_us))
    table.add("own_request_prefix", 9, .bytes, MemoryLayout<Self>.offset(of: \.own_request_prefix))
    table.add("view", 10, .message, MemoryLayout<Self>.offset(of: \.view), of: 14)
    table.add("name_authors", 11, .uint64, MemoryLayout<Self>.offset(of: \.name_authors))
  }
}
@inline(__always)
func arrange__v1__subscribe_request__init(_ message: UnsafeMutablePointer<Arrange__V1__SubscribeRequest>?) {
  message?.initialize(to: Arrange__V1__SubscribeRequest())
}
func arrange__v1__subscribe_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__SubscribeRequest>? {
  unpackMessage(37, allocator, count, bytes)
}
func arrange__v1__subscribe_request__pack(_ message: UnsafePointer<Arrange__V1__SubscribeRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.SubscribeResponse

struct Arrange__V1__SubscribeResponse__ContentCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__SUBSCRIBE_RESPONSE__CONTENT__NOT_SET: Arrange__V1__SubscribeResponse__ContentCase { Arrange__V1__SubscribeResponse__ContentCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__SUBSCRIBE_RESPONSE__CONTENT_SNAPSHOT: Arrange__V1__SubscribeResponse__ContentCase { Arrange__V1__SubscribeResponse__ContentCase(rawValue: 4) }
@inline(__always)
var ARRANGE__V1__SUBSCRIBE_RESPONSE__CONTENT_BATCH: Arrange__V1__SubscribeResponse__ContentCase { Arrange__V1__SubscribeResponse__ContentCase(rawValue: 5) }
@inline(__always)
var ARRANGE__V1__SUBSCRIBE_RESPONSE__CONTENT_PROGRESS: Arrange__V1__SubscribeResponse__ContentCase { Arrange__V1__SubscribeResponse__ContentCase(rawValue: 6) }
struct Arrange__V1__SubscribeResponse {
  var base = ProtobufCMessage(38)
  var version: UInt64 = 0
  var epoch: UInt64 = 0
  var resume_token: ProtobufCBinaryData = ProtobufCBinaryData()
  var n_own_request_ids: Int = 0
  var own_request_ids: UnsafeMutablePointer<ProtobufCBinaryData>! = nil
  var n_authors: Int = 0
  var authors: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__CommitAuthor>?>! = nil
  var window: UnsafeMutablePointer<Arrange__V1__WindowPlace>! = nil
  var content_case = Arrange__V1__SubscribeResponse__ContentCase(rawValue: 0)
  var content_choice = ChoiceOf8()
  var snapshot: UnsafeMutablePointer<Arrange__V1__SnapshotPage>! {
    @inline(__always) get { content_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__SnapshotPage>>.self) }
    @inline(__always) set { content_choice.set(newValue) }
  }
  var batch: UnsafeMutablePointer<Arrange__V1__ChangeBatch>! {
    @inline(__always) get { content_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__ChangeBatch>>.self) }
    @inline(__always) set { content_choice.set(newValue) }
  }
  var progress: UnsafeMutablePointer<Arrange__V1__Progress>! {
    @inline(__always) get { content_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__Progress>>.self) }
    @inline(__always) set { content_choice.set(newValue) }
  }
}
extension Arrange__V1__SubscribeResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.SubscribeResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("version", 1, .uint64, MemoryLayout<Self>.offset(of: \.version))
    table.add("epoch", 2, .fixed64, MemoryLayout<Self>.offset(of: \.epoch))
    table.add("resume_token", 3, .bytes, MemoryLayout<Self>.offset(of: \.resume_token))
    table.add("snapshot", 4, .message, MemoryLayout<Self>.offset(of: \.content_choice), choice: MemoryLayout<Self>.offset(of: \.content_case), of: 41)
    table.add("batch", 5, .message, MemoryLayout<Self>.offset(of: \.content_choice), choice: MemoryLayout<Self>.offset(of: \.content_case), of: 44)
    table.add("progress", 6, .message, MemoryLayout<Self>.offset(of: \.content_choice), choice: MemoryLayout<Self>.offset(of: \.content_case), of: 40)
    table.add("own_request_ids", 7, .bytes, MemoryLayout<Self>.offset(of: \.own_request_ids), count: MemoryLayout<Self>.offset(of: \.n_own_request_ids))
    table.add("authors", 8, .message, MemoryLayout<Self>.offset(of: \.authors), count: MemoryLayout<Self>.offset(of: \.n_authors), of: 39)
    table.add("window", 9, .message, MemoryLayout<Self>.offset(of: \.window), of: 17)
  }
}
@inline(__always)
func arrange__v1__subscribe_response__init(_ message: UnsafeMutablePointer<Arrange__V1__SubscribeResponse>?) {
  message?.initialize(to: Arrange__V1__SubscribeResponse())
}
func arrange__v1__subscribe_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__SubscribeResponse>? {
  unpackMessage(38, allocator, count, bytes)
}
func arrange__v1__subscribe_response__pack(_ message: UnsafePointer<Arrange__V1__SubscribeResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.CommitAuthor

struct Arrange__V1__CommitAuthor {
  var base = ProtobufCMessage(39)
  var principal: ProtobufCBinaryData = ProtobufCBinaryData()
  var commits: UInt64 = 0
}
extension Arrange__V1__CommitAuthor: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.CommitAuthor" }
  static func describe(_ table: inout FieldTable) {
    table.add("principal", 1, .bytes, MemoryLayout<Self>.offset(of: \.principal))
    table.add("commits", 2, .uint64, MemoryLayout<Self>.offset(of: \.commits))
  }
}
@inline(__always)
func arrange__v1__commit_author__init(_ message: UnsafeMutablePointer<Arrange__V1__CommitAuthor>?) {
  message?.initialize(to: Arrange__V1__CommitAuthor())
}
func arrange__v1__commit_author__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__CommitAuthor>? {
  unpackMessage(39, allocator, count, bytes)
}
func arrange__v1__commit_author__pack(_ message: UnsafePointer<Arrange__V1__CommitAuthor>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.Progress

struct Arrange__V1__Progress {
  var base = ProtobufCMessage(40)
}
extension Arrange__V1__Progress: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Progress" }
  static func describe(_ table: inout FieldTable) {
  }
}
@inline(__always)
func arrange__v1__progress__init(_ message: UnsafeMutablePointer<Arrange__V1__Progress>?) {
  message?.initialize(to: Arrange__V1__Progress())
}
func arrange__v1__progress__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Progress>? {
  unpackMessage(40, allocator, count, bytes)
}
func arrange__v1__progress__pack(_ message: UnsafePointer<Arrange__V1__Progress>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.SnapshotPage

struct Arrange__V1__SnapshotPage {
  var base = ProtobufCMessage(41)
  var reason: Arrange__V1__SnapshotReason = Arrange__V1__SnapshotReason(rawValue: 0)
  var page: Int64 = 0
  var last: UInt64 = 0
  var size: UnsafeMutablePointer<Arrange__V1__ListSize>! = nil
  var n_sections: Int = 0
  var sections: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__SnapshotSection>?>! = nil
}
extension Arrange__V1__SnapshotPage: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.SnapshotPage" }
  static func describe(_ table: inout FieldTable) {
    table.add("reason", 1, .enumeration, MemoryLayout<Self>.offset(of: \.reason))
    table.add("page", 2, .int64, MemoryLayout<Self>.offset(of: \.page))
    table.add("last", 3, .uint64, MemoryLayout<Self>.offset(of: \.last))
    table.add("size", 4, .message, MemoryLayout<Self>.offset(of: \.size), of: 43)
    table.add("sections", 5, .message, MemoryLayout<Self>.offset(of: \.sections), count: MemoryLayout<Self>.offset(of: \.n_sections), of: 42)
  }
}
@inline(__always)
func arrange__v1__snapshot_page__init(_ message: UnsafeMutablePointer<Arrange__V1__SnapshotPage>?) {
  message?.initialize(to: Arrange__V1__SnapshotPage())
}
func arrange__v1__snapshot_page__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__SnapshotPage>? {
  unpackMessage(41, allocator, count, bytes)
}
func arrange__v1__snapshot_page__pack(_ message: UnsafePointer<Arrange__V1__SnapshotPage>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.SnapshotSection

struct Arrange__V1__SnapshotSection {
  var base = ProtobufCMessage(42)
  var index: Int64 = 0
  var section: UnsafeMutablePointer<Arrange__V1__Element>! = nil
  var first_item: Int64 = 0
  var n_items: Int = 0
  var items: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Element>?>! = nil
}
extension Arrange__V1__SnapshotSection: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.SnapshotSection" }
  static func describe(_ table: inout FieldTable) {
    table.add("index", 1, .int64, MemoryLayout<Self>.offset(of: \.index))
    table.add("section", 2, .message, MemoryLayout<Self>.offset(of: \.section), of: 2)
    table.add("first_item", 3, .int64, MemoryLayout<Self>.offset(of: \.first_item))
    table.add("items", 4, .message, MemoryLayout<Self>.offset(of: \.items), count: MemoryLayout<Self>.offset(of: \.n_items), of: 2)
  }
}
@inline(__always)
func arrange__v1__snapshot_section__init(_ message: UnsafeMutablePointer<Arrange__V1__SnapshotSection>?) {
  message?.initialize(to: Arrange__V1__SnapshotSection())
}
func arrange__v1__snapshot_section__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__SnapshotSection>? {
  unpackMessage(42, allocator, count, bytes)
}
func arrange__v1__snapshot_section__pack(_ message: UnsafePointer<Arrange__V1__SnapshotSection>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ListSize

struct Arrange__V1__ListSize {
  var base = ProtobufCMessage(43)
  var sections: Int64 = 0
  var items: Int64 = 0
}
extension Arrange__V1__ListSize: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ListSize" }
  static func describe(_ table: inout FieldTable) {
    table.add("sections", 1, .int64, MemoryLayout<Self>.offset(of: \.sections))
    table.add("items", 2, .int64, MemoryLayout<Self>.offset(of: \.items))
  }
}
@inline(__always)
func arrange__v1__list_size__init(_ message: UnsafeMutablePointer<Arrange__V1__ListSize>?) {
  message?.initialize(to: Arrange__V1__ListSize())
}
func arrange__v1__list_size__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ListSize>? {
  unpackMessage(43, allocator, count, bytes)
}
func arrange__v1__list_size__pack(_ message: UnsafePointer<Arrange__V1__ListSize>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ChangeBatch

struct Arrange__V1__ChangeBatch {
  var base = ProtobufCMessage(44)
  var profile: Arrange__V1__BatchProfile = Arrange__V1__BatchProfile(rawValue: 0)
  var from_version: UInt64 = 0
  var commits: UInt64 = 0
  var before: UnsafeMutablePointer<Arrange__V1__ListSize>! = nil
  var after: UnsafeMutablePointer<Arrange__V1__ListSize>! = nil
  var n_section_deletes: Int = 0
  var section_deletes: UnsafeMutablePointer<Int64>! = nil
  var n_section_inserts: Int = 0
  var section_inserts: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__SectionInsert>?>! = nil
  var n_section_moves: Int = 0
  var section_moves: UnsafeMutablePointer<Int64>! = nil
  var n_section_updates: Int = 0
  var section_updates: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__SectionUpdate>?>! = nil
  var n_item_deletes: Int = 0
  var item_deletes: UnsafeMutablePointer<Int64>! = nil
  var n_item_inserts: Int = 0
  var item_inserts: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__ItemInsert>?>! = nil
  var n_item_moves: Int = 0
  var item_moves: UnsafeMutablePointer<Int64>! = nil
  var n_item_updates: Int = 0
  var item_updates: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__ItemUpdate>?>! = nil
  var n_sections_unmoved: Int = 0
  var sections_unmoved: UnsafeMutablePointer<Int64>! = nil
  var n_items_unmoved: Int = 0
  var items_unmoved: UnsafeMutablePointer<Int64>! = nil
  var n_keyed_sections: Int = 0
  var keyed_sections: UnsafeMutablePointer<Int64>! = nil
  var n_section_keys: Int = 0
  var section_keys: UnsafeMutablePointer<ProtobufCBinaryData>! = nil
  var n_keyed_items: Int = 0
  var keyed_items: UnsafeMutablePointer<Int64>! = nil
  var n_item_keys: Int = 0
  var item_keys: UnsafeMutablePointer<ProtobufCBinaryData>! = nil
}
extension Arrange__V1__ChangeBatch: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ChangeBatch" }
  static func describe(_ table: inout FieldTable) {
    table.add("profile", 1, .enumeration, MemoryLayout<Self>.offset(of: \.profile))
    table.add("from_version", 2, .uint64, MemoryLayout<Self>.offset(of: \.from_version))
    table.add("commits", 3, .uint64, MemoryLayout<Self>.offset(of: \.commits))
    table.add("before", 4, .message, MemoryLayout<Self>.offset(of: \.before), of: 43)
    table.add("after", 5, .message, MemoryLayout<Self>.offset(of: \.after), of: 43)
    table.add("section_deletes", 6, .int64, MemoryLayout<Self>.offset(of: \.section_deletes), count: MemoryLayout<Self>.offset(of: \.n_section_deletes))
    table.add("section_inserts", 7, .message, MemoryLayout<Self>.offset(of: \.section_inserts), count: MemoryLayout<Self>.offset(of: \.n_section_inserts), of: 45)
    table.add("section_moves", 8, .int64, MemoryLayout<Self>.offset(of: \.section_moves), count: MemoryLayout<Self>.offset(of: \.n_section_moves))
    table.add("section_updates", 9, .message, MemoryLayout<Self>.offset(of: \.section_updates), count: MemoryLayout<Self>.offset(of: \.n_section_updates), of: 48)
    table.add("item_deletes", 10, .int64, MemoryLayout<Self>.offset(of: \.item_deletes), count: MemoryLayout<Self>.offset(of: \.n_item_deletes))
    table.add("item_inserts", 11, .message, MemoryLayout<Self>.offset(of: \.item_inserts), count: MemoryLayout<Self>.offset(of: \.n_item_inserts), of: 47)
    table.add("item_moves", 12, .int64, MemoryLayout<Self>.offset(of: \.item_moves), count: MemoryLayout<Self>.offset(of: \.n_item_moves))
    table.add("item_updates", 13, .message, MemoryLayout<Self>.offset(of: \.item_updates), count: MemoryLayout<Self>.offset(of: \.n_item_updates), of: 49)
    table.add("sections_unmoved", 14, .int64, MemoryLayout<Self>.offset(of: \.sections_unmoved), count: MemoryLayout<Self>.offset(of: \.n_sections_unmoved))
    table.add("items_unmoved", 15, .int64, MemoryLayout<Self>.offset(of: \.items_unmoved), count: MemoryLayout<Self>.offset(of: \.n_items_unmoved))
    table.add("keyed_sections", 16, .int64, MemoryLayout<Self>.offset(of: \.keyed_sections), count: MemoryLayout<Self>.offset(of: \.n_keyed_sections))
    table.add("section_keys", 17, .bytes, MemoryLayout<Self>.offset(of: \.section_keys), count: MemoryLayout<Self>.offset(of: \.n_section_keys))
    table.add("keyed_items", 18, .int64, MemoryLayout<Self>.offset(of: \.keyed_items), count: MemoryLayout<Self>.offset(of: \.n_keyed_items))
    table.add("item_keys", 19, .bytes, MemoryLayout<Self>.offset(of: \.item_keys), count: MemoryLayout<Self>.offset(of: \.n_item_keys))
  }
}
@inline(__always)
func arrange__v1__change_batch__init(_ message: UnsafeMutablePointer<Arrange__V1__ChangeBatch>?) {
  message?.initialize(to: Arrange__V1__ChangeBatch())
}
func arrange__v1__change_batch__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ChangeBatch>? {
  unpackMessage(44, allocator, count, bytes)
}
func arrange__v1__change_batch__pack(_ message: UnsafePointer<Arrange__V1__ChangeBatch>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.SectionInsert

struct Arrange__V1__SectionInsert__SourceCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__SECTION_INSERT__SOURCE__NOT_SET: Arrange__V1__SectionInsert__SourceCase { Arrange__V1__SectionInsert__SourceCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__SECTION_INSERT__SOURCE_SECTION: Arrange__V1__SectionInsert__SourceCase { Arrange__V1__SectionInsert__SourceCase(rawValue: 2) }
@inline(__always)
var ARRANGE__V1__SECTION_INSERT__SOURCE_KEPT_FROM: Arrange__V1__SectionInsert__SourceCase { Arrange__V1__SectionInsert__SourceCase(rawValue: 3) }
struct Arrange__V1__SectionInsert {
  var base = ProtobufCMessage(45)
  var at: Int64 = 0
  var n_items: Int = 0
  var items: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__ItemRun>?>! = nil
  var source_case = Arrange__V1__SectionInsert__SourceCase(rawValue: 0)
  var source_choice = ChoiceOf8()
  var section: UnsafeMutablePointer<Arrange__V1__Element>! {
    @inline(__always) get { source_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__Element>>.self) }
    @inline(__always) set { source_choice.set(newValue) }
  }
  var kept_from: Int64 {
    @inline(__always) get { source_choice.get(Int64.self) }
    @inline(__always) set { source_choice.set(newValue) }
  }
}
extension Arrange__V1__SectionInsert: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.SectionInsert" }
  static func describe(_ table: inout FieldTable) {
    table.add("at", 1, .int64, MemoryLayout<Self>.offset(of: \.at))
    table.add("section", 2, .message, MemoryLayout<Self>.offset(of: \.source_choice), choice: MemoryLayout<Self>.offset(of: \.source_case), of: 2)
    table.add("kept_from", 3, .int64, MemoryLayout<Self>.offset(of: \.source_choice), choice: MemoryLayout<Self>.offset(of: \.source_case))
    table.add("items", 4, .message, MemoryLayout<Self>.offset(of: \.items), count: MemoryLayout<Self>.offset(of: \.n_items), of: 46)
  }
}
@inline(__always)
func arrange__v1__section_insert__init(_ message: UnsafeMutablePointer<Arrange__V1__SectionInsert>?) {
  message?.initialize(to: Arrange__V1__SectionInsert())
}
func arrange__v1__section_insert__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__SectionInsert>? {
  unpackMessage(45, allocator, count, bytes)
}
func arrange__v1__section_insert__pack(_ message: UnsafePointer<Arrange__V1__SectionInsert>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ItemRun

struct Arrange__V1__ItemRun {
  var base = ProtobufCMessage(46)
  var n_items: Int = 0
  var items: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Element>?>! = nil
  var kept_from: UnsafeMutablePointer<Arrange__V1__Path>! = nil
  var kept: Int64 = 0
}
extension Arrange__V1__ItemRun: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ItemRun" }
  static func describe(_ table: inout FieldTable) {
    table.add("items", 1, .message, MemoryLayout<Self>.offset(of: \.items), count: MemoryLayout<Self>.offset(of: \.n_items), of: 2)
    table.add("kept_from", 2, .message, MemoryLayout<Self>.offset(of: \.kept_from), of: 4)
    table.add("kept", 3, .int64, MemoryLayout<Self>.offset(of: \.kept))
  }
}
@inline(__always)
func arrange__v1__item_run__init(_ message: UnsafeMutablePointer<Arrange__V1__ItemRun>?) {
  message?.initialize(to: Arrange__V1__ItemRun())
}
func arrange__v1__item_run__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ItemRun>? {
  unpackMessage(46, allocator, count, bytes)
}
func arrange__v1__item_run__pack(_ message: UnsafePointer<Arrange__V1__ItemRun>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ItemInsert

struct Arrange__V1__ItemInsert__SourceCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__ITEM_INSERT__SOURCE__NOT_SET: Arrange__V1__ItemInsert__SourceCase { Arrange__V1__ItemInsert__SourceCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__ITEM_INSERT__SOURCE_ITEM: Arrange__V1__ItemInsert__SourceCase { Arrange__V1__ItemInsert__SourceCase(rawValue: 2) }
@inline(__always)
var ARRANGE__V1__ITEM_INSERT__SOURCE_KEPT_FROM: Arrange__V1__ItemInsert__SourceCase { Arrange__V1__ItemInsert__SourceCase(rawValue: 3) }
struct Arrange__V1__ItemInsert {
  var base = ProtobufCMessage(47)
  var at: UnsafeMutablePointer<Arrange__V1__Path>! = nil
  var source_case = Arrange__V1__ItemInsert__SourceCase(rawValue: 0)
  var source_choice = ChoiceOf8()
  var item: UnsafeMutablePointer<Arrange__V1__Element>! {
    @inline(__always) get { source_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__Element>>.self) }
    @inline(__always) set { source_choice.set(newValue) }
  }
  var kept_from: UnsafeMutablePointer<Arrange__V1__Path>! {
    @inline(__always) get { source_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__Path>>.self) }
    @inline(__always) set { source_choice.set(newValue) }
  }
}
extension Arrange__V1__ItemInsert: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ItemInsert" }
  static func describe(_ table: inout FieldTable) {
    table.add("at", 1, .message, MemoryLayout<Self>.offset(of: \.at), of: 4)
    table.add("item", 2, .message, MemoryLayout<Self>.offset(of: \.source_choice), choice: MemoryLayout<Self>.offset(of: \.source_case), of: 2)
    table.add("kept_from", 3, .message, MemoryLayout<Self>.offset(of: \.source_choice), choice: MemoryLayout<Self>.offset(of: \.source_case), of: 4)
  }
}
@inline(__always)
func arrange__v1__item_insert__init(_ message: UnsafeMutablePointer<Arrange__V1__ItemInsert>?) {
  message?.initialize(to: Arrange__V1__ItemInsert())
}
func arrange__v1__item_insert__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ItemInsert>? {
  unpackMessage(47, allocator, count, bytes)
}
func arrange__v1__item_insert__pack(_ message: UnsafePointer<Arrange__V1__ItemInsert>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.SectionUpdate

struct Arrange__V1__SectionUpdate {
  var base = ProtobufCMessage(48)
  var at: Int64 = 0
  var section: UnsafeMutablePointer<Arrange__V1__Element>! = nil
  var fields_before: UInt64 = 0
}
extension Arrange__V1__SectionUpdate: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.SectionUpdate" }
  static func describe(_ table: inout FieldTable) {
    table.add("at", 1, .int64, MemoryLayout<Self>.offset(of: \.at))
    table.add("section", 2, .message, MemoryLayout<Self>.offset(of: \.section), of: 2)
    table.add("fields_before", 3, .fixed64, MemoryLayout<Self>.offset(of: \.fields_before))
  }
}
@inline(__always)
func arrange__v1__section_update__init(_ message: UnsafeMutablePointer<Arrange__V1__SectionUpdate>?) {
  message?.initialize(to: Arrange__V1__SectionUpdate())
}
func arrange__v1__section_update__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__SectionUpdate>? {
  unpackMessage(48, allocator, count, bytes)
}
func arrange__v1__section_update__pack(_ message: UnsafePointer<Arrange__V1__SectionUpdate>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ItemUpdate

struct Arrange__V1__ItemUpdate {
  var base = ProtobufCMessage(49)
  var at: UnsafeMutablePointer<Arrange__V1__Path>! = nil
  var item: UnsafeMutablePointer<Arrange__V1__Element>! = nil
  var fields_before: UInt64 = 0
}
extension Arrange__V1__ItemUpdate: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ItemUpdate" }
  static func describe(_ table: inout FieldTable) {
    table.add("at", 1, .message, MemoryLayout<Self>.offset(of: \.at), of: 4)
    table.add("item", 2, .message, MemoryLayout<Self>.offset(of: \.item), of: 2)
    table.add("fields_before", 3, .fixed64, MemoryLayout<Self>.offset(of: \.fields_before))
  }
}
@inline(__always)
func arrange__v1__item_update__init(_ message: UnsafeMutablePointer<Arrange__V1__ItemUpdate>?) {
  message?.initialize(to: Arrange__V1__ItemUpdate())
}
func arrange__v1__item_update__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ItemUpdate>? {
  unpackMessage(49, allocator, count, bytes)
}
func arrange__v1__item_update__pack(_ message: UnsafePointer<Arrange__V1__ItemUpdate>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}
