import ArrangeClient
import InputText
import Testing

@testable import arrange

/// What does not fit one answer of the server comes whole. A few large elements fill a page.
@Suite(.served) struct PagingTests {
  private static let text = FieldValue.string(String(repeating: "x", count: 60_000))
  private static let numbers = 10..<34

  /// The ids of something in JSON.
  private func ids(_ elements: JSONNode?, _ name: String) -> [String?]? {
    elements?.elements?.map { $0[name]?.string }
  }

  /// The words that zsh is offered.
  private func words(_ line: String, _ terminal: Terminal) async -> [String] {
    await terminal.run("---complete", "zsh", line).output.split(separator: "\n").dropFirst().map { line in
      String(line.prefix { $0 != "\t" })
    }
  }

  @Test func itemsOfAList() async throws {
    let terminal = Terminal()
    await terminal.run("create", "board")
    await terminal.run("section", "add", "board", "todo", "done", "later")
    for number in Self.numbers {
      let item = NewElement(id: Identifier(stringLiteral: "i\(number)"), fields: ["text": Self.text])
      try await terminal.client.apply(
        [.insertItems([item], to: ItemDestination(section: number < 25 ? "todo" : "later"))],
        to: "board"
      )
    }
    var pages: [FetchPage] = []
    for try await page in try terminal.client.pages(of: "board", pageSize: FetchRequest.maximumPageSize) {
      pages.append(page)
    }
    // Some end in the middle of a section.
    #expect(pages.count > 2 && pages.contains { $0.sections[0].firstItem > 0 })

    let sections = try JSONReader.read(Array(await terminal.run("show", "board", "--json").output.utf8))[
      "sections"
    ]
    #expect(ids(sections, "id") == ["todo", "done", "later"])
    let items = Self.numbers.map { "i\($0)" }
    #expect(
      sections?.elements?.map { ids($0["items"], "id") } == [
        Array(items.prefix(15)), [], Array(items.suffix(9)),
      ]
    )
    #expect(await words("arrange move board ", terminal) == items)
    #expect(await words("arrange section move board ", terminal) == ["todo", "done", "later"])
  }

  @Test func collections() async throws {
    let terminal = Terminal()
    let names = Self.numbers.map { "c\($0)" }
    for name in names {
      try await terminal.client.create(Identifier(stringLiteral: name), fields: ["text": Self.text])
    }
    let page = try await terminal.client.collections(pageSize: ListCollectionsRequest.maximumPageSize)
    #expect(page.nextPageToken != nil)
    let output = await terminal.run("list", "--json").output
    #expect(ids(try JSONReader.read(Array(output.utf8))["collections"], "collection") == names)
    #expect(await words("arrange show ", terminal) == names)
  }

  @Test func views() async throws {
    let terminal = Terminal()
    // A view is smaller than an element.
    let text = FieldValue.string(String(repeating: "x", count: 30_000))
    let view = ViewDefinition([.init(.fixed(.init(section: .init("s", ["text": text]))))])
    let names = (10..<60).map { "v\($0)" }
    for name in names { try await terminal.client.defineView(Identifier(stringLiteral: name), view) }
    let page = try await terminal.client.views(pageSize: ListViewsRequest.maximumPageSize)
    #expect(page.nextPageToken != nil)
    let output = await terminal.run("view", "list", "--json").output
    #expect(ids(try JSONReader.read(Array(output.utf8))["views"], "view") == names)
    #expect(await words("arrange view show ", terminal) == names)
  }
}
