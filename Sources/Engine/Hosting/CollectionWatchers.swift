import ArrangeModel

/// Who is notified of the commits of a collection: subscribers, views, and other nodes.
struct CollectionWatchers {
  /// The feed of subscribers; nil if there are none.
  var feed: ChangeFeed<ListAtVersion, ChangeLog>?
  /// The shards that have views of the collection.
  var shardsWithViews: Set<Int> = []
  /// The newest commit that is being sent to them, without its state.
  var latestStep: SourceStep?
  /// The other nodes that get its commits.
  var followers: [ObjectIdentifier: any CommitListener] = [:]

  /// Whether the state of a commit is needed when it is durable.
  var needsState: Bool { feed != nil || !shardsWithViews.isEmpty }

  var isEmpty: Bool { feed == nil && shardsWithViews.isEmpty && followers.isEmpty }

  /// The step for the views of a commit; nil if there are none.
  func step(of commit: Commit) -> SourceStep? {
    shardsWithViews.isEmpty ? nil : SourceStep(commit, shardIndices: Array(shardsWithViews))
  }
}

/// What a replica has to do with its owner.
struct ReplicaState {
  /// What brings the commits of the owner; nil unless this is a replica.
  var source: (any ReplicaFeed)?
  /// Whether this replica may have read a commit of which its owner does not know yet that it was made.
  var isAheadOfOwner = false
  /// The node that has confirmed, on the connection over which it sends commits now, that this replica is of its history; nil
  /// if none has.
  var confirmedBy: Int64?
  /// The other commits of the newest transactions over several collections, as far as they are known.
  var needs = NeededVersions()
  /// The callers that wait until the replica has a version.
  var awaitingVersions: [VersionWaiter] = []
}
