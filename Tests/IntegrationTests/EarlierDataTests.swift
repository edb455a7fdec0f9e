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
}
