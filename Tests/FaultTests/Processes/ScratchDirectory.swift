import Foundation
import TestSupport

/// A directory of its own for one run, which goes away with the value.
///
/// It is in memory where that is possible: the faults and losses of power are made, none of them needs a disk.
final class ScratchDirectory: Sendable {
  let path: String

  init() throws {
    let memory = "/dev/shm"
    let base = FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    path = base + "/arrange-faults-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in the directory.
  func file(_ name: String) -> String { path + "/" + name }
}
