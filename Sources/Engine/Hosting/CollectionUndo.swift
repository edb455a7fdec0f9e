import ArrangeModel

/// What a collection knows for undoing steps. Without commits on stacks it has nothing, and costs nothing.
struct CollectionUndo {
  /// Called with nil when the stacks are known.
  typealias Waiting = (ArrangeError?) -> Void

  /// The stacks are being read from the journal.
  private struct Reading {
    /// The commits that have become durable meanwhile.
    var since: [(note: UndoNote, version: UInt64)] = []
    var waiting: [Waiting]
  }

  /// The stacks of the durable state; nil until somebody undoes for the first time.
  private var stacks: UndoStacks?
  private var reading: Reading?
  /// The newest commits of the working state; nil if none was on a stack since the collection was last used.
  private(set) var log: UndoLog?
  /// The versions after which the log keeps all commits, because those before are being read; see ``UndoRead``.
  private var pins: [UInt64] = []

  /// Adds the next commit of the working state.
  mutating func add(_ commit: Commit) {
    if log == nil {
      guard commit.step != nil else { return }
      log = UndoLog(after: commit.version - 1)
    }
    log?.append(commit)
  }

  /// A commit on a stack has become durable.
  mutating func settle(_ note: UndoNote, at version: UInt64) {
    stacks?.record(note, at: version)
    reading?.since.append((note, version))
  }

  /// Forgets the commits before a version, which are trimmed.
  mutating func forget(before version: UInt64) { stacks?.forget(before: version) }

  /// Forgets the commits through a version, whose history is no longer wanted.
  mutating func forgetAll(through version: UInt64) {
    forget(before: version + 1)
    log = nil
  }

  /// Forgets the commits in memory, unless an undo is about to use them; the next one reads them again.
  mutating func forgetLog() {
    if pins.isEmpty { log = nil }
  }

  /// Forgets the commits of the collections that were not used for the longest time, if those of all take too much memory.
  static func limitLogs(of collections: some Sequence<HostedCollection>, to most: Int) {
    let logged = collections.filter { $0.undo.log != nil }
    var bytes = logged.reduce(0) { $0 + ($1.undo.log?.byteCount ?? 0) }
    guard bytes > most else { return }
    for hosted in logged.sorted(by: { $0.lastUsed < $1.lastUsed }) where bytes > most {
      let size = hosted.undo.log?.byteCount ?? 0
      hosted.undo.forgetLog()
      if hosted.undo.log == nil { bytes -= size }
    }
  }

  // MARK: Stacks

  /// A stack of the working state; nil if the stacks have not been read.
  func stack(_ scope: UndoScope, pending: some Sequence<CollectionContent.Pending>) -> UndoStack? {
    guard var stack = stacks?[scope] else { return nil }
    for commit in pending {
      if let note = commit.note, note.scope == scope { stack.record(commit.counts.version, note) }
    }
    return stack
  }

  /// Waits until the stacks are read.
  ///
  /// - Returns: whether the caller has to read them.
  mutating func wait(_ body: @escaping Waiting) -> Bool {
    guard reading == nil else {
      reading?.waiting.append(body)
      return false
    }
    reading = Reading(waiting: [body])
    return true
  }

  /// Installs stacks that were read, or tries again later if they could not be.
  ///
  /// - Parameter oldest: the oldest commit that is kept.
  /// - Returns: who waits.
  mutating func install(_ read: UndoStacks?, oldest: UInt64) -> [Waiting] {
    guard let reading else { return [] }
    self.reading = nil
    if var read {
      for (note, version) in reading.since { read.record(note, at: version) }
      read.forget(before: oldest)
      stacks = read
    }
    return reading.waiting
  }

  // MARK: Log

  /// Begins to keep the commits after a version, which is that of the working state, if it does not yet.
  mutating func beginLog(after version: UInt64) -> UndoLog {
    if let log { return log }
    let begun = UndoLog(after: version)
    log = begun
    return begun
  }

  /// Keeps the commits after a version in the log, up to ``ChangeLog/capacity``, until ``unpin(after:)`` was called as often.
  mutating func pin(after version: UInt64) {
    pins.append(version)
    log?.pin(after: pins.min())
  }

  mutating func unpin(after version: UInt64) {
    guard let place = pins.firstIndex(of: version) else { return }
    pins.remove(at: place)
    log?.pin(after: pins.min())
  }

  /// The log with older commits that were read from the journal. They stay in memory if there is room for them.
  mutating func prepend(_ read: [Commit]) -> UndoLog? {
    guard let log else { return nil }
    // Another undo may have brought the newer ones of them into memory meanwhile.
    let older = Array(read.prefix { $0.version <= log.edits.base })
    guard older.last?.version == log.edits.base else { return log }
    var size = LogSize()
    for commit in older { size.add(stored: commit) }
    if size.fits(log.edits.room) {
      self.log?.prepend(older)
      return self.log
    }
    var larger = log.withCapacity(ChangeLog.capacity)
    larger.prepend(older)
    return larger
  }
}
