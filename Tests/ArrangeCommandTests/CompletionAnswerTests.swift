import ServerTestSupport
import TestSupport
import Testing

@testable import arrange

/// What the program answers the scripts of the shells.
@Suite(.served) struct CompletionAnswerTests {
  private func board() async -> Terminal {
    let terminal = Terminal()
    await terminal.run("create", "board", "--strategy", "dense")
    await terminal.run("create", "books")
    await terminal.run("section", "add", "board", "todo", "done")
    await terminal.run(
      "add",
      "board",
      "--section",
      "todo",
      "Write it",
      "Read it",
      "--id",
      "write",
      "--id",
      "read"
    )
    await terminal.run("view", "define", "boardview", "board")
    return terminal
  }

  /// The words that zsh is offered; nil where these are files.
  private func words(_ line: String, _ terminal: Terminal) async -> [String]? {
    let lines = await terminal.run("---complete", "zsh", line).output.split(separator: "\n").map(String.init)
    guard lines.first == "words" else { return nil }
    return lines.dropFirst().map { String($0.prefix { $0 != "\t" }) }
  }

  @Test(
    arguments: [
      ("arrange sh", ["show"]), ("arrange section re", ["remove", "reorder"]),
      ("arrange show bo", ["board", "boardview", "books"]),
      ("arrange move bo", ["board", "books"]), ("arrange delete board bo", ["books"]),
      ("arrange view show ", ["boardview"]),
      ("arrange move board ", ["write", "read"]), ("arrange move board write ", ["read"]),
      ("arrange move board write --before ", ["write", "read"]),
      ("arrange move board write --before=r", ["--before=read"]),
      ("arrange move board write --section ", ["todo", "done"]),
      ("arrange section move board ", ["todo", "done"]),
      ("arrange section move board todo --after ", ["todo", "done"]),
      ("arrange reorder board --section todo ", ["write", "read"]),
      ("arrange update board wr", ["write"]), ("arrange explain board re", ["read"]),
      ("arrange show board --around w", ["write"]),
      ("arrange --server SERVER show boo", ["books"]), ("ARRANGE_SERVER=h:1 arrange show boo", ["books"]),
      ("arrange show board --fr", ["--from"]), ("arrange show board --keys --ke", ["--key"]),
      ("arrange add board --title x -", nil as [String]?),
      ("arrange move nope ", []), ("arrange list bo", []),
      ("arrange watch board --profile ", ["exact", "uikit"]),
      ("arrange create x --strategy l", nil), ("arrange show 'bo", ["board", "boardview", "books"]),
      ("arrange import board --format c", ["csv"]),
    ] as [(String, [String]?)]
  )
  func offers(line: String, expected: [String]?) async throws {
    let board = await board()
    let address = try #require(LocalServer.current).address
    let typed = line.replacing("SERVER ", with: "\(address) ")
    // Without the option, nobody answers.
    let words = await words(typed, typed == line ? board : Terminal(server: Terminal.nowhere))
    guard let expected else {
      #expect(words?.isEmpty == false)
      return
    }
    #expect(words == expected)
  }

  @Test func filesAreLeftToTheShell() async {
    let terminal = await board()
    for line in ["arrange import board ", "arrange export board x", "arrange view define home --file "] {
      #expect(await terminal.run("---complete", "bash", line, "").output == "files\n")
    }
  }

  @Test func bashGetsWhatTakesThePlaceOfItsWord() async {
    let terminal = Terminal()
    for name in ["proj:alpha", "dol$lar", "it's"] { await terminal.run("create", name) }
    func answer(_ line: String, _ replaced: String) async -> String {
      await terminal.run("---complete", "bash", "arrange show \(line)", replaced).output
    }
    #expect(await answer("proj:al", "al") == "words\nalpha\n")
    #expect(await answer("proj", "proj") == "words\nproj:alpha\n")
    #expect(await answer("dol", "dol") == "words\ndol\\$lar\n")
    #expect(await answer("\"dol", "dol") == "words\ndol\\$lar\"\n")
    #expect(await answer("'it", "it") == "words\nit'\\''s'\n")
    #expect(await answer("dol\\", "dol\\") == "words\ndol\\$lar\n")
    #expect(await answer("", "") == "words\ndol\\$lar\nit\\'s\nproj:alpha\n")
  }

  @Test func aServerThatDoesNotAnswerIsNotWaitedFor() async throws {
    // One that greets and says nothing more.
    try await LoopbackServer.run { _, _ in
    } _: { server in
      let answer = await Completions.answer(
        ["fish", "arrange show "],
        .standard,
        environment: ["ARRANGE_SERVER": "127.0.0.1:\(server.port)"],
        patience: Patience(completion: .milliseconds(1))
      )
      #expect(answer == "words\n")
    }
  }

  @Test(
    arguments: [
      ("a b", [("a", "a")], "b", "b"), ("a\\ b", [], "a\\ b", "a b"),
      ("'a b' \"c d", [("'a b'", "a b")], "\"c d", "c d"),
      ("\"a\\$b\\c", [], "\"a\\$b\\c", "a$b\\c"), ("$'a\\'b' ", [("$'a\\'b'", "a'b")], "", ""),
      ("a'b'\"c\"d", [], "a'b'\"c\"d", "abcd"), ("$(x) `y` ", [("$(x)", "$(x)"), ("`y`", "`y`")], "", ""),
      ("", [], "", ""),
      ("a\\", [], "a\\", "a"),
    ] as [(String, [(String, String)], String, String)]
  )
  func readsALineAsAShellDoes(line: String, words: [(String, String)], raw: String, text: String) {
    let read = ShellLine(line, .bash)
    #expect(read.words.map(\.raw) == words.map(\.0) && read.words.map(\.text) == words.map(\.1))
    #expect(read.current.raw == raw && read.current.text == text)
  }

  @Test func theNearestNameIsProposed() {
    let names = ["--first", "--last", "--before", "--after", "--at", "--if-missing"]
    #expect(CommandLineCheck.nearest(to: "--frist", names) == "--first")
    #expect(CommandLineCheck.nearest(to: "--befor", names) == "--before")
    #expect(CommandLineCheck.nearest(to: "--if", names) == "--if-missing")
    #expect(CommandLineCheck.nearest(to: "--colour", names) == nil)
    #expect(CommandLineCheck.distance("ab", "ba") == 1 && CommandLineCheck.distance("", "abc") == 3)
  }
}
