import ArrangeModel
import Engine
import Testing

@Suite("Hosted collections", .timeLimit(.minutes(5)))
struct ApplyTests {
  @Test("keep applied transactions, under every strategy", arguments: ["dense", "fractional", "lexorank"])
  func applies(strategy: String) async throws {
    let engine = try TestEngine(MemoryJournal())
    try await engine.create("board", strategy)
    let added = try await engine.apply("board", .add("a", "b", "c"))
    #expect(added.version == 1 && added.changed && !added.repeated)
    #expect(added.operations[0].map(\.place) == (0..<3).map { .item(ListPath(section: 0, item: $0)) })
    try await engine.apply("board", .move("c", to: ItemDestination(.before("a"))))
    #expect(try await engine.ids("board") == [["c", "a", "b"]])
  }

  @Test("make ids for elements without one: distinct UUIDs")
  func madeIDs() async throws {
    let engine = try TestEngine(MemoryJournal())
    try await engine.create("board")
    var ids = Set<Identifier>()
    for _ in 0..<100 {
      let result = try await engine.apply("board", .insertItems([NewElement(), NewElement()], to: .init()))
      ids.formUnion(result.operations[0].map(\.id))
    }
    #expect(ids.count == 200)
    let form = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
    #expect(ids.allSatisfy { $0.text.wholeMatch(of: form) != nil })
  }

  @Test("make no version where nothing changes")
  func noOp() async throws {
    let engine = try TestEngine(MemoryJournal())
    try await engine.create("board")
    try await engine.apply("board", .add("a", "b"))
    for operations: [ListOperation] in [
      [.move("a", to: ItemDestination(.first))],
      [.move("a", to: ItemDestination(.last)), .move("a", to: ItemDestination(.first))],
      [.add("x"), .removeItems([ElementReference("x")])],
      [.updateItems([FieldsUpdate(ElementReference("a"), set: ["title": .string("a")])])],
      [],
    ] {
      let request = ApplyRequest(collection: "board", operations: operations)
      let result = try await engine.call("board") { $0.apply(request, reply: $1) }
      #expect(result.version == 1 && !result.changed, "\(operations)")
    }
  }

  @Test("give a retry the first result, also after a restart")
  func retries() async throws {
    let journal = MemoryJournal()
    let id = try RequestID([1, 2, 3])
    var first: ApplyResult?
    do {
      let engine = try TestEngine(journal)
      try await engine.create("board")
      first = try await engine.apply("board", .add("a"), requestID: id)
      // Also while the first one is on its way to the disk, and after other changes.
      try await engine.apply("board", .add("b", to: ItemDestination(.first)))
      var again = try await engine.apply("board", .add("a"), requestID: id)
      #expect(again.repeated)
      again.repeated = false
      #expect(again == first)
    }
    let engine = try TestEngine(journal)
    var again = try await engine.apply("board", .add("a"), requestID: id)
    #expect(again.repeated)
    again.repeated = false
    #expect(again == first)
    #expect(try await engine.ids("board") == [["b", "a"]])
  }

  @Test("carry out a request once that arrives many times at once")
  func simultaneousRetries() async throws {
    let engine = try TestEngine(MemoryJournal())
    try await engine.create("board")
    let id = try RequestID([9])
    let results = try await withThrowingTaskGroup(of: ApplyResult.self) { group in
      for _ in 0..<50 { group.addTask { try await engine.apply("board", .add("a"), requestID: id) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count { !$0.repeated } == 1)
    #expect(results.allSatisfy { $0.version == 1 })
  }

  @Test("recognize a request id while its commit is kept, and accept it again afterwards")
  func forgottenRequests() async throws {
    var options = EngineOptions()
    options.checkpointInterval = 10
    options.retainedCommits = 20
    let engine = try TestEngine(MemoryJournal(), options: options)
    try await engine.create("board")
    var newest: UInt64 = 0
    for _ in 0..<40 {
      for index in 0..<50 {
        let id = try RequestID([UInt8(index)])
        do {
          let insert = ListOperation.insertItems([NewElement()], to: .init())
          let result = try await engine.apply("board", insert, requestID: id)
          #expect(result.repeated == (result.version <= newest))
          newest = max(newest, result.version)
        } catch {
          // Known when it came, and trimmed before its result was read.
          #expect(error.code == .failedPrecondition && error.processed == .done)
        }
      }
    }
    #expect(engine.storageFailure == nil, "a journal would refuse an id that it has")
  }

  @Test("refuse with a code and a field, and change nothing")
  func refusals() async throws {
    let engine = try TestEngine(MemoryJournal())
    try await engine.create("board")
    try await engine.apply("board", .add("a", "b"))
    let cases: [([ListOperation], StatusCode, String)] = [
      ([.add("a")], .alreadyExists, "operations[0].insert_items.items[0].id"),
      ([.add("x", "x")], .alreadyExists, "operations[0].insert_items.items[1].id"),
      ([.add("x"), .move("gone", to: .init())], .notFound, "operations[1].move_items.items[0].id"),
      ([.move("a", "a", to: .init())], .invalidArgument, "operations[0].move_items.items[1].id"),
      ([.move("a", to: .init(.before("gone")))], .notFound, "operations[0].move_items.to.before"),
      ([.move("a", to: .init(.at(2)))], .outOfRange, "operations[0].move_items.to.at"),
      ([.move("a", to: .init(section: "gone", .last))], .notFound, "operations[0].move_items.section"),
      (
        [.updateItems([FieldsUpdate(ElementReference("a", ifContentVersion: 7), set: [:])])], .aborted,
        "operations[0].update_items.items[0].if_content_version"
      ),
      (
        [.removeSections([ElementReference(.empty)], onlyIfEmpty: true)], .failedPrecondition,
        "operations[0].remove_sections.sections[0].id"
      ),
      (
        [.reorderItems(section: .empty, ["b", "b"])], .invalidArgument, "operations[0].reorder_items.items[1]"
      ),
    ]
    for (operations, code, field) in cases {
      let request = ApplyRequest(collection: "board", operations: operations)
      do {
        _ = try await engine.call("board") { (shard, reply: @escaping Reply<ApplyResult>) in
          shard.apply(request, reply: reply)
        }
        Issue.record("\(operations) was not refused")
      } catch {
        #expect(error.code == code && error.field == field, "\(operations): \(error)")
      }
    }
    await #expect(throws: ArrangeError.self) { try await engine.apply("board", .add("x"), ifVersion: 7) }
    await #expect(throws: ArrangeError.self) { try await engine.apply("nowhere", .add("x")) }
    #expect(try await engine.ids("board") == [["a", "b"]])
    #expect(try await engine.apply("board", .add("c"), ifVersion: 1).version == 2)
  }
}
