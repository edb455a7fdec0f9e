/// Edits that were made once, to be made again under every strategy.
package struct RecordedEdits: Sendable, Hashable {
  /// The maximum number of items that the list may have at any time.
  package static let maximumItems = Workload.itemsRange.upperBound

  /// How many items there were at first.
  package let initialCount: Int
  package let steps: [EditStep]
  /// How many items there are at the end.
  package let finalCount: Int

  /// Takes edits over.
  ///
  /// - Throws: an error that names the first edit that can't be made.
  package init(initialCount: Int, steps: [EditStep]) throws(PlanError) {
    var count = initialCount
    for (number, step) in steps.enumerated() {
      guard step.isPossible(count: count) else {
        throw PlanError(path: "edits[\(number)]", "can't be made on a list of \(count) items")
      }
      count = step.count(after: count)
      guard count <= RecordedEdits.maximumItems else {
        throw PlanError(path: "edits[\(number)]", "makes more than \(RecordedEdits.maximumItems) items")
      }
    }
    guard !steps.isEmpty else { throw PlanError("there are no edits in the recording") }
    self.initialCount = initialCount
    self.steps = steps
    finalCount = count
  }
}
