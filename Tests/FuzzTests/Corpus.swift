import Foundation
import FuzzTargets

/// The stored inputs: those with which fuzzers found new paths, and those that once revealed a fault.
enum Corpus {
  /// One input.
  struct Input {
    /// The name of its file.
    var name: String
    var bytes: [UInt8]
  }

  /// The directory of the inputs: beside the tests, or ARRANGE_FUZZ_CORPUS, such as that of a fuzzer.
  private static let directory =
    ProcessInfo.processInfo.environment["ARRANGE_FUZZ_CORPUS"].map { URL(filePath: $0) }
    ?? URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

  /// The inputs of a target by their names.
  static func inputs(of target: FuzzTarget) throws -> [Input] {
    let directory = directory.appending(path: target.rawValue)
    return try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted().map { name in
      Input(name: name, bytes: [UInt8](try Data(contentsOf: directory.appending(path: name))))
    }
  }
}
