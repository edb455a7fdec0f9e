import ArrangeModel

/// What an undo did, and what it left as it was.
struct UndoReport: Sendable, Hashable {
  /// Changes, of which the first ones are listed.
  struct List: Sendable, Hashable {
    var count = 0
    var changes: [UndoneChange] = []

    init() {}

    mutating func add(_ change: UndoneChange) {
      count += 1
      if changes.count < UndoResult.maximumChanges { changes.append(change) }
    }
  }

  /// The commits of the step, in ascending order of their versions.
  var versions: [UInt64]
  var undone = List()
  var kept = List()
  /// The collections of a step that is a transaction over several of them.
  var collections: [TransactResult.Collection] = []

  init(_ versions: [UInt64]) { self.versions = versions }
}
