internal import NIOCore
internal import Synchronization

/// Whether a future is completed, for code that polls it.
final class Finished: Sendable {
  private let flag = Atomic(false)

  init(_ future: EventLoopFuture<some Sendable>) {
    future.whenComplete { _ in self.flag.store(true, ordering: .releasing) }
  }

  var isTrue: Bool { flag.load(ordering: .acquiring) }
}

extension Duration {
  /// The duration in nanoseconds: 0 if it is negative, and saturating.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = whole.addingReportingOverflow(UInt64(attoseconds) / 1_000_000_000)
    return overflow || carry ? .max : sum
  }
}
