import ArrangeClient
import Engine
import EngineTestSupport
import Foundation
import InputText
import ServerTestSupport
import Synchronization
import Testing

@testable import arrange

@Suite(.served) struct ImportTests {
  private func run(
    _ terminal: Terminal,
    _ text: String,
    name: String = "list.jsonl",
    _ options: String...
  ) async throws -> Terminal.Result {
    var result: Terminal.Result?
    try await TemporaryFile.with(text, name: name) { path in
      result = await terminal.run(["import", "list", path] + options)
    }
    return try #require(result)
  }

  private func lines(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { "{\"id\":\"i\($0)\",\"section\":\"s\($0 % 3)\",\"n\":\($0)}\n" }.joined()
  }

  /// What each transaction on the list has changed.
  private func transactions(_ terminal: Terminal) async throws -> [[HistoryChange]] {
    var transactions: [[HistoryChange]] = []
    var (version, change): (UInt64, Int) = (1, 0)
    while true {
      let page = try await terminal.client.history(
        HistoryRequest(collection: "list", from: version, fromChange: change)
      )
      for commit in page.commits {
        if change == 0 { transactions.append([]) }
        transactions[transactions.count - 1] += commit.changes
        (version, change) = commit.nextChange.map { (commit.version, $0) } ?? (commit.version + 1, 0)
      }
      guard version <= page.version else { return transactions }
    }
  }

  @Test func longListsGoInSeveralTransactions() async throws {
    let terminal = Terminal()
    let result = try await run(terminal, lines(1...2_000), "--create", "dense")
    #expect(
      result.output
        == "imported 2,000 items into list, which is new, with 3 new sections; it is at version 5\nleft out: nothing\n"
    )
    let transactions = try await transactions(terminal)
    for changes in transactions {
      #expect(changes.allSatisfy { $0.kind == .itemInserted || $0.kind == .sectionInserted })
      #expect(changes.count <= ImportLimits.transactionElements)
    }
    #expect(transactions.count == 5)
    let expected = [1, 2, 0].map { rest in
      ["s\(rest)"] + (1...2_000).filter { $0 % 3 == rest }.map { "i\($0)" }
    }
    #expect(try await terminal.ids("list") == expected)
  }

  @Test func largeItemsGoInSmallTransactions() async throws {
    let terminal = Terminal()
    let text = (1...40).map { _ in "{\"t\":\"\(String(repeating: "x", count: 60_000))\"}\n" }.joined()
    #expect(try await run(terminal, text, "--create", "dense").status == 0)
    let sizes = try await transactions(terminal).map { changes in
      changes.count { $0.kind == .itemInserted } * 60_000
    }
    #expect(sizes.allSatisfy { $0 <= ImportLimits.transactionBytes })
    #expect(sizes.reduce(0, +) == 40 * 60_000)
  }

  @Test func aMistakeChangesNothing() async throws {
    let terminal = Terminal()
    let result = try await run(terminal, lines(1...1_000) + "{\"id\":\n", "--create", "dense")
    #expect(result.status == 4)
    #expect(
      result.errors.hasPrefix("arrange: ") && result.errors.contains("list.jsonl, line 1001, column 7: ")
    )
    #expect(try await terminal.names() == [])
  }

  @Test func addsToWhatIsThere() async throws {
    let terminal = Terminal()
    await terminal.run("create", "list")
    await terminal.run("section", "add", "list", "s1", "own")
    await terminal.run("add", "list", "--section", "s1", "--id", "mine", "Mine")
    let result = try await run(terminal, lines(1...4))
    #expect(
      result.output
        == "imported 4 items into list, with 2 new sections; it is at version 3\nleft out: nothing\n"
    )
    #expect(
      try await terminal.ids("list") == [["s1", "mine", "i1", "i4"], ["own"], ["s2", "i2"], ["s0", "i3"]]
    )
  }

  @Test func repeatedImportsLeaveOutWhatIsThere() async throws {
    let store = MemoryJournal.Store()
    // The collection and two transactions are stored, and then the disk is gone.
    let journal = FailingJournal(MemoryJournal(store: store))
    journal.appendsLeft.store(3, ordering: .relaxed)
    try await LocalServer.run(journal: journal) { _ in
      let failed = try await run(Terminal(), lines(1...2_000), "--create", "dense")
      #expect(failed.status == 5)
      #expect(
        failed.errors.contains("of 2,000 items are imported, and with ids --skip-existing goes on from there")
      )
    }
    // The server is started again.
    try await LocalServer.run(journal: MemoryJournal(store: store)) { _ in
      try await goOn(Terminal())
    }
  }

  /// Imports what the import before did not come to.
  private func goOn(_ terminal: Terminal) async throws {
    // Without the option it is a conflict, as is making the collection again.
    #expect(try await run(terminal, lines(1...2_000)).status == 3)
    #expect(try await run(terminal, lines(1...2_000), "--create", "dense").status == 3)
    let result = try await run(terminal, lines(1...2_000), "--create", "dense", "--skip-existing", "--json")
    let node = try JSONReader.read(Array(result.output.utf8))
    guard case .integer(let items)? = node["items"]?.content,
      case .integer(let skipped)? = node["skipped"]?.content
    else {
      Issue.record("\(result.output)")
      return
    }
    #expect(items > 0 && skipped > 0 && items + skipped == 2_000)
    let ids = try await terminal.ids("list")
    #expect(
      ids == [1, 2, 0].map { rest in ["s\(rest)"] + (1...2_000).filter { $0 % 3 == rest }.map { "i\($0)" } }
    )
    let again = try await run(terminal, lines(1...2_000), "--skip-existing")
    #expect(again.output.contains("imported 0 items into list, left out 2,000"))
    #expect(try await terminal.ids("list") == ids)
  }

  @Test func skippingNeedsIDs() async throws {
    let terminal = Terminal()
    await terminal.run("create", "list")
    let result = try await run(terminal, "id,t\na,x\n,y\n", name: "list.csv", "--skip-existing")
    #expect(result.status == 4)
    #expect(result.errors.contains("line 3, column 1: the item has no id"))
    #expect(
      try await run(terminal, "t\nx\ny\n", name: "list.csv", "--skip-existing", "--id-field", "t").status == 0
    )
    #expect(try await terminal.ids("list") == [["", "x", "y"]])
  }

  @Test func thereHasToBeACollection() async throws {
    let result = try await run(Terminal(), lines(1...1))
    #expect(result.status == 2)
    #expect(
      result.errors
        == "arrange: there is no collection \"list\"; create it first, or with --create STRATEGY\n"
    )
  }

  @Test func theFormatCanBeTold() async throws {
    let terminal = Terminal()
    await terminal.run("create", "list")
    let unknown = try await run(terminal, "one\ntwo\n", name: "list.txt")
    #expect(unknown.status == 4)
    #expect(unknown.errors.contains("say it with --format"))
    #expect(
      try await run(terminal, "t\none\n", name: "list.txt", "--format", "csv", "--section", "").status == 0
    )
    #expect(try await run(terminal, "a;b\n1;2\n", name: "list.txt").status == 0)
    #expect(try await terminal.ids("list")?[0].count == 3)
  }

  @Test func aDryRunSendsNothing() async throws {
    // There is nobody to whom it could be sent.
    let terminal = Terminal(server: Terminal.nowhere)
    let result = try await run(terminal, lines(1...10), "--dry-run", "--json")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output == "{\"items\":10,\"left_out\":[],\"sections\":3,\"taken\":[]}\n")
  }

  @Test func progressIsForPeople() async throws {
    let terminal = Terminal(isTerminal: true)
    let shown = try await run(terminal, lines(1...2_000), "--create", "dense")
    #expect(shown.errors.contains("0 of 2,000 items"))
    #expect(shown.errors.hasSuffix("\r\u{1B}[K"))
    await terminal.run("delete", "list", "--yes")
    let piped = try await run(Terminal(), lines(1...2_000), "--create", "dense")
    #expect(piped.status == 0 && piped.errors.isEmpty)
  }

  @Test(arguments: [("reading.csv", 4, 16), ("project.md", 4, 13), ("line.jsonl", 3, 13)])
  func samplesAreLists(name: String, sections: Int, items: Int) async throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let terminal = Terminal()
    let path = root.appendingPathComponent("Examples/lists/\(name)").path
    let result = await terminal.run("import", "sample", path, "--create", "dense")
    #expect(result.status == 0, "\(result.errors)")
    let info = try await terminal.client.info("sample")
    #expect(info.sectionCount == sections && info.itemCount == items)
  }

  @Test func exportsReplaceFilesAtOnce() async throws {
    let terminal = Terminal()
    await terminal.run("create", "list")
    await terminal.run("add", "list", "One", "--id", "1")
    try await TemporaryFile.with("old", name: "list.md") { path in
      let failed = await terminal.run("export", "nope", path)
      #expect(failed.status == 2)
      let kept = try String(contentsOfFile: path, encoding: .utf8)
      #expect(kept == "old")
      let result = await terminal.run("export", "list", path)
      #expect(result.output == "exported 1 item in 1 section to \(path), version 1\n")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "- One <!-- arrange {\"id\":\"1\"} -->\n")
      let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
      // What is no ordinary file is written, not replaced.
      #expect(await terminal.run("export", "list", "/dev/null").status == 0)
      let kind = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
      #expect(kind == .typeCharacterSpecial)
      #expect(await terminal.run("export", "list", directory).status == 74)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["list.md"])
    }
  }
}
