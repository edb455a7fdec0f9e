import Foundation
import TestSupport
import Testing

/// `arrange strategy check`, as a process.
@Suite("The check of a library")
struct CheckTests {
  @Test("accepts the sample, with any parameters", arguments: [[], ["--parameters", "jitter=40"]])
  func sample(arguments: [String]) throws {
    let run = try check(Libraries.base62, arguments + ["--seed", "7"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("base62, version 1, keys of at most 64 bytes"))
    #expect(run.output.contains("base62 keeps all rules, with seed 7"))
    for part in ["interface", "append", "zigzag", "damaged", "bulks", "growth, hot-middle"] {
      #expect(run.output.contains("\n\(part)"), "\(run.output)")
    }
  }

  @Test("accepts the example of the guide, which the guide shows unchanged")
  func example() throws {
    let source = Libraries.root.appendingPathComponent("Examples/strategy/even.c")
    let guide = Libraries.root.appendingPathComponent("Documentation/plugins.md")
    let text = try String(contentsOf: source, encoding: .utf8)
    #expect(try String(contentsOf: guide, encoding: .utf8).contains("```c\n\(text)```\n"))
    let run = try check(try Libraries.compile(source, to: "even"), ["--quick"])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  /// Faults, with the rule that is named and a piece of what is said.
  static let faults: [(fault: String, rule: String, text: String)] = [
    ("out_of_order", "ascending", "is not below"), ("same_as_neighbour", "listOrder", "is not below"),
    ("too_few", "keyCount", "keys where"), ("too_many", "keyCount", "keys where"),
    ("unknown_status", "interface", "the unknown status 77"), ("refuses", "answers", "not today"),
    ("too_long", "interface", "a key of 17 bytes"), ("longer_than_all", "interface", "a key of 0 bytes"),
    ("moody", "repeatable", "another answer"), ("growing", "answers", "a key of 201 bytes"),
    ("expensive", "growth", "keys for"), ("overrun", "interface", "writes behind the end of its buffer"),
    ("overrun_reason", "interface", "writes its reason behind the end"),
    ("ignores_room", "interface", "claims to have written more than there was room for"),
    ("wrong_need", "interface", "does not say that it needs"),
    ("needs_exact_room", "interface", "asks for more room than"),
    ("fills_room", "interface", "wrote more bytes than its keys have"),
    ("other_keys_with_room", "interface", "other keys where there is more room"),
    ("rekeys_descending", "answers", "rekeys that do not ascend"),
    ("prints", "output", "writes to standard output: ‘keys for"),
    ("prints_errors", "output", "writes to the standard errors: ‘keys for"),
    ("claims_too_much", "interface", "more than there was room for"),
    ("needs_too_much", "interface", "which is not plausible"),
    ("rekeys_outside", "interface", "which is not plausible"),
    ("rekeys_overlapping", "rekeyOverlap", "0..<1 and 0..<1"),
    ("rekeys_nothing", "interface", "which is not plausible"), ("garbage", "interface", "fewer bytes"),
    ("crash", "survival", "crashed: signal 6"), ("crash_on_load", "survival", "crashed: signal 6"),
    ("crash_on_odd_keys", "survival", "crashed: signal 6"),
    ("exits", "survival", "ended the process, with status 0"),
    ("exits_at_once", "survival", "ended the process, with status 0"),
    ("takes_reversed", "interface", "neighbours is answered"),
    ("takes_no_keys", "interface", "does not refuse a request for 0 keys"),
    ("takes_any_key", "interface", "takes no bytes for a key"),
    ("refuses_own_keys", "canonical", "invalid order key"),
  ]

  @Test("names the fault of a library", arguments: faults.indices)
  func names(index: Int) throws {
    let (fault, rule, text) = CheckTests.faults[index]
    let run = try check(try Faulty.library(fault), ["--quick", "--json"])
    #expect(run.status == 4)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    )
    #expect(report["passed"] as? Bool == false)
    let found = try #require(report["faults"] as? [[String: Any]])
    let explanations = found.map { "\($0["rule"] ?? ""): \($0["explanation"] ?? "")" }
    #expect(
      explanations.contains { $0.hasPrefix("\(rule): ") && $0.contains(text) },
      "\(explanations)"
    )
    #expect(run.errors.contains("is not usable") && run.errors.contains("\"exit\":4"), "\(run.errors)")
  }

  @Test("stops a library that does not return")
  func endless() throws {
    let run = try check(try Faulty.library("endless"), ["--quick", "--time-limit", "1"])
    #expect(run.status == 4)
    #expect(run.output.contains("survival in step 0 of ‘interface’: the library needs more than 1 s"))
  }

  @Test("stops a library that takes all memory")
  func memory() throws {
    let run = try check(try Faulty.library("eats_memory"), ["--quick"])
    #expect(run.status == 4)
    #expect(
      run.output.contains("crashed: signal 11") && run.output.contains("MiB of memory"),
      "\(run.output)"
    )
  }

  @Test("reports files that are not libraries")
  func refusals() throws {
    let missing = try check("/no/such/file.so", ["--json"])
    #expect(missing.status == 74 && missing.output.isEmpty && missing.errors.contains("check the path"))
    let other = try check(try Faulty.library("other_abi"))
    #expect(other.status == 4 && other.errors.contains("has version 2 of the strategy interface"))
    let taken = try check(try Faulty.library("taken_name"))
    #expect(taken.status == 4 && taken.errors.contains("there is a strategy of that name already"))
    let parameter = try check(Libraries.base62, ["--parameters", "size=1"])
    #expect(parameter.status == 4 && parameter.errors.contains("has no parameter ‘size’"))
    #expect(try check(Libraries.base62, ["--steps", "0"]).status == 64)
  }

  @Test("has examples in its help, and hides its internal command")
  func help() throws {
    let run = try ServerProcess.run("arrange", ["strategy", "check", "--help"])
    #expect(run.status == 0 && run.output.contains("arrange strategy check ./libbase62.so --quick"))
    let all = try ServerProcess.run("arrange", ["strategy", "--help"])
    #expect(all.output.contains("check") && !all.output.contains("  try"))
  }

  private func check(
    _ path: String,
    _ arguments: [String] = []
  ) throws -> (status: Int32, output: String, errors: String) {
    try ServerProcess.run("arrange", ["strategy", "check", path] + arguments)
  }
}
