public import Ordering

/// A transaction for one collection.
public struct ApplyRequest: Sendable, Hashable {
  /// The maximum number of operations in one transaction.
  public static let maximumOperations = 10_000
  /// The maximum number of elements that the operations of one transaction may name in total.
  public static let maximumElements = 100_000
  /// The maximum number of bytes that one transaction may write: the ids and fields that it inserts, for
  /// updates the previous fields and the new ones, and the ids and order keys of elements that it moves,
  /// removes or rekeys. While one is carried out, the server was measured to use 15 to 23 times as much
  /// memory, see `CostAttacks`.
  public static let maximumBytes = 10 * 1024 * 1024

  public var collection: Identifier
  public var operations: [ListOperation]
  /// Makes a retry safe: a second transaction with the same request id changes nothing and gets the result of
  /// the first.
  public var requestID: RequestID?
  /// The version that the collection must have; otherwise the call fails with ``StatusCode/aborted``.
  public var ifVersion: UInt64?
  /// The history to which ``ifVersion`` must belong; 0: any.
  public var ifHistory: UInt64
  /// The stack on which the commit becomes a step; nil: it can't be undone.
  public var step: UndoStep?

  public init(
    collection: Identifier,
    operations: [ListOperation],
    requestID: RequestID? = nil,
    ifVersion: UInt64? = nil,
    ifHistory: UInt64 = 0,
    step: UndoStep? = nil
  ) {
    self.collection = collection
    self.operations = operations
    self.requestID = requestID
    self.ifVersion = ifVersion
    self.ifHistory = ifHistory
    self.step = step
  }
}

/// The id of one request, chosen by the client: 1 to 64 bytes, preferably random.
public struct RequestID: Sendable, Hashable {
  /// The longest request id, in bytes.
  public static let maximumLength = 64

  public let bytes: [UInt8]

  /// - Throws: an error with the code ``StatusCode/invalidArgument`` for a wrong length.
  public init(_ bytes: [UInt8]) throws(ArrangeError) {
    guard (1...RequestID.maximumLength).contains(bytes.count) else {
      throw ArrangeError(
        .invalidArgument,
        "a request id has 1 to \(RequestID.maximumLength) bytes",
        field: "request_id"
      )
    }
    self.bytes = bytes
  }

  package init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// Sixteen random bytes.
  public init(using random: inout some RandomNumberGenerator) {
    bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
  }
}

/// The result of a transaction.
public struct ApplyResult: Sendable, Hashable {
  /// The collection's version after the transaction.
  public var version: UInt64
  /// Whether anything changed. If nothing did, no version was made.
  public var changed: Bool
  /// Whether this is the stored result of an earlier request with the same request id.
  public var repeated: Bool
  /// How many elements that did not move were rekeyed. For `dense` this is the number of ranks that changed.
  public var rekeyed: Int
  /// For each operation the elements that it named, in the order in which it named them, with their final
  /// positions.
  public var operations: [[PlacedElement]]
  /// The history to which the version belongs; 0 if unknown.
  public var history: UInt64

  /// Identifies the state after the transaction.
  public var state: StateID { StateID(version: version, history: history) }

  public init(
    version: UInt64,
    changed: Bool,
    repeated: Bool = false,
    rekeyed: Int,
    operations: [[PlacedElement]],
    history: UInt64 = 0
  ) {
    self.version = version
    self.changed = changed
    self.repeated = repeated
    self.rekeyed = rekeyed
    self.operations = operations
    self.history = history
  }
}

/// An element and its final position.
public struct PlacedElement: Sendable, Hashable {
  public var id: Identifier
  /// The position after the transaction; nil if the element was removed.
  public var place: Place?
  /// The order key after the transaction; empty if the element was removed.
  public var key: OrderKey
  /// The parent of an item of an outline; nil at the top of its section.
  public var parent: Identifier?
  /// Whether the element was left where it is, because it would have been below itself; see ``CyclePolicy``.
  public var isSkipped: Bool

  /// The position of an item, among its siblings, or of a section.
  public enum Place: Sendable, Hashable {
    case section(Int)
    case item(ListPath)
  }

  public init(
    id: Identifier,
    place: Place?,
    key: OrderKey,
    parent: Identifier? = nil,
    isSkipped: Bool = false
  ) {
    self.id = id
    self.place = place
    self.key = key
    self.parent = parent
    self.isSkipped = isSkipped
  }
}
