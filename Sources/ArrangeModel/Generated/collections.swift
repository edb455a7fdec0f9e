// Generated from Protos/arrange/v1/collections.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

public import Ordering

/// A request to create a collection.
public struct CreateCollectionRequest: Sendable, Hashable {
  /// The longest name of a strategy with its parameters, in bytes.
  public static let maximumStrategyLength = StrategyChoice.maximumLength

  /// The name of the collection: an id. Required.
  public var name: Identifier
  /// The name of the ordering strategy, with any parameters that differ from the defaults, such as
  /// "lexorank:jitter=40,step=64"; nil: the server's default. At most 128 bytes. A strategy that the server does not
  /// have is refused with INVALID_ARGUMENT. See Strategies/List.
  public var strategy: String?
  /// Fields of the collection itself, such as a title, in any order.
  public var fields: Fields
  /// Makes the collection an outline, with these limits; not set: it is flat. It can't be changed later.
  public var outline: OutlineSettings?

  public init(name: Identifier, strategy: String? = nil, fields: Fields = Fields(), outline: OutlineSettings? = nil) {
    self.name = name
    self.strategy = strategy
    self.fields = fields
    self.outline = outline
  }
}

/// A request for the description of a collection or of a stored view.
public struct GetCollectionRequest: Sendable, Hashable {
  /// The name of a collection or of a stored view. Required.
  public var name: Identifier

  public init(name: Identifier) {
    self.name = name
  }
}

/// A request for a page of the list of collections.
public struct ListCollectionsRequest: Sendable, Hashable {
  /// The maximum number of collections in one page.
  public static let maximumPageSize = 1_000
  /// The default of ``pageSize``.
  public static let defaultPageSize = 100

  /// The maximum number of collections in the response, 1 to 1000; nil: 100. Other values are refused with OUT_OF_RANGE.
  /// The page may have fewer so that it fits a frame.
  public var pageSize: Int?
  /// `nextPageToken` of the previous page; nil: the first page. At most 1024 bytes.
  public var pageToken: [UInt8]?

  public init(pageSize: Int? = nil, pageToken: [UInt8]? = nil) {
    self.pageSize = pageSize
    self.pageToken = pageToken
  }
}

/// One page of the list of collections and stored views, in ascending order of the bytes of their names.
public struct CollectionsPage: Sendable, Hashable {
  /// The collections and stored views of the page.
  public var collections: [CollectionInfo]
  /// The token for the next page; nil if this is the last one.
  public var nextPageToken: [UInt8]?

  public init(collections: [CollectionInfo], nextPageToken: [UInt8]? = nil) {
    self.collections = collections
    self.nextPageToken = nextPageToken
  }
}

/// A request to change the fields of a collection itself. Its content and its version do not change.
public struct UpdateCollectionRequest: Sendable, Hashable {
  /// The name of the collection. Required.
  public var name: Identifier
  /// Fields to set, in any order.
  public var set: Fields
  /// Names of fields to remove, except those in `set`; at most 64. Names of fields that do not exist are ignored.
  public var remove: [String]
  /// Whether all fields that `set` does not name are removed.
  public var replaceAll: Bool

  public init(name: Identifier, set: Fields, remove: [String] = [], replaceAll: Bool = false) {
    self.name = name
    self.set = set
    self.remove = remove
    self.replaceAll = replaceAll
  }
}

/// A request to delete a collection with its content and its history.
public struct DeleteCollectionRequest: Sendable, Hashable {
  /// The name of the collection. Required.
  public var name: Identifier

  public init(name: Identifier) {
    self.name = name
  }
}

/// A request to undo a step of a stack, or to make one again.
public struct UndoRequest: Sendable, Hashable {
  /// The name of the collection. Required.
  public var collection: Identifier
  /// The id of the stack, as in `ApplyRequest.stack`. Required; at most 16 bytes.
  public var stack: StackID
  /// The version of a commit of the step to undo, or, with `redo`, of the commit that undid the step. Nil: the
  /// newest step that can be undone.
  public var of: UInt64?
  /// Whether the newest step that was undone is made again. Each new commit of the stack forgets what was undone.
  public var isRedo: Bool
  /// The newest version of the step, as a response or a dry run has named it in `undoes`; if another step is next, the call
  /// ends with ABORTED.
  public var expect: UInt64?
  /// Whether nothing is changed, and only the response wanted.
  public var isDryRun: Bool
  /// Makes a retry safe, as in `ApplyRequest.requestId`.
  public var requestID: RequestID?

  public init(collection: Identifier, stack: StackID, of: UInt64? = nil, isRedo: Bool = false, expect: UInt64? = nil, isDryRun: Bool = false, requestID: RequestID? = nil) {
    self.collection = collection
    self.stack = stack
    self.of = of
    self.isRedo = isRedo
    self.expect = expect
    self.isDryRun = isDryRun
    self.requestID = requestID
  }
}

/// What was undone.
public struct UndoResult: Sendable, Hashable {
  /// The maximum number of changes in ``undone``, and in ``kept``.
  public static let maximumChanges = 1_000

  /// The collection's version afterwards.
  public var version: UInt64
  /// Whether anything changed, or would change in a dry run. If nothing did, no version was made.
  public var changed: Bool
  /// Whether this is the stored response to an earlier request with the same request id.
  public var isRepeated: Bool
  /// The versions of the commits of the step, in ascending order; none if there is no step.
  public var undoes: [UInt64]
  /// The changes that were undone, at most 1000 of them, and fewer if they would not fit a frame.
  public var undone: [UndoneChange]
  /// The changes that were kept, at most 1000 of them, and fewer if they would not fit a frame.
  public var kept: [UndoneChange]
  /// The numbers of all changes that were undone, and that were kept.
  public var undoneCount: Int
  public var keptCount: Int
  /// Whether there are steps to undo, and steps to make again, afterwards; for a dry run, now.
  public var canUndo: Bool
  public var canRedo: Bool
  /// The number of elements that were not part of this and were rekeyed.
  public var rekeyed: Int
  /// The history to which the version belongs, see `CollectionInfo.history`.
  public var history: UInt64
  /// If the step is a transaction over several collections: all of them that took part, in ascending order of the bytes of
  /// their names. `changed` says whether anything changed in any of them.
  public var collections: [TransactResult.Collection]

  public init(version: UInt64, changed: Bool, isRepeated: Bool = false, undoes: [UInt64] = [], undone: [UndoneChange] = [], kept: [UndoneChange] = [], undoneCount: Int = 0, keptCount: Int = 0, canUndo: Bool = false, canRedo: Bool = false, rekeyed: Int = 0, history: UInt64 = 0, collections: [TransactResult.Collection] = []) {
    self.version = version
    self.changed = changed
    self.isRepeated = isRepeated
    self.undoes = undoes
    self.undone = undone
    self.kept = kept
    self.undoneCount = undoneCount
    self.keptCount = keptCount
    self.canUndo = canUndo
    self.canRedo = canRedo
    self.rekeyed = rekeyed
    self.history = history
    self.collections = collections
  }
}

/// A change of a step, and what became of it.
public struct UndoneChange: Sendable, Hashable {
  /// What the step had done.
  public var kind: HistoryChange.Kind
  /// The id of the element.
  public var id: Identifier
  /// The name of the field, if the step had changed fields; each field is a change.
  public var field: String
  /// Why the change was kept; KEPT_REASON_UNDONE if it was undone.
  public var reason: UndoneChange.Reason
  /// The version of the newest commit since the step that is the reason; 0 if there is none.
  public var byVersion: UInt64
  /// The name of the principal that made that commit; nil if unknown.
  public var by: Principal?
  /// The collection in which the change was made, if the step is a transaction over several collections; else empty.
  public var collection: Identifier?

  public init(kind: HistoryChange.Kind, id: Identifier, field: String = "", reason: UndoneChange.Reason = .undone, byVersion: UInt64 = 0, by: Principal? = nil, collection: Identifier? = nil) {
    self.kind = kind
    self.id = id
    self.field = field
    self.reason = reason
    self.byVersion = byVersion
    self.by = by
    self.collection = collection
  }
}

/// A section and a run of its items.
public struct SectionSlice: Sendable, Hashable {
  /// The section's index in the collection.
  public var index: Int
  /// The section itself. Required.
  public var section: ElementSnapshot
  /// The number of items of the whole section, those below others included.
  public var itemCount: Int
  /// The index, in the section, of the first item of the run.
  public var firstItem: Int
  /// The items of the run, in list order; those of an outline with their depths, and each before the items below it.
  public var items: [ElementSnapshot]
  /// The ids of the ancestors of the first item of the run, from the top down, so that pages of an outline can be joined.
  public var ancestors: [Identifier]

  public init(index: Int, section: ElementSnapshot, itemCount: Int, firstItem: Int, items: [ElementSnapshot], ancestors: [Identifier] = []) {
    self.index = index
    self.section = section
    self.itemCount = itemCount
    self.firstItem = firstItem
    self.items = items
    self.ancestors = ancestors
  }
}

/// A request to take a collection back to an earlier content.
public struct RestoreRequest: Sendable, Hashable {
  /// The name of the collection. Required.
  public var collection: Identifier
  /// The version whose content the collection gets. Required.
  public var to: VersionReference
  /// What stays of that which the version does not have.
  public var keep: RestoreRequest.Keep
  /// Makes a retry safe: a second request with the same request id changes nothing and gets the response of the first.
  /// 1 to 64 bytes, best random; nil: no request id.
  public var requestID: RequestID?
  /// The version that the collection must have; otherwise the call ends with ABORTED. Nil: any version.
  public var ifVersion: UInt64?
  /// The history to which `ifVersion` must belong; otherwise the call ends with ABORTED. 0: any history. See
  /// `ApplyRequest.ifHistory`.
  public var ifHistory: UInt64
  /// Whether nothing is changed, and the response says what would change. The conditions and the request id are then not
  /// looked at.
  public var isDryRun: Bool
  /// The stack on which the commit becomes a step, so that Undo can undo it, see `ApplyRequest.stack`.
  public var stack: StackID?

  public init(collection: Identifier, to: VersionReference, keep: RestoreRequest.Keep = .none, requestID: RequestID? = nil, ifVersion: UInt64? = nil, ifHistory: UInt64 = 0, isDryRun: Bool = false, stack: StackID? = nil) {
    self.collection = collection
    self.to = to
    self.keep = keep
    self.requestID = requestID
    self.ifVersion = ifVersion
    self.ifHistory = ifHistory
    self.isDryRun = isDryRun
    self.stack = stack
  }
}

/// A request to erase items.
public struct EraseRequest: Sendable, Hashable {
  /// The maximum number of items of a request.
  public static let maximumItems = 100

  /// The name of the collection. Required.
  public var collection: Identifier
  /// The ids of the items, 1 to 100.
  public var items: [Identifier]
  /// Whether the names of versions are deleted; otherwise the call ends with FAILED_PRECONDITION if there are any.
  public var deletesNames: Bool

  public init(collection: Identifier, items: [Identifier], deletesNames: Bool = false) {
    self.collection = collection
    self.items = items
    self.deletesNames = deletesNames
  }
}

/// Items that were erased.
public struct Erasure: Sendable, Hashable {
  /// The maximum number of names of versions.
  public static let maximumNames = 100

  /// Those that the collection still had. The others were in its history only.
  public var removed: [Identifier]
  /// The oldest version that can be read from now on: the one that the call made.
  public var oldestKept: UInt64
  /// The names of versions that were deleted.
  public var deletedNames: [Identifier]
  /// Whether the files of the server have the content.
  public var files: ErasedFiles
  /// Whether the service has other nodes, which may have the content in memory until they read the collection again, or end.
  public var otherNodes: Bool

  public init(removed: [Identifier], oldestKept: UInt64, deletedNames: [Identifier], files: ErasedFiles, otherNodes: Bool) {
    self.removed = removed
    self.oldestKept = oldestKept
    self.deletedNames = deletedNames
    self.files = files
    self.otherNodes = otherNodes
  }
}

/// A request for commits of a collection.
public struct HistoryRequest: Sendable, Hashable {
  /// The maximum number of commits in one answer.
  public static let maximumCommits = 1_000
  /// The default of ``limit``.
  public static let defaultCommits = 100

  /// The name of the collection. Required.
  public var collection: Identifier
  /// The first version; 0 stands for 1. Versions that are no longer kept are left out, see
  /// `HistoryResponse.oldestKept`.
  public var from: UInt64
  /// The last version, which is included. Nil: the newest.
  public var to: UInt64?
  /// The maximum number of commits in the response, 1 to 1000; nil: 100. Other values are refused with OUT_OF_RANGE. The
  /// response may have fewer so that it fits a frame.
  public var limit: Int?
  /// The first change of the first commit to return, counted from 0: to continue a commit that was returned in part, see
  /// `Commit.changeCount`.
  public var fromChange: Int

  public init(collection: Identifier, from: UInt64 = 1, to: UInt64? = nil, limit: Int? = nil, fromChange: Int = 0) {
    self.collection = collection
    self.from = from
    self.to = to
    self.limit = limit
    self.fromChange = fromChange
  }
}

/// The commits between two versions; fewer than requested if they are large, so that the response fits a frame.
///
/// To continue, ask again from the version after the last one. A commit that is larger than a frame is returned in
/// parts: if the last one is a part, ask again from its version with `fromChange`.
public struct HistoryPage: Sendable, Hashable {
  /// The oldest version whose commit is still kept.
  public var oldestKept: UInt64
  /// The newest version.
  public var version: UInt64
  /// The commits, in ascending order of versions, without gaps.
  public var commits: [HistoryEntry]

  public init(oldestKept: UInt64, version: UInt64, commits: [HistoryEntry]) {
    self.oldestKept = oldestKept
    self.version = version
    self.commits = commits
  }
}

/// One change of one element. Its paths are those at the moment of the change.
public struct HistoryChange: Sendable, Hashable {
  /// What changed.
  public var kind: HistoryChange.Kind
  /// The id of the element.
  public var id: Identifier
  /// The previous path; for a section `item` is 0, and for an item with a parent `section`. Nil for an insert.
  public var from: ListPath?
  /// The new path; for a section `item` is 0, and for an item with a parent `section`. Nil for a removal.
  public var to: ListPath?
  /// The previous fields; nil if they did not change or there were none.
  public var before: Fields?
  /// The new fields; nil if they did not change or there are none.
  public var after: Fields?
  /// Whether the previous fields were not kept, because the transaction removed more than 4 MiB of content.
  public var hasFieldsLeftOut: Bool
  /// The name of the collection from which an inserted item was transferred, or to which a removed one was; nil if it was
  /// not, and if the caller may not see that collection.
  public var transferred: Identifier?
  /// The ids of the previous and of the new parent of an item of an outline; empty at the top of its section.
  public var fromParent: Identifier?
  public var toParent: Identifier?

  public init(kind: HistoryChange.Kind, id: Identifier, from: ListPath? = nil, to: ListPath? = nil, before: Fields? = nil, after: Fields? = nil, hasFieldsLeftOut: Bool = false, transferred: Identifier? = nil, fromParent: Identifier? = nil, toParent: Identifier? = nil) {
    self.kind = kind
    self.id = id
    self.from = from
    self.to = to
    self.before = before
    self.after = after
    self.hasFieldsLeftOut = hasFieldsLeftOut
    self.transferred = transferred
    self.fromParent = fromParent
    self.toParent = toParent
  }
}

/// A request to change the ordering strategy of a collection.
public struct ChangeStrategyRequest: Sendable, Hashable {
  /// The name of the collection. Required.
  public var collection: Identifier
  /// The strategy, with any parameters that differ from the defaults, such as "lexorank:jitter=40". Required. At most
  /// 128 bytes. A strategy that the server does not have is refused with INVALID_ARGUMENT.
  public var strategy: String
  /// Whether all elements get new keys even if the collection already has this strategy.
  public var renewsKeys: Bool
  /// The version that the collection must have; otherwise the call ends with ABORTED. Nil: any version.
  public var ifVersion: UInt64?
  /// The history to which `ifVersion` must belong; otherwise the call ends with ABORTED. 0: any history. See
  /// `ApplyRequest.ifHistory`.
  public var ifHistory: UInt64

  public init(collection: Identifier, strategy: String, renewsKeys: Bool = false, ifVersion: UInt64? = nil, ifHistory: UInt64 = 0) {
    self.collection = collection
    self.strategy = strategy
    self.renewsKeys = renewsKeys
    self.ifVersion = ifVersion
    self.ifHistory = ifHistory
  }
}

/// The result of a change of strategy.
public struct ChangeStrategyResult: Sendable, Hashable {
  /// The current strategy of the collection.
  public var strategy: String
  /// The collection's version after the change.
  public var version: UInt64
  /// Whether the strategy or any key changed.
  public var changed: Bool
  /// The number of elements that were rekeyed.
  public var rekeyed: Int

  public init(strategy: String, version: UInt64, changed: Bool, rekeyed: Int) {
    self.strategy = strategy
    self.version = version
    self.changed = changed
    self.rekeyed = rekeyed
  }
}

/// A request for one step of giving a whole collection new order keys, a few at a time, while it is in use.
public struct RotateKeysRequest: Sendable, Hashable {
  /// The maximum number of elements that one step may rekey.
  public static let mostElements = 10_000
  /// The default of ``limit``.
  public static let standardElements = 1_000

  /// The name of the collection. Required.
  public var collection: Identifier
  /// `generation` of the previous step's response. Nil: a new generation, or the one in progress.
  public var generation: Int?
  /// The maximum number of elements to rekey in this step, and so in one commit, 1 to 10000; 0: 1000. Other values are
  /// refused with OUT_OF_RANGE.
  public var limit: Int

  public init(collection: Identifier, generation: Int? = nil, limit: Int = RotateKeysRequest.standardElements) {
    self.collection = collection
    self.generation = generation
    self.limit = limit
  }
}

/// The result of one step of giving a collection new order keys.
public struct RotateKeysResult: Sendable, Hashable {
  /// The collection's version after the step.
  public var version: UInt64
  /// The number of elements that were rekeyed in this step.
  public var rekeyed: Int
  /// An upper bound of the number of remaining elements; 0 if all have new keys.
  public var remaining: Int
  /// The generation to pass to the next step.
  public var generation: Int

  public init(version: UInt64, rekeyed: Int, remaining: Int, generation: Int) {
    self.version = version
    self.rekeyed = rekeyed
    self.remaining = remaining
    self.generation = generation
  }
}

/// A request to find out what a transaction would write.
public struct ExplainRequest: Sendable, Hashable {
  /// The name of the collection. Required.
  public var collection: Identifier
  /// The operations of the transaction, as for Apply; without operations the response has only the statistics.
  public var operations: [ListOperation]

  public init(collection: Identifier, operations: [ListOperation] = []) {
    self.collection = collection
    self.operations = operations
  }
}

/// What a transaction would write, and statistics of the collection's order keys.
public struct Explanation: Sendable, Hashable {
  /// The maximum number of writes that an answer lists.
  public static let mostWrites = 1_000
  /// The maximum number of operations for which an answer includes the room: measuring it takes as long as thousands of insertions.
  public static let mostGaps = 100

  /// The strategy of the collection.
  public var strategy: String
  /// The version to which the transaction was applied.
  public var version: UInt64
  /// The size of the commit in the journal, in bytes; 0 if nothing would change.
  public var journalBytes: Int
  /// The number of elements that do not move and would be rekeyed. For the strategy "dense" this is the number of ranks
  /// that would change.
  public var rekeyed: Int
  /// The order keys that would be written, in the order of writing: the first 1000, or fewer so that the response fits a
  /// frame.
  public var writes: [Explanation.KeyWrite]
  /// The number of order keys that would be written.
  public var writeCount: Int
  /// The room next to placed elements: for each of the first 100 operations that place something, the room before and
  /// after the first element that it names; for fewer operations if the response would not fit a frame.
  public var gaps: [Explanation.Gap]
  /// Statistics of the collection's order keys.
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
    /// The id of the element.
    public var id: Identifier
    /// Why the key would be written.
    public var reason: Explanation.KeyWrite.Reason
    /// The previous key in readable form; empty if there was none.
    public var before: String
    /// The new key in readable form.
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
  /// The room before and after an element that an operation places.
  public struct Gap: Sendable, Hashable {
    /// The id of the element, the first one that the operation names.
    public var id: Identifier
    /// The room before the element.
    public var before: GapRoom
    /// The room after the element.
    public var after: GapRoom

    public init(id: Identifier, before: GapRoom, after: GapRoom) {
      self.id = id
      self.before = before
      self.after = after
    }
  }
}

/// Statistics of the order keys of a collection, of sections and items together.
public struct KeyStatistics: Sendable, Hashable {
  /// The number of keys.
  public var keyCount: Int
  /// The total length of all keys, in bytes; 0 if they follow from ranks and are not stored.
  public var totalBytes: Int
  /// The length of the longest key, in bytes.
  public var longestBytes: Int

  public init(keyCount: Int = 0, totalBytes: Int = 0, longestBytes: Int = 0) {
    self.keyCount = keyCount
    self.totalBytes = totalBytes
    self.longestBytes = longestBytes
  }
}

/// A request to check the order keys of a collection.
public struct VerifyKeysRequest: Sendable, Hashable {
  /// The name of the collection. Required.
  public var collection: Identifier

  public init(collection: Identifier) {
    self.collection = collection
  }
}

/// The problems of the stored order keys of a collection.
public struct KeyReport: Sendable, Hashable {
  /// The maximum number of problems that a report lists.
  public static let mostProblems = 100

  /// The strategy of the collection.
  public var strategy: String
  /// The version that was checked.
  public var version: UInt64
  /// The number of keys that were checked.
  public var checked: Int
  /// The number of keys that have a problem.
  public var problemCount: Int
  /// The first 100 problems, in list order, or fewer so that the response fits a frame.
  public var problems: [KeyReport.Problem]
  /// Whether the server does not have the strategy, so that keys were only compared with each other, and not checked for
  /// whether the strategy makes such keys.
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

extension UndoneChange {
  /// Why a change was not undone.
  public enum Reason: UInt32, Sendable, Hashable, CaseIterable {
    /// It was undone.
    case undone = 0
    /// Somebody has written the field since the step, or a field of an element that the step inserted.
    case changed = 1
    /// Somebody has moved the element, or has removed it and inserted it again, since the step.
    case placed = 2
    /// The element is not there any more, or somebody has used the id of a removed one and removed that again.
    case gone = 3
    /// There is an element with the id of the removed one.
    case idTaken = 4
    /// The section in which the item was is not there any more.
    case sectionGone = 5
    /// The section that the step inserted has items, or the item has children.
    case notEmpty = 6
    /// The section in which the item was, or the item below which it was, has as many items as its limit allows.
    case full = 7
    /// The step removed so much that the content was not kept with it.
    case notStored = 8
    /// The item below which the item was is not there any more, or is another one with the same id.
    case parentGone = 9
    /// The item below which the item was is below it now.
    case belowItself = 10
    /// The item, or one below it, would be deeper than the outline allows.
    case tooDeep = 11
  }
}

/// What files have of erased items.
public enum ErasedFiles: UInt32, Sendable, Hashable, CaseIterable {
  /// Nothing: no file in the data directory of the server has the content.
  case clean = 1
  /// Something in use, such as a backup in progress, still needs them. The server clears them soon, at the latest when it is
  /// started again and the interval in its settings is over.
  case later = 2
  /// The lists are in a database, from which the rows are removed. Its files have the content until it vacuums its tables, and its
  /// log and archives for as long as they are kept.
  case database = 3
}

extension RestoreRequest {
  /// What stays of that which an earlier version does not have.
  public enum Keep: UInt32, Sendable, Hashable, CaseIterable {
    /// Nothing: the collection is as it was.
    case none = 0
    /// Items that were inserted since stay where they are, and so do the sections that they are in.
    case laterItems = 1
  }
}

extension HistoryChange {
  /// The kind of a change.
  public enum Kind: UInt32, Sendable, Hashable, CaseIterable {
    /// A section was inserted.
    case sectionInserted = 1
    /// A section was moved, with its items.
    case sectionMoved = 2
    /// Fields of a section changed.
    case sectionUpdated = 3
    /// A section was removed.
    case sectionRemoved = 4
    /// An item was inserted.
    case itemInserted = 5
    /// An item was moved.
    case itemMoved = 6
    /// Fields of an item changed.
    case itemUpdated = 7
    /// An item was removed.
    case itemRemoved = 8
  }
}

extension Explanation.KeyWrite {
  /// Why an order key would be written.
  public enum Reason: UInt32, Sendable, Hashable, CaseIterable {
    /// The element is new.
    case inserted = 1
    /// The element is moved.
    case moved = 2
    /// The element does not move but makes room.
    case rekeyed = 3
  }
}
