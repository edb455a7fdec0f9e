/// The contents of a journal, or of a copy of one, for reading.
package protocol JournalReading: Sendable {
  /// All collections, in no particular order.
  func collections() throws(JournalError) -> [CollectionRecord]

  /// The newest complete checkpoint of a collection; nil if there is none.
  func checkpoint(of collection: CollectionKey) throws(JournalError) -> CheckpointRecord?

  /// One chunk of a checkpoint. Chunks are counted from 0.
  func checkpointChunk(
    _ index: Int,
    of collection: CollectionKey,
    version: UInt64
  ) throws(JournalError) -> [UInt8]

  /// Commits in ascending order, from version `from` on, at most `limit` of them.
  func commits(
    of collection: CollectionKey,
    from: UInt64,
    limit: Int
  ) throws(JournalError) -> [CommitRecord]

  /// The oldest version whose commit is still kept; nil if there is none.
  func oldestCommit(of collection: CollectionKey) throws(JournalError) -> UInt64?
}
