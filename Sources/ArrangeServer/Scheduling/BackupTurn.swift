import Synchronization

/// Who may make a backup: one at a time, whether it is sent or written by the server itself. Each keeps old pages of the store from
/// being used again.
final class BackupTurn: Sendable {
  /// After how many milliseconds it is worth to try again.
  static let retryMilliseconds: UInt32 = 1_000

  private let isTaken = Atomic(false)

  /// - Returns: whether a backup may begin.
  func take() -> Bool {
    isTaken.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
  }

  func giveBack() { isTaken.store(false, ordering: .releasing) }
}
