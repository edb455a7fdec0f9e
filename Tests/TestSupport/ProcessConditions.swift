package import Foundation

/// The wall clock and the disk of processes that have loaded `Tests/FaultInjection/conditions.c`, which change while the
/// processes run.
package final class ProcessConditions: Sendable {
  private let path: String
  private let library: String

  /// The library, compiled once per run of the tests.
  private static let compiled = Result { try PreloadedLibrary.compile("conditions") }

  package init(in directory: URL, name: String) throws {
    path = directory.appending(path: "conditions-\(name)").path
    library = try ProcessConditions.compiled.get()
    guard FileManager.default.createFile(atPath: path, contents: Data(count: 16)) else {
      throw Failure("\(path) can't be made")
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
  }

  /// The variables that put a process under the conditions.
  package var variables: [String: String] { ["LD_PRELOAD": library, "CONDITIONS_FILE": path] }

  /// Removes the file, when no process is under the conditions any more.
  package func remove() { unlink(path) }

  /// Sets how far the wall clock is ahead, in seconds.
  package func setClock(ahead seconds: Int) throws { try set(Int64(seconds) * 1_000_000, at: 0) }

  /// Sets how much longer each write to the disk takes, in microseconds.
  package func setWriteDelay(_ microseconds: Int) throws { try set(Int64(microseconds), at: 8) }

  private func set(_ value: Int64, at offset: off_t) throws {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let written = withUnsafeBytes(of: value) { pwrite(descriptor, $0.baseAddress, $0.count, offset) }
    guard written == MemoryLayout<Int64>.size else { throw Failure("\(path) can't be written") }
  }
}
