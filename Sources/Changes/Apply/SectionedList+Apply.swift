import ArrangeModel

extension SectionedList {
  /// Takes the list to NEW, all changes at once, as `performBatchUpdates` does: what is named goes to its place,
  /// and the rest fills what is left.
  ///
  /// - Throws: ``BatchError`` where the batch is not for this list; the list is as it was then.
  ///
  /// O(k log k + sections), and O(items) for each section whose items come, go or move.
  public mutating func apply(_ batch: ChangeBatch) throws(BatchError) {
    try batch.checkThatApplies(oldItemCounts: itemCounts)
    applyAtOnce(batch)
  }

  /// Takes the list to NEW in steps, one change after the other: item removals from the last to the first,
  /// section removals from the last to the first, sections that come from the first to the last, items that come
  /// from the first to the last, updates.
  ///
  /// Whoever mirrors a list in something that knows only single inserts and removals does the same.
  ///
  /// - Throws: ``BatchError`` where the batch is not for this list; the list is as it was then.
  ///
  /// O(k · items).
  public mutating func applySequentially(_ batch: ChangeBatch) throws(BatchError) {
    try batch.checkThatApplies(oldItemCounts: itemCounts)
    applySteps(of: batch)
  }
}
