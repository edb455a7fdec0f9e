// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

// MARK: arrange.v1.NullValue

struct Arrange__V1__NullValue: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__NULL_VALUE__NULL_VALUE: Arrange__V1__NullValue { Arrange__V1__NullValue(rawValue: 0) }

// MARK: arrange.v1.AnchorPolicy

struct Arrange__V1__AnchorPolicy: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__ANCHOR_POLICY__ANCHOR_POLICY_FAIL: Arrange__V1__AnchorPolicy { Arrange__V1__AnchorPolicy(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__ANCHOR_POLICY__ANCHOR_POLICY_FIRST: Arrange__V1__AnchorPolicy { Arrange__V1__AnchorPolicy(rawValue: 1) }
@inline(__always)
var ARRANGE__V1__ANCHOR_POLICY__ANCHOR_POLICY_LAST: Arrange__V1__AnchorPolicy { Arrange__V1__AnchorPolicy(rawValue: 2) }

// MARK: arrange.v1.Field

struct Arrange__V1__Field__ValueCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__FIELD__VALUE__NOT_SET: Arrange__V1__Field__ValueCase { Arrange__V1__Field__ValueCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__FIELD__VALUE_NULL_VALUE: Arrange__V1__Field__ValueCase { Arrange__V1__Field__ValueCase(rawValue: 2) }
@inline(__always)
var ARRANGE__V1__FIELD__VALUE_BOOL_VALUE: Arrange__V1__Field__ValueCase { Arrange__V1__Field__ValueCase(rawValue: 3) }
@inline(__always)
var ARRANGE__V1__FIELD__VALUE_INT_VALUE: Arrange__V1__Field__ValueCase { Arrange__V1__Field__ValueCase(rawValue: 4) }
@inline(__always)
var ARRANGE__V1__FIELD__VALUE_DOUBLE_VALUE: Arrange__V1__Field__ValueCase { Arrange__V1__Field__ValueCase(rawValue: 5) }
@inline(__always)
var ARRANGE__V1__FIELD__VALUE_STRING_VALUE: Arrange__V1__Field__ValueCase { Arrange__V1__Field__ValueCase(rawValue: 6) }
@inline(__always)
var ARRANGE__V1__FIELD__VALUE_BYTES_VALUE: Arrange__V1__Field__ValueCase { Arrange__V1__Field__ValueCase(rawValue: 7) }
@inline(__always)
var ARRANGE__V1__FIELD__VALUE_TIMESTAMP_US: Arrange__V1__Field__ValueCase { Arrange__V1__Field__ValueCase(rawValue: 8) }
struct Arrange__V1__Field {
  var base = ProtobufCMessage(0)
  var name: ProtobufCBinaryData = ProtobufCBinaryData()
  var value_case = Arrange__V1__Field__ValueCase(rawValue: 0)
  var value_choice = ChoiceOf16()
  var null_value: Arrange__V1__NullValue {
    @inline(__always) get { value_choice.get(Arrange__V1__NullValue.self) }
    @inline(__always) set { value_choice.set(newValue) }
  }
  var bool_value: UInt64 {
    @inline(__always) get { value_choice.get(UInt64.self) }
    @inline(__always) set { value_choice.set(newValue) }
  }
  var int_value: Int64 {
    @inline(__always) get { value_choice.get(Int64.self) }
    @inline(__always) set { value_choice.set(newValue) }
  }
  var double_value: Double {
    @inline(__always) get { value_choice.get(Double.self) }
    @inline(__always) set { value_choice.set(newValue) }
  }
  var string_value: ProtobufCBinaryData {
    @inline(__always) get { value_choice.get(ProtobufCBinaryData.self) }
    @inline(__always) set { value_choice.set(newValue) }
  }
  var bytes_value: ProtobufCBinaryData {
    @inline(__always) get { value_choice.get(ProtobufCBinaryData.self) }
    @inline(__always) set { value_choice.set(newValue) }
  }
  var timestamp_us: Int64 {
    @inline(__always) get { value_choice.get(Int64.self) }
    @inline(__always) set { value_choice.set(newValue) }
  }
}
extension Arrange__V1__Field: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Field" }
  static func describe(_ table: inout FieldTable) {
    table.add("name", 1, .bytes, MemoryLayout<Self>.offset(of: \.name))
    table.add("null_value", 2, .enumeration, MemoryLayout<Self>.offset(of: \.value_choice), choice: MemoryLayout<Self>.offset(of: \.value_case))
    table.add("bool_value", 3, .uint64, MemoryLayout<Self>.offset(of: \.value_choice), choice: MemoryLayout<Self>.offset(of: \.value_case))
    table.add("int_value", 4, .int64, MemoryLayout<Self>.offset(of: \.value_choice), choice: MemoryLayout<Self>.offset(of: \.value_case))
    table.add("double_value", 5, .double, MemoryLayout<Self>.offset(of: \.value_choice), choice: MemoryLayout<Self>.offset(of: \.value_case))
    table.add("string_value", 6, .bytes, MemoryLayout<Self>.offset(of: \.value_choice), choice: MemoryLayout<Self>.offset(of: \.value_case))
    table.add("bytes_value", 7, .bytes, MemoryLayout<Self>.offset(of: \.value_choice), choice: MemoryLayout<Self>.offset(of: \.value_case))
    table.add("timestamp_us", 8, .int64, MemoryLayout<Self>.offset(of: \.value_choice), choice: MemoryLayout<Self>.offset(of: \.value_case))
  }
}
@inline(__always)
func arrange__v1__field__init(_ message: UnsafeMutablePointer<Arrange__V1__Field>?) {
  message?.initialize(to: Arrange__V1__Field())
}
func arrange__v1__field__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Field>? {
  unpackMessage(0, allocator, count, bytes)
}
func arrange__v1__field__pack(_ message: UnsafePointer<Arrange__V1__Field>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.FieldList

struct Arrange__V1__FieldList {
  var base = ProtobufCMessage(1)
  var n_fields: Int = 0
  var fields: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Field>?>! = nil
}
extension Arrange__V1__FieldList: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.FieldList" }
  static func describe(_ table: inout FieldTable) {
    table.add("fields", 1, .message, MemoryLayout<Self>.offset(of: \.fields), count: MemoryLayout<Self>.offset(of: \.n_fields), of: 0)
  }
}
@inline(__always)
func arrange__v1__field_list__init(_ message: UnsafeMutablePointer<Arrange__V1__FieldList>?) {
  message?.initialize(to: Arrange__V1__FieldList())
}
func arrange__v1__field_list__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__FieldList>? {
  unpackMessage(1, allocator, count, bytes)
}
func arrange__v1__field_list__pack(_ message: UnsafePointer<Arrange__V1__FieldList>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.Element

struct Arrange__V1__Element {
  var base = ProtobufCMessage(2)
  var id: ProtobufCBinaryData = ProtobufCBinaryData()
  var n_fields: Int = 0
  var fields: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Field>?>! = nil
  var content_version: UInt64 = 0
  var key: ProtobufCBinaryData = ProtobufCBinaryData()
  var origin: UnsafeMutablePointer<Arrange__V1__RowOrigin>! = nil
}
extension Arrange__V1__Element: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Element" }
  static func describe(_ table: inout FieldTable) {
    table.add("id", 1, .bytes, MemoryLayout<Self>.offset(of: \.id))
    table.add("fields", 2, .message, MemoryLayout<Self>.offset(of: \.fields), count: MemoryLayout<Self>.offset(of: \.n_fields), of: 0)
    table.add("content_version", 3, .uint64, MemoryLayout<Self>.offset(of: \.content_version))
    table.add("key", 4, .bytes, MemoryLayout<Self>.offset(of: \.key))
    table.add("origin", 5, .message, MemoryLayout<Self>.offset(of: \.origin), of: 3)
  }
}
@inline(__always)
func arrange__v1__element__init(_ message: UnsafeMutablePointer<Arrange__V1__Element>?) {
  message?.initialize(to: Arrange__V1__Element())
}
func arrange__v1__element__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Element>? {
  unpackMessage(2, allocator, count, bytes)
}
func arrange__v1__element__pack(_ message: UnsafePointer<Arrange__V1__Element>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.RowOrigin

struct Arrange__V1__RowOrigin {
  var base = ProtobufCMessage(3)
  var collection: ProtobufCBinaryData = ProtobufCBinaryData()
  var section: ProtobufCBinaryData = ProtobufCBinaryData()
  var item: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__RowOrigin: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.RowOrigin" }
  static func describe(_ table: inout FieldTable) {
    table.add("collection", 1, .bytes, MemoryLayout<Self>.offset(of: \.collection))
    table.add("section", 2, .bytes, MemoryLayout<Self>.offset(of: \.section))
    table.add("item", 3, .bytes, MemoryLayout<Self>.offset(of: \.item))
  }
}
@inline(__always)
func arrange__v1__row_origin__init(_ message: UnsafeMutablePointer<Arrange__V1__RowOrigin>?) {
  message?.initialize(to: Arrange__V1__RowOrigin())
}
func arrange__v1__row_origin__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__RowOrigin>? {
  unpackMessage(3, allocator, count, bytes)
}
func arrange__v1__row_origin__pack(_ message: UnsafePointer<Arrange__V1__RowOrigin>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.Path

struct Arrange__V1__Path {
  var base = ProtobufCMessage(4)
  var section: Int64 = 0
  var item: Int64 = 0
}
extension Arrange__V1__Path: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Path" }
  static func describe(_ table: inout FieldTable) {
    table.add("section", 1, .int64, MemoryLayout<Self>.offset(of: \.section))
    table.add("item", 2, .int64, MemoryLayout<Self>.offset(of: \.item))
  }
}
@inline(__always)
func arrange__v1__path__init(_ message: UnsafeMutablePointer<Arrange__V1__Path>?) {
  message?.initialize(to: Arrange__V1__Path())
}
func arrange__v1__path__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Path>? {
  unpackMessage(4, allocator, count, bytes)
}
func arrange__v1__path__pack(_ message: UnsafePointer<Arrange__V1__Path>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.Placement

struct Arrange__V1__Placement__PlaceCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__PLACEMENT__PLACE__NOT_SET: Arrange__V1__Placement__PlaceCase { Arrange__V1__Placement__PlaceCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__PLACEMENT__PLACE_FIRST: Arrange__V1__Placement__PlaceCase { Arrange__V1__Placement__PlaceCase(rawValue: 1) }
@inline(__always)
var ARRANGE__V1__PLACEMENT__PLACE_LAST: Arrange__V1__Placement__PlaceCase { Arrange__V1__Placement__PlaceCase(rawValue: 2) }
@inline(__always)
var ARRANGE__V1__PLACEMENT__PLACE_BEFORE: Arrange__V1__Placement__PlaceCase { Arrange__V1__Placement__PlaceCase(rawValue: 3) }
@inline(__always)
var ARRANGE__V1__PLACEMENT__PLACE_AFTER: Arrange__V1__Placement__PlaceCase { Arrange__V1__Placement__PlaceCase(rawValue: 4) }
@inline(__always)
var ARRANGE__V1__PLACEMENT__PLACE_AT: Arrange__V1__Placement__PlaceCase { Arrange__V1__Placement__PlaceCase(rawValue: 5) }
struct Arrange__V1__Placement {
  var base = ProtobufCMessage(5)
  var if_anchor_missing: Arrange__V1__AnchorPolicy = Arrange__V1__AnchorPolicy(rawValue: 0)
  var place_case = Arrange__V1__Placement__PlaceCase(rawValue: 0)
  var place_choice = ChoiceOf16()
  var first: UInt64 {
    @inline(__always) get { place_choice.get(UInt64.self) }
    @inline(__always) set { place_choice.set(newValue) }
  }
  var last: UInt64 {
    @inline(__always) get { place_choice.get(UInt64.self) }
    @inline(__always) set { place_choice.set(newValue) }
  }
  var before: ProtobufCBinaryData {
    @inline(__always) get { place_choice.get(ProtobufCBinaryData.self) }
    @inline(__always) set { place_choice.set(newValue) }
  }
  var after: ProtobufCBinaryData {
    @inline(__always) get { place_choice.get(ProtobufCBinaryData.self) }
    @inline(__always) set { place_choice.set(newValue) }
  }
  var at: Int64 {
    @inline(__always) get { place_choice.get(Int64.self) }
    @inline(__always) set { place_choice.set(newValue) }
  }
}
extension Arrange__V1__Placement: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Placement" }
  static func describe(_ table: inout FieldTable) {
    table.add("first", 1, .uint64, MemoryLayout<Self>.offset(of: \.place_choice), choice: MemoryLayout<Self>.offset(of: \.place_case))
    table.add("last", 2, .uint64, MemoryLayout<Self>.offset(of: \.place_choice), choice: MemoryLayout<Self>.offset(of: \.place_case))
    table.add("before", 3, .bytes, MemoryLayout<Self>.offset(of: \.place_choice), choice: MemoryLayout<Self>.offset(of: \.place_case))
    table.add("after", 4, .bytes, MemoryLayout<Self>.offset(of: \.place_choice), choice: MemoryLayout<Self>.offset(of: \.place_case))
    table.add("at", 5, .int64, MemoryLayout<Self>.offset(of: \.place_choice), choice: MemoryLayout<Self>.offset(of: \.place_case))
    table.add("if_anchor_missing", 6, .enumeration, MemoryLayout<Self>.offset(of: \.if_anchor_missing))
  }
}
@inline(__always)
func arrange__v1__placement__init(_ message: UnsafeMutablePointer<Arrange__V1__Placement>?) {
  message?.initialize(to: Arrange__V1__Placement())
}
func arrange__v1__placement__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Placement>? {
  unpackMessage(5, allocator, count, bytes)
}
func arrange__v1__placement__pack(_ message: UnsafePointer<Arrange__V1__Placement>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.CollectionInfo

struct Arrange__V1__CollectionInfo {
  var base = ProtobufCMessage(6)
  var name: ProtobufCBinaryData = ProtobufCBinaryData()
  var strategy: ProtobufCBinaryData = ProtobufCBinaryData()
  var n_fields: Int = 0
  var fields: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Field>?>! = nil
  var version: UInt64 = 0
  var epoch: UInt64 = 0
  var created_at_us: Int64 = 0
  var section_count: Int64 = 0
  var item_count: Int64 = 0
  var is_view: UInt64 = 0
  var problem: ProtobufCBinaryData = ProtobufCBinaryData()
  var history: UInt64 = 0
  var stored_bytes: Int64 = 0
}
extension Arrange__V1__CollectionInfo: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.CollectionInfo" }
  static func describe(_ table: inout FieldTable) {
    table.add("name", 1, .bytes, MemoryLayout<Self>.offset(of: \.name))
    table.add("strategy", 2, .bytes, MemoryLayout<Self>.offset(of: \.strategy))
    table.add("fields", 3, .message, MemoryLayout<Self>.offset(of: \.fields), count: MemoryLayout<Self>.offset(of: \.n_fields), of: 0)
    table.add("version", 4, .uint64, MemoryLayout<Self>.offset(of: \.version))
    table.add("epoch", 5, .fixed64, MemoryLayout<Self>.offset(of: \.epoch))
    table.add("created_at_us", 6, .int64, MemoryLayout<Self>.offset(of: \.created_at_us))
    table.add("section_count", 7, .int64, MemoryLayout<Self>.offset(of: \.section_count))
    table.add("item_count", 8, .int64, MemoryLayout<Self>.offset(of: \.item_count))
    table.add("is_view", 9, .uint64, MemoryLayout<Self>.offset(of: \.is_view))
    table.add("problem", 10, .bytes, MemoryLayout<Self>.offset(of: \.problem))
    table.add("history", 11, .fixed64, MemoryLayout<Self>.offset(of: \.history))
    table.add("stored_bytes", 12, .int64, MemoryLayout<Self>.offset(of: \.stored_bytes))
  }
}
@inline(__always)
func arrange__v1__collection_info__init(_ message: UnsafeMutablePointer<Arrange__V1__CollectionInfo>?) {
  message?.initialize(to: Arrange__V1__CollectionInfo())
}
func arrange__v1__collection_info__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__CollectionInfo>? {
  unpackMessage(6, allocator, count, bytes)
}
func arrange__v1__collection_info__pack(_ message: UnsafePointer<Arrange__V1__CollectionInfo>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}
