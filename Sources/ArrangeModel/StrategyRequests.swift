public import Ordering

/// A change of the ordering strategy of a collection.
public struct ChangeStrategyRequest: Sendable, Hashable {
  public var collection: Identifier
  /// The strategy, with parameters that differ from the defaults, such as `lexorank:jitter=40`.
  public var strategy: String
  /// Whether all elements get new keys even if the collection already has this strategy.
  public var renewsKeys: Bool
  /// The version that the collection must have; otherwise the call fails with ``StatusCode/aborted``.
  public var ifVersion: UInt64?
  /// The history to which ``ifVersion`` must belong; 0: any.
  public var ifHistory: UInt64

  public init(
    collection: Identifier,
    strategy: String,
    renewsKeys: Bool = false,
    ifVersion: UInt64? = nil,
    ifHistory: UInt64 = 0
  ) {
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
  /// How many elements were rekeyed.
  public var rekeyed: Int

  public init(strategy: String, version: UInt64, changed: Bool, rekeyed: Int) {
    self.strategy = strategy
    self.version = version
    self.changed = changed
    self.rekeyed = rekeyed
  }
}

/// A step of giving a whole collection new order keys, a few at a time, while it is in use.
public struct RotateKeysRequest: Sendable, Hashable {
  /// The maximum number of elements that one step may rekey.
  public static let mostElements = 10_000
  /// The default of ``limit``.
  public static let standardElements = 1_000

  public var collection: Identifier
  /// The ``RotateKeysResult/generation`` of the previous step; nil to begin.
  public var generation: Int?
  /// The maximum number of elements to rekey.
  public var limit: Int

  public init(collection: Identifier, generation: Int? = nil, limit: Int = standardElements) {
    self.collection = collection
    self.generation = generation
    self.limit = limit
  }
}

/// The result of a step.
public struct RotateKeysResult: Sendable, Hashable {
  /// The collection's version after the step.
  public var version: UInt64
  /// How many elements were rekeyed.
  public var rekeyed: Int
  /// An upper bound of the remaining elements; 0 if all have new keys.
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

/// A request to check the keys of a collection.
public struct VerifyKeysRequest: Sendable, Hashable {
  public var collection: Identifier

  public init(collection: Identifier) { self.collection = collection }
}

/// A request to find out what a transaction would write.
public struct ExplainRequest: Sendable, Hashable {
  public var collection: Identifier
  /// The transaction; without operations the answer has only the statistics.
  public var operations: [ListOperation]

  public init(collection: Identifier, operations: [ListOperation] = []) {
    self.collection = collection
    self.operations = operations
  }
}

/// What a transaction would write, and statistics of the collection's keys.
public struct Explanation: Sendable, Hashable {
  /// The maximum number of writes that an answer lists.
  public static let mostWrites = 1_000
  /// The maximum number of operations for which an answer includes the room: measuring it takes as long as
  /// thousands of insertions.
  public static let mostGaps = 100

  public var strategy: String
  /// The version to which the transaction was applied.
  public var version: UInt64
  /// The bytes of the commit in the journal; 0 if nothing would change.
  public var journalBytes: Int
  /// How many elements that do not move would be rekeyed; for `dense` the ranks that would change.
  public var rekeyed: Int
  /// The keys that would be written, in the order of writing; the first ``mostWrites`` of them.
  public var writes: [KeyWrite]
  /// How many keys would be written.
  public var writeCount: Int
  /// The room next to placed elements, for the first ``mostGaps`` operations that place something.
  public var gaps: [Gap]
  /// Statistics of the collection's keys.
  public var statistics: KeyStatistics

  /// A key that would be written.
  public struct KeyWrite: Sendable, Hashable {
    public enum Reason: Int, Sendable, Hashable, CaseIterable {
      /// The element is new.
      case inserted = 1
      /// The element is moved.
      case moved = 2
      /// The element does not move but makes room.
      case rekeyed = 3
    }

    public var id: Identifier
    public var reason: Reason
    /// The readable previous key; empty if there was none.
    public var before: String
    /// The readable new key.
    public var after: String

    public init(id: Identifier, reason: Reason, before: String, after: String) {
      self.id = id
      self.reason = reason
      self.before = before
      self.after = after
    }
  }

  /// The room before and after an element that an operation places.
  public struct Gap: Sendable, Hashable {
    /// The first element that the operation names.
    public var id: Identifier
    public var before: GapRoom
    public var after: GapRoom

    public init(id: Identifier, before: GapRoom, after: GapRoom) {
      self.id = id
      self.before = before
      self.after = after
    }
  }

  public init(
    strategy: String,
    version: UInt64,
    journalBytes: Int,
    rekeyed: Int,
    writes: [KeyWrite],
    writeCount: Int,
    gaps: [Gap],
    statistics: KeyStatistics
  ) {
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

/// Statistics of the keys of a collection, of sections and items together.
public struct KeyStatistics: Sendable, Hashable {
  public var keyCount: Int
  /// The bytes of all keys; 0 if they follow from ranks and are not stored.
  public var totalBytes: Int
  /// The bytes of the longest key.
  public var longestBytes: Int

  public init(keyCount: Int = 0, totalBytes: Int = 0, longestBytes: Int = 0) {
    self.keyCount = keyCount
    self.totalBytes = totalBytes
    self.longestBytes = longestBytes
  }
}

/// The problems of the stored keys of a collection.
public struct KeyReport: Sendable, Hashable {
  /// The maximum number of problems that a report lists.
  public static let mostProblems = 100

  public var strategy: String
  public var version: UInt64
  /// How many keys were checked.
  public var checked: Int
  /// How many of them have a problem.
  public var problemCount: Int
  /// The first ``mostProblems`` problems, in list order.
  public var problems: [Problem]
  /// Whether the server does not have the strategy, so that keys were only compared with each other.
  public var isOrderOnly: Bool

  /// A key with a problem.
  public struct Problem: Sendable, Hashable {
    public var id: Identifier
    /// The path of the element; for a section the item part is 0.
    public var path: ListPath
    public var isSection: Bool
    public var key: OrderKey
    /// The problem, as a sentence.
    public var explanation: String

    public init(id: Identifier, path: ListPath, isSection: Bool, key: OrderKey, explanation: String) {
      self.id = id
      self.path = path
      self.isSection = isSection
      self.key = key
      self.explanation = explanation
    }
  }

  public init(
    strategy: String,
    version: UInt64,
    checked: Int = 0,
    problemCount: Int = 0,
    problems: [Problem] = [],
    isOrderOnly: Bool = false
  ) {
    self.strategy = strategy
    self.version = version
    self.checked = checked
    self.problemCount = problemCount
    self.problems = problems
    self.isOrderOnly = isOrderOnly
  }
}
