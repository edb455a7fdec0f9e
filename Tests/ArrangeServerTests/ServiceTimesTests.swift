import ArrangeModel
import Engine
import Testing

@testable import ArrangeServer

@Suite("What the server owes a subscriber")
struct ServiceTimesTests {
  private var times = ServiceTimes()

  @Test("is nothing while there is no news, or the subscriber has no room or reads nothing")
  mutating func nothing() {
    for state: Subscription.State in [
      .opening, .inStep, .waitingForCredit, .waitingForInterval(until: 9), .waitingForProgress(until: 9),
      .ended,
    ] {
      times.record(.asking, reads: true, at: 1)
      times.record(state, reads: true, at: 2)
      #expect(times.dueSince == nil, "\(state)")
    }
    times.record(.waitingForRoom, reads: false, at: 3)
    #expect(times.dueSince == nil)
  }

  @Test("is since when it could have been served first")
  mutating func since() {
    times.record(.waitingForCredit, reads: true, at: 1)
    times.record(.asking, reads: true, at: 5)
    times.record(.waitingForRoom, reads: true, at: 7)
    times.record(.asking, reads: true, at: 9)
    #expect(times.dueSince == 5)
    times.recordServed()
    #expect(times.dueSince == nil)
    times.record(.asking, reads: true, at: 20)
    #expect(times.dueSince == 20)
  }

  @Test("and how long it took says something unless the subscriber held it up")
  mutating func heldUp() {
    times.record(.waitingForRoom, reads: true, at: 1)
    times.record(.asking, reads: true, at: 2)
    #expect(!times.wasHeldUp)
    for (state, reads) in [
      (Subscription.State.waitingForCredit, true), (.waitingForInterval(until: 9), true),
      (.waitingForRoom, false),
    ] {
      times.recordServed()
      #expect(!times.wasHeldUp)
      times.record(state, reads: reads, at: 3)
      times.record(.asking, reads: true, at: 4)
      #expect(times.wasHeldUp, "\(state)")
    }
  }
}

@Suite("Labels")
struct LabelTests {
  @Test("are words of the program, each once")
  func words() {
    let labels = [
      RefusalReason.allCases.map(\.rawValue), ConnectionEnd.allCases.map(\.rawValue),
      SubscriptionWait.allCases.map(\.rawValue), DroppedLines.allCases.map(\.rawValue),
    ]
    for words in labels {
      #expect(Set(words).count == words.count)
      for word in words {
        #expect(word.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || $0 == 0x5F }, "\(word)")
      }
    }
  }
}
