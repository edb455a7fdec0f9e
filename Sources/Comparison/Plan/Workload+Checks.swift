import ArrangeModel

extension Workload {
  /// Checks that need the complete plan. Plans from texts and from command lines pass through here.
  ///
  /// - Parameter error: makes an error for the position of the workload.
  package func check<Failure: Error>(_ error: (String) -> Failure) throws(Failure) {
    guard items >= kind.minimumItems else {
      throw error("\(kind.rawValue) needs at least \(kind.minimumItems) items")
    }
    if kind.hasBlocks {
      guard kind != .gathering || items >= block else {
        throw error("\(block) items can't move at once where there are \(items)")
      }
      guard block * operations <= Workload.operationsRange.upperBound else {
        throw error(
          "\(operations) operations with \(block) items each are too many; together at most \(Workload.operationsRange.upperBound)"
        )
      }
    }
    if kind == .trace, file == nil { throw error("a trace needs a file") }
    if kind.isReorder {
      guard items <= ApplyRequest.maximumElements else {
        throw error(
          "one operation names at most \(ApplyRequest.maximumElements) items, so there can't be more"
        )
      }
      guard items * operations <= Workload.maximumReordered else {
        throw error(
          "\(operations) operations on \(items) items each are too many; together at most \(Workload.maximumReordered)"
        )
      }
    }
    if kind == .offlineMerge || kind == .manyWriters, writers * run > Workload.maximumMerged {
      throw error(
        "\(writers) writers with \(run) items each are too many; together at most \(Workload.maximumMerged)"
      )
    }
  }

  /// The maximum number of items that all reorderings of a workload may name in total.
  private static let maximumReordered = 20_000_000
  /// The maximum number of items in one merge.
  private static let maximumMerged = 100_000
}
