/// What there is to know about a collection, or about a view, without reading its content.
public struct CollectionInfo: Sendable, Hashable {
  public var name: Identifier
  /// The name of the ordering strategy; empty for a view.
  public var strategy: String
  /// Fields of the collection itself, such as a title.
  public var fields: Fields
  /// The number of commits so far; for a view, a number that grows with each change of what it shows.
  public var version: UInt64
  /// The random id of the collection's history, new after a restore.
  public var epoch: UInt64
  public var createdAt: Timestamp
  public var sectionCount: Int
  public var itemCount: Int
  /// Whether this is a view: it is read and subscribed to as a collection is, and can't be written to.
  public var isView: Bool
  /// Why a view in a list of collections can't be shown, such as that a collection of it was deleted; empty if nothing is
  /// wrong.
  public var problem: String
  /// The history that the version is one of; 0 if it is not known, as for views and in lists of collections.
  public var history: UInt64

  /// What names the state that the collection is in.
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
