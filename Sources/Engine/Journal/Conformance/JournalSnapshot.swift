/// Everything that can be read from a journal, as one value: to compare a journal with another one or with a
/// model.
package struct JournalSnapshot: Sendable, Hashable {
  /// Everything about one collection.
  package struct Collection: Sendable, Hashable {
    package var record: CollectionRecord
    package var oldest: UInt64?
    package var commits: [CommitRecord]
    package var checkpoint: CheckpointRecord?
    package var chunks: [[UInt8]]
    package var requests: [RequestRecord]
  }

  /// The number of commits that are read at a time.
  private static let pageLength = 7

  /// By ascending key.
  package var collections: [Collection] = []

  package init() {}

  /// Reads everything. O(size of the journal).
  package init(of journal: any Journal) throws(JournalError) {
    try self.init(reading: journal)
    for index in collections.indices {
      collections[index].requests = try journal.requests(of: collections[index].record.key, limit: .max)
    }
  }

  /// Reads everything that a copy has. The requests are those of its commits.
  package init(reading source: any JournalReading) throws(JournalError) {
    let records = try source.collections().sorted { $0.key.value < $1.key.value }
    for record in records { collections.append(try Collection(reading: source, record)) }
  }

  /// Reads everything from a recovered journal, and checks that it accepts the next commit of each
  /// collection.
  ///
  /// - Returns: the content before those commits.
  package static func recovered(from journal: any Journal) throws(JournalError) -> JournalSnapshot {
    let snapshot = try JournalSnapshot(of: journal)
    try journal.append(
      snapshot.collections.map { collection in
        let (key, version) = (collection.record.key, collection.record.version)
        return .commit(CommitRecord(collection: key, version: version + 1, requestID: nil, payload: []))
      }
    )
    return snapshot
  }
}

extension JournalSnapshot.Collection {
  fileprivate init(reading journal: any JournalReading, _ record: CollectionRecord) throws(JournalError) {
    self.record = record
    let key = record.key
    oldest = try journal.oldestCommit(of: key)
    commits = []
    var from: UInt64 = 0
    while true {
      let page = try journal.commits(of: key, from: from, limit: JournalSnapshot.pageLength)
      commits += page
      guard page.count == JournalSnapshot.pageLength, let last = page.last else { break }
      from = last.version + 1
    }
    chunks = []
    checkpoint = try journal.checkpoint(of: key)
    if let checkpoint {
      for index in 0..<checkpoint.chunkCount {
        chunks.append(try journal.checkpointChunk(index, of: key, version: checkpoint.version))
      }
    }
    requests = commits.reversed().compactMap { commit in
      commit.requestID.map { RequestRecord(requestID: $0, version: commit.version) }
    }
  }

  init(record: CollectionRecord) {
    self.record = record
    commits = []
    chunks = []
    requests = []
  }
}
