import Foundation
import TestSupport
import Testing

/// The load test, against a real server.
@Suite("Load test", .serialized, .timeLimit(.minutes(5)))
struct BenchTests {
  /// Runs `arrange bench` with `--json` and reads what it prints.
  private func bench(_ server: ServerProcess, _ arguments: String...) throws -> [String: Any] {
    let fixed = ["--server", "127.0.0.1:\(server.port)", "--json", "--warmup", "0", "--duration", "0.3"]
    let result = try ServerProcess.run("arrange", ["bench"] + arguments + fixed)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.isEmpty, "no progress where no terminal is: \(result.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(object as? [String: Any])
  }

  private func collections(_ server: ServerProcess) throws -> String {
    try ServerProcess.run("arrange", ["list", "--json", "--server", "127.0.0.1:\(server.port)"]).output
  }

  @Test(arguments: ["ping", "insert", "move", "fetch", "mixed"])
  func everyOperationIsCounted(operation: String) throws {
    let server = try ServerProcess("--log-level", "error")
    let before = try collections(server)
    let report = try bench(
      server,
      operation,
      "--clients",
      "3",
      "--pipeline",
      "4",
      "--threads",
      "2",
      "--collections",
      "2",
      "--items",
      "100",
      "--strategy",
      "dense",
      "--seed",
      "11",
      "--request-ids"
    )
    let calls = try #require(report["calls"] as? Int)
    #expect(calls > 0)
    #expect((report["errors"] as? [String: Any])?.isEmpty == true)
    #expect(report["unanswered"] as? Int == 0)
    #expect(report["lost_connections"] as? Int == 0)
    #expect(report["interrupted"] as? Bool == false)
    #expect(report["operation"] as? String == operation)
    #expect(
      report["clients"] as? Int == 3 && report["pipeline"] as? Int == 4 && report["threads"] as? Int == 2
    )
    #expect(report["seed"] as? String == "11")
    #expect(report["rate"] is NSNull)
    let seconds = try #require(report["seconds"] as? Double)
    let pace = try #require(report["calls_per_second"] as? Double)
    #expect(abs(pace * seconds - Double(calls)) < 0.01)
    let latency = try #require(report["latency_ms"] as? [String: Double])
    let figures = try ["min", "p50", "p90", "p99", "p99.9", "max"].map { try #require(latency[$0]) }
    #expect(figures == figures.sorted() && figures[0] > 0)
    #expect(latency["mean"] ?? 0 >= figures[0] && latency["mean"] ?? 0 <= figures[5])
    if operation == "ping" {
      #expect(report["strategy"] == nil)
    } else {
      #expect(report["strategy"] as? String == "dense" && report["items"] as? Int == 100)
    }
    if operation == "mixed" {
      let parts = try #require(report["operations"] as? [String: [String: Any]])
      #expect(Set(parts.keys) == ["fetch", "move", "insert"])
      #expect(parts.values.reduce(0) { $0 + ($1["calls"] as? Int ?? 0) } == calls)
    } else {
      #expect(report["operations"] == nil)
    }
    #expect(try collections(server) == before, "the collections of the test are removed")
  }

  @Test func anOpenLoopMakesAsManyCallsAsItIsTold() throws {
    let server = try ServerProcess("--log-level", "error")
    let report = try bench(server, "ping", "--rate", "1000", "--clients", "2", "--threads", "2")
    #expect(report["rate"] as? Double == 1_000)
    let calls = (report["calls"] as? Int ?? 0) + (report["unanswered"] as? Int ?? 0)
    #expect(calls == 300)
  }

  @Test func ctrlCRemovesTheCollectionsAndSaysWhatWasMeasured() async throws {
    let server = try ServerProcess("--log-level", "error")
    let before = try collections(server)
    let output = try ChildPipe()
    let process = try ChildProcess(
      ServerProcess.programs.appendingPathComponent("arrange").path,
      ["bench", "move", "--items", "10", "--duration", "600", "--warmup", "0"],
      environment: ["ARRANGE_SERVER": "127.0.0.1:\(server.port)"],
      output: .to(output.writing)
    )
    try output.writing.close()
    while try !collections(server).contains("bench-") { try await Task.sleep(for: .milliseconds(20)) }
    process.send(SIGINT)
    let text = String(decoding: try output.reading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(try process.wait() == .status(130))
    #expect(text.isEmpty || text.contains("interrupted"), "\(text)")
    #expect(try collections(server) == before)
  }

  @Test func moreCallsThanTheServerTakesAreRefusedWithTheReason() throws {
    let server = try ServerProcess("--log-level", "error")
    let result = try ServerProcess.run(
      "arrange",
      ["bench", "--pipeline", "300", "--clients", "1", "--server", "127.0.0.1:\(server.port)"]
    )
    #expect(result.status == 4)
    #expect(result.errors.contains("at most 256 calls"), "\(result.errors)")
  }

  @Test func aServerThatIsNotThereIsTold() throws {
    let result = try ServerProcess.run("arrange", ["bench", "--server", "127.0.0.1:1", "--duration", "1"])
    #expect(result.status == 5)
    #expect(result.errors.contains("127.0.0.1:1"), "\(result.errors)")
  }
}
