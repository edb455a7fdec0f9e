/// The outcome of one run of a workload under one strategy.
struct RunOutcome: Sendable {
  var figures: Figures
  var curves: Curves
  /// The problem of the list at the end; nil if its order is correct.
  var problem: String?
  /// The error of the first refused operation; nil if there was none.
  var refusal: String?
}
