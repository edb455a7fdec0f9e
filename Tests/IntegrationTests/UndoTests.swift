import ArrangeClient
import ArrangeModel
import Foundation
import TestSupport
import Testing

/// Undo with real processes that end in between.
@Suite("Undo over restarts", .timeLimit(.minutes(5)))
final class UndoTests {
  private let data = FileManager.default.temporaryDirectory.appendingPathComponent("arrange-\(UUID())")

  deinit { try? FileManager.default.removeItem(at: data) }

  @Test("goes on with the stack after the server was killed, and after it was stopped, also with a retry")
  func restarts() async throws {
    let server = try ServerProcess("--log-level", "error", data: data)
    let client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    let (ann, eve) = (UndoStep(try StackID("ann")), UndoStep(try StackID("eve")))
    func apply(_ operation: ArrangeModel.ListOperation, _ step: UndoStep) async throws {
      try await client.apply(ApplyRequest(collection: "board", operations: [operation], step: step))
    }
    func ids() async throws -> [String] {
      try await client.fetch(FetchRequest(collection: "board")).sections.flatMap(\.items).map(\.id.text)
    }
    func set(_ number: Int64) -> ArrangeModel.ListOperation {
      .updateItems([FieldsUpdate(ElementReference("b"), set: ["n": .int(number)])])
    }
    #expect(try await client.serverInfo().features.contains("undo"))
    try await client.create("board")
    let items = ["a", "b", "c"].map { NewElement(id: Identifier(unchecked: $0)) }
    try await apply(.insertItems(items, to: ItemDestination()), eve)
    try await apply(.moveItems([ElementReference("b")], to: ItemDestination(.first)), ann)
    try await apply(.removeItems([ElementReference("c")]), ann)
    try await apply(set(1), ann)
    try await apply(set(2), eve)
    server.kill()
    try server.start()
    let kept = try await client.undo(in: "board", ann.stack)
    #expect(!kept.changed && kept.kept.map(\.reason) == [.changed] && kept.kept[0].byVersion == 5)
    server.kill()
    try server.start()
    let retried = UndoRequest(collection: "board", stack: ann.stack, requestID: try RequestID([1]))
    let removed = try await client.undo(retried)
    #expect(removed.undoes == [3])
    #expect(try await ids() == ["b", "a", "c"])
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
    try server.start()
    let again = try await client.undo(retried)
    #expect(again.isRepeated && again.undone == removed.undone && again.version == removed.version)
    #expect(try await client.undo(in: "board", ann.stack).undoes == [2])
    #expect(try await ids() == ["a", "b", "c"])
    #expect(try await client.redo(in: "board", ann.stack).undoes == [7])
    #expect(try await ids() == ["b", "a", "c"])
    let history = try await client.history(HistoryRequest(collection: "board", from: 6))
    #expect(
      history.commits.map(\.undoes) == [[3], [2], [7]]
        && history.commits.map(\.isRedo) == [false, false, true]
    )
    await client.close()
  }
}
