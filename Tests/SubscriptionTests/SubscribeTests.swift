import ArrangeModel
import Changes
import Foundation
import Ordering
import TestSupport
import Testing
import Wire

/// Subscriptions of real servers, by what goes over the wire.
@Suite("Changes/Subscribe", .serialized)
struct SubscribeTests {
  private func subscriber(
    _ collection: Identifier = "board",
    _ change: (inout SubscribeRequest.Options) -> Void = { _ in }
  ) -> FoldingSubscriber {
    var request = SubscribeRequest(collection: collection)
    change(&request.options)
    return FoldingSubscriber(request)
  }

  @Test("gives a snapshot, and then every change", arguments: ["1", "2"])
  func follows(loops: String) throws {
    let server = try ServerProcess("--loops", loops)
    let writer = try Writer(server.port)
    try writer.add(10)
    let exact = subscriber()
    let uikit = subscriber {
      $0.profile = .uikit
      $0.reloadThreshold = 20
      $0.sendsKeys = true
    }
    try exact.open(on: RawConnection(port: server.port))
    try uikit.open(on: RawConnection(port: server.port))
    for seed in 0..<20 {
      try writer.write(16, seed: UInt64(seed), prefix: "\(seed)-")
      try writer.expectShown(by: exact)
      try writer.expectShown(by: uikit)
    }
    #expect(exact.batches > 20 && uikit.batches > 20 && exact.snapshots[.first] == 1)
  }

  @Test("CANCEL ends it at any moment and frees its slot")
  func cancel() throws {
    let server = try ServerProcess("--loops", "2")
    let writer = try Writer(server.port)
    try writer.add(2_000, bytes: 500)
    let connection = try RawConnection(port: server.port)
    let body = connection.encode(SubscribeRequest(collection: "board"))
    for round in 0..<5_000 {
      let stream = try connection.open(Method.subscribe.name, body, credit: UInt64(round % 4))
      if round % 7 == 0, round % 4 > 0 { _ = try connection.receive() }
      try connection.send(Frame(.cancel, stream: stream))
      guard round % 50 == 0 else { continue }
      #expect(try connection.end(stream).code == .cancelled)
    }
    #expect(try connection.call(Method.healthCheck.name).code == .ok)
  }

  @Test("disconnecting while the collection is read leaves nothing behind", arguments: ["cancel", "close"])
  func leavesEarly(how: String) throws {
    let server = try ServerProcess("--idle-seconds", "1", "--loops", "2")
    for index in 0..<8 { try Writer(server.port, Identifier(unchecked: "c\(index)")).add(500) }
    server.kill()
    try server.start()
    for index in 0..<8 {
      let connection = try RawConnection(port: server.port)
      let body = connection.encode(SubscribeRequest(collection: Identifier(unchecked: "c\(index)")))
      let open = connection.bytes(
        Frame(.open, stream: 1, credit: 2),
        body: body,
        method: Method.subscribe.name
      )
      try connection.send(open + connection.bytes(Frame(.cancel, stream: 1)))
      if how == "cancel" { #expect(try connection.end(1).code == .cancelled) }
    }
    // A collection that somebody seems to watch would stay in memory for good.
    let connection = try RawConnection(port: server.port)
    var open = -1
    for _ in 0..<300 where open != 0 {
      open = try connection.result(.serverInfo, EmptyMessage(), as: ServerInfo.self).counts.openCollections
      if open != 0 { usleep(100_000) }
    }
    #expect(open == 0)
  }

  @Test("without credit the server sends nothing and keeps nothing; then comes one message")
  func noCredit() throws {
    let server = try ServerProcess()
    let writer = try Writer(server.port)
    try writer.add(500, bytes: 200)
    let waiting = subscriber()
    try waiting.open(on: RawConnection(port: server.port), credit: 0, grants: 0)
    let lagging = (0..<50).map { _ in subscriber { $0.reloadThreshold = 10_000 } }
    for subscriber in lagging {
      try subscriber.open(on: RawConnection(port: server.port), credit: 1, grants: 0)
      try subscriber.catchUp(to: 1)
    }
    func change(_ round: Int) throws {
      let text = String(repeating: "\(round % 10)", count: 20_000)
      for index in 0..<100 {
        try writer.apply(
          .updateItems([
            FieldsUpdate(ElementReference(Identifier(unchecked: "i\(index)")), set: ["text": .string(text)])
          ])
        )
      }
    }
    try change(0)
    let before = try memory(of: server)
    for round in 1..<10 { try change(round) }
    // 50 subscribers have missed 18 MB each.
    let growth = try memory(of: server) - before
    #expect(growth < 48 * 1_024, "\(growth) KiB")
    for subscriber in lagging + [waiting] {
      let socket = try #require(subscriber.connection)
      #expect(!socket.hasInput(within: 0))
      try subscriber.grant(10_000)
      try writer.expectShown(by: subscriber)
    }
    for subscriber in lagging { #expect(subscriber.batches + (subscriber.snapshots[.tooLarge] ?? 0) == 1) }
  }

  @Test("a client with unlimited credit that never reads uses bounded memory, and is served when it reads")
  func neverReads() throws {
    let server = try ServerProcess()
    let writer = try Writer(server.port)
    try writer.add(100, bytes: 10)
    let good = subscriber { $0.reloadThreshold = 10_000 }
    try good.open(on: RawConnection(port: server.port))
    let stuck = try (0..<10).map { _ in
      let stuck = subscriber { $0.reloadThreshold = 10_000 }
      try stuck.open(
        on: RawConnection(port: server.port, receiveBuffer: 4_096),
        credit: 1 << 62,
        grants: 0
      )
      return stuck
    }
    var before = 0
    for round in 0..<60 {
      let text = String(repeating: "\(round % 10)", count: 40_000)
      let updates = (0..<12).map {
        FieldsUpdate(ElementReference(Identifier(unchecked: "i\($0)")), set: ["text": .string(text)])
      }
      try writer.apply(.updateItems(updates))
      try writer.expectShown(by: good)
      if round == 10 { before = try memory(of: server) }
    }
    // The log of changes keeps the 24 MB of texts that were overwritten meanwhile; 10 subscribers have missed ten times that.
    let growth = try memory(of: server) - before
    #expect(growth < 48 * 1_024, "\(growth) KiB")
    for subscriber in stuck { try writer.expectShown(by: subscriber) }
    #expect(stuck.allSatisfy { $0.batches < 40 })
  }

  @Test("4,096 of them on one connection all follow, and one more is refused")
  func many() throws {
    let server = try ServerProcess("--loops", "2")
    let writer = try Writer(server.port)
    try writer.add(60, bytes: 300)
    let connection = try RawConnection(port: server.port, receiveBuffer: 8_192)
    let most = ConnectionLimits().maximumSubscriptions
    var options = SubscribeRequest.Options()
    options.reloadThreshold = 1_000
    var versions: [UInt32: UInt64] = [:]
    let body = connection.encode(SubscribeRequest(collection: "board", options: options))
    let sender = Box(connection)
    let opener = Background {
      for _ in 0..<most { try sender.value.open(Method.subscribe.name, body, credit: 1_000) }
    }
    func follow(to version: UInt64) throws {
      var behind = most - versions.values.count { $0 >= version }
      while behind > 0 {
        let frame = try #require(try connection.receive())
        guard frame.type == .data else { throw Failure("\(frame)") }
        let message = try frame.body.withUnsafeBytes {
          try SubscriptionMessage.decode($0, using: connection.arena)
        }
        if versions[frame.stream] ?? 0 < version, message.version >= version { behind -= 1 }
        versions[frame.stream] = message.version
      }
    }
    try opener.finish()
    try follow(to: 1)
    let refused = try connection.open(
      Method.subscribe.name,
      connection.encode(SubscribeRequest(collection: "board"))
    )
    #expect(try connection.end(refused).code == .resourceExhausted)
    for round in 0..<3 {
      let updates = (0..<60).map {
        FieldsUpdate(
          ElementReference(Identifier(unchecked: "i\($0)")),
          set: ["text": .string(String(repeating: "\(round)", count: 300))]
        )
      }
      try follow(to: writer.apply(.updateItems(updates)))
    }
    #expect(try connection.call(Method.healthCheck.name).code == .ok)
  }

  @Test("on a connection that nobody reads few are served, on whichever event loop the collection is")
  func manyUnread() throws {
    // So many have their message made before it is known that there is no room, and the system takes some in.
    let most = 40
    let count = 160
    let server = try ServerProcess("--loops", "2")
    let writer = try Writer(server.port)
    try writer.add(12, bytes: 10)
    var options = SubscribeRequest.Options()
    options.reloadThreshold = 1_000
    // One after the other: they are on different event loops.
    let connections = try (0..<2).map { _ in try RawConnection(port: server.port, receiveBuffer: 8_192) }
    func next(_ connection: RawConnection) throws -> (stream: UInt32, version: UInt64) {
      let frame = try #require(try connection.receive())
      guard frame.type == .data else { throw Failure("\(frame)") }
      let message = try frame.body.withUnsafeBytes {
        try SubscriptionMessage.decode($0, using: connection.arena)
      }
      return (frame.stream, message.version)
    }
    for connection in connections {
      let body = connection.encode(SubscribeRequest(collection: "board", options: options))
      for _ in 0..<count { try connection.open(Method.subscribe.name, body, credit: 1 << 40) }
      for _ in 0..<count { _ = try next(connection) }
    }
    var versions: [UInt64] = []
    for text in ["1", "2"] {
      let updates = (0..<12).map {
        FieldsUpdate(
          ElementReference(Identifier(unchecked: "i\($0)")),
          set: ["text": .string(String(repeating: text, count: 40_000))]
        )
      }
      versions.append(try writer.apply(.updateItems(updates)))
      // Both event loops have other things to do meanwhile, and tell everybody.
      for connection in try (0..<2).map({ _ in try RawConnection(port: server.port) }) {
        for _ in 0..<200 { _ = try connection.call(Method.healthCheck.name) }
      }
    }
    for connection in connections {
      var early = 0
      var behind = Set((1...count).map { UInt32($0) })
      while !behind.isEmpty {
        let (stream, version) = try next(connection)
        if version == versions[0] { early += 1 }
        if version == versions[1] { behind.remove(stream) }
      }
      #expect(early <= most)
      #expect(try connection.call(Method.healthCheck.name).code == .ok)
    }
  }

  @Test("a view that moves to another event loop ends with the token of the last message")
  func movedView() throws {
    let server = try ServerProcess("--loops", "2")
    // The first two belong to different event loops.
    let names: [Identifier] = ["done", "tasks", "news"]
    let writers = try names.map { try Writer(server.port, $0) }
    for writer in writers { try writer.add(2) }
    func define(_ collection: Identifier) throws {
      let definition = ViewDefinition([.init(.collection(.init(collection)))])
      let request = DefineViewRequest(name: "home", view: definition)
      _ = try writers[0].connection.result(.defineView, request, as: ViewInfo.self)
    }
    try define(names[0])
    let connection = try RawConnection(port: server.port)
    let request = SubscribeRequest(collection: "home")
    try connection.open(Method.subscribe.name, connection.encode(request), credit: 100)
    var token: [UInt8]?
    for name in names.dropFirst() {
      let frame = try #require(try connection.receive())
      guard frame.type == .data else {
        let status = try connection.status(frame)
        #expect(status.code == .unavailable && status.resumeToken == token && token != nil)
        return
      }
      token = try frame.body.withUnsafeBytes {
        try SubscriptionMessage.decode($0, using: connection.arena).resumeToken
      }
      try define(name)
    }
    Issue.record("one event loop evaluates all of them")
  }

  @Test("a deleted stored view is NOT_FOUND, also without credit", arguments: ["1", "2"])
  func deletedView(loops: String) throws {
    let server = try ServerProcess("--loops", loops)
    let writer = try Writer(server.port)
    try writer.add(3)
    let definition = ViewDefinition([.init(.collection(.init("board")))])
    let request = DefineViewRequest(name: "home", view: definition)
    _ = try writer.connection.result(.defineView, request, as: ViewInfo.self)
    let followers = [0, 1, 100].map { credit in (subscriber("home"), UInt64(credit)) }
    for (follower, credit) in followers {
      try follower.open(on: RawConnection(port: server.port), credit: credit, grants: 0)
      if credit > 0 { try follower.catchUp(to: 1) }
    }
    let end = try writer.connection.call(
      Method.deleteView.name,
      writer.connection.encode(DeleteViewRequest(name: "home"))
    )
    #expect(end.code == .ok)
    for (follower, _) in followers {
      guard case .end(let status) = try follower.next() else {
        Issue.record("no end")
        continue
      }
      #expect(status.code == .notFound && status.resumeToken == nil)
    }
  }

  @Test("a missing or deleted collection is NOT_FOUND")
  func missing() throws {
    let server = try ServerProcess("--loops", "2")
    let connection = try RawConnection(port: server.port)
    let end = try connection.call(
      Method.subscribe.name,
      connection.encode(SubscribeRequest(collection: "nowhere"))
    )
    let error = try connection.status(end).error
    #expect(error.code == .notFound && error.field == "collection")

    let writer = try Writer(server.port)
    try writer.add(3)
    let follower = subscriber()
    try follower.open(on: connection)
    try follower.catchUp(to: 1)
    _ = try writer.connection.result(
      .deleteCollection,
      DeleteCollectionRequest(name: "board"),
      as: EmptyMessage.self
    )
    guard case .end(let status) = try follower.next() else {
      Issue.record("no end")
      return
    }
    #expect(status.code == .notFound)
    // The token of a collection that was made anew leads to its content.
    let again = try Writer(server.port)
    try again.add(2, prefix: "new")
    try follower.open(on: connection)
    try follower.next()
    try again.expectShown(by: follower)
    #expect(follower.snapshots == [.first: 1, .epochChanged: 1])
  }

  @Test("a stopping server ends it with a token that resumes at the next one", arguments: ["1", "2"])
  func drain(loops: String) throws {
    let server = try ServerProcess("--loops", loops)
    let writer = try Writer(server.port)
    try writer.add(50)
    let followers = (0..<8).map { index in
      subscriber {
        $0.reloadThreshold = 1_000
        if index % 2 == 1 { $0.shortestIntervalMicroseconds = 3_600_000_000 }
      }
    }
    for follower in followers {
      try follower.open(on: RawConnection(port: server.port), credit: 2, grants: 0)
      try follower.catchUp(to: 1)
    }
    // Some have seen this, some wait for their interval.
    let version = try writer.apply(.moveItems([ElementReference("i1")], to: ItemDestination()))
    for follower in followers where follower.request.options.shortestIntervalMicroseconds == 0 {
      try follower.catchUp(to: version)
    }
    server.terminate()
    for follower in followers {
      guard case .end(let status) = try follower.next() else {
        Issue.record("no end")
        continue
      }
      #expect(status.code == .unavailable)
      let detail = status.details.first { $0.name == Status.Detail.resumeToken }
      #expect(detail?.value == follower.token)
      follower.drop()
    }
    #expect(try server.waitUntilExit() == 0)
    try server.start()
    let next = try Writer(server.port, creates: false)
    try next.apply(.moveItems([ElementReference("i2")], to: ItemDestination(.first)))
    for follower in followers {
      try follower.open(on: RawConnection(port: server.port))
      try next.expectShown(by: follower)
      #expect(follower.snapshots == [.first: 1], "it went on without a snapshot")
    }
  }

  @Test("a server that stops between the pages of a snapshot sends no token")
  func drainBetweenPages() throws {
    let server = try ServerProcess()
    let writer = try Writer(server.port)
    try writer.add(3_000, bytes: 500)
    let follower = subscriber()
    try follower.open(on: RawConnection(port: server.port), credit: 1, grants: 0)
    guard case .message(let message) = try follower.next() else { throw Failure("no page") }
    #expect(message.resumeToken == nil && follower.list == nil)
    server.terminate()
    guard case .end(let status) = try follower.next() else { throw Failure("no end") }
    #expect(status.code == .unavailable && status.resumeToken == nil)
  }

  @Test("a half-closed connection gets an END")
  func halfClosed() throws {
    let server = try ServerProcess()
    let writer = try Writer(server.port)
    try writer.add(3)
    for _ in 0..<20 {
      let follower = subscriber()
      let connection = try RawConnection(port: server.port)
      try follower.open(on: connection, credit: 1, grants: 0)
      try follower.catchUp(to: 1)
      connection.closeInput()
      guard case .end = try follower.next() else {
        Issue.record("no end")
        continue
      }
      #expect(try connection.receive() == nil)
    }
    try writer.apply(.moveItems([ElementReference("i1")], to: ItemDestination()))
    #expect(try writer.connection.call(Method.healthCheck.name).code == .ok)
  }

  @Test("a deadline ends it in time, in every state")
  func deadline() throws {
    let server = try ServerProcess("--loops", "2")
    let writer = try Writer(server.port)
    try writer.add(3)
    let connection = try RawConnection(port: server.port)
    for credit in [0, 1, 100] as [UInt64] {
      let stream = try connection.open(
        Method.subscribe.name,
        connection.encode(SubscribeRequest(collection: "board")),
        timeoutMicroseconds: 200_000,
        credit: credit
      )
      let end = try connection.end(stream)
      #expect(end.code == .deadlineExceeded, "credit \(credit)")
    }
  }

  @Test("no batch is larger than requested, and larger changes come in small pages")
  func smallBatches() throws {
    let server = try ServerProcess()
    let writer = try Writer(server.port)
    try writer.add(200, bytes: 100)
    let connection = try RawConnection(port: server.port)
    var options = SubscribeRequest.Options()
    options.largestBatchBytes = 4_096
    options.reloadThreshold = 1_000
    let follower = FoldingSubscriber(SubscribeRequest(collection: "board", options: options))
    try follower.open(on: connection)
    try writer.expectShown(by: follower)
    for count in [1, 10, 100] {
      let updates = (0..<count).map {
        FieldsUpdate(
          ElementReference(Identifier(unchecked: "i\($0)")),
          set: ["text": .string(String(repeating: "\(count)", count: 60))]
        )
      }
      try writer.apply(.updateItems(updates))
      try writer.expectShown(by: follower)
    }
    #expect(follower.batches == 2 && follower.snapshots == [.first: 1, .tooLarge: 1])
    let large = String(repeating: "y", count: 60_000)
    try writer.apply(.updateItems([FieldsUpdate(ElementReference("i5"), set: ["text": .string(large)])]))
    try writer.expectShown(by: follower)
  }

  @Test("an element that fits into the smallest frame reaches a client with such frames")
  func smallestFrames() throws {
    let server = try ServerProcess()
    let writer = try Writer(server.port)
    try writer.add(3, bytes: 15_000)
    let connection = try RawConnection(port: server.port, greeting: false)
    var hello = Hello(clientName: "small")
    hello.largestFrame = Frame.largestBeforeHello
    try connection.hello(hello)
    let welcome = try connection.receive()
    #expect(welcome?.type == .welcome)
    let follower = subscriber()
    try follower.open(on: connection)
    try writer.expectShown(by: follower)
    try writer.add(1, bytes: 15_000, prefix: "later")
    try writer.expectShown(by: follower)
  }

  @Test("own request ids come with their changes, and with no others")
  func ownRequestIDs() throws {
    let server = try ServerProcess("--loops", "2")
    let writer = try Writer(server.port)
    try writer.add(3)
    let followers = [[1], [2], []].map { (prefix: [UInt8]) in
      subscriber {
        $0.ownRequestPrefix = prefix
        $0.progressMicroseconds = 1_000
      }
    }
    for follower in followers {
      try follower.open(on: RawConnection(port: server.port))
      try follower.catchUp(to: 1)
    }
    var sent: [[RequestID]] = [[], [], []]
    for round in 0..<100 {
      let id = try RequestID([UInt8(1 + round % 2), UInt8(round)])
      sent[round % 2].append(id)
      let place = round % 3 == 0 ? Placement.first : .last
      try writer.apply(
        .moveItems([ElementReference(Identifier(unchecked: "i\(round % 3)"))], to: ItemDestination(place)),
        requestID: id
      )
    }
    // What moved nothing is no commit.
    let history: HistoryPage = try writer.connection.result(.history, HistoryRequest(collection: "board"))
    let made = Set(history.commits.compactMap(\.requestID))
    for (follower, ids) in zip(followers, sent) {
      try writer.expectShown(by: follower)
      #expect(follower.ownRequestIDs == ids.filter(made.contains))
    }
  }

  @Test("many of one connection get their messages in several turns, though nothing else comes")
  func laterTurns() throws {
    let server = try ServerProcess("--loops", "1")
    let writer = try Writer(server.port)
    try writer.add(3)
    let connection = try RawConnection(port: server.port)
    var waiting = Set(1...UInt32(2 * MessageTurn.maximumMessages + 1))
    let request = connection.encode(SubscribeRequest(collection: "board"))
    try connection.send(
      waiting.sorted().flatMap {
        connection.bytes(Frame(.open, stream: $0, credit: 1), body: request, method: Method.subscribe.name)
      }
    )
    while !waiting.isEmpty {
      let frame = try #require(try connection.receive())
      #expect(frame.type == .data && waiting.remove(frame.stream) != nil)
    }
  }

  @Test("invalid options are refused by name")
  func options() throws {
    let server = try ServerProcess()
    let writer = try Writer(server.port)
    try writer.add(1)
    let connection = writer.connection
    func varint(_ field: UInt8, _ number: UInt64) -> [UInt8] {
      var (bytes, rest) = ([field << 3], number)
      while rest >= 0x80 {
        bytes.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      return bytes + [UInt8(rest)]
    }
    func text(_ field: UInt8, _ bytes: [UInt8]) -> [UInt8] { [field << 3 | 2, UInt8(bytes.count)] + bytes }
    let board = text(1, Array("board".utf8))
    let hour: UInt64 = 3_600_000_000
    let cases: [([UInt8], String, StatusCode)] = [
      ([], "collection", .invalidArgument),
      (board + text(2, [0]), "resume_token", .invalidArgument),
      (board + text(2, [UInt8](repeating: 1, count: 65)), "resume_token", .invalidArgument),
      (board + varint(3, 2), "profile", .failedPrecondition),
      (board + varint(3, 3), "profile", .invalidArgument),
      (board + varint(4, 100_001), "reload_threshold", .outOfRange),
      (board + varint(4, UInt64(bitPattern: -1)), "reload_threshold", .outOfRange),
      (board + varint(5, hour + 1), "shortest_interval_us", .outOfRange),
      (board + varint(5, .max), "shortest_interval_us", .outOfRange),
      (board + varint(6, 4_095), "largest_batch_bytes", .outOfRange),
      (board + varint(6, .max), "largest_batch_bytes", .outOfRange),
      (board + varint(8, hour + 1), "progress_interval_us", .outOfRange),
      (board + text(9, [UInt8](repeating: 1, count: 65)), "own_request_prefix", .invalidArgument),
    ]
    for (body, field, code) in cases {
      let error = try connection.status(connection.call(Method.subscribe.name, body)).error
      #expect(error.field == field && error.code == code, "\(field): \(error)")
    }
    let most =
      board + varint(4, 100_000) + varint(5, hour) + varint(6, 4_096) + varint(8, hour)
      + text(9, [UInt8](repeating: 1, count: 64))
    let stream = try connection.open(Method.subscribe.name, most, credit: 1)
    let frame = try #require(try connection.receive())
    #expect(frame.type == .data && frame.stream == stream)
  }

  @Test("the interval applies to batches and to snapshots in their place", arguments: [0, 100])
  func interval(threshold: Int) throws {
    let server = try ServerProcess()
    let writer = try Writer(server.port)
    try writer.add(3)
    let follower = subscriber {
      $0.shortestIntervalMicroseconds = 3_600_000_000
      $0.reloadThreshold = threshold
    }
    try follower.open(on: RawConnection(port: server.port))
    try follower.catchUp(to: 1)
    for round in 0..<20 {
      try writer.apply(
        .moveItems([ElementReference(Identifier(unchecked: "i\(round % 3)"))], to: ItemDestination(.first))
      )
    }
    let other = subscriber()
    try other.open(on: RawConnection(port: server.port))
    try writer.expectShown(by: other)
    #expect(follower.connection?.hasInput(within: 50) == false)
  }
}
