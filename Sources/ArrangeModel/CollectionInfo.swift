/// A description of a collection, or of a view, without its content.
public struct CollectionInfo: Sendable, Hashable {
  public var name: Identifier
  /// The name of the ordering strategy; empty for a view.
  public var strategy: String
  /// Fields of the collection itself, such as a title.
  public var fields: Fields
  /// The number of commits so far; for a view, a number that grows with each change of its content.
  public var version: UInt64
  /// The random id of the collection's history, new after a restore.
  public var epoch: UInt64
  public var createdAt: Timestamp
  public var sectionCount: Int
  public var itemCount: Int
  /// Whether this is a view: it is read and subscribed to like a collection, but can't be written to.
  public var isView: Bool
  /// Why a view in a list of collections can't be shown, such as that one of its collections was deleted;
  /// empty if it can.
  public var problem: String
  /// The history to which the version belongs; 0 if unknown, as for views and in lists of collections.
  public var history: UInt64
  /// About how many bytes the collection takes in the store: its newest checkpoint and the retained commits. Only in
  /// the answers to requests for the description and the list; 0 for views, and if it is not known, as for a collection
  /// that was not used since the start of the server.
  public var storedBytes = 0

  /// Identifies the current state of the collection.
  public var state: StateID { StateID(version: version, history: history) }

  public init(
    name: Identifier,
    strategy: String,
    fields: Fields,
    version: UInt64,
    epoch: UInt64,
    createdAt: Timestamp,
    sectionCount: Int,
    itemCount: Int,
    isView: Bool = false,
    problem: String = "",
    history: UInt64 = 0
  ) {
    self.name = name
    self.strategy = strategy
    self.fields = fields
    self.version = version
    self.epoch = epoch
    self.createdAt = createdAt
    self.sectionCount = sectionCount
    self.itemCount = itemCount
    self.isView = isView
    self.problem = problem
    self.history = history
  }
}
