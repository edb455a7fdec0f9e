// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

// MARK: arrange.v1.Operation

struct Arrange__V1__Operation__KindCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__OPERATION__KIND__NOT_SET: Arrange__V1__Operation__KindCase { Arrange__V1__Operation__KindCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__OPERATION__KIND_INSERT_ITEMS: Arrange__V1__Operation__KindCase { Arrange__V1__Operation__KindCase(rawValue: 1) }
@inline(__always)
var ARRANGE__V1__OPERATION__KIND_MOVE_ITEMS: Arrange__V1__Operation__KindCase { Arrange__V1__Operation__KindCase(rawValue: 2) }
@inline(__always)
var ARRANGE__V1__OPERATION__KIND_UPDATE_ITEMS: Arrange__V1__Operation__KindCase { Arrange__V1__Operation__KindCase(rawValue: 3) }
@inline(__always)
var ARRANGE__V1__OPERATION__KIND_REMOVE_ITEMS: Arrange__V1__Operation__KindCase { Arrange__V1__Operation__KindCase(rawValue: 4) }
@inline(__always)
var ARRANGE__V1__OPERATION__KIND_REORDER_ITEMS: Arrange__V1__Operation__KindCase { Arrange__V1__Operation__KindCase(rawValue: 5) }
@inline(__always)
var ARRANGE__V1__OPERATION__KIND_ADOPT_ITEMS: Arrange__V1__Operation__KindCase { Arrange__V1__Operation__KindCase(rawValue: 6) }
@inline(__always)
var ARRANGE__V1__OPERATION__KIND_INSERT_SECTIONS: Arrange__V1__Operation__KindCase { Arrange__V1__Operation__KindCase(rawValue: 8) }
@inline(__always)
var ARRANGE__V1__OPERATION__KIND_MOVE_SECTIONS: Arrange__V1__Operation__KindCase { Arrange__V1__Operation__KindCase(rawValue: 9) }
@inline(__always)
var ARRANGE__V1__OPERATION__KIND_UPDATE_SECTIONS: Arrange__V1__Operation__KindCase { Arrange__V1__Operation__KindCase(rawValue: 10) }
@inline(__always)
var ARRANGE__V1__OPERATION__KIND_REMOVE_SECTIONS: Arrange__V1__Operation__KindCase { Arrange__V1__Operation__KindCase(rawValue: 11) }
@inline(__always)
var ARRANGE__V1__OPERATION__KIND_REORDER_SECTIONS: Arrange__V1__Operation__KindCase { Arrange__V1__Operation__KindCase(rawValue: 12) }
struct Arrange__V1__Operation {
  var base = ProtobufCMessage(50)
  var kind_case = Arrange__V1__Operation__KindCase(rawValue: 0)
  var kind_choice = ChoiceOf8()
  var insert_items: UnsafeMutablePointer<Arrange__V1__InsertItems>! {
    @inline(__always) get { kind_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__InsertItems>>.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var move_items: UnsafeMutablePointer<Arrange__V1__MoveItems>! {
    @inline(__always) get { kind_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__MoveItems>>.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var update_items: UnsafeMutablePointer<Arrange__V1__UpdateItems>! {
    @inline(__always) get { kind_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__UpdateItems>>.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var remove_items: UnsafeMutablePointer<Arrange__V1__RemoveItems>! {
    @inline(__always) get { kind_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__RemoveItems>>.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var reorder_items: UnsafeMutablePointer<Arrange__V1__ReorderItems>! {
    @inline(__always) get { kind_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__ReorderItems>>.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var adopt_items: UnsafeMutablePointer<Arrange__V1__AdoptItems>! {
    @inline(__always) get { kind_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__AdoptItems>>.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var insert_sections: UnsafeMutablePointer<Arrange__V1__InsertSections>! {
    @inline(__always) get { kind_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__InsertSections>>.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var move_sections: UnsafeMutablePointer<Arrange__V1__MoveSections>! {
    @inline(__always) get { kind_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__MoveSections>>.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var update_sections: UnsafeMutablePointer<Arrange__V1__UpdateSections>! {
    @inline(__always) get { kind_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__UpdateSections>>.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var remove_sections: UnsafeMutablePointer<Arrange__V1__RemoveSections>! {
    @inline(__always) get { kind_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__RemoveSections>>.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
  var reorder_sections: UnsafeMutablePointer<Arrange__V1__ReorderSections>! {
    @inline(__always) get { kind_choice.get(Optional<UnsafeMutablePointer<Arrange__V1__ReorderSections>>.self) }
    @inline(__always) set { kind_choice.set(newValue) }
  }
}
extension Arrange__V1__Operation: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.Operation" }
  static func describe(_ table: inout FieldTable) {
    table.add("insert_items", 1, .message, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case), of: 54)
    table.add("move_items", 2, .message, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case), of: 55)
    table.add("update_items", 3, .message, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case), of: 56)
    table.add("remove_items", 4, .message, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case), of: 57)
    table.add("reorder_items", 5, .message, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case), of: 60)
    table.add("adopt_items", 6, .message, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case), of: 58)
    table.add("insert_sections", 8, .message, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case), of: 61)
    table.add("move_sections", 9, .message, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case), of: 62)
    table.add("update_sections", 10, .message, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case), of: 63)
    table.add("remove_sections", 11, .message, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case), of: 64)
    table.add("reorder_sections", 12, .message, MemoryLayout<Self>.offset(of: \.kind_choice), choice: MemoryLayout<Self>.offset(of: \.kind_case), of: 65)
  }
}
@inline(__always)
func arrange__v1__operation__init(_ message: UnsafeMutablePointer<Arrange__V1__Operation>?) {
  message?.initialize(to: Arrange__V1__Operation())
}
func arrange__v1__operation__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__Operation>? {
  unpackMessage(50, allocator, count, bytes)
}
func arrange__v1__operation__pack(_ message: UnsafePointer<Arrange__V1__Operation>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.NewElement

struct Arrange__V1__NewElement {
  var base = ProtobufCMessage(51)
  var id: ProtobufCBinaryData = ProtobufCBinaryData()
  var n_fields: Int = 0
  var fields: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Field>?>! = nil
}
extension Arrange__V1__NewElement: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.NewElement" }
  static func describe(_ table: inout FieldTable) {
    table.add("id", 1, .bytes, MemoryLayout<Self>.offset(of: \.id))
    table.add("fields", 2, .message, MemoryLayout<Self>.offset(of: \.fields), count: MemoryLayout<Self>.offset(of: \.n_fields), of: 0)
  }
}
@inline(__always)
func arrange__v1__new_element__init(_ message: UnsafeMutablePointer<Arrange__V1__NewElement>?) {
  message?.initialize(to: Arrange__V1__NewElement())
}
func arrange__v1__new_element__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__NewElement>? {
  unpackMessage(51, allocator, count, bytes)
}
func arrange__v1__new_element__pack(_ message: UnsafePointer<Arrange__V1__NewElement>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ElementReference

struct Arrange__V1__ElementReference__ContentVersionConditionCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__ELEMENT_REFERENCE__CONTENT_VERSION_CONDITION__NOT_SET: Arrange__V1__ElementReference__ContentVersionConditionCase { Arrange__V1__ElementReference__ContentVersionConditionCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__ELEMENT_REFERENCE__CONTENT_VERSION_CONDITION_IF_CONTENT_VERSION: Arrange__V1__ElementReference__ContentVersionConditionCase { Arrange__V1__ElementReference__ContentVersionConditionCase(rawValue: 2) }
struct Arrange__V1__ElementReference {
  var base = ProtobufCMessage(52)
  var id: ProtobufCBinaryData = ProtobufCBinaryData()
  var content_version_condition_case = Arrange__V1__ElementReference__ContentVersionConditionCase(rawValue: 0)
  var content_version_condition_choice = ChoiceOf8()
  var if_content_version: UInt64 {
    @inline(__always) get { content_version_condition_choice.get(UInt64.self) }
    @inline(__always) set { content_version_condition_choice.set(newValue) }
  }
}
extension Arrange__V1__ElementReference: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ElementReference" }
  static func describe(_ table: inout FieldTable) {
    table.add("id", 1, .bytes, MemoryLayout<Self>.offset(of: \.id))
    table.add("if_content_version", 2, .uint64, MemoryLayout<Self>.offset(of: \.content_version_condition_choice), choice: MemoryLayout<Self>.offset(of: \.content_version_condition_case))
  }
}
@inline(__always)
func arrange__v1__element_reference__init(_ message: UnsafeMutablePointer<Arrange__V1__ElementReference>?) {
  message?.initialize(to: Arrange__V1__ElementReference())
}
func arrange__v1__element_reference__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ElementReference>? {
  unpackMessage(52, allocator, count, bytes)
}
func arrange__v1__element_reference__pack(_ message: UnsafePointer<Arrange__V1__ElementReference>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ElementUpdate

struct Arrange__V1__ElementUpdate__ContentVersionConditionCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__ELEMENT_UPDATE__CONTENT_VERSION_CONDITION__NOT_SET: Arrange__V1__ElementUpdate__ContentVersionConditionCase { Arrange__V1__ElementUpdate__ContentVersionConditionCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__ELEMENT_UPDATE__CONTENT_VERSION_CONDITION_IF_CONTENT_VERSION: Arrange__V1__ElementUpdate__ContentVersionConditionCase { Arrange__V1__ElementUpdate__ContentVersionConditionCase(rawValue: 2) }
struct Arrange__V1__ElementUpdate {
  var base = ProtobufCMessage(53)
  var id: ProtobufCBinaryData = ProtobufCBinaryData()
  var n_set: Int = 0
  var set: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Field>?>! = nil
  var n_remove: Int = 0
  var remove: UnsafeMutablePointer<ProtobufCBinaryData>! = nil
  var replace_all: UInt64 = 0
  var content_version_condition_case = Arrange__V1__ElementUpdate__ContentVersionConditionCase(rawValue: 0)
  var content_version_condition_choice = ChoiceOf8()
  var if_content_version: UInt64 {
    @inline(__always) get { content_version_condition_choice.get(UInt64.self) }
    @inline(__always) set { content_version_condition_choice.set(newValue) }
  }
}
extension Arrange__V1__ElementUpdate: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ElementUpdate" }
  static func describe(_ table: inout FieldTable) {
    table.add("id", 1, .bytes, MemoryLayout<Self>.offset(of: \.id))
    table.add("if_content_version", 2, .uint64, MemoryLayout<Self>.offset(of: \.content_version_condition_choice), choice: MemoryLayout<Self>.offset(of: \.content_version_condition_case))
    table.add("set", 3, .message, MemoryLayout<Self>.offset(of: \.set), count: MemoryLayout<Self>.offset(of: \.n_set), of: 0)
    table.add("remove", 4, .bytes, MemoryLayout<Self>.offset(of: \.remove), count: MemoryLayout<Self>.offset(of: \.n_remove))
    table.add("replace_all", 5, .uint64, MemoryLayout<Self>.offset(of: \.replace_all))
  }
}
@inline(__always)
func arrange__v1__element_update__init(_ message: UnsafeMutablePointer<Arrange__V1__ElementUpdate>?) {
  message?.initialize(to: Arrange__V1__ElementUpdate())
}
func arrange__v1__element_update__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ElementUpdate>? {
  unpackMessage(53, allocator, count, bytes)
}
func arrange__v1__element_update__pack(_ message: UnsafePointer<Arrange__V1__ElementUpdate>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.InsertItems

struct Arrange__V1__InsertItems__SectionChoiceCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__INSERT_ITEMS__SECTION_CHOICE__NOT_SET: Arrange__V1__InsertItems__SectionChoiceCase { Arrange__V1__InsertItems__SectionChoiceCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__INSERT_ITEMS__SECTION_CHOICE_SECTION: Arrange__V1__InsertItems__SectionChoiceCase { Arrange__V1__InsertItems__SectionChoiceCase(rawValue: 2) }
struct Arrange__V1__InsertItems {
  var base = ProtobufCMessage(54)
  var n_items: Int = 0
  var items: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__NewElement>?>! = nil
  var to: UnsafeMutablePointer<Arrange__V1__Placement>! = nil
  var section_choice_case = Arrange__V1__InsertItems__SectionChoiceCase(rawValue: 0)
  var section_choice_choice = ChoiceOf16()
  var section: ProtobufCBinaryData {
    @inline(__always) get { section_choice_choice.get(ProtobufCBinaryData.self) }
    @inline(__always) set { section_choice_choice.set(newValue) }
  }
}
extension Arrange__V1__InsertItems: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.InsertItems" }
  static func describe(_ table: inout FieldTable) {
    table.add("items", 1, .message, MemoryLayout<Self>.offset(of: \.items), count: MemoryLayout<Self>.offset(of: \.n_items), of: 51)
    table.add("section", 2, .bytes, MemoryLayout<Self>.offset(of: \.section_choice_choice), choice: MemoryLayout<Self>.offset(of: \.section_choice_case))
    table.add("to", 3, .message, MemoryLayout<Self>.offset(of: \.to), of: 5)
  }
}
@inline(__always)
func arrange__v1__insert_items__init(_ message: UnsafeMutablePointer<Arrange__V1__InsertItems>?) {
  message?.initialize(to: Arrange__V1__InsertItems())
}
func arrange__v1__insert_items__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__InsertItems>? {
  unpackMessage(54, allocator, count, bytes)
}
func arrange__v1__insert_items__pack(_ message: UnsafePointer<Arrange__V1__InsertItems>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.MoveItems

struct Arrange__V1__MoveItems__SectionChoiceCase: Equatable {
  var rawValue: UInt32

  @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }
}
@inline(__always)
var ARRANGE__V1__MOVE_ITEMS__SECTION_CHOICE__NOT_SET: Arrange__V1__MoveItems__SectionChoiceCase { Arrange__V1__MoveItems__SectionChoiceCase(rawValue: 0) }
@inline(__always)
var ARRANGE__V1__MOVE_ITEMS__SECTION_CHOICE_SECTION: Arrange__V1__MoveItems__SectionChoiceCase { Arrange__V1__MoveItems__SectionChoiceCase(rawValue: 2) }
struct Arrange__V1__MoveItems {
  var base = ProtobufCMessage(55)
  var n_items: Int = 0
  var items: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__ElementReference>?>! = nil
  var to: UnsafeMutablePointer<Arrange__V1__Placement>! = nil
  var section_choice_case = Arrange__V1__MoveItems__SectionChoiceCase(rawValue: 0)
  var section_choice_choice = ChoiceOf16()
  var section: ProtobufCBinaryData {
    @inline(__always) get { section_choice_choice.get(ProtobufCBinaryData.self) }
    @inline(__always) set { section_choice_choice.set(newValue) }
  }
}
extension Arrange__V1__MoveItems: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.MoveItems" }
  static func describe(_ table: inout FieldTable) {
    table.add("items", 1, .message, MemoryLayout<Self>.offset(of: \.items), count: MemoryLayout<Self>.offset(of: \.n_items), of: 52)
    table.add("section", 2, .bytes, MemoryLayout<Self>.offset(of: \.section_choice_choice), choice: MemoryLayout<Self>.offset(of: \.section_choice_case))
    table.add("to", 3, .message, MemoryLayout<Self>.offset(of: \.to), of: 5)
  }
}
@inline(__always)
func arrange__v1__move_items__init(_ message: UnsafeMutablePointer<Arrange__V1__MoveItems>?) {
  message?.initialize(to: Arrange__V1__MoveItems())
}
func arrange__v1__move_items__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__MoveItems>? {
  unpackMessage(55, allocator, count, bytes)
}
func arrange__v1__move_items__pack(_ message: UnsafePointer<Arrange__V1__MoveItems>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.UpdateItems

struct Arrange__V1__UpdateItems {
  var base = ProtobufCMessage(56)
  var n_items: Int = 0
  var items: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__ElementUpdate>?>! = nil
}
extension Arrange__V1__UpdateItems: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.UpdateItems" }
  static func describe(_ table: inout FieldTable) {
    table.add("items", 1, .message, MemoryLayout<Self>.offset(of: \.items), count: MemoryLayout<Self>.offset(of: \.n_items), of: 53)
  }
}
@inline(__always)
func arrange__v1__update_items__init(_ message: UnsafeMutablePointer<Arrange__V1__UpdateItems>?) {
  message?.initialize(to: Arrange__V1__UpdateItems())
}
func arrange__v1__update_items__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__UpdateItems>? {
  unpackMessage(56, allocator, count, bytes)
}
func arrange__v1__update_items__pack(_ message: UnsafePointer<Arrange__V1__UpdateItems>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.RemoveItems

struct Arrange__V1__RemoveItems {
  var base = ProtobufCMessage(57)
  var n_items: Int = 0
  var items: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__ElementReference>?>! = nil
}
extension Arrange__V1__RemoveItems: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.RemoveItems" }
  static func describe(_ table: inout FieldTable) {
    table.add("items", 1, .message, MemoryLayout<Self>.offset(of: \.items), count: MemoryLayout<Self>.offset(of: \.n_items), of: 52)
  }
}
@inline(__always)
func arrange__v1__remove_items__init(_ message: UnsafeMutablePointer<Arrange__V1__RemoveItems>?) {
  message?.initialize(to: Arrange__V1__RemoveItems())
}
func arrange__v1__remove_items__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__RemoveItems>? {
  unpackMessage(57, allocator, count, bytes)
}
func arrange__v1__remove_items__pack(_ message: UnsafePointer<Arrange__V1__RemoveItems>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.AdoptItems

struct Arrange__V1__AdoptItems {
  var base = ProtobufCMessage(58)
  var n_items: Int = 0
  var items: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__AdoptedItem>?>! = nil
  var section: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__AdoptItems: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.AdoptItems" }
  static func describe(_ table: inout FieldTable) {
    table.add("items", 1, .message, MemoryLayout<Self>.offset(of: \.items), count: MemoryLayout<Self>.offset(of: \.n_items), of: 59)
    table.add("section", 2, .bytes, MemoryLayout<Self>.offset(of: \.section))
  }
}
@inline(__always)
func arrange__v1__adopt_items__init(_ message: UnsafeMutablePointer<Arrange__V1__AdoptItems>?) {
  message?.initialize(to: Arrange__V1__AdoptItems())
}
func arrange__v1__adopt_items__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__AdoptItems>? {
  unpackMessage(58, allocator, count, bytes)
}
func arrange__v1__adopt_items__pack(_ message: UnsafePointer<Arrange__V1__AdoptItems>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.AdoptedItem

struct Arrange__V1__AdoptedItem {
  var base = ProtobufCMessage(59)
  var id: ProtobufCBinaryData = ProtobufCBinaryData()
  var n_fields: Int = 0
  var fields: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__Field>?>! = nil
  var key: ProtobufCBinaryData = ProtobufCBinaryData()
  var after: ProtobufCBinaryData = ProtobufCBinaryData()
  var before: ProtobufCBinaryData = ProtobufCBinaryData()
}
extension Arrange__V1__AdoptedItem: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.AdoptedItem" }
  static func describe(_ table: inout FieldTable) {
    table.add("id", 1, .bytes, MemoryLayout<Self>.offset(of: \.id))
    table.add("fields", 2, .message, MemoryLayout<Self>.offset(of: \.fields), count: MemoryLayout<Self>.offset(of: \.n_fields), of: 0)
    table.add("key", 3, .bytes, MemoryLayout<Self>.offset(of: \.key))
    table.add("after", 4, .bytes, MemoryLayout<Self>.offset(of: \.after))
    table.add("before", 5, .bytes, MemoryLayout<Self>.offset(of: \.before))
  }
}
@inline(__always)
func arrange__v1__adopted_item__init(_ message: UnsafeMutablePointer<Arrange__V1__AdoptedItem>?) {
  message?.initialize(to: Arrange__V1__AdoptedItem())
}
func arrange__v1__adopted_item__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__AdoptedItem>? {
  unpackMessage(59, allocator, count, bytes)
}
func arrange__v1__adopted_item__pack(_ message: UnsafePointer<Arrange__V1__AdoptedItem>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ReorderItems

struct Arrange__V1__ReorderItems {
  var base = ProtobufCMessage(60)
  var section: ProtobufCBinaryData = ProtobufCBinaryData()
  var n_items: Int = 0
  var items: UnsafeMutablePointer<ProtobufCBinaryData>! = nil
}
extension Arrange__V1__ReorderItems: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ReorderItems" }
  static func describe(_ table: inout FieldTable) {
    table.add("section", 1, .bytes, MemoryLayout<Self>.offset(of: \.section))
    table.add("items", 2, .bytes, MemoryLayout<Self>.offset(of: \.items), count: MemoryLayout<Self>.offset(of: \.n_items))
  }
}
@inline(__always)
func arrange__v1__reorder_items__init(_ message: UnsafeMutablePointer<Arrange__V1__ReorderItems>?) {
  message?.initialize(to: Arrange__V1__ReorderItems())
}
func arrange__v1__reorder_items__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ReorderItems>? {
  unpackMessage(60, allocator, count, bytes)
}
func arrange__v1__reorder_items__pack(_ message: UnsafePointer<Arrange__V1__ReorderItems>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.InsertSections

struct Arrange__V1__InsertSections {
  var base = ProtobufCMessage(61)
  var n_sections: Int = 0
  var sections: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__NewElement>?>! = nil
  var to: UnsafeMutablePointer<Arrange__V1__Placement>! = nil
}
extension Arrange__V1__InsertSections: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.InsertSections" }
  static func describe(_ table: inout FieldTable) {
    table.add("sections", 1, .message, MemoryLayout<Self>.offset(of: \.sections), count: MemoryLayout<Self>.offset(of: \.n_sections), of: 51)
    table.add("to", 2, .message, MemoryLayout<Self>.offset(of: \.to), of: 5)
  }
}
@inline(__always)
func arrange__v1__insert_sections__init(_ message: UnsafeMutablePointer<Arrange__V1__InsertSections>?) {
  message?.initialize(to: Arrange__V1__InsertSections())
}
func arrange__v1__insert_sections__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__InsertSections>? {
  unpackMessage(61, allocator, count, bytes)
}
func arrange__v1__insert_sections__pack(_ message: UnsafePointer<Arrange__V1__InsertSections>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.MoveSections

struct Arrange__V1__MoveSections {
  var base = ProtobufCMessage(62)
  var n_sections: Int = 0
  var sections: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__ElementReference>?>! = nil
  var to: UnsafeMutablePointer<Arrange__V1__Placement>! = nil
}
extension Arrange__V1__MoveSections: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.MoveSections" }
  static func describe(_ table: inout FieldTable) {
    table.add("sections", 1, .message, MemoryLayout<Self>.offset(of: \.sections), count: MemoryLayout<Self>.offset(of: \.n_sections), of: 52)
    table.add("to", 2, .message, MemoryLayout<Self>.offset(of: \.to), of: 5)
  }
}
@inline(__always)
func arrange__v1__move_sections__init(_ message: UnsafeMutablePointer<Arrange__V1__MoveSections>?) {
  message?.initialize(to: Arrange__V1__MoveSections())
}
func arrange__v1__move_sections__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__MoveSections>? {
  unpackMessage(62, allocator, count, bytes)
}
func arrange__v1__move_sections__pack(_ message: UnsafePointer<Arrange__V1__MoveSections>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.UpdateSections

struct Arrange__V1__UpdateSections {
  var base = ProtobufCMessage(63)
  var n_sections: Int = 0
  var sections: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__ElementUpdate>?>! = nil
}
extension Arrange__V1__UpdateSections: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.UpdateSections" }
  static func describe(_ table: inout FieldTable) {
    table.add("sections", 1, .message, MemoryLayout<Self>.offset(of: \.sections), count: MemoryLayout<Self>.offset(of: \.n_sections), of: 53)
  }
}
@inline(__always)
func arrange__v1__update_sections__init(_ message: UnsafeMutablePointer<Arrange__V1__UpdateSections>?) {
  message?.initialize(to: Arrange__V1__UpdateSections())
}
func arrange__v1__update_sections__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__UpdateSections>? {
  unpackMessage(63, allocator, count, bytes)
}
func arrange__v1__update_sections__pack(_ message: UnsafePointer<Arrange__V1__UpdateSections>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.RemoveSections

struct Arrange__V1__RemoveSections {
  var base = ProtobufCMessage(64)
  var n_sections: Int = 0
  var sections: UnsafeMutablePointer<UnsafeMutablePointer<Arrange__V1__ElementReference>?>! = nil
  var only_if_empty: UInt64 = 0
}
extension Arrange__V1__RemoveSections: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.RemoveSections" }
  static func describe(_ table: inout FieldTable) {
    table.add("sections", 1, .message, MemoryLayout<Self>.offset(of: \.sections), count: MemoryLayout<Self>.offset(of: \.n_sections), of: 52)
    table.add("only_if_empty", 2, .uint64, MemoryLayout<Self>.offset(of: \.only_if_empty))
  }
}
@inline(__always)
func arrange__v1__remove_sections__init(_ message: UnsafeMutablePointer<Arrange__V1__RemoveSections>?) {
  message?.initialize(to: Arrange__V1__RemoveSections())
}
func arrange__v1__remove_sections__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__RemoveSections>? {
  unpackMessage(64, allocator, count, bytes)
}
func arrange__v1__remove_sections__pack(_ message: UnsafePointer<Arrange__V1__RemoveSections>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}

// MARK: arrange.v1.ReorderSections

struct Arrange__V1__ReorderSections {
  var base = ProtobufCMessage(65)
  var n_sections: Int = 0
  var sections: UnsafeMutablePointer<ProtobufCBinaryData>! = nil
}
extension Arrange__V1__ReorderSections: GeneratedMessage {
  static var fullName: StaticString { "arrange.v1.ReorderSections" }
  static func describe(_ table: inout FieldTable) {
    table.add("sections", 1, .bytes, MemoryLayout<Self>.offset(of: \.sections), count: MemoryLayout<Self>.offset(of: \.n_sections))
  }
}
@inline(__always)
func arrange__v1__reorder_sections__init(_ message: UnsafeMutablePointer<Arrange__V1__ReorderSections>?) {
  message?.initialize(to: Arrange__V1__ReorderSections())
}
func arrange__v1__reorder_sections__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<Arrange__V1__ReorderSections>? {
  unpackMessage(65, allocator, count, bytes)
}
func arrange__v1__reorder_sections__pack(_ message: UnsafePointer<Arrange__V1__ReorderSections>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  packMessage(message, target)
}
