import ArrangeModel
import TestSupport
import Testing
import Wire

@Suite("What a server says of its caller", .timeLimit(.minutes(5)))
struct CallerTests {
  private static let file = """
    roles:
      reader: [ { on: "board", may: [read, watch] }, { on: "users/{principal}/*", may: [write] } ]
      measurer: [ { on: "**", may: [metrics] } ]
      stranger: [ { on: "public", may: [read] } ]
    principals:
      ann: { roles: [admin], tokens: [ { sha256: TOKEN(ann) } ] }
      bob: { roles: [reader, measurer], tokens: [ { sha256: TOKEN(bob), expires: 2999-01-31 } ] }
    anonymous: [stranger]
    """

  private func caller(_ connection: RawConnection, _ names: Identifier...) throws -> ServerInfo.Caller {
    let info: ServerInfo = try connection.result(.serverInfo, ServerInfoRequest(names: names))
    #expect(info.features.contains("caller"))
    return try #require(info.caller)
  }

  @Test("is its principal, what has identified it, and its permissions on the names that it asks for")
  func callers() throws {
    let bench = try AccessBench(CallerTests.file)
    let all = ["read", "watch", "history", "move", "write", "create", "delete", "manage"]
    let ann = try caller(bench.connect("ann"), "board", "none")
    #expect(
      ann
        == ServerInfo.Caller(
          name: "ann",
          identifiedBy: "token",
          permissions: ["admin", "metrics"],
          names: [.init(name: "board", permissions: all), .init(name: "none", permissions: all)]
        )
    )
    let bob = try caller(bench.connect("bob"), "users/bob/x", "public", "board", "users/ann/x", "board")
    let own = ServerInfo.NamePermissions(name: "board", permissions: ["read", "watch"])
    #expect(bob.name == "bob" && bob.permissions == ["metrics"] && !bob.isUnrestricted)
    #expect(try #require(bob.expires).microseconds > 32_400_000_000_000_000)
    #expect(
      bob.names == [
        .init(name: "users/bob/x", permissions: ["move", "write"]), .init(name: "public"), own,
        .init(name: "users/ann/x"), own,
      ]
    )
    let nobody = try caller(bench.connect(nil), "public", "board")
    #expect(nobody.name == "anonymous" && nobody.identifiedBy == "nothing" && nobody.permissions.isEmpty)
    #expect(nobody.names == [.init(name: "public", permissions: ["read"]), .init(name: "board")])
  }

  @Test("is the same whether there is something of the names")
  func missingNames() throws {
    let bench = try AccessBench(CallerTests.file)
    let (ann, bob) = (try bench.connect("ann"), try bench.connect("bob"))
    let before = try caller(bob, "board", "public", "secret")
    for name in ["board", "public", "secret"] as [Identifier] {
      let _: CollectionInfo = try ann.result(.createCollection, CreateCollectionRequest(name: name))
    }
    #expect(try caller(bob, "board", "public", "secret") == before)
  }

  @Test("follows the access file, on a connection that is open")
  func changes() async throws {
    let bench = try AccessBench(CallerTests.file)
    let bob = try bench.connect("bob")
    #expect(try caller(bob, "board").names[0].permissions == ["read", "watch"])
    try bench.replace(
      by: CallerTests.file.replacing("may: [read, watch]", with: "may: [all], never: [delete]")
    )
    try await bench.wait(for: "the permissions") {
      try caller(bob, "board").names[0].permissions.contains("manage")
    }
    #expect(try !caller(bob, "board").names[0].permissions.contains("delete"))
  }

  @Test("is everybody, who may do everything, without an access file")
  func unrestricted() throws {
    let server = try ServerProcess()
    let caller = try caller(try RawConnection(port: server.port), "board")
    #expect(caller.isUnrestricted && caller.name == "anonymous" && caller.identifiedBy == "nothing")
    #expect(caller.permissions == ["admin", "metrics"] && caller.names[0].permissions.count == 8)
  }

  @Test("is asked about a bounded number of names")
  func manyNames() throws {
    let bench = try AccessBench(CallerTests.file)
    let bob = try bench.connect("bob")
    let names = (0..<ServerInfoRequest.maximumNames).map { Identifier(unchecked: "n\($0)") }
    let info: ServerInfo = try bob.result(.serverInfo, ServerInfoRequest(names: names))
    #expect(try #require(info.caller).names.map(\.name) == names.map(\.text))
    #expect {
      let _: ServerInfo = try bob.result(.serverInfo, ServerInfoRequest(names: names + ["more"]))
    } throws: { error in
      let error = error as? ArrangeError
      return error?.code == .invalidArgument && error?.field == "names"
    }
  }
}
