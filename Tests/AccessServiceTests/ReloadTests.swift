import ArrangeModel
import Changes
import Foundation
import TestSupport
import Testing
import Wire

@Suite("Access that changes")
struct ReloadTests {
  private static func file(_ grants: String, tokens: String = "{ sha256: TOKEN(ann) }", rest: String = "")
    -> String
  {
    """
    roles: { r: [ \(grants) ] }
    principals:
      ann: { roles: [r], tokens: [ \(tokens) ]\(rest) }
      root: { roles: [admin], tokens: [ { sha256: TOKEN(root) } ] }
    """
  }

  private static let board = Identifier(unchecked: "board")
  private static let everything = "{ on: \"**\", may: [all] }"

  /// A bench with a list of one item.
  private func bench(_ text: String) throws -> AccessBench {
    let bench = try AccessBench(text)
    let root = try bench.connect("root")
    let _: CollectionInfo = try root.result(
      .createCollection,
      CreateCollectionRequest(name: ReloadTests.board)
    )
    let insert = ApplyRequest(
      collection: ReloadTests.board,
      operations: [.insertItems([NewElement(id: Identifier(unchecked: "i"))], to: ItemDestination())]
    )
    let _: ApplyResult = try root.result(.apply, insert)
    return bench
  }

  /// The next frame other than an answer to PING.
  private func next(_ connection: RawConnection) throws -> RawConnection.Received? {
    while let frame = try connection.receive() {
      if frame.type != .ping { return frame }
    }
    return nil
  }

  @Test("ends the streams of principals that lost the permission, and no others")
  func lostRight() throws {
    let bench = try bench(ReloadTests.file(ReloadTests.everything))
    let (ann, root) = (try bench.connect("ann"), try bench.connect("root"))
    let streams = try [ann, root].map { connection in
      let stream = try connection.open(
        Wire.Method.subscribe.name,
        connection.encode(SubscribeRequest(collection: ReloadTests.board)),
        credit: 100
      )
      #expect(try next(connection)?.type == .data)
      return stream
    }
    try bench.replace(by: ReloadTests.file("{ on: \"**\", may: [read] }"))
    kill(bench.server.pid, SIGHUP)
    let end = try ann.end(streams[0])
    #expect(end.code == .permissionDenied)
    // The connection keeps the rights that remain.
    let _: FetchPage = try ann.result(.fetch, FetchRequest(collection: ReloadTests.board))
    #expect(throws: (any Error).self) {
      let _: ApplyResult = try ann.result(
        .apply,
        ApplyRequest(
          collection: ReloadTests.board,
          operations: [.removeItems([ElementReference(Identifier(unchecked: "i"))])]
        )
      )
    }
    let _: ApplyResult = try root.result(
      .apply,
      ApplyRequest(
        collection: ReloadTests.board,
        operations: [.insertItems([NewElement()], to: ItemDestination())]
      )
    )
    #expect(try next(root)?.type == .data)
  }

  @Test("ends the connections of removed principals, without a signal, within a second or two")
  func lostToken() throws {
    let bench = try bench(ReloadTests.file(ReloadTests.everything))
    let ann = try bench.connect("ann")
    try bench.replace(by: ReloadTests.file(ReloadTests.everything, tokens: "{ sha256: TOKEN(ann3) }"))
    let frame = try #require(try next(ann))
    #expect(frame.type == .goAway)
    #expect(try ann.status(frame).code == .unauthenticated)
    #expect(try bench.refusal(ofToken: try bench.token("ann"))?.code == .unauthenticated)
    _ = try bench.connect("ann3")
  }

  @Test("ends the connections whose credentials now belong to another principal")
  func otherOwner() throws {
    let bench = try bench(ReloadTests.file(ReloadTests.everything))
    let ann = try bench.connect("ann")
    try bench.replace(by: ReloadTests.file(ReloadTests.everything).replacing("  ann:", with: "  bob:"))
    #expect(try next(ann)?.type == .goAway)
  }

  @Test("does not change if the file is broken, which is reported with line and column")
  func brokenFile() async throws {
    let bench = try bench(ReloadTests.file(ReloadTests.everything))
    let ann = try bench.connect("ann")
    try bench.replace(by: "roles: { r: [ { on: \"**\", may: [everything] } ] }")
    kill(bench.server.pid, SIGHUP)
    try await bench.wait(for: "a line of the log") { bench.server.logged.contains("access.yaml:1:33: ") }
    let _: FetchPage = try ann.result(.fetch, FetchRequest(collection: ReloadTests.board))
    _ = try bench.connect("ann")
    // A file that is missing for a moment, as with some editors, is not a new file.
    try FileManager.default.removeItem(atPath: bench.file)
    kill(bench.server.pid, SIGHUP)
    try await bench.wait(for: "a line of the log") { bench.server.logged.contains("No such file") }
    _ = try bench.connect("ann")
  }

  @Test("takes effect although a file beside it blocks its readers, and the server stops")
  func pipes() async throws {
    let authority = try CertificateAuthority()
    let shown = try authority.certificate()
    let bench = try AccessBench(
      ReloadTests.file(ReloadTests.everything),
      flags: [
        "--listen", "127.0.0.1:0,tls:127.0.0.1:0", "--tls-certificate", shown.certificate, "--tls-key",
        shown.key,
      ]
    )
    let ann = try bench.connect("ann")
    let aside = shown.certificate + ".aside"
    try FileManager.default.moveItem(atPath: shown.certificate, toPath: aside)
    #expect(mkfifo(shown.certificate, 0o600) == 0)
    try await bench.wait(for: "a line of the log") { bench.server.logged.contains("it is a pipe") }
    let access = bench.file + ".aside"
    try FileManager.default.moveItem(atPath: bench.file, toPath: access)
    #expect(mkfifo(bench.file, 0o600) == 0)
    try await bench.wait(for: "another line") {
      bench.server.logged.contains("the previous access file stays in force")
    }
    // The file is back, and ann is removed from it, while the certificate is a pipe still.
    try FileManager.default.removeItem(atPath: bench.file)
    try bench.replace(by: ReloadTests.file(ReloadTests.everything, tokens: ""))
    #expect(try next(ann)?.type == .goAway)
    bench.server.terminate()
    #expect(try bench.server.waitUntilExit() == 0)
  }

  @Test("takes effect with the keys of tokens of before if their file can't be used")
  func brokenKeys() async throws {
    let jwt = "\njwt: { keys: jwks.json, issuer: i, audience: a }\n"
    let x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
    let bench = try AccessBench(
      ReloadTests.file(ReloadTests.everything) + jwt,
      files: ["jwks.json": #"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"k","x":"\#(x)"}]}"#]
    )
    let ann = try bench.connect("ann")
    try FileManager.default.removeItem(at: bench.directory.appending(path: "jwks.json"))
    try await bench.wait(for: "a line of the log") {
      bench.server.logged.contains("the previous keys of tokens stay in force")
    }
    try bench.replace(by: ReloadTests.file(ReloadTests.everything, tokens: "") + jwt)
    #expect(try next(ann)?.type == .goAway)
  }

  @Test("does not start with a broken file")
  func brokenStart() {
    #expect(throws: (any Error).self) { try AccessBench("roles: [") }
    #expect(throws: (any Error).self) { try AccessBench("principals: { a: { roles: [x] } }") }
  }

  // MARK: Limits

  @Test("counts connections, streams and collections of one principal, over all connections")
  func counts() throws {
    let limits = ", limits: { connections: 2, subscriptions: 3, collections: 4 }"
    let bench = try bench(ReloadTests.file("{ on: \"**\", may: [all] }", rest: limits))
    var connections = [try bench.connect("ann"), try bench.connect("ann")]
    let refusal = try #require(try bench.refusal(ofToken: try bench.token("ann")))
    #expect(refusal.code == .resourceExhausted)
    #expect(refusal.retryAfterMilliseconds > 0)
    _ = try bench.connect("root")
    var streams: [UInt32] = []
    for place in 0..<3 {
      let connection = connections[place % 2]
      streams.append(try connection.open(Wire.Method.healthWatch.name, [], credit: 1))
      #expect(try next(connection)?.type == .data)
    }
    let end = try connections[1].call(Wire.Method.healthWatch.name)
    #expect(end.code == .resourceExhausted)
    #expect(try connections[1].status(end).message == "\"ann\" may have 3 streams open at a time at most")
    try connections[0].send(Frame(.cancel, stream: streams[0]))
    _ = try connections[0].end(streams[0])
    _ = try connections[1].open(Wire.Method.healthWatch.name, [], credit: 1)
    #expect(try next(connections[1])?.type == .data)
    // "board" counts towards the limit.
    for name in ["a", "b", "c"] {
      let _: CollectionInfo = try connections[0].result(
        .createCollection,
        CreateCollectionRequest(name: Identifier(unchecked: name))
      )
    }
    let fifth = CreateCollectionRequest(name: Identifier(unchecked: "d"))
    let last = try connections[0].call(Wire.Method.createCollection.name, connections[0].encode(fifth))
    #expect(last.code == .resourceExhausted)
    connections.removeLast()
    var isTaken = false
    for _ in 0..<2_000 where !isTaken {
      isTaken = (try? bench.connect("ann")) != nil
      usleep(1_000)
    }
    #expect(isTaken)
  }

  @Test("bounds how large collections and views may be")
  func sizes() throws {
    let limits = ", limits: { items: 4, view-rows: 2 }"
    let bench = try bench(ReloadTests.file("{ on: \"**\", may: [all] }", rest: limits))
    let ann = try bench.connect("ann")
    let root = try bench.connect("root")
    func insert(_ ids: [Identifier], by connection: RawConnection) throws -> RawConnection.Received {
      let items = ids.map { NewElement(id: $0, fields: [:]) }
      let operation = ArrangeModel.ListOperation.insertItems(items, to: ItemDestination())
      let request = ApplyRequest(collection: "list", operations: [operation])
      return try connection.call(Wire.Method.apply.name, connection.encode(request))
    }
    let _: CollectionInfo = try ann.result(.createCollection, CreateCollectionRequest(name: "list"))
    // The default section counts as well.
    #expect(try insert(["a", "b"], by: ann).code == .ok)
    let view = FetchRequest(view: try ViewDefinition(parsing: "list where not done"))
    #expect(try ann.call(Wire.Method.fetch.name, ann.encode(view)).code == .ok)
    let refused = try insert(["c", "d"], by: ann)
    #expect(refused.code == .resourceExhausted)
    #expect(try ann.status(refused).message.contains("5 items and sections, more than the 4"))
    #expect(try insert(["c", "d"], by: root).code == .ok)
    #expect(try insert(["e"], by: ann).code == .resourceExhausted)
    #expect(try ann.call(Wire.Method.fetch.name, ann.encode(view)).code == .resourceExhausted)
    let subscription = try ann.open(
      Wire.Method.subscribe.name,
      ann.encode(SubscribeRequest(view: try ViewDefinition(parsing: "list where not done"))),
      credit: 10
    )
    #expect(try ann.end(subscription).code == .resourceExhausted)
    #expect(try root.call(Wire.Method.fetch.name, root.encode(view)).code == .ok)
    // Changes that don't grow the collection are allowed.
    let move = ArrangeModel.ListOperation.moveItems([ElementReference("a")], to: ItemDestination())
    let request = ApplyRequest(collection: "list", operations: [move])
    #expect(try ann.call(Wire.Method.apply.name, ann.encode(request)).code == .ok)
  }

  @Test("counts calls and bytes in a second, and says when to retry")
  func rates() throws {
    let limits = ", limits: { calls-per-second: 10 }"
    let bench = try bench(ReloadTests.file("{ on: \"**\", may: [all] }", rest: limits))
    let connections = [try bench.connect("ann"), try bench.connect("ann")]
    let streams = try (0..<40).map { try connections[$0 % 2].open(Wire.Method.serverInfo.name) }
    let ends = try streams.enumerated().map { try connections[$0.offset % 2].end($0.element) }
    let refused = ends.filter { $0.code == .resourceExhausted }
    #expect(!refused.isEmpty)
    #expect(ends.filter { $0.code == .ok }.count >= 10)
    #expect(refused.count + ends.filter { $0.code == .ok }.count == ends.count)
    let status = try connections[0].status(try #require(refused.first))
    #expect((1...100).contains(status.retryAfterMilliseconds))
    #expect(status.processed == .notStarted)
    // Other principals are not throttled.
    let root = try bench.connect("root")
    for _ in 0..<40 { #expect(try root.call(Wire.Method.serverInfo.name).code == .ok) }
  }

  // MARK: Audit

  @Test("is logged: refusals and actions with their principals")
  func audit() async throws {
    let bench = try bench(ReloadTests.file("{ on: \"board\", may: [read, manage] }"))
    let ann = try bench.connect("ann")
    let escape = "x\u{1B}[31m\"\n".replacing("\n", with: "").replacing("\u{1B}", with: "")
    _ = try ann.call(
      Wire.Method.deleteCollection.name,
      ann.encode(DeleteCollectionRequest(name: ReloadTests.board))
    )
    _ = try ann.call(
      Wire.Method.fetch.name,
      ann.encode(FetchRequest(collection: Identifier(unchecked: escape)))
    )
    _ = try ann.call(
      Wire.Method.updateCollection.name,
      ann.encode(UpdateCollectionRequest(name: ReloadTests.board, set: ["secret": .string("hunter2")]))
    )
    _ = try bench.refusal(ofToken: "hunter2")
    try await bench.wait(for: "the lines") {
      ((try? String(contentsOfFile: bench.audit, encoding: .utf8)) ?? "").contains("connection refused")
    }
    let text = try String(contentsOfFile: bench.audit, encoding: .utf8)
    #expect(!text.contains("hunter2"))
    #expect(!bench.server.logged.contains("hunter2"))
    let lines = try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: String])
    }
    func found(_ event: String, by principal: String?) -> [[String: String]] {
      lines.filter { $0["event"] == event && $0["principal"] == principal }
    }
    #expect(found("act", by: "root").count == 1)
    let refused = found("refused", by: "ann")
    #expect(refused.map { $0["name"] } == ["board", escape])
    #expect(refused.map { $0["status"] } == ["PERMISSION_DENIED", "NOT_FOUND"])
    #expect(refused[0]["method"] == "arrange.v1.Collections/Delete")
    #expect(refused[0]["by"] == "token")
    let acts = found("act", by: "ann")
    #expect(acts.count == 1)
    #expect(acts.first?["status"] == "OK")
    #expect(found("connection refused", by: nil).count == 1)
    #expect(lines.allSatisfy { $0["time"]?.hasSuffix("Z") ?? false })
  }
}
