import ArrangeClient
import Foundation
import Testing

/// Fields as values of Swift types, and back.
@Suite("Fields and Swift types")
struct MappingTests {
  private enum State: String, Codable, FieldConvertible { case open, done }
  private enum Plain: Int, Codable {
    case low = 1
    case high
  }

  private struct Card: Codable, Equatable {
    var title: String
    var points: Int?
    var small: UInt8?
    var weight: Double?
    var ratio: Float?
    var isDone: Bool?
    var due: Timestamp?
    var date: Date?
    var bytes: [UInt8]?
    var data: Data?
    var state: State?
    var plain: Plain?
  }

  private static let fields: Fields = [
    "title": "Write it", "points": 3, "small": 255, "weight": 1.5, "ratio": 0.25, "isDone": true,
    "due": .timestamp(Timestamp(microseconds: 1_500_000)), "date": .timestamp(Timestamp(microseconds: -1)),
    "bytes": .bytes([1, 2]), "data": .bytes([]), "state": "done", "plain": 2,
  ]

  private static let card = Card(
    title: "Write it",
    points: 3,
    small: 255,
    weight: 1.5,
    ratio: 0.25,
    isDone: true,
    due: Timestamp(microseconds: 1_500_000),
    date: Date(timeIntervalSince1970: -0.000_001),
    bytes: [1, 2],
    data: Data(),
    state: .done,
    plain: .high
  )

  @Test("decode to a value of a type, and encode to fields again")
  func thereAndBack() throws {
    #expect(try Self.fields.decoded(as: Card.self) == Self.card)
    #expect(try Fields(encoding: Self.card) == Self.fields)
    let element = ElementSnapshot(id: "a", fields: Self.fields, contentVersion: 1, key: .empty)
    #expect(try element.decoded() == Self.card)
  }

  @Test("that are missing, or null, are nil if the type allows it, and extra ones are ignored")
  func missing() throws {
    let some: Fields = ["title": "a", "points": .null, "other": 1]
    #expect(try some.decoded() == Card(title: "a"))
    #expect(try Fields(encoding: Card(title: "a")) == ["title": "a"])
  }

  @Test(
    "of another kind are told by name",
    arguments: [
      (["title": 1], "title"), (["points": 1], "title"), (["title": "a", "points": "3"], "points"),
      (["title": "a", "small": 256], "small"), (["title": "a", "points": 1.5], "points"),
      (["title": "a", "state": "gone"], "state"), (["title": "a", "plain": 3], "plain"),
      (["title": "a", "date": 1], "date"), (["title": .null], "title"),
    ] as [(Fields, String)]
  )
  func misfits(fields: Fields, name: String) throws {
    do {
      let card = try fields.decoded(as: Card.self)
      Issue.record("\(card)")
    } catch let error as DecodingError {
      let path =
        switch error {
        case .keyNotFound(let key, _): key.stringValue
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
          context.codingPath.map(\.stringValue).joined(separator: ".")
        @unknown default: ""
        }
      #expect(path == name, "\(error)")
    }
  }

  @Test("can't have values of several parts, or numbers that do not fit")
  func parts() throws {
    struct Nested: Codable {
      struct Inner: Codable { var a = 1 }
      var inner = Inner()
    }
    struct Listed: Codable { var list = ["a"] }
    struct Large: Codable { var number = UInt64.max }
    #expect(throws: EncodingError.self) { try Fields(encoding: Nested()) }
    #expect(throws: EncodingError.self) { try Fields(encoding: Listed()) }
    #expect(throws: EncodingError.self) { try Fields(encoding: Large()) }
    #expect(throws: EncodingError.self) { try Fields(encoding: ["a", "b"]) }
    #expect(throws: EncodingError.self) { try Fields(encoding: 1) }
    #expect(throws: DecodingError.self) { try (["inner": "a"] as Fields).decoded(as: Nested.self) }
    #expect(throws: DecodingError.self) { try (["list": "a"] as Fields).decoded(as: Listed.self) }
    #expect(throws: DecodingError.self) { try (["a": 1] as Fields).decoded(as: [Int].self) }
    #expect(throws: DecodingError.self) { try (["a": 1] as Fields).decoded(as: Int.self) }
    // Invalid fields are not an error of the type.
    #expect(throws: ArrangeError.self) { try Fields(encoding: ["a": Double.infinity]) }
    #expect(try Fields(encoding: ["a": 1, "b": 2]) == ["a": 1, "b": 2])
    #expect(try (["a": 1, "b": 2] as Fields).decoded(as: [String: Int].self) == ["a": 1, "b": 2])
  }

  @Test("are read one by one as a type, or are nil")
  func typed() throws {
    let fields = Self.fields
    #expect(fields["title", as: String.self] == "Write it" && fields["title", as: Int.self] == nil)
    #expect(fields["points", as: Int.self] == 3 && fields["points", as: Double.self] == 3)
    #expect(fields["weight", as: Double.self] == 1.5 && fields["weight", as: Int.self] == nil)
    #expect(fields["isDone", as: Bool.self] == true && fields["nothing", as: Bool.self] == nil)
    #expect(fields["state", as: State.self] == .done && fields["title", as: State.self] == nil)
    #expect(fields["due", as: Date.self] == Date(timeIntervalSince1970: 1.5))
    #expect(fields["bytes", as: Data.self] == Data([1, 2]))
    #expect(
      State.open.fieldValue == "open"
        && Date(timeIntervalSince1970: 2).fieldValue == .timestamp(Timestamp(microseconds: 2_000_000))
    )
  }

  @Test("lists have ids and print readably")
  func identity() {
    func item(_ id: Identifier) -> ElementSnapshot {
      ElementSnapshot(id: id, fields: [:], contentVersion: 1, key: .empty)
    }
    let list = SectionedList([
      .init(item(.empty), items: [item("a")]), .init(item("done"), items: [item("b"), item("c")]),
      .init(item("none")),
    ])
    #expect("\(list)" == "[a] [done: b c] [none:]")
    #expect(list.sectionIDs == [.empty, "done", "none"] && list.sections[1].itemIDs == ["b", "c"])
    #expect(list.sections.map(\.id) == list.sectionIDs && list.sections[0].items.first?.id == "a")
  }
}
