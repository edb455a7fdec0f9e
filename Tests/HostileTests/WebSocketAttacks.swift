import ArrangeModel
import Foundation
import Ordering
import TestSupport
import Testing
import Wire

/// Messages that are divided in every way, and those that break the rules.
@Suite("Hostile WebSockets", .serialized)
struct WebSocketAttacks {
  private static let flags = ["--http", "127.0.0.1:0"]

  private let server: ServerProcess
  /// The port of its HTTP listener.
  private let port: Int

  init() throws {
    server = try ServerProcess(flags: WebSocketAttacks.flags)
    port = try server.httpPort()
  }

  // MARK: Well-behaved

  @Test("frames travel in messages however they are divided, with pings in between")
  func division() throws {
    let seed = ProcessInfo.processInfo.environment["ARRANGE_TEST_SEED"].flatMap(UInt64.init) ?? 1
    print("ARRANGE_TEST_SEED=\(seed)")
    var random = OrderingRandom(seed: seed)
    let socket = try RawWebSocket(port: port)
    let raw = socket.connection
    var stream: UInt32 = 1
    var bytes = raw.opening(
      stream,
      Method.createCollection.name,
      raw.encode(CreateCollectionRequest(name: "board"))
    )
    let count = 40
    var expected: [String] = []
    for number in 0..<count {
      stream += 1
      // Some are larger than one frame of a WebSocket may be.
      let isLarge = Int.random(in: 0..<5, using: &random) == 0
      let text = String(repeating: "x", count: Int.random(in: 0..<300, using: &random))
      let items = (0..<(isLarge ? 400 : 1)).map { item in
        NewElement(id: Identifier(unchecked: "\(number).\(item)"), fields: ["text": .string(text)])
      }
      expected += items.compactMap { $0.id?.description }
      let request = ApplyRequest(collection: "board", operations: [.insertItems(items, to: .init())])
      bytes += raw.opening(stream, Method.apply.name, raw.encode(request))
    }
    var pings = 0
    while !bytes.isEmpty {
      // A message of up to four pieces, each of which may be empty.
      let pieces = 1 + Int.random(in: 0..<4, using: &random)
      for piece in 0..<pieces {
        let most = Int.random(in: 0..<3, using: &random) == 0 ? 60_000 : 200
        let size = min(bytes.count, Int.random(in: 0..<most, using: &random))
        let frame = RawWebSocket.frame(
          piece == 0 ? .binary : .continuation,
          Array(bytes[..<size]),
          isLast: piece == pieces - 1
        )
        bytes.removeFirst(size)
        try raw.send(frame)
        if Int.random(in: 0..<8, using: &random) == 0 {
          try raw.send(RawWebSocket.frame(.ping, [UInt8(pings & 0xFF)]))
          try raw.send(RawWebSocket.frame(.pong, []))
          pings += 1
        }
      }
    }
    // Calls on one connection are worked on at the same time, and answered as they are done.
    var ends: Set<UInt32> = []
    while ends.count < stream, let frame = try socket.receive() {
      #expect(frame.type == .end && frame.code == .ok)
      ends.insert(frame.stream)
    }
    #expect(ends.count == Int(stream))
    let fetch = raw.encode(FetchRequest(collection: "board"))
    try socket.send(raw.opening(stream + 1, Method.fetch.name, fetch))
    let end = try socket.end(stream + 1)
    #expect(end.code == .ok)
    let page = try end.body.withUnsafeBytes { try FetchPage.decode($0, using: raw.arena) }
    // A large answer comes in pages.
    let ids = page.sections.flatMap(\.items).map(\.id.description)
    #expect(!ids.isEmpty && ids == Array(expected.prefix(ids.count)))
    #expect(pings > 0)
    #expect(socket.pongs == (0..<pings).map { [UInt8($0 & 0xFF)] })
  }

  @Test("a WebSocket that is closed by its client is closed with the same code")
  func close() throws {
    let socket = try RawWebSocket(port: port)
    try socket.connection.send(RawWebSocket.frame(.close, [0x03, 0xE9]))
    #expect(try socket.receive() == nil && socket.closeCode == 1001)
    #expect(try socket.connection.receiveBytes() == nil)
  }

  @Test(
    "a close frame with a code that must not be sent, or an invalid reason, is answered with the code for that",
    arguments: [
      ([], 1000), ([0x03, 0xE8], 1000), ([0x0F, 0xA0, 0x68, 0x69], 4000), ([0x03], 1002), ([0, 0], 1002),
      ([0x03, 0xE7], 1002), ([0x03, 0xED], 1002), ([0x0B, 0xB7], 1002), ([0xFF, 0xFF], 1002),
      ([0x03, 0xE8, 0xFF], 1007),
    ] as [([UInt8], UInt16)]
  )
  func closeCodes(body: [UInt8], code: UInt16) throws {
    let socket = try RawWebSocket(port: port)
    try socket.connection.send(RawWebSocket.frame(.close, body))
    #expect(try socket.receive() == nil && socket.closeCode == code)
  }

  @Test("a server that stops says so in the protocol, and closes the WebSocket")
  func stop() throws {
    let socket = try RawWebSocket(port: port)
    server.terminate()
    var farewell: StatusCode?
    while let frame = try socket.receive() { if frame.type == .goAway { farewell = frame.code } }
    #expect(farewell == .unavailable && socket.closeCode == 1000)
    #expect(try server.waitUntilExit() == 0)
  }

  // MARK: Violations

  @Test(
    "each violation is answered with GOAWAY, which says what to do, and with the code for it",
    arguments: [
      ("text", RawWebSocket.frame(.text, [0x68]), "binary", 1003),
      ("unmasked", RawWebSocket.frame(.binary, [0x68], isMasked: false), "rules", 1002),
      ("reserved bit", RawWebSocket.frame(.binary, [0x68], reserved: 0x40), "rules", 1002),
      ("reserved opcode", RawWebSocket.frame(.reserved, [0x68]), "rules", 1002),
      ("continues nothing", RawWebSocket.frame(.continuation, [0x68]), "rules", 1002),
      (
        "message in a message",
        RawWebSocket.frame(.binary, [0x02], isLast: false) + RawWebSocket.frame(.binary, [0x02]), "rules",
        1002
      ),
      ("divided ping", RawWebSocket.frame(.ping, [], isLast: false), "rules", 1002),
      ("large", RawWebSocket.frame(.binary, [UInt8](repeating: 0, count: 65_537)), "divide", 1009),
      // 100 MB are announced, and come.
      ("huge", [0x82, 0xFF, 0, 0, 0, 0, 0x06, 0, 0, 0, 1, 2, 3, 4] as [UInt8], "divide", 1009),
    ] as [(String, [UInt8], String, Int)]
  )
  func violation(name: String, bytes: [UInt8], word: String, code: Int) throws {
    let socket = try RawWebSocket(port: port)
    try socket.connection.send(bytes)
    if name == "huge" { socket.connection.pour([UInt8](repeating: 0, count: 4 << 20), patience: 50) }
    let farewell = try socket.receive()
    #expect(farewell?.type == .goAway, "\(name)")
    if let farewell {
      #expect(try socket.connection.status(farewell).message.contains(word), "\(name)")
    }
    #expect(try socket.receive() == nil)
    #expect(socket.closeCode.map { Int($0) } == code, "\(name)")
    // Others are served.
    #expect(try RawConnection(port: server.port).call("arrange.v1.Health/Check").code == .ok)
  }

  @Test(
    "any request of a connection can ask for one, and the first message can come with it",
    arguments: [0, 1, 3],
    [false, true]
  )
  func behindOthers(earlier: Int, isHasty: Bool) throws {
    for _ in 0..<10 {
      let socket = try RawWebSocket(port: port, after: earlier, isHasty: isHasty)
      try socket.send(socket.connection.opening(1, "arrange.v1.Health/Check", []))
      #expect(try socket.end(1).code == .ok)
      try socket.connection.send(RawWebSocket.frame(.close, [3, 232]))
      #expect(try socket.receive() == nil && socket.closeCode == 1000)
    }
  }

  @Test("a request behind one that is not answered gets none")
  func pipelined() throws {
    let connection = try RawConnection(port: port, greeting: false)
    try connection.send(Array("GET /livez HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8) + upgrade)
    var text = ""
    while let bytes = try connection.receiveBytes() { text += String(decoding: bytes, as: UTF8.self) }
    #expect(text.hasPrefix("HTTP/1.1 200") && text.contains("HTTP/1.1 503"), "\(text)")
  }

  /// A complete request for a WebSocket.
  private var upgrade: [UInt8] {
    Array(
      """
      GET /arrange HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Connection: Upgrade\r
      Upgrade: websocket\r
      Sec-WebSocket-Version: 13\r
      Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
      \r

      """.utf8
    )
  }

  // MARK: Who gets none

  @Test("a request that gets no WebSocket is told why, in HTTP")
  func refusals() throws {
    func status(_ headers: [String: String], path: String = "/arrange") throws -> Int {
      let connection = try RawConnection(port: port, greeting: false)
      return try RawWebSocket.request(port: port, path: path, headers: headers, on: connection).status
    }
    #expect(try status([:]) == 101)
    #expect(try status([:], path: "/arrange?x=y") == 101)
    #expect(try status([:], path: "/nothing") == 404)
    #expect(try status(["Host": "evil.example"]) == 421)
    #expect(try status(["Host": ""]) == 421)
    #expect(try status(["Origin": "http://127.0.0.1:\(port)"]) == 101)
    #expect(try status(["Origin": "http://localhost:\(port)", "Host": "localhost:\(port)"]) == 101)
    #expect(try status(["Origin": "http://localhost:\(port)"]) == 403)
    #expect(try status(["Origin": "http://127.0.0.1"]) == 403)
    #expect(try status(["Origin": "https://evil.example"]) == 403)
    #expect(try status(["Origin": "null"]) == 403)
    #expect(try status(["Sec-WebSocket-Protocol": "arrange.v1, other"]) == 101)
    #expect(try status(["Sec-WebSocket-Protocol": "other"]) == 400)
    #expect(try status(["Sec-WebSocket-Version": "12"]) == 426)
    #expect(try status(["Sec-WebSocket-Key": ""]) == 426)
    #expect(try status(["Sec-WebSocket-Key": "abc"]) == 426)
    #expect(try status(["Connection": ""]) == 426)
    #expect(try status(["Content-Length": "0"]) == 101)
    #expect(try status(["Content-Length": "5"]) == 400)
    #expect(try status(["Transfer-Encoding": "chunked"]) == 400)
    #expect(try status(["Upgrade": "h2c"]) == 426)
  }

  @Test("listed origins are let in, and the hosts that they name")
  func listed() throws {
    let server = try ServerProcess(
      flags: WebSocketAttacks.flags + ["--http-origins", "https://lists.example,http://other.example:81"]
    )
    let port = try server.httpPort()
    func status(_ host: String, _ origin: String) throws -> Int {
      let connection = try RawConnection(port: port, greeting: false)
      return try RawWebSocket.request(port: port, headers: ["Host": host, "Origin": origin], on: connection)
        .status
    }
    #expect(try status("lists.example", "https://lists.example") == 101)
    #expect(try status("127.0.0.1:\(port)", "https://LISTS.example:443") == 101)
    #expect(try status("other.example:81", "http://other.example:81") == 101)
    #expect(try status("other.example", "http://other.example:81") == 421)
    #expect(try status("127.0.0.1:\(port)", "http://lists.example") == 403)
    #expect(try status("lists.example", "https://evil.example") == 403)
  }

  @Test("frames sent to the HTTP port are answered in HTTP")
  func frames() throws {
    let connection = try RawConnection(port: port, greeting: false)
    try connection.hello()
    let answer = try connection.receiveBytes() ?? []
    #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 400"))
  }

  // MARK: Crowds

  @Test("WebSockets take no place of other requests, and idle connections none of both")
  func crowd() throws {
    let sockets = try (0..<80).map { _ in try RawWebSocket(port: port) }
    #expect(try HTTPExchange.get("/livez", port: port).status == 200)
    try withExtendedLifetime(try (0..<80).map { _ in try RawConnection(port: port, greeting: false) }) {
      for path in ["/livez", "/metrics"] {
        #expect(try HTTPExchange.get(path, port: port).status == 200, "\(path)")
      }
      _ = try RawWebSocket(port: port)
    }
    #expect(sockets.allSatisfy { !$0.connection.hasInput(within: 0) })
  }

  @Test("a thousand WebSockets that never read are held to the memory of all connections")
  func unread() throws {
    let siege = try Siege(
      WebSocketAttacks.flags + ["--connection-memory", "\(16 * 1024 * 1024)", "--log-level", "info"],
      items: 1_000
    )
    let http = try siege.server.httpPort()
    // A thousand connections take about 50 KiB each besides what is counted.
    try siege.endure(atMost: Siege.memoryBound * 3) { _ in
      let sockets = try (0..<1_000).map { _ in
        let socket = try RawWebSocket(port: http, receiveBuffer: 4_096)
        let raw = socket.connection
        let fetch = raw.encode(FetchRequest(collection: "large", pageSize: 1_000))
        var calls: [UInt8] = []
        for stream in 1...4 as ClosedRange<UInt32> {
          calls += raw.opening(stream, Method.fetch.name, fetch)
        }
        raw.pour(RawWebSocket.frame(.binary, calls), patience: 20)
        return socket
      }
      let info = try RawConnection.whenThereIsRoom(port: siege.server.port)
      for _ in 0..<5_000 {
        let counts = try info.result(.serverInfo, EmptyMessage(), as: ServerInfo.self).counts
        if counts.connectionsEndedForMemory > 0 { break }
        usleep(1_000)
      }
      let counts = try info.result(.serverInfo, EmptyMessage(), as: ServerInfo.self).counts
      #expect(counts.connectionsEndedForMemory > 0 && counts.connectionBytes <= 20 * 1024 * 1024, "\(counts)")
      return sockets
    }
  }
}
