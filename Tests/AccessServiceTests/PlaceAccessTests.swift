import ArrangeModel
import TestSupport
import Testing
import Wire

@Suite("Placing rows and permissions")
struct PlaceAccessTests {
  private static let file = """
    roles:
      maker: [ { on: "**", may: [all] } ]
      mover: [ { on: "view*", may: [read] }, { on: "board", may: [read, move] } ]
      reader: [ { on: "view*", may: [read] }, { on: "board", may: [read] } ]
    principals:
      maker: { roles: [maker], tokens: [ { sha256: TOKEN(maker) } ] }
      mover: { roles: [mover], tokens: [ { sha256: TOKEN(mover) } ] }
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
