import Foundation
import LexoRank
import Ordering
import StrategyLoading
import TestSupport
import Testing

/// The library with one fault, for each fault.
enum Faulty {
  private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Faulty/faulty.c")

  /// The path of the library with a fault, one of those that its source names.
  static func library(_ fault: String) throws -> String {
    try Libraries.compile(source, to: "faulty-\(fault)", ["-DFAULT=\(fault)"])
  }
}

@Suite("Loading a strategy")
struct LoadingTests {
  @Test("gives a kind as described by the table, which is chosen by name")
  func loads() throws {
    let library = try StrategyLibrary(loading: Libraries.base62)
    let catalog = try StrategyCatalog([LexoRank.kind]).adding(library)
    #expect(catalog.names == ["base62", "lexorank"])
    let (strategy, choice) = try catalog.choose("base62:jitter=40")
    #expect(strategy.name == "base62" && strategy.version == 1 && strategy.maximumKeyLength == 64)
    #expect("\(choice)" == "base62:jitter=40")
    #expect("\(try catalog.choose("base62:jitter=0").choice)" == "base62")
    #expect(throws: OrderingError.self) { try catalog.choose("base62:jitter=63") }
    #expect(throws: OrderingError.self) { try catalog.choose("base62:size=1") }
  }

  @Test("a relative path is one from the working directory")
  func relativePath() throws {
    let name = "arrange-\(UUID().uuidString).so"
    try FileManager.default.copyItem(atPath: Libraries.base62, toPath: name)
    defer { try? FileManager.default.removeItem(atPath: name) }
    #expect(try StrategyLibrary(loading: name).kind.name == "base62")
  }

  @Test("reports what is wrong with the file")
  func files() throws {
    let missing = Libraries.directory.appendingPathComponent("missing.so").path
    #expect(try error(of: missing).hasPrefix("can't read the strategy library \(missing): No such file"))
    let text = Libraries.directory.appendingPathComponent("text.so")
    try Data("no library".utf8).write(to: text)
    #expect(try error(of: text.path).contains("can't be loaded as a shared library"))
    #expect(try error(of: Libraries.directory.path).contains("can't be loaded as a shared library"))
    let other = Libraries.directory.appendingPathComponent("other.c")
    try Data("int arrange_other(void);\nint arrange_other(void) { return 1; }\n".utf8).write(to: other)
    let library = try Libraries.compile(other, to: "other")
    #expect(try error(of: library).contains("does not export arrange_ordering_strategy_v1"))
  }

  @Test(
    "says what is wrong with the table",
    arguments: [
      ("other_abi", "has version 2 of the strategy interface, and this program has 1"),
      ("small_struct", "struct_size is 40"), ("bad_name", "name ‘Not A Name’ is not a name"),
      ("no_table", "returns no table"), ("other_table", "returns another table each time"),
      ("no_validate", "validate is NULL"), ("one_of_text", "one of text and parse is NULL"),
      ("rank_keys", "key_form is 1"), ("bad_parameter", "parameters[0]: minimum, standard and maximum"),
    ]
  )
  func tables(fault: String, text: String) throws {
    #expect(try error(of: Faulty.library(fault)).contains(text))
  }

  @Test("a name is taken once")
  func names() throws {
    let catalog = StrategyCatalog([LexoRank.kind])
    let taken = try StrategyLibrary(loading: Faulty.library("taken_name"))
    #expect(throws: StrategyLoadingError.nameTaken(path: taken.path, name: "lexorank")) {
      try catalog.adding(taken)
    }
    let library = try StrategyLibrary(loading: Libraries.base62)
    let second = try catalog.adding(library)
    #expect(throws: StrategyLoadingError.nameTaken(path: library.path, name: "base62")) {
      try second.adding(library)
    }
  }

  private func error(of path: String) throws -> String {
    do {
      _ = try StrategyLibrary(loading: path)
    } catch {
      return "\(error)"
    }
    throw Failure("\(path) is loaded")
  }
}
