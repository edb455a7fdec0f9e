import ArrangeClient
import InputText
import ServerTestSupport
import Testing

@testable import arrange

/// Command lines as people type them: what is taken, and what is said of those that are not.
@Suite(.served) struct CommandLineTests {
  private func board() async -> Terminal {
    let terminal = Terminal()
    await terminal.run("create", "board", "--strategy", "dense")
    await terminal.run("section", "add", "board", "todo")
    await terminal.run("add", "board", "--section", "todo", "A", "B", "--id", "a", "--id", "b")
    return terminal
  }

  // MARK: args-not-utf8

  /// Lines with a character of Latin-1, for which `%` stands.
  @Test(arguments: ["delete col% --yes", "add board --id lat%", "export board out%.md"])
  func argsNotUTF8(line: String) async throws {
    let words = line.split(separator: " ").map { word in
      word.utf8.map { $0 == UInt8(ascii: "%") ? 0xE9 : $0 }
    }
    let terminal = await board()
    await terminal.run("create", "col\u{FFFD}")
    let version = try await terminal.version("board")
    let result = await terminal.run(words: words)
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.contains("is not UTF-8") && result.errors.contains("argument "))
    #expect(try await terminal.ids("col\u{FFFD}") == [])
    #expect(try await terminal.version("board") == version)
    #expect(await terminal.run(words: [Array("show".utf8), Array("board".utf8)]).status == 0)
  }

  // MARK: Options

  @Test(arguments: [
    ("move board a --frist", "there is no option --frist; did you mean --first?"),
    ("move board --frist", "there is no option --frist; did you mean --first?"),
    ("add board x --id x --id y --sectoin todo", "there is no option --sectoin; did you mean --section?"),
    ("show board --arond a", "there is no option --arond; did you mean --around?"),
    ("show --from 1 --josn", "there is no option --josn; did you mean --json?"),
    ("show board -x", "there is no option -x"),
    ("section move board todo --befor x", "there is no option --befor; did you mean --before?"),
    ("--sever x list", "there is no option --sever"),
    ("shwo board", "there is no command \"shwo\"; did you mean \"show\"?"),
    ("section rename board", "there is no command \"section rename\""),
    ("view defnie home board", "there is no command \"view defnie\"; did you mean \"define\"?"),
    ("show a b c", "takes <name> and no more arguments; \"b\", \"c\" are too many"),
    ("list board", "takes no arguments; \"board\" is too many"),
    ("section add board todo --at -1", "--at counts from 0"),
    ("move board a --at -1", "--at counts from 0"),
    ("add board x --at=-1", "--at counts from 0"),
    ("show board --server", "Missing value for \"--server <host:port>\""),
    ("move board a --before --first", "Missing value for \"--before <id>\""),
  ])
  func wrongOptionsAreNamedFirst(line: String, expected: String) async {
    let result = await board().run(line.split(separator: " ").map(String.init))
    #expect(result.status == 64, "\(result.errors)")
    #expect(result.errors.contains(expected), "\(result.errors)")
    #expect(!result.errors.contains("'"), "one kind of quotes: \(result.errors)")
  }

  /// `SERVER` stands for the address of the server.
  @Test(arguments: [
    "--server SERVER show board", "--server=SERVER show board", "--json show board",
    "section --server SERVER update board todo --title x",
    "show board --server SERVER", "--timeout 300 show board", "move board a --at 1",
    "move board a --after=b",
    "rm board a", "view ls",
  ])
  func optionsOfTheConnectionStandWhereverTheyAreTyped(line: String) async throws {
    _ = await board()
    let address = try #require(LocalServer.current).address
    let typed = line.replacing("SERVER", with: address)
    // Without the option, nobody answers.
    let terminal = Terminal(server: typed == line ? address : Terminal.nowhere)
    let result = await terminal.run(typed.split(separator: " ").map(String.init))
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func textsThatBeginWithADashAreValues() async {
    let terminal = await board()
    #expect(await terminal.run("update", "board", "a", "--title", "- milk").status == 0)
    #expect(await terminal.run("update", "board", "b", "--title", "-5").status == 0)
    #expect(await terminal.run("show", "board").output.contains("- milk"))
  }

  @Test func helpFitsATerminal() async {
    for command in [["show"], ["compare"], ["section", "add"], ["update"], []] {
      for line in await Terminal().run(command + ["--help"]).output.split(separator: "\n") {
        // Examples are lines to be copied.
        if line.hasPrefix("  ") && !line.contains("--server <") { continue }
        #expect(line.count <= 80, "\(command): \(line)")
      }
    }
  }

  // MARK: table-width

  @Test func tableWidth() async {
    let terminal = Terminal()
    await terminal.run("create", "日本語")
    await terminal.run("create", "abc")
    let lines = await terminal.run("list").output.split(separator: "\n").map(String.init)
    let places = lines.dropFirst().map { line in
      line.firstRange(of: "lexorank").map { String(line[..<$0.lowerBound]).columns }
    }
    #expect(places == [12, 12])
  }

  // MARK: json-epoch

  @Test func jsonEpoch() async throws {
    let terminal = await board()
    let number = try await terminal.client.info("board").epoch
    #expect(number > 1 << 53, "a number that programs with doubles do not keep")
    let epoch = number.epochText
    #expect(epoch.count == 16 && UInt64(epoch, radix: 16) == number)
    #expect((14_692_680_994_619_251_317 as UInt64).epochText == "cbe6e384fa69da75")
    for line in [["list"], ["show", "board"], ["update", "board", "--collection", "--title", "x"]] {
      let output = await terminal.run(line + ["--json"]).output
      #expect(output.contains("\"epoch\":\"\(epoch)\""), "\(output)")
    }
  }

  @Test func showAsJSONHasWhatConditionsNeed() async throws {
    let terminal = await board()
    await terminal.run("update", "board", "--collection", "--title", "Our board")
    let node = try JSONReader.read(Array(await terminal.run("show", "board", "--json").output.utf8))
    #expect(node["fields"]?["title"]?.string == "Our board")
    let item = node["sections"]?.elements?.first?["items"]?.elements?.first
    guard case .integer(let version)? = item?["content_version"]?.content else {
      Issue.record("no content version")
      return
    }
    func update(_ version: Int64) async -> Int32 {
      await terminal.run("update", "board", "a", "--title", "x", "--if-content-version", "\(version)").status
    }
    #expect(await update(version - 1) == 3)
    #expect(await update(version) == 0)
  }

  // MARK: Deleting

  @Test func deletingWithoutATerminalAsksForYes() async throws {
    let terminal = await board()
    let result = await terminal.run("delete", "board")
    #expect(result.status == 64 && result.errors.contains("--yes"))
    #expect(try await terminal.ids("board") == [["todo", "a", "b"]])
    let gone = await terminal.run("delete", "nope", "--yes")
    #expect(gone.status == 2 && gone.errors == "arrange: there is no collection \"nope\"\n")
  }

  @Test func theSameMistakeInAViewEndsTheSame() async {
    let terminal = await board()
    let shown = await terminal.run("show", "--view", "board cap")
    let defined = await terminal.run("view", "define", "home", "board cap")
    let explained = await terminal.run("watch", "--view", "board cap")
    #expect(shown.status == 64 && defined.status == 64 && explained.status == 64)
  }

  // MARK: Keys and times

  @Test func keysOfStrategiesThatAreNotKnown() {
    let texts = KeyTexts(StrategyCatalog([]))
    #expect(texts.text(of: OrderKey(Array("aV3".utf8)), strategy: "base62") == "aV3")
    #expect(texts.text(of: OrderKey([0x61, 0x00]), strategy: "base62") == "6100")
    #expect(texts.text(of: OrderKey([0x61, 0xC3]), strategy: "base62") == "61c3")
  }

  @Test func timesSayThatTheyAreUTC() {
    #expect(Timestamp(microseconds: 0).shortText == "1970-01-01 00:00:00Z")
  }

  // MARK: Terminals

  @Test(arguments: [
    "\u{1B}[2J", "\u{7}", "\u{9B}1m", "\u{200E}", "\u{200F}", "\u{61C}", "\u{202E}", "\u{2066}",
  ])
  func nothingFromOthersCommandsTheTerminal(hidden: String) async {
    let terminal = Terminal(isTerminal: true, environment: ["NO_COLOR": "1"])
    await terminal.run("create", "board", "--title", "t\(hidden)t")
    await terminal.run("add", "board", "x\(hidden)x", "--id", "x")
    for line in [["show", "board"], ["list"], ["export", "board", "--format", "markdown", "--plain"]] {
      let result = await terminal.run(line)
      #expect(result.status == 0 && !result.output.isEmpty)
      #expect(
        !result.output.unicodeScalars.contains { $0.commandsTerminals && $0 != "\n" },
        "\(line) \(result.output.debugDescription)"
      )
    }
    // In a pipe a file is what was stored.
    #expect(
      await Terminal().run("export", "board", "--format", "markdown", "--plain").output
        .contains("x\(hidden)x")
    )
  }

  // MARK: Requests

  @Test func aRequestIDForAnotherChangeIsNamed() async throws {
    let terminal = await board()
    await terminal.run("remove", "board", "a", "--request-id", "r")
    let again = await terminal.run("remove", "board", "a", "--request-id", "r")
    #expect(again.status == 0 && again.output.contains("nothing was changed now"))
    let other = await terminal.run("remove", "board", "b", "--request-id", "r")
    #expect(other.status != 0 && other.errors.contains("used for other operations"), "\(other.errors)")
    #expect(try await terminal.ids("board") == [["todo", "b"]])
  }

  @Test func whatIsNotKnownIsSaidOfWritesOnly() throws {
    let address = try ServerAddress(words: ["--server=h:1", "--timeout=3"], environment: [:])
    let lost = ArrangeError(.unavailable, "the connection to h:1 was lost", processed: .unknown)
    #expect(CommandFailure(lost, address, isWrite: false).message == "the connection to h:1 was lost")
    #expect(
      CommandFailure(lost, address, isWrite: true).message
        == "the connection to h:1 was lost. Whether the change was made is not known"
    )
    let late = ArrangeError(.deadlineExceeded, "late", processed: .unknown)
    #expect(
      CommandFailure(late, address, isWrite: false).message
        == "no answer from h:1 came within 3 seconds; --timeout waits longer"
    )
  }
}
