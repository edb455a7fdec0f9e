import ArrangeModel
import Changes
import Engine
import EngineTestSupport
import Foundation
import SwiftCodec
import TestSupport
import Testing
import Wire

extension CallerTests {
  /// All calls about what a name stands for, and the status that each gets.
  private func statuses(of name: Identifier, _ connection: RawConnection) throws -> [StatusCode?] {
    let move = ListOperation.moveItems([ElementReference("b")], to: ItemDestination(.first))
    return [
      try connection.end(of: .getCollection, GetCollectionRequest(name: name)).code,
      try connection.end(of: .fetch, FetchRequest(collection: name)).code,
      try connection.end(of: .apply, ApplyRequest(collection: name, operations: [move])).code,
      try connection.end(of: .history, HistoryRequest(collection: name)).code,
      try connection.end(of: .getView, GetViewRequest(name: name)).code,
      try connection.end(of: .deleteCollection, DeleteCollectionRequest(name: name)).code,
      try connection.end(of: .deleteView, DeleteViewRequest(name: name)).code,
      try connection.end(of: .subscribe, SubscribeRequest(collection: name)).code,
    ]
  }

  @Test("can't tell hidden names from missing ones by the work that they take")
  func hiddenNames() async throws {
    try await run(CallerTests.file, tokens: ["ann", "bob"]) { served, tokens in
      let ann = try connect(served, 0, tokens["ann"])
      for owner in 0..<ServedCluster.count {
        let (list, view) = (served.name("secret", of: owner), served.name("secret-view", of: owner))
        try ann.create(list)
        try ann.add("b", to: list)
        let definition = try ViewDefinition(parsing: "\"\(list)\" flat all")
        let _: ViewInfo = try ann.result(.defineView, DefineViewRequest(name: view, view: definition))
        let names = [list, view, served.name("secret-missing", of: owner)]
        for node in 0..<ServedCluster.count {
          let bob = try connect(served, node, tokens["bob"])
          // The name is answered for here and at once: the catalog is read by nobody, and would not arrive.
          served.journals[node].delayCatalog(true)
          for name in names {
            let before = served.journals.map(\.refreshCount)
            #expect(try statuses(of: name, bob).allSatisfy { $0 == .notFound }, "\(name) at \(node)")
            #expect(served.journals.map(\.refreshCount) == before, "\(name) of \(owner) at \(node)")
          }
          served.journals[node].delayCatalog(false)
        }
      }
    }
  }

  @Test("gets the view that access was checked for, however often it is redefined")
  func redefined() async throws {
    try await run(CallerTests.file, tokens: ["ann", "bob"]) { served, tokens in
      let (open, hidden) = (served.name("list", of: 0), served.name("secret", of: 0))
      let view = served.name("view", of: 0)
      let ann = try connect(served, 0, tokens["ann"])
      for (name, item) in [(open, "a"), (hidden, "b")] as [(Identifier, Identifier)] {
        try ann.create(name)
        try ann.add(item, to: name)
      }
      func define(_ name: Identifier) throws {
        let definition = try ViewDefinition(parsing: "\"\(name)\" flat all")
        let _: ViewInfo = try ann.result(.defineView, DefineViewRequest(name: view, view: definition))
      }
      try define(open)
      // Connections are spread over the event loops: one of these reads on another loop than the one that redefines.
      let readers = try (0..<4).map { _ in try connect(served, 0, tokens["bob"]) }
      let reading = Task.detached {
        for round in 0..<600 {
          let end = try readers[round % readers.count].end(of: .fetch, FetchRequest(collection: view))
          guard end.code == .ok else { continue }
          let arena = Arena(codec: .swift)
          let page = try end.body.withUnsafeBytes { try FetchPage.decode($0, using: arena) }
          #expect(page.sections.flatMap(\.items).allSatisfy { $0.id == "a" }, "round \(round)")
        }
      }
      for round in 0..<300 { try define(round.isMultiple(of: 2) ? hidden : open) }
      try await reading.value
    }
  }
}
