import Engine

/// Properties of entries that journals use.
extension JournalEntry {
  /// The collection that the entry is about.
  var collection: CollectionKey {
    switch self {
    case .create(let key, _, _, _), .describe(let key, _), .delete(let key), .trim(let key, _): key
    case .checkpointChunk(let key, _, _, _, _): key
    case .commit(let commit): commit.collection
    }
  }

  /// The size of the engine's data in the entry, in bytes.
  private var byteCount: Int {
    switch self {
    case .create(_, _, let bytes, _), .describe(_, let bytes): bytes.count
    case .checkpointChunk(_, _, _, _, let bytes): bytes.count
    case .commit(let commit): commit.payload.count
    case .delete, .trim: 0
    }
  }

  /// The collection and version of the commit; nil if the entry is not a commit.
  var commit: (key: CollectionKey, version: UInt64)? {
    if case .commit(let commit) = self { (commit.collection, commit.version) } else { nil }
  }

  /// Checks that the entry is within the limits.
  ///
  /// - Throws: a conflict.
  func checkRoom(maximumBytes: Int) throws(JournalError) {
    guard byteCount <= maximumBytes else {
      throw JournalError(
        .conflict,
        "an entry of \(byteCount) bytes; the journal takes \(maximumBytes) at most"
      )
    }
    switch self {
    case .create(_, _, _, let version) where version >= CommitID.maximumVersion:
      throw JournalError(.conflict, "version \(version) is beyond \(CommitID.maximumVersion)")
    case .commit(let commit) where commit.version > CommitID.maximumVersion:
      throw JournalError(.conflict, "version \(commit.version) is beyond \(CommitID.maximumVersion)")
    case .checkpointChunk(_, _, let index, _, _) where index > ChunkID.maximumIndex:
      throw JournalError(.conflict, "chunk \(index) is beyond \(ChunkID.maximumIndex)")
    default: break
    }
  }
}
