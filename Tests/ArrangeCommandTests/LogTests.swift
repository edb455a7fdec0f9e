import ArrangeClient
import ArrangeModel
import ArrangeServer
import ServerTestSupport
import TestSupport
import Testing
import Wire

@testable import arrange

@Suite("arrange log, and arrange access show")
struct LogTests {
  @Test("print the newest lines of a severity, as they are or as JSON")
  func lines() async throws {
    let recent = RecentLines()
    recent.append(.info, "one")
    recent.append(.error, "two \u{1B}[2J")
    try await LocalServer.run(keeping: recent) {
      let terminal = Terminal()
      #expect(await terminal.run("log").output == "one\ntwo \u{FFFD}[2J\n")
      #expect(await terminal.run("log", "-n", "1").output == "two \u{FFFD}[2J\n")
      let json = await terminal.run("log", "--severity", "warning", "--json")
      #expect(json.output == #"{"number":2,"severity":"error","text":"two \u001b[2J"}"# + "\n", "\(json)")
      #expect(await terminal.run("log", "-n", "0").status == 64)
      #expect(await terminal.run("log", "--severity", "loud").status == 64)
      #expect(await terminal.run("access", "show").output.contains("the server has no access file"))
    }
  }

  @Test("say so where nobody keeps the lines", .served)
  func noLines() async {
    let result = await Terminal().run("log")
    #expect(result.status != 0 && result.errors.contains("keeps no lines of its log"), "\(result)")
  }

  @Test("show roles and principals")
  func access() async throws {
    let access = ServerAccess(
      file: "/etc/arranged/access.yaml",
      roles: [.init(name: "app", grants: [.init(pattern: "board/**", may: ["read", "write"], line: 2)])],
      principals: [
        .init(
          name: "bob",
          roles: ["app"],
          tokens: [.init(expires: Timestamp(microseconds: 1_801_353_600_000_000))],
          users: [7],
          limits: [.init(name: "items", value: 9)]
        )
      ],
      principalCount: 3
    )
    var result: Terminal.Result?
    try await LoopbackServer.run { peer, frame in
      if frame.method == Method.serverAccess.name { peer.send(ServerFrames.end(frame.stream, access)) }
    } _: { server in
      result = await Terminal(server: "127.0.0.1:\(server.port)").run("access", "show", "--limit", "1")
    }
    let shown = try #require(result)
    #expect(
      shown.output == """
        access file  /etc/arranged/access.yaml

        role  on        may          never  line
        app   board/**  read, write            2

        principal  roles  by                                              limits
        bob        app    a token until 2027-01-31 00:00:00Z, the user 7  items 9
        2 more; --limit shows more of them

        """,
      "\(shown)"
    )
  }
}

@Suite("arrange rename", .served)
struct RenameTests {
  @Test("changes the title of a list, a section and an item, and nothing else")
  func titles() async throws {
    let terminal = Terminal()
    await terminal.run("create", "board", "--title", "Board", "--field", "n:=1")
    await terminal.run("section", "add", "board", "todo", "--title", "Todo")
    await terminal.run("add", "board", "Write", "--id", "write", "--section", "todo", "--field", "n:=2")
    #expect(await terminal.run("rename", "board", "Project board").output == "renamed board\n")
    #expect(await terminal.run("rename", "board", "To do", "--section", "todo").status == 0)
    let item = await terminal.run("rename", "board", "Write again", "--item", "write", "--if-version", "3")
    #expect(item.status == 0 && item.output.contains("renamed"), "\(item)")
    let client = try terminal.client
    #expect(try await client.info("board").fields == ["title": "Project board", "n": 1])
    let todo = try await client.content(of: .named("board")).sections.first { $0.section.id == "todo" }
    #expect(todo?.section.fields == ["title": "To do"])
    #expect(todo?.items.map(\.fields) == [["title": "Write again", "n": 2]])
    let undone = await terminal.run("undo", "board")
    #expect(undone.status == 0, "\(undone)")
    let after = try await client.content(of: .named("board")).sections.flatMap(\.items)
    #expect(after.map(\.fields) == [["title": "Write", "n": 2]])
  }

  @Test("refuses what it can't do")
  func refused() async {
    let terminal = Terminal()
    await terminal.run("create", "board")
    #expect(await terminal.run("rename", "board", "x", "--item", "a", "--section", "b").status == 64)
    #expect(await terminal.run("rename", "board", "x", "--if-version", "1").status == 64)
    #expect(await terminal.run("rename", "board", "x", "--item", "none").status == 2)
    #expect(await terminal.run("rename", "none", "x").status == 2)
  }
}
