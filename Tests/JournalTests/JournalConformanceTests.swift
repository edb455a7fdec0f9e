import Engine
import Journals
import Testing

@Suite("Journal conformance")
struct JournalConformanceTests {
  @Test("of the journal in memory", arguments: 1...8 as ClosedRange<UInt64>)
  func memory(seed: UInt64) {
    let store = MemoryJournal.Store()
    let suite = JournalConformance(seed: seed) { place in MemoryJournal(store: store, place: place) }
    suite.run()
    #expect(suite.violations.isEmpty, "\(suite.violations)")
  }

  @Test("of the SQLite journal", arguments: 1...4 as ClosedRange<UInt64>)
  func sqlite(seed: UInt64) throws {
    try withTemporaryDirectory { directory in
      // Small pages and a short log, so that pages split and the log is moved in the middle of it all.
      var options = SQLiteJournal.Options()
      options.pageSize = seed.isMultiple(of: 2) ? 512 : 4096
      options.checkpointInterval = seed < 3 ? 5 : 1_000
      let suite = JournalConformance(
        seed: seed,
        backupPath: { "\(directory)/\($0)" },
        opening: { (place) throws(JournalError) in
          try SQLiteJournal(directory: "\(directory)/\(place)", options: options)
        }
      )
      suite.run()
      #expect(suite.violations.isEmpty, "\(suite.violations)")
    }
  }
}
