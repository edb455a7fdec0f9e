import ArrangeModel
import InputText
import Testing
import arrange

/// `arrange compare`, which needs no server.
@Suite struct CompareTests {
  private func json(_ terminal: Terminal, _ arguments: String...) async throws -> JSONNode {
    let result = await terminal.run(["compare", "--json"] + arguments)
    #expect(result.status == 0, "\(result.errors)")
    return try JSONReader.read(Array(result.output.utf8))
  }

  @Test func aTableForEachWorkload() async {
    let result = await Terminal().run(
      "compare",
      "--workload",
      "append",
      "--workload",
      "many-writers",
      "--items",
      "50",
      "--operations",
      "60",
      "--seeds",
      "1",
      "--writers",
      "6",
      "--seed",
      "9",
      "--repeats",
      "2"
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("append: 60 operations on 50 items\n"))
    #expect(result.output.contains("\nmany-writers: 6 writers in each of 10 rounds, 50 items\n"))
    for strategy in ["dense", "fractional", "lexorank", "lexorank:jitter=40"] {
      #expect(result.output.contains("\n  \(strategy) "))
    }
    #expect(result.output.contains("seed 9, 2 repeats"))
    #expect(result.errors.isEmpty, "no progress where nobody is at a terminal")
  }

  @Test func jsonHasEveryFigure() async throws {
    let report = try await json(
      Terminal(),
      "--workload",
      "prepend",
      "--strategy",
      "dense",
      "--strategy",
      "lexorank:jitter=40",
      "--items",
      "3",
      "--operations",
      "2"
    )
    #expect(report["seed"]?.string == "1")
    let workload = try #require(report["workloads"]?.elements?.first)
    #expect(workload["label"]?.string == "prepend" && workload["items"]?.double == 3)
    let results = try #require(workload["results"]?.elements)
    #expect(results.map { $0["strategy"]?.string } == ["dense", "lexorank:jitter=40"])
    #expect(results[0]["figures"]?["keys_per_operation_mean"]?.double == 4.5)
    #expect(results[0]["curves"]?["operations"]?.elements?.count == 2)
    #expect(results.allSatisfy { $0["problem"]?.isNull == true && $0["repeatable"]?.bool == true })
    #expect(workload["bounds"]?.elements?.isEmpty == false)
    #expect(report["bars"]?.elements?.isEmpty == true)
  }

  @Test(arguments: [(9, Int32(0), "✓ 1 bar held"), (8, 1, "✗ 1 of 1 bar missed")])
  func barsAreChecked(most: Int, status: Int32, line: String) async throws {
    let plan = """
      strategies: [lexorank]
      workloads:
        - {kind: append, items: 5, operations: 5, bars: {lexorank: {key_bytes_longest: \(most)}}}
      """
    try await TemporaryFile.with(plan, name: "plan.yaml") { file in
      let checked = await Terminal().run("compare", "--config", file)
      #expect(checked.status == status)
      #expect(checked.output.contains(line))
      #expect(checked.errors == (status == 0 ? "" : "arrange: 1 of 1 bar missed\n"))
      let unchecked = await Terminal().run("compare", "--config", file, "--no-check")
      #expect(unchecked.status == 0 && unchecked.output.contains(line))
    }
  }

  @Test func barsOfWhatIsNotRunAreTold() async throws {
    let plan = """
      strategies: [lexorank, dense]
      seeds: 1
      workloads:
        - {kind: append, items: 5, operations: 5, bars: {all: {key_bytes_longest: 9}}}
        - {kind: prepend, items: 5, operations: 5, bars: {lexorank: {key_bytes_longest: 9}}}
      """
    try await TemporaryFile.with(plan, name: "plan.yaml") { file in
      let part = ["compare", "--config", file, "--workload", "append", "--strategy", "dense"]
      let result = await Terminal().run(part)
      #expect(result.status == 0, "\(result.errors)")
      #expect(
        result.output.contains(
          "✓ 1 bar held\n2 bars more of the plan were not run, and neither held nor missed"
        )
      )
      let report = try await json(
        Terminal(),
        "--config",
        file,
        "--strategy",
        "dense",
        "--workload",
        "prepend"
      )
      let places = try #require(report["bars_not_run"]?.elements)
      #expect(places.map { $0["workload"]?.string } == ["append", "append", "prepend"])
      #expect(places.map { $0["strategy"]?.string } == ["lexorank", "dense", "lexorank"])
      #expect(report["bars"]?.elements?.isEmpty == true)
    }
  }

  @Test func aMinusIsStandardOutput() async {
    let small = ["compare", "--workload", "append", "--items", "5", "--operations", "5", "--seeds", "1"]
    let page = await Terminal().run(small + ["--html", "-"])
    #expect(
      page.status == 0 && page.output.hasPrefix("<!DOCTYPE html>\n") && page.output.hasSuffix("</html>\n")
    )
    let table = await Terminal().run(small + ["--csv", "-"])
    #expect(
      table.status == 0 && table.output.hasPrefix("workload,kind,items,") && !table.output.contains("µs")
    )
    for both in [["--csv", "-", "--html", "-"], ["--json", "--html", "-"]] {
      let mixed = await Terminal().run(small + both)
      #expect(
        mixed.status == 64 && mixed.errors.contains("would be mixed on standard output"),
        "\(mixed.errors)"
      )
    }
  }

  @Test func filesAreWritten() async throws {
    try await TemporaryFile.with("", name: "report.csv") { csv in
      try await TemporaryFile.with("", name: "report.html") { html in
        let result = await Terminal().run(
          "compare",
          "--workload",
          "append",
          "--items",
          "5",
          "--operations",
          "5",
          "--csv",
          csv,
          "--html",
          html
        )
        #expect(result.status == 0)
        let (table, page) = (try text(of: csv), try text(of: html))
        #expect(table.hasPrefix("workload,kind,items,"))
        #expect(page.hasPrefix("<!DOCTYPE html>\n"))
      }
    }
  }

  private func text(of file: String) throws -> String {
    String(decoding: try Files.read(file, limit: 1 << 20), as: UTF8.self)
  }

  @Test func aMistakeInThePlanNamesItsPlace() async throws {
    try await TemporaryFile.with("seed: 1\nworkloads:\n  - apend\n", name: "plan.yaml") { file in
      let result = await Terminal().run("compare", "--config", file)
      #expect(result.status == 4)
      #expect(result.errors.hasPrefix("arrange: \(file), line 3, workloads[0]: there is no workload ‘apend’"))
    }
  }

  @Test(arguments: [
    (["--items", "2000001"], "--items: has to be from 0 to 2000000, not 2000001"),
    (["--operations", "0"], "--operations: has to be from 1 to 5000000, not 0"),
    (["--repeats", "100"], "--repeats: has to be from 1 to 99, not 100"),
    (["--strategy", "x"], "--strategy: there is no ordering strategy ‘x’"),
    (["--workload", "x"], "--workload: there is no workload ‘x’; there are append"),
    (["--seeds", "0"], "--seeds: has to be from 1 to 99, not 0"),
    (
      ["--workload", "append", "--writers", "3"],
      "--writers: none of the workloads has writers, as many-writers and offline-merge have"
    ),
    (["--workload", "sort", "--items", "100001"], "sort: one operation names at most 100000 items"),
  ])
  func wrongOptionsSayWhatIsWrong(options: [String], message: String) async {
    let result = await Terminal().run(["compare"] + options)
    #expect(result.status == 4)
    #expect(result.errors.hasPrefix("arrange: \(message)"), "\(result.errors)")
  }

  @Test func tracesAreDoneAgain() async throws {
    let trace = #"""
      {"startContent": "é\n", "endContent": "é!!🙂",
       "txns": [{"time": "x", "patches": [[1, 0, "ab"], [1, 2, ""]]}, {"patches": [[1, 1, "!!🙂"]]}]}
      """#
    try await TemporaryFile.with(trace, name: "edits.json") { file in
      let report = try await json(
        Terminal(),
        "--trace",
        file,
        "--strategy",
        "dense",
        "--strategy",
        "fractional"
      )
      let workloads = try #require(report["workloads"]?.elements)
      #expect(workloads.count == 1 && workloads[0]["kind"]?.string == "trace")
      let figures = workloads[0]["results"]?.elements?.map { $0["figures"]?["operations"]?.double }
      #expect(figures == [4, 4])
      // Two new and one behind, one behind, none behind, three new: seven in four operations.
      #expect(workloads[0]["results"]?.elements?[0]["figures"]?["keys_per_operation_mean"]?.double == 1.75)
    }
  }

  @Test(arguments: [
    ("{}", "line 1, column 1: an editing trace has an array \"txns\""),
    (#"{"txns": [{"parents": [], "patches": []}]}"#, "line 1, column 11: the trace has several writers"),
    (#"{"txns": [{"patches": [[0, 1]]}]}"#, "line 1, column 24: a patch is [position, number of removed"),
    (#"{"txns": [{"patches": [[1, 0, "a"]]}]}"#, "edits[0]: can't be made on a list of 0 items"),
    (#"{"txns": [{"patches": [[0, 0, "a"]]}], "endContent": ""}"#, "the patches end with 1 characters"),
    ("{", "line 1, column 2:"),
  ])
  func brokenTracesSayWhere(trace: String, message: String) async throws {
    try await TemporaryFile.with(trace, name: "edits.json") { file in
      let result = await Terminal().run("compare", "--trace", file)
      #expect(result.status == 4)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test(.served) func aHistoryIsReadFromTheServer() async throws {
    let terminal = Terminal()
    await terminal.run("create", "board")
    for number in 0..<9 { await terminal.run("add", "board", "--id", "i\(number)", "x", "--first") }
    let report = try await json(terminal, "--history", "board", "--strategy", "dense")
    let workload = try #require(report["workloads"]?.elements?.first)
    #expect(workload["label"]?.string == "history of board")
    let result = try #require(workload["results"]?.elements?.first)
    #expect(result["problem"]?.isNull == true && result["figures"]?["operations"]?.double == 9)
    let missing = await terminal.run("compare", "--history", "nothing")
    #expect(missing.status == 2)
  }
}
