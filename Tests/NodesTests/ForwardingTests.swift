import ArrangeClient
import ArrangeModel
import ArrangeServer
import Changes
import Engine
import EngineTestSupport
import Foundation
import Ordering
import ServerTestSupport
import TestSupport
import Testing
import Wire

@Suite("Several servers: calls at any of them", .serialized)
struct ForwardingTests {
  @Test("every call is answered by a server that does not own the name as by the one that does")
  func everyMethod() async throws {
    try await ServedCluster.run { served in
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      for owner in 0..<ServedCluster.count {
        let name = served.name("list", of: owner)
        let view = served.name("view", of: owner)
        let other = connections[(owner + 1) % ServedCluster.count]
        // Everything is changed by way of another server.
        try other.create(name)
        for item in 0..<20 { try other.add(Identifier(unchecked: "i\(item)"), to: name) }
        let _: CollectionInfo = try other.result(
          .updateCollection,
          UpdateCollectionRequest(name: name, set: ["a": .bool(true)])
        )
        let changed: ChangeStrategyResult = try other.result(
          .changeStrategy,
          ChangeStrategyRequest(collection: name, strategy: "fractional")
        )
        #expect(changed.changed)
        let definition = try ViewDefinition(parsing: "\"\(name)\" flat all sort title")
        let _: ViewInfo = try other.result(.defineView, DefineViewRequest(name: view, view: definition))
        let named: NamedVersion = try other.result(
          .setVersion,
          SetVersionRequest(collection: name, name: "early", version: 9)
        )
        #expect(named.version == 9)
        let _: ApplyResult = try other.result(
          .apply,
          ApplyRequest(collection: name, operations: [.removeItems(["i19", "i18"])])
        )
        let move = ListOperation.moveItems([ElementReference("i3")], to: ItemDestination(.first))
        let nothing = Identifier(unchecked: "nothing-\(owner)")
        let requests: [(Wire.Method, any WireMessage)] = [
          (.getCollection, GetCollectionRequest(name: name)),
          (.getCollection, GetCollectionRequest(name: nothing)),
          (.listCollections, ListCollectionsRequest()),
          (.listCollections, ListCollectionsRequest(pageSize: 1)),
          (.fetch, FetchRequest(collection: name)),
          (.fetch, FetchRequest(collection: name, pageSize: 100)),
          (.fetch, FetchRequest(collection: name, window: .section(.empty, 3..<9))),
          (.fetch, FetchRequest(collection: name, window: .section("nothing", 3..<9))),
          (.fetch, FetchRequest(collection: name, window: .around("i7", before: 2, after: 4))),
          (.fetch, FetchRequest(collection: name, window: .around("nothing", before: 2, after: 4))),
          (.history, HistoryRequest(collection: name)),
          (.fetch, FetchRequest(collection: name, at: "early")),
          (.diff, DiffRequest(collection: name, from: "early", to: 12)),
          (.listVersions, ListVersionsRequest(collection: name)),
          (.listBin, ListBinRequest(collection: name)),
          (.restore, RestoreRequest(collection: name, to: "early", isDryRun: true)),
          (.explain, ExplainRequest(collection: name, operations: [move])),
          (.verifyKeys, VerifyKeysRequest(collection: name)),
          (.getView, GetViewRequest(name: view)),
          (.getView, GetViewRequest(name: name)),
          (.listViews, ListViewsRequest()),
          (.parseView, ParseViewRequest(text: "a where")),
          (.listStrategies, EmptyMessage()),
          (.describe, EmptyMessage()),
          // All of these are refused.
          (.createCollection, CreateCollectionRequest(name: name)),
          (.createCollection, CreateCollectionRequest(name: view)),
          (.apply, ApplyRequest(collection: name, operations: [move], ifVersion: 1)),
          (.apply, ApplyRequest(collection: view, operations: [move])),
          (.apply, ApplyRequest(collection: nothing, operations: [move])),
          (.changeStrategy, ChangeStrategyRequest(collection: name, strategy: "nonsense")),
          (.rotateKeys, RotateKeysRequest(collection: view)),
          (.deleteCollection, DeleteCollectionRequest(name: view)),
          (.deleteView, DeleteViewRequest(name: name)),
          (.defineView, DefineViewRequest(name: name, view: definition)),
          (.history, HistoryRequest(collection: view)),
          (.restore, RestoreRequest(collection: name, to: "nothing")),
          (.restore, RestoreRequest(collection: view, to: 1)),
          (.setVersion, SetVersionRequest(collection: name, name: "41")),
          (.setVersion, SetVersionRequest(collection: name, name: "late", version: 99)),
          (.deleteVersion, DeleteVersionRequest(collection: name, name: "nothing")),
          (.putBack, PutBackRequest(collection: name, elements: [RemovedElement(id: "i1", removedBy: 3)])),
          (.emptyBin, EmptyBinRequest(collection: name)),
          (.erase, EraseRequest(collection: name, items: ["nothing"])),
          (.erase, EraseRequest(collection: view, items: ["i1"])),
          (.fetch, FetchRequest(collection: nothing)),
        ]
        for (method, request) in requests {
          let ends = try connections.map { try $0.end(of: method, request) }
          for (node, end) in ends.enumerated() {
            #expect(end.status == ends[owner].status, "\(method) at server \(node), of \(owner)")
            #expect(end.body == ends[owner].body, "\(method) at server \(node), of \(owner)")
          }
        }
        // Views are evaluated by each server.
        let shown = try connections.map { connection -> FetchPage in
          try connection.result(.fetch, FetchRequest(collection: view))
        }
        #expect(shown.allSatisfy { $0.sections == shown[0].sections && !$0.sections.isEmpty })
        #expect(shown.allSatisfy { $0.collection.version == shown[0].collection.version })
        let _: EmptyMessage = try other.result(.deleteView, DeleteViewRequest(name: view))
        let _: EmptyMessage = try other.result(.deleteCollection, DeleteCollectionRequest(name: name))
        for connection in connections {
          #expect(try connection.end(of: .fetch, FetchRequest(collection: name)).code == .notFound)
          #expect(try connection.end(of: .fetch, FetchRequest(collection: view)).code == .notFound)
        }
      }
    }
  }

  @Test("the pages of a read come from one version, whichever server they are asked of")
  func pages() async throws {
    try await ServedCluster.run { served in
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      let name = served.name("list", of: 0)
      try connections[0].create(name)
      for item in 0..<30 { try connections[0].add(Identifier(unchecked: "i\(item)"), to: name) }
      var ids: [Identifier] = []
      var token: [UInt8]?
      for page in 0... {
        let answer: FetchPage = try connections[page % 3].result(
          .fetch,
          FetchRequest(collection: name, pageSize: 7, pageToken: token)
        )
        #expect(answer.collection.version == 30)
        ids += answer.sections.flatMap { $0.items.map(\.id) }
        try connections[(page + 1) % 3].add(Identifier(unchecked: "later\(page)"), to: name)
        token = answer.nextPageToken
        if token == nil { break }
      }
      #expect(ids.count == 30)
    }
  }

  @Test("a request is carried out once, at whichever servers it is sent, before and after its list moves")
  func requestIDs() async throws {
    try await ServedCluster.run { served in
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      let name = served.name("list", of: 0)
      try connections[1].create(name)
      let id = try RequestID([1, 2, 3])
      let first = try connections[2].add("a", to: name, requestID: id)
      #expect(!first.repeated)
      for connection in connections {
        let again = try connection.add("a", to: name, requestID: id)
        #expect(again.repeated && again.version == first.version)
      }
      for node in [1, 2, 0] {
        try served.move(served.slot(of: name), to: served.journals[node])
        for connection in connections {
          let again = try connection.add("a", to: name, requestID: id)
          #expect(again.repeated && again.version == first.version)
        }
      }
    }
  }

  @Test("a list of names has what was just created at another server, and not what was just deleted")
  func catalog() async throws {
    try await ServedCluster.run { served in
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      for round in 0..<12 {
        let (maker, reader) = (connections[round % 3], connections[(round + 1 + round / 6) % 3])
        let name = Identifier(unchecked: "new-\(round)")
        try maker.create(name)
        let with: CollectionsPage = try reader.result(.listCollections, ListCollectionsRequest())
        #expect(with.collections.contains { $0.name == name })
        let _: EmptyMessage = try maker.result(.deleteCollection, DeleteCollectionRequest(name: name))
        let without: CollectionsPage = try reader.result(.listCollections, ListCollectionsRequest())
        #expect(!without.collections.contains { $0.name == name })
      }
    }
  }

  @Test("a node answers nothing that is meant for another one, which had its address before")
  func otherNode() async throws {
    try await ServedCluster.run { served in
      let name = served.name("list", of: 0)
      let client = try served.connect(0)
      try client.create(name)
      try client.add("a", to: name)
      let info: CollectionInfo = try client.result(.getCollection, GetCollectionRequest(name: name))
      let node = try RawConnection(port: served.port(0), greeting: false)
      try node.hello(Hello(clientName: "node", token: "arrange-node-1:\(served.cluster.secret)"))
      #expect(try node.receive()?.type == .welcome)
      let own = served.journals[0].nodeID
      func get(at id: Int64) throws -> StatusCode? {
        let entry = Metadata.Entry(name: "arrange-node", value: Array("\(id)".utf8))
        let body = node.encode(GetCollectionRequest(name: name))
        let metadata = Metadata([entry]).encoded(using: node.arena)
        return try node.end(node.open(Wire.Method.getCollection.name, body, metadata: metadata)).code
      }
      #expect(try get(at: own) == .ok)
      #expect(try get(at: own + 1) == .unavailable)
      func follow(_ id: Int64, after version: UInt64 = 0, incarnation: UInt64 = 0) throws -> UInt32 {
        var request = FollowRequest(collection: name, epoch: info.epoch, afterVersion: version)
        request.node = UInt64(bitPattern: id)
        request.incarnation = incarnation
        return try node.open(Wire.Method.follow.name, node.encode(request), credit: 2)
      }
      #expect(try node.end(follow(own + 1)).code == .unavailable)
      #expect(try node.end(follow(own, after: 1, incarnation: 7)).code == .outOfRange)
      #expect(try node.end(follow(own, after: 1)).code == .outOfRange)
      #expect(try node.end(follow(own, after: 2, incarnation: 7)).code == .outOfRange)
      let stream = try follow(own)
      // The first message comes before the commits are read.
      var versions: [UInt64] = []
      while versions.isEmpty {
        let data = try #require(try node.receive())
        #expect(data.type == .data && data.stream == stream)
        let message = try data.body.withUnsafeBytes { try FollowedCommits.decode($0, using: node.arena) }
        #expect(message.node == UInt64(bitPattern: own))
        versions = message.commits.map(\.version)
      }
      #expect(versions == [1])
    }
  }

  @Test("a collection in place of a view, of which a server has not heard, is not taken for the view")
  func replacedName() async throws {
    try await ServedCluster.run { served in
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      let (name, source) = (served.name("list", of: 0), served.name("source", of: 1))
      try connections[0].create(source)
      try connections[0].add("a", to: source)
      try connections[0].create(name)
      #expect(try connections[2].end(of: .fetch, FetchRequest(collection: name)).code == .ok)
      served.journals[2].delayCatalog(true)
      let _: EmptyMessage = try connections[0].result(.deleteCollection, DeleteCollectionRequest(name: name))
      let definition = try ViewDefinition(parsing: "\"\(source)\" flat all")
      let _: ViewInfo = try connections[0].result(
        .defineView,
        DefineViewRequest(name: name, view: definition)
      )
      // It waits until the server knows: what was checked for a collection does not hold for a view.
      let stream = try connections[2].open(
        Wire.Method.fetch.name,
        connections[2].encode(FetchRequest(collection: name))
      )
      #expect(!connections[2].hasInput(within: 300))
      served.journals[2].delayCatalog(false)
      served.journals[2].learnCatalog()
      #expect(try connections[2].end(stream).code == .ok)
    }
  }

  @Test("an answer is never larger than the client's frames")
  func smallFrames() async throws {
    try await ServedCluster.run { served in
      let name = served.name("list", of: 0)
      let connection = try served.connect(0)
      try connection.create(name)
      let text = String(repeating: "x", count: 1_000)
      for item in 0..<60 {
        let element = NewElement(id: Identifier(unchecked: "i\(item)"), fields: ["title": .string(text)])
        let _: ApplyResult = try connection.result(
          .apply,
          ApplyRequest(collection: name, operations: [.insertItems([element], to: ItemDestination())])
        )
      }
      for node in 0..<ServedCluster.count {
        let small = try RawConnection(port: served.port(node), greeting: false)
        var hello = Hello(clientName: "small")
        hello.largestFrame = 16_384
        try small.hello(hello)
        #expect(try small.receive()?.type == .welcome)
        var count = 0
        var token: [UInt8]?
        repeat {
          let page: FetchPage = try small.result(
            .fetch,
            FetchRequest(collection: name, pageSize: 1_000, pageToken: token)
          )
          count += page.sections.reduce(0) { $0 + $1.items.count }
          token = page.nextPageToken
        } while token != nil
        #expect(count == 60)
      }
    }
  }
}
