import ArrangeModel
import Changes
import DenseInteger
import EngineTestSupport
import LexoRank
import ListModel
import Ordering
import RandomizedFraction
import Testing

@testable import Engine

@Suite("The check of what is stored", .timeLimit(.minutes(5)))
struct CollectionCheckTests {
  private static let strategies = StrategyCatalog([DenseInteger.kind, RandomizedFraction.kind, LexoRank.kind])

  /// A journal with a random history of a list under each strategy, and a view.
  private func journal(_ seed: UInt64, _ options: EngineOptions) async throws -> MemoryJournal {
    let store = MemoryJournal.Store()
    let written = MemoryJournal(store: store)
    let engine = try TestEngine(written, options: options, seed: seed)
    for strategy in ["dense", "fractional", "lexorank"] {
      let name = Identifier(unchecked: strategy)
      try await engine.create(name, strategy)
      // Whenever the checkpoint is made, there are sections with several items.
      var profile = TransactionGenerator.Profile.history()
      (profile.size, profile.fills, profile.mostElements) = (60, true, 30)
      var random = TransactionGenerator(profile, seed: seed)
      // Some transactions change nothing.
      var version: UInt64 = 0
      while version < 80 {
        let page = try await engine.fetch(FetchRequest(collection: name))
        let list = SectionedList(page.sections.map { .init($0.section, items: $0.items) })
        let request = ApplyRequest(collection: name, operations: random.transaction(on: list))
        let result = try? await engine.call(name) { $0.apply(request, reply: $1) } as ApplyResult
        version = result?.version ?? version
      }
      // Old commits are trimmed in the background.
      while options.retainedCommits < 80 {
        let history: HistoryPage = try await engine.call(name) {
          $0.history(HistoryRequest(collection: name), reply: $1)
        }
        if history.oldestKept > 1 { break }
        try await Task.sleep(for: .milliseconds(1))
      }
      // So are checkpoints made.
      while options.checkpointInterval < 80 {
        let key = try written.collections().first { $0.name == name }?.key
        if let key, try written.checkpoint(of: key) != nil { break }
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    engine.engine.close()
    // A commit follows the newest checkpoint, since this engine makes none.
    var last = options
    last.checkpointInterval = 1_000_000
    let second = try TestEngine(MemoryJournal(store: store), options: last, seed: seed)
    for name in ["dense", "fractional", "lexorank"] {
      try await second.apply(Identifier(unchecked: name), .add("last"))
    }
    let view = try ViewDefinition(parsing: "dense")
    let _: ViewInfo = try await second.call("view") { $0.storedViews.define("view", as: view, reply: $1) }
    second.engine.close()
    return MemoryJournal(store: store)
  }

  private func reports(_ source: any JournalReading) throws -> [CollectionCheck.Report] {
    let check = CollectionCheck(source, strategies: Self.strategies)
    return try source.collections().sorted { $0.name < $1.name }
      .map { (record) throws(JournalError) in try check.report(on: record) }
  }

  @Test("finds nothing wrong in what an engine writes", arguments: [1, 2, 3] as [UInt64])
  func right(seed: UInt64) async throws {
    var options = EngineOptions()
    options.checkpointInterval = 40
    for retained in [10_000, 20] {
      options.retainedCommits = retained
      let reports = try reports(try await journal(seed, options))
      #expect(reports.map(\.name.text) == ["dense", "fractional", "lexorank", "view"])
      #expect(reports.allSatisfy { $0.problems.isEmpty }, "\(reports)")
      #expect(reports.map(\.isView) == [false, false, false, true])
      #expect(reports[0..<3].allSatisfy { $0.commits > 10 && $0.isReplayed == (retained > 80) }, "\(reports)")
    }
  }

  /// A copy of a journal of which some things are other ones.
  private struct Changed: JournalReading {
    let base: MemoryJournal
    var chunk: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    var keeps: @Sendable (CommitRecord) -> CommitRecord? = { $0 }

    func collections() throws(JournalError) -> [CollectionRecord] {
      try base.collections().filter { $0.name == "lexorank" }
    }
    func checkpoint(of collection: CollectionKey) throws(JournalError) -> CheckpointRecord? {
      try base.checkpoint(of: collection)
    }
    func checkpointChunk(_ index: Int, of collection: CollectionKey, version: UInt64) throws(JournalError)
      -> [UInt8]
    {
      chunk(try base.checkpointChunk(index, of: collection, version: version))
    }
    func commits(of collection: CollectionKey, from: UInt64, limit: Int) throws(JournalError)
      -> [CommitRecord]
    {
      try base.commits(of: collection, from: from, limit: limit).compactMap(keeps)
    }
    func oldestCommit(of collection: CollectionKey) throws(JournalError) -> UInt64? {
      try base.oldestCommit(of: collection)
    }
  }

  @Test(
    "says what is wrong: keys, commits that are missing or do not fit, checkpoints that are not what commits make"
  )
  func wrong() async throws {
    var options = EngineOptions()
    options.checkpointInterval = 40
    let journal = try await journal(5, options)
    func problems(_ source: Changed) throws -> [String] { try reports(source).flatMap(\.problems) }
    #expect(try problems(Changed(base: journal)) == [])
    #expect(try problems(Changed(base: journal, keeps: { $0.version == 7 ? nil : $0 })) != [])
    #expect(
      try problems(Changed(base: journal, keeps: { $0.version == 7 ? nil : $0 }))[0].contains(
        "commit 7 is missing"
      )
    )
    let key = try #require(try Changed(base: journal).collections().first?.key)
    let checkpoint = try #require(try journal.checkpoint(of: key))
    // A checkpoint whose last section is gone, with everything in it.
    var reader = CheckpointReader()
    for index in 0..<checkpoint.chunkCount {
      try reader.read(journal.checkpointChunk(index, of: key, version: checkpoint.version))
    }
    var state = try reader.finish(version: checkpoint.version)
    let keys = state
    _ = state.removeSection(at: state.sectionCount - 1)
    func chunk(_ state: CollectionState) throws -> [UInt8] {
      var writer = CheckpointWriter(state)
      let next = writer.next()
      let (bytes, isLast) = try #require(next)
      #expect(isLast)
      return bytes
    }
    let short = try chunk(state)
    #expect(
      try problems(Changed(base: journal, chunk: { _ in short }))[0].contains("is not what the commits make")
    )
    // Keys that are not in order.
    var moved = keys
    let scope = try #require((0..<moved.sectionCount).map(Scope.items).first { moved.count(in: $0) > 1 })
    moved.rekey(in: scope, at: 0, to: [moved.entry(in: scope, at: 1).key])
    let unordered = try chunk(moved)
    #expect(!(try problems(Changed(base: journal, chunk: { _ in unordered })).isEmpty))
    var later = Changed(base: journal, chunk: { _ in unordered })
    // Without the commits before it, it is the keys that tell.
    later.keeps = { $0.version <= checkpoint.version ? nil : $0 }
    #expect(!(try problems(later).isEmpty))
    #expect(
      try problems(
        Changed(
          base: journal,
          keeps: { commit in
            var commit = commit
            if commit.version == checkpoint.version + 1 { commit.payload = Array(commit.payload.dropLast()) }
            return commit
          }
        )
      ) != []
    )
  }
}
