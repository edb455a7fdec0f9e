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
    // Small pages and a short log, so that pages split and the log is moved in the middle of it all.
    var options = SQLiteJournal.Options()
    options.pageSize = seed.isMultiple(of: 2) ? 512 : 4096
    options.checkpointInterval = seed < 3 ? 5 : 1_000
    try run(seed) { [options] (directory) throws(JournalError) in
      try SQLiteJournal(directory: directory, options: options)
    }
  }

  @Test("of the journal with a log", arguments: 1...6 as ClosedRange<UInt64>)
  func logged(seed: UInt64) throws {
    // A log that is full soon, or from which everything is moved at once, in steps or in one.
    var options = LoggedJournal.Options()
    options.store.pageSize = 512
    options.smallestLog = seed.isMultiple(of: 2) ? 4 : 64
    options.largestLog = 256
    options.flushThreshold = seed > 2 ? 1 : .max
    if seed > 4 { options.moveBytes = 1 }
    try run(seed) { [options] (directory) throws(JournalError) in
      try LoggedJournal(directory: directory, options: options)
    }
  }

  private func run(_ seed: UInt64, opening: @escaping (String) throws(JournalError) -> any Journal) throws {
    try withTemporaryDirectory { directory in
      let suite = JournalConformance(
        seed: seed,
        opening: { (place) throws(JournalError) in try opening("\(directory)/\(place)") }
      )
      suite.run()
      #expect(suite.violations.isEmpty, "\(suite.violations)")
    }
  }
}
