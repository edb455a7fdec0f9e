import ArrangeModel
import ServerTestSupport
import TestSupport
import Testing
import Wire

@testable import arrange

@Suite("arrange whoami")
struct WhoAmITests {
  /// Runs the command against a server that knows its caller.
  private func run(_ caller: ServerInfo.Caller?, _ arguments: String...) async throws -> Terminal.Result {
    let info = ServerInfo(
      version: "1.2.3",
      serverID: "run-1",
      uptimeMicroseconds: 1,
      counts: ServerInfo.Counts(),
      limits: ServerInfo.Limits(largestFrame: 1 << 20),
      caller: caller
    )
    var result: Terminal.Result?
    try await LoopbackServer.run { peer, frame in
      if frame.method == Method.serverInfo.name { peer.send(ServerFrames.end(frame.stream, info)) }
    } _: { server in
      result = await Terminal(server: "127.0.0.1:\(server.port)").run(["whoami"] + arguments)
    }
    return try #require(result)
  }

  @Test("shows the principal and the permissions on each name")
  func somebody() async throws {
    let caller = ServerInfo.Caller(
      name: "bob",
      identifiedBy: "token",
      expires: Timestamp(microseconds: 1_801_353_600_000_000),
      names: [.init(name: "board", permissions: ["read", "watch"]), .init(name: "x\u{1B}y")]
    )
    let shown = try await run(caller, "board", "x")
    #expect(
      shown.output == """
        principal      bob
        identified by  a token of the access file
        until          2027-01-31 00:00:00Z
        on the server  nothing
        on board       read, watch
        on x\u{FFFD}y         nothing

        """,
      "\(shown)"
    )
    let json = try await run(caller, "board", "x", "--json").output
    #expect(json.contains(#""names":[{"name":"board","permissions":["read","watch"]}"#), "\(json)")
    #expect(json.contains(#""expires":{"$timestamp":"2027-01-31T00:00:00.000000Z"}"#), "\(json)")
  }

  @Test("says so if the server is too old to know")
  func oldServer() async throws {
    let result = try await run(nil)
    #expect(
      result.status == 1 && result.errors.contains("version 1.2.3, does not say who calls"),
      "\(result)"
    )
  }

  @Test("says that everybody may do everything without an access file", .served)
  func everybody() async {
    let result = await Terminal().run("whoami", "board")
    #expect(result.status == 0 && result.output.contains("the server has no access file"), "\(result)")
    #expect(result.output.contains("on board       read, watch, history, move, write"), "\(result)")
    let many = (0...ServerInfoRequest.maximumNames).map { "n\($0)" }
    #expect(await Terminal().run(["whoami"] + many).status == 64)
  }
}
