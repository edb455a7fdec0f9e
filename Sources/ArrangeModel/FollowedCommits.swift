/// Asks the node that owns a collection for its commits.
package struct FollowRequest: Sendable, Hashable {
  package var collection: Identifier
  /// The epoch of the collection that the caller has read from the journal.
  package var epoch: UInt64
  /// The newest version that the caller has.
  package var afterVersion: UInt64

  package init(collection: Identifier, epoch: UInt64, afterVersion: UInt64) {
    self.collection = collection
    self.epoch = epoch
    self.afterVersion = afterVersion
  }
}

/// What the owner of a collection sends to a node that follows it.
package struct FollowedCommits: Sendable, Hashable {
  /// The newest durable version at the owner. It can be newer than the last commit here.
  package var version: UInt64
  /// Each follows the one before, also that of an earlier message.
  package var commits: [StoredCommit]

  package init(version: UInt64, commits: [StoredCommit] = []) {
    self.version = version
    self.commits = commits
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

  package init(version: UInt64, requestID: [UInt8]?, payload: [UInt8], continues: Bool = false) {
    self.version = version
    self.requestID = requestID
    self.payload = payload
    self.continues = continues
  }
}
