import ArrangeModel
import NIOCore
import Ordering
import Synchronization
import TestSupport
import Testing
import Wire

@testable import ArrangeClient

/// Clients of a service with several nodes.
@Suite struct SeveralAddressesTests {
  private let refused = IOError(errnoCode: 111, reason: "connect")

  /// A client of three nodes that begins at the first one.
  private func bench(
    _ outcomes: Bench.Outcome...,
    editing edit: (inout ArrangeClientConfiguration) -> Void = { _ in }
  ) -> Bench {
    let bench = Bench {
      $0.host = "a"
      $0.alternatives = [.tcp(host: "b", port: 7411), .tcp(host: "c", port: 7411)]
      $0.startsAtFirst = true
      edit(&$0)
    }
    bench.network.outcomes = outcomes
    return bench
  }

  /// The hosts that were tried.
  private func tried(_ bench: Bench) -> String { bench.network.locations.compactMap(\.host).joined() }

  @Test func theNextNodeIsTriedAtOnce() throws {
    let bench = bench(.refuse(refused), .refuse(refused))
    let call = bench.get("x")
    #expect(tried(bench) == "abc")
    try bench.send(ServerFrames.welcome(), ServerFrames.end(1, info("x")))
    #expect(call.outcome.response?.name == "x")
  }

  @Test func aPauseFollowsTheLastNode() throws {
    let bench = bench(.refuse(refused), .refuse(refused), .refuse(refused))
    let call = bench.get("x")
    #expect(tried(bench) == "abc")
    bench.advance(.milliseconds(99))
    #expect(tried(bench) == "abc")
    bench.advance(.milliseconds(1))
    #expect(tried(bench) == "abca")
    try bench.send(ServerFrames.welcome(), ServerFrames.end(1, info("x")))
    #expect(call.outcome.response != nil)
  }

  @Test func nodesThatAllRefuseAreExplained() throws {
    let bench = bench()
    bench.network.outcomes = Array(repeating: .refuse(refused), count: 12)
    let call = bench.get("x")
    bench.advance(.seconds(1))
    #expect(tried(bench) == "abcabcabcabc")
    #expect(call.outcome.failure?.attempts == 4)
    #expect(
      call.outcome.failure?.error.message
        == "none of the 3 servers can be used; the last one: cannot reach c:7411: connection refused; is arranged running there?"
    )
  }

  @Test func aLostNodeIsFollowedByTheNext() throws {
    let bench = bench()
    let call = bench.get("x")
    try bench.send(ServerFrames.welcome())
    bench.lose()
    #expect(call.outcome.failure?.error.message.contains("a:7411") == true)
    #expect(call.outcome.failure?.isFinal == false)
    let again = bench.get("x")
    #expect(tried(bench) == "ab")
    // The next node holds the call until it has the collection.
    try bench.send(ServerFrames.welcome(), on: 1)
    for _ in 0..<12 { bench.advance(.seconds(1)) }
    #expect(again.outcome.count == 0)
    try bench.send(ServerFrames.end(1, info("x")), on: 1)
    #expect(again.outcome.response?.name == "x")
  }

  @Test func aNodeThatDrainsHandsItsCallsToTheNext() throws {
    let bench = bench()
    let calls = bench.get(["x", "y"])
    try bench.send(ServerFrames.welcome(), ServerFrames.goAway(.draining, last: 1))
    #expect(tried(bench) == "ab")
    try bench.send(ServerFrames.end(1, info("x")))
    #expect(calls[0].outcome.response?.name == "x")
    try bench.send(ServerFrames.welcome(), ServerFrames.end(1, info("y")), on: 1)
    #expect(calls[1].outcome.response?.name == "y")
  }

  @Test func aNodeThatGoesBeforeItGreetsIsFollowedByTheNext() throws {
    let bench = bench()
    let call = bench.get("x")
    try bench.send(ServerFrames.goAway(.draining, last: 0))
    #expect(tried(bench) == "ab")
    try bench.send(ServerFrames.welcome(), ServerFrames.end(1, info("x")), on: 1)
    #expect(call.outcome.response?.name == "x")
  }

  /// A node that stands still accepts connections, since the system does it, and is silent then.
  @Test func aSilentNodeIsFollowedByTheNext() throws {
    let bench = bench()
    let call = bench.get("x")
    bench.advance(.seconds(5))
    #expect(bench.isClosed(0))
    #expect(tried(bench) == "ab")
    // The call was sent to the silent node. It is a read, which can be repeated.
    let failure = try #require(call.outcome.failure)
    #expect(!failure.isFinal && failure.attempts == 1)
    let again = bench.get("x")
    try bench.send(ServerFrames.welcome(), ServerFrames.end(1, info("x")), on: 1)
    #expect(again.outcome.response?.name == "x")
  }

  @Test func nodesThatAreAllSilentAreGivenUp() throws {
    let bench = bench()
    var call = bench.get("x")
    for place in 0..<3 {
      #expect(bench.network.attempts == place + 1)
      bench.advance(.seconds(5))
      let failure = try #require(call.outcome.failure)
      #expect(failure.isFinal == (place == 2))
      if place < 2 { call = bench.get("x") }
    }
    bench.advance(.seconds(10))
    #expect(tried(bench) == "abc")
  }

  @Test(arguments: [true, false]) func aWrongTokenIsReported(othersAreGone: Bool) throws {
    let bench = bench { $0.retry = .never }
    bench.network.outcomes = [.accept] + (othersAreGone ? [.refuse(refused), .refuse(refused)] : [])
    let sent = bench.get("x")
    let outcome = bench.insertMuch()
    for place in 0..<(othersAreGone ? 1 : 3) {
      #expect(outcome.count == 0)
      try bench.send(ServerFrames.goAway(.unauthenticated(.invalid), last: 0), on: place)
    }
    #expect(tried(bench) == "abc")
    #expect(outcome.failure?.error.code == .unauthenticated)
    #expect(outcome.failure?.error.message.hasSuffix("check the token") == true)
    // What the first node was sent is answered by its refusal.
    #expect(sent.outcome.failure?.error.code == .unauthenticated)
  }

  @Test func clientsSpreadOverTheNodes() {
    var first: Set<Int> = []
    for seed in 0..<64 {
      let bench = Bench(seed: UInt64(seed)) {
        $0.alternatives = [.tcp(host: "b", port: 7411), .tcp(host: "c", port: 7411)]
      }
      first.insert(bench.core.reconnection.address)
    }
    #expect(first == [0, 1, 2])
  }

  @Test func aReadOutlivesTheNodeThatItWasSentTo() async throws {
    let isGone = Mutex(false)
    try await LoopbackServer.run { peer, frame in
      // The first node is gone as soon as it has a call.
      if frame.summary.hasPrefix("open") {
        isGone.withLock { $0 = true }
        peer.close()
      }
    } _: { first in
      try await LoopbackServer.run { peer, frame in
        if frame.summary.hasPrefix("open") { peer.send(ServerFrames.end(frame.stream, info("x"))) }
      } _: { second in
        var configuration = try ArrangeClientConfiguration(
          server: "127.0.0.1:\(first.port),127.0.0.1:\(second.port)"
        )
        configuration.startsAtFirst = true
        // Other tests can occupy the processors for longer than the standard one.
        configuration.callTimeout = .seconds(600)
        configuration.connectTimeout = .seconds(300)
        let client = ArrangeClient(configuration, random: OrderingRandom(seed: 1))
        #expect(try await client.info("x").name == "x")
        await client.close()
      }
    }
    #expect(isGone.withLock { $0 })
  }
}
