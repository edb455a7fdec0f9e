import Foundation
import TestSupport
import Testing

@Suite("Who may read the metrics from another machine")
struct MetricsAccessTests {
  private func bench() throws -> AccessBench {
    try AccessBench(
      """
      roles:
        watcher: [ { on: "**", may: [metrics] } ]
        app: [ { on: "**", may: [all] } ]
        blind: [ { on: "**", never: [metrics] } ]
      principals:
        prometheus: { roles: [watcher], tokens: [ { sha256: TOKEN(prometheus) } ] }
        ops: { roles: [admin], tokens: [ { sha256: TOKEN(ops) } ] }
        blind: { roles: [admin, blind], tokens: [ { sha256: TOKEN(blind) } ] }
        app: { roles: [app], tokens: [ { sha256: TOKEN(app) } ] }
        old: { roles: [admin], tokens: [ { sha256: TOKEN(old), expires: 2020-01-01 } ] }
      """,
      flags: ["--http", "0.0.0.0:0"]
    )
  }

  private func status(_ bench: AccessBench, _ headers: [(String, String)]) throws -> Int {
    // The machine can have any name.
    try HTTPExchange.get(
      "/metrics",
      port: try bench.server.httpPort(),
      host: "server.example",
      headers: headers
    ).status
  }

  @Test("is who has the permission metrics, or admin")
  func verdicts() throws {
    let bench = try bench()
    func status(of name: String, _ scheme: String = "Bearer") throws -> Int {
      try self.status(bench, [("Authorization", "\(scheme) \(try bench.token(name))")])
    }
    #expect(try status(of: "prometheus") == 200)
    #expect(try status(of: "prometheus", "bearer") == 200)
    #expect(try status(of: "ops") == 200)
    #expect(try status(of: "app") == 403 && status(of: "blind") == 403)
    #expect(try status(of: "old") == 401)
    #expect(try status(of: "ops", "Basic") == 401)
    let token = try bench.token("ops")
    for value in ["", "Bearer", "Bearer ", "Bearer x", "Bearer \(token)x"] {
      #expect(try self.status(bench, [("Authorization", value)]) == 401, "\(value)")
    }
    let answer = try HTTPExchange.get("/metrics", port: try bench.server.httpPort())
    #expect(answer.status == 401 && answer.headers["www-authenticate"] == "Bearer")
    #expect(!answer.body.contains("arrange_"))
    // Probes have no tokens.
    for path in ["/livez", "/readyz"] {
      #expect(try HTTPExchange.get(path, port: try bench.server.httpPort(), host: nil).status != 401)
    }
  }
}
