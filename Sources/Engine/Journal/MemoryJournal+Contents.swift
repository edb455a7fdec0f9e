extension MemoryJournal {
  /// The contents of a journal as a value.
  struct Contents: Sendable {
    /// The bytes of one collection.
    struct Body: Sendable {
      var descriptor: [UInt8]
      /// Consecutive commits. Trimmed ones stay at the front until they are half of all.
      var commits: [CommitRecord] = []
      /// Versions by request id. They are removed together with their commits.
      var requests: [[UInt8]: UInt64] = [:]
      var checkpoint: [[UInt8]] = []
      var unfinished: [[UInt8]] = []
    }

    private(set) var heads = JournalHeads()
    private(set) var bodies: [CollectionKey: Body] = [:]

    var records: [CollectionRecord] {
      heads.heads.map { key, head in
        CollectionRecord(
          key: key,
          name: head.name,
          version: head.version,
          descriptor: bodies[key]?.descriptor ?? []
        )
      }
    }

    /// The retained commits from a version on.
    func commits(of key: CollectionKey, from: UInt64) -> ArraySlice<CommitRecord> {
      guard let head = heads[key], let commits = bodies[key]?.commits, let first = commits.first else {
        return []
      }
      let from = max(from, head.oldest)
      guard from <= head.version else { return [] }
      return commits[Int(from - first.version)...]
    }

    mutating func append(_ entries: [JournalEntry]) throws(JournalError) {
      let draft = try heads.check(entries) { (_, key, id) throws(JournalError) in bodies[key]?.requests[id] }
      for entry in entries { add(entry) }
      heads.take(draft)
      for case .trim(let key, _) in entries { dropTrimmed(key) }
    }

    private mutating func add(_ entry: JournalEntry) {
      switch entry {
      case .create(let key, _, let descriptor, _): bodies[key] = Body(descriptor: descriptor)
      case .describe(let key, let descriptor): bodies[key]?.descriptor = descriptor
      case .delete(let key): bodies[key] = nil
      case .commit(let commit):
        bodies[commit.collection]?.commits.append(commit)
        if let id = commit.requestID { bodies[commit.collection]?.requests[id] = commit.version }
      case .checkpointChunk(let key, _, let index, let isLast, let bytes):
        if index == 0 { bodies[key]?.unfinished = [] }
        bodies[key]?.unfinished.append(bytes)
        if isLast, let chunks = bodies[key]?.unfinished {
          bodies[key]?.checkpoint = chunks
          bodies[key]?.unfinished = []
        }
      case .trim: break
      }
    }

    /// Removes trimmed commits once they are half of all, which costs O(1) for each of them.
    private mutating func dropTrimmed(_ key: CollectionKey) {
      guard let head = heads[key], let commits = bodies[key]?.commits, let first = commits.first else {
        return
      }
      let trimmed = Int(head.oldest - first.version)
      guard trimmed * 2 >= commits.count else { return }
      for commit in commits.prefix(trimmed) {
        guard let id = commit.requestID, bodies[key]?.requests[id] == commit.version else { continue }
        bodies[key]?.requests[id] = nil
      }
      bodies[key]?.commits = Array(commits.dropFirst(trimmed))
    }

    /// The contents as the next opening finds them.
    func withoutUnfinished() -> Contents {
      var result = self
      result.heads = JournalHeads()
      for (key, head) in heads.heads {
        var head = head
        head.unfinished = nil
        _ = result.heads.restore(key, head)
        result.bodies[key]?.unfinished = []
      }
      return result
    }
  }
}
