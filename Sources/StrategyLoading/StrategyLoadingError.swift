import Ordering

/// Why a library with an ordering strategy can't be used. The description says what to do.
package enum StrategyLoadingError: Error, Sendable, Hashable {
  /// There is no file, or it can't be read.
  case noFile(path: String, reason: String)

  /// The dynamic linker refuses the file.
  case notALibrary(path: String, reason: String)

  /// The library does not export the function that returns the table.
  case noEntryPoint(path: String)

  /// The library was built for another version of the interface.
  case otherInterface(path: String, major: Int)

  /// The table breaks a rule; the text says which.
  case badTable(path: String, fault: String)

  /// There is a strategy of this name already.
  case nameTaken(path: String, name: String)

  /// Whether the file could not be read at all, as opposed to having invalid content.
  package var isMissingFile: Bool {
    if case .noFile = self { true } else { false }
  }
}

extension StrategyLoadingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noFile(let path, let reason):
      "can't read the strategy library \(path): \(reason); check the path"
    case .notALibrary(let path, let reason):
      "\(path) can't be loaded as a shared library: \(reason); build it for this system with -shared -fPIC"
    case .noEntryPoint(let path):
      "\(path) is not a strategy library: it does not export \(StrategyLibrary.entryPoint); "
        + "see arrange_ordering_strategy.h"
    case .otherInterface(let path, let major):
      "\(path) has version \(major) of the strategy interface, and this program has "
        + "\(StrategyLibrary.interfaceMajor); build it with this program's arrange_ordering_strategy.h"
    case .badTable(let path, let fault):
      "the table of the strategy library \(path) is wrong: \(fault); correct it and build it again"
    case .nameTaken(let path, let name):
      "the strategy library \(path) is named ‘\(name)’, and there is a strategy of that name already; "
        + "load it once, or give it another name"
    }
  }
}
