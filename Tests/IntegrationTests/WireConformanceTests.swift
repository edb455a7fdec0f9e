import ArrangeModel
import Foundation
import NIOCore
import TestSupport
import Testing
import Wire

/// The wire against a real server: the cases of the interoperability suites of RPC systems, and errors of
/// peers.
@Suite("Wire conformance")
struct WireConformanceTests {
  private let server: ServerProcess

  init() throws { server = try ServerProcess() }

  private func connect(greeting: Bool = true) throws -> RawConnection {
    try RawConnection(port: server.port, greeting: greeting)
  }

  // MARK: Calls

  @Test("an empty unary call")
  func emptyUnary() throws {
    let end = try connect().call("arrange.v1.Health/Check")
    #expect(end.code == .ok)
  }

  @Test("a large unary call, there and back")
  func largeUnary() throws {
    let connection = try connect()
    _ = try connection.result(
      .createCollection,
      CreateCollectionRequest(name: "large"),
      as: CollectionInfo.self
    )
    let text = String(repeating: "ä", count: 30_000)
    let items = try (0..<14).map { NewElement(id: try Identifier("i\($0)"), fields: ["text": .string(text)]) }
    let request = ApplyRequest(collection: "large", operations: [.insertItems(items, to: .init())])
    #expect(connection.encode(request).count > 800_000)
    _ = try connection.result(.apply, request, as: ApplyResult.self)
    var count = 0
    var token: [UInt8]?
    repeat {
      let page = try connection.result(
        .fetch,
        FetchRequest(collection: "large", pageToken: token),
        as: FetchPage.self
      )
      for item in page.sections.flatMap(\.items) {
        #expect(item.fields["text"] == .string(text))
        count += 1
      }
      token = page.nextPageToken
    } while token != nil
    #expect(count == 14)
  }

  @Test("a status and a message with Unicode")
  func unicodeStatus() throws {
    let connection = try connect()
    let name = "списък 🗂 清单"
    let end = try connection.call(
      "arrange.v1.Collections/Get",
      connection.encode(GetCollectionRequest(name: try Identifier(name)))
    )
    let status = try connection.status(end)
    #expect(status.code == .notFound && status.message.contains(name))
    #expect(status.error.field != nil && status.processed == .notStarted)
  }

  @Test(
    "unknown methods and services",
    arguments: [
      "arrange.v1.Collections/Explode", "arrange.v2.Collections/Apply", "", "/",
      "arrange.v1.Collections/Apply\0",
      String(repeating: "x", count: 300),
    ]
  )
  func unknownMethods(method: String) throws {
    let connection = try connect()
    #expect(try connection.call(method).code == .unimplemented)
    #expect(try connection.call("arrange.v1.Health/Check").code == .ok, "the connection goes on")
  }

  @Test("cancel after begin, and after the first message")
  func cancel() throws {
    let connection = try connect()
    for credit: UInt64 in [0, 1] {
      let stream = try connection.open("arrange.v1.Health/Watch", credit: credit)
      if credit == 1 {
        let first = try connection.receive()
        #expect(first?.type == .data && first?.stream == stream && first?.sequence == 1)
      }
      try connection.send(Frame(.cancel, stream: stream))
      #expect(try connection.end(stream).code == .cancelled)
    }
  }

  @Test("a deadline ends a call in progress")
  func deadline() throws {
    let connection = try connect()
    let stream = try connection.open("arrange.v1.Health/Watch", timeoutMicroseconds: 20_000, credit: 1)
    #expect(try connection.receive()?.type == .data)
    #expect(try connection.end(stream).code == .deadlineExceeded)
  }

  @Test("a hundred large calls at once")
  func concurrentLarge() throws {
    let connection = try connect()
    _ = try connection.result(
      .createCollection,
      CreateCollectionRequest(name: "large"),
      as: CollectionInfo.self
    )
    let text = String(repeating: "x", count: 60_000)
    var streams = Set<UInt32>()
    for index in 0..<100 {
      let item = NewElement(id: try Identifier("i\(index)"), fields: ["text": .string(text)])
      let request = ApplyRequest(collection: "large", operations: [.insertItems([item], to: .init())])
      streams.insert(try connection.open("arrange.v1.Collections/Apply", connection.encode(request)))
    }
    while !streams.isEmpty {
      let frame = try #require(try connection.receive())
      #expect(frame.type == .end && frame.code == .ok)
      #expect(streams.remove(frame.stream) != nil, "one END for each OPEN")
    }
  }

  @Test("metadata rides along, and is checked")
  func metadata() throws {
    let connection = try connect()
    let good = Metadata([.init(name: "trace-id", value: [0, 255])]).encoded(using: connection.arena)
    let stream = try connection.open("arrange.v1.Health/Check", metadata: good)
    #expect(try connection.end(stream).code == .ok)
    let bad = Metadata([.init(name: "UPPER", value: [])]).encoded(using: connection.arena)
    for metadata in [bad, [0xFF, 0xFF]] {
      let stream = try connection.open("arrange.v1.Health/Check", metadata: metadata)
      #expect(try connection.end(stream).code == .invalidArgument)
    }
  }

  // MARK: Bytes

  @Test("bytes that arrive one at a time")
  func oneByteAtATime() throws {
    let connection = try connect(greeting: false)
    var buffer = ByteBuffer()
    connection.arena.temporary {
      FrameEncoder.write(
        Frame(.hello),
        body: Hello(clientName: "slow").message(in: connection.arena),
        to: &buffer
      )
    }
    let open = connection.bytes(Frame(.open, stream: 1), method: "arrange.v1.Health/Check")
    for byte in Array(buffer.readableBytesView) + open { try connection.send([byte]) }
    #expect(try connection.receive()?.type == .welcome)
    #expect(try connection.end(1).code == .ok)
  }

  @Test("fields in any order, unknown fields, and the last of a repeated one")
  func fieldOrder() throws {
    let connection = try connect()
    let method = Array("arrange.v1.Health/Check".utf8)
    // method = 4, an unknown field 12, type = 2 twice, stream = 1 at the end.
    let frame: [UInt8] =
      [0x22, UInt8(method.count)] + method + [0x60, 0x01] + [0x10, 0x08] + [0x10, 0x03] + [0x08, 0x07]
    try connection.send([UInt8(frame.count)] + frame)
    #expect(try connection.end(7).code == .ok)
  }

  @Test(
    "what is no frame ends the connection with a reason",
    arguments: [
      ([0x80, 0x80, 0x80, 0x80, 0x80, 0x01], StatusCode.invalidArgument),
      ([0x81, 0x00, 0x08], .invalidArgument),
      ([0xFF, 0xFF, 0xFF, 0x7F], .resourceExhausted),
      ([0x02, 0xFF, 0xFF], .invalidArgument),
      ([0x02, 0x0A, 0x7F], .invalidArgument),
    ] as [([UInt8], StatusCode)]
  )
  func brokenFrames(bytes: [UInt8], code: StatusCode) throws {
    let connection = try connect()
    try connection.send(bytes)
    let goAway = try #require(try connection.receive())
    #expect(goAway.type == .goAway)
    let status = try connection.status(goAway)
    #expect(status.code == code && !status.message.isEmpty)
    #expect(try connection.receive() == nil, "then it is closed")
    #expect(try connect().call("arrange.v1.Health/Check").code == .ok, "others are served")
  }

  // MARK: Greeting

  @Test(
    "who speaks another protocol is answered in that, and let go",
    arguments: [
      (Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8), Array("HTTP/1.1 400 Bad Request\r\n".utf8)),
      ([0x16, 0x03, 0x01, 0x00, 0x01, 0x01], [0x15, 0x03]),
    ] as [([UInt8], [UInt8])]
  )
  func otherProtocols(said: [UInt8], answer: [UInt8]) throws {
    let connection = try connect(greeting: false)
    try connection.send(said)
    var (answered, bytes) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
    while case let count = read(connection.socket, &bytes, bytes.count), count > 0 {
      answered += bytes[..<count]
    }
    #expect(answered.starts(with: answer), "\(answered)")
    #expect(try connect().call("arrange.v1.Health/Check").code == .ok, "others are served")
  }

  @Test("anything but HELLO is refused with a reason")
  func greetings() throws {
    func reason(_ body: (RawConnection) throws -> Void) throws -> Status {
      let connection = try connect(greeting: false)
      try body(connection)
      let goAway = try #require(try connection.receive())
      #expect(goAway.type == .goAway)
      let status = try connection.status(goAway)
      #expect(try connection.receive() == nil)
      return status
    }
    #expect(try reason { try $0.open("arrange.v1.Health/Check") }.message.contains("HELLO"))
    // The magic is field 1; here it is 7.
    #expect(try reason { try $0.send(Frame(.hello), body: [0x0D, 7, 0, 0, 0]) }.message.contains("protocol"))
    let version = try reason { connection in
      var hello = Hello(clientName: "test")
      hello.versions = 90...99
      try connection.hello(hello)
    }
    #expect(version.code == .unimplemented && version.message.contains("90"))
    // A frame before HELLO must be small.
    #expect(try reason { try $0.send([0x81, 0x80, 0x02]) }.code == .resourceExhausted)
  }

  // MARK: Streams

  @Test("a reused or decreasing stream id ends the connection")
  func streamIDs() throws {
    for second: UInt32 in [5, 4, 0] {
      let connection = try connect()
      try connection.send(Frame(.open, stream: 5), method: "arrange.v1.Health/Check")
      #expect(try connection.end(5).code == .ok)
      try connection.send(Frame(.open, stream: second), method: "arrange.v1.Health/Check")
      #expect(try connection.receive()?.type == .goAway)
    }
  }

  @Test("late CANCEL and CREDIT are ignored; those for unknown streams end the connection")
  func lateFrames() throws {
    let connection = try connect()
    let stream = try connection.open("arrange.v1.Health/Check")
    _ = try connection.end(stream)
    try connection.send(Frame(.cancel, stream: stream))
    try connection.send(Frame(.credit, stream: stream, credit: 5))
    #expect(try connection.call("arrange.v1.Health/Check").code == .ok)
    try connection.send(Frame(.cancel, stream: 999))
    #expect(try connection.receive()?.type == .goAway)
  }

  @Test("credit that is zero, decreasing or overflowing")
  func credit() throws {
    let connection = try connect()
    let stream = try connection.open("arrange.v1.Health/Watch", credit: 0)
    #expect(!connection.hasInput(within: 50), "without credit nothing comes")
    try connection.send(Frame(.credit, stream: stream, credit: 0))
    #expect(!connection.hasInput(within: 50))
    try connection.send(Frame(.credit, stream: stream, credit: .max))
    #expect(try connection.receive()?.type == .data)
    try connection.send(Frame(.credit, stream: stream, credit: 1))
    try connection.send(Frame(.cancel, stream: stream))
    #expect(try connection.end(stream).code == .cancelled)
  }

  @Test("after a half-close calls are answered and subscriptions end")
  func halfClose() throws {
    let connection = try connect()
    let watch = try connection.open("arrange.v1.Health/Watch", credit: 1)
    #expect(try connection.receive()?.type == .data)
    let check = try connection.open("arrange.v1.Health/Check")
    connection.closeInput()
    var ended = Set<UInt32>()
    while let frame = try connection.receive() {
      if frame.type == .end { ended.insert(frame.stream) }
    }
    #expect(ended == [watch, check])
  }

  @Test("PING is answered with its token")
  func ping() throws {
    let connection = try connect()
    try connection.send(Frame(.ping, sequence: 12_345))
    let pong = try connection.receive()
    #expect(pong?.type == .pong && pong?.sequence == 12_345)
  }

  // MARK: Draining

  @Test("draining under load answers accepted calls and loses nothing acknowledged")
  func drain() throws {
    let connection = try connect()
    _ = try connection.result(
      .createCollection,
      CreateCollectionRequest(name: "list"),
      as: CollectionInfo.self
    )
    let watch = try connection.open("arrange.v1.Health/Watch", credit: 10)
    #expect(try connection.receive()?.type == .data)
    var sent: [UInt32: String] = [:]
    for index in 0..<200 {
      let request = ApplyRequest(
        collection: "list",
        operations: [.insertItems([NewElement(id: try Identifier("i\(index)"))], to: .init())]
      )
      sent[try connection.open("arrange.v1.Collections/Apply", connection.encode(request))] = "i\(index)"
      if index == 100 { server.terminate() }
    }
    var acknowledged = Set<String>()
    var sawGoAway = false
    var lastAccepted: UInt64 = 0
    var watchEnd: StatusCode?
    while let frame = try connection.receive() {
      switch frame.type {
      case .goAway:
        sawGoAway = true
        lastAccepted = frame.sequence
      case .end where frame.stream == watch: watchEnd = frame.code
      case .end:
        let removed = sent.removeValue(forKey: frame.stream)
        let id = try #require(removed, "one END for each OPEN")
        if frame.code == .ok {
          acknowledged.insert(id)
        } else {
          let status = try connection.status(frame)
          #expect(status.code == .unavailable && status.processed == .notStarted)
        }
      default: break
      }
    }
    #expect(sawGoAway && watchEnd == .unavailable)
    #expect(sent.keys.allSatisfy { $0 > lastAccepted }, "what GOAWAY counts as accepted is answered")
    #expect(try server.waitUntilExit() == 0)
    try server.start()
    let page = try connect().result(.fetch, FetchRequest(collection: "list"), as: FetchPage.self)
    #expect(acknowledged.isSubset(of: page.sections.flatMap(\.items).map(\.id.text)))
  }
}
