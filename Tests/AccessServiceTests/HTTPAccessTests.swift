import ArrangeModel
import Changes
import Foundation
import TestSupport
import Testing
import Wire

@Suite("Who may call over HTTP", .timeLimit(.minutes(5)))
struct HTTPAccessTests {
  private static let file = """
    roles:
      reader: [ { on: "board", may: [read, watch] } ]
    principals:
      ann: { roles: [admin], tokens: [ { sha256: TOKEN(ann) } ] }
      bob: { roles: [reader], tokens: [ { sha256: TOKEN(bob) } ], limits: { subscriptions: 1 } }
    """

  private func bench(_ flags: String...) throws -> AccessBench {
    let bench = try AccessBench(
      HTTPAccessTests.file,
      flags: flags.isEmpty ? ["--http", "127.0.0.1:0"] : flags
    )
    return bench
  }

  private func bearer(_ bench: AccessBench, _ name: String) throws -> (String, String) {
    ("Authorization", "Bearer \(try bench.token(name))")
  }

  private func send(
    _ bench: AccessBench,
    _ verb: String,
    _ path: String,
    _ headers: [(String, String)],
    body: String? = nil
  ) throws -> HTTPAnswer {
    try HTTPExchange.get(
      "/v1" + path,
      port: try bench.server.httpPort(),
      method: verb,
      headers: headers + (body == nil ? [] : [("Content-Type", "application/json")]),
      body: body.map { Array($0.utf8) }
    )
  }

  @Test("is who may over the wire, with the same errors and the same lines in the audit log")
  func verdicts() async throws {
    let bench = try bench()
    let (ann, bob) = (try bearer(bench, "ann"), try bearer(bench, "bob"))
    for name in ["board", "secret"] {
      #expect(try send(bench, "PUT", "/collections/\(name)", [ann], body: "{}").status == 201)
    }
    #expect(try send(bench, "GET", "/collections/board", [bob]).status == 200)
    let denied = try send(bench, "POST", "/collections/board/items", [bob], body: #"{"id":"a"}"#)
    #expect(denied.status == 403 && denied.body.contains("PERMISSION_DENIED"))
    // What may not be seen is as what is not there.
    let (hidden, missing) = (
      try send(bench, "GET", "/collections/secret", [bob]), try send(bench, "GET", "/collections/none", [bob])
    )
    #expect(hidden.status == 404 && missing.status == 404)
    #expect(hidden.body == missing.body.replacing("none", with: "secret"))
    #expect(try send(bench, "GET", "/collections/board", []).status == 404)
    for value in ["Bearer x", "Basic x", "Bearer \(try bench.token("bob"))x"] {
      let refused = try send(bench, "GET", "/collections/board", [("Authorization", value)])
      #expect(refused.status == 401 && refused.headers["www-authenticate"] == "Bearer", "\(value)")
    }
    func text() -> String { (try? String(contentsOfFile: bench.audit, encoding: .utf8)) ?? "" }
    try await bench.wait(for: "the lines") {
      text().contains("arrange.v1.Collections/Apply") && text().contains("arrange.v1.Collections/Fetch")
    }
    let line = try #require(text().split(separator: "\n").first { $0.contains("Collections/Apply") })
    #expect(line.contains("\"principal\":\"bob\"") && line.contains("\"peer\":\"127.0.0.1\""))
    #expect(!text().contains(try bench.token("bob")))
  }

  @Test("is who has a ticket, once")
  func tickets() async throws {
    let bench = try bench()
    let (ann, bob) = (try bearer(bench, "ann"), try bearer(bench, "bob"))
    #expect(try send(bench, "PUT", "/collections/board", [ann], body: "{}").status == 201)
    let issued = try send(bench, "POST", "/tickets", [bob])
    let ticket = try #require(issued.body.firstMatch(of: /"ticket":"([0-9a-f]{48})"/)).1
    #expect(issued.status == 200 && issued.body.contains("\"seconds\":30"))
    let other = try send(bench, "POST", "/tickets?ticket=\(ticket)", [])
    #expect(other.status == 400 && other.body.contains("gives no other ticket"))
    let port = try bench.server.httpPort()
    let path = "/v1/collections/board/changes?ticket=\(ticket)"
    let source = try EventSource(path, port: port)
    #expect(try source.status == 200 && source.next()?.name == "list")
    #expect(try EventSource(path, port: port).status == 401)
    #expect(try send(bench, "GET", "/collections/board?ticket=x", [bob]).status == 401)
    try await bench.wait(for: "the line") {
      try String(contentsOfFile: bench.audit, encoding: .utf8).contains("the ticket was used or is over")
    }
    #expect(try send(bench, "POST", "/tickets", [("Authorization", "Bearer x")]).status == 401)
  }

  @Test("is told who it is and what it may do with a name")
  func whoCalls() throws {
    let bench = try bench()
    let bob = try bearer(bench, "bob")
    let known = try send(bench, "GET", "/server?name=board", [bob])
    let caller =
      #""caller":{"principal":"bob","identified_by":"token","unrestricted":false,"permissions":[],"#
    #expect(known.status == 200 && known.body.contains(caller), "\(known.body)")
    #expect(
      known.body.contains(#""names":[{"name":"board","permissions":["read","watch"]}]"#),
      "\(known.body)"
    )
    let both = try send(bench, "POST", "/Server/Info", [bob], body: #"{"names":["a","board"]}"#)
    #expect(both.body.contains(#""names":[{"name":"a","permissions":[]},{"name":"board","#), "\(both.body)")
    let nobody = try send(bench, "GET", "/server", [])
    #expect(nobody.body.contains(#""principal":"anonymous","identified_by":"nothing""#), "\(nobody.body)")
    let wrong = try send(bench, "GET", "/server?name=", [bob])
    #expect(wrong.status == 400 && wrong.body.contains(#""field":"name""#), "\(wrong.body)")
  }

  @Test("has as many streams as its principal may have, over HTTP and over the wire together")
  func streams() throws {
    let bench = try bench()
    let (ann, bob) = (try bearer(bench, "ann"), try bearer(bench, "bob"))
    #expect(try send(bench, "PUT", "/collections/board", [ann], body: "{}").status == 201)
    let port = try bench.server.httpPort()
    let source = try EventSource("/v1/collections/board/changes", port: port, headers: [bob])
    #expect(try source.next()?.name == "list")
    let more = try send(bench, "GET", "/collections/board/changes", [bob])
    #expect(more.status == 429 && more.headers["retry-after"] != nil)
    let wire = try bench.connect("bob")
    let request = SubscribeRequest(collection: "board")
    let stream = try wire.open(Wire.Method.subscribe.name, wire.encode(request), credit: 1)
    #expect(try wire.end(stream).code == .resourceExhausted)
  }

  @Test("loses the stream when the access file takes the permission away")
  func revoked() throws {
    let bench = try bench()
    let (ann, bob) = (try bearer(bench, "ann"), try bearer(bench, "bob"))
    #expect(try send(bench, "PUT", "/collections/board", [ann], body: "{}").status == 201)
    let port = try bench.server.httpPort()
    let source = try EventSource("/v1/collections/board/changes", port: port, headers: [bob])
    #expect(try source.next()?.name == "list")
    try bench.replace(by: HTTPAccessTests.file.replacing("[read, watch]", with: "[read]"))
    let end = try #require(try source.next())
    #expect(end.name == "end" && end.data.contains("PERMISSION_DENIED"))
  }

  @Test("loses the stream when the token ends, and can go on with another one")
  func ended() throws {
    let bench = try bench()
    let (ann, bob) = (try bearer(bench, "ann"), try bearer(bench, "bob"))
    #expect(try send(bench, "PUT", "/collections/board", [ann], body: "{}").status == 201)
    let port = try bench.server.httpPort()
    let path = "/v1/collections/board/changes"
    let source = try EventSource(path, port: port, headers: [bob])
    #expect(try source.next()?.name == "list")
    let ended = "{ sha256: TOKEN(bob), expires: 2020-01-01 }, { sha256: TOKEN(next) }"
    try bench.replace(by: HTTPAccessTests.file.replacing("{ sha256: TOKEN(bob) }", with: ended))
    let end = try #require(try source.next())
    #expect(end.name == "end" && end.data.contains("UNAUTHENTICATED"))
    #expect(try source.next() == nil)
    #expect(try EventSource(path, port: port, lastID: source.lastID, headers: [bob]).status == 401)
    #expect(try send(bench, "POST", "/collections/board/items", [ann], body: "{}").status == 200)
    let next = try bearer(bench, "next")
    let resumed = try EventSource(path, port: port, lastID: source.lastID, headers: [next])
    #expect(try resumed.next()?.name == "batch")
  }

  @Test("needs the permission for the past, and undoes its own steps alone")
  func past() throws {
    let bench = try bench()
    let (ann, bob) = (try bearer(bench, "ann"), try bearer(bench, "bob"))
    #expect(try send(bench, "PUT", "/collections/board", [ann], body: "{}").status == 201)
    let step = #"{"id":"a","stack":"web"}"#
    #expect(try send(bench, "POST", "/collections/board/items", [ann], body: step).status == 200)
    for path in ["?at=0", "/diff?from=0", "/changes?at=0"] {
      #expect(try send(bench, "GET", "/collections/board\(path)", [ann]).status == 200, "\(path)")
      #expect(try send(bench, "GET", "/collections/board\(path)", [bob]).status == 403, "\(path)")
    }
    let undo = #"{"stack":"web"}"#
    #expect(try send(bench, "POST", "/collections/board/undo", [bob], body: undo).status == 403)
    let undone = try send(bench, "POST", "/collections/board/undo", [ann], body: undo)
    #expect(undone.status == 200 && undone.body.contains("\"changed\":true"))
  }

  @Test("is known by its own address behind a trusted proxy, and served there without --insecure")
  func proxies() async throws {
    let bench = try bench("--http", "0.0.0.0:0", "--http-behind-proxy", "127.0.0.0/8")
    let bob = try bearer(bench, "bob")
    let far = [
      ("X-Forwarded-For", "6.6.6.6, 203.0.113.7"), ("X-Forwarded-Proto", "https"),
      ("X-Forwarded-Host", "lists.example"),
    ]
    let denied = try send(bench, "PUT", "/collections/board", far + [bob], body: "{}")
    #expect(denied.status == 403 && denied.body.contains("may not create"))
    let own = try send(bench, "GET", "/collections", far + [bob, ("Origin", "https://lists.example")])
    #expect(own.status == 200)
    let other = try send(bench, "GET", "/collections", far + [bob, ("Origin", "https://evil.example")])
    #expect(other.status == 403 && other.body.contains("--http-origins"))
    // Not encrypted, or not by the proxy.
    let plain = [("X-Forwarded-For", "203.0.113.7"), ("X-Forwarded-Proto", "http")]
    #expect(try send(bench, "GET", "/collections", plain + [bob]).status == 403)
    #expect(try send(bench, "GET", "/collections", [bob]).status == 403)
    #expect(try HTTPExchange.get("/livez", port: try bench.server.httpPort()).status == 200)
    let doubtful = far + [("Forwarded", "for=6.6.6.6"), bob]
    #expect(try send(bench, "GET", "/collections", doubtful).status == 400)
    let socket = try RawConnection(port: try bench.server.httpPort(), greeting: false)
    let headers = Dictionary(uniqueKeysWithValues: far)
    let port = try bench.server.httpPort()
    #expect(try RawWebSocket.request(port: port, headers: headers, on: socket).status == 101)
    func text() -> String { (try? String(contentsOfFile: bench.audit, encoding: .utf8)) ?? "" }
    try await bench.wait(for: "the lines") {
      text().contains("Collections/Create") && text().contains("evil")
    }
    #expect(
      text().split(separator: "\n").allSatisfy {
        !$0.contains("\"peer\":\"127.0.0.1\"") || $0.contains("rules")
      }
    )
    #expect(text().contains("\"peer\":\"203.0.113.7\""))
  }
}
