import Synchronization

/// Counts completed operations.
final class ProgressMeter: Sendable {
  private let total: Int
  private let done = Mutex(0)
  private let report: @Sendable (Int, Int) -> Void

  init(total: Int, _ report: @escaping @Sendable (Int, Int) -> Void) {
    self.total = total
    self.report = report
  }

  func advance(by count: Int) {
    let now = done.withLock { done in
      done += count
      return done
    }
    report(now, total)
  }
}
