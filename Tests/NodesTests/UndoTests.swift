import ArrangeModel
import ArrangeServer
import Changes
import Engine
import EngineTestSupport
import Ordering
import ServerTestSupport
import TestSupport
import Testing
import Wire

@Suite("Several servers: undo", .serialized)
struct UndoTests {
  private func items(_ name: Identifier, at connection: RawConnection) throws -> String {
    let page: FetchPage = try connection.result(.fetch, FetchRequest(collection: name))
    return page.sections.flatMap { $0.items.map(\.id.text) }.joined()
  }

  @Test(
    "is the same at every server, and goes on with the stack after the list has moved to another one"
  )
  func everywhere() async throws {
    try await ServedCluster.run { served in
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      let (name, stack) = (served.name("list", of: 0), try StackID("s"))
      func undo(_ node: Int, redo: Bool = false, requestID: RequestID? = nil) throws -> UndoResult {
        let request = UndoRequest(
          collection: name,
          stack: stack,
          isRedo: redo,
          requestID: requestID
        )
        return try connections[node].result(.undo, request)
      }
      try connections[1].create(name)
      for item in ["a", "b", "c"] {
        let insert = ListOperation.insertItems(
          [NewElement(id: Identifier(unchecked: item))],
          to: .init()
        )
        let request = ApplyRequest(collection: name, operations: [insert], step: UndoStep(stack))
        let _: ApplyResult = try connections[2].result(.apply, request)
      }
      #expect(try undo(1).undoes == [3])
      let id = try RequestID([1])
      let second = try undo(2, requestID: id)
      #expect(second.undoes == [2] && !second.isRepeated)
      #expect(try items(name, at: connections[0]) == "a")
      try served.move(served.slot(of: name), to: served.journals[1])
      for node in 0..<ServedCluster.count {
        let again = try undo(node, requestID: id)
        #expect(
          again.isRepeated && again.version == second.version && again.undone == second.undone
        )
      }
      #expect(try undo(0, redo: true).undoes == [second.version])
      #expect(try undo(2, redo: true).undoes == [4])
      #expect(try items(name, at: connections[1]) == "abc")
      #expect(try !undo(1, redo: true).changed)
    }
  }

  @Test("of a transaction over lists of several owners takes all of it back, at any server")
  func joint() async throws {
    try await ServedCluster.run { served in
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      let stack = try StackID("s")
      for node in 0..<ServedCluster.count {
        let names = (0..<ServedCluster.count).map { served.name("list\(node)", of: $0) }
        for name in names { try connections[0].create(name) }
        for item in ["a", "b", "c"] {
          try connections[1].add(Identifier(unchecked: item), to: names[0])
        }
        let transaction = TransactRequest(
          [
            TransactionStep(names[0], .transfer(ItemTransfer(["b"], to: names[1]))),
            TransactionStep(names[0], .transfer(ItemTransfer(["c"], to: names[2]))),
          ],
          step: UndoStep(stack)
        )
        let _: TransactResult = try connections[node].result(.transact, transaction)
        // They belong to several owners again.
        for (index, name) in names.enumerated() {
          try served.move(served.slot(of: name), to: served.journals[(index + node) % 3])
        }
        let request = UndoRequest(collection: names[node], stack: stack)
        let result: UndoResult = try connections[(node + 1) % 3].result(.undo, request)
        #expect(result.changed && result.kept.isEmpty && result.collections.count == 3)
        #expect(try names.map { try items($0, at: connections[node]) } == ["abc", "", ""])
        let redo = UndoRequest(collection: names[(node + 1) % 3], stack: stack, isRedo: true)
        let again: UndoResult = try connections[node].result(.undo, redo)
        #expect(again.changed)
        #expect(try names.map { try items($0, at: connections[node]) } == ["a", "b", "c"])
      }
    }
  }
}

extension CallerTests {
  @Test(
    "what an undo needs is checked with the rights of the caller, at whichever server it arrives"
  )
  func undo() async throws {
    let file = """
      roles:
        all: [ { on: "**", may: [all] } ]
        move: [ { on: "**", may: [read, move] } ]
      principals:
        ann: { roles: [all], tokens: [ { sha256: TOKEN(ann) } ] }
        bob: { roles: [move], tokens: [ { sha256: TOKEN(bob) } ] }
      """
    try await run(file, tokens: ["ann", "bob"]) { served, tokens in
      let (name, stack) = (served.name("list-", of: 0), try StackID("s"))
      let ann = try self.connect(served, 1, tokens["ann"])
      try ann.create(name)
      func step(_ connection: RawConnection, _ operation: ListOperation) throws {
        let request = ApplyRequest(collection: name, operations: [operation], step: UndoStep(stack))
        let _: ApplyResult = try connection.result(.apply, request)
      }
      try step(
        ann,
        .insertItems([NewElement(id: "a"), NewElement(id: "b")], to: ItemDestination())
      )
      for node in 0..<ServedCluster.count {
        let bob = try self.connect(served, node, tokens["bob"])
        try step(bob, .moveItems([ElementReference("b")], to: ItemDestination(.first)))
        let undone: UndoResult = try bob.result(.undo, UndoRequest(collection: name, stack: stack))
        #expect(undone.changed)
      }
      let undone: UndoResult = try ann.result(.undo, UndoRequest(collection: name, stack: stack))
      #expect(undone.changed && undone.undoes == [1])
    }
  }
}
