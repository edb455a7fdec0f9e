/// Which commits of a collection to read.
public struct HistoryRequest: Sendable, Hashable {
  /// The most commits in one answer, and how many it has where the request does not say.
  public static let maximumCommits = 1_000
  public static let defaultCommits = 100

  public var collection: Identifier
  /// The first version wanted.
  public var from: UInt64
  /// The last version wanted; nil for the newest.
  public var to: UInt64?
  /// How many commits the answer may have; nil for the default.
  public var limit: Int?

  public init(collection: Identifier, from: UInt64 = 1, to: UInt64? = nil, limit: Int? = nil) {
    self.collection = collection
    self.from = from
    self.to = to
    self.limit = limit
  }
}

/// The commits between two versions: fewer than were asked for where they are large, so that the answer fits
/// a frame. Who wants more asks again from the version after the last one.
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
}

/// A commit as people and programs read it.
public struct HistoryEntry: Sendable, Hashable {
  public var version: UInt64
  public var time: Timestamp
  public var requestID: RequestID?
  /// How many elements that did not move got another order key.
  public var rekeyed: Int
  /// What changed, in the order it was done. Paths are those of the moment.
  public var changes: [HistoryChange]

  public init(
    version: UInt64,
    time: Timestamp,
    requestID: RequestID?,
    rekeyed: Int,
    changes: [HistoryChange]
  ) {
    self.version = version
    self.time = time
    self.requestID = requestID
    self.rekeyed = rekeyed
    self.changes = changes
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
  /// The fields before; nil where they did not change or there were none.
  public var before: Fields?
  /// The fields after; nil where they did not change or there are none.
  public var after: Fields?

  public init(
    kind: Kind,
    id: Identifier,
    from: ListPath? = nil,
    to: ListPath? = nil,
    before: Fields? = nil,
    after: Fields? = nil
  ) {
    self.kind = kind
    self.id = id
    self.from = from
    self.to = to
    self.before = before
    self.after = after
  }
}
