import ArrangeModel

extension SectionedList {
  /// Takes the list to NEW, all changes at once, as `performBatchUpdates` does: named elements go to their
  /// places, and the others fill the rest.
  ///
  /// - Throws: ``BatchError`` if the batch is not for this list, which is then unchanged.
  ///
  /// O(k log k + sections), and O(items) for each section whose items are inserted, deleted or moved.
  public mutating func apply(_ batch: ChangeBatch) throws(BatchError) {
    try batch.checkThatApplies(oldItemCounts: itemCounts)
    applyAtOnce(batch)
  }

  /// Takes the list to NEW in steps, one change after the other: item removals from last to first, section
  /// removals from last to first, section inserts from first to last, item inserts from first to last,
  /// updates.
  ///
  /// Use the same order to mirror a list in something that supports only single inserts and removals.
  ///
  /// - Throws: ``BatchError`` if the batch is not for this list, which is then unchanged.
  ///
  /// O(k · items).
  public mutating func applySequentially(_ batch: ChangeBatch) throws(BatchError) {
    try batch.checkThatApplies(oldItemCounts: itemCounts)
    applySteps(of: batch)
  }
}
