import ArrangeClient
import ArrangeModel
import Changes
import EngineTestSupport
import ServerTestSupport
import TestSupport
import Testing
import Wire

@Suite("Several servers: names of versions, going back, and the bin", .serialized, .timeLimit(.minutes(5)))
struct TimeTests {
  private let early: [Identifier] = ["a", "b"]

  /// The answer of each server to the same request.
  private func ask<Answer: WireMessage>(
    _ connections: [RawConnection],
    _ method: Wire.Method,
    _ request: some WireMessage
  ) throws -> [Answer] {
    try connections.map { try $0.result(method, request) }
  }

  @Test("go with a list to its next owners, and are the same at every server")
  func moving() async throws {
    try await ServedCluster.run { served in
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      let name = served.name("list", of: 0)
      try connections[0].create(name)
      for item in ["a", "b", "c"] as [Identifier] { try connections[0].add(item, to: name) }
      let set = SetVersionRequest(collection: name, name: "early", version: 2)
      let _: NamedVersion = try connections[1].result(.setVersion, set)
      let remove = ApplyRequest(collection: name, operations: [.removeItems(["b"])])
      var version = try (connections[2].result(.apply, remove) as ApplyResult).version
      for node in [1, 2, 0] {
        try served.move(served.slot(of: name), to: served.journals[node])
        let lists: [VersionList] = try ask(connections, .listVersions, ListVersionsRequest(collection: name))
        #expect(lists.allSatisfy { $0.versions.map(\.version) == [2] })
        let bins: [BinPage] = try ask(connections, .listBin, ListBinRequest(collection: name))
        #expect(bins.allSatisfy { $0.elements.first.map { $0.id == "b" && $0.removedBy == version } == true })
        let pages: [FetchPage] = try ask(connections, .fetch, FetchRequest(collection: name, at: "early"))
        #expect(pages.allSatisfy { $0.isPast && $0.sections[0].items.map(\.id) == early })
        // It is put back once, whichever server is asked.
        let id = try RequestID([UInt8(node)])
        let elements = [RemovedElement(id: "b", removedBy: version)]
        let back = PutBackRequest(collection: name, elements: elements, requestID: id)
        let results: [ApplyResult] = try ask(connections, .putBack, back)
        #expect(results.map(\.repeated) == [false, true, true])
        #expect(results.allSatisfy { $0.version == version + 1 })
        let restore = RestoreRequest(
          collection: name,
          to: "early",
          requestID: try RequestID([9, UInt8(node)])
        )
        let restored: [RestoreResult] = try ask(connections, .restore, restore)
        #expect(restored.map(\.repeated) == [false, true, true])
        #expect(restored.allSatisfy { $0.restored == 2 && $0.version == restored[0].version })
        version = try (connections[node].result(.apply, remove) as ApplyResult).version
      }
    }
  }

  @Test("are known to who follows a name at another server than the owner's as soon as they are set")
  func replicas() async throws {
    try await ServedCluster.run { served in
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      let name = served.name("list", of: 0)
      try connections[0].create(name)
      for item in early { try connections[0].add(item, to: name) }
      for (round, named) in (["first", "second", "third"] as [Identifier]).enumerated() {
        let version = try connections[0].add(Identifier(unchecked: "\(round)"), to: name).version
        let set = SetVersionRequest(collection: name, name: named, version: .number(version))
        let _: NamedVersion = try connections[(round + 1) % 3].result(.setVersion, set)
        for node in 0..<ServedCluster.count {
          let client = ArrangeClient(ArrangeClientConfiguration(port: try served.port(node)))
          var ids: [Identifier] = []
          for try await update in client.updates(of: name, at: .named(named)) {
            guard case .list(let list, .past) = update.content else {
              Issue.record("\(update)")
              continue
            }
            ids = list.sections.flatMap(\.items).map(\.id)
          }
          #expect(ids == early + (0...round).map { Identifier(unchecked: "\($0)") }, "at server \(node)")
          await client.close()
        }
      }
    }
  }

  @Test("what was emptied is read nowhere any more, whoever owns the list")
  func emptied() async throws {
    try await ServedCluster.run { served in
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      let name = served.name("list", of: 0)
      try connections[0].create(name)
      for item in early { try connections[0].add(item, to: name) }
      let remove = ApplyRequest(collection: name, operations: [.removeItems(["b"])])
      let _: ApplyResult = try connections[1].result(.apply, remove)
      let emptied: EmptiedBin = try connections[2].result(.emptyBin, EmptyBinRequest(collection: name))
      #expect(emptied.oldestKept == 4)
      for node in [0, 1, 2] {
        try served.move(served.slot(of: name), to: served.journals[node])
        for connection in connections {
          let bin: BinPage = try connection.result(.listBin, ListBinRequest(collection: name))
          #expect(bin.elements.isEmpty)
          #expect(try connection.end(of: .fetch, FetchRequest(collection: name, at: 3)).code == .outOfRange)
          let page: FetchPage = try connection.result(.fetch, FetchRequest(collection: name, at: 4))
          #expect(page.sections[0].items.map(\.id) == ["a"])
        }
      }
    }
  }

  @Test("what was erased is read nowhere any more, and the answer says that there are other nodes")
  func erased() async throws {
    try await ServedCluster.run { served in
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      let name = served.name("list", of: 0)
      try connections[0].create(name)
      for item in early { try connections[0].add(item, to: name) }
      let request = EraseRequest(collection: name, items: ["b"])
      let erasure: Erasure = try connections[2].result(.erase, request)
      #expect(erasure.removed == ["b"] && erasure.oldestKept == 3 && erasure.otherNodes)
      #expect(erasure.files != .later)
      for node in [0, 1, 2] {
        try served.move(served.slot(of: name), to: served.journals[node])
        for connection in connections {
          #expect(try connection.end(of: .fetch, FetchRequest(collection: name, at: 2)).code == .outOfRange)
          #expect(try connection.end(of: .erase, request).code == .notFound)
          let page: FetchPage = try connection.result(.fetch, FetchRequest(collection: name, at: 3))
          #expect(page.sections[0].items.map(\.id) == ["a"])
        }
      }
    }
  }
}
