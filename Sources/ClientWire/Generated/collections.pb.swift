// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

// MARK: arrange.v1.ChangeKind

struct Arrange__V1__ChangeKind: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_UNSPECIFIED: Arrange__V1__ChangeKind { Arrange__V1__ChangeKind(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_SECTION_INSERTED: Arrange__V1__ChangeKind { Arrange__V1__ChangeKind(rawValue: 1) }
@inline(__always)
var ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_SECTION_MOVED: Arrange__V1__ChangeKind { Arrange__V1__ChangeKind(rawValue: 2) }
@inline(__always)
var ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_SECTION_UPDATED: Arrange__V1__ChangeKind { Arrange__V1__ChangeKind(rawValue: 3) }
@inline(__always)
var ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_SECTION_REMOVED: Arrange__V1__ChangeKind { Arrange__V1__ChangeKind(rawValue: 4) }
@inline(__always)
var ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_ITEM_INSERTED: Arrange__V1__ChangeKind { Arrange__V1__ChangeKind(rawValue: 5) }
@inline(__always)
var ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_ITEM_MOVED: Arrange__V1__ChangeKind { Arrange__V1__ChangeKind(rawValue: 6) }
@inline(__always)
var ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_ITEM_UPDATED: Arrange__V1__ChangeKind { Arrange__V1__ChangeKind(rawValue: 7) }
@inline(__always)
var ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_ITEM_REMOVED: Arrange__V1__ChangeKind { Arrange__V1__ChangeKind(rawValue: 8) }

// MARK: arrange.v1.KeyWriteReason

struct Arrange__V1__KeyWriteReason: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__KEY_WRITE_REASON__KEY_WRITE_REASON_UNSPECIFIED: Arrange__V1__KeyWriteReason { Arrange__V1__KeyWriteReason(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__KEY_WRITE_REASON__KEY_WRITE_REASON_INSERTED: Arrange__V1__KeyWriteReason { Arrange__V1__KeyWriteReason(rawValue: 1) }
@inline(__always)
var ARRANGE__V1__KEY_WRITE_REASON__KEY_WRITE_REASON_MOVED: Arrange__V1__KeyWriteReason { Arrange__V1__KeyWriteReason(rawValue: 2) }
@inline(__always)
var ARRANGE__V1__KEY_WRITE_REASON__KEY_WRITE_REASON_REKEYED: Arrange__V1__KeyWriteReason { Arrange__V1__KeyWriteReason(rawValue: 3) }

// MARK: arrange.v1.CreateCollectionRequest

struct Arrange__V1__CreateCollectionRequest {
  var base = ProtobufCMessage(66)
  var name: ProtobufCBinaryData = ProtobufCBinaryData()
  var strategy: ProtobufCBinaryData = ProtobufCBinaryData()
  var n_fields: Int = 0
  var fields: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Field>?>! = nil
}
extension Arrange__V1__CreateCollectionRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.CreateCollectionRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("name", 1, .bytes, MemoryLayout<Self>.offset(of: \.name))
    table.add("strategy", 2, .bytes, MemoryLayout<Self>.offset(of: \.strategy))
    table.add("fields", 3, .message, MemoryLayout<Self>.offset(of: \.fields), count: MemoryLayout<Self>.offset(of: \.n_fields), of: 0)
  }
}
@inline(__always)
func arrange__v1__create_collection_request__init(_ message: UnsafeMutablePointer<Arrange__V1__CreateCollectionRequest>?) {
  message?.initialize(to: Arrange__V1__CreateCollectionRequest())
}
func arrange__v1__create_collection_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__CreateCollectionRequest>? {
  unpackMessage(66, allocator, count, bytes)
}
func arrange__v1__create_collection_request__pack(_ message: UnsafePointer<Arrange__V1__CreateCollectionRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.GetCollectionRequest

struct Arrange__V1__GetCollectionRequest {
  var base = ProtobufCMessage(67)
  var name: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__GetCollectionRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.GetCollectionRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("name", 1, .bytes, MemoryLayout<Self>.offset(of: \.name))
  }
}
@inline(__always)
func arrange__v1__get_collection_request__init(_ message: UnsafeMutablePointer<Arrange__V1__GetCollectionRequest>?) {
  message?.initialize(to: Arrange__V1__GetCollectionRequest())
}
func arrange__v1__get_collection_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__GetCollectionRequest>? {
  unpackMessage(67, allocator, count, bytes)
}
func arrange__v1__get_collection_request__pack(_ message: UnsafePointer<Arrange__V1__GetCollectionRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ListCollectionsRequest

struct Arrange__V1__ListCollectionsRequest {
  var base = ProtobufCMessage(68)
  var page_size: Int64 = 0
  var page_token: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__ListCollectionsRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ListCollectionsRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("page_size", 1, .int64, MemoryLayout<Self>.offset(of: \.page_size))
    table.add("page_token", 2, .bytes, MemoryLayout<Self>.offset(of: \.page_token))
  }
}
@inline(__always)
func arrange__v1__list_collections_request__init(_ message: UnsafeMutablePointer<Arrange__V1__ListCollectionsRequest>?) {
  message?.initialize(to: Arrange__V1__ListCollectionsRequest())
}
func arrange__v1__list_collections_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ListCollectionsRequest>? {
  unpackMessage(68, allocator, count, bytes)
}
func arrange__v1__list_collections_request__pack(_ message: UnsafePointer<Arrange__V1__ListCollectionsRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ListCollectionsResponse

struct Arrange__V1__ListCollectionsResponse {
  var base = ProtobufCMessage(69)
  var n_collections: Int = 0
  var collections: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__CollectionInfo>?>! = nil
  var next_page_token: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__ListCollectionsResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ListCollectionsResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("collections", 1, .message, MemoryLayout<Self>.offset(of: \.collections), count: MemoryLayout<Self>.offset(of: \.n_collections), of: 6)
    table.add("next_page_token", 2, .bytes, MemoryLayout<Self>.offset(of: \.next_page_token))
  }
}
@inline(__always)
func arrange__v1__list_collections_response__init(_ message: UnsafeMutablePointer<Arrange__V1__ListCollectionsResponse>?) {
  message?.initialize(to: Arrange__V1__ListCollectionsResponse())
}
func arrange__v1__list_collections_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ListCollectionsResponse>? {
  unpackMessage(69, allocator, count, bytes)
}
func arrange__v1__list_collections_response__pack(_ message: UnsafePointer<Arrange__V1__ListCollectionsResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.UpdateCollectionRequest

struct Arrange__V1__UpdateCollectionRequest {
  var base = ProtobufCMessage(70)
  var name: ProtobufCBinaryData = ProtobufCBinaryData()
  var n_set: Int = 0
  var set: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Field>?>! = nil
  var n_remove: Int = 0
  var remove: UnsafeMutablePointer<ProtobufCBinaryData>! = nil
  var replace_all: UInt64 = 0
}
extension Arrange__V1__UpdateCollectionRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.UpdateCollectionRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("name", 1, .bytes, MemoryLayout<Self>.offset(of: \.name))
    table.add("set", 2, .message, MemoryLayout<Self>.offset(of: \.set), count: MemoryLayout<Self>.offset(of: \.n_set), of: 0)
    table.add("remove", 3, .bytes, MemoryLayout<Self>.offset(of: \.remove), count: MemoryLayout<Self>.offset(of: \.n_remove))
    table.add("replace_all", 4, .uint64, MemoryLayout<Self>.offset(of: \.replace_all))
  }
}
@inline(__always)
func arrange__v1__update_collection_request__init(_ message: UnsafeMutablePointer<Arrange__V1__UpdateCollectionRequest>?) {
  message?.initialize(to: Arrange__V1__UpdateCollectionRequest())
}
func arrange__v1__update_collection_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__UpdateCollectionRequest>? {
  unpackMessage(70, allocator, count, bytes)
}
func arrange__v1__update_collection_request__pack(_ message: UnsafePointer<Arrange__V1__UpdateCollectionRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.DeleteCollectionRequest

struct Arrange__V1__DeleteCollectionRequest {
  var base = ProtobufCMessage(71)
  var name: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__DeleteCollectionRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.DeleteCollectionRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("name", 1, .bytes, MemoryLayout<Self>.offset(of: \.name))
  }
}
@inline(__always)
func arrange__v1__delete_collection_request__init(_ message: UnsafeMutablePointer<Arrange__V1__DeleteCollectionRequest>?) {
  message?.initialize(to: Arrange__V1__DeleteCollectionRequest())
}
func arrange__v1__delete_collection_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__DeleteCollectionRequest>? {
  unpackMessage(71, allocator, count, bytes)
}
func arrange__v1__delete_collection_request__pack(_ message: UnsafePointer<Arrange__V1__DeleteCollectionRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.DeleteCollectionResponse

struct Arrange__V1__DeleteCollectionResponse {
  var base = ProtobufCMessage(72)
}
extension Arrange__V1__DeleteCollectionResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.DeleteCollectionResponse" }
  static func describe(_ table: inout FieldTable) {
  }
}
@inline(__always)
func arrange__v1__delete_collection_response__init(_ message: UnsafeMutablePointer<Arrange__V1__DeleteCollectionResponse>?) {
  message?.initialize(to: Arrange__V1__DeleteCollectionResponse())
}
func arrange__v1__delete_collection_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__DeleteCollectionResponse>? {
  unpackMessage(72, allocator, count, bytes)
}
func arrange__v1__delete_collection_response__pack(_ message: UnsafePointer<Arrange__V1__DeleteCollectionResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ApplyRequest

struct Arrange__V1__ApplyRequest__VersionConditionCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__APPLY_REQUEST__VERSION_CONDITION__NOT_SET: Arrange__V1__ApplyRequest__VersionConditionCase { Arrange__V1__ApplyRequest__VersionConditionCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__APPLY_REQUEST__VERSION_CONDITION_IF_VERSION: Arrange__V1__ApplyRequest__VersionConditionCase { Arrange__V1__ApplyRequest__VersionConditionCase(rawValue: 4) }
struct Arrange__V1__ApplyRequest {
  var base = ProtobufCMessage(73)
  var collection: ProtobufCBinaryData = ProtobufCBinaryData()
  var n_operations: Int = 0
  var operations: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Operation>?>! = nil
  var request_id: ProtobufCBinaryData = ProtobufCBinaryData()
  var if_history: UInt64 = 0
  var version_condition_case = Arrange__V1__ApplyRequest__VersionConditionCase(rawValue: 0)
  var version_condition_choice = ChoiceOf8()
  var if_version: UInt64 {
    @inline(__always) get { version_condition_choice.get(UInt64.self) }
    @inline(__always) set { version_condition_choice.set(newValue) }
  }
}
extension Arrange__V1__ApplyRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ApplyRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("collection", 1, .bytes, MemoryLayout<Self>.offset(of: \.collection))
    table.add("operations", 2, .message, MemoryLayout<Self>.offset(of: \.operations), count: MemoryLayout<Self>.offset(of: \.n_operations), of: 50)
    table.add("request_id", 3, .bytes, MemoryLayout<Self>.offset(of: \.request_id))
    table.add("if_version", 4, .uint64, MemoryLayout<Self>.offset(of: \.version_condition_choice), choice: MemoryLayout<Self>.offset(of: \.version_condition_case))
    table.add("if_history", 5, .fixed64, MemoryLayout<Self>.offset(of: \.if_history))
  }
}
@inline(__always)
func arrange__v1__apply_request__init(_ message: UnsafeMutablePointer<Arrange__V1__ApplyRequest>?) {
  message?.initialize(to: Arrange__V1__ApplyRequest())
}
func arrange__v1__apply_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ApplyRequest>? {
  unpackMessage(73, allocator, count, bytes)
}
func arrange__v1__apply_request__pack(_ message: UnsafePointer<Arrange__V1__ApplyRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ApplyResponse

struct Arrange__V1__ApplyResponse {
  var base = ProtobufCMessage(74)
  var version: UInt64 = 0
  var changed: UInt64 = 0
  var replayed: UInt64 = 0
  var rekeyed: Int64 = 0
  var n_operations: Int = 0
  var operations: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__OperationResult>?>! = nil
  var history: UInt64 = 0
}
extension Arrange__V1__ApplyResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ApplyResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("version", 1, .uint64, MemoryLayout<Self>.offset(of: \.version))
    table.add("changed", 2, .uint64, MemoryLayout<Self>.offset(of: \.changed))
    table.add("replayed", 3, .uint64, MemoryLayout<Self>.offset(of: \.replayed))
    table.add("rekeyed", 4, .int64, MemoryLayout<Self>.offset(of: \.rekeyed))
    table.add("operations", 5, .message, MemoryLayout<Self>.offset(of: \.operations), count: MemoryLayout<Self>.offset(of: \.n_operations), of: 75)
    table.add("history", 6, .fixed64, MemoryLayout<Self>.offset(of: \.history))
  }
}
@inline(__always)
func arrange__v1__apply_response__init(_ message: UnsafeMutablePointer<Arrange__V1__ApplyResponse>?) {
  message?.initialize(to: Arrange__V1__ApplyResponse())
}
func arrange__v1__apply_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ApplyResponse>? {
  unpackMessage(74, allocator, count, bytes)
}
func arrange__v1__apply_response__pack(_ message: UnsafePointer<Arrange__V1__ApplyResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.OperationResult

struct Arrange__V1__OperationResult {
  var base = ProtobufCMessage(75)
  var n_elements: Int = 0
  var elements: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__PlacedElement>?>! = nil
}
extension Arrange__V1__OperationResult: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.OperationResult" }
  static func describe(_ table: inout FieldTable) {
    table.add("elements", 1, .message, MemoryLayout<Self>.offset(of: \.elements), count: MemoryLayout<Self>.offset(of: \.n_elements), of: 76)
  }
}
@inline(__always)
func arrange__v1__operation_result__init(_ message: UnsafeMutablePointer<Arrange__V1__OperationResult>?) {
  message?.initialize(to: Arrange__V1__OperationResult())
}
func arrange__v1__operation_result__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__OperationResult>? {
  unpackMessage(75, allocator, count, bytes)
}
func arrange__v1__operation_result__pack(_ message: UnsafePointer<Arrange__V1__OperationResult>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.PlacedElement

struct Arrange__V1__PlacedElement__PlaceCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__PLACED_ELEMENT__PLACE__NOT_SET: Arrange__V1__PlacedElement__PlaceCase { Arrange__V1__PlacedElement__PlaceCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__PLACED_ELEMENT__PLACE_ITEM: Arrange__V1__PlacedElement__PlaceCase { Arrange__V1__PlacedElement__PlaceCase(rawValue: 3) }
@inline(__always)
var ARRANGE__V1__PLACED_ELEMENT__PLACE_SECTION: Arrange__V1__PlacedElement__PlaceCase { Arrange__V1__PlacedElement__PlaceCase(rawValue: 4) }
struct Arrange__V1__PlacedElement {
  var base = ProtobufCMessage(76)
  var id: ProtobufCBinaryData = ProtobufCBinaryData()
  var key: ProtobufCBinaryData = ProtobufCBinaryData()
  var place_case = Arrange__V1__PlacedElement__PlaceCase(rawValue: 0)
  var place_choice = ChoiceOf8()
  var item: UnsafeMutablePointer<Arrange__V1__Path>! {
    @inline(__always) get { place_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__Path>>.self) }
    @inline(__always) set { place_choice.set(newValue) }
  }
  var section: Int64 {
    @inline(__always) get { place_choice.get(Int64.self) }
    @inline(__always) set { place_choice.set(newValue) }
  }
}
extension Arrange__V1__PlacedElement: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.PlacedElement" }
  static func describe(_ table: inout FieldTable) {
    table.add("id", 1, .bytes, MemoryLayout<Self>.offset(of: \.id))
    table.add("key", 2, .bytes, MemoryLayout<Self>.offset(of: \.key))
    table.add("item", 3, .message, MemoryLayout<Self>.offset(of: \.place_choice), choice: MemoryLayout<Self>.offset(of: \.place_case), of: 4)
    table.add("section", 4, .int64, MemoryLayout<Self>.offset(of: \.place_choice), choice: MemoryLayout<Self>.offset(of: \.place_case))
  }
}
@inline(__always)
func arrange__v1__placed_element__init(_ message: UnsafeMutablePointer<Arrange__V1__PlacedElement>?) {
  message?.initialize(to: Arrange__V1__PlacedElement())
}
func arrange__v1__placed_element__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__PlacedElement>? {
  unpackMessage(76, allocator, count, bytes)
}
func arrange__v1__placed_element__pack(_ message: UnsafePointer<Arrange__V1__PlacedElement>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.FetchRequest

struct Arrange__V1__FetchRequest__WindowCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__FETCH_REQUEST__WINDOW__NOT_SET: Arrange__V1__FetchRequest__WindowCase { Arrange__V1__FetchRequest__WindowCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__FETCH_REQUEST__WINDOW_SECTION: Arrange__V1__FetchRequest__WindowCase { Arrange__V1__FetchRequest__WindowCase(rawValue: 2) }
@inline(__always)
var ARRANGE__V1__FETCH_REQUEST__WINDOW_AROUND: Arrange__V1__FetchRequest__WindowCase { Arrange__V1__FetchRequest__WindowCase(rawValue: 3) }
struct Arrange__V1__FetchRequest {
  var base = ProtobufCMessage(77)
  var collection: ProtobufCBinaryData = ProtobufCBinaryData()
  var page_size: Int64 = 0
  var page_token: ProtobufCBinaryData = ProtobufCBinaryData()
  var view: UnsafeMutablePointer<Arrange__V1__View>! = nil
  var window_case = Arrange__V1__FetchRequest__WindowCase(rawValue: 0)
  var window_choice = ChoiceOf8()
  var section: UnsafeMutablePointer<Arrange__V1__SectionWindow>! {
    @inline(__always) get { window_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__SectionWindow>>.self) }
    @inline(__always) set { window_choice.set(newValue) }
  }
  var around: UnsafeMutablePointer<Arrange__V1__AroundWindow>! {
    @inline(__always) get { window_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__AroundWindow>>.self) }
    @inline(__always) set { window_choice.set(newValue) }
  }
}
extension Arrange__V1__FetchRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.FetchRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("collection", 1, .bytes, MemoryLayout<Self>.offset(of: \.collection))
    table.add("section", 2, .message, MemoryLayout<Self>.offset(of: \.window_choice), choice: MemoryLayout<Self>.offset(of: \.window_case), of: 78)
    table.add("around", 3, .message, MemoryLayout<Self>.offset(of: \.window_choice), choice: MemoryLayout<Self>.offset(of: \.window_case), of: 79)
    table.add("page_size", 4, .int64, MemoryLayout<Self>.offset(of: \.page_size))
    table.add("page_token", 5, .bytes, MemoryLayout<Self>.offset(of: \.page_token))
    table.add("view", 6, .message, MemoryLayout<Self>.offset(of: \.view), of: 14)
  }
}
@inline(__always)
func arrange__v1__fetch_request__init(_ message: UnsafeMutablePointer<Arrange__V1__FetchRequest>?) {
  message?.initialize(to: Arrange__V1__FetchRequest())
}
func arrange__v1__fetch_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__FetchRequest>? {
  unpackMessage(77, allocator, count, bytes)
}
func arrange__v1__fetch_request__pack(_ message: UnsafePointer<Arrange__V1__FetchRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.SectionWindow

struct Arrange__V1__SectionWindow__EndChoiceCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__SECTION_WINDOW__END_CHOICE__NOT_SET: Arrange__V1__SectionWindow__EndChoiceCase { Arrange__V1__SectionWindow__EndChoiceCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__SECTION_WINDOW__END_CHOICE_END: Arrange__V1__SectionWindow__EndChoiceCase { Arrange__V1__SectionWindow__EndChoiceCase(rawValue: 3) }
struct Arrange__V1__SectionWindow {
  var base = ProtobufCMessage(78)
  var section: ProtobufCBinaryData = ProtobufCBinaryData()
  var start: Int64 = 0
  var end_choice_case = Arrange__V1__SectionWindow__EndChoiceCase(rawValue: 0)
  var end_choice_choice = ChoiceOf8()
  var end: Int64 {
    @inline(__always) get { end_choice_choice.get(Int64.self) }
    @inline(__always) set { end_choice_choice.set(newValue) }
  }
}
extension Arrange__V1__SectionWindow: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.SectionWindow" }
  static func describe(_ table: inout FieldTable) {
    table.add("section", 1, .bytes, MemoryLayout<Self>.offset(of: \.section))
    table.add("start", 2, .int64, MemoryLayout<Self>.offset(of: \.start))
    table.add("end", 3, .int64, MemoryLayout<Self>.offset(of: \.end_choice_choice), choice: MemoryLayout<Self>.offset(of: \.end_choice_case))
  }
}
@inline(__always)
func arrange__v1__section_window__init(_ message: UnsafeMutablePointer<Arrange__V1__SectionWindow>?) {
  message?.initialize(to: Arrange__V1__SectionWindow())
}
func arrange__v1__section_window__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__SectionWindow>? {
  unpackMessage(78, allocator, count, bytes)
}
func arrange__v1__section_window__pack(_ message: UnsafePointer<Arrange__V1__SectionWindow>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.AroundWindow

struct Arrange__V1__AroundWindow {
  var base = ProtobufCMessage(79)
  var item: ProtobufCBinaryData = ProtobufCBinaryData()
  var before: Int64 = 0
  var after: Int64 = 0
}
extension Arrange__V1__AroundWindow: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.AroundWindow" }
  static func describe(_ table: inout FieldTable) {
    table.add("item", 1, .bytes, MemoryLayout<Self>.offset(of: \.item))
    table.add("before", 2, .int64, MemoryLayout<Self>.offset(of: \.before))
    table.add("after", 3, .int64, MemoryLayout<Self>.offset(of: \.after))
  }
}
@inline(__always)
func arrange__v1__around_window__init(_ message: UnsafeMutablePointer<Arrange__V1__AroundWindow>?) {
  message?.initialize(to: Arrange__V1__AroundWindow())
}
func arrange__v1__around_window__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__AroundWindow>? {
  unpackMessage(79, allocator, count, bytes)
}
func arrange__v1__around_window__pack(_ message: UnsafePointer<Arrange__V1__AroundWindow>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.FetchResponse

struct Arrange__V1__FetchResponse {
  var base = ProtobufCMessage(80)
  var collection: UnsafeMutablePointer<Arrange__V1__CollectionInfo>! = nil
  var n_sections: Int = 0
  var sections: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__SectionSlice>?>! = nil
  var next_page_token: ProtobufCBinaryData = ProtobufCBinaryData()
  var window: UnsafeMutablePointer<Arrange__V1__WindowPlace>! = nil
}
extension Arrange__V1__FetchResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.FetchResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("collection", 1, .message, MemoryLayout<Self>.offset(of: \.collection), of: 6)
    table.add("sections", 2, .message, MemoryLayout<Self>.offset(of: \.sections), count: MemoryLayout<Self>.offset(of: \.n_sections), of: 81)
    table.add("next_page_token", 3, .bytes, MemoryLayout<Self>.offset(of: \.next_page_token))
    table.add("window", 4, .message, MemoryLayout<Self>.offset(of: \.window), of: 17)
  }
}
@inline(__always)
func arrange__v1__fetch_response__init(_ message: UnsafeMutablePointer<Arrange__V1__FetchResponse>?) {
  message?.initialize(to: Arrange__V1__FetchResponse())
}
func arrange__v1__fetch_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__FetchResponse>? {
  unpackMessage(80, allocator, count, bytes)
}
func arrange__v1__fetch_response__pack(_ message: UnsafePointer<Arrange__V1__FetchResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.SectionSlice

struct Arrange__V1__SectionSlice {
  var base = ProtobufCMessage(81)
  var index: Int64 = 0
  var section: UnsafeMutablePointer<Arrange__V1__Element>! = nil
  var item_count: Int64 = 0
  var first_item: Int64 = 0
  var n_items: Int = 0
  var items: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Element>?>! = nil
}
extension Arrange__V1__SectionSlice: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.SectionSlice" }
  static func describe(_ table: inout FieldTable) {
    table.add("index", 1, .int64, MemoryLayout<Self>.offset(of: \.index))
    table.add("section", 2, .message, MemoryLayout<Self>.offset(of: \.section), of: 2)
    table.add("item_count", 3, .int64, MemoryLayout<Self>.offset(of: \.item_count))
    table.add("first_item", 4, .int64, MemoryLayout<Self>.offset(of: \.first_item))
    table.add("items", 5, .message, MemoryLayout<Self>.offset(of: \.items), count: MemoryLayout<Self>.offset(of: \.n_items), of: 2)
  }
}
@inline(__always)
func arrange__v1__section_slice__init(_ message: UnsafeMutablePointer<Arrange__V1__SectionSlice>?) {
  message?.initialize(to: Arrange__V1__SectionSlice())
}
func arrange__v1__section_slice__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__SectionSlice>? {
  unpackMessage(81, allocator, count, bytes)
}
func arrange__v1__section_slice__pack(_ message: UnsafePointer<Arrange__V1__SectionSlice>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.HistoryRequest

struct Arrange__V1__HistoryRequest__EndChoiceCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__HISTORY_REQUEST__END_CHOICE__NOT_SET: Arrange__V1__HistoryRequest__EndChoiceCase { Arrange__V1__HistoryRequest__EndChoiceCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__HISTORY_REQUEST__END_CHOICE_TO: Arrange__V1__HistoryRequest__EndChoiceCase { Arrange__V1__HistoryRequest__EndChoiceCase(rawValue: 3) }
struct Arrange__V1__HistoryRequest {
  var base = ProtobufCMessage(82)
  var collection: ProtobufCBinaryData = ProtobufCBinaryData()
  var from: UInt64 = 0
  var limit: Int64 = 0
  var from_change: Int64 = 0
  var end_choice_case = Arrange__V1__HistoryRequest__EndChoiceCase(rawValue: 0)
  var end_choice_choice = ChoiceOf8()
  var to: UInt64 {
    @inline(__always) get { end_choice_choice.get(UInt64.self) }
    @inline(__always) set { end_choice_choice.set(newValue) }
  }
}
extension Arrange__V1__HistoryRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.HistoryRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("collection", 1, .bytes, MemoryLayout<Self>.offset(of: \.collection))
    table.add("from", 2, .uint64, MemoryLayout<Self>.offset(of: \.from))
    table.add("to", 3, .uint64, MemoryLayout<Self>.offset(of: \.end_choice_choice), choice: MemoryLayout<Self>.offset(of: \.end_choice_case))
    table.add("limit", 4, .int64, MemoryLayout<Self>.offset(of: \.limit))
    table.add("from_change", 5, .int64, MemoryLayout<Self>.offset(of: \.from_change))
  }
}
@inline(__always)
func arrange__v1__history_request__init(_ message: UnsafeMutablePointer<Arrange__V1__HistoryRequest>?) {
  message?.initialize(to: Arrange__V1__HistoryRequest())
}
func arrange__v1__history_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__HistoryRequest>? {
  unpackMessage(82, allocator, count, bytes)
}
func arrange__v1__history_request__pack(_ message: UnsafePointer<Arrange__V1__HistoryRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.HistoryResponse

struct Arrange__V1__HistoryResponse {
  var base = ProtobufCMessage(83)
  var oldest_kept: UInt64 = 0
  var version: UInt64 = 0
  var n_commits: Int = 0
  var commits: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Commit>?>! = nil
}
extension Arrange__V1__HistoryResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.HistoryResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("oldest_kept", 1, .uint64, MemoryLayout<Self>.offset(of: \.oldest_kept))
    table.add("version", 2, .uint64, MemoryLayout<Self>.offset(of: \.version))
    table.add("commits", 3, .message, MemoryLayout<Self>.offset(of: \.commits), count: MemoryLayout<Self>.offset(of: \.n_commits), of: 84)
  }
}
@inline(__always)
func arrange__v1__history_response__init(_ message: UnsafeMutablePointer<Arrange__V1__HistoryResponse>?) {
  message?.initialize(to: Arrange__V1__HistoryResponse())
}
func arrange__v1__history_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__HistoryResponse>? {
  unpackMessage(83, allocator, count, bytes)
}
func arrange__v1__history_response__pack(_ message: UnsafePointer<Arrange__V1__HistoryResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.Commit

struct Arrange__V1__Commit {
  var base = ProtobufCMessage(84)
  var version: UInt64 = 0
  var time_us: Int64 = 0
  var request_id: ProtobufCBinaryData = ProtobufCBinaryData()
  var rekeyed: Int64 = 0
  var n_changes: Int = 0
  var changes: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Change>?>! = nil
  var first_change: Int64 = 0
  var change_count: Int64 = 0
  var author: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__Commit: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Commit" }
  static func describe(_ table: inout FieldTable) {
    table.add("version", 1, .uint64, MemoryLayout<Self>.offset(of: \.version))
    table.add("time_us", 2, .int64, MemoryLayout<Self>.offset(of: \.time_us))
    table.add("request_id", 3, .bytes, MemoryLayout<Self>.offset(of: \.request_id))
    table.add("rekeyed", 4, .int64, MemoryLayout<Self>.offset(of: \.rekeyed))
    table.add("changes", 5, .message, MemoryLayout<Self>.offset(of: \.changes), count: MemoryLayout<Self>.offset(of: \.n_changes), of: 85)
    table.add("first_change", 6, .int64, MemoryLayout<Self>.offset(of: \.first_change))
    table.add("change_count", 7, .int64, MemoryLayout<Self>.offset(of: \.change_count))
    table.add("author", 8, .bytes, MemoryLayout<Self>.offset(of: \.author))
  }
}
@inline(__always)
func arrange__v1__commit__init(_ message: UnsafeMutablePointer<Arrange__V1__Commit>?) {
  message?.initialize(to: Arrange__V1__Commit())
}
func arrange__v1__commit__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Commit>? {
  unpackMessage(84, allocator, count, bytes)
}
func arrange__v1__commit__pack(_ message: UnsafePointer<Arrange__V1__Commit>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.Change

struct Arrange__V1__Change {
  var base = ProtobufCMessage(85)
  var kind: Arrange__V1__ChangeKind = Arrange__V1__ChangeKind(rawValue: 0)
  var id: ProtobufCBinaryData = ProtobufCBinaryData()
  var from: UnsafeMutablePointer<Arrange__V1__Path>! = nil
  var to: UnsafeMutablePointer<Arrange__V1__Path>! = nil
  var before: UnsafeMutablePointer<Arrange__V1__FieldList>! = nil
  var after: UnsafeMutablePointer<Arrange__V1__FieldList>! = nil
  var fields_left_out: UInt64 = 0
}
extension Arrange__V1__Change: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Change" }
  static func describe(_ table: inout FieldTable) {
    table.add("kind", 1, .enumeration, MemoryLayout<Self>.offset(of: \.kind))
    table.add("id", 2, .bytes, MemoryLayout<Self>.offset(of: \.id))
    table.add("from", 3, .message, MemoryLayout<Self>.offset(of: \.from), of: 4)
    table.add("to", 4, .message, MemoryLayout<Self>.offset(of: \.to), of: 4)
    table.add("before", 5, .message, MemoryLayout<Self>.offset(of: \.before), of: 1)
    table.add("after", 6, .message, MemoryLayout<Self>.offset(of: \.after), of: 1)
    table.add("fields_left_out", 7, .uint64, MemoryLayout<Self>.offset(of: \.fields_left_out))
  }
}
@inline(__always)
func arrange__v1__change__init(_ message: UnsafeMutablePointer<Arrange__V1__Change>?) {
  message?.initialize(to: Arrange__V1__Change())
}
func arrange__v1__change__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Change>? {
  unpackMessage(85, allocator, count, bytes)
}
func arrange__v1__change__pack(_ message: UnsafePointer<Arrange__V1__Change>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ChangeStrategyRequest

struct Arrange__V1__ChangeStrategyRequest__VersionConditionCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__CHANGE_STRATEGY_REQUEST__VERSION_CONDITION__NOT_SET: Arrange__V1__ChangeStrategyRequest__VersionConditionCase { Arrange__V1__ChangeStrategyRequest__VersionConditionCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__CHANGE_STRATEGY_REQUEST__VERSION_CONDITION_IF_VERSION: Arrange__V1__ChangeStrategyRequest__VersionConditionCase { Arrange__V1__ChangeStrategyRequest__VersionConditionCase(rawValue: 4) }
struct Arrange__V1__ChangeStrategyRequest {
  var base = ProtobufCMessage(86)
  var collection: ProtobufCBinaryData = ProtobufCBinaryData()
  var strategy: ProtobufCBinaryData = ProtobufCBinaryData()
  var renew_keys: UInt64 = 0
  var if_history: UInt64 = 0
  var version_condition_case = Arrange__V1__ChangeStrategyRequest__VersionConditionCase(rawValue: 0)
  var version_condition_choice = ChoiceOf8()
  var if_version: UInt64 {
    @inline(__always) get { version_condition_choice.get(UInt64.self) }
    @inline(__always) set { version_condition_choice.set(newValue) }
  }
}
extension Arrange__V1__ChangeStrategyRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ChangeStrategyRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("collection", 1, .bytes, MemoryLayout<Self>.offset(of: \.collection))
    table.add("strategy", 2, .bytes, MemoryLayout<Self>.offset(of: \.strategy))
    table.add("renew_keys", 3, .uint64, MemoryLayout<Self>.offset(of: \.renew_keys))
    table.add("if_version", 4, .uint64, MemoryLayout<Self>.offset(of: \.version_condition_choice), choice: MemoryLayout<Self>.offset(of: \.version_condition_case))
    table.add("if_history", 5, .fixed64, MemoryLayout<Self>.offset(of: \.if_history))
  }
}
@inline(__always)
func arrange__v1__change_strategy_request__init(_ message: UnsafeMutablePointer<Arrange__V1__ChangeStrategyRequest>?) {
  message?.initialize(to: Arrange__V1__ChangeStrategyRequest())
}
func arrange__v1__change_strategy_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ChangeStrategyRequest>? {
  unpackMessage(86, allocator, count, bytes)
}
func arrange__v1__change_strategy_request__pack(_ message: UnsafePointer<Arrange__V1__ChangeStrategyRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ChangeStrategyResponse

struct Arrange__V1__ChangeStrategyResponse {
  var base = ProtobufCMessage(87)
  var strategy: ProtobufCBinaryData = ProtobufCBinaryData()
  var version: UInt64 = 0
  var changed: UInt64 = 0
  var rekeyed: Int64 = 0
}
extension Arrange__V1__ChangeStrategyResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ChangeStrategyResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("strategy", 1, .bytes, MemoryLayout<Self>.offset(of: \.strategy))
    table.add("version", 2, .uint64, MemoryLayout<Self>.offset(of: \.version))
    table.add("changed", 3, .uint64, MemoryLayout<Self>.offset(of: \.changed))
    table.add("rekeyed", 4, .int64, MemoryLayout<Self>.offset(of: \.rekeyed))
  }
}
@inline(__always)
func arrange__v1__change_strategy_response__init(_ message: UnsafeMutablePointer<Arrange__V1__ChangeStrategyResponse>?) {
  message?.initialize(to: Arrange__V1__ChangeStrategyResponse())
}
func arrange__v1__change_strategy_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ChangeStrategyResponse>? {
  unpackMessage(87, allocator, count, bytes)
}
func arrange__v1__change_strategy_response__pack(_ message: UnsafePointer<Arrange__V1__ChangeStrategyResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.RotateKeysRequest

struct Arrange__V1__RotateKeysRequest__GenerationChoiceCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__ROTATE_KEYS_REQUEST__GENERATION_CHOICE__NOT_SET: Arrange__V1__RotateKeysRequest__GenerationChoiceCase { Arrange__V1__RotateKeysRequest__GenerationChoiceCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__ROTATE_KEYS_REQUEST__GENERATION_CHOICE_GENERATION: Arrange__V1__RotateKeysRequest__GenerationChoiceCase { Arrange__V1__RotateKeysRequest__GenerationChoiceCase(rawValue: 2) }
struct Arrange__V1__RotateKeysRequest {
  var base = ProtobufCMessage(88)
  var collection: ProtobufCBinaryData = ProtobufCBinaryData()
  var limit: Int64 = 0
  var generation_choice_case = Arrange__V1__RotateKeysRequest__GenerationChoiceCase(rawValue: 0)
  var generation_choice_choice = ChoiceOf8()
  var generation: Int64 {
    @inline(__always) get { generation_choice_choice.get(Int64.self) }
    @inline(__always) set { generation_choice_choice.set(newValue) }
  }
}
extension Arrange__V1__RotateKeysRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.RotateKeysRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("collection", 1, .bytes, MemoryLayout<Self>.offset(of: \.collection))
    table.add("generation", 2, .int64, MemoryLayout<Self>.offset(of: \.generation_choice_choice), choice: MemoryLayout<Self>.offset(of: \.generation_choice_case))
    table.add("limit", 3, .int64, MemoryLayout<Self>.offset(of: \.limit))
  }
}
@inline(__always)
func arrange__v1__rotate_keys_request__init(_ message: UnsafeMutablePointer<Arrange__V1__RotateKeysRequest>?) {
  message?.initialize(to: Arrange__V1__RotateKeysRequest())
}
func arrange__v1__rotate_keys_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__RotateKeysRequest>? {
  unpackMessage(88, allocator, count, bytes)
}
func arrange__v1__rotate_keys_request__pack(_ message: UnsafePointer<Arrange__V1__RotateKeysRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.RotateKeysResponse

struct Arrange__V1__RotateKeysResponse {
  var base = ProtobufCMessage(89)
  var version: UInt64 = 0
  var rekeyed: Int64 = 0
  var remaining: Int64 = 0
  var generation: Int64 = 0
}
extension Arrange__V1__RotateKeysResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.RotateKeysResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("version", 1, .uint64, MemoryLayout<Self>.offset(of: \.version))
    table.add("rekeyed", 2, .int64, MemoryLayout<Self>.offset(of: \.rekeyed))
    table.add("remaining", 3, .int64, MemoryLayout<Self>.offset(of: \.remaining))
    table.add("generation", 4, .int64, MemoryLayout<Self>.offset(of: \.generation))
  }
}
@inline(__always)
func arrange__v1__rotate_keys_response__init(_ message: UnsafeMutablePointer<Arrange__V1__RotateKeysResponse>?) {
  message?.initialize(to: Arrange__V1__RotateKeysResponse())
}
func arrange__v1__rotate_keys_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__RotateKeysResponse>? {
  unpackMessage(89, allocator, count, bytes)
}
func arrange__v1__rotate_keys_response__pack(_ message: UnsafePointer<Arrange__V1__RotateKeysResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ExplainRequest

struct Arrange__V1__ExplainRequest {
  var base = ProtobufCMessage(90)
  var collection: ProtobufCBinaryData = ProtobufCBinaryData()
  var n_operations: Int = 0
  var operations: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Operation>?>! = nil
}
extension Arrange__V1__ExplainRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ExplainRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("collection", 1, .bytes, MemoryLayout<Self>.offset(of: \.collection))
    table.add("operations", 2, .message, MemoryLayout<Self>.offset(of: \.operations), count: MemoryLayout<Self>.offset(of: \.n_operations), of: 50)
  }
}
@inline(__always)
func arrange__v1__explain_request__init(_ message: UnsafeMutablePointer<Arrange__V1__ExplainRequest>?) {
  message?.initialize(to: Arrange__V1__ExplainRequest())
}
func arrange__v1__explain_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ExplainRequest>? {
  unpackMessage(90, allocator, count, bytes)
}
func arrange__v1__explain_request__pack(_ message: UnsafePointer<Arrange__V1__ExplainRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ExplainResponse

struct Arrange__V1__ExplainResponse {
  var base = ProtobufCMessage(91)
  var strategy: ProtobufCBinaryData = ProtobufCBinaryData()
  var version: UInt64 = 0
  var journal_bytes: Int64 = 0
  var rekeyed: Int64 = 0
  var n_writes: Int = 0
  var writes: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__KeyWrite>?>! = nil
  var write_count: Int64 = 0
  var n_gaps: Int = 0
  var gaps: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Gap>?>! = nil
  var statistics: UnsafeMutablePointer<Arrange__V1__KeyStatistics>! = nil
}
extension Arrange__V1__ExplainResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ExplainResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("strategy", 1, .bytes, MemoryLayout<Self>.offset(of: \.strategy))
    table.add("version", 2, .uint64, MemoryLayout<Self>.offset(of: \.version))
    table.add("journal_bytes", 3, .int64, MemoryLayout<Self>.offset(of: \.journal_bytes))
    table.add("rekeyed", 4, .int64, MemoryLayout<Self>.offset(of: \.rekeyed))
    table.add("writes", 5, .message, MemoryLayout<Self>.offset(of: \.writes), count: MemoryLayout<Self>.offset(of: \.n_writes), of: 92)
    table.add("write_count", 6, .int64, MemoryLayout<Self>.offset(of: \.write_count))
    table.add("gaps", 7, .message, MemoryLayout<Self>.offset(of: \.gaps), count: MemoryLayout<Self>.offset(of: \.n_gaps), of: 93)
    table.add("statistics", 8, .message, MemoryLayout<Self>.offset(of: \.statistics), of: 95)
  }
}
@inline(__always)
func arrange__v1__explain_response__init(_ message: UnsafeMutablePointer<Arrange__V1__ExplainResponse>?) {
  message?.initialize(to: Arrange__V1__ExplainResponse())
}
func arrange__v1__explain_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ExplainResponse>? {
  unpackMessage(91, allocator, count, bytes)
}
func arrange__v1__explain_response__pack(_ message: UnsafePointer<Arrange__V1__ExplainResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.KeyWrite

struct Arrange__V1__KeyWrite {
  var base = ProtobufCMessage(92)
  var id: ProtobufCBinaryData = ProtobufCBinaryData()
  var reason: Arrange__V1__KeyWriteReason = Arrange__V1__KeyWriteReason(rawValue: 0)
  var before: ProtobufCBinaryData = ProtobufCBinaryData()
  var after: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__KeyWrite: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.KeyWrite" }
  static func describe(_ table: inout FieldTable) {
    table.add("id", 1, .bytes, MemoryLayout<Self>.offset(of: \.id))
    table.add("reason", 2, .enumeration, MemoryLayout<Self>.offset(of: \.reason))
    table.add("before", 3, .bytes, MemoryLayout<Self>.offset(of: \.before))
    table.add("after", 4, .bytes, MemoryLayout<Self>.offset(of: \.after))
  }
}
@inline(__always)
func arrange__v1__key_write__init(_ message: UnsafeMutablePointer<Arrange__V1__KeyWrite>?) {
  message?.initialize(to: Arrange__V1__KeyWrite())
}
func arrange__v1__key_write__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__KeyWrite>? {
  unpackMessage(92, allocator, count, bytes)
}
func arrange__v1__key_write__pack(_ message: UnsafePointer<Arrange__V1__KeyWrite>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.Gap

struct Arrange__V1__Gap {
  var base = ProtobufCMessage(93)
  var id: ProtobufCBinaryData = ProtobufCBinaryData()
  var before: UnsafeMutablePointer<Arrange__V1__GapRoom>! = nil
  var after: UnsafeMutablePointer<Arrange__V1__GapRoom>! = nil
}
extension Arrange__V1__Gap: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Gap" }
  static func describe(_ table: inout FieldTable) {
    table.add("id", 1, .bytes, MemoryLayout<Self>.offset(of: \.id))
    table.add("before", 2, .message, MemoryLayout<Self>.offset(of: \.before), of: 94)
    table.add("after", 3, .message, MemoryLayout<Self>.offset(of: \.after), of: 94)
  }
}
@inline(__always)
func arrange__v1__gap__init(_ message: UnsafeMutablePointer<Arrange__V1__Gap>?) {
  message?.initialize(to: Arrange__V1__Gap())
}
func arrange__v1__gap__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Gap>? {
  unpackMessage(93, allocator, count, bytes)
}
func arrange__v1__gap__pack(_ message: UnsafePointer<Arrange__V1__Gap>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.GapRoom

struct Arrange__V1__GapRoom {
  var base = ProtobufCMessage(94)
  var following: Int64 = 0
  var nested: Int64 = 0
}
extension Arrange__V1__GapRoom: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.GapRoom" }
  static func describe(_ table: inout FieldTable) {
    table.add("following", 1, .int64, MemoryLayout<Self>.offset(of: \.following))
    table.add("nested", 2, .int64, MemoryLayout<Self>.offset(of: \.nested))
  }
}
@inline(__always)
func arrange__v1__gap_room__init(_ message: UnsafeMutablePointer<Arrange__V1__GapRoom>?) {
  message?.initialize(to: Arrange__V1__GapRoom())
}
func arrange__v1__gap_room__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__GapRoom>? {
  unpackMessage(94, allocator, count, bytes)
}
func arrange__v1__gap_room__pack(_ message: UnsafePointer<Arrange__V1__GapRoom>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.KeyStatistics

struct Arrange__V1__KeyStatistics {
  var base = ProtobufCMessage(95)
  var key_count: Int64 = 0
  var total_bytes: Int64 = 0
  var longest_bytes: Int64 = 0
}
extension Arrange__V1__KeyStatistics: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.KeyStatistics" }
  static func describe(_ table: inout FieldTable) {
    table.add("key_count", 1, .int64, MemoryLayout<Self>.offset(of: \.key_count))
    table.add("total_bytes", 2, .int64, MemoryLayout<Self>.offset(of: \.total_bytes))
    table.add("longest_bytes", 3, .int64, MemoryLayout<Self>.offset(of: \.longest_bytes))
  }
}
@inline(__always)
func arrange__v1__key_statistics__init(_ message: UnsafeMutablePointer<Arrange__V1__KeyStatistics>?) {
  message?.initialize(to: Arrange__V1__KeyStatistics())
}
func arrange__v1__key_statistics__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__KeyStatistics>? {
  unpackMessage(95, allocator, count, bytes)
}
func arrange__v1__key_statistics__pack(_ message: UnsafePointer<Arrange__V1__KeyStatistics>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.VerifyKeysRequest

struct Arrange__V1__VerifyKeysRequest {
  var base = ProtobufCMessage(96)
  var collection: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__VerifyKeysRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.VerifyKeysRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("collection", 1, .bytes, MemoryLayout<Self>.offset(of: \.collection))
  }
}
@inline(__always)
func arrange__v1__verify_keys_request__init(_ message: UnsafeMutablePointer<Arrange__V1__VerifyKeysRequest>?) {
  message?.initialize(to: Arrange__V1__VerifyKeysRequest())
}
func arrange__v1__verify_keys_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__VerifyKeysRequest>? {
  unpackMessage(96, allocator, count, bytes)
}
func arrange__v1__verify_keys_request__pack(_ message: UnsafePointer<Arrange__V1__VerifyKeysRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.VerifyKeysResponse

struct Arrange__V1__VerifyKeysResponse {
  var base = ProtobufCMessage(97)
  var strategy: ProtobufCBinaryData = ProtobufCBinaryData()
  var version: UInt64 = 0
  var checked: Int64 = 0
  var problem_count: Int64 = 0
  var n_problems: Int = 0
  var problems: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__KeyProblem>?>! = nil
  var order_only: UInt64 = 0
}
extension Arrange__V1__VerifyKeysResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.VerifyKeysResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("strategy", 1, .bytes, MemoryLayout<Self>.offset(of: \.strategy))
    table.add("version", 2, .uint64, MemoryLayout<Self>.offset(of: \.version))
    table.add("checked", 3, .int64, MemoryLayout<Self>.offset(of: \.checked))
    table.add("problem_count", 4, .int64, MemoryLayout<Self>.offset(of: \.problem_count))
    table.add("problems", 5, .message, MemoryLayout<Self>.offset(of: \.problems), count: MemoryLayout<Self>.offset(of: \.n_problems), of: 98)
    table.add("order_only", 6, .uint64, MemoryLayout<Self>.offset(of: \.order_only))
  }
}
@inline(__always)
func arrange__v1__verify_keys_response__init(_ message: UnsafeMutablePointer<Arrange__V1__VerifyKeysResponse>?) {
  message?.initialize(to: Arrange__V1__VerifyKeysResponse())
}
func arrange__v1__verify_keys_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__VerifyKeysResponse>? {
  unpackMessage(97, allocator, count, bytes)
}
func arrange__v1__verify_keys_response__pack(_ message: UnsafePointer<Arrange__V1__VerifyKeysResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.KeyProblem

struct Arrange__V1__KeyProblem__PlaceCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__KEY_PROBLEM__PLACE__NOT_SET: Arrange__V1__KeyProblem__PlaceCase { Arrange__V1__KeyProblem__PlaceCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__KEY_PROBLEM__PLACE_ITEM: Arrange__V1__KeyProblem__PlaceCase { Arrange__V1__KeyProblem__PlaceCase(rawValue: 2) }
@inline(__always)
var ARRANGE__V1__KEY_PROBLEM__PLACE_SECTION: Arrange__V1__KeyProblem__PlaceCase { Arrange__V1__KeyProblem__PlaceCase(rawValue: 3) }
struct Arrange__V1__KeyProblem {
  var base = ProtobufCMessage(98)
  var id: ProtobufCBinaryData = ProtobufCBinaryData()
  var key: ProtobufCBinaryData = ProtobufCBinaryData()
  var explanation: ProtobufCBinaryData = ProtobufCBinaryData()
  var place_case = Arrange__V1__KeyProblem__PlaceCase(rawValue: 0)
  var place_choice = ChoiceOf8()
  var item: UnsafeMutablePointer<Arrange__V1__Path>! {
    @inline(__always) get { place_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__Path>>.self) }
    @inline(__always) set { place_choice.set(newValue) }
  }
  var section: Int64 {
    @inline(__always) get { place_choice.get(Int64.self) }
    @inline(__always) set { place_choice.set(newValue) }
  }
}
extension Arrange__V1__KeyProblem: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.KeyProblem" }
  static func describe(_ table: inout FieldTable) {
    table.add("id", 1, .bytes, MemoryLayout<Self>.offset(of: \.id))
    table.add("item", 2, .message, MemoryLayout<Self>.offset(of: \.place_choice), choice: MemoryLayout<Self>.offset(of: \.place_case), of: 4)
    table.add("section", 3, .int64, MemoryLayout<Self>.offset(of: \.place_choice), choice: MemoryLayout<Self>.offset(of: \.place_case))
    table.add("key", 4, .bytes, MemoryLayout<Self>.offset(of: \.key))
    table.add("explanation", 5, .bytes, MemoryLayout<Self>.offset(of: \.explanation))
  }
}
@inline(__always)
func arrange__v1__key_problem__init(_ message: UnsafeMutablePointer<Arrange__V1__KeyProblem>?) {
  message?.initialize(to: Arrange__V1__KeyProblem())
}
func arrange__v1__key_problem__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__KeyProblem>? {
  unpackMessage(98, allocator, count, bytes)
}
func arrange__v1__key_problem__pack(_ message: UnsafePointer<Arrange__V1__KeyProblem>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}
