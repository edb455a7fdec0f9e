import Foundation

/// The libraries in `Tests/FaultInjection`, which stand between a process and its C library when they are preloaded.
package enum PreloadedLibrary {
  /// Compiles a library.
  ///
  /// - Parameter name: its file without the extension.
  /// - Returns: the path of the library.
  package static func compile(_ name: String) throws -> String {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "FaultInjection/\(name).c").path
    let target = FileManager.default.temporaryDirectory.appending(path: "arrange-\(name)-\(getpid()).so").path
    var errors = ""
    // A machine that builds the project has the compiler of the Swift toolchain.
    for compiler in ["clang", "cc"] {
      let run = try ServerProcess.run(
        "/usr/bin/env",
        [compiler, "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-o", target, source]
      )
      if run.status == 0 { return target }
      errors += run.errors
    }
    throw Failure("\(source) can't be compiled: \(errors)")
  }
}
