package import ArrangeModel
package import Engine

extension Commit {
  /// The commit of a transaction to the first collection.
  package init(
    _ state: CollectionState,
    _ edits: [Edit],
    _ result: ApplyResult,
    time: Timestamp = Timestamp(microseconds: 0),
    requestID: RequestID? = nil
  ) {
    self.init(
      collection: CollectionKey(1),
      version: state.version,
      time: time,
      requestID: requestID,
      edits: edits,
      sectionCount: state.sectionCount,
      itemCount: state.itemCount,
      result: result
    )
  }
}
