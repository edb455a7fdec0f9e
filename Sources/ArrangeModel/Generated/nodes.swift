// Generated from Protos/arrange/v1/nodes.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// A request for slots.
package struct GiveRequest: Sendable, Hashable {
  /// The maximum number of names in a request.
  package static let maximumNames = 16

  /// The names whose slots are wanted, 1 to 16.
  package var collections: [Identifier]
  /// The id of the calling node.
  package var receiver: UInt64

  package init(collections: [Identifier], receiver: UInt64) {
    self.collections = collections
    self.receiver = receiver
  }
}

/// A request to the node that owns a collection, for its commits.
package struct FollowRequest: Sendable, Hashable {
  /// The name of the collection.
  package var collection: Identifier
  /// The epoch of the collection that the caller has read from the journal.
  package var epoch: UInt64
  /// The newest version that the caller has.
  package var afterVersion: UInt64
  /// The id of the node that is asked; 0 in requests of older nodes.
  package var node: UInt64
  /// The incarnation that made `afterVersion`; 0 if the version is 0. It and `since` identify the history.
  package var incarnation: UInt64
  /// The first version of this incarnation's run; 0 if `afterVersion` is 0.
  package var since: UInt64

  package init(collection: Identifier, epoch: UInt64, afterVersion: UInt64, node: UInt64 = 0, incarnation: UInt64 = 0, since: UInt64 = 0) {
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
  /// The newest durable version at the called node. It can be newer than the last commit of this message.
  package var version: UInt64
  /// The commits, without gaps: each follows the previous one, also that of the previous message; the first of all has
  /// the version `afterVersion` + 1.
  package var commits: [StoredCommit]
  /// The id of the called node; 0 in responses of older nodes.
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
  /// The key by which the journal finds a repeated request; nil if there is none. At most 1024 bytes.
  package var requestID: [UInt8]?
  /// The stored bytes of the commit, or a part of them.
  package var payload: [UInt8]
  /// Whether the payload is too large for one message: its next part is in the first commit of the next message, which
  /// has the same version and request id.
  package var continues: Bool
  /// The incarnation that made the version before; 0 if unknown. It and `baseSince` identify the history that the
  /// commit continues, as in `FollowRequest`.
  package var baseIncarnation: UInt64
  /// The first version of that incarnation's run; 0 if unknown.
  package var baseSince: UInt64

  package init(version: UInt64, requestID: [UInt8]? = nil, payload: [UInt8], continues: Bool = false, baseIncarnation: UInt64 = 0, baseSince: UInt64 = 0) {
    self.version = version
    self.requestID = requestID
    self.payload = payload
    self.continues = continues
    self.baseIncarnation = baseIncarnation
    self.baseSince = baseSince
  }
}
