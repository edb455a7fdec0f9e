import Synchronization

/// Limits work to one at a time: backups, whether sent to a client or written by the server itself, since each
/// keeps the store from reusing old pages; and comparisons of strategies.
final class SingleTurn: Sendable {
  /// How long a caller should wait before it tries again, in milliseconds.
  static let retryMilliseconds: UInt32 = 1_000

  private let isTaken = Atomic(false)

  /// - Returns: whether the work may begin.
  func take() -> Bool {
    isTaken.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
  }

  func release() { isTaken.store(false, ordering: .releasing) }
}
