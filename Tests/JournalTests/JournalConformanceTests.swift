import Engine
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
}
