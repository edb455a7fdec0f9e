package import ArrangeModel
import Synchronization

/// The collections whose strategy, of a loaded library, does not answer: they can be read, and what is to be written waits.
package final class SlowStrategies: Sendable {
  /// After how many seconds at work a strategy is slow.
  package static let seconds: UInt64 = 5

  /// A strategy at work.
  package struct Work: Sendable, Hashable {
    package let collection: Identifier
    package let strategy: String
    /// When it began, in monotonic nanoseconds.
    package let start: UInt64

    fileprivate func isSlow(now: UInt64) -> Bool { now &- start >= SlowStrategies.seconds * 1_000_000_000 }
  }

  private struct State {
    /// Those at work, by numbers.
    var works: [Int: Work] = [:]
    var nextNumber = 0
  }

  private let state = Mutex(State())

  init() {}

  /// Notes that a strategy is at work.
  ///
  /// - Returns: what to end it with.
  func begin(_ collection: Identifier, strategy: String, now: UInt64) -> Int {
    state.withLock { state in
      state.nextNumber += 1
      state.works[state.nextNumber] = Work(collection: collection, strategy: strategy, start: now)
      return state.nextNumber
    }
  }

  /// Notes that the work of a strategy is over.
  func end(_ number: Int) { state.withLock { $0.works[number] = nil } }

  /// Those that are slow by now, the longest at work first.
  package func slow(now: UInt64) -> [Work] {
    state.withLock { state in state.works.values.filter { $0.isSlow(now: now) } }
      .sorted { ($0.start, $0.collection) < ($1.start, $1.collection) }
  }
}
