import ArrangeModel
import Ordering
import Testing

@testable import Engine

@Suite("A request id that comes again", .timeLimit(.minutes(5)))
struct RepeatedRequestTests {
  private let journal = MemoryJournal()

  /// A list of two items, in which moving `b` to the end changes nothing.
  private func engine() async throws -> TestEngine {
    let engine = try TestEngine(journal)
    try await engine.create("board")
    try await engine.apply("board", .add("a", "b"))
    return engine
  }

  private func id(_ number: Int) throws -> RequestID {
    try RequestID([UInt8(number >> 8), UInt8(number & 0xFF)])
  }

  /// The descriptor of the list as the journal has it.
  private func stored() throws -> [UInt8] {
    try #require(try journal.collections().first { $0.name == "board" }).descriptor
  }

  @Test("gets the first answer, also where the first transaction changed nothing, and after a restart")
  func unchanged() async throws {
    var engine = try await engine()
    let first = try await engine.apply("board", .move("b", to: .init(.last)), requestID: id(1))
    #expect(first.version == 1 && !first.changed && !first.repeated)
    // Now it would change something.
    try await engine.apply("board", .move("b", to: .init(.first)))
    for _ in 0..<2 {
      var again = try await engine.apply("board", .move("b", to: .init(.last)), requestID: id(1))
      #expect(again.repeated)
      again.repeated = false
      #expect(again == first)
      #expect(try await engine.ids("board") == [["b", "a"]])
      engine = try TestEngine(journal)
    }
  }

  @Test("is refused for other operations, whether the first ones changed something or nothing")
  func otherContent() async throws {
    var engine = try await engine()
    try await engine.apply("board", .move("b", to: .init(.last)), requestID: id(1))
    try await engine.apply("board", .add("c"), requestID: id(2))
    for _ in 0..<2 {
      for number in [1, 2] {
        let error = await #expect(throws: ArrangeError.self) {
          try await engine.apply("board", .move("a", to: .init(.last)), requestID: id(number))
        }
        #expect(error?.code == .invalidArgument && error?.field == "request_id")
        #expect(error?.processed == .notStarted)
      }
      #expect(try await engine.ids("board") == [["a", "b", "c"]])
      #expect(try await engine.apply("board", .add("c"), requestID: id(2)).repeated)
      engine = try TestEngine(journal)
    }
  }

  @Test("of a commit without a fingerprint, by an older server, is answered as then")
  func olderCommits() async throws {
    let engine = try await engine()
    let result = try await engine.apply("board", .add("c"), requestID: id(1))
    let key = try #require(try journal.collections().first).key
    var commit = try Commit(try #require(try journal.commits(of: key, from: 2, limit: 1).first))
    #expect(commit.fingerprint == RequestFingerprint([.add("c")]))
    commit.fingerprint = nil
    #expect(try Commit(commit.record).fingerprint == nil)
    #expect(try Commit(commit.record).result.operations == result.operations)
  }

  @Test("is stored with the description only if something is to be remembered, and only the newest ones")
  func limits() async throws {
    let engine = try await engine()
    let plain = try stored()
    try await engine.apply("board", .move("a", to: .init(.last)), requestID: id(0))
    try await engine.apply("board", .move("a", to: .init(.last)))
    #expect(try stored() == plain, "neither a commit nor a transaction without an id writes the description")
    let count = UnchangedRequests.maximumCount
    for number in 1...count + 1 {
      try await engine.apply("board", .move("a", to: .init(.last)), requestID: id(number))
    }
    #expect(try stored().count <= plain.count + UnchangedRequests.maximumBytes + 10 * count)
    #expect(try await engine.apply("board", .move("a", to: .init(.last)), requestID: id(2)).repeated)
    #expect(try await !engine.apply("board", .move("a", to: .init(.last)), requestID: id(1)).repeated)
    // The description is what it was.
    let descriptor = try CollectionDescriptor(encoded: try stored())
    #expect(try CollectionDescriptor(encoded: descriptor.encoded) == descriptor)
    #expect(descriptor.strategy == "lexorank")
  }

  @Test("whose answer is too long to be kept is not carried out again, and the error says so")
  func longAnswers() async throws {
    let engine = try await engine()
    let ids = (0..<300).map { "item \($0)" }
    let items = ids.map { NewElement(id: Identifier(stringLiteral: $0)) }
    try await engine.apply("board", .insertItems(items, to: .init()))
    let moves = ids.map { ElementReference(Identifier(stringLiteral: $0)) }
    let move = ListOperation.moveItems(moves, to: .init(.last))
    #expect(try await !engine.apply("board", move, requestID: id(1)).changed)
    let error = await #expect(throws: ArrangeError.self) {
      try await engine.apply("board", move, requestID: id(1))
    }
    #expect(error?.code == .failedPrecondition && error?.processed == .done)
  }

  @Test("is told apart by every value of an operation, by a fingerprint that never changes")
  func fingerprints() {
    let one = ElementReference("a")
    let operations: [[ListOperation]] = [
      [], [.add("a")], [.add("a"), .add("b")], [.add("a", "b")], [.add("a", to: .init(.first))],
      [.add("a", to: .init(section: "s"))], [.add("a", to: .init(.before("b"), ifAnchorMissing: .fail))],
      [.add("a", to: .init(.after("b")))], [.add("a", to: .init(.at(0)))], [.add("a", to: .init(.at(1)))],
      [.insertItems([NewElement()], to: .init())], [.insertSections([NewElement(id: "a")], to: .init())],
      [.move("a", to: .init())], [.moveItems([ElementReference("a", ifContentVersion: 1)], to: .init())],
      [.moveSections([one], to: .init())], [.moveSections([one], to: .init(.first))],
      [.updateItems([FieldsUpdate(one, set: [:])])], [.updateSections([FieldsUpdate(one, set: [:])])],
      [.updateItems([FieldsUpdate(one, set: ["n": .int(1)])])],
      [.updateItems([FieldsUpdate(one, set: [:], remove: ["n"])])],
      [.updateItems([FieldsUpdate(one, set: [:], replaceAll: true)])], [.removeItems([one])],
      [.removeSections([one], onlyIfEmpty: true)], [.removeSections([one], onlyIfEmpty: false)],
      [.adoptItems([AdoptedItem(id: "a", key: OrderKey([1]))], section: "s")],
      [.adoptItems([AdoptedItem(id: "a", key: OrderKey([1]), after: "b")], section: "s")],
      [.adoptItems([AdoptedItem(id: "a", key: OrderKey([1]), before: "b")], section: "s")],
      [.reorderItems(section: "s", ["a", "b"])], [.reorderItems(section: "s", ["b", "a"])],
      [.reorderSections(["a", "b"])],
    ]
    let values = operations.map { RequestFingerprint($0).value }
    #expect(Set(values).count == operations.count)
    #expect(operations.map { RequestFingerprint($0).value } == values)
    // It is stored, so another value would refuse the retries of transactions from before an update.
    #expect(values[1] == 17_362_349_081_548_030_029)
    // The same of all others, as computed apart from this code, without the one whose fields have a value.
    let others = values.indices.filter { $0 >= 10 && $0 != 18 }
    #expect(others.reduce(0) { $0 ^ values[$1] } == 12_113_656_238_449_885_250)
  }
}
