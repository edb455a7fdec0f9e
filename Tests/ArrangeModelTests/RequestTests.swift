import ArrangeModel
import Ordering
import Testing

@Suite("Requests and errors")
struct RequestTests {
  @Test("request ids have 1 to 64 bytes")
  func requestIDs() throws {
    for count in [0, 1, 63, 64, 65] {
      let bytes = [UInt8](repeating: 9, count: count)
      if (1...64).contains(count) {
        #expect(try RequestID(bytes).bytes == bytes)
      } else {
        let error = #expect(throws: ArrangeError.self) { try RequestID(bytes) }
        #expect(error?.code == .invalidArgument && error?.field == "request_id")
      }
    }
    var random = OrderingRandom(seed: 1)
    let made = (0..<1_000).map { _ in RequestID(using: &random) }
    #expect(Set(made).count == 1_000 && made.allSatisfy { $0.bytes.count == 16 })
  }

  @Test("errors name the field from the outside in")
  func fieldPaths() {
    let error = ArrangeError(.notFound, "none", field: "id").within("items[3]").within(
      "operations[0].move_items"
    )
    #expect(error.field == "operations[0].move_items.items[3].id")
    #expect(error.description == "NOT_FOUND: none (field: operations[0].move_items.items[3].id)")
    #expect(ArrangeError(.internal, "x").within("a").field == "a")
    #expect(ArrangeError(.internal, "x", field: "").within("a").field == "a")
    #expect(ArrangeError(.internal, "x").description == "INTERNAL: x")
  }

  @Test("origins of rows are equal if their elements are")
  func origins() {
    let origins = [
      RowOrigin(collection: "c", section: "s", item: "i"), RowOrigin(collection: "c", section: "s"),
      RowOrigin(collection: "c", section: .empty, item: "i"), RowOrigin(collection: "d", section: "s"),
      RowOrigin(collection: "c", section: "s", item: "j"),
    ]
    for (a, x) in origins.enumerated() {
      for (b, y) in origins.enumerated() { #expect((x == y) == (a == b)) }
      let same = RowOrigin(collection: x.collection, section: x.section, item: x.item)
      #expect(same == x && same.hashValue == x.hashValue)
    }
    // Lists of collections, whose elements have none, are hardly larger for it.
    #expect(MemoryLayout<RowOrigin?>.size == MemoryLayout<Int>.size)
  }

  @Test("codes have the numbers and names of gRPC")
  func codes() {
    #expect(StatusCode.allCases.map(\.rawValue) == Array(0...16))
    #expect(Set(StatusCode.allCases.map(\.description)).count == 17)
  }

  @Test("paths are ordered by section, then by item")
  func paths() {
    let paths = [(0, 0), (0, 1), (0, 7), (1, 0), (2, 0), (2, 3)].map { ListPath(section: $0, item: $1) }
    #expect(paths.shuffled().sorted() == paths)
  }
}
