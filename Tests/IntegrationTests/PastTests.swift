import ArrangeClient
import Foundation
import TestSupport
import Testing

/// Earlier versions of a real server's collections, before and after it was killed.
@Suite("The past of a real server", .timeLimit(.minutes(5)))
struct PastTests {
  @Test("is read, compared and played again after a kill")
  func afterAKill() async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(persistentTo: server)
    _ = try await client.create("list", strategy: "lexorank")
    var lists: [[Identifier]] = [[]]
    func read(at version: VersionReference? = nil) async throws -> [Identifier] {
      var ids: [Identifier] = []
      for try await page in client.pages(of: "list", pageSize: 7, at: version) {
        #expect(version == nil || page.isPast)
        ids += page.sections.flatMap(\.items).map(\.id)
      }
      return ids
    }
    for number in 0..<60 {
      let id = Identifier(stringLiteral: "\(number)")
      let operation: ListOperation =
        switch number % 3 {
        case 0: .insertItems([NewElement(id: id), NewElement()], to: .init(.first))
        case 1: .moveItems([ElementReference(Identifier(stringLiteral: "\(number - 1)"))], to: .init(.last))
        default: .removeItems([ElementReference(lists[number][0])])
        }
      try await client.apply([operation], to: "list")
      lists.append(try await read())
    }
    for _ in 0..<2 {
      for version in [0, 1, 17, 40, 59, 60] {
        #expect(try await read(at: .number(UInt64(version))) == lists[version], "version \(version)")
      }
      let diff = try await client.diff(of: "list", from: 10, to: 50)
      #expect(diff.batch.after.items == lists[50].count && diff.commits == 40)
      var played: [Identifier] = []
      var list = SectionedList()
      var version = 20
      for try await update in client.updates(of: "list", at: 20, playTo: 45) {
        switch update.content {
        case .list(let whole, .past): list = whole
        case .batch(let batch, _, _): try list.apply(batch)
        default: Issue.record("\(update)")
        }
        played = list.sections.flatMap(\.items).map(\.id)
        #expect(played == lists[version] && update.version == UInt64(version))
        version += 1
      }
      #expect(version == 46)
      server.kill()
      try server.start()
    }
    await client.close()
  }

  @Test("has names, is restored, and gives back what was removed, after a kill")
  func named() async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(persistentTo: server)
    _ = try await client.create("list", strategy: "lexorank")
    let ids: [Identifier] = ["a", "b", "c", "d"]
    try await client.apply([.insertItems(ids.map { NewElement(id: $0) }, to: .init())], to: "list")
    try await client.setVersion("v1", of: "list")
    try await client.apply([.moveItems(["d"], to: .init(.first))], to: "list")
    try await client.apply([.removeItems(["b"])], to: "list")
    func read(at version: VersionReference? = nil) async throws -> [Identifier] {
      try await client.pages(of: "list", at: version).reduce(into: []) {
        $0 += $1.sections.flatMap(\.items).map(\.id)
      }
    }
    func restart() throws {
      server.kill()
      try server.start()
    }
    try restart()
    #expect(try await client.versions(of: "list").versions.map(\.version) == [1])
    #expect(try await read(at: "v1") == ids)
    let removed = try await client.bin(of: "list").reduce(into: []) { $0 += $1.elements }
    #expect(removed.map(\.id) == ["b"] && removed[0].removedBy == 3)
    try await client.putBack([RemovedElement(id: "b", removedBy: 3)], in: "list")
    #expect(try await read() == ["d", "a", "b", "c"])
    let request = RestoreRequest(collection: "list", to: "v1", requestID: try RequestID([4, 2]))
    #expect(try await client.restore(request).version == 5)
    try restart()
    #expect(try await read() == ids)
    let again = try await client.restore(request)
    #expect(again.repeated && again.version == 5)
    await client.close()
  }

  @Test("is gone from the files after the bin was emptied")
  func emptied() async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(persistentTo: server)
    _ = try await client.create("list", strategy: "lexorank")
    let secret = "the text that nobody may find again"
    let fields: Fields = ["title": .string(secret)]
    try await client.apply([.insertItems([NewElement(id: "a", fields: fields)], to: .init())], to: "list")
    try await client.apply([.removeItems(["a"])], to: "list")
    func isStored() throws -> Bool {
      try FileManager.default.contentsOfDirectory(at: server.data, includingPropertiesForKeys: nil)
        .contains { try Data(contentsOf: $0).range(of: Data(secret.utf8)) != nil }
    }
    #expect(try isStored())
    #expect(try await client.emptyBin(of: "list").oldestKept == 3)
    // The store is cleaned when nothing is written for some seconds, and the log is flushed at the end.
    for _ in 0..<6 where try isStored() {
      try await Task.sleep(for: .seconds(12))
      server.terminate()
      #expect(try server.waitUntilExit() == 0)
      try server.start()
    }
    #expect(try !isStored())
    #expect(try await client.bin(of: "list").reduce(0) { $0 + $1.elements.count } == 0)
    await client.close()
  }
}
