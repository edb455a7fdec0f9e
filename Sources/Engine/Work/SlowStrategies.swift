package import ArrangeModel
import Synchronization

/// The collections whose strategy, from a loaded library, does not answer: they can be read, but writes wait.
package final class SlowStrategies: Sendable {
  /// The number of seconds after which a running strategy is slow.
  package static let seconds: UInt64 = 5

  /// A running call of a strategy.
  package struct Work: Sendable, Hashable {
    package let collection: Identifier
    package let strategy: String
    /// When it began, in monotonic nanoseconds.
    package let start: UInt64

    fileprivate func isSlow(now: UInt64) -> Bool { now &- start >= SlowStrategies.seconds * 1_000_000_000 }
  }

  private struct State {
    /// The running calls, by number.
    var works: [Int: Work] = [:]
    var nextNumber = 0
  }

  private let state = Mutex(State())

  init() {}

  /// Records that a call of a strategy begins.
  ///
  /// - Returns: the number for ``end(_:)``.
  func begin(_ collection: Identifier, strategy: String, now: UInt64) -> Int {
    state.withLock { state in
      state.nextNumber += 1
      state.works[state.nextNumber] = Work(collection: collection, strategy: strategy, start: now)
      return state.nextNumber
    }
  }

  /// Records that a call has ended.
  func end(_ number: Int) { state.withLock { $0.works[number] = nil } }

  /// The calls that are slow by now, longest first.
  package func slow(now: UInt64) -> [Work] {
    state.withLock { state in state.works.values.filter { $0.isSlow(now: now) } }
      .sorted { ($0.start, $0.collection) < ($1.start, $1.collection) }
  }
}
