import ArrangeModel
import Ordering
import Synchronization
import Testing
import arrange

/// Commands, from the command line to what they print and what is in the list then.
@Suite struct CommandTests {
  /// A board with two sections, `todo` with a, b, c and `done` with d.
  private func board(_ terminal: Terminal = Terminal()) async -> Terminal {
    await terminal.run("create", "board", "--strategy", "dense")
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
    ("section add board new --after todo", [["todo", "a", "b", "c"], ["new"], ["done", "d"]]),
    ("section move board done --first", [["done", "d"], ["todo", "a", "b", "c"]]),
    ("section remove board todo", [["done", "d"]]),
    ("section reorder board done todo", [["done", "d"], ["todo", "a", "b", "c"]]),
  ])
  func edits(line: String, expected: [[String]]) async {
    let terminal = await board()
    let result = await terminal.run(line.split(separator: " ").map(String.init))
    #expect(result.status == 0, "\(result.errors)")
    #expect(terminal.ids("board") == expected)
    #expect(result.output.contains("board is at version 5"))
  }

  @Test(arguments: [
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
    ("section move board todo", 64), ("show board --from 1", 64), ("show board --context 1", 64),
    ("show board --section todo --around a", 64), ("show board --section todo --count -1", 64),
    ("history board --limit 0", 64), ("history board --from 3 --to 2", 64), ("ping --count 0", 64),
    ("ping --interval x", 64), ("export board --plain", 64), ("import board x --format xml", 64),
    ("gaze board", 64), ("shuffle", 64),
  ])
  func statuses(line: String, status: Int32) async {
    let terminal = await board()
    let arguments = line.split(separator: " ").map(String.init)
    let before = terminal.ids("board")
    let result = await terminal.run(arguments)
    #expect(result.status == status, "\(result.output)\(result.errors)")
    #expect(terminal.ids("board") == before)
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
    let terminal = await board()
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
        .hasSuffix("To do (3)  todo  [0000000000000000]\n 1  ✓ B  n=2  [0000000000000001]  b\n")
    )
    #expect(
      await terminal.run("show", "board", "--around", "a", "--context", "1").output.hasSuffix(
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

  @Test func showsJSON() async {
    let terminal = await board()
    await terminal.run("remove", "board", "b", "c", "d")
    #expect(
      await terminal.run("show", "board", "--json").output
        == "{\"collection\":\"board\",\"epoch\":\"0000000000000007\",\"fields\":{},\"sections\":[{\"content_version\":1,\"fields\":{\"title\":\"To do\"},\"id\":\"todo\",\"items\":"
        + "[{\"content_version\":1,\"fields\":{\"title\":\"A\"},\"id\":\"a\",\"key\":\"0000000000000000\"}]},"
        + "{\"content_version\":1,\"fields\":{},\"id\":\"done\",\"items\":[]}],\"state\":\"5\",\"strategy\":\"dense\",\"version\":5}\n"
    )
  }

  @Test func pagesArePutTogether() async {
    let terminal = await board()
    let whole = await terminal.run("show", "board", "--json").output
    terminal.service.state.withLock { $0.pageSize = 1 }
    #expect(await terminal.run("show", "board", "--json").output == whole)
  }

  @Test func coloursOnlyOnATerminal() async {
    func output(_ terminal: Terminal) async -> String { await board(terminal).run("show", "board").output }
    #expect(await output(Terminal(isTerminal: true)).contains("\u{1B}[1m"))
    #expect(await !output(Terminal()).contains("\u{1B}"))
    #expect(await !output(Terminal(isTerminal: true, environment: ["NO_COLOR": "1"])).contains("\u{1B}"))
    #expect(await !output(Terminal(isTerminal: true, environment: ["TERM": "dumb"])).contains("\u{1B}"))
    #expect(await output(Terminal(isTerminal: true, environment: ["NO_COLOR": ""])).contains("\u{1B}"))
  }

  @Test func editsAsJSON() async {
    let terminal = await board()
    #expect(
      await terminal.run("move", "board", "d", "--section", "todo", "--json").output
        == "{\"changed\":true,\"collection\":\"board\",\"elements\":[{\"id\":\"d\",\"index\":3,"
        + "\"key\":\"0000000000000003\",\"section\":0}],\"rekeyed\":0,\"repeated\":false,"
        + "\"state\":\"5\",\"version\":5}\n"
    )
    #expect(await terminal.run("rm", "board", "d", "--json").output.contains("\"elements\":[{\"id\":\"d\"}]"))
  }

  @Test func requestsCarryTheirConditions() async throws {
    let terminal = await board()
    await terminal.run(
      "update",
      "board",
      "a",
      "b",
      "--title",
      "T",
      "--unset",
      "x",
      "--unset",
      "y",
      "--replace",
      "--if-content-version",
      "1",
      "--if-version",
      "4",
      "--request-id",
      "once"
    )
    let request = try #require(terminal.service.state.withLock { $0.requests.last })
    let references = (["a", "b"] as [Identifier]).map { ElementReference($0, ifContentVersion: 1) }
    #expect(
      request.operations == [
        .updateItems(
          references.map {
            FieldsUpdate($0, set: ["title": .string("T")], remove: ["x", "y"], replaceAll: true)
          }
        )
      ]
    )
    #expect(request.ifVersion == 4)
    #expect(request.requestID?.bytes == Array("once".utf8))
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
  }

  @Test func deletionAsksOnATerminal() async {
    for (answer, isDeleted) in [("y", true), ("YES", true), ("n", false), ("", false)] {
      let terminal = await board(Terminal(isTerminal: true, answer: answer))
      let result = await terminal.run("delete", "board")
      #expect(result.errors.contains("Delete board with 4 items, for good? [y/N]"))
      #expect(result.status == (isDeleted ? 0 : 1))
      #expect(terminal.ids("board").isEmpty == isDeleted)
    }
    let terminal = await board(Terminal(isTerminal: true, answer: "n"))
    #expect(await terminal.run("delete", "board", "--yes").output == "deleted board\n")
    #expect(await board().run("delete", "board", "--json", "--yes").output == "{\"deleted\":[\"board\"]}\n")
  }

  @Test func historyIsReadInPieces() async {
    let terminal = Terminal()
    await terminal.run("create", "h")
    for number in 1...30 { await terminal.run("add", "h", "v\(number)") }
    let newest = await terminal.run("history", "h").output
    #expect(newest.hasPrefix("version 11  2026-03-01 09:30:00Z\n  added item 11 at 0.2  \"v11\"\nversion 12"))
    #expect(newest.split(separator: "\n").count == 40)
    let some = await terminal.run("history", "h", "--from", "3", "--to", "17").output
    #expect(some.hasPrefix("version 3 ") && some.contains("version 17") && !some.contains("version 18"))
    #expect(await terminal.run("history", "h", "--from", "3").output.split(separator: "\n").count == 56)
    #expect(
      await terminal.run("history", "h", "--from", "3", "--limit", "9").output.split(separator: "\n").count
        == 18
    )
    #expect(await terminal.run("history", "h", "--limit", "9").output.split(separator: "\n").count == 18)
    let json = await terminal.run("history", "h", "--limit", "1", "--json").output
    #expect(
      json.hasPrefix(
        "{\"collection\":\"h\",\"commits\":[{\"changes\":[{\"after\":{\"title\":\"v30\"},\"change\":\"added\""
      )
    )
    #expect(await terminal.run("history", "h", "--from", "99").output == "no commits, h is at version 30\n")
  }

  @Test func aServerThatDoesNotServe() async {
    let terminal = Terminal()
    let good = await terminal.run("status")
    #expect(good.status == 0)
    #expect(
      good.output.contains("up for        1 day 2 h\n") && good.output.contains("commits       1,234 since")
    )
    #expect(await terminal.run("status", "--json").output.contains("\"health\":\"serving\""))
    terminal.service.state.withLock {
      $0.slowStrategies = [SlowStrategy(collection: "board", strategy: "base62")]
    }
    let slow = await terminal.run("status")
    #expect(slow.status == 0)
    #expect(slow.output.contains("stands still  board: strategy base62 does not answer\n"))
    terminal.service.state.withLock { $0.isServing = false }
    let bad = await terminal.run("status", "--json")
    #expect(bad.status == 5)
    #expect(bad.output.contains("\"health\":\"not_serving\""))
  }

  @Test func pings() async {
    let terminal = Terminal()
    #expect(
      await terminal.run("ping", "--count", "2", "--interval", "0").output
        == "answer 1: 0.250 ms\nanswer 2: 0.250 ms\n2 sent, 2 received, 0% lost\n"
        + "round trip min/avg/max/mdev 0.250/0.250/0.250/0.000 ms\n"
    )
    terminal.service.state.withLock { $0.isReachable = false }
    let lost = await terminal.run("ping", "-c", "2", "-i", "0", "--json")
    #expect(lost.status == 5)
    #expect(lost.output == "{\"loss_percent\":100.0,\"received\":0,\"sent\":2}\n")
    #expect(lost.errors.contains("UNAVAILABLE"))
  }

  @Test func strategies() async {
    let terminal = Terminal()
    #expect(await terminal.run("strategy", "list").output.contains("lexorank (default)        1  stored"))
    #expect(
      await terminal.run("strategy", "ls", "--json").output.hasPrefix(
        "{\"default\":\"lexorank\",\"strategies\":[{\"keys\":\"rank\""
      )
    )
  }

  @Test func aStrategyIsDescribed() async {
    let terminal = Terminal()
    let known = await terminal.run("strategy", "describe", "lexorank")
    #expect(known.output.hasPrefix("lexorank: text\nkeys: stored, at most 32 bytes; version 1\n"))
    #expect(known.output.contains("step          1   9         3  how far"))
    let unknown = await terminal.run("strategy", "describe", "x")
    #expect(unknown.errors.contains("it has dense, lexorank") && unknown.status != 0)
  }

  @Test func aStrategyIsChanged() async {
    let terminal = await board()
    let version = terminal.version("board")
    let changed = await terminal.run("strategy", "change", "board", "lexorank")
    #expect(changed.output == "board has strategy lexorank at version \(version + 1); 6 order keys changed\n")
    let again = await terminal.run("strategy", "change", "board", "lexorank")
    #expect(again.output == "board has strategy lexorank already\n")
    let renewed = await terminal.run("strategy", "change", "board", "lexorank", "--renew", "--json")
    #expect(
      renewed.output == #"{"changed":true,"collection":"board","rekeyed":6,"strategy":"lexorank","version":"#
        + "\(version + 2)}\n"
    )
  }

  @Test func keysAreRotated() async {
    let terminal = await board()
    #expect(await terminal.run("strategy", "rotate", "board").output == "6 order keys of board renewed\n")
    #expect(await terminal.run("strategy", "rotate", "board", "--limit", "0").status == 64)
    #expect(await terminal.run("strategy", "rotate", "x").status != 0)
  }

  @Test func keysAreVerifiedAndRepaired() async {
    let terminal = await board()
    let good = await terminal.run("strategy", "verify", "board")
    #expect(good.status == 0 && good.output.hasPrefix("3 keys of strategy dense at version"))
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
    terminal.service.state.withLock { $0.keyReports["board"] = report }
    let bad = await terminal.run("strategy", "verify", "board")
    #expect(bad.status != 0 && bad.errors.contains("--repair"))
    #expect(
      bad.output == """
        item a at 0.1, key 0102: the key is not above the one before it
        and 1 more
        3 keys of strategy dense at version 4: 2 with something wrong

        """
    )
    let repaired = await terminal.run("strategy", "verify", "board", "--repair")
    #expect(repaired.status == 0 && repaired.output.contains("6 order keys made anew, at version"))
    #expect(await terminal.run("strategy", "verify", "board").status == 0)
  }

  @Test func whatAMoveWouldWriteIsExplained() async {
    let terminal = await board()
    let version = terminal.version("board")
    let move = await terminal.run("explain", "board", "a", "--section", "done", "--first")
    #expect(
      move.output == """
        it would write 64 bytes to the journal, 1 order key
          a  0|a: → 0|b:  moved
        room in front of a: 10000 or more in a row, 7 one inside the other, before neighbours get other keys
        room behind a: 10000 or more in a row, 7 one inside the other, before neighbours get other keys
        board has strategy dense and 3 keys of 9.3 bytes on average, the longest of 10

        """
    )
    let asked = terminal.service.state.withLock { $0.explained.last }
    #expect(
      asked?.operations == [.moveItems([ElementReference("a")], to: ItemDestination(section: "done", .first))]
    )
    await terminal.run("explain", "board", "--new", "2", "--after", "a")
    #expect(
      terminal.service.state.withLock { $0.explained.last?.operations }
        == [.insertItems([NewElement(), NewElement()], to: ItemDestination(.after("a")))]
    )
    #expect(await terminal.run("explain", "board").output.hasPrefix("board has strategy dense and 3 keys"))
    #expect(await terminal.run("explain", "board", "--first").status == 64)
    #expect(await terminal.run("explain", "board", "a", "--new", "1").status == 64)
    #expect(terminal.version("board") == version)
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

  @Test func addressesComeFromOptionsThenTheEnvironment() {
    let environment = ["ARRANGE_SERVER": "a:1", "ARRANGE_TOKEN": "t"]
    func address(_ server: String?, _ token: String?, _ environment: [String: String]) -> String {
      let address = ServerAddress(server: server, token: token, environment: environment)
      return "\(address.server) \(address.token ?? "-")"
    }
    #expect(address(nil, nil, [:]) == "127.0.0.1:7411 -")
    #expect(address(nil, nil, environment) == "a:1 t")
    #expect(address("b:2", "u", environment) == "b:2 u")
    #expect(address(nil, nil, ["ARRANGE_SERVER": "", "ARRANGE_TOKEN": ""]) == "127.0.0.1:7411 -")
  }
}
