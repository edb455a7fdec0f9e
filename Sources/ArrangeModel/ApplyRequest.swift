public import Ordering

/// A transaction for one collection.
public struct ApplyRequest: Sendable, Hashable {
  /// The maximum number of operations in one transaction.
  public static let maximumOperations = 10_000
  /// The maximum number of elements that the operations of one transaction may name together.
  public static let maximumElements = 100_000
  /// The maximum number of bytes that one transaction may write: the ids and fields that it inserts, those
  /// before an update and what the update sets, ids and order keys of what it moves, removes or gives another
  /// key. While one is carried out,
  /// the server held 15 to 23 times as much where that was measured, see `CostAttacks`.
  public static let maximumBytes = 10 * 1024 * 1024

  public var collection: Identifier
  public var operations: [Operation]
  /// Makes a retry safe: a second transaction with the same request id changes nothing and gets the first
  /// one's result.
  public var requestID: RequestID?
  /// The version that the collection must have; otherwise the call fails with ``StatusCode/aborted``.
  public var ifVersion: UInt64?
  /// The history that ``ifVersion`` must be one of; 0: any.
  public var ifHistory: UInt64

  public init(
    collection: Identifier,
    operations: [Operation],
    requestID: RequestID? = nil,
    ifVersion: UInt64? = nil,
    ifHistory: UInt64 = 0
  ) {
    self.collection = collection
    self.operations = operations
    self.requestID = requestID
    self.ifVersion = ifVersion
    self.ifHistory = ifHistory
  }
}

/// The name of one request, chosen by the client: 1 to 64 bytes, best random.
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

/// What a transaction did.
public struct ApplyResult: Sendable, Hashable {
  /// The collection's version after the transaction.
  public var version: UInt64
  /// Whether anything changed. If nothing did, no version was made.
  public var changed: Bool
  /// Whether this is the stored result of an earlier request with the same request id.
  public var repeated: Bool
  /// How many elements that did not move got another order key. For `dense` this is the number of ranks
  /// that changed.
  public var rekeyed: Int
  /// For each operation the elements that it named, in the order it named them, with their final places.
  public var operations: [[PlacedElement]]
  /// The history that the version is one of; 0 if it is not known.
  public var history: UInt64

  /// What names the state after the transaction.
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

/// An element and where it ended up.
public struct PlacedElement: Sendable, Hashable {
  public var id: Identifier
  /// The place after the transaction; nil if the element was removed.
  public var place: Place?
  /// The order key after the transaction; empty if the element was removed.
  public var key: OrderKey

  /// A place of an item or of a section.
  public enum Place: Sendable, Hashable {
    case section(Int)
    case item(ListPath)
  }

  public init(id: Identifier, place: Place?, key: OrderKey) {
    self.id = id
    self.place = place
    self.key = key
  }
}
