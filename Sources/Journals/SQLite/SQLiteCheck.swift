import Engine

/// Checks the files of a database before any of them is opened for writing: a refused start changes nothing.
enum SQLiteCheck {
  /// The contents of the database in a directory; nil if there is none.
  ///
  /// - Throws: ``JournalError/Code/unusable`` or ``JournalError/Code/damaged``, with the name of the file.
  static func contents(
    in directory: String,
    _ options: SQLiteJournal.Options
  ) throws(JournalError) -> SQLiteContents? {
    let path = SQLiteFile.path(in: directory)
    let logPath = path + "-wal"
    guard try JournalDirectory.checkRegular(path), let file = try ReadOnlyFile(path) else {
      try refuseRest(of: path, in: directory)
      return nil
    }
    let log = try WriteAheadLog(logPath)
    try SQLiteFile.check(path, hasLog: log != nil)
    SQLiteFile.limitHeap(options.maximumRowBytes)
    var logFile: ReadOnlyFile?
    do {
      logFile = log == nil ? nil : try ReadOnlyFile(logPath)
      guard let log, let logFile else {
        let view = try SQLiteView(file, nil, maximumRowBytes: options.maximumRowBytes)
        return try contents(view, isWhole: file.length <= options.checkedBytes)
      }
      try checkLength(file, log)
      let view = try SQLiteView(file, (log, logFile), maximumRowBytes: options.maximumRowBytes)
      let alone = try? SQLiteView(file, nil, maximumRowBytes: options.maximumRowBytes)
      try check(log: try SQLiteContents.readFacts(view), alone.flatMap { facts(of: $0) }, path, logPath)
      return try contents(view, isWhole: log.pageCount * log.pageSize <= options.checkedBytes)
    } catch {
      if let failure = file.readError ?? logFile?.readError { throw failure }
      let error = translate(error, path, isOpening: true)
      guard !error.message.contains(logPath) else { throw error }
      // It is unknown which of the two files was changed.
      let what = log == nil ? "is empty; was it lost?" : "may be what is damaged"
      throw JournalError(error.code, "\(error.message) (\(logPath) \(what))")
    }
  }

  /// Refuses to create a database if other files of one exist: their content would be lost.
  private static func refuseRest(of path: String, in directory: String) throws(JournalError) {
    let names = ["journal.log", "journal.sqlite-wal", "journal.mark"]
    guard let rest = names.first(where: { JournalDirectory.exists("\(directory)/\($0)") }) else { return }
    throw JournalError(
      .damaged,
      "\(path) is missing, although \(rest) is there, which may have commits that are nowhere else; bring the file back. To "
        + "begin anew, give the server an empty data directory"
    )
  }

  /// The facts in the file alone, without the write-ahead log; nil if they were being overwritten.
  private static func facts(of view: SQLiteView) -> SQLiteFacts? {
    guard let facts = try? SQLiteFacts(view), facts.tag == nil || facts.isSealed else { return nil }
    return facts
  }

  /// Checks that every page is in the log or in the file.
  private static func checkLength(_ file: ReadOnlyFile, _ log: WriteAheadLog) throws(JournalError) {
    let filePages = file.length / log.pageSize
    guard filePages < log.pageCount else { return }
    for page in filePages + 1...log.pageCount where log.pages[UInt32(page)] == nil {
      throw JournalError(
        .damaged,
        "\(file.path) is damaged: it is cut off, or \(file.path)-wal is not the one that belongs to it; "
          + LogRecords.advice
      )
    }
  }

  /// Checks that a write-ahead log belongs to a file: that it begins at or before the state of the file, and
  /// ends at or after it.
  private static func check(
    log: SQLiteFacts,
    _ file: SQLiteFacts?,
    _ path: String,
    _ logPath: String
  ) throws(JournalError) {
    guard let file else { return }
    // A file that has just got its identity has it in the log only.
    guard file.tag == nil || file.tag?.journal == log.tag?.journal else {
      throw JournalError(
        .damaged,
        "\(logPath) belongs to another database than \(path); \(LogRecords.advice)"
      )
    }
    guard file[.turn] ?? 0 <= log[.turn] ?? 0 else {
      throw JournalError(
        .damaged,
        "\(logPath) is older than \(path), or it is cut off or damaged; \(LogRecords.advice)"
      )
    }
    guard file[.turn] ?? 0 >= log[.moved] ?? 0 else {
      throw JournalError(.damaged, "\(path) is older than \(logPath); \(LogRecords.advice)")
    }
  }

  /// Reads the contents of the database.
  ///
  /// - Parameter isWhole: whether all rows are read.
  private static func contents(_ view: SQLiteView, isWhole: Bool) throws -> SQLiteContents {
    let contents = try SQLiteContents(view)
    guard isWhole else { return contents }
    do { try readAll(contents, view) } catch let error as JournalError {
      throw error.naming { contents.heads[$0]?.name }
    }
    return contents
  }

  private static func readAll(_ contents: SQLiteContents, _ view: SQLiteView) throws {
    var found = ""
    try SQLiteQuery(view, SQLiteSchema.check).read { row in
      found = String(decoding: try row.bytes(0), as: UTF8.self)
      return false
    }
    guard found == "ok" else { throw damaged("a page (\(found))") }
    for (key, place) in contents.places {
      guard let head = contents.heads[key] else { continue }
      try readCommits(view, key, place, head)
      if let checkpoint = head.checkpoint { try readChunks(view, key, place.series, checkpoint) }
      if let unfinished = head.unfinished { try readChunks(view, key, place.unfinished, unfinished) }
    }
  }

  /// The number of commits that are read at a time.
  private static let commitsAtATime = 1_000

  private static func readCommits(
    _ view: SQLiteView,
    _ key: CollectionKey,
    _ place: SQLiteJournal.Place,
    _ head: JournalHeads.Head
  ) throws {
    var next = head.oldest
    while next <= head.version {
      let commits = try SQLiteReading.commits(view, key, place, next...head.version, limit: commitsAtATime)
      let count = min(commitsAtATime, Int(head.version - next) + 1)
      guard commits.count == count, commits.first?.version == next else {
        throw damaged("the run of commits of \(head.name) from version \(next) on")
      }
      next += UInt64(count)
    }
  }

  private static func readChunks(
    _ view: SQLiteView,
    _ key: CollectionKey,
    _ series: Int64,
    _ checkpoint: CheckpointRecord
  ) throws {
    for index in 0..<checkpoint.chunkCount {
      let id = ChunkID(series: series, index: index)
      guard try SQLiteReading.chunk(view, key, checkpoint.version, id) != nil else {
        throw damaged("chunk \(index) of a checkpoint of \(key.text)")
      }
    }
  }
}
