public import ArrangeModel

/// A request for the changes from one version of a collection to another.
public struct DiffRequest: Sendable, Hashable {
  public var collection: Identifier
  /// The version that the changes begin with.
  public var from: VersionReference
  /// The version to which they lead, which may be the earlier one; nil for the newest.
  public var to: VersionReference?
  /// The form of the batch; `tree` for outlines, and only for those.
  public var profile: ChangeBatch.Profile

  public init(
    collection: Identifier,
    from: VersionReference,
    to: VersionReference? = nil,
    profile: ChangeBatch.Profile = .exact
  ) {
    self.collection = collection
    self.from = from
    self.to = to
    self.profile = profile
  }
}

/// The changes from one version of a collection to another.
public struct VersionDiff: Sendable, Hashable {
  /// The version that the changes begin with.
  public var from: UInt64
  /// The version to which they lead.
  public var to: UInt64
  /// The changes. Those of an outline are in ``tree``, and here are only the sizes.
  public var batch: ChangeBatch
  /// The changes of an outline; nil if the collection is flat.
  public var tree: TreeBatch?

  /// The number of commits between the two versions.
  public var commits: UInt64 { from < to ? to - from : from - to }

  public init(from: UInt64, to: UInt64, batch: ChangeBatch) {
    self.from = from
    self.to = to
    self.batch = batch
  }

  public init(from: UInt64, to: UInt64, tree: TreeBatch) {
    self.init(from: from, to: to, batch: ChangeBatch(before: tree.before, after: tree.after))
    self.tree = tree
  }
}
