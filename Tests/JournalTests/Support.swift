import Engine
import EngineTestSupport
import Foundation
import Journals

/// Runs a closure with a fresh directory, which goes away afterwards.
///
/// - Parameter inMemory: whether a file system in memory is preferred, for tests that open thousands of journals
///   and for which it makes no difference.
func withTemporaryDirectory<Value>(
  inMemory: Bool = false,
  _ body: (String) throws -> Value
) throws -> Value {
  let manager = FileManager.default
  let memory = "/dev/shm"
  let base = inMemory && manager.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
  let url = URL(filePath: base).appending(path: "arrange-journal-\(UUID().uuidString)")
  try manager.createDirectory(at: url, withIntermediateDirectories: false)
  defer { try? manager.removeItem(at: url) }
  return try body(url.path)
}

/// The error that a closure throws; nil where it throws none.
func journalError(_ body: () throws(JournalError) -> Void) -> JournalError? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}

/// The bytes of a file.
func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

/// Writes a file.
func writeFile(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

/// The bytes of every file of a directory but the lock file and SQLite's shared memory, by name.
func files(_ directory: String) throws -> [String: [UInt8]] {
  var result: [String: [UInt8]] = [:]
  for name in try FileManager.default.contentsOfDirectory(atPath: directory)
  where name != JournalDirectory.lockName && !name.hasSuffix("-shm") {
    result[name] = try bytes("\(directory)/\(name)")
  }
  return result
}

extension JournalHistory {
  /// Writes files to a directory, opens a journal there, reads everything and goes on from there.
  static func recovered(
    _ files: [String: [UInt8]],
    in directory: String,
    opening: (String) throws(JournalError) -> any Journal
  ) throws -> Result<JournalSnapshot, JournalError> {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    for (name, bytes) in files { try writeFile(bytes, to: "\(directory)/\(name)") }
    do throws(JournalError) {
      let journal = try opening(directory)
      defer { journal.close() }
      return .success(try .recovered(from: journal))
    } catch {
      return .failure(error)
    }
  }
}
