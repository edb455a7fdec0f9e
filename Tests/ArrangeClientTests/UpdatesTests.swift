import ArrangeClient
import ArrangeModel
import Changes
import Synchronization
import TestSupport
import Testing
import Wire

/// Following a list, against a loopback server that fails in every way.
@Suite(.timeLimit(.minutes(5))) struct UpdatesTests {
  private func client(_ server: LoopbackServer) -> ArrangeClient {
    var configuration = ArrangeClientConfiguration(port: server.port)
    configuration.callTimeout = .seconds(600)
    configuration.retry = RetryPolicy(
      maximumAttempts: 2,
      initialBackoff: .milliseconds(1),
      maximumBackoff: .milliseconds(2)
    )
    return ArrangeClient(configuration)
  }

  /// Does what a server does with a stream that the client cancels.
  private static func endCancelled(_ peer: LoopbackServer.Peer, _ frame: ReceivedFrame) {
    guard frame.type == .cancel else { return }
    peer.send(ServerFrames.end(frame.stream, ArrangeError(.cancelled, "cancelled")))
  }

  /// A page of the list with the items 1 to 4 at a version, two items each.
  private func page(_ number: Int, version: UInt64) -> SubscriptionMessage {
    let section = ElementSnapshot(id: "s", fields: Fields(), contentVersion: 1, key: .empty)
    let items = (0..<2).map {
      ElementSnapshot(
        id: Identifier(stringLiteral: "\(2 * number + $0 + 1)"),
        fields: Fields(),
        contentVersion: 1,
        key: .empty
      )
    }
    let page = SnapshotPage(
      reason: .first,
      page: number,
      isLast: number == 1,
      size: ListSize(sections: 1, items: 4),
      sections: [SnapshotPage.Run(index: 0, section: section, firstItem: 2 * number, items: items)]
    )
    return SubscriptionMessage(
      version: version,
      epoch: 7,
      resumeToken: number == 1 ? [UInt8(version)] : nil,
      content: .snapshot(page)
    )
  }

  /// A batch that moves the first item to the end.
  private func batch(from: UInt64, to: UInt64) -> SubscriptionMessage {
    let size = ListSize(sections: 1, items: 4)
    var batch = ChangeBatch(before: size, after: size)
    batch.items.moves = [Move(from: ListPath(section: 0, item: 0), to: ListPath(section: 0, item: 3))]
    return SubscriptionMessage(
      version: to,
      epoch: 7,
      resumeToken: [UInt8(to)],
      content: .batch(batch, from: from, commits: to - from)
    )
  }

  /// The ids of a list after a number of updates, with the received versions.
  private func follow(
    _ updates: ListUpdates,
    count: Int
  ) async throws -> (ids: [String], versions: [UInt64]) {
    var list = SectionedList()
    var versions: [UInt64] = []
    var iterator = updates.makeAsyncIterator()
    while versions.count < count, let update = try await iterator.next() {
      switch update.content {
      case .list(let whole, _): list = whole
      case .batch(let batch, let from, _):
        #expect(from == versions.last)
        try list.apply(batch)
      case .progress: break
      }
      versions.append(update.version)
    }
    return (list.sections.flatMap(\.items).map(\.id.text), versions)
  }

  @Test func itGoesOnWithoutGapAndRepeat() async throws {
    let opened = Mutex<[SubscribeRequest]>([])
    let pages = [page(0, version: 4), page(1, version: 4)]
    let batches = [batch(from: 4, to: 5), batch(from: 5, to: 7), batch(from: 7, to: 8)]
    try await LoopbackServer.run { peer, frame in
      UpdatesTests.endCancelled(peer, frame)
      guard frame.type == .open, let request = try? frame.decode(SubscribeRequest.self) else { return }
      let number = opened.withLock { opened in
        opened.append(request)
        return opened.count
      }
      func send(_ messages: SubscriptionMessage...) {
        for (sequence, message) in messages.enumerated() {
          peer.send(ServerFrames.data(frame.stream, UInt64(sequence + 1), message))
        }
      }
      switch number {
      case 1:
        // Lost within the snapshot.
        send(pages[0])
        peer.close()
      case 2:
        send(pages[0], pages[1])
        // The server stops.
        peer.send(ServerFrames.end(frame.stream, ArrangeError(.unavailable, "the server stops")))
      case 3:
        send(batches[0])
        peer.close()
      case 4:
        // The batch before came already.
        send(batches[0])
      case 5: send(pages[0], pages[1])
      case 6: peer.close()
      default: break
      }
      if number == 5 { peer.send(ServerFrames.end(frame.stream, ArrangeError(.unavailable, "once more"))) }
    } _: { server in
      let client = client(server)
      let told = try await follow(client.updates(of: "list"), count: 3)
      #expect(told.versions == [4, 5, 4])
      #expect(told.ids == ["1", "2", "3", "4"])
      let requests = opened.withLock { $0 }
      #expect(requests.map(\.resumeToken) == [nil, nil, [4], [5], nil])
      let prefix = requests[0].options.ownRequestPrefix
      #expect(prefix.count == 8 && requests.allSatisfy { $0.options.ownRequestPrefix == prefix })
      await client.close()
    }
  }

  @Test(arguments: [StatusCode.notFound, .invalidArgument]) func errorsEndIt(_ code: StatusCode) async throws
  {
    let page = page(0, version: 4)
    try await LoopbackServer.run { peer, frame in
      UpdatesTests.endCancelled(peer, frame)
      guard frame.type == .open else { return }
      peer.send(ServerFrames.data(frame.stream, 1, page))
      peer.send(ServerFrames.end(frame.stream, ArrangeError(code, "no")))
    } _: { server in
      let client = client(server)
      let error = await #expect(throws: ArrangeError.self) {
        for try await _ in client.updates(of: "list", from: [1]) {}
      }
      #expect(error?.code == code)
      await client.close()
    }
  }

  @Test func theBeginningIsTriedAsThePolicySays() async throws {
    let opened = Counter(0)
    try await LoopbackServer.run { peer, frame in
      UpdatesTests.endCancelled(peer, frame)
      guard frame.type == .open else { return }
      _ = opened.next()
      peer.send(ServerFrames.end(frame.stream, ArrangeError(.unavailable, "not yet")))
    } _: { server in
      let client = client(server)
      let error = await #expect(throws: ArrangeError.self) {
        for try await _ in client.updates(of: "list") {}
      }
      #expect(error?.code == .unavailable)
      #expect(opened.next() == 2)
      await client.close()
    }
  }

  @Test func afterTheBeginningItIsTriedAsOftenAsTheOptionsSay() async throws {
    let opened = Counter(0)
    let pages = [page(0, version: 4), page(1, version: 4)]
    let later = batch(from: 4, to: 5)
    try await LoopbackServer.run { peer, frame in
      UpdatesTests.endCancelled(peer, frame)
      guard frame.type == .open else { return }
      switch opened.next() {
      case 0:
        peer.send(ServerFrames.data(frame.stream, 1, pages[0]), ServerFrames.data(frame.stream, 2, pages[1]))
      case 9:
        peer.send(ServerFrames.data(frame.stream, 1, later))
        return
      default: break
      }
      peer.send(ServerFrames.end(frame.stream, ArrangeError(.unavailable, "not yet")))
    } _: { server in
      let client = client(server)
      let told = try await follow(client.updates(of: "list"), count: 2)
      #expect(told.versions == [4, 5])
      #expect(opened.next() == 10)
      await client.close()
    }
  }

  @Test func aConnectionThatTheServerGaveUpIsLost() async throws {
    let pages = [page(0, version: 4), page(1, version: 4)]
    let later = batch(from: 4, to: 5)
    try await LoopbackServer.run { peer, frame in
      UpdatesTests.endCancelled(peer, frame)
      guard frame.type == .open else { return }
      switch peer.number {
      case 0:
        // As after the sleep of a computer.
        peer.send(
          ServerFrames.data(frame.stream, 1, pages[0]),
          ServerFrames.data(frame.stream, 2, pages[1]),
          ServerFrames.goAway(.keepaliveTimeout, last: frame.stream)
        )
        peer.close()
      case 1:
        peer.send(ServerFrames.goAway(.tooManyConnections, last: 0))
        peer.close()
      default: peer.send(ServerFrames.data(frame.stream, 1, later))
      }
    } _: { server in
      let client = client(server)
      let told = try await follow(client.updates(of: "list"), count: 2)
      #expect(told.versions == [4, 5])
      await client.close()
    }
  }

  @Test func theListThatIsAskedForAgainIsNoBeginning() async throws {
    let (opened, granted) = (Counter(0), Counter(0))
    let pages = [page(0, version: 4), page(1, version: 4)]
    // Its sizes are those of the list, and its place is beyond it.
    var broken = batch(from: 4, to: 5)
    if case .batch(var batch, let from, let commits) = broken.content {
      batch.items.moves = [Move(from: ListPath(section: 0, item: 0), to: ListPath(section: 0, item: 9))]
      broken.content = .batch(batch, from: from, commits: commits)
    }
    let message = broken
    try await LoopbackServer.run { peer, frame in
      UpdatesTests.endCancelled(peer, frame)
      if frame.type == .credit, granted.next() == 0 {
        peer.send(ServerFrames.data(frame.stream, 3, message))
      }
      guard frame.type == .open else { return }
      let list = [
        ServerFrames.data(frame.stream, 1, pages[0]), ServerFrames.data(frame.stream, 2, pages[1]),
      ]
      switch opened.next() {
      // More often than a first connection is tried.
      case 1...5: peer.send(ServerFrames.end(frame.stream, ArrangeError(.unavailable, "not yet")))
      default: peer.send(list[0], list[1])
      }
    } _: { server in
      let client = client(server)
      let board = Board(client)
      let told = [try await board.next(), try await board.next()]
      #expect(told == [.reload(.snapshot(.first)), .reload(.mismatch)])
      #expect(opened.next() == 7)
      await client.close()
    }
  }

  @Test func aControllerIsFollowedAtOnePlace() async throws {
    let (openings, opened) = AsyncStream.makeStream(of: Void.self)
    try await LoopbackServer.run { peer, frame in
      UpdatesTests.endCancelled(peer, frame)
      if frame.type == .open { opened.yield() }
    } _: { server in
      let client = client(server)
      let board = Board(client)
      let first = Task { try await board.next() }
      var iterator = openings.makeAsyncIterator()
      await iterator.next()
      let error = await #expect(throws: ArrangeError.self) { try await board.next() }
      #expect(error?.code == .failedPrecondition)
      first.cancel()
      let last = try await first.value
      #expect(last == nil)
      // When that one has returned it can be followed again.
      let second = Task { try await board.next() }
      await iterator.next()
      second.cancel()
      let again = try await second.value
      #expect(again == nil)
      await client.close()
    }
  }

  /// An actor with a controller, as a service has it.
  private actor Board {
    let controller: OrderedResultsController
    private var changes: [ListChange] = []

    init(_ client: ArrangeClient) {
      controller = OrderedResultsController(client, "list")
    }

    /// Follows until something comes that is of the list.
    func next() async throws -> ListChange? {
      while let change = try await controller.next() {
        if case .connection = change { continue }
        return change
      }
      return nil
    }

    func move(_ id: Identifier) throws -> RequestID {
      try controller.move([id], to: ItemDestination(.last)).requestID
    }

    var ids: [String] { controller.sections.flatMap(\.items).map(\.id.text) }
  }

  /// The server's state of a move that is sent until it is answered.
  private struct MoveState {
    var requestIDs: [RequestID] = []
    /// The subscription that is open.
    var subscription: (connection: Int, stream: UInt32)?
  }

  @Test func aMoveIsSentAgainWithItsRequestID() async throws {
    let pages = [page(0, version: 4), page(1, version: 4)]
    // The move, and another client's, which moves the next item to the end.
    var both = batch(from: 4, to: 6)
    if case .batch(var batch, let from, let commits) = both.content {
      batch.items.moves = [
        Move(from: ListPath(section: 0, item: 0), to: ListPath(section: 0, item: 2)),
        Move(from: ListPath(section: 0, item: 1), to: ListPath(section: 0, item: 3)),
      ]
      both.content = .batch(batch, from: from, commits: commits)
    }
    let message = both
    let state = Mutex(MoveState())
    try await LoopbackServer.run { peer, frame in
      UpdatesTests.endCancelled(peer, frame)
      guard frame.type == .open else { return }
      if let request = try? frame.decode(SubscribeRequest.self), frame.method.hasSuffix("Subscribe") {
        state.withLock { $0.subscription = (peer.number, frame.stream) }
        guard request.resumeToken == nil else { return }
        peer.send(ServerFrames.data(frame.stream, 1, pages[0]), ServerFrames.data(frame.stream, 2, pages[1]))
        return
      }
      guard let id = try? frame.decode(ApplyRequest.self).requestID else { return }
      let subscription = state.withLock { state -> UInt32? in
        state.requestIDs.append(id)
        guard let subscription = state.subscription, subscription.connection == peer.number else {
          return nil
        }
        return subscription.stream
      }
      // More often than the policy tries by itself, and until somebody listens.
      let count = state.withLock { $0.requestIDs.count }
      guard count > 3, let subscription else { return peer.close() }
      var told = message
      told.ownRequestIDs = [id]
      peer.send(
        ServerFrames.data(subscription, 1, told),
        ServerFrames.end(frame.stream, ApplyResult(version: 5, changed: true, rekeyed: 0, operations: []))
      )
    } _: { server in
      let client = client(server)
      let board = Board(client)
      #expect(try await board.next() == .reload(.snapshot(.first)))
      let id = try await board.move("1")
      #expect(await board.ids == ["2", "3", "4", "1"])
      // Only the other client's change is reported.
      guard case .changes(let batch)? = try await board.next() else {
        Issue.record("nothing is told")
        return
      }
      #expect(batch.count == 1)
      #expect(await board.ids == ["3", "4", "1", "2"])
      let sent = state.withLock { $0.requestIDs }
      #expect(sent.count > 3 && Set(sent) == [id])
      await client.close()
    }
  }
}
