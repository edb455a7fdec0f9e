import ArrangeModel

/// A commit that is being sent to the views of its own and other shards.
///
/// It is filled in by the shard that makes the commit and read once it is durable.
final class SourceStep: @unchecked Sendable {
  let collection: CollectionKey
  let version: UInt64
  let edits: [Edit]
  let author: Principal?
  let requestID: RequestID?
  /// The shards that have views of the collection.
  let shardIndices: [Int]
  /// The collection after the commit; nil if a later commit of the same turn has it.
  var state: CollectionState?

  init(_ commit: Commit, shardIndices: [Int]) {
    collection = commit.collection
    version = commit.version
    edits = commit.edits
    author = commit.author
    requestID = commit.requestID
    self.shardIndices = shardIndices
  }
}
