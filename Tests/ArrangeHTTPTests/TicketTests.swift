import ArrangeModel
import Synchronization
import Testing

@testable import ArrangeHTTP

@Suite("Tickets")
struct TicketTests {
  private final class Time: Sendable {
    let passed = Mutex(Duration.zero)
    let begin = ContinuousClock.now
    let count = Atomic<UInt64>(0)

    var tickets: Tickets {
      Tickets(
        now: { [self] in begin + passed.withLock { $0 } },
        random: { [self] in count.wrappingAdd(1, ordering: .relaxed).newValue }
      )
    }
  }

  @Test("are good for one use")
  func once() throws {
    let tickets = Time().tickets
    let (first, second) = (try tickets.issue(for: "a"), try tickets.issue(for: "b"))
    #expect(first.utf8.count == 48 && first != second)
    #expect(tickets.take(second) == "b" && tickets.take(second) == nil)
    #expect(tickets.take(first) == "a" && tickets.take("") == nil)
  }

  @Test("are over after half a minute")
  func time() throws {
    let time = Time()
    let tickets = time.tickets
    let (first, second) = (try tickets.issue(for: "a"), try tickets.issue(for: "a"))
    time.passed.withLock { $0 = .milliseconds(29_999) }
    #expect(tickets.take(first) == "a")
    time.passed.withLock { $0 = .seconds(30) }
    #expect(tickets.take(second) == nil)
  }

  @Test("are limited in number until those before them are used or over")
  func limit() throws {
    let time = Time()
    let tickets = time.tickets
    for number in 1..<Tickets.most { _ = try tickets.issue(for: "\(number / Tickets.mostOfToken)") }
    let last = try tickets.issue(for: "b")
    let error = #expect(throws: ArrangeError.self) { try tickets.issue(for: "c") }
    #expect(error?.code == .resourceExhausted && error?.retryAfterMilliseconds == 30_000)
    #expect(tickets.take(last) == "b")
    _ = try tickets.issue(for: "c")
    time.passed.withLock { $0 = .seconds(30) }
    _ = try tickets.issue(for: "d")
  }

  @Test("are limited in number for each token, so that nobody takes all of them")
  func limitOfToken() throws {
    let time = Time()
    let tickets = time.tickets
    for _ in 0..<Tickets.mostOfToken { _ = try tickets.issue(for: "") }
    let error = #expect(throws: ArrangeError.self) { try tickets.issue(for: "") }
    #expect(error?.code == .resourceExhausted)
    _ = try tickets.issue(for: "a")
    time.passed.withLock { $0 = .seconds(30) }
    _ = try tickets.issue(for: "")
  }
}
