import ArrangeModel
import ServerTestSupport
import Testing

@testable import arrange

/// Commands that look back.
@Suite(.served) struct PastTests {
  /// A board whose versions 2 to 5 have a, then b and c, then c before a, and then a new title of a.
  private func board() async -> Terminal {
    let terminal = Terminal()
    await terminal.run("create", "board")
    await terminal.run("section", "add", "board", "todo")
    await terminal.run("add", "board", "--section", "todo", "A", "--id", "a")
    await terminal.run("add", "board", "--section", "todo", "B", "C", "--id", "b", "--id", "c")
    await terminal.run("move", "board", "c", "--first")
    await terminal.run("update", "board", "a", "--title", "A2")
    return terminal
  }

  @Test func anEarlierVersionIsShown() async {
    let terminal = await board()
    let shown = await terminal.run("show", "board", "--at", "3")
    #expect(shown.status == 0 && shown.output.contains("version 3, 3 items in 1 section"), "\(shown)")
    #expect(shown.output.contains("0  A  a") && !shown.output.contains("A2"), "\(shown.output)")
    let json = await terminal.run("show", "board", "--at", "2", "--json").output
    #expect(json.contains("\"version\":2") && !json.contains("\"key\""), "\(json)")
    let window = await terminal.run("show", "board", "--at", "3", "--around", "b", "--each-side", "0")
    #expect(window.output.contains("1  B  b"), "\(window.output)")
    let later = await terminal.run("show", "board", "--at", "6")
    #expect(later.status != 0 && later.errors.contains("there is no version 6 yet; the newest one is 5"))
    let unknown = await terminal.run("show", "board", "--at", "x")
    #expect(unknown.status != 0 && unknown.errors.contains("no version of the collection is named \"x\""))
    #expect(await terminal.run("show", "board", "--at", "3", "--keys").status == 64)
    let sent = await terminal.run("show", "--view", "board", "--at", "3")
    #expect(sent.status == 0 && sent.output.contains("B  b") && !sent.output.contains("A2"), "\(sent)")
    await terminal.run("view", "define", "home", "board")
    let view = await terminal.run("show", "home", "--at", "3")
    #expect(view.status == 0 && view.output.contains("B  b") && !view.output.contains("A2"), "\(view)")
    let followed = await terminal.run("watch", "home", "--replay", "3..5")
    #expect(followed.status != 0 && followed.errors.contains("can't be followed"), "\(followed)")
  }

  @Test func twoVersionsAreCompared() async {
    let terminal = await board()
    #expect(
      await terminal.run("diff", "board", "2", "5").output == """
        version 2 to 5  3 commits: items +2 ~1; 3 items in 1 section
          added item 0.0 "C" c
          added item 0.2 "B" b
          updated item 0.1 "A2" a

        """
    )
    #expect(
      await terminal.run("diff", "board", "4", "3").output == """
        version 4 to 3  1 commit: items >1; 3 items in 1 section
          moved item 0.0 to 0.2

        """
    )
    #expect(
      await terminal.run("diff", "board", "5").output == "version 5 to 5  0 commits: nothing is different\n"
    )
    let missing = await terminal.run("diff", "board", "1", "9")
    #expect(missing.status != 0 && missing.errors.contains("there is no version 9 yet"), "\(missing)")
  }

  @Test func versionsHaveNames() async {
    let terminal = await board()
    #expect(
      await terminal.run("versions", "set", "board", "before the move", "--at", "3").output
        == "version 3 of board is named before the move\n"
    )
    await terminal.run("versions", "set", "board", "now")
    let shown = await terminal.run("show", "board", "--at", "before the move")
    #expect(shown.output.contains("version 3, 3 items"), "\(shown)")
    let diff = await terminal.run("diff", "board", "before the move", "now").output
    #expect(diff.hasPrefix("version 3 to 5  2 commits: items >1 ~1"), "\(diff)")
    let replay = await terminal.run("watch", "board", "--replay", "before the move..now").output
    #expect(replay.split(separator: "\n").count == 3, "\(replay)")
    let list = await terminal.run("versions", "list", "board").output.split(separator: "\n")
    #expect(list.count == 3 && list[1].contains("5  now") && list[2].contains("3  before the move"))
    #expect(await terminal.run("versions", "set", "board", "41").errors.contains("is a number"))
    #expect(await terminal.run("versions", "delete", "board", "now").output == "deleted the name now\n")
    let missing = await terminal.run("versions", "delete", "board", "now")
    #expect(missing.status != 0 && missing.errors.contains("no version of the collection is named"))
    await terminal.run("versions", "delete", "board", "before the move")
    #expect(
      await terminal.run("versions", "list", "board").output == "no version of board has a name\n"
    )
  }

  @Test func aBoardIsTakenBack() async throws {
    let terminal = await board()
    #expect(
      await terminal.run("rollback", "board", "--to", "2", "--dry-run").output == """
        would change items -2 ~1; 1 item in 1 section
          deleted item 0.0
          deleted item 0.2
          updated item 0.0 "A" a

        """
    )
    #expect(
      await terminal.run("rollback", "board", "--to", "3").output
        == "took board back to version 3, it is at version 6\n"
    )
    #expect(try await terminal.ids("board") == [["todo", "a", "b", "c"]])
    #expect(
      await terminal.run("rollback", "board", "--to", "6").output
        == "nothing is different from version 6, board is at version 6\n"
    )
    await terminal.run("undo", "board")
    #expect(try await terminal.ids("board") == [["todo", "c", "a", "b"]])
    await terminal.run("redo", "board")
    #expect(try await terminal.ids("board") == [["todo", "a", "b", "c"]])
    await terminal.run("add", "board", "--section", "todo", "D", "--id", "d", "--after", "a")
    #expect(await terminal.run("rollback", "board", "--to", "2", "--keep-later").status == 0)
    #expect(try await terminal.ids("board") == [["todo", "a", "d", "b", "c"]])
    let aborted = await terminal.run("rollback", "board", "--to", "2", "--if-version", "3")
    #expect(aborted.status != 0 && aborted.errors.contains("is at version 9, not 3"), "\(aborted)")
    for _ in 0..<2 {
      let once = await terminal.run("rollback", "board", "--to", "2", "--request-id", "r")
      #expect(once.output == "took board back to version 2, it is at version 10\n", "\(once)")
    }
    #expect(
      await terminal.run("rollback", "board", "--to", "2", "--dry-run", "--request-id", "r").status == 64
    )
    #expect(await terminal.run("rollback", "board", "--to", "2", "--group", "g").status == 64)
  }

  @Test func whatWasRemovedIsPutBack() async throws {
    let terminal = await board()
    #expect(await terminal.run("bin", "list", "board").output == "the bin of board is empty\n")
    await terminal.run("remove", "board", "a")
    await terminal.run("section", "remove", "board", "todo")
    let list = await terminal.run("bin", "list", "board").output.split(separator: "\n")
    #expect(
      list.count == 3 && list[1].contains("(section)  todo") && list[1].hasSuffix("(2 items)"),
      "\(list)"
    )
    #expect(list[2].contains("todo") && list[2].hasSuffix("a     A2"), "\(list)")
    let early = await terminal.run("bin", "put-back", "board", "a")
    #expect(early.status != 0 && early.errors.contains("the section \"todo\" of the item"), "\(early)")
    #expect(
      await terminal.run("bin", "put-back", "board", "todo", "--section").output.contains(
        "put back section todo at index 0"
      )
    )
    #expect(
      await terminal.run("bin", "put-back", "board", "a").output.contains(
        "put back item a at index 1 of section 0"
      )
    )
    #expect(try await terminal.ids("board") == [["todo", "c", "a", "b"]])
    await terminal.run("undo", "board")
    #expect(try await terminal.ids("board") == [["todo", "c", "b"]])
    await terminal.run("redo", "board")
    #expect(try await terminal.ids("board") == [["todo", "c", "a", "b"]])
    #expect(await terminal.run("bin", "put-back", "board", "a", "--request-id", "r").status == 64)
    #expect(await terminal.run("bin", "put-back", "board", "a", "--group", "g").status == 64)
    let missing = await terminal.run("bin", "put-back", "board", "a")
    #expect(missing.status != 0 && missing.errors.contains("is not in the bin of board"), "\(missing)")
    #expect(await terminal.run("bin", "empty", "board").status == 64)
    #expect(await terminal.run("bin", "empty", "board", "--yes").output == "emptied the bin of board\n")
    let past = await terminal.run("show", "board", "--at", "3")
    #expect(past.status != 0 && past.errors.contains("no longer kept"), "\(past)")
  }

  @Test func itemsAreErased() async throws {
    let terminal = await board()
    await terminal.run("remove", "board", "a")
    await terminal.run("versions", "set", "board", "before")
    let unasked = await terminal.run("erase", "board", "a")
    #expect(unasked.status == 64 && unasked.errors.contains("give --yes to erase for good"), "\(unasked)")
    let named = await terminal.run("erase", "board", "a", "--yes")
    #expect(named.status != 0 && named.errors.contains("version 6 is named \"before\""), "\(named)")
    #expect(named.errors.contains("--delete-names deletes names as well"), "\(named)")
    let missing = await terminal.run("erase", "board", "a", "z", "--yes")
    #expect(
      missing.status == 2 && missing.errors.contains("has an item \"z\"; nothing was erased"),
      "\(missing)"
    )
    let erased = await terminal.run("erase", "board", "a", "b", "--yes", "--delete-names")
    #expect(
      erased.output == """
        erased a, b from board, whose history begins with version 7
        deleted the names of versions: before
        no file of the server has it any more
        backups that were made before still have it

        """,
      "\(erased)"
    )
    #expect(try await terminal.ids("board") == [["todo", "c"]])
    #expect(await terminal.run("bin", "list", "board").output == "the bin of board is empty\n")
    await terminal.run("view", "define", "home", "board")
    let view = await terminal.run("erase", "home", "c", "--yes")
    #expect(view.status != 0 && view.errors.contains("home"), "\(view)")
  }

  @Test func versionsArePlayedAgain() async {
    let terminal = await board()
    #expect(
      await terminal.run("watch", "board", "--replay", "2..4", "--authors").output == """
        version 2: the whole list, the version was asked for; 1 item in 1 section
        version 3, 1 commit by anonymous: items +2; 3 items in 1 section
        version 4, 1 commit by anonymous: items >1; 3 items in 1 section

        """
    )
    let all = await terminal.run("watch", "board", "--replay", "4..")
    #expect(all.output.split(separator: "\n").count == 2 && all.status == 0, "\(all)")
    let json = await terminal.run("watch", "board", "--replay", "5..5", "--json").output
    #expect(json.contains("\"reason\":\"past\"") && json.split(separator: "\n").count == 1, "\(json)")
    let backwards = await terminal.run("watch", "board", "--replay", "4..2")
    #expect(backwards.status != 0 && backwards.errors.contains("before version 4 with which it begins"))
    #expect(await terminal.run("watch", "board", "--replay", "4").status == 64)
    #expect(await terminal.run("watch", "board", "--replay", "4..5", "--keys").status == 64)
  }
}
