import ArrangeModel
import Changes
import Ordering
import TestSupport
import Testing
import Wire

@Suite("Who may hand items over")
struct TransactAccessTests {
  private static let file = """
    roles:
      maker: [ { on: "**", may: [all] } ]
      mover: [ { on: "board", may: [read, history, move] }, { on: "archive", may: [read, write] } ]
      writer: [ { on: "board", may: [read, write, history] }, { on: "archive", may: [read, write, history] } ]
      lone: [ { on: "board", may: [read, write, history] } ]
    principals:
      maker: { roles: [maker], tokens: [ { sha256: TOKEN(maker) } ] }
      mover: { roles: [mover], tokens: [ { sha256: TOKEN(mover) } ] }
      writer: { roles: [writer], tokens: [ { sha256: TOKEN(writer) } ] }
      lone: { roles: [lone], tokens: [ { sha256: TOKEN(lone) } ] }
    """

  @Test("those who may write in both; names that the caller may not see do not exist, not even in history")
  func transfers() async throws {
    let bench = try AccessBench(TransactAccessTests.file)
    let (maker, mover) = (try bench.connect("maker"), try bench.connect("mover"))
    let (writer, lone) = (try bench.connect("writer"), try bench.connect("lone"))
    for name in ["board", "archive"] as [Identifier] {
      let _: CollectionInfo = try maker.result(.createCollection, CreateCollectionRequest(name: name))
    }
    let items = ["a", "b", "c"].map { NewElement(id: Identifier(unchecked: $0)) }
    let _: ApplyResult = try maker.result(
      .apply,
      ApplyRequest(collection: "board", operations: [.insertItems(items, to: ItemDestination())])
    )
    func transfer(_ item: Identifier, to target: Identifier) -> TransactRequest {
      TransactRequest([
        TransactionStep("board", .transfer(ItemTransfer([ElementReference(item)], to: target)))
      ])
    }
    func transact(_ connection: RawConnection, _ request: TransactRequest) throws -> TransactResult {
      try connection.result(.transact, request)
    }
    func code(_ connection: RawConnection, _ request: TransactRequest) -> StatusCode? {
      do {
        _ = try transact(connection, request)
        return nil
      } catch { return (error as? ArrangeError)?.code }
    }
    #expect(code(mover, transfer("a", to: "archive")) == .permissionDenied)
    #expect(code(lone, transfer("a", to: "archive")) == .notFound)
    #expect(code(lone, transfer("a", to: "nothing")) == .notFound)
    #expect(
      try transact(writer, transfer("a", to: "archive")).collections.map(\.name) == ["archive", "board"]
    )
    // A condition alone reveals a version.
    var conditional = TransactRequest([
      TransactionStep("board", .operation(.removeItems([ElementReference("b")])))
    ])
    conditional.conditions = [VersionCondition("archive", ifVersion: 7)]
    #expect(code(lone, conditional) == .notFound)
    #expect(code(writer, conditional) == .aborted)
    func others(_ connection: RawConnection) throws -> [Identifier?] {
      let page: HistoryPage = try connection.result(.history, HistoryRequest(collection: "board", from: 2))
      return page.commits.flatMap { $0.changes.map(\.transferred) }
    }
    #expect(try others(writer) == ["archive"])
    #expect(try others(lone) == [nil])
    withExtendedLifetime((maker, mover, writer, lone)) {}
  }
}
