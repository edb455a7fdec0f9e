package import Engine
import Synchronization

/// Reads, which are served by the database once all appended entries of the collection are there.
extension LoggedJournal {
  package func collections() throws(JournalError) -> [CollectionRecord] {
    try settle()
    return try store.collections()
  }

  package func checkpoint(of collection: CollectionKey) throws(JournalError) -> CheckpointRecord? {
    try head(of: collection)?.checkpoint
  }

  package func oldestCommit(of collection: CollectionKey) throws(JournalError) -> UInt64? {
    try head(of: collection)?.oldestCommit
  }

  private func head(of collection: CollectionKey) throws(JournalError) -> JournalHeads.Head? {
    try state.withLock { (state) throws(JournalError) in
      try state.stop.check()
      return state.heads[collection]
    }
  }

  package func checkpointChunk(
    _ index: Int,
    of collection: CollectionKey,
    version: UInt64
  ) throws(JournalError) -> [UInt8] {
    try settle(collection)
    return try store.checkpointChunk(index, of: collection, version: version)
  }

  package func commits(
    of collection: CollectionKey,
    from: UInt64,
    limit: Int
  ) throws(JournalError) -> [CommitRecord] {
    try settle(collection)
    return try store.commits(of: collection, from: from, limit: limit)
  }

  package func commit(
    of collection: CollectionKey,
    requestID: [UInt8]
  ) throws(JournalError) -> CommitRecord? {
    try settle(collection)
    return try store.commit(of: collection, requestID: requestID)
  }

  package func requests(
    of collection: CollectionKey,
    limit: Int
  ) throws(JournalError) -> [RequestRecord] {
    try settle(collection)
    return try store.requests(of: collection, limit: limit)
  }

  package func snapshot() throws(JournalError) -> any JournalReading {
    try settle()
    return try store.snapshot()
  }
}
