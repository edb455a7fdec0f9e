import ArrangeClient
import ArrangeModel
import ArrangeServer
import Changes
import Engine
import EngineTestSupport
import Foundation
import Ordering
import ServerTestSupport
import Synchronization
import TestSupport
import Testing
import Wire

@Suite("Several servers: calls and subscriptions while lists move", .serialized, .timeLimit(.minutes(10)))
struct MovingTests {
  @Test("a call waits while nobody owns its list, and is carried out once by the next owner")
  func heldCalls() async throws {
    try await ServedCluster.run { served in
      let name = served.name("list", of: 0)
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      try connections[0].create(name)
      let slots = served.slot(of: name)
      let (giver, receiver) = (served.journals[0], served.journals[1])
      let isDrained = Gate()
      isDrained.close()
      giver.release(slots) { isDrained.open() }
      isDrained.pass()
      let streams = try connections.enumerated().map { index, connection in
        let item = NewElement(id: Identifier(unchecked: "i\(index)"))
        return try connection.open(
          Wire.Method.apply.name,
          connection.encode(
            ApplyRequest(collection: name, operations: [.insertItems([item], to: ItemDestination())])
          )
        )
      }
      // One of them gives up.
      let lost = try served.connect(2)
      try lost.open(Wire.Method.fetch.name, lost.encode(FetchRequest(collection: name)))
      let cancelled = try connections[2].open(
        Wire.Method.fetch.name,
        connections[2].encode(FetchRequest(collection: name))
      )
      let late = try connections[1].open(
        Wire.Method.fetch.name,
        connections[1].encode(FetchRequest(collection: name)),
        timeoutMicroseconds: 100_000
      )
      #expect(try connections[1].end(late).code == .deadlineExceeded)
      try connections[2].send(Frame(.cancel, stream: cancelled))
      #expect(try connections[2].end(cancelled).code == .cancelled)
      lost.closeInput()
      for connection in connections { #expect(!connection.hasInput(within: 50)) }
      served.cluster.assign(slots, to: receiver)
      giver.released(slots)
      try receiver.gain()
      served.cluster.tellNodes()
      for (connection, stream) in zip(connections, streams) {
        #expect(try connection.end(stream).code == .ok)
      }
      let page: FetchPage = try connections[0].result(.fetch, FetchRequest(collection: name))
      #expect(page.collection.version == 3)
      #expect(page.collection.itemCount == 3)
    }
  }

  @Test("nothing is answered without a lease, and everything once it is extended")
  func lease() async throws {
    try await ServedCluster.run { served in
      let name = served.name("list", of: 0)
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      try connections[0].create(name)
      served.journals[0].lease.end()
      let streams = try connections.map {
        try $0.open(Wire.Method.fetch.name, $0.encode(FetchRequest(collection: name)))
      }
      for connection in connections { #expect(!connection.hasInput(within: 200)) }
      served.journals[0].lease.extend(until: .max)
      for (connection, stream) in zip(connections, streams) {
        #expect(try connection.end(stream).code == .ok)
      }
    }
  }

  @Test("a list of names is as new as what was acknowledged, and waits for owners that don't answer")
  func listWhileMoving() async throws {
    try await ServedCluster.run { served in
      let name = served.name("list", of: 0)
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      try connections[0].create(name)
      func list() throws -> [UInt32] {
        try connections.map { connection in
          let method = Wire.Method.listCollections.name
          return try connection.open(method, connection.encode(ListCollectionsRequest()))
        }
      }
      func check(_ streams: [UInt32], version: UInt64) throws {
        for (connection, stream) in zip(connections, streams) {
          let page = try connection.end(stream).body.withUnsafeBytes {
            try CollectionsPage.decode($0, using: connection.arena)
          }
          #expect(page.collections.map(\.version) == [version])
          #expect(page.collections.map(\.itemCount) == [Int(version)])
        }
      }
      // The other servers know of the list, and of no item.
      try check(list(), version: 0)
      try connections[0].add("a", to: name)
      served.journals[0].lease.end()
      let withoutLease = try list()
      for connection in connections { #expect(!connection.hasInput(within: 200)) }
      served.journals[0].lease.extend(until: .max)
      try check(withoutLease, version: 1)
      try connections[0].add("b", to: name)
      let slots = served.slot(of: name)
      let isDrained = Gate()
      isDrained.close()
      served.journals[0].release(slots) { isDrained.open() }
      isDrained.pass()
      let withoutOwner = try list()
      for connection in connections { #expect(!connection.hasInput(within: 200)) }
      served.cluster.assign(slots, to: served.journals[1])
      served.journals[0].released(slots)
      try served.journals[1].gain()
      served.cluster.tellNodes()
      try check(withoutOwner, version: 2)
    }
  }

  @Test("a server that listens and is no node yet lists nothing that is older than what was acknowledged")
  func listBeforeJoining() async throws {
    let cluster = try MemoryCluster()
    let (first, late) = (cluster.node("first"), cluster.node("late"))
    try await LocalServer.run(journal: first, seed: 1) { server in
      late.joins.close()
      try await LocalServer.run(journal: late, seed: 2) { other in
        try await server.client.create("new")
        let names = Task { try await other.client.collections().collections.map(\.name.text) }
        let views = Task { try await other.client.views().views.map(\.name.text) }
        try await Task.sleep(for: .milliseconds(200))
        late.joins.open()
        #expect(try await names.value == ["new"])
        #expect(try await views.value == [])
      }
    }
  }

  @Test("a subscription goes on while its list moves, and resumes at any server")
  func subscriptions() async throws {
    try await ServedCluster.run { served in
      let name = served.name("list", of: 0)
      let other = served.name("other", of: 1)
      let writer = try served.connect(2)
      try writer.create(name)
      try writer.create(other)
      let view = try ViewDefinition(parsing: "\"\(name)\" flat all\n\"\(other)\"")
      var subscribers: [FoldingSubscriber] = []
      for node in 0..<ServedCluster.count {
        for request in [
          SubscribeRequest(collection: name), SubscribeRequest(view: view),
        ] {
          let subscriber = FoldingSubscriber(request)
          try subscriber.open(on: served.connect(node))
          subscribers.append(subscriber)
        }
      }
      var version: UInt64 = 0
      for round in 0..<6 {
        for item in 0..<5 {
          version = try writer.add(Identifier(unchecked: "i\(round)-\(item)"), to: name).version
        }
        for (index, subscriber) in subscribers.enumerated() {
          // Some are slow, and read what they have missed later.
          if (index + round) % 3 == 0 { continue }
          try MovingTests.catchUp(subscriber, to: version, served, node: index / 2)
        }
        try served.move(served.slot(of: name), to: served.journals[(round + 1) % 3])
        // All keys change, and what is shown does not.
        let strategies = ["fractional", "lexorank", "dense"]
        let changed: ChangeStrategyResult = try writer.result(
          .changeStrategy,
          ChangeStrategyRequest(collection: name, strategy: strategies[round % 3])
        )
        #expect(changed.changed)
        if round == 3 {
          for subscriber in subscribers { subscriber.drop() }
          for (index, subscriber) in subscribers.enumerated() {
            try subscriber.open(on: served.connect((index / 2 + 1) % 3))
          }
        }
      }
      for (index, subscriber) in subscribers.enumerated() {
        try MovingTests.catchUp(subscriber, to: version, served, node: index / 2)
        #expect(subscriber.list?.sections.reduce(0) { $0 + $1.items.count } == 30)
        // None of them lost its place.
        #expect(subscriber.snapshots.values.reduce(0, +) <= 2, "\(subscriber.snapshots)")
      }
    }
  }

  /// Reads until a subscriber has a version. A subscription that ended while a list moved is resumed.
  private static func catchUp(
    _ subscriber: FoldingSubscriber,
    to version: UInt64,
    _ served: ServedCluster,
    node: Int
  ) throws {
    while subscriber.version < version || subscriber.list == nil {
      switch try subscriber.next() {
      case .message: continue
      case .end(let status):
        guard status.code == .unavailable else { throw Failure("the subscription ended: \(status)") }
        try subscriber.open(on: served.connect(node))
      case .gone: try subscriber.open(on: served.connect(node))
      }
    }
  }

  /// What writers have done, and whether they may stop.
  private final class Progress: Sendable {
    let isDone = Atomic(false)
    private let written = Mutex<[Identifier: Int]>([:])

    var counts: [Identifier: Int] { written.withLock { $0 } }

    func record(_ name: Identifier) { written.withLock { $0[name, default: 0] += 1 } }
  }

  @Test("clients of the other servers notice no more than a pause when one stops")
  func stop() async throws {
    let cluster = try MemoryCluster()
    let (staying, leaving) = (cluster.node("staying"), cluster.node("leaving"))
    try await LocalServer.run(journal: staying, seed: 1) { server in
      let names = (0..<8).map { Identifier(unchecked: "list-\($0)") }
      let progress = Progress()
      let writers = try await LocalServer.run(journal: leaving, seed: 2) { _ -> Task<Void, any Error> in
        while cluster.living.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
        try cluster.move(SlotSet(names.map { Slot.of($0) }), to: leaving) { usleep(500) }
        for name in names { try await server.client.create(name) }
        let task = Task {
          try await withThrowingTaskGroup { group in
            for name in names {
              group.addTask {
                while !progress.isDone.load(ordering: .relaxed) {
                  let operation = ListOperation.insertItems([NewElement()], to: ItemDestination())
                  _ = try await server.client.apply(
                    ApplyRequest(collection: name, operations: [operation], requestID: nil)
                  )
                  progress.record(name)
                }
              }
            }
            try await group.waitForAll()
          }
        }
        while progress.counts.count < names.count { try await Task.sleep(for: .milliseconds(1)) }
        return task
      }
      let before = progress.counts
      while !names.allSatisfy({ progress.counts[$0, default: 0] > before[$0, default: 0] }) {
        try await Task.sleep(for: .milliseconds(1))
      }
      progress.isDone.store(true, ordering: .relaxed)
      try await writers.value
      for name in names {
        let info = try await server.client.info(name)
        #expect(info.version == UInt64(progress.counts[name, default: 0]))
      }
    }
  }
}
