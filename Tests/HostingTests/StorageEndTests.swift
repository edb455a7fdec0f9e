import ArrangeModel
import EngineTestSupport
import Foundation
import Ordering
import Testing

@testable import Engine

@Suite("The end of the storage beside a write")
struct StorageEndTests {
  /// What becomes of a write that is in progress, of one behind it, and of one that comes when the storage has ended.
  ///
  /// - Parameter end: ends the storage while the first is in progress. Returns what closes the journal, or waits until it is
  ///   closed.
  private func answers(
    endingWith end: (Stage) -> () -> Void
  ) throws -> [String: Result<ApplyResult, ArrangeError>] {
    let stage = try Stage()
    try stage.apply(.add("a"))
    let key = try #require(stage.hosted?.key)
    let answers = Box<[String: Result<ApplyResult, ArrangeError>]>([:])
    func begin(_ id: String) {
      stage.shard.apply(ApplyRequest(collection: stage.name, operations: [.add(id)])) {
        answers.value[id] = $0
      }
      stage.executor.runWaiting()
    }
    stage.journal.appends.close()
    begin("first")
    while stage.journal.appends.waiting == 0 { usleep(1_000) }
    begin("behind")
    let close = end(stage)
    begin("late")
    stage.journal.appends.open()
    try stage.executor.run { answers.value.count == 3 }
    // What is acknowledged is stored, each under a version of its own.
    close()
    let journal = MemoryJournal(store: stage.store)
    let stored = try journal.commits(of: key, from: 1, limit: 10).map(\.version)
    let acknowledged = answers.value.values.compactMap { try? $0.get().version }.sorted()
    #expect(stored == [1] + acknowledged)
    return answers.value
  }

  @Test("A failure beside a write in progress is not taken for the outcome of that write")
  func failedBesideWrite() throws {
    let answers = try answers { stage in
      stage.journal.stop()
      return { stage.journal.close() }
    }
    #expect(try answers["first"]?.get().version == 2)
    for id in ["behind", "late"] {
      let error = #expect(throws: ArrangeError.self) { try answers[id]?.get() }
      #expect(error?.code == .unavailable && error?.processed == .unknown)
    }
  }

  @Test("The end of the engine beside a write in progress is not taken for the outcome of that write")
  func closedBesideWrite() throws {
    let isClosed = Gate()
    isClosed.close()
    let answers = try answers { [isClosed] stage in
      Thread.detachNewThread {
        stage.engine.close()
        isClosed.open()
      }
      // So that it has begun; if it has not, nothing is refused.
      usleep(50_000)
      return { isClosed.pass() }
    }
    #expect(try answers["first"]?.get().version == 2)
  }
}
