import ArrangeClient
import ArrangeModel
import Foundation
import InputText
import Ordering
import Testing

@testable import arrange

/// Files with nested items: in an outline these become children, and what is exported and imported again is the same outline.
@Suite(.served) struct OutlineFileTests {
  /// The list that an outline would get, a line for each item, or where and why it is refused.
  private func nested(_ format: ImportFormat, _ text: String, _ options: ImportOptions = ImportOptions())
    -> String
  {
    var number = 0
    do {
      let list = try format.read(SourceText(text), options).nested {
        number += 1
        return Identifier(stringLiteral: "new\(number)")
      }
      return drawing(list)
    } catch {
      let position = TextPosition(of: error.offset, in: Array(text.utf8))
      return "\(position.line):\(position.column) \(error.message)"
    }
  }

  /// Items with their ids, parents and fields.
  private func drawing(_ list: ImportedList) -> String {
    var lines: [String] = []
    if !list.fields.isEmpty { lines.append("list \(list.fields.json.text)") }
    for section in list.sections {
      if !section.id.isEmpty || !section.fields.isEmpty {
        lines.append("[\(section.id)] \(section.fields.json.text)")
      }
      for item in section.items {
        lines.append("\(item.parent?.text ?? "") / \(item.id?.text ?? "-") \(item.fields.json.text)")
      }
    }
    return lines.joined(separator: "\n")
  }

  // MARK: What files say

  @Test("the nesting of lists in Markdown")
  func markdown() {
    let text = """
      - a
        - b
          - c
        - [x] d
      - e <!-- arrange {"id":"e"} -->
          - f <!-- arrange {"fields":{"level":7}} -->
      """
    #expect(
      nested(.markdown, text) == """
         / new1 {"title":"a"}
        new1 / new2 {"title":"b"}
        new2 / - {"title":"c"}
        new1 / - {"done":true,"title":"d"}
         / e {"title":"e"}
        e / - {"level":7,"title":"f"}
        """
    )
  }

  @Test("children in JSON, and the depths that show prints")
  func json() {
    let plain = #"[{"id":"a","children":[{"title":"b","children":[]},{"id":"c"}]},{"id":"d"}]"#
    #expect(nested(.json, plain) == " / a {}\na / - {\"title\":\"b\"}\na / c {}\n / d {}")
    #expect(
      outcome(.json, plain) == "[]\n  a {}\n  - {\"level\":1,\"title\":\"b\"}\n  c {\"level\":1}\n  d {}"
    )
    let shown = """
      {"sections":[{"id":"s","fields":{},"items":[
        {"id":"a","fields":{},"content_version":1,"depth":1,"children":1,"descendants":1},
        {"id":"b","fields":{"level":3},"content_version":2,"depth":2,"children":0,"descendants":0}]}]}
      """
    #expect(nested(.json, shown) == "[s] {}\n / a {}\na / b {\"level\":3}")
    let lines =
      #"{"id":"b","parent":"a","fields":{}}"# + "\n" + #"{"id":"a","parent":"","fields":{"parent":1}}"#
    #expect(nested(.jsonl, lines) == " / a {\"parent\":1}\na / b {}")
    #expect(
      nested(.jsonl, #"{"id":"b","depth":0,"fields":{}}"#) == #"1:19 "depth" has to be an integer from 1"#
    )
  }

  @Test("columns of tables: parents, or levels that begin anywhere and leave some out")
  func tables() {
    #expect(
      nested(.csv, "id,parent,title\n1,,a\n3,2,c\n2,1,b\n")
        == " / 1 {\"title\":\"a\"}\n1 / 2 {\"title\":\"b\"}\n2 / 3 {\"title\":\"c\"}"
    )
    #expect(
      nested(.csv, "title,level\na,1\nb,4\nc,2\nd,1\n")
        == " / new1 {\"title\":\"a\"}\nnew1 / - {\"title\":\"b\"}\nnew1 / - {\"title\":\"c\"}\n / - {\"title\":\"d\"}"
    )
    #expect(
      nested(.csv, "TYPE,CONTENT,INDENT\ntask,a,1\ntask,b,2\n")
        == " / new1 {\"title\":\"a\"}\nnew1 / - {\"title\":\"b\"}"
    )
    // Jira and others name the columns otherwise.
    var options = ImportOptions()
    options.idField = "Key"
    #expect(
      nested(.csv, "Key,Parent,Summary\nP-2,P-1,b\nP-1,,a\n", options)
        == " / P-1 {\"Key\":\"P-1\",\"title\":\"a\"}\nP-1 / P-2 {\"Key\":\"P-2\",\"title\":\"b\"}"
    )
  }

  @Test("a parent that is not there, and items below themselves, are refused where they stand")
  func refusals() {
    #expect(
      nested(.csv, "id,parent\na,\nb,c\n")
        == #"3:1 there is no item with the id "c", which should be the parent"#
    )
    let circle = nested(.csv, "id,parent\na,\nb,d\nc,b\nd,c\n")
    #expect(circle == "3:1 an item can't be below itself: b / c / d / b")
    #expect(nested(.csv, "id,parent\na,a\n") == "2:1 an item can't be below itself: a / a")
  }

  @Test("the deepest nesting of a file costs no stack")
  func depth() throws {
    let lines = (0..<100_000).map {
      #"{"id":"\#($0)","parent":"\#($0 == 0 ? "" : "\($0 - 1)")","fields":{}}"#
    }
    let list = try ImportFormat.jsonl.read(SourceText(lines.joined(separator: "\n")), ImportOptions()).nested
    { "x" }
    #expect(list.itemCount == 100_000 && list.sections[0].items[99_999].parent == "99998")
  }

  // MARK: OPML

  @Test("what outliners write in OPML")
  func opml() {
    let text = """
      <?xml version="1.0" encoding="ISO-8859-1"?>
      <!-- of an outliner -->
      <opml version="2.0">
        <head><title>Trip &amp; more</title><expansionState>1</expansionState></head>
        <body>
          <outline text="Pack" _note="two&#10;lines"><outline text="Tickets" _status="checked"/></outline>
          <outline title="Feed" xmlUrl="https://example.org/a?b=1&amp;c=2"/>
          <outline/>
        </body>
      </opml>
      """
    #expect(
      nested(.opml, text) == """
        list {"title":"Trip & more"}
         / new1 {"notes":"two\\nlines","title":"Pack"}
        new1 / - {"done":true,"title":"Tickets"}
         / - {"title":"Feed","xmlUrl":"https://example.org/a?b=1&c=2"}
         / - {}
        """
    )
    #expect(
      outcome(.opml, text).hasSuffix(
        "  - {\"done\":true,\"level\":1,\"title\":\"Tickets\"}\n  - {\"title\":\"Feed\",\"xmlUrl\":\"https://example.org/a?b=1&c=2\"}\n  - {}"
      )
    )
    #expect(ImportFormat(guessing: SourceText(text)) == .opml && ImportFormat(fileName: "a.OPML") == .opml)
  }

  @Test(
    "what is no OPML is refused with its line",
    arguments: [
      (
        "<opml><body><outline text='a'></body></opml>",
        "1:1 it is no XML from here on"
      ),
      ("<opml>\n<body>\n<outline text='a'>", "3:1 it is no XML from here on"),
      ("<html/>", "1:1 this is no OPML: its outermost element has to be opml"),
      ("", "1:1 this is no OPML: its outermost element has to be opml"),
      (
        "<!DOCTYPE opml [\n<!ENTITY a 'aaaaaaaaaa'>\n<!ENTITY b '&a;&a;'>]>\n<opml><body><outline text='&b;'/></body></opml>",
        "1:1 OPML has no document type; take it out"
      ),
      (
        "<!DOCTYPE opml [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>\n<opml><body><outline text='&x;'/></body></opml>",
        "1:1 OPML has no document type; take it out"
      ),
      (
        "<opml><body>\n<outline arrange='{'/></body></opml>",
        "2:1 the attribute \"arrange\" can't be read: "
      ),
      (
        "<opml><body>\n<outline text='a'>\n<outline arrange='{&quot;section&quot;:true}'/></outline></body></opml>",
        "3:1 a section can't be below an item"
      ),
    ]
  )
  func badOPML(text: String, expected: String) {
    let found = outcome(.opml, text)
    #expect(found.hasPrefix(expected), "\(found)")
  }

  @Test("any bytes are read or refused, and nothing else", arguments: [1, 2] as [UInt64])
  func randomOPML(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    let whole = Array(
      """
      <?xml version="1.0"?><opml version="2.0"><head><title>t</title></head><body>
      <outline text="a" arrange="{&quot;id&quot;:&quot;a&quot;}"><outline text="b&#10;"/><!-- c --></outline>
      <outline text="s" arrange="{&quot;id&quot;:&quot;s&quot;,&quot;section&quot;:true}"/></body></opml>
      """.utf8
    )
    var read = 0
    for _ in 0..<3_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = bytes.indices.randomElement(using: &random)!
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...9, using: &random)))
        default: bytes.insert(contentsOf: "<>&\"'/".utf8.shuffled(using: &random).prefix(2), at: place)
        }
        if bytes.isEmpty { bytes = [0x3C] }
      }
      guard let source = try? SourceText(bytes) else { continue }
      if let list = try? ImportFormat.opml.read(source, ImportOptions()) {
        read += 1
        #expect((try? list.nested { "new" }) != nil)
      }
    }
    #expect(read > 100)
  }

  // MARK: There and back

  @Test("random outlines come back from each format", arguments: ExportFormat.allCases, [UInt64](1...3))
  func randomOutlines(format: ExportFormat, seed: UInt64) throws {
    var random = OrderingRandom(seed: seed)
    for round in 0..<200 {
      let list = RandomLists.outline(using: &random)
      var writer: any ListWriter =
        switch format {
        case .jsonl: JSONLinesWriter()
        case .markdown: MarkdownWriter()
        case .csv: CSVWriter()
        case .opml: OPMLWriter()
        }
      var bytes: [UInt8] = []
      writer.writeList(list.fields, name: "list", to: &bytes)
      for slice in slices(of: list, round % 3 == 0 ? 2 : .max) { writer.write(slice, to: &bytes) }
      writer.finish(to: &bytes)
      let read = try #require(ImportFormat(rawValue: format.rawValue)).read(
        SourceText(bytes),
        ImportOptions()
      )
      let (before, after) = (drawing(list), drawing(try read.nested { "new" }))
      let changed = zip(before.split(separator: "\n"), after.split(separator: "\n")).first { $0 != $1 }
      #expect(
        after == before,
        "\(format), seed \(seed), round \(round): \(changed.map { "\($0.0) became \($0.1)" } ?? "length")"
      )
    }
  }

  /// The sections of an outline as pages have them.
  private func slices(of list: ImportedList, _ count: Int) -> [SectionSlice] {
    list.sections.enumerated().flatMap { index, section in
      var paths: [Identifier: [Identifier]] = [:]
      let rows = section.items.map { item in
        let path = item.parent.map { paths[$0, default: []] + [$0] } ?? []
        paths[item.id!] = path
        let children = UInt32(section.items.count { $0.parent == item.id })
        return ElementSnapshot(
          id: item.id!,
          fields: item.fields,
          contentVersion: 1,
          key: .empty,
          outline: OutlineRow(depth: UInt32(path.count + 1), childCount: children, descendantCount: children)
        )
      }
      return stride(from: 0, to: max(1, rows.count), by: min(count, max(1, rows.count))).map { first in
        SectionSlice(
          index: index,
          section: ElementSnapshot(id: section.id, fields: section.fields, contentVersion: 1, key: .empty),
          itemCount: rows.count,
          firstItem: first,
          items: Array(rows.dropFirst(first).prefix(count)),
          ancestors: rows.indices.contains(first) ? paths[rows[first].id]! : []
        )
      }
    }
  }

  @Test("through the commands: import, export, copy", arguments: ExportFormat.allCases)
  func commands(format: ExportFormat) async throws {
    let terminal = Terminal()
    try await TemporaryFile.with("# Plan\n\n## Work\n\n- a\n  - b\n    - c\n- d\n", name: "plan.md") { path in
      let result = await terminal.run("import", "plan", path, "--create", "lexorank", "--outline")
      #expect(result.status == 0, "\(result)")
    }
    let tree = "  a\n    b\n      c\n  d"
    #expect(try await titles("plan", terminal) == tree)
    let exported = await terminal.run("export", "plan", "--format", "\(format.rawValue)")
    #expect(exported.status == 0, "\(exported)")
    try await TemporaryFile.with(exported.output, name: "plan.txt") { path in
      let result = await terminal.run(
        "import",
        "again",
        path,
        "--format",
        "\(format.rawValue)",
        "--create",
        "dense",
        "--outline"
      )
      #expect(result.status == 0, "\(result)")
      let flat = await terminal.run(
        "import",
        "flat",
        path,
        "--format",
        "\(format.rawValue)",
        "--create",
        "dense"
      )
      #expect(flat.status == 0, "\(flat)")
    }
    #expect(try await titles("again", terminal) == tree)
    #expect(try await titles("flat", terminal) == "  a\n  b\n  c\n  d")
    #expect(await terminal.run("copy", "plan", "copied").status == 0)
    #expect(try await titles("copied", terminal) == tree)
  }

  @Test("what an import into an outline refuses, it refuses before anything is made")
  func mistakes() async throws {
    let terminal = Terminal()
    await terminal.run("create", "flat")
    try await TemporaryFile.with("id,parent\na,b\n", name: "a.csv") { path in
      for options in [["--create", "dense", "--outline"], ["--create", "dense", "--outline", "--dry-run"]] {
        let result = await terminal.run(["import", "new", path] + options)
        #expect(result.status == 4 && result.errors.contains("line 2"), "\(result)")
      }
      #expect(await terminal.run("show", "new").status == 2)
      let flat = await terminal.run(
        "import",
        "flat",
        path,
        "--create",
        "dense",
        "--outline",
        "--skip-existing"
      )
      #expect(flat.status == 4, "\(flat)")
      #expect(await terminal.run("import", "flat", path, "--outline").status == 64)
    }
  }

  /// The titles of all items, indented by their depths.
  private func titles(_ name: Identifier, _ terminal: Terminal) async throws -> String {
    try await terminal.client.content(of: .named(name)).sections.flatMap(\.items).map { item in
      String(repeating: "  ", count: Int(item.outline?.depth ?? 1)) + (item.fields.title?.text ?? "")
    }.joined(separator: "\n")
  }
}
