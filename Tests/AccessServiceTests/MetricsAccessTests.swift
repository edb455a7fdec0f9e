import ArrangeModel
import Foundation
import TestSupport
import Testing
import Wire

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

  private static let local = """
    roles: { watcher: [ { on: "**", may: [metrics] } ] }
    principals:
      prometheus: { roles: [watcher], tokens: [ { sha256: TOKEN(prometheus) } ] }
    """

  @Test("is asked of those who come through a proxy on this machine, too")
  func forwarded() throws {
    let bench = try AccessBench(MetricsAccessTests.local, flags: ["--http", "127.0.0.1:0"])
    let port = try bench.server.httpPort()
    func status(_ headers: [(String, String)]) throws -> Int {
      try HTTPExchange.get("/metrics", port: port, headers: headers).status
    }
    let token = ("Authorization", "Bearer \(try bench.token("prometheus"))")
    #expect(try status([]) == 200)
    for header in ["X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "Via", "X-Real-IP"] {
      #expect(try status([(header, "x")]) == 401, "\(header)")
      #expect(try status([(header, "x"), token]) == 200, "\(header)")
    }
  }

  @Test("and who is refused because of a host or an origin, or as a node, is in the audit log")
  func audit() async throws {
    let bench = try AccessBench(MetricsAccessTests.local, flags: ["--http", "127.0.0.1:0"])
    let port = try bench.server.httpPort()
    #expect(try HTTPExchange.get("/", port: port, host: "evil.example").status == 421)
    let origin = ["Origin": "https://evil.example"]
    let socket = try RawConnection(port: port, greeting: false)
    #expect(try RawWebSocket.request(port: port, headers: origin, on: socket).status == 403)
    let follower = try bench.connect("prometheus")
    let follow = FollowRequest(collection: "secret", epoch: 1, afterVersion: 0)
    let end = try follower.call(Wire.Method.follow.name, follower.encode(follow))
    #expect(end.code == .permissionDenied)
    func text() -> String { (try? String(contentsOfFile: bench.audit, encoding: .utf8)) ?? "" }
    try await bench.wait(for: "the lines") { text().contains("arrange.v1.Nodes/Follow") }
    let lines = text().split(separator: "\n")
    #expect(lines.count { $0.contains("connection refused") && $0.contains("evil.example") } == 2)
    #expect(lines.contains { $0.contains("the Host header") })
    #expect(lines.contains { $0.contains("the origin") })
    #expect(lines.contains { $0.contains("refused") && $0.contains("Follow") && $0.contains("prometheus") })
  }
}
