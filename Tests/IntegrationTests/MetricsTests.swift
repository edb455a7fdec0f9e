import ArrangeModel
import Changes
import Foundation
import TestSupport
import Testing
import Wire

@Suite("What a server shows of itself over HTTP")
struct MetricsTests {
  private func server(_ flags: String...) throws -> ServerProcess {
    try ServerProcess(flags: ["--http", "127.0.0.1:0"] + flags)
  }

  /// Reads the metrics until a condition holds.
  private func figures(
    _ server: ServerProcess,
    until isDone: ([String: Double]) -> Bool
  ) throws -> [String: Double] {
    for _ in 0..<ChildProcess.patience / 20 {
      let figures = try server.figures()
      if isDone(figures) { return figures }
      usleep(20_000)
    }
    throw Failure("the figures never come to that: \(try server.figures())")
  }

  private func add(_ connection: RawConnection, _ count: Int) throws {
    for _ in 0..<count {
      _ = try connection.result(
        .apply,
        ApplyRequest(
          collection: "board",
          operations: [.insertItems([NewElement()], to: ItemDestination())]
        ),
        as: ApplyResult.self
      )
    }
  }

  @Test("counts calls by method and status, and commits")
  func calls() throws {
    let server = try server()
    let connection = try RawConnection(port: server.port)
    _ = try connection.result(
      .createCollection,
      CreateCollectionRequest(name: "board"),
      as: CollectionInfo.self
    )
    try add(connection, 3)
    let missing = try connection.call(
      Method.getCollection.name,
      connection.encode(GetCollectionRequest(name: "nothing"))
    )
    #expect(missing.code == .notFound)
    #expect(try connection.call("no.such/Method").code == .unimplemented)
    let figures = try server.figures()
    let calls = figures.filter { $0.key.hasPrefix("arrange_calls_total") }
    #expect(
      calls == [
        #"arrange_calls_total{method="Collections/Create",status="OK"}"#: 1,
        #"arrange_calls_total{method="Collections/Apply",status="OK"}"#: 3,
        #"arrange_calls_total{method="Collections/Get",status="NOT_FOUND"}"#: 1,
      ]
    )
    #expect(figures[#"arrange_call_duration_seconds_count{method="Collections/Apply"}"#] == 3)
    #expect(figures[#"arrange_refusals_total{reason="unknown_method"}"#] == 1)
    #expect(figures["arrange_commits_total"] == 3 && figures["arrange_collections"] == 1)
    // The creation is a durable step, too.
    let steps = try #require(figures["arrange_flush_duration_seconds_count"])
    #expect(steps >= 4 && figures["arrange_write_group_size_sum"] == 4, "\(steps)")
    #expect(figures["arrange_connections"] == 1 && figures["arrange_connections_opened_total"] == 1)
    #expect((figures["arrange_uncheckpointed_edits"] ?? 0) >= 3)
    #expect((figures["arrange_journal_bytes{file=\"log\"}"] ?? 0) > 0)
    #expect((figures["process_resident_memory_bytes"] ?? 0) > 1_000_000)
  }

  @Test("shows what subscriptions wait for, how fast they get changes, and that nobody waits in vain")
  func subscriptions() throws {
    let server = try server()
    let writer = try RawConnection(port: server.port)
    _ = try writer.result(.createCollection, CreateCollectionRequest(name: "board"), as: CollectionInfo.self)
    let reader = try RawConnection(port: server.port)
    try reader.open(
      "arrange.v1.Changes/Subscribe",
      reader.encode(SubscribeRequest(collection: "board")),
      credit: 3
    )
    #expect(try reader.receive()?.type == .data)
    for _ in 0..<2 {
      try add(writer, 1)
      #expect(try reader.receive()?.type == .data)
    }
    // Without credit, no message is due.
    try add(writer, 5)
    let waiting = try figures(server) { $0[#"arrange_subscriptions{state="credit"}"#] == 1 }
    #expect(waiting["arrange_unserved_lag_seconds"] == 0)
    #expect(waiting["arrange_delivery_duration_seconds_count"] == 2)
    #expect(waiting["arrange_batch_commits_count"] == 2 && waiting["arrange_batch_commits_sum"] == 2)
    #expect(waiting[#"arrange_messages_total{kind="snapshot"}"#] == 1)
    try reader.send(Frame(.credit, stream: 1, credit: 10))
    #expect(try reader.receive()?.type == .data)
    let served = try figures(server) { $0[#"arrange_subscriptions{state="in_step"}"#] == 1 }
    #expect(served["arrange_batch_commits_count"] == 3 && served["arrange_batch_commits_sum"] == 7)
    // The subscriber delayed that batch.
    #expect(served["arrange_delivery_duration_seconds_count"] == 2)
    #expect(served["arrange_delivery_duration_seconds_sum"].map { $0 > 0 } == true)
  }

  @Test("counts connections by how they ended, and says it in one line of the log each")
  func connections() throws {
    let server = try server("--log-format", "json")
    do {
      let connection = try RawConnection(port: server.port)
      for _ in 0..<3 { #expect(try connection.call("arrange.v1.Health/Check").code == .ok) }
    }
    do {
      let connection = try RawConnection(port: server.port)
      try connection.send([5, 1, 2, 3, 4, 5])
      while try connection.receive() != nil {}
    }
    let figures = try figures(server) { figures in
      figures.filter { $0.key.hasPrefix("arrange_connections_ended_total") }.values.reduce(0, +) == 2
    }
    #expect(figures[#"arrange_connections_ended_total{reason="closed"}"#] == 1)
    #expect(figures[#"arrange_connections_ended_total{reason="violation"}"#] == 1)
    #expect(figures["arrange_connections"] == 0)
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
    for _ in 0..<ChildProcess.patience where !server.logged.hasSuffix("\"stopped\"}\n") { usleep(1_000) }
    let lines = try server.logged.split(separator: "\n").map { line in
      let value = try? JSONSerialization.jsonObject(with: Data(line.utf8))
      guard let object = value as? [String: String] else { throw Failure("no object of strings: \(line)") }
      return object
    }
    let ended = lines.filter { $0["message"] == "connection ended" }
    #expect(ended.count == 2)
    let good = try #require(ended.first { $0["reason"] == "the client has closed it" })
    #expect(good["calls"] == "3" && good["client"] == "test" && good["principal"] == "anonymous")
    #expect(good["peer"] == "127.0.0.1" && good["seconds"] != nil && good["level"] == "info")
    #expect(lines.contains { $0["message"] == "recovered" && $0["records"] == "0" })
  }

  @Test("names slow calls in the log, and counts them")
  func slowCalls() throws {
    let server = try server("--slow-call-ms", "1")
    let connection = try RawConnection(port: server.port)
    _ = try connection.result(
      .createCollection,
      CreateCollectionRequest(name: "board"),
      as: CollectionInfo.self
    )
    // This takes longer than a millisecond on any machine.
    let items = (0..<10_000).map { _ in NewElement() }
    let metadata = Metadata([
      .init(name: "traceparent", value: Array("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".utf8))
    ])
    let request = ApplyRequest(collection: "board", operations: [.insertItems(items, to: ItemDestination())])
    let stream = try connection.open(
      Method.apply.name,
      connection.encode(request),
      metadata: metadata.encoded(using: connection.arena)
    )
    #expect(try connection.end(stream).code == .ok)
    let figures = try server.figures()
    #expect((figures["arrange_slow_calls_total"] ?? 0) >= 1)
    for _ in 0..<ChildProcess.patience where !server.logged.contains("slow call") { usleep(1_000) }
    let line = try #require(server.logged.split(separator: "\n").first { $0.contains("Collections/Apply") })
    #expect(line.contains("notice arranged: slow call") && line.contains("status=OK"), "\(line)")
    #expect(line.contains("principal=anonymous") && line.contains(" ms="))
    #expect(
      line.contains("trace_id=4bf92f3577b34da6a3ce929d0e0e4736") && line.contains("parent_span_id=00f067aa")
    )
  }

  @Test("does not have more series for more names")
  func bounded() throws {
    let server = try server()
    let connection = try RawConnection(port: server.port)
    func create(_ numbers: Range<Int>) throws {
      for number in numbers {
        let request = CreateCollectionRequest(name: try Identifier("c\(number)"))
        _ = try connection.result(.createCollection, request, as: CollectionInfo.self)
      }
    }
    try create(0..<1)
    let before = try server.figures()
    try create(1..<200)
    let after = try server.figures()
    #expect(before.keys == after.keys && after["arrange_collections"] == 200)
  }

  @Test("is there while the server stops, and says so")
  func draining() throws {
    let server = try server("--drain-seconds", "60")
    let port = try server.httpPort()
    #expect(try HTTPExchange.get("/readyz", port: port).status == 200)
    // An open client keeps the server from stopping at once.
    let connection = try RawConnection(port: server.port)
    try connection.open("arrange.v1.Health/Watch", credit: 1)
    #expect(try connection.receive()?.type == .data)
    server.terminate()
    var answer = try HTTPExchange.get("/readyz", port: port)
    for _ in 0..<ChildProcess.patience where answer.status == 200 {
      answer = try HTTPExchange.get("/readyz", port: port)
    }
    #expect(answer.status == 503 && answer.body == "the server stops\n")
    #expect(try HTTPExchange.get("/metrics", port: port).status == 200)
    while try connection.receive() != nil {}
    #expect(try server.waitUntilExit() == 0)
  }

  @Test(
    "is not shown to other machines without an access file, and what is no address is refused",
    arguments: [
      ("0.0.0.0:0", "other machines can reach 0.0.0.0"),
      ("example.org:80", "other machines can reach example.org"),
      ("7412", "is not HOST:PORT"), ("unix:/tmp/x", "is not HOST:PORT"),
      ("tls:7412", "is not HOST:PORT"), ("tls:127.0.0.1:1", "needs tls-certificate and tls-key"),
    ]
  )
  func refused(address: String, reason: String) throws {
    let data = FileManager.default.temporaryDirectory.appendingPathComponent("arrange-\(UUID())").path
    let run = try ServerProcess.run(
      "arranged",
      ["--data", data, "--listen", "127.0.0.1:0", "--http", address]
    )
    #expect(run.status == 64 && run.errors.contains("http: ") && run.errors.contains(reason), "\(run)")
    #expect(!FileManager.default.fileExists(atPath: data))
  }

  @Test("leaves nothing where nothing was when the address is in use")
  func inUse() throws {
    let server = try server()
    let data = FileManager.default.temporaryDirectory.appendingPathComponent("arrange-\(UUID())").path
    let run = try ServerProcess.run(
      "arranged",
      ["--data", data, "--listen", "127.0.0.1:0", "--http", "127.0.0.1:\(try server.httpPort())"]
    )
    #expect(run.status == 69 && run.errors.contains("choose another with --http"), "\(run)")
    #expect(!FileManager.default.fileExists(atPath: data))
  }

  @Test("is refused in words that say which formats of the log there are")
  func logFormat() throws {
    let run = try ServerProcess.run("arranged", ["--listen", "127.0.0.1:0", "--log-format", "xml"])
    #expect(run.status == 64 && run.errors.contains("\"xml\" is not one of text and json"), "\(run)")
  }
}

@Suite("The HTTP listener of a server")
struct HTTPListenerTests {
  /// More connections than are served at a time; see `ConnectionCount`.
  private static let connections = 80

  private let server: ServerProcess
  private let port: Int

  init() throws {
    server = try ServerProcess("--http", "127.0.0.1:0")
    port = try server.httpPort()
  }

  private func text(_ request: String) throws -> String {
    String(decoding: try HTTPExchange.exchange(Array(request.utf8), port: port), as: UTF8.self)
  }

  @Test("answers GET and HEAD, and nothing that is not there")
  func methods() throws {
    let head = try HTTPExchange.get("/livez", port: port, method: "HEAD")
    #expect(head.status == 200 && head.body.isEmpty && head.headers["content-length"] == "3")
    #expect(try HTTPExchange.get("/nothing", port: port).status == 404)
    #expect(try HTTPExchange.get("/livez", port: port, method: "POST").status == 404)
    #expect(try HTTPExchange.get("/metrics", port: port, host: "evil.example").status == 421)
    let figures = try HTTPExchange.get("/metrics", port: port)
    #expect(figures.status == 200)
    #expect(figures.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
  }

  @Test("closes who sends a line, fields or a body without end, or no HTTP, and serves others")
  func long() throws {
    #expect(try !text("GET /" + String(repeating: "a", count: 10_000_000)).contains("200 OK"))
    let head = "GET /livez HTTP/1.1\r\nHost: localhost\r\n"
    #expect(try !text("\(head)X: \(String(repeating: "a", count: 20_000))\r\n\r\n").contains("200 OK"))
    #expect(try !text(head + String(repeating: "X: y\r\n", count: 200) + "\r\n").contains("200 OK"))
    let body = "POST /livez HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n"
    _ = try text(body + String(repeating: "b", count: 10_000_000))
    _ = try HTTPExchange.exchange([0x16, 0x03, 0x01, 0x00, 0x05, 1, 2, 3, 4, 5, 13, 10, 13, 10], port: port)
    #expect(try HTTPExchange.get("/livez", port: port).status == 200)
  }

  @Test("is not taken by connections that are idle, or that never end a request")
  func crowd() throws {
    func connect(_ text: String) throws -> RawConnection {
      let connection = try RawConnection(port: port, greeting: false)
      try connection.send(Array(text.utf8))
      return connection
    }
    let head = "GET /livez HTTP/1.1\r\nHost: localhost\r\n"
    for text in [head + "\r\n", head, ""] {
      var others: [RawConnection] = []
      for _ in 0..<HTTPListenerTests.connections {
        others.append(try connect(text))
        if text.hasSuffix("\r\n\r\n") { #expect(others.last?.hasInput(within: 60_000) == true) }
      }
      for path in ["/livez", "/readyz", "/metrics", "/"] {
        #expect(try HTTPExchange.get(path, port: port).status == 200, "\(path)")
      }
      let answer = try RawWebSocket.request(port: port, on: try RawConnection(port: port, greeting: false))
      #expect(answer.status == 101)
    }
  }

  @Test("takes requests that a proxy has forwarded for those of other machines")
  func forwarded() throws {
    let forwarded = [("X-Forwarded-For", "192.0.2.1")]
    #expect(try HTTPExchange.get("/livez", port: port, headers: forwarded).status == 200)
    let refused = try HTTPExchange.get("/metrics", port: port, headers: forwarded)
    #expect(refused.status == 403 && refused.body.contains("--access"))
    let socket = try RawWebSocket.request(
      port: port,
      headers: ["X-Forwarded-For": "192.0.2.1"],
      on: try RawConnection(port: port, greeting: false)
    )
    #expect(socket.status == 403)
    let other = try HTTPExchange.get("/livez", port: port, host: "localhost:\(port + 1)")
    #expect(other.status == 421 && other.body.contains("--http-origins"))
    #expect(try HTTPExchange.get("/livez", port: port, host: "localhost:\(port)").status == 200)
  }
}
