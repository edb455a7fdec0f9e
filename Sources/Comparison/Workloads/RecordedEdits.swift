/// Recorded edits, to be repeated under every strategy.
package struct RecordedEdits: Sendable, Hashable {
  /// The maximum number of items that the list may have at any time.
  package static let maximumItems = Workload.itemsRange.upperBound

  /// The initial number of items.
  package let initialCount: Int
  package let steps: [EditStep]
  /// The final number of items.
  package let finalCount: Int

  /// Makes a recording from edits.
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
