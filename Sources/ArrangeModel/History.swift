/// A request for commits of a collection.
public struct HistoryRequest: Sendable, Hashable {
  /// The maximum number of commits in one answer, which is also the default.
  public static let maximumCommits = 1_000
  public static let defaultCommits = 100

  public var collection: Identifier
  /// The first version.
  public var from: UInt64
  /// The last version; nil for the newest.
  public var to: UInt64?
  /// The maximum number of commits in the answer; nil for the default.
  public var limit: Int?
  /// The first change of the first commit to return, counted from 0: to continue a commit that was returned
  /// in part.
  public var fromChange: Int

  public init(
    collection: Identifier,
    from: UInt64 = 1,
    to: UInt64? = nil,
    limit: Int? = nil,
    fromChange: Int = 0
  ) {
    self.collection = collection
    self.from = from
    self.to = to
    self.limit = limit
    self.fromChange = fromChange
  }
}

/// The commits between two versions; fewer than requested if they are large, so that the answer fits a frame.
/// To continue, ask again from the version after the last one. A commit that is larger than a frame is
/// returned in parts: if the last one is a part, ask again from its version and its
/// ``HistoryEntry/nextChange``.
public struct HistoryPage: Sendable, Hashable {
  /// The oldest version whose commit is still kept.
  public var oldestKept: UInt64
  /// The newest version.
  public var version: UInt64
  public var commits: [HistoryEntry]

  public init(oldestKept: UInt64, version: UInt64, commits: [HistoryEntry]) {
    self.oldestKept = oldestKept
    self.version = version
    self.commits = commits
  }

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
    self.rekeyed = rekeyed
    self.changes = changes
  }

  /// The first change of the commit after these; nil if these are the last ones.
  public var nextChange: Int? {
    let next = firstChange + changes.count
    return next < changeCount ? next : nil
  }
}

/// One change of one element.
public struct HistoryChange: Sendable, Hashable {
  public enum Kind: UInt32, Sendable, Hashable {
    case sectionInserted = 1
    case sectionMoved = 2
    case sectionUpdated = 3
    case sectionRemoved = 4
    case itemInserted = 5
    case itemMoved = 6
    case itemUpdated = 7
    case itemRemoved = 8
  }

  public var kind: Kind
  public var id: Identifier
  /// The previous path; for sections the `item` part is 0. Nil for an insert.
  public var from: ListPath?
  /// The new path; nil for a removal.
  public var to: ListPath?
  /// The previous fields; nil if they did not change or there were none.
  public var before: Fields?
  /// The new fields; nil if they did not change or there are none.
  public var after: Fields?
  /// Whether the previous fields were not kept because the commit removed too much.
  public var hasFieldsLeftOut: Bool

  public init(
    kind: Kind,
    id: Identifier,
    from: ListPath? = nil,
    to: ListPath? = nil,
    before: Fields? = nil,
    after: Fields? = nil,
    hasFieldsLeftOut: Bool = false
  ) {
    self.hasFieldsLeftOut = hasFieldsLeftOut
    self.kind = kind
    self.id = id
    self.from = from
    self.to = to
    self.before = before
    self.after = after
  }
}
