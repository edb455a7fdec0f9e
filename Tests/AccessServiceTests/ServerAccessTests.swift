import ArrangeModel
import TestSupport
import Testing
import Wire

@Suite("What administrators read of a server", .timeLimit(.minutes(5)))
struct ServerAccessTests {
  private static let file = """
    roles:
      reader: [ { on: "board/**", may: [read, watch], never: [delete] } ]
      app: [ { on: "users/{principal}/*", may: [write] }, { on: "public", may: [read] } ]
    principals:
      ann: { roles: [admin], tokens: [ { sha256: TOKEN(ann) } ] }
      bob: { roles: [reader, app], tokens: [ { sha256: TOKEN(bob), expires: 2999-01-31 } ], limits: { items: 7 } }
      Bobby: { roles: [app], certificates: ["CN=bobby"], uids: [4711] }
    limits: { connections: 9 }
    """

  @Test("is who may do what, without anything secret")
  func access() throws {
    let bench = try AccessBench(ServerAccessTests.file)
    let ann = try bench.connect("ann")
    let access: ServerAccess = try ann.result(.serverAccess, ServerAccessRequest())
    #expect(access.file == bench.file && !access.isUnrestricted && access.issuer == nil)
    #expect(access.limits == [.init(name: "connections", value: 9)])
    #expect(
      access.roles == [
        .init(
          name: "app",
          grants: [
            .init(pattern: "users/{principal}/*", may: ["write"], line: 3),
            .init(pattern: "public", may: ["read"], line: 3),
          ]
        ),
        .init(
          name: "reader",
          grants: [.init(pattern: "board/**", may: ["read", "watch"], never: ["delete"], line: 2)]
        ),
      ]
    )
    #expect(access.principals.map(\.name) == ["Bobby", "ann", "bob"] && access.principalCount == 3)
    let (bobby, bob) = (access.principals[0], access.principals[2])
    #expect(bobby.certificates == ["CN=bobby"] && bobby.users == [4_711] && bobby.tokens.isEmpty)
    #expect(bob.roles == ["reader", "app"] && bob.limits == [.init(name: "items", value: 7)])
    #expect(bob.tokens.count == 1 && bob.tokens[0].expires != nil)
    let some: ServerAccess = try ann.result(.serverAccess, ServerAccessRequest(containing: "BOB", limit: 1))
    #expect(some.principals.map(\.name) == ["Bobby"] && some.principalCount == 2)
    let secret = try bench.token("bob")
    #expect(!"\(access)".contains(secret))
  }

  @Test("is the file that is in force")
  func changed() async throws {
    let bench = try AccessBench(ServerAccessTests.file)
    let ann = try bench.connect("ann")
    try bench.replace(by: ServerAccessTests.file + "\nanonymous: [app]\n")
    try await bench.wait(for: "the new file") {
      let access: ServerAccess = try ann.result(.serverAccess, ServerAccessRequest())
      return access.principals.map(\.name) == ["Bobby", "ann", "anonymous", "bob"]
    }
  }

  @Test("is that everybody may do everything, without an access file")
  func unrestricted() throws {
    let server = try ServerProcess()
    let connection = try RawConnection(port: server.port)
    let access: ServerAccess = try connection.result(.serverAccess, ServerAccessRequest())
    #expect(access == ServerAccess(isUnrestricted: true))
  }

  @Test("is the log, of which a line follows what was done")
  func log() throws {
    let bench = try AccessBench(ServerAccessTests.file)
    let (ann, bob) = (try bench.connect("ann"), try bench.connect("bob"))
    let before: ServerLog = try ann.result(.serverLog, ServerLogRequest())
    #expect(!before.lines.isEmpty && before.last == before.lines.last?.number && !before.serverID.isEmpty)
    #expect(throws: ArrangeError.self) {
      let _: EmptyMessage = try bob.result(.deleteCollection, DeleteCollectionRequest(name: "board/x"))
    }
    let after: ServerLog = try ann.result(.serverLog, ServerLogRequest(after: before.last))
    #expect(after.lines.contains { $0.text.contains("call refused") && $0.text.contains("bob") })
    #expect(after.lines.allSatisfy { $0.number > before.last } && after.missed == 0)
    let severe: ServerLog = try ann.result(.serverLog, ServerLogRequest(severity: .critical))
    #expect(severe.lines.isEmpty && severe.last >= after.last)
  }

  @Test("is refused to all others")
  func refused() throws {
    let bench = try AccessBench(ServerAccessTests.file)
    let bob = try bench.connect("bob")
    func code(_ body: () throws -> Void) -> StatusCode? {
      do { try body() } catch { return (error as? ArrangeError)?.code }
      return nil
    }
    let access = code { let _: ServerAccess = try bob.result(.serverAccess, ServerAccessRequest()) }
    let log = code { let _: ServerLog = try bob.result(.serverLog, ServerLogRequest()) }
    #expect(access == .permissionDenied && log == .permissionDenied)
  }
}
