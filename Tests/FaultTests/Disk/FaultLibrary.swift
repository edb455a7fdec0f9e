import Foundation
import TestSupport

/// The library in `Tests/FaultInjection`, compiled once per run of the tests. A process that preloads it has
/// a disk that fails on command.
enum FaultLibrary {
  private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("FaultInjection/faults.c").path

  /// The path of the compiled library.
  static func path() throws -> String { try compiled.get() }

  private static let compiled: Result<String, any Error> = Result {
    let target = FileManager.default.temporaryDirectory.appendingPathComponent(
      "arrange-faults-\(getpid()).so"
    )
    var errors = ""
    // A machine that builds the project has the compiler of the Swift toolchain.
    for compiler in ["clang", "cc"] {
      let run = try ServerProcess.run(
        "/usr/bin/env",
        [compiler, "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-o", target.path, source]
      )
      if run.status == 0 { return target.path }
      errors += run.errors
    }
    throw Failure("\(source) can't be compiled: \(errors)")
  }
}
