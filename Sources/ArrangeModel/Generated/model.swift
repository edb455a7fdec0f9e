// Generated from Protos/arrange/v1/model.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// What there is to know about a collection, or about a view, without reading its content.
public struct CollectionInfo: Sendable, Hashable {
  /// Empty for a view that was given with the request.
  public var name: Identifier
  /// The name of the ordering strategy, such as "lexorank"; empty for a view. See Strategies/List.
  public var strategy: String
  /// Fields of the collection itself, such as a title, in ascending order of the bytes of their names.
  public var fields: Fields
  /// The number of commits so far; for a view, a number that grows with each change of what it shows and of its definition.
  public var version: UInt64
  /// The random id of the collection's history: another one after a restore, so that versions of different
  /// histories are never compared. The same for all views.
  public var epoch: UInt64
  /// When the collection was made, in microseconds since 1970-01-01T00:00:00Z.
  public var createdAt: Timestamp
  public var sectionCount: Int
  /// In all sections together.
  public var itemCount: Int
  /// Whether this is a view: it is read and subscribed to as a collection is, and can't be written to.
  public var isView: Bool
  /// In a list, why a view can't be shown, such as that a collection of it was deleted; it can be defined anew or deleted all
  /// the same. Empty where nothing is wrong.
  public var problem: String
  /// The history that the version is one of. Up to a version that two of them have with the same history they are the same;
  /// where an older copy of the data was put back, versions from there on have another one. 0 where it is not known, as for
  /// version 0, views, and in lists.
  public var history: UInt64
  /// About how many bytes the collection takes in the store: its newest checkpoint and the commits that are kept. Only in the
  /// answers of Get and List; 0 for views, and where it is not known, as for a collection that has not been used since the
  /// start of the server.
  public var storedBytes: Int

  public init(name: Identifier, strategy: String, fields: Fields, version: UInt64, epoch: UInt64, createdAt: Timestamp, sectionCount: Int, itemCount: Int, isView: Bool = false, problem: String = "", history: UInt64 = 0, storedBytes: Int = 0) {
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
    self.storedBytes = storedBytes
  }
}
