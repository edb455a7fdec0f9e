import ArrangeModel
import Changes
import Testing

@testable import Engine

/// Turns of listeners, each of which the test runs.
@Suite("The turns of notified listeners")
struct ChangeFeedTests {
  /// Runs one piece of work at a time. For one thread.
  private final class Steps: ShardExecutor, @unchecked Sendable {
    private var waiting: [@Sendable () -> Void] = []
    /// Work to run after arrived input was processed.
    private var waitingForReading: [@Sendable () -> Void] = []
    var isIdle: Bool { waiting.isEmpty && waitingForReading.isEmpty }
    /// Whether all remaining work waits for input to be processed.
    var isReading: Bool { waiting.isEmpty && !waitingForReading.isEmpty }

    /// Delayed work, with its delays.
    private var later: [(nanoseconds: UInt64, work: @Sendable () -> Void)] = []
    var times: [UInt64] { later.map(\.nanoseconds) }

    /// The thread of the test is the executor's.
    var isCurrent: Bool { true }

    func execute(_ work: @escaping @Sendable () -> Void) { waiting.append(work) }
    func execute(after nanoseconds: UInt64, _ work: @escaping @Sendable () -> Void) {
      later.append((nanoseconds, work))
    }
    /// Advances to the first delay.
    func pass() { later.removeFirst().work() }
    func executeAfterReading(_ work: @escaping @Sendable () -> Void) { waitingForReading.append(work) }

    func step() {
      if isReading {
        swap(&waiting, &waitingForReading)
        // It takes its turn with other work.
        waiting.removeFirst()()
      }
      waiting.removeFirst()()
    }
  }

  private final class Listener: SubscriptionListener, @unchecked Sendable {
    var told = 0
    func notifyOfNewCommits() { told += 1 }
    func recordEnd(_ error: ArrangeError) {}
  }

  private let steps = Steps()
  private let feed = ChangeFeed<ListAtVersion, ChangeLog>(ChangeLog(base: 0))
  private let listeners = (0..<240).map { _ in Listener() }

  init() { for listener in listeners { feed.listeners.add(listener) } }

  private func told(_ times: Int) -> Int { listeners.count { $0.told == times } }

  @Test("come in parts, and news in between starts another round")
  func parts() {
    feed.listeners.notifyOfNewCommits(on: steps)
    feed.listeners.notifyOfNewCommits(on: steps)
    #expect(told(0) == 240)
    for told in [50, 100, 150] {
      steps.step()
      #expect(self.told(1) == told)
    }
    feed.listeners.notifyOfNewCommits(on: steps)
    for told in [200, 240] {
      steps.step()
      #expect(self.told(1) == told)
    }
    // The listeners notified before the last news have their turn again, and so all of them do, long after
    // the first round.
    #expect(steps.isIdle && steps.times == [240 * 16_000])
    steps.pass()
    #expect(told(2) == 50)
    for told in [100, 150, 200, 240] {
      steps.step()
      #expect(self.told(2) == told)
    }
    #expect(steps.isIdle)
    feed.listeners.notifyOfNewCommits(on: steps)
    #expect(steps.isIdle && steps.times.count == 1)
    steps.pass()
    #expect(told(3) == 50)
  }

  @Test("say since when somebody does not know of them")
  func oldestNews() {
    feed.listeners.notifyOfNewCommits(version: 1, at: 10, on: steps)
    #expect(feed.listeners.oldestNews == 10)
    steps.step()
    feed.listeners.notifyOfNewCommits(version: 2, at: 20, on: steps)
    #expect(told(1) == 50 && feed.listeners.oldestNews == 10)
    while told(1) < 240 { steps.step() }
    // The round is over; the next one covers the later commit.
    #expect(feed.listeners.oldestNews == 20)
    steps.pass()
    while !steps.isIdle { steps.step() }
    #expect(told(2) == 240 && feed.listeners.oldestNews == nil)
    #expect(
      feed.listeners.commitTimes.time(after: 0) == 10 && feed.listeners.commitTimes.time(after: 1) == 20
    )
    feed.listeners.notifyOfNewCommits(version: 3, on: steps)
    #expect(feed.listeners.oldestNews == nil)
  }

  @Test("follow each other without a pause if a round is one part, or takes long enough")
  func pauses() {
    for listener in listeners[50...] { feed.listeners.remove(listener) }
    for round in 1...3 {
      feed.listeners.notifyOfNewCommits(on: steps)
      steps.step()
      #expect(told(round) == 50 && steps.isIdle && steps.times.isEmpty)
    }
    for listener in listeners[50...] { feed.listeners.add(listener) }
    feed.listeners.notifyOfNewCommits(on: steps)
    steps.step()
    steps.pass()
    feed.listeners.notifyOfNewCommits(on: steps)
    while told(1) + told(4) < 240 { steps.step() }
    // The next one follows at once, and begins a pause again.
    #expect(!steps.isIdle && steps.times.isEmpty)
    steps.step()
    #expect(steps.times.count == 1)
    // Time without news starts nothing.
    while !steps.isIdle { steps.step() }
    steps.pass()
    #expect(steps.isIdle && told(2) + told(5) == 240)
  }

  @Test("begin at once, and process arrived requests in between")
  func reading() {
    feed.listeners.notifyOfNewCommits(on: steps)
    #expect(!steps.isReading)
    steps.step()
    #expect(steps.isReading && told(1) == 50)
    while !steps.isIdle { steps.step() }
    #expect(told(1) == 240)
  }

  @Test("are larger for large batches")
  func largeBatch() {
    let key = BatchKey(from: 0, profile: .exact, threshold: 10, largestBytes: 100_000, hasKeys: false)
    _ = feed.messages.changes(key, to: 1) { .batch(Array(repeating: 0, count: 128 * 220)) }
    feed.listeners.notifyOfNewCommits(on: steps)
    steps.step()
    #expect(told(1) == 220)
    steps.step()
    #expect(told(1) == 240 && steps.isIdle)
  }

  @Test("a batch is kept for the next subscriber as long as batches are requested")
  func batches() {
    func ask(_ from: UInt64) {
      let key = BatchKey(from: from, profile: .exact, threshold: 10, largestBytes: 100, hasKeys: false)
      _ = feed.messages.changes(key, to: 9) { .batch([1]) }
    }
    let ticks: [(UInt64, Bool, Int)] = [(5, true, 2), (14, true, 2), (23, false, 2), (24, false, 0)]
    for (time, asks, count) in ticks {
      if asks { for from in [3, 4] as [UInt64] { ask(from) } }
      feed.evict(idleFor: 10, now: time)
      #expect(feed.messages.batchCount == count, "\(time)")
    }
    ask(3)
    #expect(feed.messages.batchCount == 1)
  }

  @Test("skip listeners that have left")
  func leaving() {
    feed.listeners.notifyOfNewCommits(on: steps)
    steps.step()
    for listener in listeners { feed.listeners.remove(listener) }
    let late = Listener()
    feed.listeners.add(late)
    while !steps.isIdle { steps.step() }
    #expect(told(1) == 50 && late.told == 0)
    steps.pass()
    feed.listeners.notifyOfNewCommits(on: steps)
    while !steps.isIdle { steps.step() }
    #expect(told(1) == 50 && late.told == 1)
  }

  @Test("end with the feed")
  func ending() {
    feed.listeners.notifyOfNewCommits(on: steps)
    steps.step()
    feed.listeners.end(.stopped)
    while !steps.isIdle { steps.step() }
    #expect(told(1) == 50)
  }
}
