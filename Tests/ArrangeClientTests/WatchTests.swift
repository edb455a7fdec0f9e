import ArrangeClient
import Synchronization
import TestSupport
import Testing
import Wire

/// Server streams as sequences, against a server on the loopback.
@Suite(.timeLimit(.minutes(5))) struct WatchTests {
  private func client(_ server: LoopbackServer) -> ArrangeClient {
    var configuration = ArrangeClientConfiguration(port: server.port)
    configuration.retry.maximumAttempts = 2
    configuration.retry.initialBackoff = .milliseconds(1)
    return ArrangeClient(configuration)
  }

  /// The error with which the next state does not come.
  private func failure(_ iterator: inout ServerHealthUpdates.Iterator) async -> ArrangeError? {
    do {
      _ = try await iterator.next()
      return nil
    } catch { return error }
  }

  @Test func aWatchGoesOnAfterALostConnection() async throws {
    try await LoopbackServer.run { peer, frame in
      guard frame.type == .open else { return }
      switch peer.number {
      case 0:
        peer.send(ServerFrames.data(frame.stream, 1, ServingStatus.serving))
        peer.send(ServerFrames.data(frame.stream, 2, ServingStatus.notServing))
        peer.close()
      case 1: peer.send(ServerFrames.data(frame.stream, 1, ServingStatus.serving))
      default: break
      }
      if peer.number == 1 { peer.send(ServerFrames.end(frame.stream, EmptyMessage())) }
    } _: { server in
      let client = client(server)
      var states: [ServerHealth] = []
      for try await state in client.watchHealth() { states.append(state) }
      #expect(states == [.serving, .notServing, .serving])
      await client.close()
    }
  }

  @Test func creditPacesTheServer() async throws {
    // The server sends one message for each that it has credit for, and begins anew on a new connection.
    let most: UInt64 = 50
    let sent = Mutex<UInt64>(0)
    try await LoopbackServer.run { peer, frame in
      guard frame.type == .open || frame.type == .credit else { return }
      sent.withLock { sent in
        if frame.type == .open { sent = 0 }
        while sent < min(frame.credit, most) {
          sent += 1
          peer.send(ServerFrames.data(frame.stream, sent, ServingStatus.serving))
          if sent == most { peer.send(ServerFrames.end(frame.stream, EmptyMessage())) }
        }
      }
    } _: { server in
      let client = client(server)
      var count: UInt64 = 0
      for try await state in client.watchHealth() where state == .serving { count += 1 }
      #expect(count >= most, "more only where the connection was lost meanwhile")
      await client.close()
    }
  }

  @Test func leavingTheLoopCancels() async throws {
    let (frames, arrived) = AsyncStream.makeStream(of: ReceivedFrame.self)
    try await LoopbackServer.run { peer, frame in
      if frame.type == .open { peer.send(ServerFrames.data(frame.stream, 1, ServingStatus.serving)) }
      if frame.type == .cancel { arrived.yield(frame) }
    } _: { server in
      let client = client(server)
      for try await state in client.watchHealth() {
        #expect(state == .serving)
        break
      }
      var iterator = frames.makeAsyncIterator()
      #expect(await iterator.next()?.summary == "cancel 1")
      // It was used last above, and would be free to go before it has said so.
      withExtendedLifetime(client) {}
    }
  }

  @Test func cancellingTheTaskCancels() async throws {
    let (frames, arrived) = AsyncStream.makeStream(of: ReceivedFrame.self)
    try await LoopbackServer.run { _, frame in
      arrived.yield(frame)
    } _: { server in
      let client = client(server)
      let task = Task {
        for try await _ in client.watchHealth() {}
      }
      var iterator = frames.makeAsyncIterator()
      #expect(await iterator.next()?.type == .hello)
      #expect(await iterator.next()?.summary == "open 1")
      task.cancel()
      let error = await #expect(throws: ArrangeError.self) { try await task.value }
      #expect(error?.code == .cancelled)
      #expect(await iterator.next()?.summary == "cancel 1")
    }
  }

  @Test func errorsOfTheServerEndTheWatch() async throws {
    try await LoopbackServer.run { peer, frame in
      guard frame.type == .open else { return }
      peer.send(ServerFrames.end(frame.stream, ArrangeError(.permissionDenied, "not for you")))
    } _: { server in
      let client = client(server)
      var iterator = client.watchHealth().makeAsyncIterator()
      let error = await failure(&iterator)
      #expect(error?.code == .permissionDenied)
      let next = try await iterator.next()
      #expect(next == nil)
      await client.close()
    }
  }

  @Test func closingTheClientEndsTheWatch() async throws {
    try await LoopbackServer.run { peer, frame in
      if frame.type == .open { peer.send(ServerFrames.data(frame.stream, 1, ServingStatus.serving)) }
      if frame.type == .cancel {
        peer.send(ServerFrames.end(frame.stream, ArrangeError(.cancelled, "cancelled")))
      }
    } _: { server in
      let client = client(server)
      var iterator = client.watchHealth().makeAsyncIterator()
      let first = try await iterator.next()
      #expect(first == .serving)
      await client.close()
      let error = await failure(&iterator)
      #expect(error?.code == .failedPrecondition)
    }
  }
}
