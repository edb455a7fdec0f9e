import ArrangeModel
import Changes
import Testing

@testable import Engine

@Suite("The messages kept for the next subscribers")
struct PreparedMemoryTests {
  private typealias Feed = ChangeFeed<ListAtVersion, ChangeLog>

  private static func key(_ number: Int) -> SnapshotPageKey {
    SnapshotPageKey(
      version: 1,
      reason: .first,
      start: PageCursor(section: 0, item: -1, end: nil),
      number: number,
      largestBytes: 1,
      maximumBytes: 1,
      hasKeys: false
    )
  }

  private static let page = PreparedPage(bytes: [UInt8](repeating: 0, count: 1 << 20), next: nil)

  @Test("take a limited memory for all lists together, however many there are")
  func limit() {
    let memory = PreparedMemory()
    let feeds = (0..<100).map { _ in Feed(ChangeLog(base: 0), memory: memory) }
    for feed in feeds {
      feed.messages.keep(Self.page, Self.key(0), now: 0)
      #expect(memory.bytes <= PreparedMemory.limit)
      #expect(
        feed.messages.page(Self.key(0), now: 0) != nil,
        "the newest one is there for the next subscriber"
      )
    }
    let kept = feeds.count { $0.messages.page(Self.key(0), now: 0) != nil }
    #expect(kept == PreparedMemory.limit / Self.page.bytes.count)
    // Batches count as pages do.
    let batch = PreparedChanges.batch(Self.page.bytes)
    for feed in feeds {
      for from in 0..<3 {
        let key = BatchKey(
          from: UInt64(from),
          profile: .exact,
          threshold: 1,
          largestBytes: 1,
          hasKeys: false
        )
        _ = feed.messages.changes(key, to: 9) { batch }
        #expect(memory.bytes <= PreparedMemory.limit)
      }
    }
    for feed in feeds { feed.messages.dropPrepared() }
    #expect(memory.bytes == 0)
  }

  @Test("are no longer counted when they are replaced, not used, or their list is gone")
  func release() {
    let memory = PreparedMemory()
    do {
      let feed = Feed(ChangeLog(base: 0), memory: memory)
      for number in 0..<20 { feed.messages.keep(Self.page, Self.key(number), now: 0) }
      #expect(memory.bytes == 8 << 20)
      feed.evict(idleFor: 1, now: 1)
      #expect(memory.bytes == 0)
      feed.messages.keep(Self.page, Self.key(0), now: 1)
      let key = BatchKey(from: 0, profile: .exact, threshold: 1, largestBytes: 1, hasKeys: false)
      _ = feed.messages.changes(key, to: 1) { .batch([1, 2, 3]) }
      #expect(memory.bytes == 1 << 20 + 3)
      _ = feed.messages.changes(key, to: 2) { .nothing }
      #expect(memory.bytes == 1 << 20)
    }
    #expect(memory.bytes == 0)
  }
}
