import ArrangeModel
import Foundation
import Testing

@testable import arrange

@Suite("arrange apply", .served)
struct ApplyTests {
  private func board() async -> Terminal {
    let terminal = Terminal()
    await terminal.run("create", "board")
    await terminal.run("section", "add", "board", "todo", "doing")
    await terminal.run("add", "board", "--section", "todo", "A", "B", "--id", "a", "--id", "b")
    return terminal
  }

  private static let changes = """
    {"operations": [
      {"insert_items": {"items": [{"id": "c", "fields": {"title": "C", "due": {"$timestamp": "2026-03-01T09:30:00Z"}}}],
        "section": "todo", "to": {"first": true}}},
      {"move_items": {"items": [{"id": "a", "if_section": "todo"}], "section": "doing"}},
      {"update_items": {"items": [{"id": "b", "set": {"n": {"$integer": "9007199254740993"}}}]}}
    ]}
    """

  /// Writes a file and runs the command with it.
  private func apply(
    _ text: String,
    _ options: String...,
    on terminal: Terminal
  ) async throws -> Terminal.Result {
    var result: Terminal.Result?
    try await TemporaryFile.with(text, name: "changes.json") { file in
      result = await terminal.run(["apply", "board", file] + options)
    }
    return try #require(result)
  }

  @Test("carries out all operations of the file in one commit")
  func transaction() async throws {
    let terminal = await board()
    let result = try await apply(ApplyTests.changes, "--if-version", "2", on: terminal)
    #expect(result.status == 0 && result.output.contains("board is at version 3"), "\(result)")
    #expect(result.output.contains("changed element c at index 0 of section 0"), "\(result.output)")
    #expect(try await terminal.ids("board") == [["todo", "c", "b"], ["doing", "a"]])
    let shown = await terminal.run("show", "board", "--json").output
    #expect(shown.contains("\"n\":9007199254740993") && shown.contains("2026-03-01T09:30:00.000000Z"))
    let undone = await terminal.run("undo", "board")
    #expect(undone.status == 0, "\(undone)")
    #expect(try await terminal.ids("board") == [["todo", "a", "b"], ["doing"]])
  }

  @Test("says with --dry-run what would be written, and changes nothing")
  func dryRun() async throws {
    let terminal = await board()
    let result = try await apply(ApplyTests.changes, "--dry-run", on: terminal)
    #expect(result.status == 0 && result.output.contains("it would write"), "\(result)")
    #expect(try await terminal.version("board") == 2)
    let refused = try await apply(
      #"{"operations": [{"remove_items": {"items": [{"id": "nobody"}]}}]}"#,
      "--dry-run",
      on: terminal
    )
    #expect(refused.status == 2, "\(refused)")
    #expect(try await apply(ApplyTests.changes, "--dry-run", "--if-version", "2", on: terminal).status == 64)
  }

  @Test("changes nothing if one operation is refused, and says which")
  func refused() async throws {
    let terminal = await board()
    let text = """
      {"operations": [{"remove_items": {"items": [{"id": "a"}]}},
        {"move_items": {"items": [{"id": "b"}], "to": {"after": "nobody"}}}]}
      """
    let result = try await apply(text, on: terminal)
    #expect(result.status == 2 && result.errors.contains("(operations[1]."), "\(result)")
    #expect(try await terminal.ids("board") == [["todo", "a", "b"], ["doing"]])
    let old = try await apply(ApplyTests.changes, "--if-version", "1", on: terminal)
    #expect(old.status == 3, "\(old)")
  }

  @Test("can be sent again with the same id")
  func repeated() async throws {
    let terminal = await board()
    for _ in 0..<2 {
      #expect(try await apply(ApplyTests.changes, "--request-id", "r", on: terminal).status == 0)
    }
    #expect(try await terminal.version("board") == 3)
  }

  /// A file that is refused before anything is sent, and what its error says.
  struct Wrong: Sendable, CustomTestStringConvertible {
    var text: String
    var error: String

    var testDescription: String { error }
  }

  @Test(
    "refuses a wrong file before anything is sent, with the place",
    arguments: [
      Wrong(text: "{\"operations\": [\n  {]}", error: "changes.json: line 2, column 4: "),
      Wrong(text: "[]", error: "the body has to be an object"),
      Wrong(text: "{}", error: "operations"),
      Wrong(text: #"{"operations": []}"#, error: "operations"),
      Wrong(text: #"{"operations": [{"move": {}}]}"#, error: "operations[0].move is unknown"),
      Wrong(
        text: #"{"operations": [{"remove_items": {"items": [{"id": "a", "ID": "b"}]}}]}"#,
        error: "operations[0].remove_items.items[0].ID is unknown"
      ),
      Wrong(
        text: #"{"operations": [{"remove_items": {"items": [{"id": ""}]}}]}"#,
        error: "(operations[0].remove_items.items[0].id)"
      ),
      Wrong(text: #"{"collection": "other", "operations": []}"#, error: "collection is given by the address"),
    ]
  )
  func wrongFile(wrong: Wrong) async throws {
    try await TemporaryFile.with(wrong.text, name: "changes.json") { file in
      let result = await Terminal(server: Terminal.nowhere).run("apply", "board", file)
      #expect(result.status == 4 && result.errors.contains(wrong.error), "\(result.errors)")
    }
  }

  @Test("has a condition in the file or in the options, not in both")
  func conditions() async throws {
    let terminal = await board()
    let text =
      #"{"if_version": 2, "stack": "mine", "operations": [{"remove_items": {"items": [{"id": "a"}]}}]}"#
    let twice = try await apply(text, "--if-version", "2", on: terminal)
    #expect(twice.status == 4 && twice.errors.contains("\"if_version\""), "\(twice)")
    #expect(try await apply(text, on: terminal).status == 0)
    let again = try await apply(text, on: terminal)
    #expect(again.status == 3, "\(again)")
    #expect(await terminal.run("undo", "board", "--stack", "mine").status == 0)
    #expect(try await terminal.ids("board") == [["todo", "a", "b"], ["doing"]])
  }
}
