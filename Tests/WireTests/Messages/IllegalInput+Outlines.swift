import ArrangeModel
import Changes
import Wire

extension IllegalInput {
  /// A message with a batch of an outline that is fine but for what follows its sizes.
  private static func batch(
    _ name: String,
    _ field: String,
    _ code: StatusCode = .invalidArgument,
    _ body: (inout ProtoWriter) -> Void
  ) -> IllegalInput {
    IllegalInput(SubscriptionMessage.self, name, "tree\(field)", code) { message in
      message.message(10) { batch in
        batch.message(3) { $0.varint(1, UInt64(1)) }
        batch.message(4) { $0.varint(1, UInt64(1)) }
        body(&batch)
      }
    }
  }

  /// A message with a section of a snapshot that is fine but for what follows.
  private static func section(
    _ name: String,
    _ field: String,
    _ code: StatusCode = .invalidArgument,
    _ body: (inout ProtoWriter) -> Void
  ) -> IllegalInput {
    IllegalInput(SubscriptionMessage.self, name, "snapshot.sections[0].\(field)", code) { message in
      message.message(4) { page in
        page.varint(1, UInt64(1))
        page.message(4) { $0.varint(1, UInt64(1)) }
        page.message(5) { section in
          section.message(2) { $0.text(1, "s") }
          section.message(4) { $0.text(1, "a") }
          body(&section)
        }
      }
    }
  }

  private static func request(
    _ name: String,
    _ field: String,
    profile: UInt64 = 2,
    _ body: (inout ProtoWriter) -> Void
  ) -> IllegalInput {
    IllegalInput(SubscribeRequest.self, name, field) { request in
      request.text(1, "c")
      request.varint(3, profile)
      body(&request)
    }
  }

  private static let minusOne = UInt64(bitPattern: -1)

  static let outlines: [IllegalInput] = [
    request("a profile of the future", "profile", profile: 3) { _ in },
    request("what is collapsed of a flat list", "folding", profile: 0) {
      $0.message(14) { $0.text(2, "a") }
    },
    request("too many that are collapsed", "folding.items") { request in
      request.message(14) { folding in
        for number in 0...TreeFolding.mostNodes {
          folding.text(number.isMultiple(of: 2) ? 2 : 3, "\(number)")
        }
      }
    },
    request("an item without an id", "folding.items[0]") { $0.message(14) { $0.text(2, "") } },
    IllegalInput(SubscriptionMessage.self, "a flat batch with the profile TREE", "batch.profile") { message in
      message.message(5) { batch in
        batch.varint(1, UInt64(2))
        batch.message(4) { $0.varint(1, UInt64(1)) }
        batch.message(5) { $0.varint(1, UInt64(1)) }
      }
    },
    IllegalInput(SubscriptionMessage.self, "a batch without a size", "tree.before") {
      $0.message(10) { _ in }
    },
    batch("an owner without an id", ".owners[0].id") { $0.message(5) { $0.varint(2, minusOne) } },
    batch("an owner at no index of a list", ".owners[0].at", .outOfRange) {
      $0.message(5) {
        $0.text(1, "a")
        $0.varint(2, UInt64(1))
        $0.varint(3, minusOne)
      }
    },
    batch("a section in a list", ".section_inserts[0].list") {
      $0.message(7) {
        $0.varint(1, UInt64(3))
        $0.message(3) { $0.text(1, "s") }
        $0.varint(4, UInt64(0))
      }
    },
    batch("an insert of nothing", ".inserts[0].rows") { $0.message(12) { $0.varint(2, UInt64(0)) } },
    batch("a row without a depth", ".inserts[0].depths") {
      $0.message(12) { $0.message(3) { $0.text(1, "a") } }
    },
    batch("a first row that is below another one", ".inserts[0].depths") {
      $0.message(12) {
        $0.message(3) { $0.text(1, "a") }
        $0.varint(4, UInt64(1))
      }
    },
    batch("a row without an id", ".inserts[0].rows[0].id") {
      $0.message(12) {
        $0.message(3) { $0.varint(3, UInt64(1)) }
        $0.varint(4, UInt64(0))
      }
    },
    batch("half a place", ".deletes") { $0.varint(11, UInt64(1)) },
    batch("half a move", ".moves") { for _ in 0..<2 { $0.varint(13, UInt64(1)) } },
    batch("an update of nothing", ".updates[0].item") { $0.message(14) { $0.varint(1, UInt64(1)) } },
    batch("half a place with a key", ".keyed") { $0.varint(17, UInt64(1)) },
    batch("a place without a key", ".keys") { for _ in 0..<2 { $0.varint(17, UInt64(1)) } },
    batch("a negative number of children", ".counts[0].children", .outOfRange) {
      $0.message(16) { $0.varint(3, minusOne) }
    },
    batch("counts of what is in no list", ".counts[0].list", .outOfRange) {
      $0.message(16) { $0.varint(1, UInt64(bitPattern: -2)) }
    },
    section("two depths of one item", "depths") { for _ in 0..<2 { $0.varint(5, UInt64(1)) } },
    section("a negative depth", "depths", .outOfRange) { $0.varint(5, minusOne) },
    section("counts of a row that is not there", "hidden") { $0.message(6) { $0.varint(1, UInt64(1)) } },
    section("counts of no row", "hidden[0].row", .outOfRange) {
      $0.message(6) { $0.varint(1, UInt64(bitPattern: -2)) }
    },
  ]
}
