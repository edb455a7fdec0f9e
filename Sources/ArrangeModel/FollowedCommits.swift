/// Asks the node that owns a collection for its commits.
package struct FollowRequest: Sendable, Hashable {
  package var collection: Identifier
  /// The epoch of the collection that the caller has read from the journal.
  package var epoch: UInt64
  /// The newest version that the caller has.
  package var afterVersion: UInt64
  /// The id of the node that is asked; 0 in requests of older nodes.
  package var node: UInt64
  /// The incarnation that made ``afterVersion``, and the first version of its run.
  package var incarnation: UInt64
  package var since: UInt64

  package init(
    collection: Identifier,
    epoch: UInt64,
    afterVersion: UInt64,
    node: UInt64 = 0,
    incarnation: UInt64 = 0,
    since: UInt64 = 0
  ) {
    self.collection = collection
    self.epoch = epoch
    self.afterVersion = afterVersion
    self.node = node
    self.incarnation = incarnation
    self.since = since
  }
}

/// What the owner of a collection sends to a node that follows it.
package struct FollowedCommits: Sendable, Hashable {
  /// The newest durable version at the owner. It can be newer than the last commit here.
  package var version: UInt64
  /// Each follows the one before, also that of an earlier message.
  package var commits: [StoredCommit]
  /// The id of the owner; 0 in answers of older nodes.
  package var node: UInt64

  package init(version: UInt64, commits: [StoredCommit] = [], node: UInt64 = 0) {
    self.version = version
    self.commits = commits
    self.node = node
  }
}

/// A commit, or a part of one, in the form that the journal stores.
package struct StoredCommit: Sendable, Hashable {
  /// The maximum length of ``requestID``, in bytes.
  package static let maximumRequestIDLength = 1_024

  /// The version that the commit leads to.
  package var version: UInt64
  /// The key by which the journal finds a repeated request.
  package var requestID: [UInt8]?
  package var payload: [UInt8]
  /// Whether the next part of the payload is in the first commit of the next message, which has the same version
  /// and request id.
  package var continues: Bool
  /// The incarnation that made the version before, and the first version of its run; 0 if it is not known.
  package var baseIncarnation: UInt64
  package var baseSince: UInt64

  package init(
    version: UInt64,
    requestID: [UInt8]?,
    payload: [UInt8],
    continues: Bool = false,
    baseIncarnation: UInt64 = 0,
    baseSince: UInt64 = 0
  ) {
    self.version = version
    self.requestID = requestID
    self.payload = payload
    self.continues = continues
    self.baseIncarnation = baseIncarnation
    self.baseSince = baseSince
  }
}
