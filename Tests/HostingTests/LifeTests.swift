import ArrangeModel
import EngineTestSupport
import Ordering
import Synchronization
import Testing

@testable import Engine

@Suite("The life of collections", .timeLimit(.minutes(5)))
struct LifeTests {
  @Test("They are created once, listed, updated and deleted")
  func catalog() async throws {
    let journal = MemoryJournal()
    let engine = try TestEngine(journal)
    let created = try await engine.create("b", "dense")
    #expect(created.version == 0 && created.strategy == "dense" && created.itemCount == 0)
    try await engine.create("a", "fractional")
    await #expect(throws: ArrangeError.self) { try await engine.create("a") }
    await #expect(throws: ArrangeError.self) { try await engine.create("c", "alphabetical") }
    #expect(engine.engine.catalog.names(after: nil, limit: 10) == ["a", "b"])
    #expect(engine.engine.catalog.names(after: "a", limit: 10) == ["b"])

    let updated: CollectionInfo = try await engine.call("b") { shard, reply in
      shard.update("b", { _ throws(ArrangeError) in ["title": .string("B")] }, reply: reply)
    }
    #expect(updated.fields["title"] == .string("B"))
    try await engine.apply("b", .add("x"))
    try await engine.call("b") { (shard, reply: @escaping Reply<Void>) in shard.delete("b", reply: reply) }
    await #expect(throws: ArrangeError.self) { try await engine.apply("b", .add("y")) }
    try await engine.create("b", "lexorank")
    #expect(try await engine.ids("b").isEmpty)

    let reopened = try TestEngine(journal)
    #expect(reopened.engine.catalog.names(after: nil, limit: 10) == ["a", "b"])
    let info: CollectionInfo = try await reopened.call("b") { $0.info("b", reply: $1) }
    #expect(info.strategy == "lexorank" && info.version == 0)
  }

  @Test("Closing during writes makes each of them durable or refuses it, and is no failure")
  func closing() async throws {
    for round in 0..<200 {
      let store = MemoryJournal.Store()
      let engine = try TestEngine(MemoryJournal(store: store), shards: 1)
      try await engine.create("board")
      async let closed: Void = { engine.engine.close() }()
      var acknowledged = 0
      while acknowledged < 1_000 {
        do throws(ArrangeError) {
          try await engine.apply("board", .add("i\(acknowledged)"))
          acknowledged += 1
        } catch {
          #expect(error.code == .unavailable)
          break
        }
      }
      await closed
      #expect(engine.storageFailure == nil, "round \(round)")
      let reopened = try TestEngine(MemoryJournal(store: store))
      #expect(try await reopened.ids("board").flatMap(\.self).count == acknowledged, "round \(round)")
      reopened.engine.close()
    }
  }

  @Test("Requests for a collection that is being read and then deleted find it gone")
  func deletionWhileRead() throws {
    let stage = try Stage()
    try stage.apply(.add("a"))
    try stage.restart()
    let deletions = (0..<2).map { _ in Box<Result<Void, ArrangeError>?>(nil) }
    let update = Box<Result<CollectionInfo, ArrangeError>?>(nil)
    stage.shard.delete(stage.name) { deletions[0].value = $0 }
    try stage.begin([.add("b")])
    stage.shard.update(stage.name, { _ throws(ArrangeError) in [:] }, reply: { update.value = $0 })
    stage.shard.delete(stage.name) { deletions[1].value = $0 }
    try stage.executor.run { deletions[1].value != nil }
    try stage.settle()
    #expect(throws: Never.self) { try deletions[0].value?.get() }
    let errors = [
      #expect(throws: ArrangeError.self) { try deletions[1].value?.get() },
      #expect(throws: ArrangeError.self) { _ = try update.value?.get() },
    ]
    #expect(errors.allSatisfy { $0?.code == .notFound })
    // The storage continues.
    try stage.create()
    try stage.apply(.add("c"))
    #expect(stage.failure.value == nil)
  }

  @Test("A restart finds everything, through checkpoints, trimmed commits and eviction")
  func restart() async throws {
    let store = MemoryJournal.Store()
    var options = EngineOptions()
    options.checkpointInterval = 20
    options.retainedCommits = 30
    options.idleSeconds = 10
    var expected: [[String]] = []
    do {
      let journal = MemoryJournal(store: store)
      let engine = try TestEngine(journal, options: options)
      try await engine.create("board")
      let key = try #require(try journal.collections().first?.key)
      for index in 0..<200 {
        try await engine.apply("board", .add("i\(index)", to: ItemDestination(.at(index / 2))))
        if index % 50 == 49 {
          // A checkpoint is written in the background, as fast as the machine allows. The next one is due
          // after a number of edits that depends on the number of items.
          let items = index + 1
          let due = max(options.checkpointInterval, items / EngineOptions.itemsPerReplayedEdit)
          while try journal.checkpoint(of: key)?.version ?? 0 <= UInt64(items - due) {
            try await Task.sleep(for: .milliseconds(1))
          }
          engine.advance(seconds: 60)
          await engine.onShards { $0.tick() }
        }
      }
      // Nor are the superseded commits trimmed at once.
      while try journal.oldestCommit(of: key) ?? 0 <= 100 { try await Task.sleep(for: .milliseconds(1)) }
      expected = try await engine.ids("board")
      let info: CollectionInfo = try await engine.call("board") { $0.info("board", reply: $1) }
      #expect(info.version == 200 && info.itemCount == 200 && info.sectionCount == 1)
      engine.engine.close()
      #expect(engine.storageFailure == nil)
    }
    let journal = MemoryJournal(store: store)
    let key = try #require(try journal.collections().first?.key)
    #expect(try journal.checkpoint(of: key) != nil)
    let engine = try TestEngine(journal, options: options)
    #expect(try await engine.ids("board") == expected)
    let history: HistoryPage = try await engine.call("board") {
      $0.history(HistoryRequest(collection: "board"), reply: $1)
    }
    #expect(history.version == 200 && history.oldestKept > 100)
    #expect(history.commits.map(\.version) == Array(history.oldestKept...200))
  }

  @Test("History has no gap if commits are trimmed while it is read", arguments: [5, 12, 17, 27, 40])
  func historyWhileTrimmed(oldest: UInt64) async throws {
    let journal = FailingJournal()
    let engine = try TestEngine(journal)
    try await engine.create("board")
    for index in 0..<60 { try await engine.apply("board", .add("i\(index)")) }
    journal.trimsNext.store(oldest, ordering: .relaxed)
    let history: HistoryPage = try await engine.call("board") {
      $0.history(HistoryRequest(collection: "board", to: 50, limit: 45), reply: $1)
    }
    let first = try #require(history.commits.first?.version)
    #expect(history.commits.map(\.version) == Array(first...min(50, first + 44)))
    // Commits that were read before they were trimmed may be returned.
    #expect(first == (oldest <= 17 ? 1 : oldest))
  }

  @Test("Closing in the middle of a checkpoint is no failure")
  func closeDuringCheckpoint() async throws {
    var options = EngineOptions()
    options.checkpointInterval = 1
    for _ in 0..<20 {
      let engine = try TestEngine(MemoryJournal(), options: options)
      try await engine.create("board")
      let text = String(repeating: "x", count: 50_000)
      let items = try (0..<20).map {
        NewElement(id: try Identifier("i\($0)"), fields: ["text": .string(text)])
      }
      try await engine.apply("board", .insertItems(items, to: .init()))
      engine.engine.close()
      #expect(engine.storageFailure == nil)
      await #expect(throws: ArrangeError.self) { try await engine.apply("board", .add("late")) }
      #expect(engine.storageFailure == nil)
    }
  }

  @Test("An idle collection is evicted and loaded again on use")
  func eviction() async throws {
    let engine = try TestEngine(MemoryJournal(), shards: 1)
    try await engine.create("board")
    try await engine.apply("board", .add("a"))
    #expect(engine.engine.residentCount == 1)
    await engine.onShards { $0.tick() }
    #expect(engine.engine.residentCount == 1)
    engine.advance(seconds: 3_600)
    await engine.onShards { $0.tick() }
    #expect(engine.engine.residentCount == 0)
    let info: CollectionInfo = try await engine.call("board") { $0.info("board", reply: $1) }
    #expect(info.itemCount == 1 && engine.engine.residentCount == 0)
    #expect(try await engine.ids("board") == [["a"]])
    #expect(engine.engine.residentCount == 1)
  }

  @Test("All pages of a read are of its initial version")
  func pages() async throws {
    let engine = try TestEngine(MemoryJournal())
    try await engine.create("board")
    for section in ["one", "empty", "two"] {
      try await engine.apply("board", .insertSections([NewElement(id: Identifier(section))], to: .init()))
    }
    for index in 0..<25 {
      let section: Identifier = index < 12 ? "one" : "two"
      try await engine.apply("board", .add("i\(index)", to: ItemDestination(section: section)))
    }
    for size in [1, 2, 5, 12, 13, 24, 25, 100] {
      #expect(try await engine.ids("board", pageSize: size).map(\.count) == [12, 0, 13], "pages of \(size)")
    }
    var page = try await engine.fetch(FetchRequest(collection: "board", pageSize: 7))
    let version = page.collection.version
    var seen = page.sections.flatMap(\.items).count
    while let token = page.nextPageToken {
      try await engine.apply("board", .removeItems([ElementReference(Identifier("i\(seen - 1)"))]))
      page = try await engine.fetch(FetchRequest(collection: "board", pageSize: 7, pageToken: token))
      #expect(page.collection.version == version)
      seen += page.sections.flatMap(\.items).count
    }
    #expect(seen == 25)
  }

  @Test("A page token of another time or collection, or a forged one, is refused")
  func pageTokens() async throws {
    let engine = try TestEngine(MemoryJournal())
    for name: Identifier in ["a", "b"] {
      try await engine.create(name)
      try await engine.apply(name, .add("1", "2", "3"))
    }
    let token = try #require(try await engine.fetch(FetchRequest(collection: "a", pageSize: 1)).nextPageToken)
    await #expect(throws: ArrangeError.self) {
      try await engine.fetch(FetchRequest(collection: "b", pageToken: token))
    }
    for garbage: [UInt8] in [[], [0], [1], [9, 9, 9], token + [0], token.dropLast()] {
      await #expect(throws: ArrangeError.self, "\(garbage)") {
        try await engine.fetch(FetchRequest(collection: "a", pageToken: garbage))
      }
    }
    try await engine.apply("a", .add("4"))
    engine.advance(seconds: 3_600)
    await engine.onShards { $0.tick() }
    await #expect(throws: ArrangeError.self) {
      try await engine.fetch(FetchRequest(collection: "a", pageToken: token))
    }
  }

  @Test("Windows return the items around an item, or of a section, and no others")
  func windows() async throws {
    let engine = try TestEngine(MemoryJournal())
    try await engine.create("board")
    for index in 0..<10 { try await engine.apply("board", .add("i\(index)")) }
    func items(_ window: FetchRequest.Window) async throws -> [String] {
      try await engine.fetch(FetchRequest(collection: "board", window: window)).sections.flatMap(\.items)
        .map(\.id.text)
    }
    #expect(try await items(.around("i5", before: 2, after: 1)) == ["i3", "i4", "i5", "i6"])
    #expect(try await items(.around("i0", before: 2, after: .max)).count == 10)
    #expect(try await items(.section(.empty, 8..<20)) == ["i8", "i9"])
    #expect(try await items(.section(.empty, 20..<30)).isEmpty)
    await #expect(throws: ArrangeError.self) { try await items(.around("gone", before: 1, after: 1)) }
    await #expect(throws: ArrangeError.self) { try await items(.section("gone", 0..<1)) }
  }

  @Test("A new description is not shown before it is durable")
  func failedDescription() async throws {
    let journal = FailingJournal()
    let engine = try TestEngine(journal)
    try await engine.create("board")
    _ = try await engine.ids("board")
    journal.fails.store(true, ordering: .relaxed)
    await #expect(throws: ArrangeError.self) {
      let _: CollectionInfo = try await engine.call("board") { shard, reply in
        shard.update("board", { _ throws(ArrangeError) in ["title": .string("B")] }, reply: reply)
      }
    }
    let info: CollectionInfo = try await engine.call("board") { $0.info("board", reply: $1) }
    #expect(info.fields.isEmpty)
  }

  @Test("After a failed flush nothing is acknowledged, and the server is told to stop")
  func failStop() async throws {
    let journal = FailingJournal()
    let engine = try TestEngine(journal)
    try await engine.create("board")
    try await engine.apply("board", .add("a"))
    journal.fails.store(true, ordering: .relaxed)
    for id in ["b", "c"] {
      do {
        try await engine.apply("board", .add(id))
        Issue.record("\(id) was acknowledged")
      } catch {
        #expect(error.code == .unavailable && error.processed == .unknown)
      }
    }
    #expect(engine.storageFailure?.code == .unavailable)
    #expect(try await engine.ids("board") == [["a"]], "what is not durable is not shown")
  }

  @Test("A write that contradicts the journal fails together with those based on it, and no others")
  func contradiction() throws {
    let stage = try Stage()
    let _: CollectionInfo = try stage.call { $0.create("other", strategy: "dense", fields: [:], reply: $1) }
    try stage.apply(.add("a"))
    let key = try #require(stage.hosted?.key)
    // A state that no correct server produces.
    let stranger = CommitRecord(collection: key, version: 2, requestID: nil, payload: [])
    try stage.journal.append([.commit(stranger)])
    let answers = Box<[Identifier: [Result<ApplyResult, ArrangeError>]]>([:])
    func begin(_ count: Int) {
      for index in 0..<count {
        for name in [stage.name, "other"] as [Identifier] {
          stage.shard.apply(ApplyRequest(collection: name, operations: [.add("\(count)-\(index)")])) {
            answers.value[name, default: []].append($0)
          }
        }
      }
    }
    func expectRefusals(_ count: Int) throws {
      try stage.executor.run { answers.value.values.reduce(0) { $0 + $1.count } == 2 * count }
      for answer in answers.value["other"] ?? [] { #expect(throws: Never.self) { try answer.get() } }
      for answer in answers.value[stage.name] ?? [] {
        let error = #expect(throws: ArrangeError.self) { try answer.get() }
        #expect(error?.code == .internal && error?.processed == .notStarted)
      }
      // The second of them would be based on existing data.
      #expect(try stage.journal.commits(of: key, from: 1, limit: 10).count == 2)
    }
    begin(20)
    try expectRefusals(20)
    begin(1)
    try expectRefusals(21)
    #expect(stage.failure.value == nil)
    // The name is not lost.
    try stage.delete()
    try stage.create()
    try stage.apply(.add("c"))
    #expect(stage.failure.value == nil)
  }

  @Test("After a failure without waiting writes the server is told to stop")
  func failedBeside() async throws {
    let journal = FailingJournal()
    let engine = try TestEngine(journal)
    try await engine.create("board")
    #expect(engine.storageFailure == nil)
    journal.stop()
    #expect(engine.storageFailure?.message.contains("can't be moved") == true)
    await #expect(throws: ArrangeError.self) { try await engine.apply("board", .add("a")) }
    engine.engine.close()
  }

  @Test("After a failed read the server is told to stop, even if nobody writes any more")
  func failedRead() async throws {
    let journal = FailingJournal()
    let engine = try TestEngine(journal)
    try await engine.create("board")
    let request = RequestID(unchecked: [1])
    try await engine.apply("board", .add("a"), requestID: request)
    journal.readsFail.store(true, ordering: .relaxed)
    do {
      try await engine.apply("board", .add("a"), requestID: request)
      Issue.record("a result that can't be read was answered")
    } catch {
      #expect(error.code == .unavailable)
    }
    #expect(engine.storageFailure?.message.contains("can't be read") == true)
  }

  @Test("Collections are spread over the shards, even if their names differ only in a final number")
  func spread() throws {
    for shards in [2, 3, 8] {
      let engine = try TestEngine(MemoryJournal(), shards: shards)
      for prefix in ["c", "board-", "a rather long name of a list, "] {
        var counts = Array(repeating: 0, count: shards)
        for number in 0..<240 {
          counts[engine.engine.shard(for: Identifier(unchecked: "\(prefix)\(number)")).index] += 1
        }
        let even = 240 / shards
        #expect(counts.allSatisfy { even / 2...even * 3 / 2 ~= $0 }, "\(prefix): \(counts)")
      }
    }
  }
}
