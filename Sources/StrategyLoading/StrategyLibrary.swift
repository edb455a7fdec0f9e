import COrderingPlugin
package import Ordering

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A shared library with an ordering strategy, loaded for as long as the process lives.
///
/// `arrange_ordering_strategy.h` defines the interface of a library.
///
///     let library = try StrategyLibrary(loading: "/usr/lib/arrange/libbase62.so")
///     let extended = try catalog.adding(library)
package struct StrategyLibrary: Sendable {
  /// Where the library was found.
  package let path: String

  /// The strategy of the library, before its parameters are known.
  package let kind: StrategyKind

  let table: LibraryTable

  /// The name of the function that a library exports.
  static let entryPoint = "arrange_ordering_strategy_v1"

  /// The major version of the interface that this program implements.
  static let interfaceMajor = Int(ARRANGE_ORDERING_ABI_MAJOR)

  /// Loads a library. It is never unloaded.
  ///
  /// Its code runs in this process from now on, with all of its privileges: load only libraries that you
  /// trust.
  package init(loading path: String) throws(StrategyLoadingError) {
    // The linker would search for a path without a slash in its own directories.
    let file = path.contains("/") ? path : "./\(path)"
    guard access(file, R_OK) == 0 else {
      throw .noFile(path: path, reason: String(cString: strerror(errno)))
    }
    guard let handle = dlopen(file, RTLD_NOW | RTLD_LOCAL) else {
      throw .notALibrary(path: path, reason: dlerror().map { String(cString: $0) } ?? "no reason is given")
    }
    guard let symbol = dlsym(handle, StrategyLibrary.entryPoint) else { throw .noEntryPoint(path: path) }
    typealias EntryPoint = @convention(c) () -> UnsafePointer<arrange_ordering_strategy>?
    let entry = unsafeBitCast(symbol, to: EntryPoint.self)
    guard let table = entry() else {
      throw .badTable(path: path, fault: "\(StrategyLibrary.entryPoint) returns no table")
    }
    guard entry() == table else {
      throw .badTable(path: path, fault: "\(StrategyLibrary.entryPoint) returns another table each time")
    }
    self.path = path
    self.table = try LibraryTable(table, path: path)
    self.kind = self.table.kind(isOnTrial: false)
  }

  /// The strategy in trial mode: the rules of the interface are checked with every call, at several times the
  /// cost, and ``OrderingConformance`` checks the answers.
  package var kindOnTrial: StrategyKind { table.kind(isOnTrial: true) }
}

extension StrategyCatalog {
  /// The catalog with the strategy of a library.
  ///
  /// - Throws: ``StrategyLoadingError/nameTaken(path:name:)``
  package func adding(_ library: StrategyLibrary) throws(StrategyLoadingError) -> StrategyCatalog {
    guard self[kind: library.kind.name] == nil else {
      throw .nameTaken(path: library.path, name: library.kind.name)
    }
    return StrategyCatalog(kinds + [library.kind])
  }
}
