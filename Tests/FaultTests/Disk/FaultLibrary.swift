import TestSupport

/// The library in `Tests/FaultInjection/faults.c`, compiled once per run of the tests. A process that preloads it has
/// a disk that fails on command.
enum FaultLibrary {
  /// The path of the compiled library.
  static func path() throws -> String { try compiled.get() }

  private static let compiled = Result { try PreloadedLibrary.compile("faults") }
}
