import ArrangeModel
import Synchronization

/// The strategies of loaded libraries that do not answer.
final class SlowStrategyList: Sendable {
  private let list = Mutex<[SlowStrategy]>([])
  /// Whether there are any, without a lock.
  private let hasAny = Atomic(false)

  var all: [SlowStrategy] { hasAny.load(ordering: .relaxed) ? list.withLock { $0 } : [] }

  /// - Returns: those of before.
  func replace(by now: [SlowStrategy]) -> [SlowStrategy] {
    let before = list.withLock { before in
      defer { before = now }
      return before
    }
    hasAny.store(!now.isEmpty, ordering: .relaxed)
    return before
  }
}
