import Dispatch
package import Engine
import Synchronization

extension LoggedJournal {
  package func append(_ entries: [JournalEntry]) throws(JournalError) {
    try writer.withLock { (writer) throws(JournalError) in
      try checkUsable()
      if entries.isEmpty { return }
      do throws(JournalError) {
        let draft = try check(entries)
        if writer.file == nil { try begin(&writer) }
        let blockCount = writer.make(entries)
        if blockCount > options.largestLog / 2 {
          try appendToStore(entries, draft, &writer)
        } else {
          try appendToLog(entries, draft, blockCount, &writer)
        }
      } catch {
        throw error.code == .conflict ? error : stop(error)
      }
    }
  }

  /// Checks entries against everything that was appended, in the log or in the database.
  ///
  /// - Throws: a conflict; nothing has been written then.
  private func check(_ entries: [JournalEntry]) throws(JournalError) -> JournalHeads.Draft {
    var latest: CollectionKey?
    for entry in entries {
      try entry.checkRoom(maximumBytes: options.store.maximumEntryBytes)
      guard case .commit(let commit) = entry, commit.requestID != nil, commit.collection != latest else {
        continue
      }
      latest = commit.collection
      try store.loadRequests(of: commit.collection)
    }
    let created = LoggedJournal.created(by: entries)
    return try state.withLock { (state) throws(JournalError) in
      guard created <= state.collectionsLeft else { throw CommitID.noNumberLeft }
      let waiting = state.waiting
      return try state.heads.check(entries) { (_, collection, id) throws(JournalError) in
        if let version = waiting.version(of: collection, request: id) { return version }
        return try store.commit(of: collection, requestID: id)?.version
      }
    }
  }

  /// The number of collections that entries create.
  private static func created(by entries: [JournalEntry]) -> Int64 {
    Int64(entries.count { if case .create = $0 { true } else { false } })
  }

  /// Creates the next log.
  func begin(_ writer: inout LogWriter) throws(JournalError) {
    guard let tag = store.newestFacts.tag?.next else {
      throw damaged("its table of facts").naming(store.path)
    }
    try writer.begin(directory, LogHeader(tag: tag, blockCount: options.smallestLog))
    try store.beginLog(tag)
    try writer.mark()
    let isFirst = state.withLock { state in
      state.waiting.grow(to: options.smallestLog)
      defer { state.hasFlusher = true }
      return !state.hasFlusher
    }
    if isFirst { startFlushing() }
  }

  /// Writes entries that are too large for the log to the database.
  private func appendToStore(
    _ entries: [JournalEntry],
    _ draft: JournalHeads.Draft,
    _ writer: inout LogWriter
  ) throws(JournalError) {
    writer.pass()
    let position = writer.position
    try inOrder { () throws(JournalError) in
      while try flushSome() {}
      try flush(entries, LogProgress(position: position, durable: position.sequence, isWritten: false))
    }
    try writer.checkFiles()
    try writer.mark()
    state.withLock { take(entries, draft, &$0) }
  }

  private func appendToLog(
    _ entries: [JournalEntry],
    _ draft: JournalHeads.Draft,
    _ blockCount: Int,
    _ writer: inout LogWriter
  ) throws(JournalError) {
    let place = try makeRoom(for: blockCount, &writer)
    try writer.write(at: place)
    try writer.checkFiles()
    try writer.mark()
    let record = WaitingRecords.Record(
      position: writer.position,
      entries: entries,
      byteCount: blockCount * LogBlock.size,
      place: place
    )
    let startsFlushing = state.withLock { state in
      take(entries, draft, &state)
      state.waiting.append(record)
      guard state.waiting.byteCount >= options.flushThreshold, !state.isFlushing else { return false }
      state.isFlushing = true
      return true
    }
    if startsFlushing { moves.signal() }
  }

  /// Applies durable entries to the shared state.
  private func take(_ entries: [JournalEntry], _ draft: JournalHeads.Draft, _ state: inout State) {
    state.heads.take(draft)
    state.collectionsLeft -= LoggedJournal.created(by: entries)
  }

  /// Allocates contiguous blocks. If there are not enough, everything in the log is flushed to the database
  /// first, and the log is extended.
  private func makeRoom(for count: Int, _ writer: inout LogWriter) throws(JournalError) -> Int {
    let waiting = state.withLock { $0.waiting.byteCount }
    if waiting < options.flushThreshold, waiting >= writer.blockCount * LogBlock.size / 2 {
      // It is not full, and nothing has to be flushed yet.
      try grow(&writer, for: count)
    }
    if let place = state.withLock({ $0.waiting.take(count) }) { return place }
    try inOrder { () throws(JournalError) in while try flushSome() {} }
    try grow(&writer, for: count)
    guard let place = state.withLock({ $0.waiting.take(count) }) else {
      throw JournalError(.failed, "the log has no room for \(count) blocks")
    }
    return place
  }

  /// Extends the log, unless it has its maximum size.
  private func grow(_ writer: inout LogWriter, for count: Int) throws(JournalError) {
    try writer.grow(to: max(count, min(4 * writer.blockCount, options.largestLog)))
    let blockCount = writer.blockCount
    state.withLock { $0.waiting.grow(to: blockCount) }
  }
}
