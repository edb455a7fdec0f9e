/// What every run is given.
struct RunContext: Sendable {
  /// A clock that never goes back, in nanoseconds.
  var clock: @Sendable () -> UInt64
  /// Told from time to time how many operations were done since it was told last.
  var progress: @Sendable (Int) -> Void

  /// How many operations lie between two tellings.
  static let operationsBetweenTellings = 1_024
}
