import Foundation
import Ordering
import TestSupport

extension SimulatedDisk {
  /// Makes real files of what power leaves when it goes now, below a directory.
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
