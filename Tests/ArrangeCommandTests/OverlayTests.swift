import ServerTestSupport
import Testing

@testable import arrange

/// Commands for orders of one's own.
@Suite(.served) struct OverlayTests {
  private func board() async -> Terminal {
    let terminal = Terminal()
    await terminal.run("create", "board", "--strategy", "dense")
    await terminal.run("section", "add", "board", "todo")
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
    return terminal
  }

  @Test func oneOfOnesOwn() async {
    let terminal = await board()
    let missing = await terminal.run("show", "--view", "board overlay mine")
    #expect(missing.errors.contains("there is no overlay \"mine\" of \"board\""))
    #expect(
      await terminal.run("overlay", "create", "--of", "board").output == "created the overlay mine of board\n"
    )
    let moved = await terminal.run("move", "--view", "board overlay mine", "c", "--after", "a")
    #expect(moved.output.contains("the overlay mine of board is at version 1"), "\(moved)")
    let shown = await terminal.run("overlay", "show", "--of", "board")
    #expect(shown.output.contains("c     todo     a"), "\(shown.output)")
    let view = await terminal.run("show", "--view", "board overlay mine")
    #expect(order(view.output) == ["A", "C", "B"], "\(view.output)")
    #expect(order(await terminal.run("show", "board").output) == ["A", "B", "C"])
    let refused = await terminal.run("move", "--view", "board overlay mine sort title", "c", "--before", "a")
    #expect(refused.status != 0 && refused.errors.contains("sorted"), "\(refused.errors)")
    let reset = await terminal.run("overlay", "reset", "--of", "board", "--all")
    #expect(reset.output == "reset the overlay mine of board; 0 items are placed\n")
    #expect(order(await terminal.run("show", "--view", "board overlay mine").output) == ["A", "B", "C"])
    #expect(await terminal.run("overlay", "delete", "--of", "board").status == 0)
    #expect(await terminal.run("overlay", "show", "--of", "board").status != 0)
  }

  @Test func aSharedOne() async {
    let terminal = await board()
    #expect(await terminal.run("overlay", "create", "--of", "board", "--shared").status != 0)
    await terminal.run("overlay", "create", "triage", "--of", "board", "--shared")
    let list = await terminal.run("overlay", "list", "--of", "board")
    #expect(list.output.contains("triage") && list.output.contains("(shared)"))
    await terminal.run("move", "--view", "board overlay triage", "c", "--before", "a")
    let view = await terminal.run("show", "--view", "board overlay triage")
    #expect(order(view.output) == ["C", "A", "B"], "\(view.output)")
    await terminal.run("delete", "board", "--yes")
    #expect(await terminal.run("overlay", "list", "--of", "board").status != 0)
  }

  /// The titles that are shown, in their order.
  private func order(_ output: String) -> [String] {
    output.split(whereSeparator: { $0.isWhitespace }).map(String.init).filter {
      ["A", "B", "C"].contains($0)
    }
  }
}
