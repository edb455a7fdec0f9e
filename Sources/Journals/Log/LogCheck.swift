import Engine

/// Checks a log at a start, before anything is changed: whether it belongs to the database beside it, and
/// whether everything that was acknowledged is there.
struct LogCheck: Sendable {
  /// The records that have to be flushed to the database; nil if there is no log, or the database has all of
  /// it.
  private(set) var log: PendingLog?
  /// Sentences that an operator should know of.
  private(set) var notices: [String] = []

  private let path: String
  private let databasePath: String
  private let markPath: String
  private let advice = LogRecords.advice

  /// - Parameter contents: the contents of the database; nil if there is none, in which case no other file
  ///   may exist.
  init(_ directory: String, _ contents: SQLiteContents?) throws(JournalError) {
    path = LogFile.path(in: directory)
    databasePath = SQLiteFile.path(in: directory)
    markPath = JournalMark.path(in: directory)
    guard let facts = contents?.facts else { return }
    let mark = try JournalMark.read(in: directory)
    let bytes = try JournalDirectory.checkRegular(path) ? try LogFile.read(path) : nil
    try check(mark, facts)
    if facts.logged != nil {
      guard let bytes else {
        throw JournalError(
          .damaged,
          "\(path) is missing, which may have commits that are nowhere else: \(databasePath) says that it needs it; \(advice)"
        )
      }
      try readNeeded(bytes, facts, mark)
    } else if let bytes {
      try checkUnneeded(bytes, facts)
    }
  }

  /// Checks that the mark belongs to the database, and is not newer.
  private func check(_ mark: JournalMark?, _ facts: SQLiteFacts) throws(JournalError) {
    guard let mark, let tag = facts.tag else { return }
    guard mark.tag.journal == tag.journal else {
      throw JournalError(
        .damaged,
        "\(markPath) belongs to another journal than \(databasePath); bring back the one that belongs to it. Where that can't "
          + "be, remove \(markPath)"
      )
    }
    let isOlder =
      mark.tag.generation > tag.generation
      || (mark.tag.generation == tag.generation && mark.tag.nonce == tag.nonce
        && facts.ended.map { $0.sequence < mark.position.sequence } ?? false)
    guard !isOlder else {
      throw JournalError(
        .damaged,
        "\(databasePath) is older than what was acknowledged, as \(markPath) says; bring back the newest one, with its "
          + "journal.log. To go back in time on purpose, put back a copy of the whole directory"
      )
    }
    guard mark.tag.generation < tag.generation || mark.tag.nonce == tag.nonce else {
      throw JournalError(
        .damaged,
        "\(databasePath) and \(markPath) are of two servers that went on from copies of one directory; \(advice)"
      )
    }
  }

  // MARK: A log that the database needs

  private mutating func readNeeded(
    _ bytes: [UInt8],
    _ facts: SQLiteFacts,
    _ mark: JournalMark?
  ) throws(JournalError) {
    guard let logged = facts.logged else { return }
    let layout: LogBlock.Layout
    if let tag = facts.tag, tag.generation > 0 {
      let header = try checkHeader(bytes, tag)
      layout = LogBlock.Layout(header.tag)
    } else {
      // Written before logs had an identity.
      guard LogHeader(bytes) == nil else { throw foreign(nil) }
      layout = .withoutTag
    }
    let records = try LogRecords(bytes, of: path, layout, after: logged)
    let newest = records.newest.sequence
    let isMarked = mark.map { $0.tag == facts.tag } ?? false
    let acknowledged = max(facts.durable, isMarked ? mark?.position.sequence ?? 0 : 0)
    guard newest >= acknowledged else {
      throw JournalError(
        .damaged,
        "\(path) ends with record \(newest), although record \(acknowledged) was acknowledged: it was cut, changed or "
          + "replaced, or \(databasePath) or its journal.sqlite-wal was; \(advice)"
      )
    }
    // A record stays in the log, even if the database has it, until newer ones overwrite it.
    let written = layout.firstBlock > 0 ? facts.written ?? 0 : 0
    guard records.hasTornRecord || records.highest >= written else {
      throw JournalError(
        .damaged,
        "\(path) is older than \(databasePath), which has record \(written) of it: acknowledged commits can be "
          + "missing; \(advice)"
      )
    }
    if let mark, isMarked, let known = records.position(mark.position.sequence, after: logged),
      known != mark.position
    {
      throw JournalError(
        .damaged,
        "\(path) and \(markPath) are of two servers that went on from copies of one directory; \(advice)"
      )
    }
    if layout.firstBlock > 0, mark == nil {
      guard !records.hasTornRecord else {
        throw JournalError(
          .damaged,
          "\(path) has a record after record \(newest) that is not whole, and \(markPath) is missing, which would say whether "
            + "it was acknowledged; bring that file back"
        )
      }
      notices.append(
        "\(markPath) is missing, which says how far \(path) was acknowledged: everything up to record \(newest) is there, and "
          + "whether there were newer ones can't be known"
      )
    }
    if records.hasTornRecord {
      notices.append(
        "\(path) has something after record \(newest) that is no whole record: a write that was interrupted and never "
          + "acknowledged; it is ignored"
      )
    }
    log = PendingLog(path: path, records: records.records)
  }

  private func checkHeader(_ bytes: [UInt8], _ tag: LogTag) throws(JournalError) -> LogHeader {
    guard let header = LogHeader(bytes) else {
      throw JournalError(.damaged, "\(path) \(LogHeader.foreign(bytes)); \(advice)")
    }
    guard header.tag == tag else { throw foreign(header) }
    guard bytes.count >= header.fileLength else {
      throw JournalError(
        .damaged,
        "\(path) is cut off: it has \(bytes.count) bytes, and should have \(header.fileLength); \(advice)"
      )
    }
    return header
  }

  // MARK: A log that the database does not need

  /// A log may be left behind by a crash just before its first record, or just after its last one was flushed
  /// to the database.
  private func checkUnneeded(_ bytes: [UInt8], _ facts: SQLiteFacts) throws(JournalError) {
    guard let header = LogHeader(bytes) else {
      // If the log has no identity, the database has to know of everything in it.
      let isUnused = bytes.withUnsafeBytes { bytes in
        stride(from: 0, through: bytes.count - LogBlock.size, by: LogBlock.size).allSatisfy {
          LogRecords.isZero(bytes, $0)
        }
      }
      guard isUnused, facts.tag?.generation ?? 0 == 0 else { throw foreign(nil) }
      return
    }
    guard let tag = facts.tag else { throw foreign(header) }
    let layout = LogBlock.Layout(header.tag)
    if header.tag == tag, let ended = facts.ended {
      let records = try LogRecords(bytes, of: path, layout, after: ended)
      guard records.newest == ended else { throw foreign(header) }
      return
    }
    let isNext = header.tag.journal == tag.journal && header.tag.generation == tag.generation + 1
    let records = try LogRecords(bytes, of: path, layout, after: header.tag.start)
    guard isNext, records.records.isEmpty, !records.hasTornRecord else { throw foreign(header) }
  }

  private func foreign(_ header: LogHeader?) -> JournalError {
    let what =
      header == nil
      ? "does not begin as the log of \(databasePath) does"
      : "is not the log that belongs to \(databasePath): one of the two is older, or of another journal"
    return JournalError(
      .damaged,
      "\(path) \(what). It may have commits that are nowhere else and is left as it is; \(advice)"
    )
  }
}

extension LogRecords {
  /// The position of a record, if it is one of these or the last before them.
  fileprivate func position(_ sequence: UInt64, after first: LogPosition) -> LogPosition? {
    if sequence == first.sequence { return first }
    return records.first { $0.position.sequence == sequence }?.position
  }
}

extension LogCheck {
  /// Checks that the records have the content that a server writes.
  func checkEntries(_ options: LoggedJournal.Options) throws(JournalError) { _ = try log?.appends(options) }
}

/// The records that only the log has.
struct PendingLog: Sendable {
  let path: String
  let records: [LogRecords.Record]

  /// The entries of one transaction in the database, and the last record that they come from.
  typealias Append = (entries: [JournalEntry], last: LogPosition)

  fileprivate func appends(_ options: LoggedJournal.Options) throws(JournalError) -> [Append] {
    var appends: [Append] = []
    var count = Int.max
    for record in records {
      guard let entries = LogEntryCoding.read(record.content) else {
        throw damaged("record \(record.position.sequence)").naming(path)
      }
      if count >= options.moveBytes {
        appends.append((entries, record.position))
        count = record.content.count
      } else {
        appends[appends.count - 1].entries += entries
        appends[appends.count - 1].last = record.position
        count += record.content.count
      }
    }
    return appends
  }

  /// Flushes the entries to the database, which no longer needs the log afterwards.
  func flush(to store: SQLiteJournal, _ options: LoggedJournal.Options) throws(JournalError) {
    let durable = records.last?.position.sequence ?? 0
    for (entries, last) in try appends(options) {
      do throws(JournalError) {
        try store.append(entries, logged: LogProgress(position: last, durable: durable))
      } catch {
        guard error.code == .conflict else { throw error }
        throw JournalError(
          .damaged,
          "\(path) does not belong to the database beside it: \(error.message); \(LogRecords.advice)"
        )
      }
    }
    try store.endLog()
  }
}
