import ServerTestSupport
import Testing

@testable import arrange

/// Commands for outlines.
@Suite(.served) struct OutlineTests {
  private func plan() async -> Terminal {
    let terminal = Terminal()
    await terminal.run("create", "plan", "--strategy", "dense", "--outline", "--max-depth", "3")
    await terminal.run("add", "plan", "Book", "--id", "book")
    await terminal.run("add", "plan", "--under", "book", "One", "Two", "--id", "one", "--id", "two")
    await terminal.run("add", "plan", "--under", "one", "Page", "--id", "page")
    return terminal
  }

  /// The titles of a shown outline, with the spaces before them.
  private func titles(_ output: String) -> [String] {
    output.split(separator: "\n").dropFirst(2).map { line in
      // Before the title is the index, behind it the id.
      let id = line.split(separator: " ").last ?? ""
      return String(line.dropFirst(4).dropLast(id.count + 2))
    }
  }

  @Test func areShownAsTrees() async {
    let terminal = await plan()
    let shown = await terminal.run("show", "plan")
    #expect(titles(shown.output) == ["Book", "  One", "    Page", "  Two"], "\(shown.output)")
    let json = await terminal.run("show", "plan", "--json")
    #expect(
      json.output.contains("\"depth\":3") && json.output.contains("\"descendants\":3"),
      "\(json.output)"
    )
  }

  @Test(arguments: [
    ("plan", ["Book", "  One", "    Page", "  Two"]),
    ("plan sort title desc", ["Book", "  Two", "  One", "    Page"]),
    (#"plan where title = "Page" with ancestors"#, ["Book", "  One", "    Page"]),
    (#"plan where title = "One" with descendants"#, ["  One", "    Page"]),
    ("plan flat all", ["Book", "One", "Page", "Two"]),
  ])
  func areShownInViews(view: String, rows: [String]) async {
    let shown = await plan().run("show", "--view", view)
    #expect(titles(shown.output).filter { !$0.isEmpty } == rows, "\(shown)")
  }

  @Test func moveWithWhatIsBelow() async {
    let terminal = await plan()
    let moved = await terminal.run("move", "plan", "one", "--under", "two")
    #expect(moved.status != 0 && moved.errors.contains("book / two / one / page"), "\(moved.errors)")
    let top = await terminal.run("move", "plan", "one", "--under", "")
    #expect(top.output.hasPrefix("moved item one at index 1 of section 0\n"), "\(top)")
    let below = await terminal.run("move", "plan", "book", "--under", "one", "--first")
    #expect(below.output.hasPrefix("moved item book at index 0 of the children of one\n"), "\(below)")
    let around = await terminal.run("move", "plan", "one", "--under", "two")
    #expect(around.status != 0 && around.errors.contains("one / book / two"), "\(around.errors)")
    let left = await terminal.run("move", "plan", "one", "--under", "two", "--if-cycle", "skip")
    #expect(left.status == 0 && left.output.contains("nothing to change"), "\(left)")
    let shown = await terminal.run("show", "plan")
    #expect(titles(shown.output) == ["One", "  Book", "    Two", "  Page"], "\(shown.output)")
  }

  @Test func rowsArePlacedInViews() async {
    let terminal = await plan()
    let view = #"plan where title = "Page" with ancestors"#
    let planned = await terminal.run("move", "--view", view, "page", "--under", "book", "--dry-run")
    #expect(
      planned.output
        == "page: at index 1 of section 0, in section \"\", goes below book, 1 hidden item between\nnothing was changed: --dry-run\n"
    )
    await terminal.run("move", "--view", view, "page", "--after", "one", "--under", "book")
    let shown = await terminal.run("show", "plan")
    #expect(titles(shown.output) == ["Book", "  One", "  Page", "  Two"], "\(shown.output)")
    let top = await terminal.run("move", "--view", "plan cap 9", "page", "--under", "", "--after", "two")
    #expect(top.output.contains("goes to the top"), "\(top)")
    let around = await terminal.run("move", "--view", "plan cap 9", "book", "--under", "one", "--json")
    #expect(around.errors.contains("\"reason\":\"below_itself\""), "\(around.errors)")
    let hidden = await terminal.run("move", "--view", "plan flat all", "one", "--after", "page")
    #expect(hidden.errors.contains("allow \"parent\""), "\(hidden.errors)")
  }

  @Test func areUndonePutBackAndTakenBack() async {
    let (terminal, all) = (await plan(), ["Book", "  One", "    Page", "  Two"])
    await terminal.run("remove", "plan", "one", "--descendants", "remove")
    let bin = await terminal.run("bin", "list", "plan")
    #expect(bin.output.contains(" / book") && bin.output.contains("One (1 item)"), "\(bin)")
    let undone = await terminal.run("undo", "plan")
    #expect(undone.output.hasPrefix("undone: item one was removed\n"), "\(undone)")
    #expect(titles(await terminal.run("show", "plan").output) == all)
    await terminal.run("redo", "plan")
    #expect(await terminal.run("bin", "put-back", "plan", "one").status == 0)
    #expect(titles(await terminal.run("show", "plan").output) == all)
    await terminal.run("move", "plan", "one", "--under", "")
    let tried = await terminal.run("rollback", "plan", "--to", "3", "--dry-run")
    #expect(tried.output.hasPrefix("would change items >1;"), "\(tried)")
    let json = await terminal.run("rollback", "plan", "--to", "3", "--dry-run", "--json")
    #expect(json.output.contains("\"profile\":\"tree\""), "\(json)")
    await terminal.run("rollback", "plan", "--to", "3")
    #expect(titles(await terminal.run("show", "plan").output) == all)
    let refused = await terminal.run("erase", "plan", "one", "--yes")
    #expect(refused.status != 0 && refused.errors.contains("\"page\" is below"), "\(refused)")
    #expect(await terminal.run("erase", "plan", "one", "page", "--yes").status == 0)
    #expect(titles(await terminal.run("show", "plan").output) == ["Book", "  Two"])
  }

  @Test func areRemovedWithWhatIsBelowOrWithoutIt() async {
    let terminal = await plan()
    let refused = await terminal.run("remove", "plan", "book")
    #expect(refused.status != 0 && refused.errors.contains("book / one"), "\(refused.errors)")
    await terminal.run("remove", "plan", "book", "--descendants", "promote")
    #expect(titles(await terminal.run("show", "plan").output) == ["One", "  Page", "Two"])
    await terminal.run("remove", "plan", "one", "--descendants", "remove")
    #expect(titles(await terminal.run("show", "plan").output) == ["Two"])
  }

  @Test func areWatchedComparedAndReadAtEarlierVersions() async {
    let terminal = await plan()
    let watched = await terminal.run("watch", "plan", "--batches", "0")
    #expect(
      watched.output.contains("the whole outline, the subscription begins; 4 items in 1 section"),
      "\(watched)"
    )
    let json = await terminal.run("watch", "plan", "--batches", "0", "--json")
    #expect(json.output.contains(#""update":"list""#) && json.output.contains(#""depth":2"#), "\(json)")
    await terminal.run("move", "plan", "page", "--under", "two")
    let version = await terminal.run("versions", "set", "plan", "done")
    #expect(version.status == 0, "\(version)")
    let diff = await terminal.run("diff", "plan", "3", "done")
    #expect(diff.output.contains("moved item one.0 to two.0"), "\(diff)")
    let back = await terminal.run("diff", "plan", "done", "3", "--json")
    #expect(back.output.contains(#""moves":[{"from":["two",0],"to":["one",0]}]"#), "\(back)")
    let shown = await terminal.run("show", "plan", "--at", "3")
    let now = await terminal.run("show", "plan", "--at", "done")
    #expect(titles(shown.output) == ["Book", "  One", "    Page", "  Two"], "\(shown)")
    #expect(titles(now.output) == ["Book", "  One", "  Two", "    Page"], "\(now)")
    let replay = await terminal.run("watch", "plan", "--replay", "3..")
    #expect(replay.output.contains("1 commit: items >1"), "\(replay)")
  }

  @Test func refuseWhatIsNotForThem() async {
    let terminal = await plan()
    for arguments in [
      ["watch", "plan", "--around", "book"], ["overlay", "create", "--of", "plan"],
      ["watch", "plan", "--profile", "uikit"], ["diff", "plan", "1", "--profile", "uikit"],
    ] {
      let refused = await terminal.run(arguments)
      #expect(refused.status != 0 && refused.errors.contains("outline"), "\(arguments): \(refused)")
    }
    #expect(await terminal.run("create", "flat", "--max-depth", "3").status == 64)
    await terminal.run("create", "flat")
    let flat = await terminal.run("add", "flat", "--under", "x", "Text")
    #expect(flat.status != 0 && flat.errors.contains("the collection is flat"), "\(flat.errors)")
    #expect(await terminal.run("add", "plan", "Text", "--if-parent-missing", "last").status == 64)
  }
}
