import ArrangeModel
import Foundation
import Testing

@testable import ArrangeServer

@Suite("The audit log", .timeLimit(.minutes(2)))
struct AuditLogTests {
  @Test("says in each line which node wrote it, if there are several", arguments: ["00c0ffee", nil])
  func node(id: String?) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "audit-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let log = try AuditLog(file.path, node: id) { Timestamp(microseconds: 0) }
    log.recordRules("rules", version: 7)
    log.recordRefusedConnection("too many", peer: "10.0.0.1:1")
    var lines: [Substring] = []
    while lines.count < 2 {
      lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      try await Task.sleep(for: .milliseconds(1))
    }
    for line in lines {
      let members = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(members?["node"] as? String == id, "\(line)")
    }
    #expect(lines[0].contains("\"reason\":\"version 7\""))
  }
}
