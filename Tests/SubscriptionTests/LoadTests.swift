import ArrangeModel
import Changes
import Ordering
import TestSupport
import Testing
import Wire

@Suite("Subscribers under load", .serialized)
struct LoadTests {
  @Test("all have the right lists in the end, on the same and on other event loops")
  func load() throws {
    let server = try ServerProcess(
      "--loops",
      "2",
      "--retained-commits",
      "2000",
      "--checkpoint-interval",
      "500"
    )
    let names = (0..<6).map { Identifier(unchecked: "c\($0)") }
    let writers = try names.enumerated().map { index, name in
      try Writer(server.port, name, strategy: ["lexorank", "dense", "fractional"][index % 3])
    }
    for writer in writers { try writer.add(20) }
    let port = server.port
    let writing = writers.enumerated().map { index, writer in
      let connection = Box(writer)
      return Background { try connection.value.write(600, seed: UInt64(index), size: 60) }
    }
    // Each thread has subscribers of its own that come, follow for a while and go in the middle of things.
    let reading = (0..<6).map { thread in
      Background {
        var random = OrderingRandom(seed: UInt64(100 + thread))
        func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
        var followers: [FoldingSubscriber] = []
        for _ in 0..<4 {
          var request = SubscribeRequest(collection: names[below(names.count)])
          request.options.profile = below(2) == 0 ? .exact : .uikit
          request.options.reloadThreshold = [0, 5, 100, 10_000][below(4)]
          request.options.sendsKeys = below(2) == 0
          request.options.shortestIntervalMicroseconds = [0, 0, 2_000][below(3)]
          request.options.progressMicroseconds = [1, 1_000, 10_000_000][below(3)]
          followers.append(FoldingSubscriber(request))
        }
        for _ in 0..<120 {
          let follower = followers[below(followers.count)]
          try follower.open(on: RawConnection(port: port), credit: UInt64(1 + below(20)))
          for _ in 0..<below(30) {
            guard case .message = try follower.next() else { throw Failure("it ended") }
            // The end of the writing is the end of the messages.
            if follower.connection?.hasInput(within: 100) == false { break }
          }
          switch below(3) {
          case 0: try follower.connection?.send(Frame(.cancel, stream: follower.stream))
          case 1: follower.connection?.closeInput()
          default: break
          }
          follower.drop()
        }
        for follower in followers {
          let connection = try RawConnection(port: port)
          let version = try connection.list(follower.request.collection).version
          try follower.open(on: RawConnection(port: port))
          try follower.catchUp(to: version)
        }
        kept.withLock { $0 += followers }
      }
    }
    for thread in writing + reading { try thread.finish() }
    let followers = kept.withLock { $0 }
    #expect(followers.count == 24)
    for follower in followers {
      let writer = try #require(writers.first { $0.collection == follower.request.collection })
      try follower.open(on: RawConnection(port: port))
      try writer.expectShown(by: follower)
    }
    #expect(followers.reduce(0) { $0 + $1.batches } > 100)
  }

  /// The subscribers of all threads.
  private let kept = Shared<[FoldingSubscriber]>([])
}
