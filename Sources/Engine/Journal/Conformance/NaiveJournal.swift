/// A journal simple enough to be obviously correct: the model of the conformance suite.
///
/// An append copies everything, so it is for small histories only.
package struct NaiveJournal: Sendable {
  package private(set) var snapshot = JournalSnapshot()
  /// The checkpoints in progress.
  private var unfinished: [CollectionKey: (version: UInt64, chunks: [[UInt8]])] = [:]
  private var usedKeys: Set<CollectionKey> = []

  package init() {}

  /// Carries out all entries or none.
  ///
  /// - Returns: whether there was no conflict.
  package mutating func append(_ entries: [JournalEntry]) -> Bool {
    var copy = self
    for entry in entries {
      guard copy.add(entry) else { return false }
    }
    copy.snapshot.collections.sort { $0.record.key.value < $1.record.key.value }
    self = copy
    return true
  }

  /// Simulates a close and a reopening: unfinished checkpoints are dropped.
  package mutating func reopen() { unfinished = [:] }

  package subscript(key: CollectionKey) -> JournalSnapshot.Collection? {
    index(of: key).map { snapshot.collections[$0] }
  }

  private func index(of key: CollectionKey) -> Int? {
    snapshot.collections.firstIndex { $0.record.key == key }
  }

  private mutating func add(_ entry: JournalEntry) -> Bool {
    switch entry {
    case .create(let key, let name, let descriptor, let version):
      let isNameTaken = snapshot.collections.contains { $0.record.name == name }
      guard !isNameTaken, usedKeys.insert(key).inserted else { return false }
      let record = CollectionRecord(key: key, name: name, version: version, descriptor: descriptor)
      snapshot.collections.append(JournalSnapshot.Collection(record: record))
      return true
    case .describe(let key, let descriptor):
      return change(key) { collection in
        collection.record.descriptor = descriptor
        return true
      }
    case .delete(let key):
      guard let index = index(of: key) else { return false }
      snapshot.collections.remove(at: index)
      unfinished[key] = nil
      return true
    case .commit(let commit):
      return change(commit.collection) { collection in
        let isTaken = collection.commits.contains {
          commit.requestID != nil && $0.requestID == commit.requestID
        }
        guard !isTaken, commit.version == collection.record.version + 1 else { return false }
        collection.record.version = commit.version
        collection.commits.append(commit)
        return true
      }
    case .trim(let key, let before):
      return change(key) { collection in
        guard before <= collection.record.version + 1 else { return false }
        collection.commits.removeAll { $0.version < before }
        return true
      }
    case .checkpointChunk(let key, let version, let index, let isLast, let bytes):
      return addChunk(key, version, index, isLast, bytes)
    }
  }

  private mutating func addChunk(
    _ key: CollectionKey,
    _ version: UInt64,
    _ index: Int,
    _ isLast: Bool,
    _ bytes: [UInt8]
  ) -> Bool {
    guard let collection = self[key], version <= collection.record.version else { return false }
    if let complete = collection.checkpoint, version <= complete.version { return false }
    if index == 0 {
      unfinished[key] = (version, [bytes])
    } else {
      guard let begun = unfinished[key], begun.version == version, begun.chunks.count == index else {
        return false
      }
      unfinished[key]?.chunks.append(bytes)
    }
    guard isLast else { return true }
    let chunks = unfinished.removeValue(forKey: key)?.chunks ?? []
    return change(key) { collection in
      collection.checkpoint = CheckpointRecord(version: version, chunkCount: chunks.count)
      collection.chunks = chunks
      return true
    }
  }

  private mutating func change(
    _ key: CollectionKey,
    _ body: (inout JournalSnapshot.Collection) -> Bool
  ) -> Bool {
    guard let index = index(of: key) else { return false }
    guard body(&snapshot.collections[index]) else { return false }
    let commits = snapshot.collections[index].commits
    snapshot.collections[index].oldest = commits.first?.version
    snapshot.collections[index].requests = commits.reversed().compactMap { commit in
      commit.requestID.map { RequestRecord(requestID: $0, version: commit.version) }
    }
    return true
  }
}
