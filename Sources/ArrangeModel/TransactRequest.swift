/// A transaction that changes several collections: all of it or nothing.
///
/// Use it where two lists have to change together, and to hand items from one list to another:
///
///     let transfer = ItemTransfer([ElementReference("write")], to: "archive", ItemDestination(section: "done"))
///     try await client.transact([TransactionStep("board", .transfer(transfer))])
public struct TransactRequest: Sendable, Hashable {
  /// The maximum number of collections that one transaction names.
  public static let maximumCollections = 16

  /// What is done, in this order.
  public var steps: [TransactionStep]
  /// The versions that collections must have.
  public var conditions: [VersionCondition]
  /// Makes a retry safe: a second transaction with the same request id changes nothing and gets the result of the first.
  public var requestID: RequestID?
  /// The stack on which the commits become a step; nil: they can't be undone.
  public var step: UndoStep?

  public init(
    _ steps: [TransactionStep],
    conditions: [VersionCondition] = [],
    requestID: RequestID? = nil,
    step: UndoStep? = nil
  ) {
    self.steps = steps
    self.conditions = conditions
    self.requestID = requestID
    self.step = step
  }

  /// The names of all collections, each once, in ascending order of their bytes.
  public var collections: [Identifier] {
    var names = Set<Identifier>()
    for step in steps {
      names.insert(step.collection)
      if case .transfer(let transfer) = step.action { names.insert(transfer.target) }
    }
    for condition in conditions { names.insert(condition.collection) }
    return names.sorted()
  }
}

/// One step of a ``TransactRequest``.
public struct TransactionStep: Sendable, Hashable {
  /// What a step does.
  public enum Action: Sendable, Hashable {
    /// An operation on the collection.
    case operation(ListOperation)
    /// Items of the collection go to another one.
    case transfer(ItemTransfer)
  }

  /// The collection that the step changes; for a transfer the one that the items leave.
  public var collection: Identifier
  public var action: Action

  public init(_ collection: Identifier, _ action: Action) {
    self.collection = collection
    self.action = action
  }
}

/// Items that go from one collection to another, with their ids, fields and content versions, so that they follow each other
/// there.
///
/// From one outline to another they go with everything below them. To a flat collection, ``descendants`` has to say what becomes
/// of that.
public struct ItemTransfer: Sendable, Hashable {
  public var items: [ElementReference]
  /// The collection to which they go.
  public var target: Identifier
  /// Their place there. Without a section, a parent and an anchor it is the default section.
  public var destination: ItemDestination
  /// What becomes of the children of the items, without which they then go; nil if everything below the items goes along.
  public var descendants: DescendantPolicy?

  public init(
    _ items: [ElementReference],
    to target: Identifier,
    _ destination: ItemDestination = ItemDestination(),
    descendants: DescendantPolicy? = nil
  ) {
    self.items = items
    self.target = target
    self.destination = destination
    self.descendants = descendants
  }
}

/// The version that a collection must have for a ``TransactRequest`` to be carried out.
public struct VersionCondition: Sendable, Hashable {
  public var collection: Identifier
  /// The version; otherwise the call fails with ``StatusCode/aborted``.
  public var ifVersion: UInt64
  /// The history to which it must belong; 0: any.
  public var ifHistory: UInt64

  public init(_ collection: Identifier, ifVersion: UInt64, ifHistory: UInt64 = 0) {
    self.collection = collection
    self.ifVersion = ifVersion
    self.ifHistory = ifHistory
  }
}

/// The result of a ``TransactRequest``.
public struct TransactResult: Sendable, Hashable {
  /// A collection that the transaction named.
  public struct Collection: Sendable, Hashable {
    public var name: Identifier
    /// The version after the transaction.
    public var version: UInt64
    /// Whether it has changed. If nothing did, no version was made.
    public var changed: Bool
    /// How many elements that did not move were rekeyed.
    public var rekeyed: Int
    /// The history to which the version belongs; 0 if unknown.
    public var history: UInt64

    public init(name: Identifier, version: UInt64, changed: Bool, rekeyed: Int, history: UInt64 = 0) {
      self.name = name
      self.version = version
      self.changed = changed
      self.rekeyed = rekeyed
      self.history = history
    }
  }

  /// The collections, in ascending order of the bytes of their names.
  public var collections: [Collection]
  /// For each step the elements that it named, with their final positions; for a transfer those in the collection to which the
  /// items went.
  public var steps: [[PlacedElement]]
  /// Whether this is the stored result of an earlier request with the same request id.
  public var repeated: Bool

  public init(collections: [Collection], steps: [[PlacedElement]], repeated: Bool = false) {
    self.collections = collections
    self.steps = steps
    self.repeated = repeated
  }
}

/// The random id that the commits of one ``TransactRequest`` have in common.
public struct TransactionID: Sendable, Hashable {
  /// The length of an id, in bytes.
  public static let length = 16

  public let bytes: [UInt8]

  /// - Throws: an error with the code ``StatusCode/invalidArgument`` for another length.
  package init(_ bytes: [UInt8]) throws(ArrangeError) {
    guard bytes.count == TransactionID.length else {
      throw ArrangeError(.invalidArgument, "the id of a transaction has \(TransactionID.length) bytes")
    }
    self.bytes = bytes
  }

  package init(using random: inout some RandomNumberGenerator) {
    bytes = (0..<TransactionID.length).map { _ in UInt8.random(in: 0...255, using: &random) }
  }
}

extension TransactionStep {
  /// The number of elements that the step names; those of a transfer count in both collections.
  package var elementCount: Int {
    switch action {
    case .operation(let operation): operation.elementCount
    case .transfer(let transfer): 2 * transfer.items.count
    }
  }
}
