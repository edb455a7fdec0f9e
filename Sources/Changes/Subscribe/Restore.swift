/// What came of a request to take a collection back to an earlier content.
public struct RestoreResult: Sendable, Hashable {
  /// The version whose content the collection has.
  public var restored: UInt64
  /// The version of the collection afterwards.
  public var version: UInt64
  /// Whether anything changed, or would change; if nothing did, no version was made.
  public var changed: Bool
  /// Whether this is the result of an earlier request with the same request id.
  public var repeated: Bool
  /// The history to which the version belongs.
  public var history: UInt64
  /// What would change; only of a dry run in a flat collection.
  public var changes: ChangeBatch?
  /// What would change; only of a dry run in an outline.
  public var tree: TreeBatch?

  public init(
    restored: UInt64,
    version: UInt64,
    changed: Bool,
    repeated: Bool = false,
    history: UInt64 = 0,
    changes: ChangeBatch? = nil,
    tree: TreeBatch? = nil
  ) {
    self.restored = restored
    self.version = version
    self.changed = changed
    self.repeated = repeated
    self.history = history
    self.changes = changes
    self.tree = tree
  }
}
