import CoreFoundation
import Foundation

/// What the system says of this process.
struct ProcessFigures: Sendable {
  var residentBytes = 0
  var processorSeconds: UInt64 = 0
  var openFiles = 0
  var openFilesLimit = 0

  /// Looks at them.
  init() {
    // The second number is that of resident pages.
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
