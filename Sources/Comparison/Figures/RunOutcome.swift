/// What one run of a workload under one strategy came to.
struct RunOutcome: Sendable {
  var figures: Figures
  var curves: Curves
  /// What is wrong with the list at the end; nil if its order is as it must be.
  var problem: String?
  /// What the strategy said when it refused an operation for the first time; nil if it never did.
  var refusal: String?
}
