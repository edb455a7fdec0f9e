import ArrangeClient
import ArrangeModel
import Foundation
import TestSupport
import Testing

@Suite("Strategies compared by the server", .timeLimit(.minutes(5)))
struct CompareCallTests {
  private let server: ServerProcess
  private let client: ArrangeClient

  init() throws {
    server = try ServerProcess()
    client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
  }

  private static let plan = """
    seeds: 2
    repeats: 2
    strategies: [dense, lexorank]
    workloads:
      - { kind: append, items: 10, operations: 5000 }
      - { kind: hot-gap, items: 100, operations: 4000, bars: { lexorank: { keys_per_item_mean: 2 } } }
    """

  /// A plan that takes minutes.
  private static let long = """
    seeds: 99
    workloads: [ { kind: random-move, items: 200000, operations: 200000 } ]
    """

  /// The members of a report that do not depend on time.
  private func figures(_ report: [UInt8]) throws -> [String] {
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(report)) as? [String: Any]
    )
    let workloads = try #require(report["workloads"] as? [[String: Any]])
    return workloads.flatMap { workload -> [String] in
      (workload["results"] as? [[String: Any]] ?? []).map { result in
        let figures = (result["figures"] as? [String: Any] ?? [:]).filter { !$0.key.hasPrefix("time") }
        return "\(workload["label"] ?? "") \(result["strategy"] ?? "") "
          + figures.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
      }
    }
  }

  /// Its report fills the output of a connection several times, which is then written in the middle of the stream's work.
  @Test("a large report arrives in both forms")
  func page() async throws {
    let kinds = ["append", "prepend", "hot-gap", "zigzag", "random-insert", "random-move"]
    let workloads = kinds.map { "  - { kind: \($0), items: 10, operations: 400 }" }
    let strategies = (1...12).map { "lexorank:jitter=\($0)" }
    let plan =
      ([
        "seeds: 2", "repeats: 1", "strategies: [\(strategies.map { "\"\($0)\"" }.joined(separator: ", "))]",
        "workloads:",
      ]
      + workloads).joined(separator: "\n")
    let report = try await StrategyComparison(plan: plan).report(on: client)
    #expect(try figures(report.json).count == kinds.count * strategies.count)
    let page = String(decoding: report.page, as: UTF8.self)
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
    #expect(kinds.allSatisfy { page.contains(">\($0)</h2>") })
    #expect(report.json.count > 65_536 && report.page.count > 65_536, "\(report.json.count)")
  }

  @Test("the report has the figures of arrange compare, after progress that ends with everything")
  func report() async throws {
    var last = (done: 0, total: 0)
    var messages = 0
    let report = try await StrategyComparison(plan: CompareCallTests.plan).run(on: client) { done, total in
      #expect(done > last.done && (last.total == 0 || total == last.total))
      last = (done, total)
      messages += 1
    }
    #expect(last.done == last.total && last.total == 2 * (3 * 5_000 + 3 * 4_000))
    #expect(messages <= 201)
    let file = FileManager.default.temporaryDirectory.appending(path: "plan-\(UUID().uuidString).yaml")
    try CompareCallTests.plan.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let local = try ServerProcess.run("arrange", ["compare", "--config", file.path, "--json"])
    #expect(local.status == 0, "\(local.errors)")
    let (here, there) = (try figures(Array(local.output.utf8)), try figures(report))
    #expect(there.count == 4)
    #expect(here == there)
    await client.close()
  }

  @Test(
    "what must not run in a server is refused, with the place in the plan",
    arguments: [
      ("libraries: [ /lib/x.so ]", "libraries: a server compares the strategies that it has"),
      ("workloads: [ { kind: trace, file: /etc/passwd } ]", "/etc/passwd: a server reads no files"),
      (
        "workloads: [ { kind: append, items: 200001 } ]",
        "append: a server compares with at most 200000 items and operations"
      ),
      ("strategies: [ none ]", "line 1, strategies[0]: "), ("a: [", "line "),
    ]
  )
  func refused(plan: String, message: String) async throws {
    let error = await #expect(throws: ArrangeError.self) {
      _ = try await StrategyComparison(plan: plan).run(on: client)
    }
    #expect(error?.code == .invalidArgument && error?.field == "plan")
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    await client.close()
  }

  @Test("one comparison runs at a time, and a cancelled one makes room")
  func oneAtATime() async throws {
    let client = client
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let running = Task {
      _ = try await StrategyComparison(plan: CompareCallTests.long).run(on: client) { _, _ in start.yield() }
    }
    for await _ in started { break }
    let error = await #expect(throws: ArrangeError.self) {
      _ = try await StrategyComparison(plan: CompareCallTests.plan).run(on: client)
    }
    #expect(error?.code == .resourceExhausted && error?.retryAfterMilliseconds != nil)
    running.cancel()
    _ = await running.result
    // The thread notices the end after the operations that it is at.
    while true {
      do {
        let report = try await StrategyComparison(plan: CompareCallTests.plan).run(on: client)
        #expect(!report.isEmpty)
        break
      } catch {
        guard error.code == .resourceExhausted else { throw error }
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    await client.close()
  }
}
