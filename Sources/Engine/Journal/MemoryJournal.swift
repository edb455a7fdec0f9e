import Synchronization

/// A journal that holds everything in memory: for tests, and for collections that need not outlive a process.
///
/// The content of a ``Store`` outlives the journal, so that closing and reopening can be tested without a
/// disk.
package final class MemoryJournal: Journal {
  /// A stand-in for the disk: named places for journals.
  package final class Store: Sendable {
    fileprivate let places = Mutex<[String: Contents]>([:])

    package init() {}
  }

  private struct State {
    var contents = Contents()
    var isClosed = false
  }

  private let store: Store
  private let place: String
  private let state: Mutex<State>

  /// Opens the journal at a place of a store, or creates an empty one.
  package init(store: Store = Store(), place: String = "") {
    self.store = store
    self.place = place
    let contents = store.places.withLock { $0[place] } ?? Contents()
    state = Mutex(State(contents: contents))
  }

  private func reading<Value: Sendable>(
    _ body: (borrowing Contents) throws(JournalError) -> Value
  ) throws(JournalError) -> Value {
    try state.withLock { (state) throws(JournalError) in
      if state.isClosed { throw MemoryJournal.closed }
      return try body(state.contents)
    }
  }

  private static var closed: JournalError { JournalError(.closed, "the journal is closed") }

  package func collections() throws(JournalError) -> [CollectionRecord] {
    try reading { (contents) throws(JournalError) in contents.records }
  }

  package func append(_ entries: [JournalEntry]) throws(JournalError) {
    try state.withLock { (state) throws(JournalError) in
      if state.isClosed { throw MemoryJournal.closed }
      try state.contents.append(entries)
    }
  }

  package func checkpoint(of collection: CollectionKey) throws(JournalError) -> CheckpointRecord? {
    try reading { (contents) throws(JournalError) in contents.heads[collection]?.checkpoint }
  }

  package func checkpointChunk(
    _ index: Int,
    of collection: CollectionKey,
    version: UInt64
  ) throws(JournalError) -> [UInt8] {
    try reading { (contents) throws(JournalError) in
      guard let checkpoint = contents.heads[collection]?.checkpoint, checkpoint.version == version,
        (0..<checkpoint.chunkCount).contains(index), let bodies = contents.bodies[collection]
      else { throw JournalError(.conflict, "there is no chunk \(index) of a checkpoint \(version)") }
      return bodies.checkpoint[index]
    }
  }

  package func commits(
    of collection: CollectionKey,
    from: UInt64,
    limit: Int
  ) throws(JournalError) -> [CommitRecord] {
    try reading { (contents) throws(JournalError) in
      Array(contents.commits(of: collection, from: from).prefix(max(0, limit)))
    }
  }

  package func commit(
    of collection: CollectionKey,
    requestID: [UInt8]
  ) throws(JournalError) -> CommitRecord? {
    try reading { (contents) throws(JournalError) in
      guard let version = contents.bodies[collection]?.requests[requestID] else { return nil }
      guard let commit = contents.commits(of: collection, from: version).first else { return nil }
      return commit.version == version ? commit : nil
    }
  }

  package func requests(
    of collection: CollectionKey,
    limit: Int
  ) throws(JournalError) -> [RequestRecord] {
    try reading { (contents) throws(JournalError) in
      var records: [RequestRecord] = []
      for commit in contents.commits(of: collection, from: 0).reversed() {
        if records.count >= limit { break }
        guard let id = commit.requestID else { continue }
        records.append(RequestRecord(requestID: id, version: commit.version))
      }
      return records
    }
  }

  package func oldestCommit(of collection: CollectionKey) throws(JournalError) -> UInt64? {
    try reading { (contents) throws(JournalError) in contents.heads[collection]?.oldestCommit }
  }

  package func snapshot() throws(JournalError) -> any JournalReading {
    let copy = try reading { (contents) throws(JournalError) in copy contents }
    let store = Store()
    store.places.withLock { $0[place] = copy.withoutUnfinished() }
    return MemoryJournal(store: store, place: place)
  }

  package func close() {
    let contents = state.withLock { state in
      if state.isClosed { return nil as Contents? }
      state.isClosed = true
      let contents = state.contents
      state.contents = Contents()
      return contents
    }
    guard let contents else { return }
    store.places.withLock { $0[place] = contents.withoutUnfinished() }
  }
}
