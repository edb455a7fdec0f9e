import Synchronization

/// Limits backups to one at a time, whether sent to a client or written by the server itself. A backup keeps
/// the store from reusing old pages.
final class SingleTurn: Sendable {
  /// How long a caller should wait before it tries again, in milliseconds.
  static let retryMilliseconds: UInt32 = 1_000

  private let isTaken = Atomic(false)

  /// - Returns: whether a backup may begin.
  func take() -> Bool {
    isTaken.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
  }

  func recycle() { isTaken.store(false, ordering: .releasing) }
}
