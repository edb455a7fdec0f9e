import ArrangeModel
import NIOCore
import Ordering
import Wire

private let long = String(repeating: "x", count: 129)
private let tooLarge: Int64 = 1 << 31
private let notUTF8: [UInt8] = [0x61, 0xC3, 0x28]
private let surrogate: [UInt8] = [0xED, 0xA0, 0x80]
private let overlong: [UInt8] = [0xC0, 0xAF]

extension WireMessage {
  /// The packed message as an array.
  func encoded(using arena: Arena) -> [UInt8] {
    var buffer = ByteBuffer()
    encode(into: &buffer, using: arena)
    return Array(buffer.readableBytesView)
  }
}

extension IllegalInput {
  static let texts: [IllegalInput] = [
    .init(GetCollectionRequest.self, "no name", "name") { _ in },
    .init(GetCollectionRequest.self, "an empty name", "name") { $0.text(1, "") },
    .init(GetCollectionRequest.self, "a long name", "name") { $0.text(1, long) },
    .init(GetCollectionRequest.self, "a name with a NUL", "name") { $0.text(1, "a\0b") },
    .init(GetCollectionRequest.self, "a name with a line break", "name") { $0.text(1, "a\nb") },
    .init(GetCollectionRequest.self, "a name with DEL", "name") { $0.text(1, "a\u{7F}") },
    .init(GetCollectionRequest.self, "a name with U+0080", "name") { $0.text(1, "a\u{80}") },
    .init(GetCollectionRequest.self, "a name with U+009F", "name") { $0.text(1, "a\u{9F}") },
    .init(GetCollectionRequest.self, "a name that is not UTF-8", "name") { $0.bytes(1, notUTF8) },
    .init(GetCollectionRequest.self, "a surrogate", "name") { $0.bytes(1, surrogate) },
    .init(GetCollectionRequest.self, "an overlong form", "name") { $0.bytes(1, overlong) },
    .init(GetCollectionRequest.self, "a name of another type", nil) { $0.varint(1, UInt64(1)) },
    .init(GetCollectionRequest.self, "garbage", nil) { $0.bytes = [0xFF, 0xFF, 0xFF] },
    .init(DeleteCollectionRequest.self, "no name", "name") { _ in },
    .init(HealthCheckRequest.self, "a NUL", "service") { $0.text(1, "a\0") },
    .init(HealthCheckRequest.self, "not UTF-8", "service") { $0.bytes(1, notUTF8) },
    .init(HealthCheckRequest.self, "too long", "service") { $0.text(1, String(repeating: "s", count: 1025)) },
    .init(CreateCollectionRequest.self, "a long strategy", "strategy") {
      $0.text(1, "c")
      $0.text(2, long)
    },
  ]

  static let fields: [IllegalInput] = [
    .field("no name", "name") { $0.varint(4, UInt64(1)) },
    .field("a long name", "name") { $0.field(long, .null) },
    .field("a name with a NUL", "name") { $0.field("a\0", .null) },
    .field("a name with a tab", "name") { $0.field("a\tb", .null) },
    .field("a name with U+0085", "name") { $0.field("a\u{85}", .null) },
    .field("a name that is not UTF-8", "name") {
      $0.bytes(1, notUTF8)
      $0.varint(4, UInt64(1))
    },
    .field("no value", "value") { $0.text(1, "a") },
    .field("a value of a new kind", "value") {
      $0.text(1, "a")
      $0.varint(12, UInt64(1))
    },
    .field("a null that is none", "null_value") {
      $0.text(1, "a")
      $0.varint(2, UInt64(1))
    },
    .field("NaN", "double_value") { $0.field("a", .double(.nan)) },
    .field("a signalling NaN", "double_value") { $0.field("a", .double(.signalingNaN)) },
    .field("infinity", "double_value") { $0.field("a", .double(.infinity)) },
    .field("minus infinity", "double_value") { $0.field("a", .double(-.infinity)) },
    .field("a text with a NUL", "string_value") { $0.field("a", .string("a\0b")) },
    .field("a text that is not UTF-8", "string_value") {
      $0.text(1, "a")
      $0.bytes(6, notUTF8)
    },
    .init(CreateCollectionRequest.self, "too many fields", "fields") { request in
      request.text(1, "c")
      for number in 0...64 { request.message(3) { $0.field("f\(number)", .null) } }
    },
    .init(CreateCollectionRequest.self, "too large fields", "fields") { request in
      request.text(1, "c")
      request.message(3) { $0.field("a", .bytes([UInt8](repeating: 1, count: 40_000))) }
      request.message(3) { $0.field("b", .bytes([UInt8](repeating: 1, count: 40_000))) }
    },
    .init(UpdateCollectionRequest.self, "a wrong field", "set[0].value") {
      $0.text(1, "c")
      $0.message(2) { $0.text(1, "a") }
    },
    .init(UpdateCollectionRequest.self, "a wrong name to remove", "remove[1]") {
      $0.text(1, "c")
      $0.text(3, "fine")
      $0.text(3, "")
    },
    .init(UpdateCollectionRequest.self, "too many names to remove", "remove") {
      $0.text(1, "c")
      for number in 0...64 { $0.text(3, "f\(number)") }
    },
  ]

  static let operations: [IllegalInput] = [
    .operation("no kind", "kind") { _ in },
    .operation("a new kind", "kind") { $0.message(15) { _ in } },
    .operation("a wrong id", "insert_items.items[1].id") {
      $0.message(1) {
        $0.message(1) { $0.text(1, "a") }
        $0.message(1) { $0.text(1, "a\n") }
      }
    },
    .operation("a wrong field", "insert_items.items[0].fields[0].double_value") {
      $0.message(1) { $0.message(1) { $0.message(2) { $0.field("n", .double(.nan)) } } }
    },
    .operation("too many fields", "insert_items.items[0].fields") {
      $0.message(1) {
        $0.message(1) { for number in 0...64 { $0.message(2) { $0.field("f\(number)", .null) } } }
      }
    },
    .operation("an empty id", "move_items.items[0].id") { $0.message(2) { $0.message(1) { _ in } } },
    .operation("a wrong section to move to", "move_items.section") {
      $0.message(2) {
        $0.message(1) { $0.text(1, "a") }
        $0.bytes(2, notUTF8)
      }
    },
    .operation("an empty id to update", "update_items.items[0].id") {
      $0.message(3) { $0.message(1) { _ in } }
    },
    .operation("a wrong value", "update_items.items[0].set[0].string_value") {
      $0.message(3) {
        $0.message(1) {
          $0.text(1, "a")
          $0.message(3) { $0.field("t", .string("\0")) }
        }
      }
    },
    .operation("a wrong name to remove", "update_items.items[0].remove[0]") {
      $0.message(3) {
        $0.message(1) {
          $0.text(1, "a")
          $0.text(4, long)
        }
      }
    },
    .operation("too many names to remove", "update_items.items[0].remove") {
      $0.message(3) {
        $0.message(1) {
          $0.text(1, "a")
          for number in 0...64 { $0.text(4, "f\(number)") }
        }
      }
    },
    .operation("an empty item to order", "reorder_items.items[1]") {
      $0.message(5) {
        $0.text(2, "a")
        $0.text(2, "")
      }
    },
    .operation("a wrong section to order", "reorder_items.section") {
      $0.message(5) {
        $0.text(1, "\u{1}")
        $0.text(2, "a")
      }
    },
    .operation("a wrong section to move", "move_sections.sections[0].id") {
      $0.message(9) { $0.message(1) { $0.bytes(1, surrogate) } }
    },
    .operation("a negative index of sections", "move_sections.to.at", .outOfRange) {
      $0.message(9) {
        $0.message(1) { $0.text(1, "s") }
        $0.message(2) { $0.varint(5, Int64(-1)) }
      }
    },
  ]

  static let placements: [IllegalInput] = [
    .placement("no place", ".place") { _ in },
    .placement("only a policy", ".place") { $0.varint(6, UInt64(1)) },
    .placement("first is false", ".first") { $0.varint(1, UInt64(0)) },
    .placement("last is false", ".last") { $0.varint(2, UInt64(0)) },
    .placement("an empty anchor before", ".before") { $0.text(3, "") },
    .placement("an empty anchor after", ".after") { $0.text(4, "") },
    .placement("an anchor with a NUL", ".after") { $0.text(4, "a\0") },
    .placement("a negative index", ".at", .outOfRange) { $0.varint(5, Int64(-1)) },
    .placement("the least index", ".at", .outOfRange) { $0.varint(5, Int64.min) },
    .placement("a large index", ".at", .outOfRange) { $0.varint(5, tooLarge) },
    .placement("the largest index", ".at", .outOfRange) { $0.varint(5, Int64.max) },
    .placement("an unknown policy", ".if_anchor_missing") {
      $0.varint(1, UInt64(1))
      $0.varint(6, UInt64(3))
    },
    .placement("a negative policy", ".if_anchor_missing") {
      $0.varint(1, UInt64(1))
      $0.varint(6, Int64(-1))
    },
  ]
}
