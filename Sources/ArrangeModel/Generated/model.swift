// Generated from Protos/arrange/v1/model.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// A description of a collection, or of a view, without its content.
public struct CollectionInfo: Sendable, Hashable {
  /// The name of the collection or of the stored view; empty for a view that was given in the request.
  public var name: Identifier
  /// The name of the ordering strategy, such as "lexorank"; empty for a view. See Strategies/List.
  public var strategy: String
  /// Fields of the collection itself, such as a title, in ascending order of the bytes of their names.
  public var fields: Fields
  /// The number of commits so far; for a view, a number that grows with each change of its content and of its
  /// definition.
  public var version: UInt64
  /// The random id of the collection's history; new after a restore, so that versions of different histories are never
  /// compared. The same for all views.
  public var epoch: UInt64
  /// When the collection was created, in microseconds since 1970-01-01T00:00:00Z.
  public var createdAt: Timestamp
  /// The number of sections.
  public var sectionCount: Int
  /// The number of items of all sections together.
  public var itemCount: Int
  /// Whether this is a view: it is read and subscribed to like a collection, but can't be written to.
  public var isView: Bool
  /// Why a view in a list of collections can't be shown, such as that one of its collections was deleted; empty if it
  /// can be shown. The view can still be redefined or deleted.
  public var problem: String
  /// The history to which the version belongs; 0 if unknown, as for version 0, for views, and in lists of collections.
  /// Copies of a collection that have the same version and the same history are identical up to that version. If an
  /// older copy of the data is restored, later versions belong to another history.
  public var history: UInt64
  /// The approximate size of the collection in the store, in bytes: its newest checkpoint and the retained commits. Only
  /// in the responses of Get and List; 0 for views, and if it is unknown, as for a collection that was not used since
  /// the start of the server.
  public var storedBytes: Int
  /// The limits of an outline; nil if the collection is flat. Servers before version 0.7.0 have no outlines.
  public var outline: OutlineSettings?

  public init(name: Identifier, strategy: String, fields: Fields, version: UInt64, epoch: UInt64, createdAt: Timestamp, sectionCount: Int, itemCount: Int, isView: Bool = false, problem: String = "", history: UInt64 = 0, storedBytes: Int = 0, outline: OutlineSettings? = nil) {
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
    self.outline = outline
  }
}
