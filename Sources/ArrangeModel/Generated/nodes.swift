// Generated from Protos/arrange/v1/nodes.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// A request of `Nodes/Follow`.
package struct FollowRequest: Sendable, Hashable {
  package var collection: Identifier
  /// Of the collection, as its description in the journal has it.
  package var epoch: UInt64
  /// The newest version that the caller has.
  package var afterVersion: UInt64
  /// The id of the node that is asked; 0 in requests of older nodes.
  package var node: UInt64
  /// The history of `after_version`: the incarnation that made it, and the first version of this incarnation's run. Both are 0 if
  /// the version is 0.
  package var incarnation: UInt64
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

package struct FollowedCommits: Sendable, Hashable {
  /// The newest durable version at the called node. It can be newer than the last commit of this message.
  package var version: UInt64
  /// Contiguous: each follows the one before, also that of an earlier message; the first of all is `after_version` + 1.
  package var commits: [StoredCommit]
  /// The id of the called node; 0 in answers of older nodes.
  package var node: UInt64

  package init(version: UInt64, commits: [StoredCommit] = [], node: UInt64 = 0) {
    self.version = version
    self.commits = commits
    self.node = node
  }
}

/// A commit in the form that the journal stores.
package struct StoredCommit: Sendable, Hashable {
  /// The maximum length of ``requestID``, in bytes.
  package static let maximumRequestIDLength = 1_024

  /// The version that the commit leads to.
  package var version: UInt64
  /// The key by which the journal finds a repeated request; nil if there is none. At most 1024 bytes.
  package var requestID: [UInt8]?
  package var payload: [UInt8]
  /// The payload is too large for one message: its next part is in the first commit of the next message, which has the same
  /// version and request id.
  package var continues: Bool
  /// The history that the commit goes on from: that of the version before, as in FollowRequest. Both are 0 if it is not known.
  package var baseIncarnation: UInt64
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
