import Foundation
import TestSupport

/// A directory for one run, which is removed with the value.
///
/// It is in memory if possible: faults and losses of power are simulated and need no disk.
final class ScratchDirectory: Sendable {
  let path: String

  init() throws {
    let memory = "/dev/shm"
    let base = FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    path = base + "/arrange-faults-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the directory.
  func file(_ name: String) -> String { path + "/" + name }
}
