/// A moment on a clock that never goes back, in nanoseconds since some fixed point.
///
/// State machines never read a clock: the time is passed in, from `NIODeadline.uptimeNanoseconds` or from a
/// test. Sums saturate instead of overflowing.
package struct MonotonicTime: Sendable, Hashable, Comparable {
  /// The nanoseconds since the fixed point.
  package var nanoseconds: UInt64

  /// Makes a moment.
  @inlinable
  package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// A moment that never comes.
  package static let never = MonotonicTime(nanoseconds: .max)

  @inlinable
  package static func < (a: MonotonicTime, b: MonotonicTime) -> Bool { a.nanoseconds < b.nanoseconds }

  /// The moment the given number of nanoseconds later.
  @inlinable
  package func advanced(byNanoseconds count: UInt64) -> MonotonicTime {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(count)
    return MonotonicTime(nanoseconds: overflow ? .max : sum)
  }

  /// The moment the given number of microseconds later.
  @inlinable
  package func advanced(byMicroseconds count: UInt64) -> MonotonicTime {
    let (product, overflow) = count.multipliedReportingOverflow(by: 1_000)
    return advanced(byNanoseconds: overflow ? .max : product)
  }
}
