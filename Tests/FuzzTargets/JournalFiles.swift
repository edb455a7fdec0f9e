import ArrangeModel
import Engine
import Foundation
import Journals

/// The two files of a journal after a loss of power.
struct JournalFiles {
  var database: [UInt8]
  var log: [UInt8]

  /// Small pages make small files, and no row of them is large.
  static var options: SQLiteJournal.Options {
    var options = SQLiteJournal.Options()
    options.pageSize = 512
    options.maximumRowBytes = 1 << 20
    return options
  }

  /// The directory in which this process opens files; in memory if possible.
  static let directory: String = {
    let manager = FileManager.default
    let memory = "/dev/shm"
    let base = manager.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    let path = "\(base)/arrange-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    try? manager.removeItem(atPath: path)
    do { try manager.createDirectory(atPath: path, withIntermediateDirectories: false) } catch {
      preconditionFailure("\(error)")
    }
    atexit { try? FileManager.default.removeItem(atPath: JournalFiles.directory) }
    return path
  }()

  /// The number of appends that are moved into the database; the log has the others.
  private static let moved = 5

  /// Appends of each kind to two collections.
  private static let appends: [[JournalEntry]] = {
    let keys = [CollectionKey(11), CollectionKey(22)]
    var appends: [[JournalEntry]] = [
      keys.map { .create($0, name: Identifier(unchecked: "list \($0.value)"), descriptor: [1]) }
    ]
    for version in 1...UInt64(9) {
      var entries: [JournalEntry] = []
      for key in keys {
        let payload = (0..<Int(version) * 9).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let request: [UInt8]? = version % 2 == 0 ? [UInt8(key.value), UInt8(version)] : nil
        let commit = CommitRecord(collection: key, version: version, requestID: request, payload: payload)
        entries.append(.commit(commit))
        switch version {
        case 2, 6: entries.append(.describe(key, descriptor: payload))
        case 3, 7:
          entries.append(.checkpointChunk(key, version: version, index: 0, isLast: false, bytes: payload))
        case 4, 8:
          entries.append(.checkpointChunk(key, version: version - 1, index: 1, isLast: true, bytes: payload))
        case 5, 9: entries.append(.trim(key, before: version - 2))
        default: break
        }
      }
      appends.append(entries)
    }
    return appends
  }()

  /// The content of a journal after each of the appends in the database.
  static let states: [JournalSnapshot] = {
    let journal = MemoryJournal()
    return appends.enumerated().compactMap { index, entries in
      do throws(JournalError) {
        try journal.append(entries)
        return index + 1 >= moved ? try JournalSnapshot(of: journal) : nil
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }()

  /// The files as a loss of power after the last append would leave them.
  static let original: JournalFiles = {
    do throws(JournalError) {
      var journal = try SQLiteJournal(directory: directory, options: options)
      for (index, entries) in appends.enumerated() {
        if index == moved {
          journal.close()
          journal = try SQLiteJournal(directory: directory, options: options)
        }
        try journal.append(entries)
      }
      defer { journal.close() }
      return JournalFiles(database: read("journal.sqlite"), log: read("journal.sqlite-wal"))
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  /// Writes the files to a directory, and removes all other files of a journal there.
  func write(to directory: String) {
    for suffix in ["-shm", ".new"] { unlink("\(directory)/journal.sqlite\(suffix)") }
    JournalFiles.write(database, "journal.sqlite")
    JournalFiles.write(log, "journal.sqlite-wal")
  }

  private static func read(_ name: String) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: "\(directory)/\(name)") else {
      preconditionFailure("there is no \(name)")
    }
    return [UInt8](data)
  }

  private static func write(_ bytes: [UInt8], _ name: String) {
    let file = open("\(directory)/\(name)", O_CREAT | O_WRONLY | O_TRUNC, 0o600)
    precondition(
      file >= 0 && Foundation.write(file, bytes, bytes.count) == bytes.count,
      "\(name) is not written"
    )
    close(file)
  }
}
