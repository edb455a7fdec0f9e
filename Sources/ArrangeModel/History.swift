extension HistoryPage {
  /// Appends the page after this one. If that page begins within the last commit of this one, the parts are
  /// joined.
  public mutating func append(_ next: HistoryPage) {
    version = next.version
    var commits = next.commits[...]
    if let last = self.commits.last, let part = commits.first, part.version == last.version,
      part.firstChange == last.nextChange
    {
      self.commits[self.commits.count - 1].changes += part.changes
      commits = commits.dropFirst()
    }
    self.commits += commits
  }
}

/// A commit in readable form.
public struct HistoryEntry: Sendable, Hashable {
  public var version: UInt64
  public var time: Timestamp
  /// The author; nil if unknown: servers of version 0.1 did not store it.
  public var author: Principal?
  public var requestID: RequestID?
  /// The id of the transaction for several collections that the commit is a part of; nil for any other.
  public var transaction: TransactionID?
  /// The stack on which the commit is a step; nil if it can't be undone.
  public var step: UndoStep?
  /// The versions of the commits that it undoes, in ascending order; none if it was not made by an undo.
  public var undoes: [UInt64] = []
  /// Whether it makes again what was undone.
  public var isRedo = false
  /// How many elements that did not move were rekeyed.
  public var rekeyed: Int
  /// The changes, in the order in which they were made. Paths are those at that moment.
  public var changes: [HistoryChange]
  /// How many changes of the commit precede these, in other parts of it.
  public var firstChange: Int
  /// The number of changes of the whole commit.
  public var changeCount: Int

  /// Makes a commit with `changes` as the whole of it, unless `changeCount` is given.
  public init(
    version: UInt64,
    time: Timestamp,
    author: Principal? = nil,
    requestID: RequestID?,
    transaction: TransactionID? = nil,
    rekeyed: Int,
    changes: [HistoryChange],
    firstChange: Int = 0,
    changeCount: Int? = nil
  ) {
    self.firstChange = firstChange
    self.changeCount = changeCount ?? firstChange + changes.count
    self.version = version
    self.time = time
    self.author = author
    self.requestID = requestID
    self.transaction = transaction
    self.rekeyed = rekeyed
    self.changes = changes
  }

  /// The first change of the commit after these; nil if these are the last ones.
  public var nextChange: Int? {
    let next = firstChange + changes.count
    return next < changeCount ? next : nil
  }
}
