import ArrangeClient
import ArrangeModel
import Changes
import Ordering
import TestSupport
import Testing

/// Lists that are edited offline, and sent to a real server later.
@Suite("Offline edits", .timeLimit(.minutes(5)))
struct OfflineTests {
  private static let strategies = ["dense", "fractional", "lexorank"]

  private func board(_ strategy: String) async throws -> (ServerProcess, ArrangeClient, SectionedList) {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    try await client.create("board", strategy: strategy)
    try await client.apply(
      [
        .insertSections([NewElement(id: "todo"), NewElement(id: "done")], to: SectionDestination()),
        .insertItems(
          ["a", "b", "c", "d"].map { NewElement(id: $0) },
          to: ItemDestination(section: "todo")
        ),
      ],
      to: "board"
    )
    return (server, client, try await list(client))
  }

  private func list(_ client: ArrangeClient) async throws -> SectionedList {
    var list = SectionedList()
    for try await page in client.pages(of: "board") {
      for slice in page.sections { list.sections.append(.init(slice.section, items: slice.items)) }
    }
    return list
  }

  private func text(_ list: SectionedList) -> String {
    list.sections.map { section in
      ([section.element.id.text + ":"] + section.items.map(\.id.text)).joined(separator: " ")
    }.joined(separator: " | ")
  }

  @Test("are the server's list afterwards, without edits of others", arguments: strategies)
  func alone(strategy: String) async throws {
    let (server, client, start) = try await board(strategy)
    var edits = OfflineList(start, strategy: strategy, seed: 1)
    #expect(!edits.isEdited)
    try edits.insert([NewElement(id: "x"), NewElement(id: "y")], section: "todo", at: 1)
    try edits.insert([NewElement(id: "z")], section: "todo", at: 3)
    try edits.move(["d", "a"], section: "done", at: 0)
    try edits.update(FieldsUpdate(ElementReference("b"), set: ["title": .string("B")]))
    try edits.update(FieldsUpdate(ElementReference("x"), set: ["title": .string("X")]))
    try edits.remove(["c", "y"])
    #expect(text(edits.list) == "todo: x z b | done: d a")
    let result = try #require(try await client.handOver(edits, to: "board"))
    let after = try await list(client)
    #expect(text(after) == text(edits.list))
    #expect(after.sections[0].items.map { $0.fields["title"] } == [.string("X"), nil, .string("B")])
    if strategy != "dense" {
      #expect(after.sections.flatMap(\.items).map(\.key) == edits.list.sections.flatMap(\.items).map(\.key))
    }
    #expect(result.changed && (strategy == "dense" || result.rekeyed == 0))
    await client.close()
    server.kill()
  }

  @Test("of two writers are both there, and the run of each stays together", arguments: strategies)
  func runs(strategy: String) async throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      let (server, client, start) = try await board(strategy)
      var writers = (0..<2).map { OfflineList(start, strategy: strategy, seed: seed * 2 + UInt64($0)) }
      for number in 0..<20 {
        for writer in 0..<2 {
          let id = Identifier(stringLiteral: "w\(writer)-\(number)")
          try writers[writer].insert([NewElement(id: id)], section: "todo", at: 2 + number)
        }
      }
      for writer in writers { try await client.handOver(writer, to: "board") }
      let items = try await list(client).sections[0].items.map(\.id.text)
      #expect(items.count == 44)
      let placed = items.filter { $0.hasPrefix("w") }.map { $0.prefix(2) }
      let changes = zip(placed, placed.dropFirst()).count { $0 != $1 }
      #expect(changes == 1, "seed \(seed): \(items)")
      for writer in 0..<2 {
        let own = items.filter { $0.hasPrefix("w\(writer)") }
        #expect(own == (0..<20).map { "w\(writer)-\($0)" })
      }
      await client.close()
      server.kill()
    }
  }

  @Test("survive edits of others: removals, a removed section, keys of another strategy")
  func meanwhile() async throws {
    let (server, client, start) = try await board("fractional")
    var edits = OfflineList(start, strategy: "fractional", seed: 3)
    try edits.move(["a"], section: "todo", at: 3)
    try edits.update(FieldsUpdate(ElementReference("b"), set: ["n": .int(1)]))
    try edits.remove(["c"])
    try edits.insert([NewElement(id: "x")], section: "done", at: 0)
    try edits.insert([NewElement(id: "y")], section: "todo", at: 1)
    try await client.apply(
      [
        .removeItems([ElementReference("a"), ElementReference("c")]),
        .removeSections([ElementReference("done")], onlyIfEmpty: true),
      ],
      to: "board"
    )
    try await client.changeStrategy(ChangeStrategyRequest(collection: "board", strategy: "lexorank"))
    try await client.handOver(edits, to: "board")
    #expect(text(try await list(client)) == "todo: b y d | : x")
    #expect(try await client.verifyKeys(of: "board").problemCount == 0)
    await client.close()
    server.kill()
  }

  @Test("are refused at once if they are invalid, and change nothing")
  func refusals() async throws {
    let (server, client, start) = try await board("lexorank")
    var edits = OfflineList(start, strategy: "lexorank", seed: 1)
    #expect(throws: ArrangeError.self) { try edits.insert([NewElement(id: "a")], section: "todo", at: 0) }
    #expect(throws: ArrangeError.self) { try edits.insert([NewElement()], section: "x", at: 0) }
    #expect(throws: ArrangeError.self) { try edits.insert([NewElement()], section: "todo", at: 5) }
    #expect(throws: ArrangeError.self) { try edits.move(["a", "x"], section: "todo", at: 0) }
    #expect(throws: ArrangeError.self) { try edits.remove(["a", "x"]) }
    #expect(edits.list == start && !edits.isEdited)
    #expect(try await client.handOver(edits, to: "board") == nil)
    await client.close()
    server.kill()
  }
}
