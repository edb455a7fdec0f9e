// Generated from Protos/arrange/v1/collections.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

public import Ordering

/// A request of `Collections/Create`.
public struct CreateCollectionRequest: Sendable, Hashable {
  /// The longest name of a strategy with its parameters, in bytes.
  public static let maximumStrategyLength = StrategyChoice.maximumLength

  /// The name of the collection: an id.
  public var name: Identifier
  /// The name of the ordering strategy, with parameters where they are not the standard ones, such as
  /// "lexorank:jitter=40,step=64"; nil: the server's default. One that the server does not have is refused with
  /// INVALID_ARGUMENT. See Strategies/List.
  public var strategy: String?
  /// Fields of the collection itself, such as a title, in any order.
  public var fields: Fields

  public init(name: Identifier, strategy: String? = nil, fields: Fields = Fields()) {
    self.name = name
    self.strategy = strategy
    self.fields = fields
  }
}

/// A request of `Collections/Get`.
public struct GetCollectionRequest: Sendable, Hashable {
  public var name: Identifier

  public init(name: Identifier) {
    self.name = name
  }
}

/// A request of `Collections/List`.
public struct ListCollectionsRequest: Sendable, Hashable {
  /// The maximum number of collections in one page.
  public static let maximumPageSize = 1_000
  /// The default of ``pageSize``.
  public static let defaultPageSize = 100

  /// The most collections in the response, 1 to 1000; nil: 100. Others are refused with OUT_OF_RANGE. A page may have fewer so
  /// that it fits a frame.
  public var pageSize: Int?
  /// `next_page_token` of the page before; nil: the first page. At most 1024 bytes.
  public var pageToken: [UInt8]?

  public init(pageSize: Int? = nil, pageToken: [UInt8]? = nil) {
    self.pageSize = pageSize
    self.pageToken = pageToken
  }
}

public struct CollectionsPage: Sendable, Hashable {
  public var collections: [CollectionInfo]
  /// What to ask for the next page with; empty on the last one.
  public var nextPageToken: [UInt8]?

  public init(collections: [CollectionInfo], nextPageToken: [UInt8]? = nil) {
    self.collections = collections
    self.nextPageToken = nextPageToken
  }
}

/// A request of `Collections/Update`.
public struct UpdateCollectionRequest: Sendable, Hashable {
  public var name: Identifier
  /// Fields that get these values.
  public var set: Fields
  /// Names of fields that go away; names of fields that are not there do no harm. At most 64. A field that is
  /// also in `set` gets its value.
  public var remove: [String]
  /// Whether all fields that `set` does not name go away.
  public var replaceAll: Bool

  public init(name: Identifier, set: Fields, remove: [String] = [], replaceAll: Bool = false) {
    self.name = name
    self.set = set
    self.remove = remove
    self.replaceAll = replaceAll
  }
}

/// A request of `Collections/Delete`.
public struct DeleteCollectionRequest: Sendable, Hashable {
  public var name: Identifier

  public init(name: Identifier) {
    self.name = name
  }
}

/// A section and a run of its items.
public struct SectionSlice: Sendable, Hashable {
  /// The section's index in the collection.
  public var index: Int
  public var section: ElementSnapshot
  /// How many items the whole section has.
  public var itemCount: Int
  /// The index, in the section, of the first item of the run.
  public var firstItem: Int
  /// The run, in list order.
  public var items: [ElementSnapshot]

  public init(index: Int, section: ElementSnapshot, itemCount: Int, firstItem: Int, items: [ElementSnapshot]) {
    self.index = index
    self.section = section
    self.itemCount = itemCount
    self.firstItem = firstItem
    self.items = items
  }
}

/// A request of `Collections/History`.
public struct HistoryRequest: Sendable, Hashable {
  /// The maximum number of commits in one answer.
  public static let maximumCommits = 1_000
  /// The default of ``limit``.
  public static let defaultCommits = 100

  public var collection: Identifier
  /// The first version wanted; 0 stands for 1. Versions that are no longer kept are left out; see
  /// HistoryResponse.oldest_kept.
  public var from: UInt64
  /// The last version wanted. Nil: the newest.
  public var to: UInt64?
  /// The most commits in the response, 1 to 1000; nil: 100. Others are refused with OUT_OF_RANGE. A response may
  /// have fewer so that it fits a frame.
  public var limit: Int?
  /// The first change wanted of the first commit, counted from 0: to go on within a commit that came in part, see
  /// Commit.change_count.
  public var fromChange: Int

  public init(collection: Identifier, from: UInt64 = 1, to: UInt64? = nil, limit: Int? = nil, fromChange: Int = 0) {
    self.collection = collection
    self.from = from
    self.to = to
    self.limit = limit
    self.fromChange = fromChange
  }
}

public struct HistoryPage: Sendable, Hashable {
  /// The oldest version whose commit is still kept.
  public var oldestKept: UInt64
  /// The newest version.
  public var version: UInt64
  /// In ascending order of versions, without gaps.
  public var commits: [HistoryEntry]

  public init(oldestKept: UInt64, version: UInt64, commits: [HistoryEntry]) {
    self.oldestKept = oldestKept
    self.version = version
    self.commits = commits
  }
}

/// One change of one element. Paths are those of the moment.
public struct HistoryChange: Sendable, Hashable {
  public var kind: HistoryChange.Kind
  public var id: Identifier
  /// Where the element was; for a section `item` is 0. Nil for an insert.
  public var from: ListPath?
  /// Where the element came to be; for a section `item` is 0. Nil for a removal.
  public var to: ListPath?
  /// The fields before; not set where they did not change or there were none.
  public var before: Fields?
  /// The fields after; not set where they did not change or there are none.
  public var after: Fields?
  /// Whether the fields before were not kept, since the transaction removed more than 4 MiB of contents.
  public var hasFieldsLeftOut: Bool

  public init(kind: HistoryChange.Kind, id: Identifier, from: ListPath? = nil, to: ListPath? = nil, before: Fields? = nil, after: Fields? = nil, hasFieldsLeftOut: Bool = false) {
    self.kind = kind
    self.id = id
    self.from = from
    self.to = to
    self.before = before
    self.after = after
    self.hasFieldsLeftOut = hasFieldsLeftOut
  }
}

/// A request of `Collections/ChangeStrategy`.
public struct ChangeStrategyRequest: Sendable, Hashable {
  public var collection: Identifier
  /// The strategy, with parameters where they are not the standard ones, such as "lexorank:jitter=40". One that the
  /// server does not have is refused with INVALID_ARGUMENT.
  public var strategy: String
  /// Whether all elements get other keys even where the collection has this strategy already.
  public var renewsKeys: Bool
  /// The version that the collection has to have; otherwise the call ends with ABORTED.
  public var ifVersion: UInt64?
  /// See ApplyRequest.if_history.
  public var ifHistory: UInt64

  public init(collection: Identifier, strategy: String, renewsKeys: Bool = false, ifVersion: UInt64? = nil, ifHistory: UInt64 = 0) {
    self.collection = collection
    self.strategy = strategy
    self.renewsKeys = renewsKeys
    self.ifVersion = ifVersion
    self.ifHistory = ifHistory
  }
}

public struct ChangeStrategyResult: Sendable, Hashable {
  /// The strategy that the collection has now.
  public var strategy: String
  /// The collection's version after the change.
  public var version: UInt64
  /// Whether the strategy or any key changed.
  public var changed: Bool
  /// How many elements got another key.
  public var rekeyed: Int

  public init(strategy: String, version: UInt64, changed: Bool, rekeyed: Int) {
    self.strategy = strategy
    self.version = version
    self.changed = changed
    self.rekeyed = rekeyed
  }
}

/// A request of `Collections/RotateKeys`.
public struct RotateKeysRequest: Sendable, Hashable {
  /// The maximum number of elements that one step may rekey.
  public static let mostElements = 10_000
  /// The default of ``limit``.
  public static let standardElements = 1_000

  public var collection: Identifier
  /// `generation` of the response before. Nil: a new one, or the one that is under way.
  public var generation: Int?
  /// The most elements that get another key, 1 to 10000; 0: 1000. Others are refused with OUT_OF_RANGE.
  public var limit: Int

  public init(collection: Identifier, generation: Int? = nil, limit: Int = RotateKeysRequest.standardElements) {
    self.collection = collection
    self.generation = generation
    self.limit = limit
  }
}

public struct RotateKeysResult: Sendable, Hashable {
  /// The collection's version after the step.
  public var version: UInt64
  /// How many elements got another key.
  public var rekeyed: Int
  /// How many elements are left at most; 0 where all have new keys.
  public var remaining: Int
  /// What to ask for the next step with.
  public var generation: Int

  public init(version: UInt64, rekeyed: Int, remaining: Int, generation: Int) {
    self.version = version
    self.rekeyed = rekeyed
    self.remaining = remaining
    self.generation = generation
  }
}

/// A request of `Collections/Explain`.
public struct ExplainRequest: Sendable, Hashable {
  public var collection: Identifier
  /// A transaction as for Apply; without operations only the statistics are answered.
  public var operations: [ListOperation]

  public init(collection: Identifier, operations: [ListOperation] = []) {
    self.collection = collection
    self.operations = operations
  }
}

public struct Explanation: Sendable, Hashable {
  /// The maximum number of writes that an answer lists.
  public static let mostWrites = 1_000
  /// The maximum number of operations for which an answer includes the room: measuring it takes as long as thousands of insertions.
  public static let mostGaps = 100

  public var strategy: String
  /// The version on which the transaction was tried.
  public var version: UInt64
  /// The bytes of the commit in the journal; 0 where nothing would change.
  public var journalBytes: Int
  /// How many elements that do not move would get another key. For the strategy "dense" this is the number of
  /// ranks that would change.
  public var rekeyed: Int
  /// The order keys that would be written, in the order of writing; at most 1000, and fewer so that the response fits a
  /// frame.
  public var writes: [Explanation.KeyWrite]
  /// How many order keys would be written.
  public var writeCount: Int
  /// For each of the first 100 operations that place something, the room beside the first element that it names; for fewer
  /// where more do not fit a frame.
  public var gaps: [Explanation.Gap]
  /// The order keys that the collection has.
  public var statistics: KeyStatistics

  public init(strategy: String, version: UInt64, journalBytes: Int, rekeyed: Int, writes: [Explanation.KeyWrite], writeCount: Int, gaps: [Explanation.Gap], statistics: KeyStatistics) {
    self.strategy = strategy
    self.version = version
    self.journalBytes = journalBytes
    self.rekeyed = rekeyed
    self.writes = writes
    self.writeCount = writeCount
    self.gaps = gaps
    self.statistics = statistics
  }
}

extension Explanation {
  /// An order key that would be written.
  public struct KeyWrite: Sendable, Hashable {
    /// The element.
    public var id: Identifier
    public var reason: Explanation.KeyWrite.Reason
    /// The key, as people read it, before; empty where there was none.
    public var before: String
    /// The key, as people read it, after.
    public var after: String

    public init(id: Identifier, reason: Explanation.KeyWrite.Reason, before: String, after: String) {
      self.id = id
      self.reason = reason
      self.before = before
      self.after = after
    }
  }
}

extension Explanation {
  /// The room in front of and behind an element.
  public struct Gap: Sendable, Hashable {
    /// The element.
    public var id: Identifier
    public var before: GapRoom
    public var after: GapRoom

    public init(id: Identifier, before: GapRoom, after: GapRoom) {
      self.id = id
      self.before = before
      self.after = after
    }
  }
}

/// Order keys in numbers, those of sections and of items together.
public struct KeyStatistics: Sendable, Hashable {
  public var keyCount: Int
  /// The bytes of all keys; 0 where they follow from ranks and nothing is stored.
  public var totalBytes: Int
  /// The bytes of the longest key.
  public var longestBytes: Int

  public init(keyCount: Int = 0, totalBytes: Int = 0, longestBytes: Int = 0) {
    self.keyCount = keyCount
    self.totalBytes = totalBytes
    self.longestBytes = longestBytes
  }
}

/// A request of `Collections/VerifyKeys`.
public struct VerifyKeysRequest: Sendable, Hashable {
  public var collection: Identifier

  public init(collection: Identifier) {
    self.collection = collection
  }
}

public struct KeyReport: Sendable, Hashable {
  /// The maximum number of problems that a report lists.
  public static let mostProblems = 100

  public var strategy: String
  /// The version that was looked at.
  public var version: UInt64
  /// How many keys were looked at.
  public var checked: Int
  /// How many of them have something wrong.
  public var problemCount: Int
  /// The first 100 problems, in list order, or fewer so that the response fits a frame.
  public var problems: [KeyReport.Problem]
  /// Whether the server does not have the strategy: keys were compared with one another, and nobody could say whether the
  /// strategy makes such keys.
  public var isOrderOnly: Bool

  public init(strategy: String, version: UInt64, checked: Int = 0, problemCount: Int = 0, problems: [KeyReport.Problem] = [], isOrderOnly: Bool = false) {
    self.strategy = strategy
    self.version = version
    self.checked = checked
    self.problemCount = problemCount
    self.problems = problems
    self.isOrderOnly = isOrderOnly
  }
}

extension HistoryChange {
  public enum Kind: UInt32, Sendable, Hashable, CaseIterable {
    case sectionInserted = 1
    case sectionMoved = 2
    case sectionUpdated = 3
    case sectionRemoved = 4
    case itemInserted = 5
    case itemMoved = 6
    case itemUpdated = 7
    case itemRemoved = 8
  }
}

extension Explanation.KeyWrite {
  public enum Reason: UInt32, Sendable, Hashable, CaseIterable {
    /// The element is new.
    case inserted = 1
    /// The element comes to another place.
    case moved = 2
    /// The element stays where it is and makes room.
    case rekeyed = 3
  }
}
