import ArrangeModel
import NIOCore
import TestSupport
import Testing
import Wire

/// Small requests that are expensive for a server, each legal by itself.
@Suite("Hostile transactions", .serialized)
struct CostAttacks {
  /// How much the memory of the server may grow over what it has when it is idle, in MiB, while one transaction writes as
  /// much as it may: its contents, its commit on the way to the disk, and what the allocator keeps; 261 was seen.
  private static let memoryBound = 320

  private func apply(
    _ connection: RawConnection,
    _ name: Identifier = "large",
    _ operations: ArrangeModel.ListOperation...
  ) throws -> ApplyResult {
    let request = ApplyRequest(collection: name, operations: operations)
    return try connection.result(.apply, request, as: ApplyResult.self)
  }

  /// Applies a transaction that must be refused before anything has changed.
  private func expectRefused(
    _ connection: RawConnection,
    _ operations: [ArrangeModel.ListOperation]
  ) throws {
    let version = try Siege.version(of: "large", connection)
    let body = connection.encode(ApplyRequest(collection: "large", operations: operations))
    let status = try connection.status(connection.call(Method.apply.name, body))
    #expect(status.code == .resourceExhausted && status.processed == .notStarted, "\(status)")
    #expect(!status.message.isEmpty)
    #expect(try Siege.version(of: "large", connection) == version)
  }

  @Test("updates of large items by tiny requests are bounded, and leave the collection unchanged")
  func updateAmplification() throws {
    try Siege().endure(atMost: CostAttacks.memoryBound) { port in
      let connection = try RawConnection(port: port)
      let ids = (0..<10).map { Identifier(unchecked: "\($0)") }
      let text = String(repeating: "x", count: 65_000)
      for id in ids {
        let new = NewElement(id: id, fields: ["t": .string(text)])
        _ = try apply(connection, "large", .insertItems([new], to: ItemDestination()))
      }
      func updates(_ count: Int) -> [ArrangeModel.ListOperation] {
        (0..<count).map { number in
          .updateItems(ids.map { FieldsUpdate(ElementReference($0), set: ["n": .int(Int64(number))]) })
        }
      }
      // 56 KB, and half a megabyte.
      for count in [560, 5_000] { try expectRefused(connection, updates(count)) }
      // As much as a transaction may write, several times, and read again.
      let most = ApplyRequest.maximumBytes / (10 * 65_100)
      for _ in 0..<3 {
        let request = ApplyRequest(collection: "large", operations: updates(most))
        let result = try connection.result(.apply, request, as: ApplyResult.self)
        var (next, told): (Int?, Int) = (0, 0)
        while let from = next {
          let history = HistoryRequest(
            collection: "large",
            from: result.version,
            to: result.version,
            fromChange: from
          )
          let page = try connection.result(.history, history, as: HistoryPage.self)
          let commit = try #require(page.commits.first)
          told += commit.changes.count
          next = commit.nextChange
        }
        #expect(told == most * 10)
      }
      return connection
    }
  }

  @Test("thousands of adopted items with one key cost as much as others")
  func adoptedAtOnePlace() throws {
    try Siege().endure { port in
      let connection = try RawConnection(port: port)
      let two = ["a", "b"].map { NewElement(id: $0) }
      let placed = try apply(connection, "large", .insertItems(two, to: ItemDestination()))
      let key = placed.operations[0][0].key
      let items = (0..<12_000).map {
        AdoptedItem(id: Identifier(unchecked: "\($0)x"), key: key, after: "a", before: "b")
      }
      let adopted = try apply(connection, "large", .adoptItems(items, section: .empty))
      #expect(adopted.rekeyed < items.count / 10)
      let chain = items.indices.map { index in
        AdoptedItem(
          id: items[index].id,
          key: key,
          after: index > 0 ? items[index - 1].id : "a",
          before: index + 1 < items.count ? items[index + 1].id : "b"
        )
      }
      _ = try apply(connection, "large", .adoptItems(chain, section: .empty))
      return connection
    }
  }

  @Test("answers are cut to the caller's largest frame, or the transaction is refused in advance")
  func smallFrames() throws {
    try Siege().endure { port in
      let connection = try RawConnection(port: port)
      // Titles that don't fit in one frame.
      let title = String(repeating: "t", count: 60_000)
      for number in 0..<20 {
        let name = Identifier(unchecked: "titled \(number)")
        let create = CreateCollectionRequest(name: name, fields: ["title": .string(title)])
        _ = try connection.result(.createCollection, create, as: CollectionInfo.self)
      }
      var (names, token): (Set<Identifier>, [UInt8]?) = ([], nil)
      repeat {
        let list = ListCollectionsRequest(pageSize: 1_000, pageToken: token)
        let page = try connection.result(.listCollections, list, as: CollectionsPage.self)
        names.formUnion(page.collections.map(\.name))
        token = page.nextPageToken
      } while token != nil
      #expect(names.count == 22, "those, and the two of the siege")

      let small = try RawConnection(port: port, greeting: false)
      var hello = Hello(clientName: "small")
      hello.largestFrame = Frame.largestBeforeHello
      try small.hello(hello)
      #expect(try small.receive()?.type == .welcome)
      let nameless = Array(repeating: NewElement(), count: 5_000)
      let insert = ArrangeModel.ListOperation.insertItems(nameless, to: ItemDestination())
      #expect(try apply(connection, "large", insert).operations[0].count == 5_000)
      try expectRefused(small, [insert])
      #expect(try apply(small, "large", .insertItems([NewElement()], to: ItemDestination())).version == 2)
      var items = 0
      token = nil
      repeat {
        let fetch = FetchRequest(collection: "large", pageSize: 5_000, pageToken: token)
        let page = try small.result(.fetch, fetch, as: FetchPage.self)
        items += page.sections.reduce(0) { $0 + $1.items.count }
        token = page.nextPageToken
      } while token != nil
      #expect(items == 5_001)
      var (next, told): (Int?, Int) = (0, 0)
      while let from = next {
        let history = HistoryRequest(collection: "large", from: 1, to: 1, fromChange: from)
        let commit = try #require(try small.result(.history, history, as: HistoryPage.self).commits.first)
        told += commit.changes.count
        next = commit.nextChange
      }
      #expect(told == 5_001, "with the section that came into being")
      let explain = ExplainRequest(
        collection: "large",
        operations: (0..<1_000).map { _ in .insertItems([NewElement()], to: ItemDestination()) }
      )
      #expect(try small.result(.explain, explain, as: Explanation.self).writeCount == 1_000)
      return [connection, small]
    }
  }
}
