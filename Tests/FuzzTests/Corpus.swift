import Foundation
import FuzzTargets

/// The inputs that are kept: those that fuzzers found new paths with, and those that once broke something.
enum Corpus {
  /// One input.
  struct Input {
    /// The name of its file.
    var name: String
    var bytes: [UInt8]
  }

  /// Where inputs are: with the tests, or where ARRANGE_FUZZ_CORPUS says, such as what a fuzzer works on.
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
