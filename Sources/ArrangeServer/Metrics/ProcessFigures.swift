import CoreFoundation
import Foundation

/// Figures of the process, from the operating system.
struct ProcessFigures: Sendable {
  var residentBytes = 0
  var processorSeconds: UInt64 = 0
  var openFiles = 0
  var openFilesLimit = 0

  /// Reads the figures.
  init() {
    // The second number counts resident pages.
    if let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) {
      let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      residentBytes = pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
    var usage = rusage()
    if getrusage(ProcessFigures.ownUsage, &usage) == 0 {
      processorSeconds = UInt64(max(0, usage.ru_utime.tv_sec + usage.ru_stime.tv_sec))
    }
    openFiles = Descriptors.count
    openFilesLimit = Descriptors.limit
  }

  #if canImport(Glibc)
    private static let ownUsage = RUSAGE_SELF.rawValue
  #else
    private static let ownUsage = RUSAGE_SELF
  #endif
}
