/// What there is to know about a collection without reading its content.
public struct CollectionInfo: Sendable, Hashable {
  public var name: Identifier
  /// The name of the ordering strategy.
  public var strategy: String
  /// Fields of the collection itself, such as a title.
  public var fields: Fields
  /// The number of commits so far.
  public var version: UInt64
  /// The random id of the collection's history, new after a restore.
  public var epoch: UInt64
  public var createdAt: Timestamp
  public var sectionCount: Int
  public var itemCount: Int

  public init(
    name: Identifier,
    strategy: String,
    fields: Fields,
    version: UInt64,
    epoch: UInt64,
    createdAt: Timestamp,
    sectionCount: Int,
    itemCount: Int
  ) {
    self.name = name
    self.strategy = strategy
    self.fields = fields
    self.version = version
    self.epoch = epoch
    self.createdAt = createdAt
    self.sectionCount = sectionCount
    self.itemCount = itemCount
  }
}
