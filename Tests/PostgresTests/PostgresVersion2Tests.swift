import ArrangeModel
import Engine
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("A database of version 0.1.0", .timeLimit(.minutes(5)))
struct PostgresVersion2Tests {
  /// The statements that make the tables of 0.1.0 in a schema, with what is in them.
  private static func statements(_ schema: String) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/version2.sql")
    return try String(contentsOf: file, encoding: .utf8).replacing("arrange.", with: "\(schema).")
      .replacing("SCHEMA arrange;", with: "SCHEMA \(schema);")
  }

  @Test("all that is in it is there, and can be changed")
  func migration() throws {
    let server = try PostgresServer.shared.get()
    let options = Schema.options()
    try server.sql(PostgresVersion2Tests.statements(options.schema))
    #expect(try PostgresJournal.problem(PostgresAddress(server.address()), options: options) == nil)
    let node = try TestNode("node", options)
    defer { node.journal.close() }
    // The node that was killed is overtaken once its lease is over.
    try PostgresNodeTests.wait("all slots are gained") { node.member.slots == .all }
    let contents = try JournalSnapshot(of: node.journal)
    #expect(
      contents.collections.map { "\($0.record.name) \($0.record.version)" }.sorted()
        == ["board 8", "declared 0", "first 0", "numbers 2", "ranks 2"]
    )
    #expect(contents.collections.map(\.commits.count).sorted() == [0, 0, 2, 2, 8])
    #expect(contents.collections.map(\.requests.count).sorted() == [0, 0, 2, 2, 8])
    let titles: [FieldValue] = [.string("Eggs"), .string("Tea"), .string("Milk")]
    #expect(try PostgresNodeTests.titles("board", in: node.journal) == titles)
    #expect(try PostgresNodeTests.titles("ranks", in: node.journal) == [.string("Grüße"), .string("Wörter")])
    #expect(try PostgresNodeTests.titles("numbers", in: node.journal) == [.string("b"), .string("a")])
    let board = try #require(contents.collections.first { $0.record.name == "board" }).record.key
    try node.journal.append([JournalLoad.commit(board.value, 9)])
    #expect(try JournalSnapshot(of: node.journal).collections.contains { $0.record.version == 9 })
  }
}
