import ArrangeClient
import InputText
import ServerTestSupport
import Synchronization
import TestSupport
import Testing
import Wire

@testable import arrange

/// Commands, from the command line to what they print and what is in the list then.
@Suite(.served) struct CommandTests {
  /// A board with two sections, `todo` with a, b, c and `done` with d.
  private func board(_ terminal: Terminal = Terminal(), strategy: String = "dense") async -> Terminal {
    await terminal.run("create", "board", "--strategy", strategy)
    await terminal.run("section", "add", "board", "todo", "--title", "To do")
    await terminal.run("section", "add", "board", "done")
    await terminal.run(
      "add",
      "board",
      "--section",
      "todo",
      "A",
      "B",
      "C",
      "--id",
      "a",
      "--id",
      "b",
      "--id",
      "c"
    )
    await terminal.run("add", "board", "--section", "done", "D", "--id", "d")
    return terminal
  }

  @Test func aFieldIsGivenOnce() async {
    let terminal = Terminal()
    await terminal.run("create", "board")
    for twice in [["A", "--field", "title=B"], ["--field", "n:=1", "--field", "n:=2"]] {
      let result = await terminal.run(["add", "board"] + twice)
      #expect(result.status == 4 && result.errors.contains("is given twice"), "\(result)")
    }
  }

  @Test(arguments: [
    ("add board X --id x", [["todo", "a", "b", "c"], ["done", "d"], ["", "x"]]),
    ("add board X --id x --section todo", [["todo", "a", "b", "c", "x"], ["done", "d"]]),
    ("add board X --id x --section todo --first", [["todo", "x", "a", "b", "c"], ["done", "d"]]),
    ("add board X --id x --after a", [["todo", "a", "x", "b", "c"], ["done", "d"]]),
    ("add board X --id x --before d", [["todo", "a", "b", "c"], ["done", "x", "d"]]),
    ("add board X --id x --section todo --at 2", [["todo", "a", "b", "x", "c"], ["done", "d"]]),
    (
      "add board X Y --id x --id y --section done --last",
      [["todo", "a", "b", "c"], ["done", "d", "x", "y"]]
    ),
    (
      "add board X --id x --section todo --after z --if-missing first",
      [["todo", "x", "a", "b", "c"], ["done", "d"]]
    ),
    (
      "add board X --id x --section todo --before z --if-missing last",
      [["todo", "a", "b", "c", "x"], ["done", "d"]]
    ),
    ("add board --id x --section done", [["todo", "a", "b", "c"], ["done", "d", "x"]]),
    ("move board c --first", [["todo", "c", "a", "b"], ["done", "d"]]),
    ("move board c a --section done", [["todo", "b"], ["done", "d", "c", "a"]]),
    ("move board d c --before b", [["todo", "a", "d", "c", "b"], ["done"]]),
    ("move board a --at 1", [["todo", "b", "a", "c"], ["done", "d"]]),
    ("remove board a d", [["todo", "b", "c"], ["done"]]),
    ("rm board a", [["todo", "b", "c"], ["done", "d"]]),
    ("reorder board c a", [["todo", "c", "b", "a"], ["done", "d"]]),
    ("reorder board c b a --section todo", [["todo", "c", "b", "a"], ["done", "d"]]),
    ("section add board new old --first", [["new"], ["old"], ["todo", "a", "b", "c"], ["done", "d"]]),
    ("section update board todo --limit 3", [["todo", "a", "b", "c"], ["done", "d"]]),
    ("section add board new --limit 1", [["todo", "a", "b", "c"], ["done", "d"], ["new"]]),
    ("section add board new --after todo", [["todo", "a", "b", "c"], ["new"], ["done", "d"]]),
    ("section move board done --first", [["done", "d"], ["todo", "a", "b", "c"]]),
    ("section remove board todo", [["done", "d"]]),
    ("section reorder board done todo", [["done", "d"], ["todo", "a", "b", "c"]]),
    ("undo board", [["todo", "a", "b", "c"], ["done"]]),
    ("undo board --of 3", [["todo"], ["done", "d"]]),
  ])
  func edits(line: String, expected: [[String]]) async throws {
    let terminal = await board()
    let result = await terminal.run(line.split(separator: " ").map(String.init))
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await terminal.ids("board") == expected)
    #expect(result.output.contains("board is at version 5"))
  }

  @Test(arguments: [
    ("undo nope", 2), ("undo board --of 9", 2), ("undo board --expect 3", 3), ("redo board", 0),
    ("undo board --stack", 64), ("undo board --stack 12345678901234567", 64), ("undo board --dry-run", 0),
    ("add board x --stack 12345678901234567", 64), ("undo board --of x", 64),
    ("show nope", 2), ("add nope x", 2), ("move board z --first", 2), ("move board a --before z", 2),
    ("add board x --section nope", 2), ("section remove board nope", 2), ("reorder board z", 2),
    ("delete nope", 64), ("delete nope --yes", 2),
    ("create board", 3), ("add board x --id a", 3), ("section add board todo", 3),
    ("move board a --first --if-version 9", 3),
    ("section remove board todo --only-if-empty", 3), ("add board x --at 7 --section todo", 4),
    ("import board /nonexistent/file.csv", 74), ("export board /nonexistent/dir/file.md", 74),
    ("", 0), ("--help", 0), ("--version", 0), ("add --help", 0), ("section", 0),
    ("nope", 64), ("add", 64), ("add board", 64), ("add board x --first --last", 64),
    ("add board x --if-missing last", 64),
    ("add board x y --id 1", 64), ("add board x --at -1", 64), ("add board x --field novalue", 64),
    ("add board x --field n:={", 64), ("add board x --field =v", 64), ("add board x --field n:=[1]", 64),
    ("move board a", 64), ("move board", 64), ("update board a", 64), ("update board --title x", 64),
    ("update board a --collection --title x", 64), ("section add board", 64),
    ("section add board a b --title x", 64),
    ("section move board todo", 64), ("show board --from 1", 64), ("show board --each-side 1", 64),
    ("show board --section todo --around a", 64), ("show board --section todo --count -1", 64),
    ("history board --limit 0", 64), ("history board --from 3 --to 2", 64), ("ping --count 0", 64),
    ("ping --interval x", 64), ("export board --plain", 64), ("import board x --format xml", 64),
    ("gaze board", 64), ("shuffle", 64),
  ])
  func statuses(line: String, status: Int32) async throws {
    let terminal = await board()
    let arguments = line.split(separator: " ").map(String.init)
    let before = try await terminal.ids("board")
    let result = await terminal.run(arguments)
    #expect(result.status == status, "\(result.output)\(result.errors)")
    #expect(try await terminal.ids("board") == before)
    if status == 0 {
      #expect(result.errors.isEmpty)
      return
    }
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("arrange: "))
    // The same as JSON: one object, with the number.
    let json = await terminal.run(arguments + ["--json"])
    #expect(json.status == status)
    let node = try? JSONReader.read(Array(json.errors.utf8))
    guard case .integer(Int64(status))? = node?["error"]?["exit"]?.content else {
      Issue.record("no error with exit \(status): \(json.errors)")
      return
    }
    #expect(node?["error"]?["message"]?.string?.isEmpty == false)
    #expect(node?["error"]?["code"]?.string?.isEmpty == false)
  }

  @Test func longIDsAreRefusedBeforeAnythingIsSent() async {
    let terminal = Terminal(server: Terminal.nowhere)
    let result = await terminal.run("add", "board", "x", "--id", String(repeating: "x", count: 129))
    #expect(result.status == 64)
    #expect(result.errors.contains("at most 128 bytes, this one has 129"))
    #expect(await terminal.run("show", "a\u{7}").status == 64)
  }

  @Test func showsAList() async {
    let terminal = await board()
    await terminal.run("update", "board", "b", "--field", "done:=true", "--field", "n:=2")
    await terminal.run("section", "add", "board", "later")
    #expect(
      await terminal.run("show", "board").output == """
        board
        dense, version 6, 4 items in 3 sections

        To do (3)  todo
         0  A  a
         1  ✓ B  n=2  b
         2  C  c

        done (1)
         0  D  d

        later (0)

        """
    )
    #expect(
      await terminal.run("show", "board", "--section", "todo", "--from", "1", "--count", "1", "--keys").output
        .hasSuffix("To do (3)  todo  [0]\n 1  ✓ B  n=2  [1]  b\n")
    )
    #expect(
      await terminal.run("show", "board", "--around", "a", "--each-side", "1").output.hasSuffix(
        " 0  A  a\n 1  ✓ B  n=2  b\n"
      )
    )
  }

  @Test func showsAFlatListWithoutHeadings() async {
    let terminal = Terminal()
    await terminal.run("create", "flat", "--title", "Flat list")
    await terminal.run("add", "flat", "One\nline\u{1B}[2J", "--id", "1")
    #expect(
      await terminal.run("show", "flat").output
        == "Flat list (flat)\nlexorank, version 1, 1 item in 1 section\n\n 0  One⏎line\u{FFFD}[2J  1\n"
    )
  }

  @Test func showsJSON() async throws {
    let terminal = await board()
    await terminal.run("remove", "board", "b", "c", "d")
    let info = try await terminal.client.info("board")
    #expect(
      await terminal.run("show", "board", "--json").output
        == "{\"collection\":\"board\",\"epoch\":\"\(info.epoch.epochText)\",\"fields\":{},\"sections\":[{\"content_version\":1,\"fields\":{\"title\":\"To do\"},\"id\":\"todo\",\"items\":"
        + "[{\"content_version\":3,\"fields\":{\"title\":\"A\"},\"id\":\"a\",\"key\":\"0\",\"placement_version\":3}]},"
        + "{\"content_version\":2,\"fields\":{},\"id\":\"done\",\"items\":[]}],\"state\":\"\(info.state)\",\"strategy\":\"dense\",\"version\":5}\n"
    )
  }

  @Test func coloursOnlyOnATerminal() async {
    _ = await board()
    func output(_ terminal: Terminal) async -> String { await terminal.run("show", "board").output }
    #expect(await output(Terminal(isTerminal: true)).contains("\u{1B}[1m"))
    #expect(await !output(Terminal()).contains("\u{1B}"))
    #expect(await !output(Terminal(isTerminal: true, environment: ["NO_COLOR": "1"])).contains("\u{1B}"))
    #expect(await !output(Terminal(isTerminal: true, environment: ["TERM": "dumb"])).contains("\u{1B}"))
    #expect(await output(Terminal(isTerminal: true, environment: ["NO_COLOR": ""])).contains("\u{1B}"))
  }

  @Test func editsAsJSON() async throws {
    let terminal = await board()
    let output = await terminal.run("move", "board", "d", "--section", "todo", "--json").output
    let state = try await terminal.client.info("board").state
    #expect(
      output == "{\"changed\":true,\"collection\":\"board\",\"elements\":[{\"id\":\"d\",\"index\":3,"
        + "\"key\":\"3\",\"section\":0}],\"rekeyed\":0,\"repeated\":false,"
        + "\"state\":\"\(state)\",\"version\":5}\n"
    )
    #expect(await terminal.run("rm", "board", "d", "--json").output.contains("\"elements\":[{\"id\":\"d\"}]"))
  }

  @Test func rowsOfAViewAreMovedWhereTheyAreSeen() async throws {
    let terminal = await board()
    await terminal.run("update", "board", "b", "--field", "done:=true")
    let view = "board where not done"
    let planned = await terminal.run("move", "--view", view, "c", "--before", "a", "--dry-run").output
    #expect(planned == "c: at index 0 of section 0, in section todo\nnothing was changed: --dry-run\n")
    let moved = await terminal.run("move", "--view", view, "c", "--before", "a").output
    #expect(moved.hasPrefix("c: at index 0 of section 0, in section todo\nboard is at version "))
    let again = await terminal.run("move", "--view", view, "c", "--before", "a").output
    #expect(again.hasSuffix("nothing to change; that is where it is\n"))
    await terminal.run("update", "board", "c", "--field", "n:=1")
    let refused = await terminal.run(
      "move",
      "--view",
      "board flat all sort n",
      "a",
      "--before",
      "c",
      "--json"
    )
    #expect(refused.errors.contains("\"field\":\"allow[sort]\""))
    await terminal.run("move", "--view", "board flat all sort n", "a", "--before", "c", "--allow", "sort")
    let shown = try await terminal.client.fetch(FetchRequest(collection: "board"))
    #expect(shown.sections.flatMap(\.items).first { $0.id == "a" }?.fields["n"] == .int(1))
  }

  @Test func requestsCarryTheirConditions() async throws {
    let terminal = await board()
    await terminal.run("update", "board", "a", "b", "--field", "x=1", "--field", "y=2", "--field", "z=3")
    func update(_ options: String...) async -> Terminal.Result {
      await terminal.run(["update", "board", "a", "b", "--title", "T"] + options)
    }
    func fields() async throws -> [Fields] {
      try await terminal.client.content(of: .named("board")).sections[0].items.prefix(2).map(\.fields)
    }
    #expect(try await terminal.version("board") == 5)
    let before = try await fields()
    for condition in [["--if-version", "4"], ["--if-content-version", "4"]] {
      let result = await terminal.run(["update", "board", "a", "b", "--title", "T"] + condition)
      #expect(result.status == 3, "\(condition): \(result.errors)")
      #expect(try await fields() == before)
    }
    let done = await update(
      "--unset",
      "x",
      "--unset",
      "y",
      "--if-content-version",
      "5",
      "--if-version",
      "5",
      "--request-id",
      "once"
    )
    #expect(done.status == 0, "\(done.errors)")
    let expected: Fields = ["title": .string("T"), "z": .string("3")]
    #expect(try await fields() == [expected, expected])
    let commit = try await terminal.client.history(HistoryRequest(collection: "board", from: 6)).commits.first
    #expect(commit?.requestID?.bytes == Array("once".utf8))
    // Everything else of the fields goes with this option only.
    #expect(await update("--replace").status == 0)
    #expect(try await fields() == [["title": .string("T")], ["title": .string("T")]])
  }

  @Test func fieldsHaveTypes() async throws {
    let terminal = await board()
    await terminal.run(
      "add",
      "board",
      "--id",
      "x",
      "--field",
      "t=a=b",
      "--field",
      "n:=1",
      "--field",
      "d:=1.0",
      "--field",
      "z:=null",
      "--field",
      "b:={\"$bytes\":\"Zg==\"}",
      "--field",
      "e="
    )
    #expect(
      await terminal.run("show", "board", "--json").output
        .contains("{\"b\":{\"$bytes\":\"Zg==\"},\"d\":1.0,\"e\":\"\",\"n\":1,\"t\":\"a=b\",\"z\":null}")
    )
  }

  @Test func updatesTheCollectionItself() async {
    let terminal = await board()
    #expect(
      await terminal.run("update", "board", "--collection", "--title", "Board").output == "updated board\n"
    )
    #expect(await terminal.run("show", "board").output.hasPrefix("Board (board)\n"))
  }

  @Test func lists() async {
    let terminal = Terminal()
    #expect(await terminal.run("list").output.contains("arrange create"))
    await terminal.run("create", "b", "--strategy", "dense")
    await terminal.run("create", "a", "--title", "The first")
    #expect(
      await terminal.run("list").output == """
        collection  strategy  version  sections  items  title
        a           lexorank        0         0      0  The first
        b           dense           0         0      0

        """
    )
    #expect(
      await terminal.run("ls", "--json").output.hasPrefix(
        "{\"collections\":[{\"collection\":\"a\",\"created\":"
      )
    )
    await terminal.run("add", "b", "x", "y")
    let lines = await terminal.run("list", "--bytes").output.split(separator: "\n")
    #expect(lines[0] == "collection  strategy  version  sections  items  bytes  title")
    #expect(lines[1] == "a           lexorank        0         0      0      –  The first")
    #expect(lines[2].wholeMatch(of: /b           dense           1         1      2 +[1-9][0-9]*/) != nil)
  }

  @Test(arguments: [("y", true), ("YES", true), ("n", false), ("", false)])
  func deletionAsksOnATerminal(answer: String, isDeleted: Bool) async throws {
    let terminal = await board(Terminal(isTerminal: true, answer: answer))
    let result = await terminal.run("delete", "board")
    #expect(result.errors.contains("Delete board with 4 items, for good? [y/N]"))
    #expect(result.status == (isDeleted ? 0 : 1))
    #expect(try await (terminal.ids("board") == nil) == isDeleted)
  }

  @Test func deletionIsSaid() async {
    let terminal = await board(Terminal(isTerminal: true, answer: "n"))
    #expect(await terminal.run("delete", "board", "--yes").output == "deleted board\n")
    #expect(await board().run("delete", "board", "--json", "--yes").output == "{\"deleted\":[\"board\"]}\n")
  }

  /// Undo takes back the own steps, says what is somebody else's, and goes on.
  @Test func undo() async throws {
    let terminal = await board()
    await terminal.run("move", "board", "a", "--section", "done", "--group", "drag")
    await terminal.run("update", "board", "a", "--field", "n:=1", "--group", "drag")
    let dry = await terminal.run("undo", "board", "--dry-run").output
    #expect(
      dry == "undone: n of item a was changed\nundone: item a was moved\nnothing was changed: --dry-run\n"
    )
    let undone = await terminal.run("undo", "board").output
    #expect(undone.hasSuffix("item a was moved\nboard is at version 7, without the changes of 5, 6\n"))
    #expect(try await terminal.ids("board") == [["todo", "a", "b", "c"], ["done", "d"]])
    let again = await terminal.run("redo", "board").output
    #expect(
      again == "again: item a was moved\nagain: n of item a was changed\n"
        + "board is at version 8, again with what was undone at 7\n"
    )
    #expect(
      await terminal.run("history", "board", "--from", "7", "--to", "7").output.contains("  undoes 5, 6")
    )
    let history = await terminal.run("history", "board", "--limit", "1").output
    #expect(history.contains("makes again what was undone at 7"))
    // What a redo makes again is what had been done, and not what the undo did.
    await terminal.run("create", "other")
    await terminal.run("add", "other", "New", "--id", "x")
    for (command, line) in [("undo", "undone: item x was added\n"), ("redo", "again: item x was added\n")] {
      #expect(await terminal.run(command, "other").output.contains(line))
    }
    await terminal.run("update", "board", "b", "--field", "n:=1")
    await terminal.run("update", "board", "b", "--field", "n:=2", "--stack", "other")
    await terminal.run("update", "board", "b", "--field", "m:=2", "--stack", "")
    let kept = await terminal.run("undo", "board").output
    #expect(
      kept == "kept: n of item b was changed, changed again at version 10 by anonymous\n"
        + "nothing of version 9 could be undone; board stays at version 11\n"
    )
    #expect(await terminal.run("undo", "board").output.contains("without the changes of 8"))
    #expect(
      await terminal.run("undo", "board", "--stack", "x").output
        == "nothing to undo; board stays at version 12\n"
    )
  }

  /// The answer to one call has the changes that fit a frame: some of these commits.
  @Test func historyIsReadInPieces() async throws {
    let terminal = Terminal()
    let text = String(repeating: "x", count: 60_000)
    await terminal.run("create", "h")
    for number in 1...30 {
      await terminal.run("add", "h", "v\(number)", "--id", "i\(number)", "--field", "text=\(text)")
    }
    let piece = try await terminal.client.history(HistoryRequest(collection: "h"))
    #expect((1...17).contains(piece.commits.count))
    let newest = await terminal.run("history", "h").output
    #expect(
      newest.hasPrefix(
        "version 11  2026-03-01 09:30:00Z  by anonymous\n  added item i11 at 0.10  \"v11\"\nversion 12"
      )
    )
    #expect(newest.split(separator: "\n").count == 40)
    let some = await terminal.run("history", "h", "--from", "3", "--to", "27").output
    #expect(some.hasPrefix("version 3 ") && some.contains("version 27") && !some.contains("version 28"))
    #expect(await terminal.run("history", "h", "--from", "3").output.split(separator: "\n").count == 56)
    #expect(
      await terminal.run("history", "h", "--from", "3", "--limit", "25").output.split(separator: "\n").count
        == 50
    )
    #expect(await terminal.run("history", "h", "--limit", "25").output.split(separator: "\n").count == 50)
    let json = await terminal.run("history", "h", "--limit", "1", "--json").output
    #expect(
      json.hasPrefix(
        "{\"collection\":\"h\",\"commits\":[{\"author\":\"anonymous\",\"changes\":[{\"after\":{\"text\":\"\(text)\",\"title\":\"v30\"},\"change\":\"added\""
      )
    )
    #expect(await terminal.run("history", "h", "--from", "99").output == "no commits, h is at version 30\n")
  }

  @Test func howTheServerIs() async throws {
    let terminal = await board()
    try #require(LocalServer.current).advance(by: .seconds(93_784))
    let good = await terminal.run("status")
    #expect(good.status == 0)
    #expect(good.output.hasPrefix("health        serving\nversion       \(ArrangeVersion.current)\n"))
    #expect(
      good.output.contains("up for        1 day 2 h\n") && good.output.contains("commits       4 since")
    )
    #expect(await terminal.run("status", "--json").output.contains("\"health\":\"serving\""))
  }

  /// A server with many commits, of which a strategy does not answer, and which may be about to stop.
  @Test(arguments: [ServingStatus.serving, .notServing])
  func aServerThatDoesNotServe(status: ServingStatus) async throws {
    let slow = SlowStrategy(collection: "board", strategy: "base62")
    try await LoopbackServer.run { peer, frame in
      switch frame.method {
      case Method.healthCheck.name:
        peer.send(ServerFrames.end(frame.stream, HealthReport(status, slowStrategies: [slow])))
      case Method.serverInfo.name:
        let counts = ServerInfo.Counts(
          collections: 3,
          openCollections: 2,
          connections: 1,
          activeCalls: 1,
          commits: 1_234
        )
        let info = ServerInfo(
          version: "1.2.3",
          serverID: "run-1",
          uptimeMicroseconds: 93_784_000_000,
          counts: counts,
          limits: ServerInfo.Limits(largestFrame: 1 << 20)
        )
        peer.send(ServerFrames.end(frame.stream, info))
      default: break
      }
    } _: { server in
      let terminal = Terminal(server: "127.0.0.1:\(server.port)")
      let isServing = status == .serving
      let result = await terminal.run("status")
      #expect(result.status == (isServing ? 0 : 5))
      #expect(result.output.hasPrefix("health        \(isServing ? "" : "not ")serving\n"))
      #expect(result.output.contains("commits       1,234 since"))
      #expect(result.output.contains("stands still  board: strategy base62 does not answer\n"))
      let json = await terminal.run("status", "--json")
      #expect(json.status == (isServing ? 0 : 5))
      #expect(json.output.contains("\"health\":\"\(isServing ? "" : "not_")serving\""))
      #expect(json.output.contains(#""slow_strategies":[{"collection":"board","strategy":"base62"}]"#))
    }
  }

  @Test func pings() async throws {
    let answered = await Terminal().run("ping", "--count", "2", "--interval", "0")
    #expect(answered.status == 0)
    let time = #/[0-9]+\.[0-9]{3}/#
    #expect(
      answered.output.replacing(time, with: "T") == """
        answer 1: T ms
        answer 2: T ms
        2 sent, 2 received, 0% lost
        round trip min/avg/max/mdev T/T/T/T ms

        """
    )
    let lost = await Terminal(server: Terminal.nowhere).run("ping", "-c", "2", "-i", "0", "--json")
    #expect(lost.status == 5)
    #expect(lost.output == "{\"loss_percent\":100.0,\"received\":0,\"sent\":2}\n")
    #expect(lost.errors.contains("UNAVAILABLE"))
  }

  @Test func timesOfPingsAreSummedUp() {
    var times = RoundTripTimes()
    for _ in 0..<2 {
      times.sent += 1
      times.append(.microseconds(250))
    }
    #expect(RoundTripTimes.text(.microseconds(250)) == "0.250")
    #expect(
      times.summary == "2 sent, 2 received, 0% lost\nround trip min/avg/max/mdev 0.250/0.250/0.250/0.000 ms"
    )
  }

  @Test func strategies() async {
    let terminal = Terminal()
    #expect(
      await terminal.run("strategy", "list").output == """
        strategy            version  keys               longest key
        dense                     1  follow from ranks      8 bytes
        fractional                1  stored                 8 bytes
        lexorank (default)        1  stored                27 bytes

        """
    )
    #expect(
      await terminal.run("strategy", "ls", "--json").output.hasPrefix(
        "{\"default\":\"lexorank\",\"strategies\":[{\"keys\":\"rank\""
      )
    )
  }

  @Test func aStrategyIsDescribed() async {
    let terminal = Terminal()
    let known = await terminal.run("strategy", "describe", "lexorank")
    #expect(
      known.output == """
        lexorank: text, bucket|rank:fraction in base 36: several writers, and keys that have to be text
        keys: stored, at most 27 bytes; version 1
        parameter  from     to  standard
        jitter        0     62         0  bits of randomness in each new key; 40 where several writers make keys offline
        step          1  65536       128  the distance in ranks that a key at an end keeps from the next one

        """
    )
    let unknown = await terminal.run("strategy", "describe", "x")
    #expect(unknown.errors.contains("it has dense, fractional, lexorank") && unknown.status != 0)
  }

  @Test func itemsAreHandedToAnotherCollection() async throws {
    let terminal = await board()
    await terminal.run("create", "archive")
    let version = try await terminal.version("board")
    let moved = await terminal.run("move", "board", "c", "--to", "archive", "--if-section", "todo")
    #expect(moved.status == 0, "\(moved.errors)")
    #expect(
      moved.output
        == "moved item c at index 0 of section 0 of archive\narchive is at version 1, board at version \(version + 1)\n"
    )
    #expect(
      await terminal.run("history", "archive").output.contains("added item c at 0.0, transferred from board")
    )
    #expect(
      await terminal.run("history", "board", "--limit", "1").output.contains(", transferred to archive")
    )
    #expect(await terminal.run("move", "board", "c", "--to", "archive").status == 2)
    #expect(await terminal.run("move", "board", "a", "--to", "board").status == 64)
    let late = await terminal.run("move", "board", "a", "--to", "archive", "--if-section", "done")
    #expect(late.status == 3 && late.errors.contains("now, not in section"))
    let placed = await terminal.run("move", "board", "a", "--last", "--if-placement", "9999")
    #expect(placed.status == 3 && placed.errors.contains("placed at version"))
  }

  @Test func aStrategyIsChanged() async throws {
    let terminal = await board()
    let version = try await terminal.version("board")
    let changed = await terminal.run("strategy", "change", "board", "lexorank")
    #expect(changed.output == "board has strategy lexorank at version \(version + 1); 6 order keys changed\n")
    #expect(try await terminal.client.info("board").strategy == "lexorank")
    let again = await terminal.run("strategy", "change", "board", "lexorank")
    #expect(again.output == "board has strategy lexorank already\n")
    await terminal.run("move", "board", "c", "--first")
    let renewed = await terminal.run("strategy", "change", "board", "lexorank", "--renew", "--json")
    #expect(
      renewed.output == #"{"changed":true,"collection":"board","rekeyed":3,"strategy":"lexorank","version":"#
        + "\(version + 3)}\n"
    )
  }

  @Test func keysAreRotated() async {
    let terminal = await board(strategy: "lexorank")
    #expect(await terminal.run("strategy", "rotate", "board").output == "6 order keys of board renewed\n")
    #expect(await terminal.run("strategy", "rotate", "board", "--limit", "0").status == 64)
    #expect(await terminal.run("strategy", "rotate", "x").status == 2)
    await terminal.run("strategy", "change", "board", "dense")
    #expect(await terminal.run("strategy", "rotate", "board").status == 3)
  }

  @Test func keysAreVerified() async {
    let terminal = await board(strategy: "lexorank")
    let good = await terminal.run("strategy", "verify", "board")
    #expect(good.status == 0 && good.output == "6 keys of strategy lexorank at version 4: all right\n")
    #expect(await terminal.run("strategy", "verify", "board", "--repair").output == good.output)
  }

  /// A server whose keys are wrong until they are made anew.
  @Test func keysAreRepaired() async throws {
    let report = KeyReport(
      strategy: "dense",
      version: 4,
      checked: 3,
      problemCount: 2,
      problems: [
        KeyReport.Problem(
          id: "a",
          path: ListPath(section: 0, item: 1),
          isSection: false,
          key: OrderKey([1, 2]),
          explanation: "the key is not above the one before it"
        )
      ]
    )
    let renewed = Mutex<ChangeStrategyRequest?>(nil)
    try await LoopbackServer.run { peer, frame in
      switch frame.method {
      case Method.verifyKeys.name:
        let isGood = renewed.withLock { $0 != nil }
        let good = KeyReport(strategy: "dense", version: 5, checked: 3)
        peer.send(ServerFrames.end(frame.stream, isGood ? good : report))
      case Method.changeStrategy.name:
        renewed.withLock { $0 = try? frame.decode(ChangeStrategyRequest.self) }
        let result = ChangeStrategyResult(strategy: "dense", version: 5, changed: true, rekeyed: 6)
        peer.send(ServerFrames.end(frame.stream, result))
      default: break
      }
    } _: { server in
      let terminal = Terminal(server: "127.0.0.1:\(server.port)")
      let bad = await terminal.run("strategy", "verify", "board")
      #expect(bad.status != 0 && bad.errors.contains("--repair"))
      let lines = """
        item a at 0.1, key 0102: the key is not above the one before it
        and 1 more
        3 keys of strategy dense at version 4: 2 with problems

        """
      #expect(bad.output == lines)
      #expect(renewed.withLock { $0 == nil })
      let repaired = await terminal.run("strategy", "verify", "board", "--repair")
      #expect(repaired.status == 0)
      #expect(repaired.output == "\(lines)6 order keys made anew, at version 5\n")
      let request = renewed.withLock { $0 }
      #expect(request?.collection == "board" && request?.strategy == "dense" && request?.renewsKeys == true)
      #expect(await terminal.run("strategy", "verify", "board").status == 0)
    }
  }

  @Test func whatAMoveWouldWriteIsExplained() async throws {
    let terminal = await board(strategy: "lexorank")
    let version = try await terminal.version("board")
    let move = await terminal.run("explain", "board", "b", "--section", "done", "--first")
    // How many fit is the strategy's own matter, which its tests count.
    let counts = /[0-9]{4,5}( or more)? in a row, [0-9]{2} one inside the other/
    #expect(
      move.output.replacing(counts, with: "N in a row, M one inside the other") == """
        it would write 58 bytes to the journal, 1 order key
          b  0|i00000: → 0|hzzzw0:  moved
        room in front of b: N in a row, M one inside the other, before neighbours get other keys
        room behind b: N in a row, M one inside the other, before neighbours get other keys
        board has strategy lexorank and 6 keys of 9.0 bytes on average, the longest of 9

        """
    )
    let new = await terminal.run("explain", "board", "--new", "2", "--after", "a", "--json")
    let node = try JSONReader.read(Array(new.output.utf8))
    let writes = try #require(node["writes"]?.elements)
    #expect(writes.map { $0["reason"]?.string } == ["inserted", "inserted"])
    #expect(writes.map { $0["after"]?.string } == ["0|hzzzx0:", "0|hzzzy0:"])
    #expect(
      await terminal.run("explain", "board").output
        == "board has strategy lexorank and 6 keys of 9.0 bytes on average, the longest of 9\n"
    )
    let last = await terminal.run("explain", "board", "a", "--section", "done").output
    #expect(last.contains("room behind a: 10000 or more in a row, "), "\(last)")
    #expect(await terminal.run("explain", "board", "--first").status == 64)
    #expect(await terminal.run("explain", "board", "a", "--new", "1").status == 64)
    #expect(try await terminal.version("board") == version)
    // It comes as it was explained.
    let added = await terminal.run("add", "board", "X", "Y", "--after", "a", "--json").output
    #expect(added.contains(#""key":"0|hzzzx0:""#) && added.contains(#""key":"0|hzzzy0:""#))
    let moved = await terminal.run("move", "board", "b", "--section", "done", "--first", "--json").output
    #expect(moved.contains(#"{"id":"b","index":0,"key":"0|hzzzw0:","section":1}"#), "\(moved)")
  }

  @Test func outputThatCannotBeWritten() async {
    let terminal = await board()
    terminal.failOutput(32)  // EPIPE: the reader has gone.
    let gone = await terminal.run("show", "board")
    #expect(gone.status == 0)
    #expect(gone.errors.isEmpty)
    terminal.failOutput(28)  // ENOSPC
    let full = await terminal.run("show", "board")
    #expect(full.status == 74)
    #expect(full.errors.hasPrefix("arrange: can't write the output: No space left"))
  }

  @Test func addressesComeFromOptionsThenTheEnvironment() throws {
    let environment = ["ARRANGE_SERVER": "a:1", "ARRANGE_TOKEN": "t"]
    func address(_ words: [String], _ environment: [String: String]) throws -> String {
      let address = try ServerAddress(words: words, environment: environment)
      return "\(address.server) \(address.token ?? "-")\(address.security == nil ? "" : " with TLS")"
    }
    #expect(try address([], [:]) == "127.0.0.1:7411 -")
    #expect(try address([], environment) == "a:1 t")
    #expect(try address(["--server=b:2", "--token=u"], environment) == "b:2 u")
    #expect(try address([], ["ARRANGE_SERVER": "", "ARRANGE_TOKEN": ""]) == "127.0.0.1:7411 -")
    #expect(try address(["--tls"], environment) == "a:1 t with TLS")
    #expect(try address([], ["ARRANGE_SERVER": "tls:c:3", "ARRANGE_CA": "f"]) == "c:3 - with TLS")
  }
}
