import ArrangeModel
import Changes
import Wire

private let long = String(repeating: "x", count: 129)
private let tooLarge: Int64 = 1 << 31

extension IllegalInput {
  /// A `DefineViewRequest` that is fine but for its view.
  private static func view(
    _ name: String,
    _ field: String,
    _ code: StatusCode = .invalidArgument,
    _ body: (inout ProtoWriter) -> Void
  ) -> IllegalInput {
    IllegalInput(DefineViewRequest.self, name, "view\(field)", code) { request in
      request.text(1, "v")
      request.message(2, body)
    }
  }

  /// One that is fine but for the last of its two parts.
  private static func part(
    _ name: String,
    _ field: String,
    _ code: StatusCode = .invalidArgument,
    _ body: (inout ProtoWriter) -> Void
  ) -> IllegalInput {
    view(name, ".parts[1].\(field)", code) { view in
      view.message(1) {
        $0.text(1, "menu")
        $0.message(2) { $0.message(1) { $0.text(1, "m") } }
      }
      view.message(1) {
        $0.text(1, "list")
        body(&$0)
      }
    }
  }

  /// One that is fine but for its query, which has a collection and a layout.
  private static func query(
    _ name: String,
    _ field: String,
    _ code: StatusCode = .invalidArgument,
    hasLayout: Bool = true,
    _ body: (inout ProtoWriter) -> Void
  ) -> IllegalInput {
    part(name, "query.\(field)", code) { part in
      part.message(3) {
        $0.text(1, "c")
        if hasLayout { $0.varint(3, UInt64(1)) }
        body(&$0)
      }
    }
  }

  /// One whose query is fine but for the last step of its filter.
  private static func step(
    _ name: String,
    _ field: String,
    _ code: StatusCode = .invalidArgument,
    _ body: (inout ProtoWriter) -> Void
  ) -> IllegalInput {
    query(name, "filter.steps[1].\(field)", code) { query in
      query.message(6) {
        $0.message(1) { $0.text(1, "done") }
        $0.message(1, body)
      }
    }
  }

  /// The fields of a view that has rights and is fine otherwise.
  private static func rights(_ number: UInt64, _ view: inout ProtoWriter) {
    view.message(1) { $0.message(2) { $0.message(1) { $0.text(1, "s") } } }
    view.varint(3, number)
  }

  static let views: [IllegalInput] = [
    .init(DefineViewRequest.self, "no name", "name") { $0.message(2) { _ in } },
    .init(DefineViewRequest.self, "no view", "view") { $0.text(1, "v") },
    .init(GetViewRequest.self, "no name", "name") { _ in },
    .init(DeleteViewRequest.self, "a long name", "name") { $0.text(1, long) },
    .init(ListViewsRequest.self, "a large page", "page_size", .outOfRange) { $0.varint(1, UInt64(1001)) },
    .init(ListViewsRequest.self, "a long token", "page_token") {
      $0.bytes(2, [UInt8](repeating: 7, count: 1025))
    },
    .init(ViewsPage.self, "no definition", "views[0].definition") { $0.message(1) { $0.text(1, "v") } },
    .init(FetchRequest.self, "a name and a view", "collection") {
      $0.text(1, "c")
      $0.message(6) { _ in }
    },
    .init(FetchRequest.self, "a wrong view", "view.parts[0].content") {
      $0.message(6) { $0.message(1) { _ in } }
    },
    .init(SubscribeRequest.self, "neither a name nor a view", "collection") { _ in },
    .init(SubscribeRequest.self, "a name and a view", "collection") {
      $0.text(1, "c")
      $0.message(10) { _ in }
    },
    .init(SubscribeRequest.self, "a wrong view", "view.window.end", .outOfRange) {
      $0.message(10) { $0.message(2) { $0.varint(2, UInt64(1)) } }
    },
    .init(SubscribeRequest.self, "a long token", "resume_token") {
      $0.text(1, "c")
      $0.bytes(2, [UInt8](repeating: 7, count: 1025))
    },
    .view("too many parts", ".parts") { view in
      for number in 0...32 {
        view.message(1) {
          $0.text(1, "p\(number)")
          $0.message(2) { $0.message(1) { $0.text(1, "s") } }
        }
      }
    },
    .view("a negative section", ".window.section", .outOfRange) {
      $0.message(2) { $0.varint(1, Int64(-1)) }
    },
    .view("a negative start", ".window.start", .outOfRange) { $0.message(2) { $0.varint(2, Int64(-1)) } },
    .view("an anchor and a section", ".window.around") {
      $0.message(2) {
        $0.varint(1, UInt64(1))
        $0.message(4) { $0.text(1, "a") }
      }
    },
    .view("no anchor", ".window.around.item") { $0.message(2) { $0.message(4) { _ in } } },
    .view("a negative number of rows", ".window.around.before", .outOfRange) {
      $0.message(2) {
        $0.message(4) {
          $0.text(1, "a")
          $0.varint(2, Int64(-1))
        }
      }
    },
    .view("too many rows", ".window.around.after", .outOfRange) {
      $0.message(2) {
        $0.message(4) {
          $0.text(1, "a")
          $0.varint(3, UInt64(5001))
        }
      }
    },
    .init(SubscriptionMessage.self, "a long row", "window.anchor") {
      $0.message(6) { _ in }
      $0.message(9) { $0.text(1, String(repeating: "n", count: 162)) }
    },
    .view("a large end", ".window.end", .outOfRange) { $0.message(2) { $0.varint(3, tooLarge) } },
    .init(FetchRequest.self, "the rights of nobody", "view.rights") { $0.message(6) { rights(1, &$0) } },
    .init(SubscribeRequest.self, "the rights of nobody", "view.rights") { $0.message(10) { rights(1, &$0) } },
    .view("unknown rights", ".rights") { rights(2, &$0) },
    .init(ViewInfo.self, "a long definer", "definer") {
      $0.text(1, "v")
      $0.message(2) { rights(1, &$0) }
      $0.text(4, long)
    },
    .part("no content", "content") { _ in },
    .part("content of a new kind", "content") { $0.message(9) { _ in } },
    .part("a long name", "name") {
      $0.text(1, String(repeating: "n", count: 33))
      $0.message(2) { $0.message(1) { $0.text(1, "s") } }
    },
    .part("no section", "fixed.section") { $0.message(2) { _ in } },
    .part("a wrong field", "fixed.section.fields[0].value") {
      $0.message(2) { $0.message(1) { $0.message(2) { $0.text(1, "a") } } }
    },
    .part("an item without an id", "fixed.items[0].id") {
      $0.message(2) {
        $0.message(1) { _ in }
        $0.message(2) { _ in }
      }
    },
    .part("too many items", "fixed.items") {
      $0.message(2) { fixed in
        fixed.message(1) { $0.text(1, "s") }
        for number in 0...1000 { fixed.message(2) { $0.text(1, "i\(number)") } }
      }
    },
    .part("no collection", "query.collection") { $0.message(3) { $0.varint(3, UInt64(1)) } },
    .part("no layout", "query.layout") { $0.message(3) { $0.text(1, "c") } },
    .part("a layout that is none", "query.own_sections") {
      $0.message(3) {
        $0.text(1, "c")
        $0.varint(3, UInt64(0))
      }
    },
    .query("a wrong section", "sections.sections[1]") {
      $0.message(2) {
        $0.text(1, "a")
        $0.text(1, long)
      }
    },
    .query("too many sections", "sections.sections") {
      $0.message(2) { for number in 0...256 { $0.text(1, "s\(number)") } }
    },
    .query("a wrong flat section", "flat.id", hasLayout: false) { $0.message(4) { $0.text(1, long) } },
    .query("no field to group by", "grouped.field", hasLayout: false) { $0.message(5) { _ in } },
    .query("a wrong group", "grouped.declared[0].value", hasLayout: false) {
      $0.message(5) {
        $0.text(1, "f")
        $0.message(2) { _ in }
      }
    },
    .query("an unknown order of groups", "grouped.order", hasLayout: false) {
      $0.message(5) {
        $0.text(1, "f")
        $0.varint(3, UInt64(3))
      }
    },
    .query("too many groups", "grouped.declared", hasLayout: false) {
      $0.message(5) { grouping in
        grouping.text(1, "f")
        for number in 0...256 { grouping.message(2) { $0.varint(3, UInt64(number)) } }
      }
    },
    .query("no field to sort by", "sort[0].field") { $0.message(7) { _ in } },
    .query("an unknown direction", "sort[0].direction") {
      $0.message(7) {
        $0.text(1, "f")
        $0.varint(2, UInt64(2))
      }
    },
    .query("an unknown place", "sort[0].missing") {
      $0.message(7) {
        $0.text(1, "f")
        $0.varint(3, UInt64(2))
      }
    },
    .query("too many descriptors", "sort") { query in
      for number in 0...8 { query.message(7) { $0.text(1, "f\(number)") } }
    },
    .query("a negative cap", "cap", .outOfRange) { $0.varint(8, Int64(-1)) },
    .query("a large cap", "cap", .outOfRange) { $0.varint(8, tooLarge) },
    .query("too many sums", "sums") { for number in 0...8 { $0.text(10, "f\(number)") } },
    .query("a sum without a name", "sums[1]") {
      $0.text(10, "a")
      $0.text(10, "")
    },
    .query("a sum twice", "sums[1]") { for _ in 0..<2 { $0.text(10, "a") } },
    .query("too many fields", "only.fields") {
      $0.message(9) { only in for number in 0...64 { only.text(1, "f\(number)") } }
    },
    .query("a field without a name", "only.fields[1]") {
      $0.message(9) {
        $0.text(1, "f")
        $0.text(1, "")
      }
    },
    .query("a field twice", "only.fields[1]") {
      $0.message(9) { only in for _ in 0..<2 { only.text(1, "f") } }
    },
    .step("the reader without a field", "principal.field") { $0.message(9) { $0.varint(2, UInt64(1)) } },
    .step("less than the reader", "principal.operator") {
      $0.message(9) {
        $0.text(1, "f")
        $0.varint(2, UInt64(3))
      }
    },
    .step("an unknown comparison with the reader", "principal.operator") {
      $0.message(9) {
        $0.text(1, "f")
        $0.varint(2, UInt64(9))
      }
    },
    .query("too many steps", "filter.steps") {
      $0.message(6) { filter in for _ in 0...256 { filter.message(1) { $0.text(1, "f") } } }
    },
    .step("no kind", "kind") { _ in },
    .step("a new kind", "kind") { $0.message(15) { _ in } },
    .step("no name", "exists") { $0.text(1, "") },
    .step("a long name", "exists") { $0.text(1, long) },
    .step("nothing to compare", "comparison.operator") { $0.message(2) { $0.text(1, "f") } },
    .step("an unknown operator", "comparison.operator") {
      $0.message(2) {
        $0.text(1, "f")
        $0.varint(2, UInt64(7))
      }
    },
    .step("no value", "comparison.value") {
      $0.message(2) {
        $0.text(1, "f")
        $0.varint(2, UInt64(1))
      }
    },
    .step("a NaN", "comparison.value.double_value") {
      $0.message(2) {
        $0.text(1, "f")
        $0.varint(2, UInt64(1))
        $0.message(3) { $0.double(4, .nan) }
      }
    },
    .step("a null that is none", "comparison.value.null_value") {
      $0.message(2) {
        $0.text(1, "f")
        $0.varint(2, UInt64(1))
        $0.message(3) { $0.varint(1, UInt64(1)) }
      }
    },
    .step("a text with a NUL", "has_prefix.text") {
      $0.message(3) {
        $0.text(1, "f")
        $0.text(2, "\0")
      }
    },
    .step("a long text", "contains.text") {
      $0.message(4) {
        $0.text(1, "f")
        $0.text(2, String(repeating: "t", count: ViewDefinition.maximumTextLength + 1))
      }
    },
    .step("no field", "contains.field") { $0.message(4) { $0.text(2, "t") } },
    .step("too many values", "is_one_of.values") {
      $0.message(5) { set in
        set.text(1, "f")
        for number in 0...256 { set.message(2) { $0.varint(3, UInt64(number)) } }
      }
    },
    .step("a wrong value", "is_one_of.values[0].value") {
      $0.message(5) {
        $0.text(1, "f")
        $0.message(2) { _ in }
      }
    },
    .step("negatively many", "all_of", .outOfRange) { $0.varint(6, Int64(-1)) },
    .step("too many", "any_of", .outOfRange) { $0.varint(7, tooLarge) },
    .step("a negation that is none", "negate") { $0.varint(8, UInt64(0)) },
  ]

  /// Rows of views, as only a broken server sends them.
  static let rows: [IllegalInput] = [
    .init(CollectionInfo.self, "no name, and no view", "name") { $0.varint(9, UInt64(0)) },
    .init(SubscriptionMessage.self, "a long id", "snapshot.sections[0].section.id") {
      $0.message(4) {
        $0.varint(1, UInt64(6))
        $0.message(4) { _ in }
        $0.message(5) { $0.message(2) { $0.text(1, String(repeating: "x", count: 162)) } }
      }
    },
    .init(SubscriptionMessage.self, "fewer keys than items", "batch.item_keys") {
      $0.message(5) {
        for size in [4, 5] { $0.message(size) { _ in } }
        for number in [0, 1, 0, 2] as [UInt64] { $0.varint(18, number) }
        $0.bytes(19, [1])
      }
    },
    .init(SubscriptionMessage.self, "a long key", "batch.section_keys[0]") {
      $0.message(5) {
        for size in [4, 5] { $0.message(size) { _ in } }
        $0.varint(16, UInt64(0))
        $0.bytes(17, Array(repeating: 1, count: 256))
      }
    },
    .init(SubscriptionMessage.self, "an unknown reason", "snapshot.reason") {
      $0.message(4) { $0.varint(1, UInt64(99)) }
    },
    .init(FetchPage.self, "an origin without a collection", "sections[0].section.origin.collection") {
      $0.message(1) { $0.text(1, "c") }
      $0.message(2) { $0.message(2) { $0.message(5) { _ in } } }
    },
    .init(FetchPage.self, "an origin with a wrong item", "sections[0].items[0].origin.item") {
      $0.message(1) { $0.text(1, "c") }
      $0.message(2) {
        $0.message(2) { _ in }
        $0.message(5) {
          $0.text(1, "x")
          $0.message(5) {
            $0.text(1, "c")
            $0.text(3, long)
          }
        }
      }
    },
    // What is sent to a server names elements, and those have shorter ids.
    .init(ApplyRequest.self, "the id of a row", "operations[0].remove_items.items[0].id") {
      $0.text(1, "c")
      $0.message(2) {
        $0.message(4) { $0.message(1) { $0.text(1, "part/" + String(repeating: "x", count: 128)) } }
      }
    },
  ]
}
