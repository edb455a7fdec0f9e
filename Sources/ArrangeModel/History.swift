/// Which commits of a collection to read.
public struct HistoryRequest: Sendable, Hashable {
  /// The maximum number of commits in one answer, and how many it has where the request does not say.
  public static let maximumCommits = 1_000
  public static let defaultCommits = 100

  public var collection: Identifier
  /// The first version wanted.
  public var from: UInt64
  /// The last version wanted; nil for the newest.
  public var to: UInt64?
  /// How many commits the answer may have; nil for the default.
  public var limit: Int?
  /// The first change wanted of the first commit, counted from 0: to go on within one that came in part.
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

/// The commits between two versions: fewer than were asked for where they are large, so that the answer fits
/// a frame. Who wants more asks again from the version after the last one. A commit that is larger than a frame comes in
/// parts: where the last one is one, who wants more asks again from its version and its ``HistoryEntry/nextChange``.
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

  /// Appends the page behind this one. If that begins within the last commit of this one, its parts are put together.
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

/// A commit as people and programs read it.
public struct HistoryEntry: Sendable, Hashable {
  public var version: UInt64
  public var time: Timestamp
  /// Who made it; nil if that is not known: a server of version 0.1 did not note it.
  public var author: Principal?
  public var requestID: RequestID?
  /// How many elements that did not move got another order key.
  public var rekeyed: Int
  /// What changed, in the order it was done. Paths are those of the moment.
  public var changes: [HistoryChange]
  /// How many changes of the commit come before these, in other parts of it.
  public var firstChange: Int
  /// How many changes the whole commit has.
  public var changeCount: Int

  /// Makes a commit, with `changes` as the whole of it unless `changeCount` says otherwise.
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

  /// The first change of the commit that comes in another part; nil if these are the last ones.
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
  /// Where the element was; for sections the `item` part is 0. Nil for an insert.
  public var from: ListPath?
  /// Where the element came to be; nil for a removal.
  public var to: ListPath?
  /// The fields before; nil if they did not change or there were none.
  public var before: Fields?
  /// The fields after; nil if they did not change or there are none.
  public var after: Fields?
  /// Whether the fields before were not kept, since the commit removed very much.
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
