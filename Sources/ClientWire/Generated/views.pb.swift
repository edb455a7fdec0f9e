// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

// MARK: arrange.v1.ViewRights

struct Arrange__V1__ViewRights: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__VIEW_RIGHTS__VIEW_RIGHTS_READER: Arrange__V1__ViewRights { Arrange__V1__ViewRights(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__VIEW_RIGHTS__VIEW_RIGHTS_DEFINER: Arrange__V1__ViewRights { Arrange__V1__ViewRights(rawValue: 1) }

// MARK: arrange.v1.GroupOrder

struct Arrange__V1__GroupOrder: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__GROUP_ORDER__GROUP_ORDER_ASCENDING: Arrange__V1__GroupOrder { Arrange__V1__GroupOrder(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__GROUP_ORDER__GROUP_ORDER_DESCENDING: Arrange__V1__GroupOrder { Arrange__V1__GroupOrder(rawValue: 1) }
@inline(__always)
var ARRANGE__V1__GROUP_ORDER__GROUP_ORDER_BEST_ITEM: Arrange__V1__GroupOrder { Arrange__V1__GroupOrder(rawValue: 2) }

// MARK: arrange.v1.SortDirection

struct Arrange__V1__SortDirection: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__SORT_DIRECTION__SORT_DIRECTION_ASCENDING: Arrange__V1__SortDirection { Arrange__V1__SortDirection(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__SORT_DIRECTION__SORT_DIRECTION_DESCENDING: Arrange__V1__SortDirection { Arrange__V1__SortDirection(rawValue: 1) }

// MARK: arrange.v1.MissingValues

struct Arrange__V1__MissingValues: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__MISSING_VALUES__MISSING_VALUES_LAST: Arrange__V1__MissingValues { Arrange__V1__MissingValues(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__MISSING_VALUES__MISSING_VALUES_FIRST: Arrange__V1__MissingValues { Arrange__V1__MissingValues(rawValue: 1) }

// MARK: arrange.v1.ComparisonOperator

struct Arrange__V1__ComparisonOperator: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_UNSPECIFIED: Arrange__V1__ComparisonOperator { Arrange__V1__ComparisonOperator(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_EQUAL: Arrange__V1__ComparisonOperator { Arrange__V1__ComparisonOperator(rawValue: 1) }
@inline(__always)
var ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_NOT_EQUAL: Arrange__V1__ComparisonOperator { Arrange__V1__ComparisonOperator(rawValue: 2) }
@inline(__always)
var ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_LESS: Arrange__V1__ComparisonOperator { Arrange__V1__ComparisonOperator(rawValue: 3) }
@inline(__always)
var ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_LESS_OR_EQUAL: Arrange__V1__ComparisonOperator { Arrange__V1__ComparisonOperator(rawValue: 4) }
@inline(__always)
var ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_GREATER: Arrange__V1__ComparisonOperator { Arrange__V1__ComparisonOperator(rawValue: 5) }
@inline(__always)
var ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_GREATER_OR_EQUAL: Arrange__V1__ComparisonOperator { Arrange__V1__ComparisonOperator(rawValue: 6) }

// MARK: arrange.v1.DefineViewRequest

struct Arrange__V1__DefineViewRequest {
  var base = ProtobufCMessage(7)
  var name: ProtobufCBinaryData = ProtobufCBinaryData()
  var view: UnsafeMutablePointer<Arrange__V1__View>! = nil
}
extension Arrange__V1__DefineViewRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.DefineViewRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("name", 1, .bytes, MemoryLayout<Self>.offset(of: \.name))
    table.add("view", 2, .message, MemoryLayout<Self>.offset(of: \.view), of: 14)
  }
}
@inline(__always)
func arrange__v1__define_view_request__init(_ message: UnsafeMutablePointer<Arrange__V1__DefineViewRequest>?) {
  message?.initialize(to: Arrange__V1__DefineViewRequest())
}
func arrange__v1__define_view_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__DefineViewRequest>? {
  unpackMessage(7, allocator, count, bytes)
}
func arrange__v1__define_view_request__pack(_ message: UnsafePointer<Arrange__V1__DefineViewRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.GetViewRequest

struct Arrange__V1__GetViewRequest {
  var base = ProtobufCMessage(8)
  var name: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__GetViewRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.GetViewRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("name", 1, .bytes, MemoryLayout<Self>.offset(of: \.name))
  }
}
@inline(__always)
func arrange__v1__get_view_request__init(_ message: UnsafeMutablePointer<Arrange__V1__GetViewRequest>?) {
  message?.initialize(to: Arrange__V1__GetViewRequest())
}
func arrange__v1__get_view_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__GetViewRequest>? {
  unpackMessage(8, allocator, count, bytes)
}
func arrange__v1__get_view_request__pack(_ message: UnsafePointer<Arrange__V1__GetViewRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ListViewsRequest

struct Arrange__V1__ListViewsRequest {
  var base = ProtobufCMessage(9)
  var page_size: Int64 = 0
  var page_token: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__ListViewsRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ListViewsRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("page_size", 1, .int64, MemoryLayout<Self>.offset(of: \.page_size))
    table.add("page_token", 2, .bytes, MemoryLayout<Self>.offset(of: \.page_token))
  }
}
@inline(__always)
func arrange__v1__list_views_request__init(_ message: UnsafeMutablePointer<Arrange__V1__ListViewsRequest>?) {
  message?.initialize(to: Arrange__V1__ListViewsRequest())
}
func arrange__v1__list_views_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ListViewsRequest>? {
  unpackMessage(9, allocator, count, bytes)
}
func arrange__v1__list_views_request__pack(_ message: UnsafePointer<Arrange__V1__ListViewsRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ListViewsResponse

struct Arrange__V1__ListViewsResponse {
  var base = ProtobufCMessage(10)
  var n_views: Int = 0
  var views: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__ViewInfo>?>! = nil
  var next_page_token: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__ListViewsResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ListViewsResponse" }
  static func describe(_ table: inout FieldTable) {
    table.add("views", 1, .message, MemoryLayout<Self>.offset(of: \.views), count: MemoryLayout<Self>.offset(of: \.n_views), of: 13)
    table.add("next_page_token", 2, .bytes, MemoryLayout<Self>.offset(of: \.next_page_token))
  }
}
@inline(__always)
func arrange__v1__list_views_response__init(_ message: UnsafeMutablePointer<Arrange__V1__ListViewsResponse>?) {
  message?.initialize(to: Arrange__V1__ListViewsResponse())
}
func arrange__v1__list_views_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ListViewsResponse>? {
  unpackMessage(10, allocator, count, bytes)
}
func arrange__v1__list_views_response__pack(_ message: UnsafePointer<Arrange__V1__ListViewsResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.DeleteViewRequest

struct Arrange__V1__DeleteViewRequest {
  var base = ProtobufCMessage(11)
  var name: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__DeleteViewRequest: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.DeleteViewRequest" }
  static func describe(_ table: inout FieldTable) {
    table.add("name", 1, .bytes, MemoryLayout<Self>.offset(of: \.name))
  }
}
@inline(__always)
func arrange__v1__delete_view_request__init(_ message: UnsafeMutablePointer<Arrange__V1__DeleteViewRequest>?) {
  message?.initialize(to: Arrange__V1__DeleteViewRequest())
}
func arrange__v1__delete_view_request__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__DeleteViewRequest>? {
  unpackMessage(11, allocator, count, bytes)
}
func arrange__v1__delete_view_request__pack(_ message: UnsafePointer<Arrange__V1__DeleteViewRequest>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.DeleteViewResponse

struct Arrange__V1__DeleteViewResponse {
  var base = ProtobufCMessage(12)
}
extension Arrange__V1__DeleteViewResponse: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.DeleteViewResponse" }
  static func describe(_ table: inout FieldTable) {
  }
}
@inline(__always)
func arrange__v1__delete_view_response__init(_ message: UnsafeMutablePointer<Arrange__V1__DeleteViewResponse>?) {
  message?.initialize(to: Arrange__V1__DeleteViewResponse())
}
func arrange__v1__delete_view_response__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__DeleteViewResponse>? {
  unpackMessage(12, allocator, count, bytes)
}
func arrange__v1__delete_view_response__pack(_ message: UnsafePointer<Arrange__V1__DeleteViewResponse>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ViewInfo

struct Arrange__V1__ViewInfo {
  var base = ProtobufCMessage(13)
  var name: ProtobufCBinaryData = ProtobufCBinaryData()
  var definition: UnsafeMutablePointer<Arrange__V1__View>! = nil
  var created_at_us: Int64 = 0
  var definer: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__ViewInfo: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ViewInfo" }
  static func describe(_ table: inout FieldTable) {
    table.add("name", 1, .bytes, MemoryLayout<Self>.offset(of: \.name))
    table.add("definition", 2, .message, MemoryLayout<Self>.offset(of: \.definition), of: 14)
    table.add("created_at_us", 3, .int64, MemoryLayout<Self>.offset(of: \.created_at_us))
    table.add("definer", 4, .bytes, MemoryLayout<Self>.offset(of: \.definer))
  }
}
@inline(__always)
func arrange__v1__view_info__init(_ message: UnsafeMutablePointer<Arrange__V1__ViewInfo>?) {
  message?.initialize(to: Arrange__V1__ViewInfo())
}
func arrange__v1__view_info__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ViewInfo>? {
  unpackMessage(13, allocator, count, bytes)
}
func arrange__v1__view_info__pack(_ message: UnsafePointer<Arrange__V1__ViewInfo>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.View

struct Arrange__V1__View {
  var base = ProtobufCMessage(14)
  var n_parts: Int = 0
  var parts: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__ViewPart>?>! = nil
  var window: UnsafeMutablePointer<Arrange__V1__ViewWindow>! = nil
  var rights: Arrange__V1__ViewRights = Arrange__V1__ViewRights(rawValue: 0)
}
extension Arrange__V1__View: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.View" }
  static func describe(_ table: inout FieldTable) {
    table.add("parts", 1, .message, MemoryLayout<Self>.offset(of: \.parts), count: MemoryLayout<Self>.offset(of: \.n_parts), of: 18)
    table.add("window", 2, .message, MemoryLayout<Self>.offset(of: \.window), of: 15)
    table.add("rights", 3, .enumeration, MemoryLayout<Self>.offset(of: \.rights))
  }
}
@inline(__always)
func arrange__v1__view__init(_ message: UnsafeMutablePointer<Arrange__V1__View>?) {
  message?.initialize(to: Arrange__V1__View())
}
func arrange__v1__view__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__View>? {
  unpackMessage(14, allocator, count, bytes)
}
func arrange__v1__view__pack(_ message: UnsafePointer<Arrange__V1__View>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ViewWindow

struct Arrange__V1__ViewWindow {
  var base = ProtobufCMessage(15)
  var section: Int64 = 0
  var start: Int64 = 0
  var end: Int64 = 0
  var around: UnsafeMutablePointer<Arrange__V1__WindowAnchor>! = nil
}
extension Arrange__V1__ViewWindow: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ViewWindow" }
  static func describe(_ table: inout FieldTable) {
    table.add("section", 1, .int64, MemoryLayout<Self>.offset(of: \.section))
    table.add("start", 2, .int64, MemoryLayout<Self>.offset(of: \.start))
    table.add("end", 3, .int64, MemoryLayout<Self>.offset(of: \.end))
    table.add("around", 4, .message, MemoryLayout<Self>.offset(of: \.around), of: 16)
  }
}
@inline(__always)
func arrange__v1__view_window__init(_ message: UnsafeMutablePointer<Arrange__V1__ViewWindow>?) {
  message?.initialize(to: Arrange__V1__ViewWindow())
}
func arrange__v1__view_window__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ViewWindow>? {
  unpackMessage(15, allocator, count, bytes)
}
func arrange__v1__view_window__pack(_ message: UnsafePointer<Arrange__V1__ViewWindow>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.WindowAnchor

struct Arrange__V1__WindowAnchor {
  var base = ProtobufCMessage(16)
  var item: ProtobufCBinaryData = ProtobufCBinaryData()
  var before: Int64 = 0
  var after: Int64 = 0
}
extension Arrange__V1__WindowAnchor: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.WindowAnchor" }
  static func describe(_ table: inout FieldTable) {
    table.add("item", 1, .bytes, MemoryLayout<Self>.offset(of: \.item))
    table.add("before", 2, .int64, MemoryLayout<Self>.offset(of: \.before))
    table.add("after", 3, .int64, MemoryLayout<Self>.offset(of: \.after))
  }
}
@inline(__always)
func arrange__v1__window_anchor__init(_ message: UnsafeMutablePointer<Arrange__V1__WindowAnchor>?) {
  message?.initialize(to: Arrange__V1__WindowAnchor())
}
func arrange__v1__window_anchor__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__WindowAnchor>? {
  unpackMessage(16, allocator, count, bytes)
}
func arrange__v1__window_anchor__pack(_ message: UnsafePointer<Arrange__V1__WindowAnchor>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.WindowPlace

struct Arrange__V1__WindowPlace {
  var base = ProtobufCMessage(17)
  var anchor: ProtobufCBinaryData = ProtobufCBinaryData()
  var section: Int64 = 0
  var first_item: Int64 = 0
  var section_items: Int64 = 0
}
extension Arrange__V1__WindowPlace: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.WindowPlace" }
  static func describe(_ table: inout FieldTable) {
    table.add("anchor", 1, .bytes, MemoryLayout<Self>.offset(of: \.anchor))
    table.add("section", 2, .int64, MemoryLayout<Self>.offset(of: \.section))
    table.add("first_item", 3, .int64, MemoryLayout<Self>.offset(of: \.first_item))
    table.add("section_items", 4, .int64, MemoryLayout<Self>.offset(of: \.section_items))
  }
}
@inline(__always)
func arrange__v1__window_place__init(_ message: UnsafeMutablePointer<Arrange__V1__WindowPlace>?) {
  message?.initialize(to: Arrange__V1__WindowPlace())
}
func arrange__v1__window_place__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__WindowPlace>? {
  unpackMessage(17, allocator, count, bytes)
}
func arrange__v1__window_place__pack(_ message: UnsafePointer<Arrange__V1__WindowPlace>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ViewPart

struct Arrange__V1__ViewPart__ContentCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__VIEW_PART__CONTENT__NOT_SET: Arrange__V1__ViewPart__ContentCase { Arrange__V1__ViewPart__ContentCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__VIEW_PART__CONTENT_FIXED: Arrange__V1__ViewPart__ContentCase { Arrange__V1__ViewPart__ContentCase(rawValue: 2) }
@inline(__always)
var ARRANGE__V1__VIEW_PART__CONTENT_QUERY: Arrange__V1__ViewPart__ContentCase { Arrange__V1__ViewPart__ContentCase(rawValue: 3) }
struct Arrange__V1__ViewPart {
  var base = ProtobufCMessage(18)
  var name: ProtobufCBinaryData = ProtobufCBinaryData()
  var content_case = Arrange__V1__ViewPart__ContentCase(rawValue: 0)
  var content_choice = ChoiceOf8()
  var fixed: UnsafeMutablePointer<Arrange__V1__FixedSection>! {
    @inline(__always) get { content_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__FixedSection>>.self) }
    @inline(__always) set { content_choice.set(newValue) }
  }
  var query: UnsafeMutablePointer<Arrange__V1__ViewQuery>! {
    @inline(__always) get { content_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__ViewQuery>>.self) }
    @inline(__always) set { content_choice.set(newValue) }
  }
}
extension Arrange__V1__ViewPart: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ViewPart" }
  static func describe(_ table: inout FieldTable) {
    table.add("name", 1, .bytes, MemoryLayout<Self>.offset(of: \.name))
    table.add("fixed", 2, .message, MemoryLayout<Self>.offset(of: \.content_choice), choice: MemoryLayout<Self>.offset(of: \.content_case), of: 19)
    table.add("query", 3, .message, MemoryLayout<Self>.offset(of: \.content_choice), choice: MemoryLayout<Self>.offset(of: \.content_case), of: 21)
  }
}
@inline(__always)
func arrange__v1__view_part__init(_ message: UnsafeMutablePointer<Arrange__V1__ViewPart>?) {
  message?.initialize(to: Arrange__V1__ViewPart())
}
func arrange__v1__view_part__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ViewPart>? {
  unpackMessage(18, allocator, count, bytes)
}
func arrange__v1__view_part__pack(_ message: UnsafePointer<Arrange__V1__ViewPart>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.FixedSection

struct Arrange__V1__FixedSection {
  var base = ProtobufCMessage(19)
  var section: UnsafeMutablePointer<Arrange__V1__ViewRow>! = nil
  var n_items: Int = 0
  var items: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__ViewRow>?>! = nil
}
extension Arrange__V1__FixedSection: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.FixedSection" }
  static func describe(_ table: inout FieldTable) {
    table.add("section", 1, .message, MemoryLayout<Self>.offset(of: \.section), of: 20)
    table.add("items", 2, .message, MemoryLayout<Self>.offset(of: \.items), count: MemoryLayout<Self>.offset(of: \.n_items), of: 20)
  }
}
@inline(__always)
func arrange__v1__fixed_section__init(_ message: UnsafeMutablePointer<Arrange__V1__FixedSection>?) {
  message?.initialize(to: Arrange__V1__FixedSection())
}
func arrange__v1__fixed_section__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__FixedSection>? {
  unpackMessage(19, allocator, count, bytes)
}
func arrange__v1__fixed_section__pack(_ message: UnsafePointer<Arrange__V1__FixedSection>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ViewRow

struct Arrange__V1__ViewRow {
  var base = ProtobufCMessage(20)
  var id: ProtobufCBinaryData = ProtobufCBinaryData()
  var n_fields: Int = 0
  var fields: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Field>?>! = nil
}
extension Arrange__V1__ViewRow: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ViewRow" }
  static func describe(_ table: inout FieldTable) {
    table.add("id", 1, .bytes, MemoryLayout<Self>.offset(of: \.id))
    table.add("fields", 2, .message, MemoryLayout<Self>.offset(of: \.fields), count: MemoryLayout<Self>.offset(of: \.n_fields), of: 0)
  }
}
@inline(__always)
func arrange__v1__view_row__init(_ message: UnsafeMutablePointer<Arrange__V1__ViewRow>?) {
  message?.initialize(to: Arrange__V1__ViewRow())
}
func arrange__v1__view_row__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ViewRow>? {
  unpackMessage(20, allocator, count, bytes)
}
func arrange__v1__view_row__pack(_ message: UnsafePointer<Arrange__V1__ViewRow>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ViewQuery

struct Arrange__V1__ViewQuery__LayoutCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__VIEW_QUERY__LAYOUT__NOT_SET: Arrange__V1__ViewQuery__LayoutCase { Arrange__V1__ViewQuery__LayoutCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__VIEW_QUERY__LAYOUT_OWN_SECTIONS: Arrange__V1__ViewQuery__LayoutCase { Arrange__V1__ViewQuery__LayoutCase(rawValue: 3) }
@inline(__always)
var ARRANGE__V1__VIEW_QUERY__LAYOUT_FLAT: Arrange__V1__ViewQuery__LayoutCase { Arrange__V1__ViewQuery__LayoutCase(rawValue: 4) }
@inline(__always)
var ARRANGE__V1__VIEW_QUERY__LAYOUT_GROUPED: Arrange__V1__ViewQuery__LayoutCase { Arrange__V1__ViewQuery__LayoutCase(rawValue: 5) }
struct Arrange__V1__ViewQuery__CapChoiceCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__VIEW_QUERY__CAP_CHOICE__NOT_SET: Arrange__V1__ViewQuery__CapChoiceCase { Arrange__V1__ViewQuery__CapChoiceCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__VIEW_QUERY__CAP_CHOICE_CAP: Arrange__V1__ViewQuery__CapChoiceCase { Arrange__V1__ViewQuery__CapChoiceCase(rawValue: 8) }
struct Arrange__V1__ViewQuery {
  var base = ProtobufCMessage(21)
  var collection: ProtobufCBinaryData = ProtobufCBinaryData()
  var sections: UnsafeMutablePointer<Arrange__V1__ChosenSections>! = nil
  var filter: UnsafeMutablePointer<Arrange__V1__Filter>! = nil
  var n_sort: Int = 0
  var sort: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__SortDescriptor>?>! = nil
  var only: UnsafeMutablePointer<Arrange__V1__ShownFields>! = nil
  var layout_case = Arrange__V1__ViewQuery__LayoutCase(rawValue: 0)
  var layout_choice = ChoiceOf8()
  var cap_choice_case = Arrange__V1__ViewQuery__CapChoiceCase(rawValue: 0)
  var cap_choice_choice = ChoiceOf8()
  var own_sections: UInt64 {
    @inline(__always) get { layout_choice.get(UInt64.self) }
    @inline(__always) set { layout_choice.set(newValue) }
  }
  var flat: UnsafeMutablePointer<Arrange__V1__ViewRow>! {
    @inline(__always) get { layout_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__ViewRow>>.self) }
    @inline(__always) set { layout_choice.set(newValue) }
  }
  var grouped: UnsafeMutablePointer<Arrange__V1__Grouping>! {
    @inline(__always) get { layout_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__Grouping>>.self) }
    @inline(__always) set { layout_choice.set(newValue) }
  }
  var cap: Int64 {
    @inline(__always) get { cap_choice_choice.get(Int64.self) }
    @inline(__always) set { cap_choice_choice.set(newValue) }
  }
}
extension Arrange__V1__ViewQuery: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ViewQuery" }
  static func describe(_ table: inout FieldTable) {
    table.add("collection", 1, .bytes, MemoryLayout<Self>.offset(of: \.collection))
    table.add("sections", 2, .message, MemoryLayout<Self>.offset(of: \.sections), of: 23)
    table.add("own_sections", 3, .uint64, MemoryLayout<Self>.offset(of: \.layout_choice), choice: MemoryLayout<Self>.offset(of: \.layout_case))
    table.add("flat", 4, .message, MemoryLayout<Self>.offset(of: \.layout_choice), choice: MemoryLayout<Self>.offset(of: \.layout_case), of: 20)
    table.add("grouped", 5, .message, MemoryLayout<Self>.offset(of: \.layout_choice), choice: MemoryLayout<Self>.offset(of: \.layout_case), of: 24)
    table.add("filter", 6, .message, MemoryLayout<Self>.offset(of: \.filter), of: 26)
    table.add("sort", 7, .message, MemoryLayout<Self>.offset(of: \.sort), count: MemoryLayout<Self>.offset(of: \.n_sort), of: 25)
    table.add("cap", 8, .int64, MemoryLayout<Self>.offset(of: \.cap_choice_choice), choice: MemoryLayout<Self>.offset(of: \.cap_choice_case))
    table.add("only", 9, .message, MemoryLayout<Self>.offset(of: \.only), of: 22)
  }
}
@inline(__always)
func arrange__v1__view_query__init(_ message: UnsafeMutablePointer<Arrange__V1__ViewQuery>?) {
  message?.initialize(to: Arrange__V1__ViewQuery())
}
func arrange__v1__view_query__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ViewQuery>? {
  unpackMessage(21, allocator, count, bytes)
}
func arrange__v1__view_query__pack(_ message: UnsafePointer<Arrange__V1__ViewQuery>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ShownFields

struct Arrange__V1__ShownFields {
  var base = ProtobufCMessage(22)
  var n_fields: Int = 0
  var fields: UnsafeMutablePointer<ProtobufCBinaryData>! = nil
}
extension Arrange__V1__ShownFields: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ShownFields" }
  static func describe(_ table: inout FieldTable) {
    table.add("fields", 1, .bytes, MemoryLayout<Self>.offset(of: \.fields), count: MemoryLayout<Self>.offset(of: \.n_fields))
  }
}
@inline(__always)
func arrange__v1__shown_fields__init(_ message: UnsafeMutablePointer<Arrange__V1__ShownFields>?) {
  message?.initialize(to: Arrange__V1__ShownFields())
}
func arrange__v1__shown_fields__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ShownFields>? {
  unpackMessage(22, allocator, count, bytes)
}
func arrange__v1__shown_fields__pack(_ message: UnsafePointer<Arrange__V1__ShownFields>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ChosenSections

struct Arrange__V1__ChosenSections {
  var base = ProtobufCMessage(23)
  var n_sections: Int = 0
  var sections: UnsafeMutablePointer<ProtobufCBinaryData>! = nil
}
extension Arrange__V1__ChosenSections: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ChosenSections" }
  static func describe(_ table: inout FieldTable) {
    table.add("sections", 1, .bytes, MemoryLayout<Self>.offset(of: \.sections), count: MemoryLayout<Self>.offset(of: \.n_sections))
  }
}
@inline(__always)
func arrange__v1__chosen_sections__init(_ message: UnsafeMutablePointer<Arrange__V1__ChosenSections>?) {
  message?.initialize(to: Arrange__V1__ChosenSections())
}
func arrange__v1__chosen_sections__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ChosenSections>? {
  unpackMessage(23, allocator, count, bytes)
}
func arrange__v1__chosen_sections__pack(_ message: UnsafePointer<Arrange__V1__ChosenSections>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.Grouping

struct Arrange__V1__Grouping {
  var base = ProtobufCMessage(24)
  var field: ProtobufCBinaryData = ProtobufCBinaryData()
  var n_declared: Int = 0
  var declared: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Value>?>! = nil
  var order: Arrange__V1__GroupOrder = Arrange__V1__GroupOrder(rawValue: 0)
}
extension Arrange__V1__Grouping: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Grouping" }
  static func describe(_ table: inout FieldTable) {
    table.add("field", 1, .bytes, MemoryLayout<Self>.offset(of: \.field))
    table.add("declared", 2, .message, MemoryLayout<Self>.offset(of: \.declared), count: MemoryLayout<Self>.offset(of: \.n_declared), of: 32)
    table.add("order", 3, .enumeration, MemoryLayout<Self>.offset(of: \.order))
  }
}
@inline(__always)
func arrange__v1__grouping__init(_ message: UnsafeMutablePointer<Arrange__V1__Grouping>?) {
  message?.initialize(to: Arrange__V1__Grouping())
}
func arrange__v1__grouping__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Grouping>? {
  unpackMessage(24, allocator, count, bytes)
}
func arrange__v1__grouping__pack(_ message: UnsafePointer<Arrange__V1__Grouping>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.SortDescriptor

struct Arrange__V1__SortDescriptor {
  var base = ProtobufCMessage(25)
  var field: ProtobufCBinaryData = ProtobufCBinaryData()
  var direction: Arrange__V1__SortDirection = Arrange__V1__SortDirection(rawValue: 0)
  var missing: Arrange__V1__MissingValues = Arrange__V1__MissingValues(rawValue: 0)
  var numbers_last: UInt64 = 0
  var natural: UInt64 = 0
  var ignores_case: UInt64 = 0
  var digits_last: UInt64 = 0
}
extension Arrange__V1__SortDescriptor: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.SortDescriptor" }
  static func describe(_ table: inout FieldTable) {
    table.add("field", 1, .bytes, MemoryLayout<Self>.offset(of: \.field))
    table.add("direction", 2, .enumeration, MemoryLayout<Self>.offset(of: \.direction))
    table.add("missing", 3, .enumeration, MemoryLayout<Self>.offset(of: \.missing))
    table.add("numbers_last", 4, .uint64, MemoryLayout<Self>.offset(of: \.numbers_last))
    table.add("natural", 5, .uint64, MemoryLayout<Self>.offset(of: \.natural))
    table.add("ignores_case", 6, .uint64, MemoryLayout<Self>.offset(of: \.ignores_case))
    table.add("digits_last", 7, .uint64, MemoryLayout<Self>.offset(of: \.digits_last))
  }
}
@inline(__always)
func arrange__v1__sort_descriptor__init(_ message: UnsafeMutablePointer<Arrange__V1__SortDescriptor>?) {
  message?.initialize(to: Arrange__V1__SortDescriptor())
}
func arrange__v1__sort_descriptor__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__SortDescriptor>? {
  unpackMessage(25, allocator, count, bytes)
}
func arrange__v1__sort_descriptor__pack(_ message: UnsafePointer<Arrange__V1__SortDescriptor>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.Filter

struct Arrange__V1__Filter {
  var base = ProtobufCMessage(26)
  var n_steps: Int = 0
  var steps: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__FilterStep>?>! = nil
}
extension Arrange__V1__Filter: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Filter" }
  static func describe(_ table: inout FieldTable) {
    table.add("steps", 1, .message, MemoryLayout<Self>.offset(of: \.steps), count: MemoryLayout<Self>.offset(of: \.n_steps), of: 27)
  }
}
@inline(__always)
func arrange__v1__filter__init(_ message: UnsafeMutablePointer<Arrange__V1__Filter>?) {
  message?.initialize(to: Arrange__V1__Filter())
}
func arrange__v1__filter__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Filter>? {
  unpackMessage(26, allocator, count, bytes)
}
func arrange__v1__filter__pack(_ message: UnsafePointer<Arrange__V1__Filter>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.FilterStep

struct Arrange__V1__FilterStep__KindCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__FILTER_STEP__KIND__NOT_SET: Arrange__V1__FilterStep__KindCase { Arrange__V1__FilterStep__KindCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__FILTER_STEP__KIND_EXISTS: Arrange__V1__FilterStep__KindCase { Arrange__V1__FilterStep__KindCase(rawValue: 1) }
@inline(__always)
var ARRANGE__V1__FILTER_STEP__KIND_COMPARISON: Arrange__V1__FilterStep__KindCase { Arrange__V1__FilterStep__KindCase(rawValue: 2) }
@inline(__always)
var ARRANGE__V1__FILTER_STEP__KIND_HAS_PREFIX: Arrange__V1__FilterStep__KindCase { Arrange__V1__FilterStep__KindCase(rawValue: 3) }
@inline(__always)
var ARRANGE__V1__FILTER_STEP__KIND_CONTAINS: Arrange__V1__FilterStep__KindCase { Arrange__V1__FilterStep__KindCase(rawValue: 4) }
@inline(__always)
var ARRANGE__V1__FILTER_STEP__KIND_IS_ONE_OF: Arrange__V1__FilterStep__KindCase { Arrange__V1__FilterStep__KindCase(rawValue: 5) }
@inline(__always)
var ARRANGE__V1__FILTER_STEP__KIND_ALL_OF: Arrange__V1__FilterStep__KindCase { Arrange__V1__FilterStep__KindCase(rawValue: 6) }
@inline(__always)
var ARRANGE__V1__FILTER_STEP__KIND_ANY_OF: Arrange__V1__FilterStep__KindCase { Arrange__V1__FilterStep__KindCase(rawValue: 7) }
@inline(__always)
var ARRANGE__V1__FILTER_STEP__KIND_NEGATE: Arrange__V1__FilterStep__KindCase { Arrange__V1__FilterStep__KindCase(rawValue: 8) }
@inline(__always)
var ARRANGE__V1__FILTER_STEP__KIND_PRINCIPAL: Arrange__V1__FilterStep__KindCase { Arrange__V1__FilterStep__KindCase(rawValue: 9) }
struct Arrange__V1__FilterStep {
  var base = ProtobufCMessage(27)
  var kind_case = Arrange__V1__FilterStep__KindCase(rawValue: 0)
  var kind_choice = ChoiceOf16()
  var exists: ProtobufCBinaryData {
    @inline(__always) get { kind_choice.get(ProtobufCBinaryData.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var comparison: UnsafeMutablePointer<Arrange__V1__Comparison>! {
    @inline(__always) get { kind_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__Comparison>>.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var has_prefix: UnsafeMutablePointer<Arrange__V1__TextMatch>! {
    @inline(__always) get { kind_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__TextMatch>>.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var contains: UnsafeMutablePointer<Arrange__V1__TextMatch>! {
    @inline(__always) get { kind_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__TextMatch>>.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var is_one_of: UnsafeMutablePointer<Arrange__V1__Membership>! {
    @inline(__always) get { kind_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__Membership>>.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var all_of: Int64 {
    @inline(__always) get { kind_choice.get(Int64.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var any_of: Int64 {
    @inline(__always) get { kind_choice.get(Int64.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var negate: UInt64 {
    @inline(__always) get { kind_choice.get(UInt64.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var principal: UnsafeMutablePointer<Arrange__V1__PrincipalComparison>! {
    @inline(__always) get { kind_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__PrincipalComparison>>.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
}
extension Arrange__V1__FilterStep: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.FilterStep" }
  static func describe(_ table: inout FieldTable) {
    table.add("exists", 1, .bytes, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case))
    table.add("comparison", 2, .message, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case), of: 28)
    table.add("has_prefix", 3, .message, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case), of: 30)
    table.add("contains", 4, .message, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case), of: 30)
    table.add("is_one_of", 5, .message, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case), of: 31)
    table.add("all_of", 6, .int64, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case))
    table.add("any_of", 7, .int64, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case))
    table.add("negate", 8, .uint64, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case))
    table.add("principal", 9, .message, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case), of: 29)
  }
}
@inline(__always)
func arrange__v1__filter_step__init(_ message: UnsafeMutablePointer<Arrange__V1__FilterStep>?) {
  message?.initialize(to: Arrange__V1__FilterStep())
}
func arrange__v1__filter_step__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__FilterStep>? {
  unpackMessage(27, allocator, count, bytes)
}
func arrange__v1__filter_step__pack(_ message: UnsafePointer<Arrange__V1__FilterStep>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.Comparison

struct Arrange__V1__Comparison {
  var base = ProtobufCMessage(28)
  var field: ProtobufCBinaryData = ProtobufCBinaryData()
  var operator_: Arrange__V1__ComparisonOperator = Arrange__V1__ComparisonOperator(rawValue: 0)
  var value: UnsafeMutablePointer<Arrange__V1__Value>! = nil
  var ignores_case: UInt64 = 0
}
extension Arrange__V1__Comparison: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Comparison" }
  static func describe(_ table: inout FieldTable) {
    table.add("field", 1, .bytes, MemoryLayout<Self>.offset(of: \.field))
    table.add("operator", 2, .enumeration, MemoryLayout<Self>.offset(of: \.operator_))
    table.add("value", 3, .message, MemoryLayout<Self>.offset(of: \.value), of: 32)
    table.add("ignores_case", 4, .uint64, MemoryLayout<Self>.offset(of: \.ignores_case))
  }
}
@inline(__always)
func arrange__v1__comparison__init(_ message: UnsafeMutablePointer<Arrange__V1__Comparison>?) {
  message?.initialize(to: Arrange__V1__Comparison())
}
func arrange__v1__comparison__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Comparison>? {
  unpackMessage(28, allocator, count, bytes)
}
func arrange__v1__comparison__pack(_ message: UnsafePointer<Arrange__V1__Comparison>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.PrincipalComparison

struct Arrange__V1__PrincipalComparison {
  var base = ProtobufCMessage(29)
  var field: ProtobufCBinaryData = ProtobufCBinaryData()
  var operator_: Arrange__V1__ComparisonOperator = Arrange__V1__ComparisonOperator(rawValue: 0)
}
extension Arrange__V1__PrincipalComparison: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.PrincipalComparison" }
  static func describe(_ table: inout FieldTable) {
    table.add("field", 1, .bytes, MemoryLayout<Self>.offset(of: \.field))
    table.add("operator", 2, .enumeration, MemoryLayout<Self>.offset(of: \.operator_))
  }
}
@inline(__always)
func arrange__v1__principal_comparison__init(_ message: UnsafeMutablePointer<Arrange__V1__PrincipalComparison>?) {
  message?.initialize(to: Arrange__V1__PrincipalComparison())
}
func arrange__v1__principal_comparison__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__PrincipalComparison>? {
  unpackMessage(29, allocator, count, bytes)
}
func arrange__v1__principal_comparison__pack(_ message: UnsafePointer<Arrange__V1__PrincipalComparison>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.TextMatch

struct Arrange__V1__TextMatch {
  var base = ProtobufCMessage(30)
  var field: ProtobufCBinaryData = ProtobufCBinaryData()
  var text: ProtobufCBinaryData = ProtobufCBinaryData()
  var ignores_case: UInt64 = 0
}
extension Arrange__V1__TextMatch: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.TextMatch" }
  static func describe(_ table: inout FieldTable) {
    table.add("field", 1, .bytes, MemoryLayout<Self>.offset(of: \.field))
    table.add("text", 2, .bytes, MemoryLayout<Self>.offset(of: \.text))
    table.add("ignores_case", 3, .uint64, MemoryLayout<Self>.offset(of: \.ignores_case))
  }
}
@inline(__always)
func arrange__v1__text_match__init(_ message: UnsafeMutablePointer<Arrange__V1__TextMatch>?) {
  message?.initialize(to: Arrange__V1__TextMatch())
}
func arrange__v1__text_match__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__TextMatch>? {
  unpackMessage(30, allocator, count, bytes)
}
func arrange__v1__text_match__pack(_ message: UnsafePointer<Arrange__V1__TextMatch>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.Membership

struct Arrange__V1__Membership {
  var base = ProtobufCMessage(31)
  var field: ProtobufCBinaryData = ProtobufCBinaryData()
  var n_values: Int = 0
  var values: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Value>?>! = nil
}
extension Arrange__V1__Membership: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Membership" }
  static func describe(_ table: inout FieldTable) {
    table.add("field", 1, .bytes, MemoryLayout<Self>.offset(of: \.field))
    table.add("values", 2, .message, MemoryLayout<Self>.offset(of: \.values), count: MemoryLayout<Self>.offset(of: \.n_values), of: 32)
  }
}
@inline(__always)
func arrange__v1__membership__init(_ message: UnsafeMutablePointer<Arrange__V1__Membership>?) {
  message?.initialize(to: Arrange__V1__Membership())
}
func arrange__v1__membership__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Membership>? {
  unpackMessage(31, allocator, count, bytes)
}
func arrange__v1__membership__pack(_ message: UnsafePointer<Arrange__V1__Membership>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.Value

struct Arrange__V1__Value__ValueCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__VALUE__VALUE__NOT_SET: Arrange__V1__Value__ValueCase { Arrange__V1__Value__ValueCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__VALUE__VALUE_NULL_VALUE: Arrange__V1__Value__ValueCase { Arrange__V1__Value__ValueCase(rawValue: 1) }
@inline(__always)
var ARRANGE__V1__VALUE__VALUE_BOOL_VALUE: Arrange__V1__Value__ValueCase { Arrange__V1__Value__ValueCase(rawValue: 2) }
@inline(__always)
var ARRANGE__V1__VALUE__VALUE_INT_VALUE: Arrange__V1__Value__ValueCase { Arrange__V1__Value__ValueCase(rawValue: 3) }
@inline(__always)
var ARRANGE__V1__VALUE__VALUE_DOUBLE_VALUE: Arrange__V1__Value__ValueCase { Arrange__V1__Value__ValueCase(rawValue: 4) }
@inline(__always)
var ARRANGE__V1__VALUE__VALUE_STRING_VALUE: Arrange__V1__Value__ValueCase { Arrange__V1__Value__ValueCase(rawValue: 5) }
@inline(__always)
var ARRANGE__V1__VALUE__VALUE_BYTES_VALUE: Arrange__V1__Value__ValueCase { Arrange__V1__Value__ValueCase(rawValue: 6) }
@inline(__always)
var ARRANGE__V1__VALUE__VALUE_TIMESTAMP_US: Arrange__V1__Value__ValueCase { Arrange__V1__Value__ValueCase(rawValue: 7) }
struct Arrange__V1__Value {
  var base = ProtobufCMessage(32)
  var value_case = Arrange__V1__Value__ValueCase(rawValue: 0)
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
extension Arrange__V1__Value: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Value" }
  static func describe(_ table: inout FieldTable) {
    table.add("null_value", 1, .enumeration, MemoryLayout<Self>.offset(of: \.value_choice), choice: MemoryLayout<Self>.offset(of: \.value_case))
    table.add("bool_value", 2, .uint64, MemoryLayout<Self>.offset(of: \.value_choice), choice: MemoryLayout<Self>.offset(of: \.value_case))
    table.add("int_value", 3, .int64, MemoryLayout<Self>.offset(of: \.value_choice), choice: MemoryLayout<Self>.offset(of: \.value_case))
    table.add("double_value", 4, .double, MemoryLayout<Self>.offset(of: \.value_choice), choice: MemoryLayout<Self>.offset(of: \.value_case))
    table.add("string_value", 5, .bytes, MemoryLayout<Self>.offset(of: \.value_choice), choice: MemoryLayout<Self>.offset(of: \.value_case))
    table.add("bytes_value", 6, .bytes, MemoryLayout<Self>.offset(of: \.value_choice), choice: MemoryLayout<Self>.offset(of: \.value_case))
    table.add("timestamp_us", 7, .int64, MemoryLayout<Self>.offset(of: \.value_choice), choice: MemoryLayout<Self>.offset(of: \.value_case))
  }
}
@inline(__always)
func arrange__v1__value__init(_ message: UnsafeMutablePointer<Arrange__V1__Value>?) {
  message?.initialize(to: Arrange__V1__Value())
}
func arrange__v1__value__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Value>? {
  unpackMessage(32, allocator, count, bytes)
}
func arrange__v1__value__pack(_ message: UnsafePointer<Arrange__V1__Value>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}
