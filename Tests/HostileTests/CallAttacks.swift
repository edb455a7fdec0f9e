import ArrangeModel
import NIOCore
import SwiftCodec
import TestSupport
import Testing
import Wire

/// Attacks by calls, and by not reading their answers.
@Suite("Hostile calls", .serialized)
struct CallAttacks {
  @Test("10,000 large answers that nobody reads are not made", arguments: [1, 2])
  func unreadAnswers(loops: Int) throws {
    try Siege(["--loops", "\(loops)"], items: 500).endure { port in
      try (0..<4).map { _ in
        let connection = try RawConnection(port: port)
        let body = connection.encode(FetchRequest(collection: "large"))
        let opens = (1...10_000).flatMap { connection.opening($0, Method.fetch.name, body) }
        connection.pour(opens)
        return connection
      }
    }
  }

  @Test("large answers that wait for the disk are not made all at once", arguments: [1, 2])
  func unreadAnswersFromDisk(loops: Int) throws {
    try Siege(["--loops", "\(loops)"], items: 1_000, isCold: true).endure { port in
      try (0..<4).map { number in
        let connection = try RawConnection(port: port)
        let fetch = connection.encode(FetchRequest(collection: "large", pageSize: 500))
        let history = connection.encode(HistoryRequest(collection: "large"))
        let opens = (1...1_000).flatMap { stream in
          number.isMultiple(of: 2)
            ? connection.opening(stream, Method.fetch.name, fetch)
            : connection.opening(stream, Method.history.name, history)
        }
        connection.pour(opens)
        return connection
      }
    }
  }

  @Test(
    "10,000 OPENs whose answers nobody reads",
    arguments: [Method.healthCheck.name, "no/Such", Method.getCollection.name, Method.apply.name]
  )
  func unreadSmallAnswers(method: String) throws {
    try Siege().endure { port in
      try (0..<10).map { _ in
        let connection = try RawConnection(port: port)
        connection.pour((1...10_000).flatMap { connection.opening($0, method) })
        return connection
      }
    }
  }

  @Test("100,000 calls cancelled at once: one END for each, and acknowledged data is there")
  func cancelStorm() throws {
    let siege = try Siege()
    try siege.endure { port in
      let connection = try RawConnection(port: port)
      let create = CreateCollectionRequest(name: "storm")
      _ = try connection.result(.createCollection, create, as: CollectionInfo.self)
      let count: UInt32 = 100_000
      let reader = EndReader(connection, count: Int(count))
      let arena = Arena(codec: .swift)
      for first in stride(from: UInt32(2), to: 2 + count, by: 100) {
        var bytes: [UInt8] = []
        for stream in first..<first + 100 {
          let item = NewElement(id: Identifier(unchecked: "\(stream)"))
          let request = ApplyRequest(collection: "storm", operations: [.insertItems([item], to: .init())])
          var body = ByteBuffer()
          arena.reset()
          request.encode(into: &body, using: arena)
          bytes += connection.opening(stream, Method.apply.name, Array(body.readableBytesView))
          bytes += connection.bytes(Frame(.cancel, stream: stream))
        }
        try connection.send(bytes)
      }
      let ends = try reader.finish()
      #expect(ends.count == Int(count), "one END for each")
      let codes = Set(ends.values)
      #expect(codes.isSubset(of: [.ok, .cancelled, .resourceExhausted]), "\(codes)")
      let other = try RawConnection(port: port)
      let page = try other.result(
        .fetch,
        FetchRequest(collection: "storm", pageSize: 1),
        as: FetchPage.self
      )
      let acknowledged = ends.values.count { $0 == .ok }
      let possible = ends.values.count { $0 != .resourceExhausted }
      #expect(page.collection.itemCount >= acknowledged && page.collection.itemCount <= possible)
      #expect(page.collection.version == UInt64(page.collection.itemCount))
      return connection
    }
  }

  @Test("a body of nothing but empty messages costs no more than its bytes")
  func emptyMessages() throws {
    try Siege().endure { port in
      let connection = try RawConnection(port: port)
      let operations = [UInt8](repeatElement([0x12, 0x00], count: 500_000).joined())
      // One operation that inserts half a million items without anything in them.
      let items = [UInt8](repeatElement([0x0A, 0x00], count: 450_000).joined())
      let insert = Proto.field(0x0A, items)
      let nested = [0x0A, 0x05] + Array("large".utf8) + Proto.field(0x12, insert)
      // Fields without names and values, half a million of them in one item.
      let fields = [UInt8](repeatElement([0x12, 0x00], count: 400_000).joined())
      let item = Proto.field(0x0A, Proto.field(0x0A, fields))
      let deep = [0x0A, 0x05] + Array("large".utf8) + Proto.field(0x12, item)
      for _ in 0..<10 {
        for body in [operations, nested, deep] {
          let end = try connection.call("arrange.v1.Collections/Apply", body)
          #expect([.invalidArgument, .outOfRange, .resourceExhausted].contains(end.code))
          #expect(try connection.status(end).processed == .notStarted)
        }
      }
      #expect(try Siege.version(of: "large", connection) == 0, "nothing changed")
      return connection
    }
  }

  @Test("a transaction of a million operations is refused with one status, and changes nothing")
  func giantTransaction() throws {
    func transaction(_ count: Int) -> [UInt8] {
      // insert_items { items { } }
      let operation = Proto.field(0x12, Proto.field(0x0A, [0x0A, 0x00]))
      return [0x0A, 0x05] + Array("large".utf8) + [UInt8](repeatElement(operation, count: count).joined())
    }
    let million = transaction(1_000_000)
    try Siege(["--max-frame", "16777216"]).endure(largestFrame: million.count) { port in
      let connection = try RawConnection(port: port)
      for body in [million, transaction(10_001)] {
        let status = try connection.status(connection.call(Method.apply.name, body))
        #expect([.outOfRange, .invalidArgument, .resourceExhausted].contains(status.code), "\(status)")
        #expect(!status.message.isEmpty && status.processed == .notStarted)
      }
      #expect(try Siege.version(of: "large", connection) == 0)
      // The maximum is executed, in one commit.
      let operations = (0..<ApplyRequest.maximumOperations).map {
        ListOperation.insertItems([NewElement(id: Identifier(unchecked: "item \($0)"))], to: .init())
      }
      let most = ApplyRequest(collection: "large", operations: operations)
      #expect(try connection.result(.apply, most, as: ApplyResult.self).version == 1)
      return connection
    }
    try Siege().endure { port in
      let connection = try RawConnection(port: port)
      connection.pour(connection.opening(1, Method.apply.name, million), patience: 50)
      #expect(try connection.farewell()?.code == .resourceExhausted)
      #expect(try Siege.version(of: "large", RawConnection(port: port)) == 0)
    }
  }

  @Test("thousands of subscriptions, and one more than allowed")
  func watchers() throws {
    try Siege().endure { port in
      let most: UInt32 = 4_096
      return try (0..<10).map { number in
        let connection = try RawConnection(port: port)
        let opens = (1...most + 10).flatMap {
          connection.opening($0, Method.healthWatch.name, credit: UInt64($0 % 2))
        }
        if number < 9 {
          connection.pour(opens)
          return connection
        }
        try connection.send(opens)
        var refused = 0
        var told = 0
        while refused < 10 || told < Int(most) / 2 {
          let frame = try #require(try connection.receive())
          if frame.type == .data { told += 1 }
          guard frame.type == .end else { continue }
          #expect(frame.code == .resourceExhausted && frame.stream > most)
          refused += 1
        }
        // A hundred thousand needless grants of credit.
        let credit = connection.bytes(Frame(.credit, stream: 1, credit: .max))
        connection.pour(Array(repeatElement(credit, count: 100_000).joined()))
        connection.nextStream = most + 11
        #expect(try connection.call("arrange.v1.Health/Check").code == .ok)
        return connection
      }
    }
  }

  @Test("a slow but steady reader of large answers is not taken for a dead one")
  func slowReader() throws {
    let siege = try Siege(["--keepalive-seconds", "1", "--keepalive-timeout-seconds", "1"], items: 500)
    try siege.endure { port in
      let connection = try RawConnection(port: port, receiveBuffer: 4_096)
      let body = connection.encode(FetchRequest(collection: "large"))
      try connection.send(connection.opening(1, Method.fetch.name, body))
      // Not a byte is sent meanwhile; what is asked of this side comes behind the answer.
      let frame = try #require(try connection.receive(atMost: 8_192, every: 70_000))
      #expect(frame.type == .end && frame.code == .ok && frame.body.count > 500_000)
      let next = try connection.receive()
      #expect(next?.type == .ping)
      if let next { try connection.send(Frame(.pong, sequence: next.sequence)) }
      connection.nextStream = 2
      #expect(try connection.call(Method.healthCheck.name).code == .ok)
      return connection
    }
  }
}

extension Siege {
  /// The version of a collection.
  static func version(of name: Identifier, _ connection: RawConnection) throws -> UInt64 {
    try connection.result(.getCollection, GetCollectionRequest(name: name), as: CollectionInfo.self).version
  }
}
