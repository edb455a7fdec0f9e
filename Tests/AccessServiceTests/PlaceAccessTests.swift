import ArrangeModel
import TestSupport
import Testing
import Wire

@Suite("Placing rows and permissions")
struct PlaceAccessTests {
  private static let file = """
    roles:
      maker: [ { on: "**", may: [all] } ]
      shown: [ { on: "show*", may: [read, move] } ]
      mover: [ { on: "view*", may: [read] }, { on: "board", may: [read, move] } ]
      reader: [ { on: "view*", may: [read] }, { on: "board", may: [read] } ]
    principals:
      maker: { roles: [maker], tokens: [ { sha256: TOKEN(maker) } ] }
      mover: { roles: [mover], tokens: [ { sha256: TOKEN(mover) } ] }
      shown: { roles: [shown], tokens: [ { sha256: TOKEN(shown) } ] }
      reader: { roles: [reader], tokens: [ { sha256: TOKEN(reader) } ] }
    """

  private func bench() throws -> (AccessBench, maker: RawConnection) {
    let bench = try AccessBench(PlaceAccessTests.file)
    let maker = try bench.connect("maker")
    for name in ["board", "other"] as [Identifier] {
      let _: CollectionInfo = try maker.result(.createCollection, CreateCollectionRequest(name: name))
    }
    let items = [("a", "ann"), ("b", "bob"), ("c", "ann")].map {
      NewElement(id: Identifier(unchecked: $0.0), fields: ["owner": .string($0.1)])
    }
    let insert = ArrangeModel.ListOperation.insertItems(items, to: ItemDestination())
    let _: ApplyResult = try maker.result(.apply, ApplyRequest(collection: "board", operations: [insert]))
    for (name, text) in [
      ("view-all", "board"), ("view-owner", "board group owner"), ("view-definer", "board\nas definer"),
      ("show-owner", "board group owner only owner\nas definer may move"),
      ("show-ann", "board where owner = \"ann\"\nas definer may move"),
      ("show-first", "board cap 1\nas definer may move"),
      ("show-named", "board where owner = \"ann\" group owner\nas definer may move"),
    ] {
      let view = DefineViewRequest(name: Identifier(unchecked: name), view: try ViewDefinition(parsing: text))
      let _: ViewInfo = try maker.result(.defineView, view)
    }
    return (bench, maker)
  }

  private func code(_ connection: RawConnection, _ request: PlaceRowsRequest) throws -> StatusCode? {
    try connection.call(Wire.Method.placeRows.name, connection.encode(request)).code
  }

  @Test("need `move` for a place, and `write` for a field or a new item; a dry run needs the same")
  func permissions() throws {
    let (bench, _) = try bench()
    let (mover, reader) = (try bench.connect("mover"), try bench.connect("reader"))
    let move = PlaceRowsRequest(name: "view-all", rows: ["c"], next: "a")
    var planned = move
    planned.isDryRun = true
    #expect(try code(reader, planned) == .permissionDenied)
    #expect(try code(reader, move) == .permissionDenied)
    let placed: PlacedRows = try mover.result(.placeRows, move)
    #expect(
      placed.applied.map(\.collection) == ["board"] && placed.effects[0].to == ListPath(section: 0, item: 0)
    )
    // It is there: nothing is written, which needs nothing.
    let again: PlacedRows = try reader.result(.placeRows, move)
    #expect(again.applied.isEmpty)
    #expect(
      try code(mover, PlaceRowsRequest(name: "view-owner", rows: ["a"], previous: "b")) == .permissionDenied
    )
    #expect(
      try code(mover, PlaceRowsRequest(name: "view-all", items: [NewElement(id: "d")], next: "a"))
        == .permissionDenied
    )
  }

  @Test("are those on the view and those of its definer on the collection, in a view `as definer may move`")
  func definer() throws {
    let (bench, maker) = try bench()
    let shown = try bench.connect("shown")
    // The groups are those of "ann", with "a" and "c", and of "bob".
    let placed: PlacedRows = try shown.result(
      .placeRows,
      PlaceRowsRequest(name: "show-owner", rows: ["c"], next: "a")
    )
    #expect(placed.applied == [PlacedCommit(collection: .empty, version: 0, history: 0)])
    #expect(placed.effects.map(\.to) == [ListPath(section: 0, item: 0)])
    #expect(placed.effects.allSatisfy { $0.origin == nil && $0.set.isEmpty && $0.hiddenBetween == 0 })
    let page: FetchPage = try maker.result(.fetch, FetchRequest(collection: "board"))
    #expect(page.sections[0].items.map(\.id) == ["c", "a", "b"])
    // A field needs `write` on the view.
    let change = PlaceRowsRequest(name: "show-owner", rows: ["a"], previous: "b")
    #expect(try code(shown, change) == .permissionDenied)
    // Nobody learns whether a row that is not shown exists in the collection.
    let unknown = PlaceRowsRequest(name: "show-owner", rows: ["none"], next: "a")
    #expect(try code(shown, unknown) == .notFound)
    // What the definer may not do, nobody may.
    let mover = try bench.connect("mover")
    #expect(try code(mover, PlaceRowsRequest(name: "show-owner", rows: ["c"], previous: "a")) == .notFound)
    #expect(
      try code(shown, PlaceRowsRequest(view: ViewDefinition(parsing: "board"), rows: ["c"], next: "a"))
        == .notFound
    )
  }

  @Test(
    "are only those of rows that a view `as definer may move` shows, and nobody learns of others whether they are there"
  )
  func rowsThatAreNotShown() throws {
    let (bench, maker) = try bench()
    let shown = try bench.connect("shown")
    for (view, hidden, beside) in [
      ("show-ann", "b", "a"), ("show-first", "c", "a"), ("show-named", "b", "c"),
    ] {
      for isDryRun in [false, true] {
        for row in [hidden, "none"] {
          var request = PlaceRowsRequest(
            name: Identifier(unchecked: view),
            rows: [Identifier(unchecked: row)],
            previous: Identifier(unchecked: beside)
          )
          request.isDryRun = isDryRun
          let answer = try shown.call(Wire.Method.placeRows.name, shown.encode(request))
          let error = try shown.status(answer).error
          #expect(error.code == .notFound && error.field == "rows[0]", "\(view) \(row)")
          #expect(error.message == "the view does not show this row or place", "\(view) \(row)")
        }
      }
    }
    let page: FetchPage = try maker.result(.fetch, FetchRequest(collection: "board"))
    #expect(page.collection.version == 1 && page.sections[0].items.map(\.id) == ["a", "b", "c"])
    // Who reads with rights of their own names any item of the collection.
    let inline = PlaceRowsRequest(
      view: try ViewDefinition(parsing: "board where owner = \"ann\""),
      rows: ["b"],
      next: "a"
    )
    let placed: PlacedRows = try maker.result(.placeRows, inline)
    #expect(placed.effects.map(\.row) == ["b"])
  }

  @Test("are refused in a view with the rights of its definer, and hidden names are not told")
  func hidden() throws {
    let (bench, maker) = try bench()
    #expect(
      try code(maker, PlaceRowsRequest(name: "view-definer", rows: ["c"], next: "a")) == .failedPrecondition
    )
    #expect(try code(maker, PlaceRowsRequest(name: "board", rows: ["c"], next: "a")) == .failedPrecondition)
    #expect(try code(maker, PlaceRowsRequest(name: "view-none", rows: ["c"], next: "a")) == .notFound)
    let mover = try bench.connect("mover")
    #expect(try code(mover, PlaceRowsRequest(name: "other", rows: ["c"], next: "a")) == .notFound)
    let inline = PlaceRowsRequest(view: try ViewDefinition(parsing: "other"), rows: ["c"], next: "a")
    #expect(try code(mover, inline) == .notFound)
  }

  @Test(
    "that are retried with the same request id are placed once, and rows go to another collection in one transaction"
  )
  func retries() throws {
    let (bench, maker) = try bench()
    defer { withExtendedLifetime(bench) {} }
    var insert = PlaceRowsRequest(
      name: "view-all",
      items: [NewElement(fields: ["n": .int(1)])],
      previous: "a"
    )
    insert.requestID = RequestID(unchecked: [1, 2, 3])
    let first: PlacedRows = try maker.result(.placeRows, insert)
    let second: PlacedRows = try maker.result(.placeRows, insert)
    #expect(second.applied.map(\.version) == first.applied.map(\.version) && second.applied[0].isRepeated)
    let both = try ViewDefinition(parsing: "x: board; y: other flat all")
    var transfer = PlaceRowsRequest(view: both, rows: ["x/a", "x/b"], section: "y/all")
    let missing = try maker.call(Wire.Method.placeRows.name, maker.encode(transfer))
    #expect(missing.code == .failedPrecondition)
    transfer.allow = [.collection]
    let moved: PlacedRows = try maker.result(.placeRows, transfer)
    #expect(moved.applied.map(\.collection) == ["board", "other"])
    let page: FetchPage = try maker.result(.fetch, FetchRequest(collection: "other"))
    #expect(page.sections.flatMap(\.items).map(\.id) == ["a", "b"])
  }
}
