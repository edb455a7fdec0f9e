/// What one run of a workload under one strategy came to.
struct RunOutcome: Sendable {
  var figures: Figures
  var curves: Curves
  /// What is wrong with the list at the end; nil where its order is as it has to be.
  var problem: String?
}

/// What every run is given.
struct RunContext: Sendable {
  /// A clock that never goes back, in nanoseconds.
  var clock: @Sendable () -> UInt64
  /// Told from time to time how many operations were done since it was told last.
  var progress: @Sendable (Int) -> Void

  /// How many operations lie between two tellings.
  static let operationsBetweenTellings = 1_024
}
