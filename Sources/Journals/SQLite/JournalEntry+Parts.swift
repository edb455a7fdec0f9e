import Engine

/// What journals look at in an entry.
extension JournalEntry {
  /// The collection that the entry is about.
  var collection: CollectionKey {
    switch self {
    case .create(let key, _, _, _), .describe(let key, _), .delete(let key), .trim(let key, _): key
    case .checkpointChunk(let key, _, _, _, _): key
    case .commit(let commit): commit.collection
    }
  }

  /// How many bytes of the engine's the entry carries.
  private var byteCount: Int {
    switch self {
    case .create(_, _, let bytes, _), .describe(_, let bytes): bytes.count
    case .checkpointChunk(_, _, _, _, let bytes): bytes.count
    case .commit(let commit): commit.payload.count
    case .delete, .trim: 0
    }
  }

  /// What identifies the commit; nil where the entry is none.
  var commit: (key: CollectionKey, version: UInt64)? {
    if case .commit(let commit) = self { (commit.collection, commit.version) } else { nil }
  }

  /// Checks that there is room for what an entry says.
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
