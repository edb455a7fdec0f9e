import ArrangeModel
import Foundation
import JWTKit
import TestSupport
import Testing
import Wire

/// Flaws of this kind that were found in other services in the last two years, each as the smallest thing here that would show
/// it. Others of them are in the tests of what they are about: GHSA-3f24-pcvm-5jqc of NATS (parts of a subject) and the confusion
/// of algorithms, CVE-2024-33663 of python-jose, in ``IdentityTests``; NATS 2026-18 (a deny that another one undoes) in the tests of
/// rights; RabbitMQ CVE-2024-51988 (a deletion that nobody asked about) is a row of ``MatrixTests``; the certificate that stays
/// the old one is in the tests of TLS.
@Suite("Known vulnerabilities of other servers")
struct KnownFlawTests {
  private static let file = """
    roles:
      mover: [ { on: "board", may: [move] } ]
      writer: [ { on: "board", may: [write] } ]
      own: [ { on: "a", may: [read, watch] } ]
    principals:
      mover: { roles: [mover], tokens: [ { sha256: TOKEN(mover) } ] }
      writer: { roles: [writer], tokens: [ { sha256: TOKEN(writer) } ] }
      other: { roles: [writer], tokens: [ { sha256: TOKEN(other) } ] }
      own: { roles: [own], tokens: [ { sha256: TOKEN(own) } ] }
      root: { roles: [admin], tokens: [ { sha256: TOKEN(root) } ] }
    """

  private static let board = Identifier("board")
  private static let secret = "a-secret-of-the-board"

  private func bench() throws -> (AccessBench, root: RawConnection) {
    let bench = try AccessBench(KnownFlawTests.file)
    let root = try bench.connect("root")
    for name in ["board", "a", "b", "b2"] {
      let _: CollectionInfo = try root.result(
        .createCollection,
        CreateCollectionRequest(name: Identifier(unchecked: name))
      )
    }
    let items = ["i", "j"].map {
      NewElement(id: Identifier(unchecked: $0), fields: ["t": .string(KnownFlawTests.secret)])
    }
    let _: ApplyResult = try root.result(
      .apply,
      ApplyRequest(collection: KnownFlawTests.board, operations: [.insertItems(items, to: ItemDestination())])
    )
    return (bench, root)
  }

  private func version(_ root: RawConnection) throws -> UInt64 {
    try root.result(.getCollection, GetCollectionRequest(name: KnownFlawTests.board), as: CollectionInfo.self)
      .version
  }

  @Test("etcd GHSA-rfx7-8w68-q57q: a forbidden operation among allowed ones in one transaction")
  func nestedOperations() throws {
    let (bench, root) = try bench()
    let mover = try bench.connect("mover")
    let move = ListOperation.moveItems([ElementReference("j")], to: ItemDestination(.first))
    let remove = ListOperation.removeItems([ElementReference("i")])
    for operations in [[move, remove], [remove, move], [move, move, remove]] {
      let end = try mover.call(
        Wire.Method.apply.name,
        mover.encode(ApplyRequest(collection: KnownFlawTests.board, operations: operations))
      )
      #expect(end.code == .permissionDenied)
    }
    #expect(try version(root) == 1)
    let _: ApplyResult = try mover.result(
      .apply,
      ApplyRequest(collection: KnownFlawTests.board, operations: [move])
    )
    #expect(try version(root) == 2)
  }

  @Test("etcd CVE-2026-44283: a write returns the previous content")
  func previousContents() throws {
    let (bench, _) = try bench()
    let writer = try bench.connect("writer")
    let update = FieldsUpdate(ElementReference("i"), set: ["x": .bool(true)])
    let operations: [ArrangeModel.ListOperation] = [
      .updateItems([update]), .moveItems([ElementReference("i")], to: ItemDestination(.last)),
      .reorderItems(section: .empty, ["i", "j"]), .removeItems([ElementReference("j")]),
    ]
    for operation in operations {
      let request = ApplyRequest(collection: KnownFlawTests.board, operations: [operation])
      let end = try writer.call(Wire.Method.apply.name, writer.encode(request))
      #expect(end.code == .ok)
      #expect(!String(decoding: end.body, as: UTF8.self).contains(KnownFlawTests.secret))
      let explain = ExplainRequest(collection: KnownFlawTests.board, operations: [operation])
      #expect(try writer.call(Wire.Method.explain.name, writer.encode(explain)).code == .permissionDenied)
    }
  }

  @Test("etcd GHSA-xg4h-6gfc-h4m8: from one allowed name on to all following ones")
  func openRange() throws {
    let (bench, _) = try bench()
    let own = try bench.connect("own")
    for start in ["", "a", "b", "0"] {
      let request = ListCollectionsRequest(pageSize: 1, pageToken: start.isEmpty ? nil : Array(start.utf8))
      let page: CollectionsPage = try own.result(.listCollections, request)
      #expect(page.collections.map(\.name) == (start < "a" ? ["a"] : []))
      #expect(page.nextPageToken == nil)
    }
    let view = FetchRequest(view: try ViewDefinition(parsing: "one: a\ntwo: b"))
    let end = try own.call(Wire.Method.fetch.name, own.encode(view))
    #expect(end.code == .notFound)
    #expect(try own.status(end).message == "there is no collection \"b\"; create it first")
  }

  @Test("a request id of another principal returns their result")
  func foreignRequestID() throws {
    let (bench, _) = try bench()
    let (writer, other) = (try bench.connect("writer"), try bench.connect("other"))
    let id = try RequestID(Array("the same id".utf8))
    func insert(_ name: Identifier) -> ApplyRequest {
      ApplyRequest(
        collection: KnownFlawTests.board,
        operations: [.insertItems([NewElement(id: name)], to: ItemDestination())],
        requestID: id
      )
    }
    let first: ApplyResult = try writer.result(.apply, insert("mine"))
    let second: ApplyResult = try other.result(.apply, insert("theirs"))
    #expect(second.version == first.version + 1)
    #expect(!second.repeated)
    let again: ApplyResult = try writer.result(.apply, insert("mine"))
    #expect(again.repeated)
    #expect(again.version == first.version)
  }

  @Test("NATS CVE-2026-33249: metadata of a call redirects it")
  func metadata() throws {
    let (bench, _) = try bench()
    let own = try bench.connect("own")
    // Metadata with the entry collection: board.
    let entry: [UInt8] = [0x0A, 10] + Array("collection".utf8) + [0x12, 5] + Array("board".utf8)
    let metadata = [0x0A, UInt8(entry.count)] + entry
    let stream = try own.open(
      Wire.Method.fetch.name,
      own.encode(FetchRequest(collection: "a")),
      metadata: metadata
    )
    let end = try own.end(stream)
    #expect(end.code == .ok)
    #expect(!String(decoding: end.body, as: UTF8.self).contains(KnownFlawTests.secret))
  }

  // MARK: Before authentication

  /// Everything that an unauthenticated client gets until the server closes the connection.
  private func answer(_ bench: AccessBench, to bytes: [UInt8]) throws -> [RawConnection.Received] {
    let stranger = try RawConnection(port: bench.server.port, greeting: false)
    try? stranger.send(bytes)
    stranger.closeInput()
    var frames: [RawConnection.Received] = []
    while let frame = try? stranger.receive() { frames.append(frame) }
    return frames
  }

  @Test("NATS CVE-2026-27571 and CVE-2026-27889: false lengths before authentication")
  func lengths() throws {
    let (bench, root) = try bench()
    let lengths: [[UInt8]] = [
      [0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
      [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80],
      [0x81, 0x80, 0x01], [0x00], [0xFF, 0xFF, 0x03],
    ]
    for length in lengths {
      let frames = try answer(bench, to: length + [UInt8](repeating: 0xFF, count: 20_000))
      // At most the reason.
      #expect(frames.count <= 1)
      #expect(frames.allSatisfy { $0.type == .goAway && $0.body.count < 512 })
    }
    #expect(try root.call(Wire.Method.serverInfo.name).code == .ok)
  }

  @Test("Redis CVE-2025-21605: a stranger makes the server write")
  func unreadAnswers() throws {
    let (bench, root) = try bench()
    // Calls before HELLO, many at once, of which none is read.
    let stranger = try RawConnection(port: bench.server.port, greeting: false)
    var calls: [UInt8] = []
    for stream in 1...200 as ClosedRange<UInt32> {
      calls += stranger.bytes(Frame(.open, stream: stream), method: Wire.Method.describe.name)
    }
    let frames = try answer(bench, to: calls)
    #expect(frames.count <= 1)
    #expect(frames.allSatisfy { $0.type == .goAway })
    #expect(try root.call(Wire.Method.serverInfo.name).code == .ok)
  }

  // MARK: JWT

  private struct ManyIssuers: JWTPayload {
    var iss = ["https://other.example", "https://id.example"]
    var aud = "arrange"
    var sub = "ann"
    var exp = 4_000_000_000.0

    func verify(using algorithm: some JWTAlgorithm) {}
  }

  @Test("fast-jwt CVE-2025-30144: a list of issuers that contains the right one")
  func manyIssuers() async throws {
    let key = try EdDSA.PrivateKey()
    let bench = try AccessBench(
      "jwt: { keys: key.pem, issuer: \"https://id.example\", audience: arrange }",
      files: ["key.pem": key.publicKey.pemRepresentation]
    )
    let token = try await JWTKeyCollection().add(eddsa: key).sign(ManyIssuers())
    #expect(try bench.refusal(ofToken: token)?.code == .unauthenticated)
  }
}
