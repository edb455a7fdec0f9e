import ArrangeClient
import ArrangeModel
import ArrangeServer
import Changes
import Foundation
import InputText
import ServerTestSupport
import Testing

@testable import arrange

/// Documentation/json.md: it has a schema for every command, and what the commands print fits it.
@Suite struct JSONPageTests {
  /// The schemas of the page by its headings.
  private struct Page {
    var definitions: JSONNode?
    var schemas: [String: JSONNode] = [:]

    init() throws {
      let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Documentation/json.md")
      var headings: [String] = []
      var block: String?
      for line in try String(contentsOf: path, encoding: .utf8).split(
        separator: "\n",
        omittingEmptySubsequences: false
      ) {
        if line.hasPrefix("## ") {
          let names = line.dropFirst(3).split(separator: ", ").map { $0.replacing("`", with: "") }
          headings = names.map { $0.hasPrefix("arrange ") ? String($0.dropFirst(8)) : String($0) }
        } else if line == "```json" {
          block = ""
        } else if line == "```", let text = block {
          block = nil
          let node = try JSONReader.read(Array(text.utf8))
          if node["$defs"] != nil { definitions = node }
          for name in headings { schemas[name] = node }
        } else if block != nil {
          block? += "\(line)\n"
        }
      }
    }

    /// Checks lines of a command.
    func check(_ command: String, _ output: String) throws {
      let schema = JSONSchema(
        try #require(schemas[command], "json.md has no \(command)"),
        definitions: definitions
      )
      let lines = output.split(separator: "\n")
      #expect(!lines.isEmpty, "\(command) prints nothing")
      for line in lines {
        let problem = schema.problem(of: try JSONReader.read(Array(line.utf8)))
        #expect(problem == nil, "\(command): \(problem ?? ""), in \(line)")
      }
    }
  }

  @Test func everyCommandHasASchema() throws {
    let page = try Page()
    func visit(_ command: CommandGrammar.Command, _ path: [String]) {
      if command.commands.isEmpty, command.option("--json") != nil {
        #expect(page.schemas[path.joined(separator: " ")] != nil, "json.md has no \(path)")
      }
      for next in command.commands { visit(next, path + [next.name]) }
    }
    visit(CommandGrammar.standard.root, [])
  }

  /// What ``whatCommandsPrintFitsItsSchema()`` does not run: `watch` does not end, and has a test of its own, `bench` takes
  /// seconds, `strategy check` needs a library, and `sink test` a receiver.
  private static let notRun: Set<String> = ["watch", "bench", "strategy check", "sink test"]

  @Test func whatCommandsPrintFitsItsSchema() async throws {
    let recent = RecentLines()
    recent.append(.info, "a line")
    try await LocalServer.run(keeping: recent) { try await checkCommands() }
  }

  private func checkCommands() async throws {
    let page = try Page()
    let contexts = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: contexts) }
    let terminal = Terminal(environment: ["ARRANGE_CONTEXTS": contexts.path])
    var missing = Set(CommandGrammar.standard.commands).subtracting(JSONPageTests.notRun)
    func run(_ command: String, _ rest: String...) async throws {
      let result = await terminal.run(command.split(separator: " ").map(String.init) + rest + ["--json"])
      #expect(result.status == 0, "\(command): \(result.errors)")
      try page.check(command, result.output)
      missing.remove(command)
    }
    try await run(
      "create",
      "board",
      "--strategy",
      "dense",
      "--title",
      "Our board",
      "--field",
      "n:=9007199254740993"
    )
    try await run("section add", "board", "todo", "done", "--field", "x:=null")
    try await run(
      "add",
      "board",
      "--id",
      "a",
      "--section",
      "todo",
      "A",
      "--field",
      "t:={\"$timestamp\":\"2026-03-01T09:30:00.000000Z\"}"
    )
    try await run(
      "add",
      "board",
      "--id",
      "b",
      "--section",
      "todo",
      "B",
      "--field",
      "b:={\"$bytes\":\"AQ==\"}",
      "--request-id",
      "r"
    )
    try await run("move", "board", "a", "--after", "b", "--if-section", "todo")
    try await run("move", "--view", "board where not done", "a", "--before", "b", "--dry-run")
    try await run("move", "--view", "board where not done", "a", "--before", "b")
    try await run("update", "board", "a", "--title", "A2", "--field", "d:=0.5")
    try await run("update", "board", "--collection", "--title", "Ours")
    try await run("rename", "board", "Ours")
    try await run("rename", "board", "A3", "--item", "a", "--stack", "other")
    try await run("reorder", "board", "a", "b")
    try await run("undo", "board", "--dry-run")
    try await run("undo", "board")
    try await run("redo", "board")
    // Somebody else changes a field, so the step that wrote it is kept.
    try await run("update", "board", "a", "--field", "w:=1")
    try await run("update", "board", "a", "--field", "w:=2", "--stack", "other")
    try await run("undo", "board")
    try await run("undo", "board", "--stack", "none")
    try await run("section move", "board", "done", "--first")
    try await run("section update", "board", "done", "--title", "Done")
    try await run("section reorder", "board", "todo", "done")
    try await run("show", "board")
    try await run("show", "board", "--section", "todo", "--from", "1")
    try await run("view define", "home", "board where not done")
    try await run("view check", "board where not done")
    try await run("view show", "home")
    try await run("view list")
    try await run("overlay create", "--of", "board")
    try await run("move", "--view", "board overlay mine", "a", "--after", "b")
    try await run("overlay show", "--of", "board")
    try await run("overlay list", "--of", "board")
    try await run("overlay reset", "--of", "board", "--item", "a")
    try await run("overlay delete", "--of", "board")
    try await run("list")
    try await run("history", "board")
    try await run("show", "board", "--at", "2")
    try await run("diff", "board", "1")
    try await run("versions set", "board", "first", "--at", "1")
    try await run("versions list", "board")
    try await run("versions delete", "board", "first")
    try await run("rollback", "board", "--to", "3", "--dry-run")
    try await run("rollback", "board", "--to", "3")
    try await run("rollback", "board", "--to", "11")
    try await run("add", "board", "--id", "gone", "--section", "todo", "Gone")
    try await run("remove", "board", "gone")
    try await run("bin list", "board")
    try await run("bin put-back", "board", "gone")
    try await run("bin empty", "board", "--yes")
    try await run("erase", "board", "gone", "--yes")
    try await run("explain", "board", "a", "--first")
    try await run("explain", "board")
    try await run("status")
    try await run("whoami", "board")
    try await run("nodes", "board")
    try await run("followers")
    try await run("log")
    let settings = [
      "--url", "http://hooks.example/", "--on", "board", "--secret", "env:NO_SUCH_KEY", "--allow", "::1",
    ]
    let made = await terminal.run(["sink", "create", "hooks", "--paused"] + settings + ["--json"])
    #expect(made.status == 0, "\(made.errors)")
    try page.check("sink create", made.output)
    let place = ["--postgresql", "env:NO_SUCH_DATABASE", "--schema", "copies", "--moves", "--on", "board"]
    let mirror = await terminal.run(["sink", "create", "copies", "--paused"] + place + ["--json"])
    #expect(mirror.status == 0 && mirror.output.contains("env:NO_SUCH_DATABASE"), "\(mirror.errors)")
    try page.check("sink create", mirror.output)
    let both = await terminal.run(["sink", "create", "both", "--url", "https://a.example/"] + place)
    #expect(both.status != 0 && both.errors.contains("A mirror has no --url"), "\(both.errors)")
    missing.remove("sink create")
    try await run("sink show", "copies")
    try await run("sink update", "copies", "--no-moves", "--schema", "others")
    try await run("sink show", "hooks")
    try await run("sink list")
    try await run("sink update", "hooks", "--mode", "commits")
    try await run("sink pause", "hooks")
    try await run("sink replay", "hooks", "board")
    try await run("sink resume", "hooks")
    try await run("sink status", "hooks")
    try await run("sink delete", "hooks")
    try await run("access show")
    try await run("ping", "--count", "2", "--interval", "0")
    try await run("strategy list")
    try await run("strategy describe", "dense")
    try await run("strategy verify", "board")
    try await run("strategy change", "board", "lexorank")
    try await run("strategy rotate", "board")
    try await TemporaryFile.with("id,title\nz,Zed\n", name: "list.csv") { file in
      try await run("import", "board", file)
      try await run("import", "board", file, "--dry-run")
      try await run("export", "board", "\(file).jsonl")
    }
    try await run("token new", "ann", "--expires", "2999-01-31")
    try await run("context set", "prod", "--server", "tls:lists.example:7411", "--token-file", "token")
    try await run("context use", "prod")
    try await run("context list")
    try await run("context remove", "prod")
    let access = "roles: { r: [ { on: board, may: [read] } ] }\nprincipals: { ann: { roles: [r] } }\n"
    try await TemporaryFile.with(access, name: "access.yaml") { file in
      try await run("access check", file)
      try await run("access check", file, "ann", "read", "board")
    }
    try await TemporaryFile.with("", name: "lists.backup") { file in
      try await run("backup", file)
      try await run("restore", file, "--data", "\(file)-data")
    }
    let operations = #"{"operations": [{"update_items": {"items": [{"id": "a", "set": {"x": 1}}]}}]}"#
    try await TemporaryFile.with(operations, name: "changes.json") { file in
      try await run("apply", "board", file)
      let explained = await terminal.run("apply", "board", file, "--dry-run", "--json")
      try page.check("explain", explained.output)
    }
    try await run("copy", "board", "copy")
    try await run("create", "archive")
    try await run("create", "archive", "--if-not-exists")
    try await run("move", "board", "b", "--to", "archive")
    try await run("history", "archive")
    try await run("create", "plan", "--outline")
    try await run("add", "plan", "A", "--id", "a")
    try await run("add", "plan", "B", "--id", "b")
    try await run("indent", "plan", "b")
    try await run("show", "plan")
    try await run("history", "plan")
    try await run("outdent", "plan", "b")
    try await run("move", "--view", "plan cap 9", "b", "--under", "a")
    try await run("remove", "board", "a")
    try await run("section remove", "board", "todo")
    try await run("view delete", "home")
    try await run("delete", "board", "--yes")
    try await run(
      "compare",
      "--workload",
      "hot-gap",
      "--items",
      "20",
      "--operations",
      "50",
      "--repeats",
      "1",
      "--strategy",
      "dense"
    )
    #expect(missing.isEmpty, "these commands are not run")
  }

  @Test func updatesFitTheSchemaOfWatch() throws {
    let page = try Page()
    func element(_ id: Identifier) -> ElementSnapshot {
      ElementSnapshot(id: id, fields: ["title": .string("t")], contentVersion: 2, key: OrderKey([0x61]))
    }
    let list = SectionedList([.init(element("s"), items: [element("i")])])
    let path = ListPath(section: 0, item: 0)
    let size = ListSize(sections: 1, items: 1)
    var batch = ChangeBatch(before: size, after: size)
    batch.items.deletes = [path]
    batch.items.inserts = [ItemInsert(at: path, source: .new(element("j")))]
    batch.items.updates = [Update(at: path, content: element("j"), before: FieldsFingerprint(Fields()))]
    batch.items.keys = [PlacedKey(at: path, key: OrderKey([0x61]))]
    batch.sections.inserts = [
      SectionInsert(
        at: 0,
        source: .new(element("n")),
        items: [.new([element("k")]), .kept(from: path, count: 1)]
      )
    ]
    batch.sections.updates = [Update(at: 0, content: element("s"), before: FieldsFingerprint(Fields()))]
    let contents: [ListUpdate.Content] = [
      .list(list, reason: .first), .batch(batch, from: 1, commits: 1), .progress,
    ]
    for content in contents {
      let update = ListUpdate(version: 2, epoch: .max, resumeToken: [1], content: content)
      try page.check("watch", update.json(ElementJSON()).text)
      try page.check("watch", update.json(ElementJSON(keys: (KeyTexts(.init([])), "dense"))).text)
    }
  }

  @Test func updatesOfOutlinesFitTheSchemaOfWatch() throws {
    let page = try Page()
    func row(_ id: Identifier, depth: Int) -> TreeRow {
      let fields: Fields = ["title": .string("t")]
      return TreeRow(
        ElementSnapshot(id: id, fields: fields, contentVersion: 2, key: OrderKey([0x61])),
        depth: depth
      )
    }
    let list = try TreeList([row("s", depth: 0), row("a", depth: 1), row("b", depth: 2), row("c", depth: 1)])
    let other = try TreeList([
      row("t", depth: 0), row("s", depth: 0), row("c", depth: 1), row("b", depth: 2), row("d", depth: 3),
    ])
    let there = list.difference(to: other)
    var back = other.difference(to: list)
    back.items.keys = [PlacedKey(at: TreePlace(in: .section(0), at: 0), key: OrderKey([0x61]))]
    let contents: [OutlineUpdate.Content] = [
      .outline(ShownTree(list, folding: TreeFolding()), reason: .first), .batch(there, from: 1, commits: 1),
      .batch(back, from: 2, commits: 1), .progress,
    ]
    for content in contents {
      let update = OutlineUpdate(
        version: 2,
        epoch: .max,
        resumeToken: [1],
        notes: CommitNotes(authors: [CommitAuthor(nil, commits: 1)]),
        content: content
      )
      try page.check("watch", update.json(ElementJSON()).text)
      try page.check("watch", update.json(ElementJSON(keys: (KeyTexts(.init([])), "dense"))).text)
    }
    let text = OutlineUpdate(
      version: 2,
      epoch: 1,
      resumeToken: [1],
      notes: CommitNotes(),
      content: .batch(there, from: 1, commits: 1)
    ).json(ElementJSON()).text
    #expect(text.contains(#""moves":[{"from":["a",0],"to":["c",0]}]"#), "\(text)")
    #expect(there.lines.contains("moved item a.0 to c.0"), "\(there.lines)")
  }

  @Test func errorsFitTheirSchema() async throws {
    let page = try Page()
    for line in [
      ["show", "nope", "--json"], ["show", "--json"], ["nope", "--json"],
      ["import", "b", "/no/file.csv", "--json"],
    ] {
      try page.check("An error", await Terminal().run(line).errors)
    }
  }

  /// Programs whose numbers are doubles keep every integer but those of fields.
  @Test func noIdentityIsANumberThatDoublesDoNotKeep() throws {
    let page = try Page()
    func visit(_ node: JSONNode, _ path: String) {
      if node["type"]?.string == "integer", !path.contains("parameters") {
        #expect(node["maximum"]?.double == 9_007_199_254_740_991, "\(path)")
      }
      for member in node.members ?? [] { visit(member.value, "\(path).\(member.name)") }
      for element in node.elements ?? [] { visit(element, path) }
    }
    for (name, schema) in page.schemas { visit(schema, name) }
  }
}
