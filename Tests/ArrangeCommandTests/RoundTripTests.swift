import ArrangeClient
import Ordering
import Testing

@testable import arrange

/// What is exported and imported again is the same list.
@Suite(.served) struct RoundTripTests {
  @Test(arguments: ExportFormat.allCases, [UInt64](1...4))
  func randomListsComeBack(format: ExportFormat, seed: UInt64) async throws {
    let terminal = Terminal()
    var random = OrderingRandom(seed: seed)
    for round in 0..<250 {
      let list = RandomLists.list(using: &random)
      let place: Comment = "\(format), seed \(seed), round \(round)"
      let exported = written(slices(of: list, round % 3 == 0 ? 2 : .max), list.fields, by: format)
      let read = try #require(ImportFormat(rawValue: format.rawValue)).read(
        SourceText(exported),
        ImportOptions()
      )
      let (before, after) = (describe(list), describe(read))
      let changed = zip(before.split(separator: "\n"), after.split(separator: "\n")).first { $0 != $1 }
      #expect(after == before, "\(place): \(changed.map { "\($0.0) became \($0.1)" } ?? "length")")
      guard round % 10 == 0 else { continue }
      // The same through the server.
      try await put(list, as: "list", terminal)
      let result = await terminal.run("export", "list", "--format", "\(format.rawValue)")
      #expect(result.status == 0 && result.output == exported, place)
      try await terminal.client.delete("list")
    }
  }

  /// CSV with tabs, where quotes are text, and CSV with formulas as they are.
  @Test(arguments: [UInt64](1...4), [true, false])
  func randomTablesComeBack(seed: UInt64, isTabbed: Bool) throws {
    var random = OrderingRandom(seed: seed)
    for round in 0..<250 {
      let list = RandomLists.list(using: &random)
      var options = ImportOptions()
      options.prefersTabs = isTabbed
      options.keepsFormulas = !isTabbed
      var bytes: [UInt8] = []
      var writer = CSVWriter(delimiter: UInt8(ascii: isTabbed ? "\t" : ","), keepsFormulas: !isTabbed)
      writer.writeList(list.fields, name: "list", to: &bytes)
      for slice in slices(of: list, .max) { writer.write(slice, to: &bytes) }
      writer.finish(to: &bytes)
      let read = try ImportFormat.csv.read(SourceText(bytes), options)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(describe(read) == describe(list), "seed \(seed), round \(round):\n\(text)")
    }
  }

  /// The sections of a list as pages have them, with so many items at most in each slice: a server begins a new page after
  /// some large items.
  private func slices(of list: ImportedList, _ count: Int) -> [SectionSlice] {
    list.sections.enumerated().flatMap { index, section in
      let items = section.items.map {
        ElementSnapshot(id: $0.id ?? .empty, fields: $0.fields, contentVersion: 1, key: .empty)
      }
      return stride(from: 0, to: max(1, items.count), by: min(count, max(1, items.count))).map { first in
        SectionSlice(
          index: index,
          section: ElementSnapshot(id: section.id, fields: section.fields, contentVersion: 1, key: .empty),
          itemCount: items.count,
          firstItem: first,
          items: Array(items.dropFirst(first).prefix(count))
        )
      }
    }
  }

  /// What an export writes of slices.
  private func written(_ slices: [SectionSlice], _ fields: Fields, by format: ExportFormat) -> String {
    var writer: any ListWriter =
      switch format {
      case .jsonl: JSONLinesWriter()
      case .markdown: MarkdownWriter(isPlain: false)
      case .csv: CSVWriter(delimiter: UInt8(ascii: ","), isPlain: false)
      case .opml: OPMLWriter()
      }
    var bytes: [UInt8] = []
    writer.writeList(fields, name: "list", to: &bytes)
    for slice in slices { writer.write(slice, to: &bytes) }
    writer.finish(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Makes a collection of a list, and sees that it is one.
  private func put(_ list: ImportedList, as name: Identifier, _ terminal: Terminal) async throws {
    try await terminal.client.create(name, fields: list.fields)
    let plan = ImportPlan(list, existing: .init(), isSkipping: false, placeholder: "placeholder")
    for transaction in plan.transactions {
      try await terminal.client.apply(transaction.operations, to: name)
    }
    try #require(try await describe(content(name, terminal)) == describe(list))
  }

  private func content(_ name: Identifier, _ terminal: Terminal) async throws -> ImportedList {
    let content = try await terminal.client.content(of: .named(name))
    var list = ImportedList()
    list.fields = content.collection.fields
    list.sections = content.sections.map { slice in
      var section = ImportedSection(id: slice.section.id, fields: slice.section.fields)
      section.items = slice.items.map { ImportedItem(id: $0.id, fields: $0.fields, offset: 0) }
      return section
    }
    return list
  }

  /// The server ends pages in the middle of sections where items are large.
  @Test(arguments: ExportFormat.allCases) func pagesArePutTogether(format: ExportFormat) async throws {
    let terminal = Terminal()
    let text = FieldValue.string(String(repeating: "x", count: 60_000))
    var list = ImportedList()
    for number in 0..<3 {
      var section = ImportedSection(id: Identifier(stringLiteral: "s\(number)"))
      section.items = (0..<number * 9).map {
        ImportedItem(id: Identifier(stringLiteral: "i\(number)-\($0)"), fields: ["title": text], offset: 0)
      }
      list.sections.append(section)
    }
    try await put(list, as: "list", terminal)
    let page = try await terminal.client.fetch(
      FetchRequest(collection: "list", pageSize: FetchRequest.maximumPageSize)
    )
    #expect(page.nextPageToken != nil)
    let exported = await terminal.run("export", "list", "--format", "\(format.rawValue)")
    let read = try #require(ImportFormat(rawValue: format.rawValue)).read(
      SourceText(exported.output),
      ImportOptions()
    )
    #expect(describe(read) == describe(list))
  }

  /// The whole way, which writes the sections and items in an order that gives the same list.
  @Test func importedCopiesAreExportedAlike() async throws {
    let terminal = Terminal()
    var random = OrderingRandom(seed: 5)
    for round in 0..<60 {
      let list = RandomLists.list(using: &random)
      try await put(list, as: "list", terminal)
      let exported = await terminal.run("export", "list")
      try await TemporaryFile.with(exported.output, name: "list.jsonl") { path in
        let result = await terminal.run("import", "copy", path, "--create", "dense")
        #expect(result.status == 0, "seed 5, round \(round): \(result.errors)")
      }
      #expect(
        try await describe(content("copy", terminal)) == describe(list),
        "seed 5, round \(round)"
      )
      for name in ["list", "copy"] as [Identifier] { try await terminal.client.delete(name) }
    }
  }

  /// A fence that stays open ends with its item, but not before a nested one.
  @Test func openFencesTakeNoNestedItems() throws {
    var list = ImportedList()
    var section = ImportedSection(id: .empty)
    section.items = [
      ImportedItem(id: "a", fields: ["title": "A", "notes": "~~~~\u{FEFF}"], offset: 0),
      ImportedItem(id: "b", fields: ["title": "B", "level": 1], offset: 0),
    ]
    list.sections = [section]
    let text = written(slices(of: list, .max), [:], by: .markdown)
    #expect(describe(try ImportFormat.markdown.read(SourceText(text), ImportOptions())) == describe(list))
  }

  @Test func markdownIsWhatPeopleWrite() async {
    let terminal = Terminal()
    await terminal.run("create", "b", "--title", "Board")
    await terminal.run("section", "add", "b", "to-do", "--title", "To do", "--field", "notes=Soon.")
    await terminal.run("section", "add", "b", "later")
    await terminal.run("add", "b", "--section", "to-do", "--id", "1", "Write it", "--field", "done:=false")
    await terminal.run(
      "add",
      "b",
      "--section",
      "to-do",
      "--id",
      "2",
      "Twice",
      "--field",
      "level:=1",
      "--field",
      "notes=a\n\nb"
    )
    #expect(
      await terminal.run("export", "b", "--format", "markdown").output == """
        # Board <!-- arrange {"list":true} -->

        ## To do

        Soon.

        - [ ] Write it <!-- arrange {"id":"1"} -->
          - Twice <!-- arrange {"id":"2"} -->
            a

            b

        ## later <!-- arrange {"exact":true,"id":"later"} -->

        """
    )
    #expect(
      await terminal.run("export", "b", "--format", "markdown", "--plain").output
        == "# Board\n\n## To do\n\nSoon.\n\n- [ ] Write it\n  - Twice\n    a\n\n    b\n\n## later\n"
    )
  }
}
