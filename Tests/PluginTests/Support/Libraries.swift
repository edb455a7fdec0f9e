import Foundation
import Ordering
import StrategyLoading
import TestSupport

/// The libraries that the tests load.
enum Libraries {
  /// The root of the repository.
  static let root: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url
  }()

  /// The sample library, where the build has put it.
  static let base62 = ServerProcess.programs.appendingPathComponent("libbase62.so").path

  /// The strategy of the sample library.
  static func base62Strategy(jitter: Int64 = 0) throws -> any OrderingStrategy {
    try StrategyLibrary(loading: base62).kind.strategy(["jitter": jitter])
  }

  /// Compiles a library as the guide says.
  static func compile(_ source: URL, to name: String, _ flags: [String] = []) throws -> String {
    let target = directory.appendingPathComponent("lib\(name).so").path
    let include = root.appendingPathComponent("Sources/COrderingPlugin/include").path
    // Several tests compile the same one at the same time; each makes a file of its own, which takes the name when it is whole.
    let made = directory.appendingPathComponent("\(UUID().uuidString).so").path
    var errors = ""
    // A machine that builds the project has the compiler of the Swift toolchain.
    for compiler in ["clang", "cc"] {
      let run = try ServerProcess.run(
        "/usr/bin/env",
        [compiler, "-std=c99", "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-I", include]
          + flags + ["-o", made, source.path]
      )
      if run.status == 0 {
        guard rename(made, target) == 0 else { throw Failure("\(made) can't be renamed to \(target)") }
        return target
      }
      errors += run.errors
    }
    throw Failure("\(source.path) can't be compiled: \(errors)")
  }

  /// Where compiled libraries are, for one run of the tests.
  static let directory: URL = {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("arrange-strategies-\(getpid())")
    try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return directory
  }()
}
