package import ArrangeModel

/// The clocks of the engine, passed in so that every test can be replayed.
package struct EngineClock: Sendable {
  /// The time of day.
  package var wallTime: @Sendable () -> Timestamp
  /// Nanoseconds since an arbitrary moment; never decreases.
  package var monotonicNanoseconds: @Sendable () -> UInt64

  package init(
    wallTime: @escaping @Sendable () -> Timestamp,
    monotonicNanoseconds: @escaping @Sendable () -> UInt64
  ) {
    self.wallTime = wallTime
    self.monotonicNanoseconds = monotonicNanoseconds
  }

  /// The time of day, in microseconds since 1970-01-01T00:00:00Z; 0 before.
  var microseconds: UInt64 { UInt64(max(0, wallTime().microseconds)) }
}
