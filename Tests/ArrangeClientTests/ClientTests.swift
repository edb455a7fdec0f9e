import ArrangeClient
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing
import Wire

/// The public client, against a server on the loopback.
@Suite(.timeLimit(.minutes(5))) struct ClientTests {
  /// - Parameter timeout: far beyond the time for which other tests can occupy the processors, unless the
  ///   test is about timeouts.
  private func client(
    _ server: LoopbackServer,
    attempts: Int = 5,
    timeout: Duration = .seconds(600)
  ) -> ArrangeClient {
    var configuration = ArrangeClientConfiguration(port: server.port)
    configuration.retry.maximumAttempts = attempts
    configuration.retry.initialBackoff = .milliseconds(1)
    configuration.callTimeout = timeout
    return ArrangeClient(configuration)
  }

  /// The patience for operations that should be fast, in milliseconds.
  private static let patience = 60_000

  private static func result(_ version: UInt64, repeated: Bool = false) -> ApplyResult {
    ApplyResult(version: version, changed: true, repeated: repeated, rekeyed: 0, operations: [[]])
  }

  /// Answers a call for information with the name that it asked for.
  private static func answer(_ peer: LoopbackServer.Peer, _ frame: ReceivedFrame) {
    guard frame.type == .open, let request = try? frame.decode(GetCollectionRequest.self) else { return }
    peer.send(ServerFrames.end(frame.stream, info(request.name)))
  }

  @Test func everyCallGetsItsOwnAnswer() async throws {
    try await LoopbackServer.run(Self.answer) { server in
      let client = client(server)
      let names = try await withThrowingTaskGroup(of: (Int, Identifier).self) { group in
        // More than the connection allows at once.
        for number in 0..<2_000 {
          group.addTask { (number, try await client.info(Identifier("c\(number)")).name) }
        }
        return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      #expect(names.count == 2_000)
      for (number, name) in names { #expect(name.text == "c\(number)") }
      await client.close()
    }
  }

  @Test func aLossIsToldAlthoughNobodyWaitsForAnAnswer() async throws {
    try await LoopbackServer.run { peer, frame in
      Self.answer(peer, frame)
      if frame.type == .open { peer.close() }
    } _: { server in
      let client = client(server)
      _ = try await client.info("a")
      // Nothing needs a connection, so none is tried, whose failure would be reported.
      for _ in 0..<ClientTests.patience where client.connectionState == .connected {
        try await Task.sleep(for: .milliseconds(1))
      }
      guard case .disconnected(let error) = client.connectionState else {
        Issue.record("the client says that it is \(client.connectionState)")
        return
      }
      #expect(error.code == .unavailable)
      await client.close()
    }
  }

  @Test func callbacksChain() async throws {
    try await LoopbackServer.run(Self.answer) { server in
      let client = client(server)
      let total = 1_000
      let counter = Counter(0)
      let (stream, end) = AsyncStream.makeStream(of: Void.self)
      @Sendable func next() {
        guard counter.next() < total else { return end.finish() }
        client.call(.getCollection, GetCollectionRequest(name: "a")) {
          (result: Result<CollectionInfo, ArrangeError>) in
          if case .success = result { next() } else { end.finish() }
        }
      }
      next()
      for await _ in stream {}
      #expect(counter.next() == total + 1)
      await client.close()
    }
  }

  @Test func aTransactionIsMadeAgainWithItsRequestID() async throws {
    let seen = Mutex<[RequestID?]>([])
    try await LoopbackServer.run { peer, frame in
      guard frame.type == .open, let request = try? frame.decode(ApplyRequest.self) else { return }
      let attempt = seen.withLock { seen in
        seen.append(request.requestID)
        return seen.count
      }
      switch attempt {
      case 1: peer.close()
      case 2:
        peer.send(ServerFrames.end(frame.stream, ArrangeError(.unavailable, "busy", processed: .unknown)))
      default: peer.send(ServerFrames.end(frame.stream, Self.result(9, repeated: true)))
      }
    } _: { server in
      let client = client(server)
      let result = try await client.apply([.removeItems([ElementReference("x")])], to: "board")
      #expect(result.repeated)
      let ids = seen.withLock { $0 }
      #expect(ids.count == 3)
      #expect(Set(ids).count == 1)
      #expect(ids.allSatisfy { $0 != nil })
      await client.close()
    }
  }

  @Test func aRequestIDOfTheCallerIsKept() async throws {
    try await LoopbackServer.run { peer, frame in
      guard frame.type == .open, let request = try? frame.decode(ApplyRequest.self) else { return }
      let version = UInt64(request.requestID?.bytes.first ?? 0)
      peer.send(ServerFrames.end(frame.stream, Self.result(version)))
    } _: { server in
      let client = client(server)
      let request = ApplyRequest(
        collection: "board",
        operations: [.removeItems([ElementReference("x")])],
        requestID: try RequestID([77])
      )
      #expect(try await client.apply(request).version == 77)
      await client.close()
    }
  }

  @Test func whatMayHaveTakenEffectIsNotMadeAgain() async throws {
    let opened = Counter(0)
    try await LoopbackServer.run { peer, frame in
      guard frame.type == .open else { return }
      _ = opened.next()
      peer.close()
    } _: { server in
      let client = client(server)
      let error = await #expect(throws: ArrangeError.self) { try await client.create("board") }
      #expect(error?.code == .unavailable)
      #expect(error?.processed == .unknown)
      #expect(opened.next() == 1)
      await client.close()
    }
  }

  @Test func attemptsHaveAnEnd() async throws {
    let opened = Counter(0)
    try await LoopbackServer.run { peer, frame in
      guard frame.type == .open else { return }
      _ = opened.next()
      peer.close()
    } _: { server in
      let client = client(server, attempts: 3)
      let error = await #expect(throws: ArrangeError.self) { try await client.info("board") }
      #expect(error?.code == .unavailable)
      #expect(opened.next() == 3)
      await client.close()
    }
  }

  @Test func aCancelledTaskStopsTheWork() async throws {
    let (frames, arrived) = AsyncStream.makeStream(of: ReceivedFrame.self)
    try await LoopbackServer.run { _, frame in
      arrived.yield(frame)
    } _: { server in
      let client = client(server)
      let task = Task { try await client.info("board") }
      var iterator = frames.makeAsyncIterator()
      #expect(await iterator.next()?.type == .hello)
      #expect(await iterator.next()?.summary == "open 1")
      task.cancel()
      let error = await #expect(throws: ArrangeError.self) { try await task.value }
      #expect(error?.code == .cancelled)
      #expect(await iterator.next()?.summary == "cancel 1")
      // A task that is already cancelled makes no call.
      let late = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await client.info("late")
      }
      let lateError = await #expect(throws: ArrangeError.self) { try await late.value }
      #expect(lateError?.code == .cancelled)
      #expect(lateError?.processed == .notStarted)
    }
  }

  @Test func theTimeOfACallIsOver() async throws {
    // A server that never answers.
    try await LoopbackServer.run { _, _ in
    } _: { server in
      let client = client(server, timeout: .milliseconds(20))
      let error = await #expect(throws: ArrangeError.self) { try await client.info("board") }
      #expect(error?.code == .deadlineExceeded)
    }
  }

  @Test func anUnreachableServerIsExplained() async throws {
    let silent = try SilentPort()
    defer { silent.close() }
    let port = silent.number
    for host in ["127.0.0.1", "localhost"] {
      var configuration = ArrangeClientConfiguration(host: host, port: port)
      configuration.retry = .never
      let client = ArrangeClient(configuration)
      let error = await #expect(throws: ArrangeError.self) { try await client.ping() }
      #expect(error?.code == .unavailable)
      #expect(error?.processed == .notStarted)
      #expect(
        error?.message
          == "cannot reach \(host):\(port): connection refused; is arranged running there?"
      )
      await client.close()
    }
  }

  @Test func unixSocketsWork() async throws {
    let path = "/tmp/arrange-client-\(UInt64.random(in: 0 ... .max)).sock"
    try await LoopbackServer.run(unixSocketPath: path, Self.answer) { _ in
      let client = ArrangeClient(try ArrangeClientConfiguration(server: "unix:\(path)"))
      #expect(try await client.info("a").name == "a")
      await client.close()
    }
    var configuration = try ArrangeClientConfiguration(server: "unix:\(path).none")
    configuration.retry = .never
    let lost = ArrangeClient(configuration)
    let error = await #expect(throws: ArrangeError.self) { try await lost.info("a") }
    #expect(error?.message.hasPrefix("cannot reach \(path).none: no such file or directory; is") == true)
  }

  @Test func pagesFollowTheirTokens() async throws {
    try await LoopbackServer.run { peer, frame in
      guard frame.type == .open, let request = try? frame.decode(FetchRequest.self) else { return }
      let place = request.pageToken?.first ?? 0
      let page = FetchPage(
        collection: info(request.collection, version: UInt64(place)),
        sections: [],
        nextPageToken: place < 3 ? [place + 1] : nil
      )
      peer.send(ServerFrames.end(frame.stream, page))
    } _: { server in
      let client = client(server)
      var versions: [UInt64] = []
      for try await page in client.pages(of: "board", pageSize: 10) {
        versions.append(page.collection.version)
      }
      #expect(versions == [0, 1, 2, 3])
      await client.close()
    }
  }

  @Test func pingReturns() async throws {
    try await LoopbackServer.run { peer, frame in
      if frame.type == .ping { peer.send(ServerFrames.frame(Frame(.pong, sequence: frame.sequence))) }
    } _: { server in
      let client = client(server)
      let time = try await client.ping()
      #expect(time > .zero)
      await client.close()
    }
  }
}
