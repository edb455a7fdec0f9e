package import Engine
import GRDB

extension SQLiteJournal {
  /// Makes a data directory with a copy of everything as of one moment. The writer goes on meanwhile; its log
  /// grows until the copy is done.
  ///
  /// A copy that fails leaves nothing behind and does not stop the journal.
  package func backup(to path: String) throws(JournalError) {
    try checkUsable()
    guard !JournalDirectory.exists(path) else {
      throw JournalError(
        .unusable,
        "there is something at \(path) already; choose another path for the backup"
      )
    }
    // Under another name until it is complete.
    let unfinished = path + ".unfinished"
    guard !JournalDirectory.exists(unfinished) else {
      throw JournalError(
        .unusable,
        "\(unfinished) is there, from a backup that is under way or was cut off; remove it first"
      )
    }
    try JournalDirectory.make(unfinished)
    let copy = SQLiteFile.path(in: unfinished)
    do {
      let options = Options()
      try JournalDirectory.makeEmpty(copy)
      let source = try SQLiteFile.open(self.path, readOnly: true, options)
      let target = try DatabaseQueue(path: copy)
      try source.backup(to: target)
      try target.close()
      try source.close()
      // Opening it once takes the copy out of any log of its own. There is none in front of it.
      let check = try SQLiteFile.open(copy, readOnly: false, options)
      try check.inDatabase { database in
        guard try SQLiteContents(database).logged != nil else { return }
        try database.execute(sql: SQLiteSchema.begin)
        var facts = try SQLiteFacts(database)
        try facts.endLog(database)
        try facts.seal(database)
        try database.execute(sql: SQLiteSchema.commit)
      }
      try check.close()
      try JournalDirectory.flush(copy)
      try JournalDirectory.flush(unfinished)
      try JournalDirectory.rename(unfinished, to: path)
    } catch {
      SQLiteFile.remove(copy)
      JournalDirectory.removeDirectory(unfinished)
      let error = translate(error, copy, isOpening: false)
      throw JournalError(error.code, "the backup to \(path) failed: \(error.message)")
    }
  }
}
