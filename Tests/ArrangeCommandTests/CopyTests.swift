import ArrangeClient
import ArrangeModel
import Ordering
import ServerTestSupport
import TestSupport
import Testing

@testable import arrange

@Suite("arrange copy", .served)
struct CopyTests {
  @Test("makes a collection with the same content in one commit")
  func template() async throws {
    let terminal = Terminal()
    await terminal.run("create", "plan", "--strategy", "lexorank", "--title", "Plan", "--field", "n:=1")
    await terminal.run("add", "plan", "Loose", "--id", "loose")
    await terminal.run("section", "add", "plan", "todo", "--title", "To do")
    await terminal.run("section", "add", "plan", "empty")
    await terminal.run(
      "add",
      "plan",
      "--section",
      "todo",
      "A",
      "B",
      "--id",
      "a",
      "--id",
      "b",
      "--field",
      "x:=true"
    )
    let copied = await terminal.run("copy", "plan", "release", "--title", "Release 12")
    #expect(
      copied.output
        == "copied 3 items in 3 sections of plan at version 4 to release, which is at version 1\n",
      "\(copied)"
    )
    #expect(try await terminal.ids("release") == terminal.ids("plan"))
    let client = try terminal.client
    let (plan, release) = (
      try await client.content(of: .named("plan")), try await client.content(of: .named("release"))
    )
    #expect(release.sections.map(\.section.fields) == plan.sections.map(\.section.fields))
    #expect(release.sections.map { $0.items.map(\.fields) } == plan.sections.map { $0.items.map(\.fields) })
    let info = try await client.info("release")
    #expect(
      info.strategy == "lexorank" && info.fields["title"] == .string("Release 12")
        && info.fields["n"] == .int(1)
    )
    // The first one is as it was, and changes of one are none of the other.
    #expect(try await client.info("plan").fields["title"] == .string("Plan"))
    await terminal.run("remove", "release", "a")
    #expect(try await terminal.ids("plan")?[1] == ["todo", "a", "b"])
  }

  @Test("copies an earlier version, and an empty collection")
  func earlier() async throws {
    let terminal = Terminal()
    await terminal.run("create", "board")
    await terminal.run("add", "board", "A", "--id", "a")
    await terminal.run("add", "board", "B", "--id", "b")
    await terminal.run("versions", "set", "board", "one", "--at", "1")
    for version in ["1", "one"] {
      let result = await terminal.run(
        "copy",
        "board",
        "at-\(version)",
        "--at",
        version,
        "--strategy",
        "dense"
      )
      #expect(result.status == 0 && result.output.contains("of board at version 1 to"), "\(result)")
      #expect(try await terminal.ids("at-\(version)".identifier) == [["", "a"]])
    }
    #expect(try await terminal.client.info("at-1").strategy == "dense")
    let empty = await terminal.run("copy", "board", "none", "--at", "0", "--json")
    #expect(empty.status == 0 && empty.output.contains(#""items":0"#), "\(empty)")
    #expect(try await terminal.version("none") == 0)
  }

  @Test("never changes what is there, but goes on with an empty copy")
  func existing() async throws {
    let terminal = Terminal()
    await terminal.run("create", "board")
    await terminal.run("add", "board", "A", "--id", "a")
    await terminal.run("create", "half")
    await terminal.run("create", "full")
    await terminal.run("add", "full", "X", "--id", "x")
    await terminal.run("create", "other", "--title", "Other")
    #expect(await terminal.run("copy", "board", "half").status == 0)
    #expect(try await terminal.ids("half") == [["", "a"]])
    for name in ["full", "other", "half", "board"] {
      #expect(await terminal.run("copy", "board", name).status == 3, "\(name)")
    }
    #expect(try await terminal.ids("full") == [["", "x"]])
    #expect(await terminal.run("copy", "nothing", "new").status == 2)
    await terminal.run("view", "define", "mine", "board where x")
    let view = await terminal.run("copy", "mine", "new")
    #expect(view.status == 4 && view.errors.contains("is a view"), "\(view)")
    #expect(try await !terminal.names().contains("new"))
  }

  @Test("copies random lists, and refuses what one transaction can't write before it makes anything")
  func sizes() async throws {
    let terminal = Terminal()
    let client = try terminal.client
    var random = OrderingRandom(seed: 5)
    for round in 0..<5 {
      let name = Identifier(unchecked: "list\(round)")
      try await client.create(name)
      var operations: [ListOperation] = []
      for section in 0..<Int.random(in: 0..<6, using: &random) {
        let id = Identifier(unchecked: section == 2 ? "" : "s\(section)")
        if section != 2 { operations.append(.insertSections([NewElement(id: id)], to: SectionDestination())) }
        let items = (0..<Int.random(in: 0..<700, using: &random)).map { place in
          NewElement(id: Identifier(unchecked: "\(section).\(place)"), fields: ["n": .int(Int64(place))])
        }
        if !items.isEmpty { operations.append(.insertItems(items, to: ItemDestination(section: id))) }
      }
      if !operations.isEmpty { try await client.apply(operations, to: name) }
      let result = await terminal.run("copy", name.text, "copy\(round)")
      #expect(result.status == 0, "\(result)")
      #expect(try await terminal.ids("copy\(round)".identifier) == terminal.ids(name))
      #expect(try await terminal.version("copy\(round)".identifier) == (operations.isEmpty ? 0 : 1))
    }
    try await client.create("large")
    for part in 0..<3 {
      let text = FieldValue.string(String(repeating: "x", count: 10_000))
      let items = (0..<50).map { NewElement(id: Identifier(unchecked: "\(part).\($0)"), fields: ["t": text]) }
      try await client.apply([.insertItems(items, to: ItemDestination())], to: "large")
    }
    let large = await terminal.run("copy", "large", "never")
    #expect(
      large.status == 4 && large.errors.contains("arrange export large | arrange import never"),
      "\(large)"
    )
    #expect(try await !terminal.names().contains("never"))
  }
}

extension String {
  fileprivate var identifier: Identifier { Identifier(unchecked: self) }
}
