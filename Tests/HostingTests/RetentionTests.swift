import ArrangeModel
import Testing

@testable import Engine

@Suite("Retained commits", .timeLimit(.minutes(5)))
struct RetentionTests {
  private static let bound = 100_000
  /// The bound, what the newest checkpoint does not have, and a checkpoint that is in progress.
  private static let most = 2 * bound

  private func text(_ index: Int) -> FieldValue { .string(String(repeating: "\(index % 10)", count: 8_000)) }

  /// What all commits take that the journal has.
  private func bytes(_ journal: MemoryJournal, _ key: CollectionKey) throws -> Int {
    try journal.commits(of: key, from: 1, limit: .max).reduce(0) { $0 + $1.payload.count }
  }

  @Test("take no more bytes than the limit, also after a restart")
  func bytes() async throws {
    let store = MemoryJournal.Store()
    var options = EngineOptions()
    options.retainedBytes = RetentionTests.bound
    for start in 0..<3 {
      let journal = MemoryJournal(store: store)
      let engine = try TestEngine(journal, options: options, seed: UInt64(start + 1))
      if start == 0 {
        try await engine.create("board")
        try await engine.apply("board", .add("a"))
      }
      let key = try #require(try journal.collections().first?.key)
      for index in 0..<60 {
        let update = FieldsUpdate(ElementReference("a"), set: ["text": text(start + index)])
        try await engine.apply("board", .updateItems([update]))
      }
      // Old ones go in the background. They are many more than may stay.
      while try bytes(journal, key) > RetentionTests.most { try await Task.sleep(for: .milliseconds(1)) }
      let history: HistoryPage = try await engine.call("board") {
        $0.history(HistoryRequest(collection: "board"), reply: $1)
      }
      #expect(history.version == UInt64(1 + 60 * (start + 1)) && history.oldestKept > 1)
      #expect(try await engine.ids("board") == [["a"]])
      engine.engine.close()
      #expect(engine.storageFailure == nil)
    }
  }

  @Test("are counted in few sections, and the newest one is always kept")
  func sizes() {
    var sizes = RetainedSizes()
    #expect(sizes.oldest(within: 10) == nil)
    for version in 1...10_000 as ClosedRange<UInt64> { sizes.record(version, bytes: 100, bound: 64_000) }
    #expect(sizes.bytes == 1_000_000)
    // Parts of 1,000 bytes: 640 commits fit.
    #expect(sizes.oldest(within: 64_000) == 9_361)
    sizes.forget(before: 9_361)
    #expect(sizes.bytes == 64_000 && sizes.sections.count == 64)
    sizes.record(10_001, bytes: 1_000_000, bound: 64_000)
    #expect(sizes.oldest(within: 64_000) == 10_001)
    #expect(RetainedSizes(sizes.sections) == sizes)
    #expect(RetainedSizes(sizes.sections.reversed()) == nil)
  }
}
