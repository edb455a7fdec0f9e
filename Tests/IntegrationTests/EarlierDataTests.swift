import ArrangeModel
import Foundation
import TestSupport
import Testing
import Wire

/// Data directories of earlier builds, as they were when the server was killed.
@Suite("Data of earlier builds")
struct EarlierDataTests {
  /// The size of the server's log, in bytes. The fixture omits the zeros at its end.
  private static let logBytes = 1_052_672

  private func copy(of name: String) throws -> URL {
    let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name)")
    let data = FileManager.default.temporaryDirectory.appending(path: "arrange-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: fixture, to: data)
    let log = try FileHandle(forUpdating: data.appending(path: "journal.log"))
    try log.truncate(atOffset: UInt64(Self.logBytes))
    try log.close()
    return data
  }

  @Test(
    "that did not note who made a commit: it is there, its author is not known, and its requests are answered"
  )
  func withoutAuthors() throws {
    let data = try copy(of: "without-authors")
    defer { try? FileManager.default.removeItem(at: data) }
    let server = try ServerProcess(data: data)
    for round in 0..<2 {
      let connection = try RawConnection(port: server.port)
      let history: HistoryPage = try connection.result(.history, HistoryRequest(collection: "board"))
      let authors: [Principal?] = [nil, nil, nil, nil, .anonymous]
      #expect(history.commits.map(\.author) == Array(authors.prefix(4 + round)))
      let page: FetchPage = try connection.result(.fetch, FetchRequest(collection: "board"))
      #expect(page.sections[0].items.map(\.id).prefix(3) == ["c", "a", "b"])
      let retry = ApplyRequest(
        collection: "board",
        operations: [.moveItems([ElementReference("c")], to: ItemDestination(.first))],
        requestID: try RequestID(Array("three".utf8))
      )
      let again: ApplyResult = try connection.result(.apply, retry)
      #expect(again.repeated && again.version == 4)
      if round == 0 {
        let add = ApplyRequest(
          collection: "board",
          operations: [.insertItems([NewElement(id: "d")], to: ItemDestination())]
        )
        let _: ApplyResult = try connection.result(.apply, add)
        server.kill()
        try server.start()
      }
    }
  }

  /// The versions that `Fixtures/record-data` has made data of, and 0.1.0.
  private static let versions = ["0.1.0", "0.2.0", "0.3.0", "0.4.0", "0.5.0", "0.6.0", "0.7.0"]

  @Test(
    "of a version, killed: lists of each strategy, a view and a deletion are as they were",
    arguments: versions
  )
  func killed(version: String) throws {
    let data = try copy(of: version)
    defer { try? FileManager.default.removeItem(at: data) }
    let server = try ServerProcess(data: data)
    try check(server)
    let connection = try RawConnection(port: server.port)
    for (list, id) in [("board", "salt"), ("ranks", "salt"), ("numbers", "salt")] {
      let add = ApplyRequest(
        collection: Identifier(unchecked: list),
        operations: [.insertItems([NewElement(id: Identifier(unchecked: id))], to: ItemDestination(.first))]
      )
      let _: ApplyResult = try connection.result(.apply, add)
    }
    server.kill()
    try server.start()
    let again = try RawConnection(port: server.port)
    let page: FetchPage = try again.result(.fetch, FetchRequest(collection: "numbers"))
    #expect(page.sections[0].items.map(\.id) == ["salt", "b", "a"])
  }

  @Test("of a version, in a backup: the same", arguments: versions)
  func backup(version: String) throws {
    let data = FileManager.default.temporaryDirectory.appending(path: "arrange-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: data) }
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Fixtures/\(version).backup"
    )
    let run = try ServerProcess.run("arrange", ["restore", file.path, "--data", data.path])
    #expect(run.status == 0, "\(run.errors)")
    try check(ServerProcess(data: data))
  }

  /// Checks what the commands that made the fixtures have left.
  private func check(_ server: ServerProcess) throws {
    let connection = try RawConnection(port: server.port)
    let board: FetchPage = try connection.result(.fetch, FetchRequest(collection: "board"))
    #expect(board.sections.map(\.items).map { $0.map(\.id) } == [["eggs", "tea", "milk"], ["bread"]])
    let ranks: FetchPage = try connection.result(.fetch, FetchRequest(collection: "ranks"))
    #expect(ranks.sections[0].items.map(\.id) == ["g", "w"])
    let numbers: FetchPage = try connection.result(.fetch, FetchRequest(collection: "numbers"))
    #expect(numbers.sections[0].items.map(\.id) == ["b", "a"])
    let view: FetchPage = try connection.result(.fetch, FetchRequest(collection: "first"))
    #expect(view.sections.flatMap(\.items).count == 4)
    let old = try connection.call(Method.fetch.name, connection.encode(FetchRequest(collection: "old")))
    #expect(old.code == .notFound)
  }
}
