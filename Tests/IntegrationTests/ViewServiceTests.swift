import ArrangeClient
import ArrangeModel
import Changes
import Foundation
import Ordering
import TestSupport
import Testing

/// Views of a real server, as clients see them.
@Suite("Views of a server", .timeLimit(.minutes(5)))
struct ViewServiceTests {
  private static let edits = 200

  private func prepare(_ client: ArrangeClient) async throws {
    for name in ["news", "board"] as [Identifier] {
      try await client.create(name, strategy: "lexorank")
      let sections = ["todo", "done"].map { NewElement(id: Identifier(stringLiteral: $0)) }
      try await client.apply([.insertSections(sections, to: SectionDestination())], to: name)
    }
  }

  private let home = """
    menu: fixed menu { title: "Menu" } (search)
    news: news flat latest where not hidden = true sort date desc cap 3
    board: board where not done = true
    """

  private func list(_ pages: PageSequence<FetchPage>) async throws -> SectionedList {
    var list = SectionedList()
    for try await page in pages {
      for slice in page.sections {
        if slice.index == list.sections.count { list.sections.append(SectionedList.Section(slice.section)) }
        list.sections[slice.index].items += slice.items
      }
    }
    return list
  }

  private func ids(_ list: SectionedList) -> [[String]] {
    list.sections.map { [$0.element.id.text] + $0.items.map(\.id.text) }
  }

  /// Follows a list until an item is there.
  private func follow(
    _ updates: ListUpdates,
    from list: SectionedList = SectionedList(),
    until last: Identifier
  ) async throws -> (list: SectionedList, token: [UInt8]?, wholeLists: Int) {
    var list = list
    var token: [UInt8]?
    var wholeLists = 0
    for try await update in updates {
      switch update.content {
      case .list(let whole, _):
        list = whole
        wholeLists += 1
      case .batch(let batch, _, _): try list.apply(batch)
      case .progress: break
      }
      token = update.resumeToken
      if list.sections.contains(where: { $0.items.contains { $0.id == last } }) { break }
    }
    return (list, token, wholeLists)
  }

  private func edit(_ client: ArrangeClient, _ random: inout OrderingRandom) async throws {
    let name: Identifier = Bool.random(using: &random) ? "news" : "board"
    let section: Identifier = Bool.random(using: &random) ? "todo" : "done"
    var fields = Fields()
    try fields.set("date", to: .int(Int64.random(in: 0..<50, using: &random)))
    try fields.set("done", to: .bool(Bool.random(using: &random)))
    try fields.set("hidden", to: .bool(Int.random(in: 0..<4, using: &random) == 0))
    let id = Identifier(stringLiteral: "\(name)\(Int.random(in: 0..<20, using: &random))")
    let operation: ArrangeModel.ListOperation
    switch Int.random(in: 0..<4, using: &random) {
    case 0: operation = .moveItems([ElementReference(id)], to: ItemDestination(section: section, .first))
    case 1: operation = .removeItems([ElementReference(id)])
    case 2: operation = .updateItems([FieldsUpdate(ElementReference(id), set: fields)])
    default:
      let item = NewElement(id: id, fields: fields)
      operation = .insertItems([item], to: ItemDestination(section: section, .last))
    }
    do {
      try await client.apply([operation], to: name)
    } catch {
      // It is random whether the item is there.
      guard error.code == .notFound || error.code == .alreadyExists else { throw error }
    }
  }

  @Test(
    "show two collections as one list to who stays, over kills of the server",
    arguments: [1, 2] as [UInt64]
  )
  func kills(seed: UInt64) async throws {
    let server = try ServerProcess("--log-level", "error", "--loops", "2")
    let (writing, reading) = (ArrangeClient(persistentTo: server), ArrangeClient(persistentTo: server))
    try await prepare(writing)
    try await writing.defineView("home", ViewDefinition(parsing: home))
    var options = ListUpdates.Options()
    options.reloadThreshold = SubscribeRequest.maximumReloadThreshold
    async let stored = follow(reading.updates(of: "home", options: options), until: "board/end")
    async let inline = follow(
      reading.updates(of: ViewDefinition(parsing: home), options: options),
      until: "board/end"
    )
    var random = OrderingRandom(seed: seed)
    for number in 0..<ViewServiceTests.edits {
      if number % 80 == 40 {
        server.kill()
        try server.start()
      }
      try await edit(writing, &random)
    }
    try await writing.apply(
      [.insertItems([NewElement(id: "end")], to: ItemDestination(section: "todo", .last))],
      to: "board"
    )
    let list = try await list(writing.pages(of: "home", pageSize: 4))
    for seen in [try await stored, try await inline] {
      #expect(ids(seen.list) == ids(list), "seed \(seed)")
      #expect(seen.wholeLists == 1, "seed \(seed): a batch leads over each kill")
    }
    #expect(ids(list).map(\.first) == ["menu/menu", "news/latest", "board/todo", "board/done"])
    #expect(list.sections[1].items.count <= 3)
    let row = try #require(list.sections[2].items.last)
    #expect(row.origin == RowOrigin(collection: "board", section: "todo", item: "end"))
    await writing.close()
    await reading.close()
  }

  @Test("that are redefined send one batch, and persist across a restart")
  func redefinition() async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(persistentTo: server)
    try await prepare(client)
    let items = (0..<20).map {
      NewElement(id: Identifier(stringLiteral: "i\($0)"), fields: ["n": .int(Int64($0 % 7))])
    }
    try await client.apply([.insertItems(items, to: ItemDestination(section: "todo"))], to: "board")
    try await client.defineView("top", ViewDefinition(parsing: "board flat top sort n cap 5"))
    var iterator = client.updates(of: "top").makeAsyncIterator()
    guard case .list(var list, _)? = try await iterator.next()?.content else {
      Issue.record("no list at first")
      return
    }
    try await client.defineView("top", ViewDefinition(parsing: "board flat top sort n desc cap 4"))
    guard case .batch(let batch, _, _)? = try await iterator.next()?.content else {
      Issue.record("no batch for another definition")
      return
    }
    try list.apply(batch)
    #expect(list.itemCounts == [4])
    #expect(try await ids(list) == ids(self.list(client.pages(of: "top"))))
    server.kill()
    try server.start()
    let definition = try ViewDefinition(parsing: "board flat top sort n desc cap 4")
    #expect(try await client.view("top").definition == definition)
    #expect(try await ids(list) == ids(self.list(client.pages(of: "top"))))
    let info = try await client.info("top")
    #expect(info.isView && info.itemCount == 4)
    let refused = await #expect(throws: ArrangeError.self) {
      try await client.apply([.removeItems([ElementReference("i0")])], to: "top")
    }
    #expect(refused?.code == .failedPrecondition)
    try await client.deleteView("top")
    let gone = await #expect(throws: ArrangeError.self) { try await client.view("top") }
    #expect(gone?.code == .notFound)
    await client.close()
  }

  @Test("of the configuration file exist when the server starts")
  func configured() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = """
      collections:
        - board=lexorank
      views:
        - "open=board where not done = true"
      """
    try text.write(to: file, atomically: true, encoding: .utf8)
    let server = try ServerProcess("--log-level", "error", "--config", file.path)
    let client = ArrangeClient(persistentTo: server)
    let definition = try ViewDefinition(parsing: "board where not done = true")
    #expect(try await client.view("open").definition == definition)
    await client.close()
  }

  /// The error of a server that does not start with a configuration file.
  private func refusal(ofFile text: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    try text.write(to: file, atomically: true, encoding: .utf8)
    let failure = #expect(throws: Failure.self) {
      try ServerProcess("--log-level", "error", "--config", file.path)
    }
    return failure.map { "\($0)" } ?? ""
  }

  @Test("and other settings of the configuration file are not ignored silently")
  func unknownSettings() throws {
    #expect(try refusal(ofFile: "colections: [board]\n").contains("there is no setting \"colections\""))
    #expect(try refusal(ofFile: "views: {home: board}\n").contains("views: this has to be a text, or a list"))
  }

  @Test("of the configuration file have names of their own, and collections")
  func misconfigured() throws {
    func refusal(_ views: String) throws -> String {
      try self.refusal(ofFile: "collections: [board]\nviews: [\(views)]\n")
    }
    #expect(try refusal("open=board, open =board cap 1").contains("\"open\" appears twice"))
    #expect(try refusal("open=nothing").contains("create it first by declaring it among the collections"))
    #expect(try refusal("open=board whre x").contains("line 1, column 7"))
  }

  @Test("are listed without being evaluated, even if a collection of theirs was deleted")
  func listing() async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(persistentTo: server)
    try await prepare(client)
    try await client.defineView("home", ViewDefinition(parsing: home))
    try await client.delete("news")
    let infos = try await client.collections().collections
    #expect(infos.map(\.name) == ["board", "home"])
    #expect(infos[1].isView && infos[1].problem == "there is no collection \"news\"")
    #expect(infos[0].problem.isEmpty && infos[0].sectionCount == 2)
    let error = await #expect(throws: ArrangeError.self) { try await client.info("home") }
    #expect(error?.code == .notFound)
    try await client.deleteView("home")
    #expect(try await client.collections().collections.map(\.name) == ["board"])
    await client.close()
  }

  @Test("change with the user's filter: common rows stay")
  func search() async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(persistentTo: server)
    try await prepare(client)
    let items = (0..<300).map {
      NewElement(id: Identifier(stringLiteral: "i\($0)"), fields: ["title": .string("title \($0)")])
    }
    try await client.apply([.insertItems(items, to: ItemDestination(section: "todo"))], to: "board")
    func view(_ text: String) throws -> ViewDefinition {
      try ViewDefinition(parsing: "board flat found where title contains \"\(text)\"\nwindow 0 0..<10")
    }
    let first = try await follow(client.updates(of: view("2")), until: "i2")
    #expect(first.list.itemCounts == [10])
    let updates = try client.updates(of: view("22"), from: first.token)
    let second = try await follow(updates, from: first.list, until: "i122")
    #expect(second.wholeLists == 0, "a batch leads from one filter to the other")
    #expect(second.list.sections[0].items.map(\.id.text).prefix(3) == ["i22", "i122", "i220"])
    await client.close()
  }

  @Test("scroll by subscriptions on one connection, and keep their place over a kill of the server")
  func windows() async throws {
    let server = try ServerProcess("--log-level", "error", "--loops", "2")
    let client = ArrangeClient(persistentTo: server)
    try await prepare(client)
    let items = (0..<1_000).map {
      NewElement(id: Identifier(stringLiteral: "i\($0)"), fields: ["n": .int(Int64($0))])
    }
    try await client.apply([.insertItems(items, to: ItemDestination(section: "todo"))], to: "board")
    func view(_ text: String, _ row: Int) throws -> ViewDefinition {
      var view = try ViewDefinition(parsing: text)
      view.window = .around(Identifier(stringLiteral: "i\(row)"), before: 50, after: 49)
      return view
    }
    for (text, last, neighbour) in [("board", 900, "i901"), ("board flat all sort n desc", 860, "i859")] {
      var (list, token): (SectionedList, [UInt8]?) = (SectionedList(), nil)
      for row in stride(from: 100, through: last, by: 40) {
        let updates = try client.updates(of: view(text, row), from: token)
        let next = try await follow(updates, from: list, until: Identifier(stringLiteral: "i\(row)"))
        #expect(next.wholeLists == (token == nil ? 1 : 0), "\(text) around \(row)")
        #expect(next.list.itemCounts == [100], "\(text) around \(row)")
        (list, token) = (next.list, next.token)
      }
      var updates = try client.updates(of: view(text, last), from: token).makeAsyncIterator()
      /// The next change, which is a batch; nil for a whole list.
      func next() async throws -> ListUpdate? {
        while let update = try await updates.next() {
          switch update.content {
          case .progress: continue
          case .batch(let batch, _, _): try list.apply(batch)
          case .list: return nil
          }
          return update
        }
        return nil
      }
      let anchor = ElementReference(Identifier(stringLiteral: "i\(last)"))
      try await client.apply([.removeItems([anchor])], to: "board")
      #expect(try await next()?.window?.anchor?.text == neighbour)
      server.kill()
      try server.start()
      // After the neighbour in both views, so that its index is the same before and after the commit: the subscription resumes
      // before it or after it.
      let new = NewElement(fields: ["n": .int(Int64(last - 2))])
      let place = ItemDestination(.after(Identifier(stringLiteral: neighbour)))
      try await client.apply([.insertItems([new], to: place)], to: "board")
      #expect(try await next()?.window?.anchor?.text == neighbour)
      #expect(list.itemCounts == [100] && list.sections[0].items.contains { $0.id.text == neighbour })
    }
    await client.close()
  }
}
