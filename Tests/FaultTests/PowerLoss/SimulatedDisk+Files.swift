import Foundation
import Ordering
import TestSupport

extension SimulatedDisk {
  /// Writes the files that a loss of power would leave now to a real directory.
  func leave(in scratch: ScratchDirectory, using random: inout OrderingRandom) throws {
    let image = image(using: &random)
    for name in image.directories {
      try FileManager.default.createDirectory(atPath: scratch.file(name), withIntermediateDirectories: true)
    }
    for (name, content) in image.files {
      guard FileManager.default.createFile(atPath: scratch.file(name), contents: Data(content)) else {
        throw Failure("\(scratch.file(name)) can't be written")
      }
    }
  }
}
