import ArrangeModel
import NIOCore
import TestSupport
import Testing
import Wire

/// Attacks by the content of requests.
@Suite("Hostile content", .serialized)
struct ContentAttacks {
  /// Bytes that are no id.
  private static let illegal: [(name: String, bytes: [UInt8])] = [
    ("129 bytes", [UInt8](repeating: 0x61, count: 129)),
    ("a megabyte", [UInt8](repeating: 0x61, count: 1_000_000)),
    ("a control character", [0x61, 0x01]), ("NUL", [0x61, 0x00, 0x62]), ("a line feed", [0x0A]),
    ("DEL", [0x7F]), ("U+0085", [0xC2, 0x85]), ("a lone byte of a sequence", [0x80]), ("0xFF", [0xFF, 0xFE]),
    ("a cut-off sequence", [0x61, 0xE2, 0x82]), ("an overlong slash", [0xC0, 0xAF]),
    ("an overlong NUL", [0xC0, 0x80]), ("an overlong sequence of three", [0xE0, 0x80, 0xAF]),
    ("a high surrogate", [0xED, 0xA0, 0x80]), ("a pair of surrogates", [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]),
    ("more than U+10FFFF", [0xF4, 0x90, 0x80, 0x80]), ("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]),
  ]

  /// The operations that name elements, by their tags, with the field of the first id.
  private static let naming: [(operation: UInt8, field: String)] = [
    (0x0A, "operations[0].insert_items.items[0].id"), (0x12, "operations[0].move_items.items[0].id"),
    (0x1A, "operations[0].update_items.items[0].id"), (0x22, "operations[0].remove_items.items[0].id"),
    (0x42, "operations[0].insert_sections.sections[0].id"),
  ]

  @Test("ids of every illegal kind are refused by their field, and nothing changes")
  func illegalIDs() throws {
    try Siege(items: 1).endure { port in
      let connection = try RawConnection(port: port)
      func refuse(_ method: Method, _ body: [UInt8], _ field: String, _ name: String) throws {
        let end = try connection.call(method.name, body)
        let status = try connection.status(end)
        #expect(status.code == .invalidArgument, "\(method.name): \(name): \(status)")
        #expect(status.error.field == field, "\(method.name): \(name): \(status)")
        #expect(status.processed == .notStarted && !status.message.isEmpty)
      }
      let large = Proto.field(0x0A, Array("large".utf8))
      func apply(_ operation: [UInt8]) -> [UInt8] { large + Proto.field(0x12, operation) }
      for (name, bytes) in ContentAttacks.illegal {
        let id = Proto.field(0x0A, bytes)
        for method in [Method.createCollection, .getCollection, .deleteCollection, .updateCollection] {
          try refuse(method, id, "name", name)
        }
        for method in [Method.apply, .fetch, .history] {
          // The transaction has an operation, so that only the name is invalid.
          let rest = method == .apply ? Proto.field(0x12, Proto.field(0x12, Proto.field(0x0A, []))) : []
          try refuse(method, id + rest, "collection", name)
        }
        for (operation, field) in ContentAttacks.naming {
          try refuse(.apply, apply(Proto.field(operation, Proto.field(0x0A, id))), field, name)
        }
      }
      // An empty id stands for something only where the specification says so.
      for method in [Method.createCollection, .getCollection, .deleteCollection] {
        try refuse(method, [], "name", "nothing")
      }
      try refuse(
        .apply,
        apply(Proto.field(0x22, Proto.field(0x0A, []))),
        "operations[0].remove_items.items[0].id",
        "empty"
      )
      #expect(try Siege.version(of: "large", connection) == 1)
      let page = try connection.result(.listCollections, ListCollectionsRequest(), as: CollectionsPage.self)
      #expect(Set(page.collections.map(\.name)) == ["large", "good"], "no collection came into being")
      return connection
    }
  }

  @Test("messages can't be nested beyond the specification, which has nothing recursive")
  func nesting() throws {
    try Siege().endure { port in
      let connection = try RawConnection(port: port)
      // A field that nobody knows, with another one in it, and so on: bytes that are passed over. Each level
      // has its tag and its length.
      var nested: [UInt8] = []
      for _ in 0..<2_000 { nested = Proto.field(0x7A, nested) }
      let name = Proto.field(0x0A, Array("large".utf8))
      #expect(try connection.call(Method.getCollection.name, name + nested).code == .ok)
      // Groups, which the language of the protos no longer has, are no way in either: open, closed, nested a
      // hundred thousand times, and of unknown wire types.
      let groups: [[UInt8]] = [
        [0x7B], [0x7B, 0x7C], [0x7C], [UInt8](repeating: 0x7B, count: 100_000),
        [UInt8](repeating: 0x7B, count: 100_000) + [UInt8](repeating: 0x7C, count: 100_000), [0x7E], [0x7F],
        [0x0B, 0x0C], [0x00], [0x02, 0x00],
      ]
      for group in groups {
        let end = try connection.call(Method.getCollection.name, name + group)
        #expect(end.code == .invalidArgument, "\(group.prefix(4))")
      }
      // The same in frames ends the connection.
      for group in groups where group.count < 10 {
        let other = try RawConnection(port: port)
        try other.send(Proto.varint(group.count) + group)
        #expect(try other.farewell()?.code == .invalidArgument, "\(group)")
      }
      return connection
    }
  }

  @Test("stream ids that are reused, decrease, are 0 or the maximum")
  func streamIDs() throws {
    try Siege().endure { port in
      let highest = UInt32.max
      for (first, second) in [(7, 7), (7, 6), (7, 0), (highest, highest), (highest, 1)] as [(UInt32, UInt32)]
      {
        let connection = try RawConnection(port: port)
        try connection.send(connection.opening(first, Method.healthCheck.name))
        #expect(try connection.end(first).code == .ok)
        try connection.send(connection.opening(second, Method.healthCheck.name))
        let farewell = try #require(try connection.farewell())
        #expect(farewell.code == .invalidArgument && farewell.message.contains("stream"))
      }
      let zero = try RawConnection(port: port)
      try zero.send(zero.opening(0, Method.healthCheck.name))
      #expect(try zero.farewell()?.code == .invalidArgument)
    }
  }

  @Test("transactions with the maximum of work do not keep others from being served")
  func hardWork() throws {
    // Two of them are worked on at a time, each on a copy of the list whose tree has nothing in common with it in the end: 45
    // to 50 MiB were measured.
    try Siege(items: 5_000).endure(atMost: 64) { port in
      let connections = try (0..<3).map { _ in try RawConnection(port: port) }
      let ids = (0..<5_000).map { Identifier(unchecked: "\($0)") }
      let backwards = Array(ids.reversed())
      // Twenty times all items, once in this order and once in the other.
      let operations = (0..<20).map {
        ListOperation.reorderItems(section: .empty, $0 % 2 == 0 ? backwards : ids)
      }
      let request = ApplyRequest(collection: "large", operations: operations)
      for connection in connections {
        let body = connection.encode(request)
        connection.pour(connection.opening(1, Method.apply.name, body))
      }
      for connection in connections {
        let code = try connection.end(1).code
        #expect(code == .ok || code == .resourceExhausted)
      }
    }
  }
}
