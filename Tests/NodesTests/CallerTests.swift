import Access
import ArrangeClient
import ArrangeModel
import ArrangeServer
import Changes
import Engine
import EngineTestSupport
import Foundation
import InMemoryTracing
import Instrumentation
import Ordering
import ServerTestSupport
import TestSupport
import Testing
import Wire

@Suite("Several servers: who calls", .serialized)
struct CallerTests {
  /// Runs a closure with servers that have an access file, in which TOKEN(name) stands for the digest of a token.
  func run(
    _ text: String,
    tokens names: [String],
    _ body: @Sendable @escaping (ServedCluster, [String: String]) async throws -> Void
  ) async throws {
    var random = OrderingRandom(seed: 7)
    var text = text
    var tokens: [String: String] = [:]
    for name in names {
      let token = AccessToken(using: &random)
      tokens[name] = token.text
      text = text.replacingOccurrences(of: "TOKEN(\(name))", with: token.digest.hexadecimal)
    }
    let file = FileManager.default.temporaryDirectory.appending(
      path: "arrange-nodes-\(UUID().uuidString).yaml"
    )
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    try await ServedCluster.run {
      $0.accessFile = file.path
    } _: { [tokens] served in
      try await body(served, tokens)
    }
  }

  func connect(_ served: ServedCluster, _ node: Int, _ token: String?) throws -> RawConnection {
    let connection = try RawConnection(port: served.port(node), greeting: false)
    try connection.hello(Hello(clientName: "test", token: token ?? ""))
    let welcome = try connection.receive()
    guard welcome?.type == .welcome else { throw Failure("no WELCOME but \(String(describing: welcome))") }
    return connection
  }

  static let file = """
    roles:
      all: [ { on: "**", may: [all] } ]
      read: [ { on: "list-*", may: [read, watch] }, { on: "view-*", may: [read, watch] } ]
      own: [ { on: "users/{principal}/**", may: [all] } ]
    principals:
      ann: { roles: [all], tokens: [ { sha256: TOKEN(ann) } ] }
      bob: { roles: [read, own], tokens: [ { sha256: TOKEN(bob) } ] }
    anonymous: []
    """

  @Test("has the same rights at every server, and is the author of its changes")
  func rights() async throws {
    try await run(CallerTests.file, tokens: ["ann", "bob"]) { served, tokens in
      for owner in 0..<ServedCluster.count {
        let (name, hidden) = (served.name("list", of: owner), served.name("secret", of: owner))
        let view = served.name("view", of: owner)
        let own = served.name("users/bob/x", of: owner)
        let ann = try connect(served, (owner + 1) % 3, tokens["ann"])
        try ann.create(name)
        try ann.create(hidden)
        try ann.add("a", to: name)
        try ann.add("b", to: hidden)
        let definition = try ViewDefinition(parsing: "\"\(hidden)\" flat all")
        let _: ViewInfo = try ann.result(.defineView, DefineViewRequest(name: view, view: definition))
        let history: HistoryPage = try ann.result(.history, HistoryRequest(collection: name))
        #expect(history.commits.map { $0.author?.name } == ["ann"])
        let add = ApplyRequest(
          collection: name,
          operations: [.insertItems([NewElement(id: "c")], to: ItemDestination())]
        )
        for node in 0..<ServedCluster.count {
          let bob = try connect(served, node, tokens["bob"])
          #expect(try bob.end(of: .fetch, FetchRequest(collection: name)).code == .ok)
          #expect(try bob.end(of: .apply, add).code == .permissionDenied)
          #expect(
            try bob.end(of: .deleteCollection, DeleteCollectionRequest(name: name)).code == .permissionDenied
          )
          // What is hidden does not exist.
          let unseen = try bob.end(of: .fetch, FetchRequest(collection: hidden))
          #expect(unseen.code == .notFound)
          var text = add
          text.collection = hidden
          #expect(try bob.end(of: .apply, text).code == .notFound)
          #expect(try bob.end(of: .fetch, FetchRequest(collection: view)).code != .ok)
          #expect(try bob.end(of: .fetch, FetchRequest(view: definition)).code == .notFound)
          let page: CollectionsPage = try bob.result(.listCollections, ListCollectionsRequest())
          #expect(!page.collections.contains { $0.name == hidden })
        }
        let bob = try connect(served, (owner + 2) % 3, tokens["bob"])
        try bob.create(own)
        try bob.add("d", to: own)
        let owned: HistoryPage = try ann.result(.history, HistoryRequest(collection: own))
        #expect(owned.commits.map { $0.author?.name } == ["bob"])
        // A request id belongs to who has sent it.
        let id = try RequestID([9])
        let first = try bob.add("e", to: own, requestID: id)
        let same = try connect(served, owner, tokens["bob"]).add("e", to: own, requestID: id)
        #expect(same.repeated && same.version == first.version)
        let others = try ann.add("f", to: own, requestID: id)
        #expect(!others.repeated)
      }
    }
  }

  private static let limited = """
    roles:
      all: [ { on: "**", may: [all] } ]
    principals:
      ann: { roles: [all], tokens: [ { sha256: TOKEN(ann) } ] }
      bob: { roles: [all], limits: { items: 6, view-rows: 3, collections: 2 }, tokens: [ { sha256: TOKEN(bob) } ] }
    anonymous: []
    """

  @Test("has the same limits at every server")
  func limits() async throws {
    try await run(CallerTests.limited, tokens: ["ann", "bob"]) { served, tokens in
      let names = (0..<ServedCluster.count).map { served.name("list", of: $0) }
      for (owner, name) in names.enumerated() {
        let ann = try connect(served, owner, tokens["ann"])
        try ann.create(name)
        for item in 0..<4 { try ann.add(Identifier(unchecked: "i\(item)"), to: name) }
      }
      for node in 0..<ServedCluster.count {
        let (ann, bob) = (
          try connect(served, node, tokens["ann"]), try connect(served, node, tokens["bob"])
        )
        for name in names {
          let two = ApplyRequest(
            collection: name,
            operations: [.insertItems([NewElement(id: "x"), NewElement(id: "y")], to: ItemDestination())]
          )
          #expect(try bob.end(of: .apply, two).code == .resourceExhausted)
          let rows = try ViewDefinition(parsing: "\"\(name)\" flat all")
          #expect(try bob.end(of: .fetch, FetchRequest(view: rows)).code == .resourceExhausted)
          #expect(try ann.end(of: .fetch, FetchRequest(view: rows)).code == .ok)
        }
        let further = CreateCollectionRequest(name: served.name("more", of: (node + 1) % 3))
        #expect(try bob.end(of: .createCollection, further).code == .resourceExhausted)
      }
      for (owner, name) in names.enumerated() {
        let info: CollectionInfo = try connect(served, owner, tokens["ann"]).result(
          .getCollection,
          GetCollectionRequest(name: name)
        )
        #expect(info.itemCount == 4 && info.version == 4)
        // One more is allowed, by way of any server.
        try connect(served, (owner + 1) % 3, tokens["bob"]).add("x", to: name)
      }
    }
  }

  @Test("can't be made up by a client, and no client is a node")
  func impostors() async throws {
    try await run(CallerTests.file, tokens: ["ann", "bob"]) { served, tokens in
      let name = served.name("list", of: 0)
      try connect(served, 0, tokens["ann"]).create(name)
      for node in 0..<ServedCluster.count {
        // The token of a node that is not that of this service.
        let liar = try RawConnection(port: served.port(node), greeting: false)
        try liar.hello(Hello(clientName: "node", token: "arrange-node-1:guessed"))
        let answer = try #require(try liar.receive())
        #expect(answer.type == .goAway)
        #expect(try liar.status(answer).code == .unauthenticated)
        let bob = try connect(served, node, tokens["bob"])
        let follow = try bob.open(
          Wire.Method.follow.name,
          bob.encode(FollowRequest(collection: name, epoch: 1, afterVersion: 0)),
          credit: 1
        )
        #expect(try bob.end(follow).code == .permissionDenied)
        // Metadata in the words of nodes.
        let metadata = Metadata([
          .init(name: "arrange-principal", value: Array("ann".utf8)),
          .init(name: "arrange-answer-bytes", value: Array("1000000".utf8)),
        ])
        let add = ApplyRequest(
          collection: name,
          operations: [.insertItems([NewElement(id: "c")], to: ItemDestination())]
        )
        let forged = try bob.open(
          Wire.Method.apply.name,
          bob.encode(add),
          metadata: metadata.encoded(using: bob.arena)
        )
        #expect(try bob.end(forged).code == .permissionDenied)
      }
    }
  }

  @Test("a node that passes a call on to one that does not own the list is refused at once")
  func oneHop() async throws {
    try await ServedCluster.run { served in
      let name = served.name("list", of: 0)
      try served.connect(0).create(name)
      let node = try RawConnection(port: served.port(1), greeting: false)
      try node.hello(Hello(clientName: "node", token: "arrange-node-1:\(served.cluster.secret)"))
      #expect(try node.receive()?.type == .welcome)
      let end = try node.end(of: .fetch, FetchRequest(collection: name))
      #expect(end.code == .unavailable)
      #expect(try node.status(end).retryAfterMilliseconds > 0)
    }
  }

  /// The tracer of the test process.
  private static let tracer: InMemoryTracer = {
    let tracer = InMemoryTracer()
    InstrumentationSystem.bootstrap(tracer)
    return tracer
  }()

  @Test("the trace of a call goes along to the owner")
  func trace() async throws {
    let tracer = CallerTests.tracer
    try await ServedCluster.run { served in
      let name = served.name("list", of: 0)
      let connection = try served.connect(1)
      try connection.create(name)
      let entries = [
        ("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
        (InMemoryTracer.traceIDKey, "trace of a test"), (InMemoryTracer.spanIDKey, "span of a test"),
      ]
      let metadata = Metadata(entries.map { .init(name: $0.0, value: Array($0.1.utf8)) })
      let stream = try connection.open(
        Wire.Method.fetch.name,
        connection.encode(FetchRequest(collection: name)),
        metadata: metadata.encoded(using: connection.arena)
      )
      #expect(try connection.end(stream).code == .ok)
      let spans = tracer.finishedSpans.filter { $0.traceID == "trace of a test" }
      #expect(spans.map(\.operationName) == [Wire.Method.fetch.name, Wire.Method.fetch.name])
    }
  }
}
