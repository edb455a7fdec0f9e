import ArrangeClient
import ArrangeModel
import Changes
import Testing

@testable import arrange

@Suite("arrange indent, arrange outdent", .served)
struct IndentTests {
  /// An outline: a with b and c, which has d, and then e and f.
  private func outline() async throws -> Terminal {
    let terminal = Terminal()
    await terminal.run("create", "plan", "--outline")
    for (item, parent) in [("a", nil), ("b", "a"), ("c", "a"), ("d", "c"), ("e", nil), ("f", nil)]
      as [(String, String?)]
    {
      let result = await terminal.run(
        ["add", "plan", item, "--id", item] + (parent.map { ["--under", $0] } ?? [])
      )
      #expect(result.status == 0, "\(result)")
    }
    return terminal
  }

  /// The outline, in brackets.
  private func drawing(_ terminal: Terminal) async throws -> String {
    let content = try await terminal.client.content(of: .named("plan"))
    let rows = content.sections.flatMap { slice in
      [TreeRow(slice.section, depth: 0)] + slice.items.map { TreeRow($0, depth: Int($0.outline?.depth ?? 1)) }
    }
    return try TreeList(rows).description
  }

  @Test("put items below those before them, and behind their parents")
  func both() async throws {
    let terminal = try await outline()
    #expect(try await drawing(terminal) == "(a(b c(d)) e f)")
    let indented = await terminal.run("indent", "plan", "f", "e")
    #expect(indented.status == 0 && indented.output.hasPrefix("indented "), "\(indented)")
    #expect(try await drawing(terminal) == "(a(b c(d) e f))")
    let history = await terminal.run("history", "plan", "--limit", "1").output
    #expect(history.contains("moved item e from 0.1 to 2 below a"), "\(history)")
    await terminal.run("indent", "plan", "c", "d")
    #expect(try await drawing(terminal) == "(a(b(c(d)) e f))")
    await terminal.run("outdent", "plan", "d", "f", "e")
    #expect(try await drawing(terminal) == "(a(b(c d)) e f)")
    await terminal.run("outdent", "plan", "c", "d", "b")
    #expect(try await drawing(terminal) == "(a b(c d) e f)")
  }

  @Test("arrange move --to takes along what is below an item, or says what becomes of that")
  func otherOutline() async throws {
    let terminal = try await outline()
    await terminal.run("create", "book", "--outline")
    await terminal.run("add", "book", "x", "--id", "x")
    let moved = await terminal.run("move", "plan", "c", "--to", "book", "--under", "x", "--first")
    #expect(moved.status == 0, "\(moved)")
    #expect(try await drawing(terminal) == "(a(b) e f)")
    let history = await terminal.run("history", "book", "--limit", "1").output
    #expect(history.contains("added item d at 0 below c, transferred from plan"), "\(history)")
    await terminal.run("create", "flat")
    let refused = await terminal.run("move", "book", "c", "--to", "flat")
    #expect(refused.status == 3 && refused.errors.contains("c / d"), "\(refused)")
    let alone = await terminal.run("move", "book", "c", "--to", "flat", "--descendants", "promote")
    #expect(alone.status == 0, "\(alone)")
    let back = await terminal.run("move", "flat", "c", "--to", "plan", "--under", "b")
    #expect(back.status == 0, "\(back)")
    #expect(try await drawing(terminal) == "(a(b(c)) e f)")
    for wrong in [["--descendants", "remove"], ["--to", "book", "--if-cycle", "skip"]] {
      #expect(await terminal.run(["move", "plan", "a", "--last"] + wrong).status == 64)
    }
  }

  @Test("say why nothing is moved")
  func nothing() async throws {
    let terminal = try await outline()
    let first = await terminal.run("indent", "plan", "b")
    #expect(first.status == 4 && first.errors.contains("there is no sibling before \"b\""), "\(first)")
    let top = await terminal.run("outdent", "plan", "a", "e")
    #expect(top.status == 4 && top.errors.contains("there is nothing above \"a\", \"e\""), "\(top)")
    #expect(await terminal.run("indent", "plan", "x").status == 2)
    await terminal.run("create", "flat")
    await terminal.run("add", "flat", "a", "--id", "a")
    let flat = await terminal.run("indent", "flat", "a")
    #expect(flat.status == 4 && flat.errors.contains("is a flat list"), "\(flat)")
  }
}
