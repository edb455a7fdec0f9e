/// The environment of every run.
struct RunContext: Sendable {
  /// A clock that never goes back, in nanoseconds.
  var clock: @Sendable () -> UInt64
  /// Called from time to time with the number of operations since the last call.
  var progress: @Sendable (Int) -> Void
  /// Whether the results are still wanted. Otherwise a run ends early, and its outcome means nothing.
  var isWanted: @Sendable () -> Bool

  /// The number of operations between two calls of ``progress``.
  static let operationsBetweenReports = 1_024
}
