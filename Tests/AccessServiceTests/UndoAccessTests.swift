import ArrangeModel
import Changes
import Foundation
import Ordering
import TestSupport
import Testing
import Wire

@Suite("Who may undo")
struct UndoAccessTests {
  private static let file = """
    roles:
      maker: [ { on: "**", may: [all] } ]
      mover: [ { on: "board", may: [read, move] } ]
      reader: [ { on: "board", may: [read, history] } ]
    principals:
      maker: { roles: [maker], tokens: [ { sha256: TOKEN(maker) } ] }
      mover: { roles: [mover], tokens: [ { sha256: TOKEN(mover) } ] }
      reader: { roles: [reader], tokens: [ { sha256: TOKEN(reader) } ] }
      stranger: { tokens: [ { sha256: TOKEN(stranger) } ] }
    """

  @Test("those who may do what undoes it: `move` for moves and `write` for the rest; others' steps nobody")
  func permissions() throws {
    let bench = try AccessBench(UndoAccessTests.file)
    let (maker, mover) = (try bench.connect("maker"), try bench.connect("mover"))
    let (reader, stranger) = (try bench.connect("reader"), try bench.connect("stranger"))
    let stack = try StackID("s")
    let _: CollectionInfo = try maker.result(.createCollection, CreateCollectionRequest(name: "board"))
    func apply(_ connection: RawConnection, _ operation: ListOperation) throws {
      let request = ApplyRequest(collection: "board", operations: [operation], step: UndoStep(stack))
      let _: ApplyResult = try connection.result(.apply, request)
    }
    func undo(_ connection: RawConnection, _ name: Identifier = "board", redo: Bool = false) throws
      -> UndoResult
    {
      try connection.result(.undo, UndoRequest(collection: name, stack: stack, isRedo: redo))
    }
    func code(_ connection: RawConnection, _ name: Identifier = "board") -> StatusCode? {
      do {
        _ = try undo(connection, name)
        return nil
      } catch { return (error as? ArrangeError)?.code }
    }
    let items = ["a", "b"].map { NewElement(id: Identifier(unchecked: $0)) }
    try apply(maker, .insertItems(items, to: ItemDestination()))
    try apply(mover, .moveItems([ElementReference("b")], to: ItemDestination(.first)))
    #expect(code(reader) == .permissionDenied)
    #expect(code(stranger) == .notFound && code(stranger, "nothing") == .notFound)
    let undone = try undo(mover)
    #expect(undone.changed && undone.undoes == [2])
    #expect(try undo(mover, redo: true).changed)
    // The stack of the maker has the same id, and is another one. The item that the mover has placed is kept.
    let kept = try undo(maker)
    #expect(kept.undoes == [1] && kept.undoneCount == 1 && kept.kept.map(\.reason) == [.placed, .notEmpty])
    #expect(try kept.kept[0].by == Principal("mover"))
    withExtendedLifetime((maker, mover, reader, stranger)) {}
  }

  @Test("only moves, where the right to write was taken away since")
  func less() async throws {
    let bench = try AccessBench(UndoAccessTests.file)
    let (maker, stack) = (try bench.connect("maker"), try StackID("s"))
    let _: CollectionInfo = try maker.result(.createCollection, CreateCollectionRequest(name: "board"))
    let insert = ListOperation.insertItems([NewElement(id: "a")], to: ItemDestination())
    let request = ApplyRequest(collection: "board", operations: [insert], step: UndoStep(stack))
    let _: ApplyResult = try maker.result(.apply, request)
    try bench.replace(by: UndoAccessTests.file.replacing("may: [all]", with: "may: [read, move]"))
    kill(bench.server.pid, SIGHUP)
    let dry = UndoRequest(collection: "board", stack: stack, isDryRun: true)
    try await bench.wait(for: "the new rights") {
      do {
        let _: UndoResult = try maker.result(.undo, dry)
        return false
      } catch { return (error as? ArrangeError)?.code == .permissionDenied }
    }
    withExtendedLifetime(maker) {}
  }
}
