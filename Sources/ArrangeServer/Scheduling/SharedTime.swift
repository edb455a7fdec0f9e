import Synchronization

/// A time that one thread sets and others read.
final class SharedTime: Sendable {
  private let seconds = Atomic<Int64>(0)

  /// In seconds since 1970; 0 at first.
  var value: Int64 { seconds.load(ordering: .relaxed) }

  func set(_ value: Int64) { seconds.store(value, ordering: .relaxed) }
}
