package import Engine
import Foundation

/// What can be read of a data directory that a server refuses to start with.
///
/// The files are copied to a working directory first, so that the damaged ones stay as they are. What remains of
/// the log is brought to the copy of the database; a log that is missing or damaged costs what only it had.
package final class JournalSalvage {
  /// What can be read, as of one moment.
  package let source: any JournalReading
  /// What is missing, in sentences; empty if everything acknowledged is there.
  package let missing: [String]

  private let work: String

  /// - Parameters:
  ///   - directory: the data directory. It is locked meanwhile, and not changed.
  ///   - work: the working directory, which must not exist. ``close()`` removes it.
  /// - Throws: ``JournalError/Code/inUse`` if a server runs in the directory,
  ///   ``JournalError/Code/conflict`` if the working directory exists, and otherwise an error if nothing can be
  ///   read.
  package init(_ directory: String, work: String) throws(JournalError) {
    guard JournalDirectory.exists(SQLiteFile.path(in: directory)) else {
      throw JournalError(
        .unusable,
        "\(directory) has no journal.sqlite, which has the lists; without it nothing can be saved, so restore a backup"
      )
    }
    guard !JournalDirectory.exists(work) else {
      throw JournalError(.conflict, "\(work) already exists; choose another path, or remove it")
    }
    let lock = try JournalSalvage.lock(directory)
    defer { lock?.release() }
    do throws(JournalError) {
      try JournalDirectory.make(work)
      var reader = Reader(directory: directory, work: work)
      source = try reader.read()
      missing = reader.missing
      self.work = work
    } catch {
      try? FileManager.default.removeItem(atPath: work)
      throw JournalError(error.code, error.message.replacing(work, with: directory))
    }
  }

  /// Locks a directory; nil if it can't be written, so that no server can use it either.
  private static func lock(_ directory: String) throws(JournalError) -> JournalDirectory? {
    do { return try JournalDirectory(directory) } catch {
      guard error.code == .unusable else { throw error }
      return nil
    }
  }

  /// Removes the working directory. ``source`` can't be read any more.
  package func close() { try? FileManager.default.removeItem(atPath: work) }
}

extension JournalSalvage {
  /// Reads the files of a directory by way of copies.
  private struct Reader {
    let directory: String
    let work: String
    var missing: [String] = []

    mutating func read() throws(JournalError) -> any JournalReading {
      let names = ["journal.sqlite", "journal.sqlite-wal", "journal.log", "journal.mark"]
      for name in names { try copy(name) }
      let store: SQLiteJournal
      do throws(JournalError) { store = try open() } catch {
        guard JournalDirectory.exists("\(work)/journal.sqlite-wal") else { throw error }
        // Without it the database is as of its last checkpoint.
        missing.append(
          "what only journal.sqlite-wal has, which can't be used: \(error.message.replacing(work, with: directory))"
        )
        SQLiteFile.remove(SQLiteFile.path(in: work))
        try copy("journal.sqlite")
        store = try open()
      }
      readLog(into: store)
      store.close()
      return try SQLiteSnapshot(SQLiteFile.path(in: work))
    }

    /// Opens the copy of the database, without reading all of it.
    private func open() throws(JournalError) -> SQLiteJournal {
      let path = SQLiteFile.path(in: work)
      try SQLiteFile.check(path, hasLog: JournalDirectory.exists(path + "-wal"))
      let lock = try JournalDirectory(work)
      lock.claim()
      return try SQLiteJournal(lock, SQLiteJournal.Options())
    }

    /// Copies a file, if it exists, with zeros for what the disk can't read.
    private mutating func copy(_ name: String) throws(JournalError) {
      guard let file = try ReadOnlyFile("\(directory)/\(name)") else { return }
      let target = "\(work)/\(name)"
      guard FileManager.default.createFile(atPath: target, contents: nil),
        let output = FileHandle(forWritingAtPath: target)
      else { throw JournalError(.failed, "\(target) can't be written") }
      defer { try? output.close() }
      let length = 64 << 10
      var unreadable = 0
      for start in stride(from: 0, to: file.length, by: length) {
        let count = min(length, file.length - start)
        var bytes = [UInt8](repeating: 0, count: count)
        if bytes.withUnsafeMutableBytes({ file.read(into: $0, at: start) }) != count {
          unreadable += file.readSectors(into: &bytes, at: start)
        }
        do { try output.write(contentsOf: bytes) } catch {
          throw JournalError(.failed, "\(target) can't be written; is the disk full?")
        }
      }
      if unreadable > 0 {
        missing.append("\(unreadable) bytes of \(file.path), which the disk can't read")
      }
    }

    // MARK: The log

    /// Brings what only the log has to the database, as far as it can be read.
    private mutating func readLog(into store: SQLiteJournal) {
      let facts = store.facts
      guard let logged = facts.logged, let tag = facts.tag else { return }
      var reached = logged.sequence
      do throws(JournalError) {
        let path = LogFile.path(in: work)
        guard JournalDirectory.exists(path) else {
          throw JournalError(.damaged, "\(LogFile.path(in: directory)) is not there")
        }
        let bytes = try LogFile.read(path)
        let layout = try layout(of: bytes, path, tag)
        let records = LogRecords(readable: bytes, layout, after: logged)
        try PendingLog(path: path, records: records.records).flush(to: store, LoggedJournal.Options())
        reached = records.newest.sequence
      } catch {
        missing.append(
          "commits that only journal.log had: \(error.message.replacing(work, with: directory))"
        )
        return
      }
      // A log of an earlier version has neither an identity nor a mark.
      guard tag.generation > 0 else { return }
      let mark = (try? JournalMark.read(in: work)).flatMap { $0?.tag == tag ? $0 : nil }
      let acknowledged = max(facts.durable, mark?.position.sequence ?? 0)
      if acknowledged > reached {
        missing.append(
          "the records \(reached + 1) to \(acknowledged) of \(LogFile.path(in: directory)), which were acknowledged and can't be read"
        )
      } else if mark == nil {
        missing.append(
          "perhaps the newest commits: \(JournalMark.path(in: directory)) is missing or damaged, which would say how far commits were acknowledged"
        )
      }
    }

    /// The layout of a log that belongs to the database.
    private func layout(of bytes: [UInt8], _ path: String, _ tag: LogTag) throws(JournalError)
      -> LogBlock.Layout
    {
      guard tag.generation > 0 else { return .withoutTag }
      guard let header = LogHeader(bytes) else {
        throw JournalError(.damaged, "\(path) \(LogHeader.foreign(bytes))")
      }
      guard header.tag == tag else { throw JournalError(.damaged, "\(path) belongs to another database") }
      return LogBlock.Layout(tag)
    }
  }
}

extension ReadOnlyFile {
  /// The size of the parts that are read one by one where a larger part can't be read, in bytes.
  private static let sectorBytes = 4_096

  /// Reads bytes part by part, with zeros for those that can't be read.
  ///
  /// - Returns: the number of bytes that can't be read.
  fileprivate func readSectors(into bytes: inout [UInt8], at place: Int) -> Int {
    var unreadable = 0
    for start in stride(from: 0, to: bytes.count, by: ReadOnlyFile.sectorBytes) {
      let end = min(start + ReadOnlyFile.sectorBytes, bytes.count)
      let isRead = bytes.withUnsafeMutableBytes { bytes in
        read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end]), at: place + start) == end
          - start
      }
      guard !isRead else { continue }
      for index in start..<end { bytes[index] = 0 }
      unreadable += end - start
    }
    return unreadable
  }
}
