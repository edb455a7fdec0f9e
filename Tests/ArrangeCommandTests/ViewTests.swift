import ArrangeClient
import InputText
import Testing

@testable import arrange

/// Views on the command line.
@Suite(.served) struct ViewTests {
  private static let home = [
    "menu: fixed menu { title: \"Menu\" } (search, settings)", "board: board where not done cap 3",
  ]

  /// A board with the section `todo`, in which a and b are.
  private func terminal() async -> Terminal {
    let terminal = Terminal()
    await terminal.run("create", "board")
    await terminal.run("section", "add", "board", "todo")
    await terminal.run("add", "board", "--section", "todo", "A", "B", "--id", "a", "--id", "b")
    return terminal
  }

  private func definition(_ terminal: Terminal, _ name: Identifier) async throws -> ViewDefinition {
    try await terminal.client.view(name).definition
  }

  @Test func rowsOfAViewThatTellsNoOriginsAreMoved() async {
    let terminal = Terminal()
    await terminal.run("create", "shown")
    await terminal.run("add", "shown", "A", "B", "--id", "a", "--id", "b")
    await terminal.run("view", "define", "shown-all", "shown as definer may move")
    let moved = await terminal.run("move", "--view", "shown-all", "b", "--before", "a")
    #expect(moved.output == "b: at index 0 of section 0\ndone\n", "\(moved.errors)")
  }

  @Test func eachTextIsALine() async throws {
    let terminal = await terminal()
    let result = await terminal.run(["view", "define", "home"] + Self.home)
    #expect(result.status == 0 && result.output == "defined home with 2 parts\n", "\(result.errors)")
    let expected = try ViewDefinition(parsing: Self.home.joined(separator: "\n"))
    #expect(try await definition(terminal, "home") == expected)
    #expect(expected.parts.map(\.name) == ["menu", "board"])
    // Again: it gets another definition.
    #expect(await terminal.run("view", "define", "home", "board; window 0 0..<9").status == 0)
    #expect(try await definition(terminal, "home").window == ViewDefinition.Window(section: 0, items: 0..<9))
  }

  @Test(arguments: [["board"], ["plain"], ["--view", "board"]])
  func aWindowIsAroundAnItem(source: [String]) async throws {
    let terminal = await terminal()
    await terminal.run("view", "define", "plain", "board")
    let around = ["watch"] + source + ["--around", "b", "--batches", "0"]
    let lines = await terminal.run(around + ["--each-side", "1"])
    #expect(lines.status == 0, "\(lines.errors)")
    #expect(lines.output.hasSuffix("; 2 items in 1 section, from 1 of 2 around \"b\"\n"), "\(lines.output)")
    let json = await terminal.run(around + ["--each-side", "0", "--json"]).output
    let window = try JSONReader.read(Array(json.utf8))["window"]
    #expect(
      window?["anchor"]?.string == "b" && json.contains(#""first_item":1,"section":0,"section_items":2"#)
    )
    #expect(!json.contains(#""id":"a""#))
  }

  @Test func aWindowIsRefusedWhereItCanNotBe() async {
    let terminal = await terminal()
    await terminal.run("view", "define", "small", "board; window 0 0..<9")
    await terminal.run("view", "define", "mine", "board as definer")
    for (arguments, message) in [
      (["small", "--around", "b"], "--around can't be given for a view that has a window"),
      (["mine", "--around", "b"], "with the rights of its definer"),
      (["board", "--each-side", "3"], "--each-side needs --around"),
      (["board", "--around", "b", "--each-side", "5001"], "--each-side goes from 0 to 5000"),
      (["board", "--around", "b", "--keys"], "the rows of a window have no keys"),
    ] {
      let result = await terminal.run(["watch"] + arguments)
      #expect(result.status == 64 && result.errors.contains(message), "\(arguments): \(result.errors)")
    }
  }

  @Test func aDefinitionIsPrintedAsItIsRead() async throws {
    let terminal = await terminal()
    await terminal.run(["view", "define", "home"] + Self.home)
    let shown = await terminal.run("view", "show", "home")
    #expect(shown.output == Self.home.joined(separator: "\n") + "\n# defined by anonymous\n")
    try await TemporaryFile.with(shown.output, name: "home.view") { path in
      #expect(await terminal.run("view", "define", "copy", "--file", path).status == 0)
    }
    let home = try await definition(terminal, "home")
    #expect(try await definition(terminal, "copy") == home)
    let json = await terminal.run("view", "show", "home", "--json").output
    let node = try JSONReader.read(Array(json.utf8))
    #expect(node["definition"]?.string.map { try? ViewDefinition(parsing: $0) } == home)
    #expect(node["view"]?.string == "home" && node["definer"]?.string == "anonymous")
    #expect(json.contains(#""created":{"$timestamp":"2026-03-01T09:30:00.000000Z"}"#))
  }

  @Test func aTextIsCheckedByTheServer() async throws {
    let terminal = await terminal()
    let checked = await terminal.run("view", "check", "nowhere   sort due asc", "as definer")
    #expect(checked.status == 0 && checked.output == "nowhere sort due\nas definer\n")
    let json = await terminal.run("view", "check", "nowhere", "--json").output
    #expect(json == "{\"definition\":\"nowhere\"}\n")
    let wrong = await terminal.run("view", "check", "board", "other cap x")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("line 2, column 11: expected a number of items, found 'x'"))
    try await TemporaryFile.with("board\nboard", name: "home.view") { path in
      #expect(await terminal.run("view", "check", "--file", path).status == 0)
    }
    try await TemporaryFile.with("board cap x", name: "home.view") { path in
      let refused = await terminal.run("view", "check", "--file", path)
      #expect(refused.status == 4 && refused.errors.contains("home.view: line 1, column 11: expected"))
    }
    #expect(await terminal.run("view", "check").status == 64)
  }

  @Test func aListOfCollectionsMarksBrokenViews() async {
    let terminal = await terminal()
    await terminal.run("view", "define", "fine", "board")
    await terminal.run("create", "gone")
    await terminal.run("view", "define", "torn", "gone")
    await terminal.run("delete", "gone", "--yes")
    let list = await terminal.run("list").output
    let rows = list.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows.dropFirst(2) == ["fine view", "torn view broken: there is no collection \"gone\""])
    let json = await terminal.run("list", "--json").output
    #expect(
      json.contains(
        #""collection":"fine","created":{"$timestamp":"2026-03-01T09:30:00.000000Z"},"is_view":true}"#
      )
    )
    #expect(json.contains(#""problem":"there is no collection \"gone\"""#))
    #expect(await terminal.run("view", "delete", "torn").status == 0)
  }

  @Test func viewsAreListedAndDeleted() async throws {
    let terminal = await terminal()
    #expect(await terminal.run("view", "list").output.hasPrefix("There are no views yet."))
    await terminal.run(["view", "define", "home"] + Self.home)
    await terminal.run("create", "articles")
    await terminal.run("view", "define", "again", "board; other: board; articles")
    let list = await terminal.run("view", "ls").output
    let rows = list.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      rows == ["view parts of defined by", "again 3 board, articles anonymous", "home 2 board anonymous"]
    )
    #expect(await terminal.run("view", "delete", "home").output == "deleted home\n")
    #expect(await terminal.run("view", "list", "--json").output.contains(#""view":"again""#))
    #expect(await terminal.run("view", "show", "home").status == 2)
    #expect(await terminal.run("view", "delete", "again", "home").status == 2)
    #expect(try await terminal.client.views().views.isEmpty)
  }

  /// What a view leaves out is in nothing that is printed of it.
  @Test func fieldsAreLeftOut() async throws {
    let terminal = await terminal()
    await terminal.run("update", "board", "b", "--field", "owner=anonymous", "--field", "secret=s")
    let text = "board where owner = {principal} only title"
    #expect(await terminal.run("view", "define", "mine", text, "as definer").status == 0)
    let shown = await terminal.run("view", "show", "mine").output
    #expect(shown == text + "\nas definer\n# defined by anonymous\n")
    let json = await terminal.run("show", "mine", "--json").output
    #expect(json.contains(#""items":[{"fields":{"title":"B"},"id":"b"}]"#), "\(json)")
    let inline = await terminal.run("show", "--view", text, "--json").output
    #expect(inline.contains(#""fields":{"title":"B"},"id":"b","origin""#), "\(inline)")
    let refused = await terminal.run("show", "--view", text + " as definer")
    #expect(refused.status != 0 && refused.errors.contains("store it under a name"), "\(refused.errors)")
  }

  @Test(arguments: [
    ("define home", 64), ("define", 64), ("define home board --file x", 64),
    ("define home --file /nonexistent/x.view", 74), ("define home board;news;cap", 64),
    ("define board board", 3), ("show", 64), ("show nope", 2), ("delete", 64), ("frame", 64),
  ])
  func statuses(line: String, status: Int32) async {
    let arguments = ["view"] + line.split(separator: " ").map(String.init)
    let result = await terminal().run(arguments)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("arrange: "))
  }

  /// A view is shown by its name, or written out; its rows say where they are from.
  @Test(arguments: [["home"], ["--view", ViewTests.home.joined(separator: "\n")]])
  func viewsAreShown(arguments: [String]) async throws {
    let terminal = await terminal()
    await terminal.run(["view", "define", "home"] + Self.home)
    let name = arguments.count == 1 ? "home" : ""
    let lines = await terminal.run(["show"] + arguments).output.split(separator: "\n").map(String.init)
    #expect(lines.first == (name.isEmpty ? "(view)" : name))
    #expect(lines.dropFirst().first?.hasPrefix("view, version 2, 4 items in 2 sections") == true)
    #expect(lines.contains { $0.hasPrefix("Menu (2)") } && lines.contains { $0.contains("A") })

    let json = await terminal.run(["show"] + arguments + ["--json"]).output
    let content = try await terminal.client.content(of: .named("home"))
    #expect(
      json == """
        {"collection":"\(name)","epoch":"\(content.collection.epoch.epochText)","fields":{},"sections":[\
        {"fields":{"title":"Menu"},"id":"menu/menu","items":[{"fields":{},"id":"menu/search"},{"fields":{},"id":"menu/settings"}]},\
        {"content_version":1,"fields":{},"id":"board/todo","items":[\
        {"content_version":2,"fields":{"title":"A"},"id":"board/a","origin":{"collection":"board","item":"a","section":"todo"}},\
        {"content_version":2,"fields":{"title":"B"},"id":"board/b","origin":{"collection":"board","item":"b","section":"todo"}}],\
        "origin":{"collection":"board","section":"todo"}}],\
        "strategy":"","version":2}

        """
    )
    // What is shown can be made a list of its own.
    try await TemporaryFile.with(json, name: "home.json") { path in
      let result = await terminal.run("import", "copy", path, "--create", "dense")
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(
      try await terminal.ids("copy") == [
        ["menu/menu", "menu/search", "menu/settings"], ["board/todo", "board/a", "board/b"],
      ]
    )
  }

  @Test func rowsOfAnyLengthCanBeNamed() async {
    let terminal = await terminal()
    let longest = String(repeating: "p", count: 32) + "/" + String(repeating: "x", count: 128)
    #expect(await terminal.run("show", "board", "--section", longest).status == 2)
    #expect(await terminal.run("show", "board", "--around", longest + "x").status == 64)
  }

  @Test func aViewIsWatched() async throws {
    let terminal = await terminal()
    await terminal.run("update", "board", "b", "--field", "done:=true")
    let result = await terminal.run(
      "watch",
      "--view",
      "board where not done",
      "--json",
      "--keys",
      "--batches",
      "0"
    )
    #expect(result.status == 0, "\(result.errors)")
    let node = try JSONReader.read(Array(result.output.utf8))
    let (epoch, token) = try (#require(node["epoch"]?.string), #require(node["token"]?.string))
    #expect(
      result.output == """
        {"epoch":"\(epoch)","reason":"first","sections":[{"content_version":1,"fields":{},"id":"todo","items":[\
        {"content_version":2,"fields":{"title":"A"},"id":"a","origin":{"collection":"board","item":"a","section":"todo"}}],\
        "origin":{"collection":"board","section":"todo"}}],\
        "token":"\(token)","update":"list","version":3}

        """
    )
  }

  /// Who watches a stored view is told where it gets another definition.
  @Test func aDefinitionThatChangesIsTold() throws {
    let row = ElementSnapshot(
      id: "1/a",
      fields: [:],
      contentVersion: 1,
      key: .empty,
      origin: RowOrigin(collection: "board", section: "todo", item: "a")
    )
    let section = ElementSnapshot(id: "1/todo", fields: [:], contentVersion: 1, key: .empty)
    let list = SectionedList([.init(section, items: [row])])
    let update = ListUpdate(
      version: 4,
      epoch: 255,
      resumeToken: [1],
      content: .list(list, reason: .viewChanged)
    )
    #expect(
      update.json(ElementJSON()).text == """
        {"epoch":"00000000000000ff","reason":"view_changed","sections":[{"content_version":1,"fields":{},"id":"1/todo","items":[\
        {"content_version":1,"fields":{},"id":"1/a","origin":{"collection":"board","item":"a","section":"todo"}}]}],\
        "token":"AQ==","update":"list","version":4}
        """
    )
  }

  @Test(arguments: [
    ["show"], ["watch"], ["show", "board", "--view", "board"], ["watch", "board", "--view", "board"],
    ["show", "--view", "board cap"], ["watch", "--view", ""],
  ])
  func aNameOrAView(arguments: [String]) async {
    let result = await terminal().run(arguments)
    #expect(result.status == 64 && result.output.isEmpty, "\(result.errors)")
  }
}
