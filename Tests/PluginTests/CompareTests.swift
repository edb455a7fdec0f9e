import Foundation
import TestSupport
import Testing

/// `arrange compare` with strategies that it loads, as a process.
@Suite("The comparison of a loaded strategy")
struct CompareTests {
  private let small = [
    "--workload", "hot-gap", "--items", "20", "--operations", "50", "--repeats", "2", "--seeds", "2",
    "--json",
  ]

  @Test("includes it with the built-in ones")
  func option() throws {
    let figures = try compare(["--library", Libraries.base62])
    #expect(Set(figures.keys) == ["dense", "fractional", "lexorank", "lexorank:jitter=40", "base62"])
    let keys = try #require(figures["base62"]?["keys_per_operation_mean"])
    #expect(keys >= 1 && keys < 4)
    let chosen = try compare(["--library", Libraries.base62, "--strategy", "base62:jitter=20"])
    #expect(Array(chosen.keys) == ["base62:jitter=20"])
  }

  @Test("takes it from a plan")
  func plan() throws {
    let plan = try file(
      "libraries: [\(Libraries.base62)]\nstrategies: [dense, {strategy: base62, label: ours}]\n"
    )
    defer { try? FileManager.default.removeItem(at: plan) }
    #expect(try Set(compare(["--config", plan.path]).keys) == ["dense", "ours"])
  }

  @Test("says what is wrong with a library")
  func refusals() throws {
    let missing = try run(["--library", "/no/such/file.so"])
    #expect(missing.status == 74 && missing.errors.contains("check the path"), "\(missing.errors)")
    let twice = try run(["--library", Libraries.base62, "--library", Libraries.base62])
    #expect(twice.status == 4 && twice.errors.contains("load it once"), "\(twice.errors)")
    let plan = try file("libraries: here.so\n")
    defer { try? FileManager.default.removeItem(at: plan) }
    let mistake = try run(["--config", plan.path])
    #expect(mistake.status == 4 && mistake.errors.contains("libraries"), "\(mistake.errors)")
  }

  @Test("reports one that breaks a rule, and fails")
  func faulty() throws {
    let library = try Faulty.library("out_of_order")
    let result = try run(["--library", library])
    #expect(result.status == 1 && result.errors.contains("keys that do not ascend"), "\(result.errors)")
  }

  @Test(
    "does not go on without one that ends or crashes the process",
    arguments: ["exits", "exits_at_once", "crash"]
  )
  func survival(fault: String) throws {
    let result = try run(["--library", Faulty.library(fault)])
    let how = fault == "crash" ? "crashed: signal 6" : "ended the process, with status 0"
    #expect(result.status == 1 && result.output.isEmpty, "\(result.status)")
    #expect(result.errors.contains("a library \(how)"), "\(result.errors)")
  }

  @Test("keeps what one prints out of the report")
  func prints() throws {
    let library = try Faulty.library("prints")
    #expect(try compare(["--library", library])["faulty"]?["refused"] == 0)
    let result = try run(["--library", library])
    #expect(result.status == 0 && result.errors.contains("keys for 1\n"), "\(result.errors)")
  }

  @Test("fails if one refuses, with its reason and the status of the check")
  func refusal() throws {
    let library = try Faulty.library("refuses_single")
    let result = try run(["--library", library])
    #expect(result.status == 1 && result.errors.contains("faulty refused operations"), "\(result.errors)")
    #expect(result.output.contains("‘faulty’ says: not today"), "\(result.output)")
    #expect(try run(["--library", library, "--no-check"]).status == 0)
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
    try ServerProcess.run("arrange", ["compare"] + small + arguments)
  }

  /// The figures of each strategy by its label.
  private func compare(_ arguments: [String]) throws -> [String: [String: Double]] {
    let result = try run(arguments)
    try #require(result.status == 0, "\(result.errors)")
    struct Report: Decodable {
      var workloads: [Workload]
      struct Workload: Decodable { var results: [Result] }
      struct Result: Decodable {
        var strategy: String
        var figures: [String: Double?]
      }
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    let results = try #require(report.workloads.first).results
    return Dictionary(
      uniqueKeysWithValues: results.map { ($0.strategy, $0.figures.compactMapValues(\.self)) }
    )
  }

  private func file(_ text: String) throws -> URL {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).yaml")
    try Data(text.utf8).write(to: url)
    return url
  }
}
