import ArrangeModel
import Testing

@testable import Engine

@Suite("What a collection takes in the store", .timeLimit(.minutes(5)))
struct StoredBytesTests {
  private static let bound = 40_000

  private func info(_ engine: TestEngine) async throws -> CollectionInfo {
    try await engine.call("board") { $0.info("board", reply: $1) }
  }

  @Test("is the size of its checkpoint and of the commits that are kept, and not known before it is used")
  func bytes() async throws {
    let store = MemoryJournal.Store()
    var options = EngineOptions()
    options.retainedBytes = StoredBytesTests.bound
    let first = try TestEngine(MemoryJournal(store: store), options: options, seed: 1)
    try await first.create("board")
    #expect(try await info(first).storedBytes == 0)
    try await first.apply("board", .add("a"))
    let one = try await info(first).storedBytes
    #expect(one > 0)
    for index in 0..<60 {
      let text = FieldValue.string(String(repeating: "\(index % 10)", count: 4_000))
      try await first.apply("board", .updateItems([FieldsUpdate(ElementReference("a"), set: ["text": text])]))
    }
    // What was trimmed is not counted: 60 commits take six times the bound.
    while true {
      let bytes = try await info(first).storedBytes
      #expect(bytes > one)
      if bytes <= 2 * StoredBytesTests.bound { break }
      try await Task.sleep(for: .milliseconds(1))
    }
    first.engine.close()

    let second = try TestEngine(MemoryJournal(store: store), options: options, seed: 2)
    #expect(try await info(second).storedBytes == 0)
    #expect(try await second.ids("board") == [["a"]])
    // The checkpoint was written before the commits that it includes were trimmed, which are counted until the next trim.
    #expect(try await info(second).storedBytes > one)
    second.engine.close()
  }
}
