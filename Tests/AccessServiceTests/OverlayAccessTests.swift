import ArrangeModel
import TestSupport
import Testing
import Wire

@Suite("Overlays and permissions")
struct OverlayAccessTests {
  private static let file = """
    roles:
      maker: [ { on: "**", may: [all] } ]
      mover: [ { on: "board", may: [read, move] } ]
      reader: [ { on: "board", may: [read] } ]
    principals:
      maker: { roles: [maker], tokens: [ { sha256: TOKEN(maker) } ] }
      ann: { roles: [reader], tokens: [ { sha256: TOKEN(ann) } ] }
      bob: { roles: [mover], tokens: [ { sha256: TOKEN(bob) } ] }
      eve: { roles: [], tokens: [ { sha256: TOKEN(eve) } ] }
    """

  private func bench() throws -> (AccessBench, maker: RawConnection) {
    let bench = try AccessBench(OverlayAccessTests.file)
    let maker = try bench.connect("maker")
    let _: CollectionInfo = try maker.result(.createCollection, CreateCollectionRequest(name: "board"))
    let items = ["a", "b", "c"].map { NewElement(id: Identifier(unchecked: $0)) }
    let insert = ArrangeModel.ListOperation.insertItems(items, to: ItemDestination())
    let _: ApplyResult = try maker.result(.apply, ApplyRequest(collection: "board", operations: [insert]))
    return (bench, maker)
  }

  private func code(
    _ connection: RawConnection,
    _ method: Wire.Method,
    _ request: some WireMessage
  ) throws -> StatusCode? { try connection.call(method.name, connection.encode(request)).code }

  private func order(_ connection: RawConnection, _ text: String) throws -> [Identifier] {
    let request = FetchRequest(view: try ViewDefinition(parsing: text))
    let page: FetchPage = try connection.result(.fetch, request)
    return page.sections.flatMap(\.items).map(\.id)
  }

  @Test("everybody who may read a list has an order of their own, which others do not see or write")
  func own() throws {
    let (bench, maker) = try bench()
    let (ann, bob, eve) = (try bench.connect("ann"), try bench.connect("bob"), try bench.connect("eve"))
    let create = CreateOverlayRequest(collection: "board", overlay: "mine")
    let info: OverlayInfo = try ann.result(.createOverlay, create)
    #expect(info.principal?.name == "ann")
    #expect(try code(eve, .createOverlay, create) == .notFound)
    let view = try ViewDefinition(parsing: "board overlay mine")
    // She may not move items of the list, but those of her order.
    let placed: PlacedRows = try ann.result(.placeRows, PlaceRowsRequest(view: view, rows: ["c"], next: "a"))
    #expect(placed.overlay == "mine" && placed.applied.map(\.collection) == ["board"])
    #expect(try order(ann, "board overlay mine") == ["c", "a", "b"])
    #expect(try order(ann, "board") == ["a", "b", "c"])
    // Nobody else has it.
    #expect(try code(bob, .placeRows, PlaceRowsRequest(view: view, rows: ["c"], next: "a")) == .notFound)
    let get = GetOverlayRequest(collection: "board", overlay: "mine")
    #expect(try code(bob, .getOverlay, get) == .notFound)
    var other = get
    other.principal = try Principal("ann")
    #expect(try code(bob, .getOverlay, other) == .permissionDenied)
    let page: OverlayPage = try maker.result(.getOverlay, other)
    #expect(page.entries == [OverlayEntry(item: "c", section: "", predecessors: [])])
    let reset = ResetOverlayRequest(
      collection: "board",
      overlay: "mine",
      principal: other.principal,
      resetsAll: true
    )
    #expect(try code(bob, .resetOverlay, reset) == .permissionDenied)
    let delete = DeleteOverlayRequest(collection: "board", overlay: "mine", principal: other.principal)
    #expect(try code(bob, .deleteOverlay, delete) == .permissionDenied)
    let list: OverlayList = try bob.result(.listOverlays, ListOverlaysRequest(collection: "board"))
    #expect(list.overlays.isEmpty)
    let others = ListOverlaysRequest(collection: "board", principal: other.principal)
    #expect(try code(bob, .listOverlays, others) == .permissionDenied)
    let after: OverlayInfo = try maker.result(.resetOverlay, reset)
    #expect(after.entryCount == 0)
  }

  @Test("a shared order is read with the list, placed in with `move`, and managed with `manage`")
  func shared() throws {
    let (bench, maker) = try bench()
    let (ann, bob) = (try bench.connect("ann"), try bench.connect("bob"))
    let create = CreateOverlayRequest(collection: "board", overlay: "triage", isShared: true)
    #expect(try code(bob, .createOverlay, create) == .permissionDenied)
    let _: OverlayInfo = try maker.result(.createOverlay, create)
    let view = try ViewDefinition(parsing: "board overlay triage")
    let place = PlaceRowsRequest(view: view, rows: ["c"], next: "a")
    #expect(try code(ann, .placeRows, place) == .permissionDenied)
    let _: PlacedRows = try bob.result(.placeRows, place)
    #expect(try order(ann, "board overlay triage") == ["c", "a", "b"])
    let delete = DeleteOverlayRequest(collection: "board", overlay: "triage", isShared: true)
    #expect(try code(bob, .deleteOverlay, delete) == .permissionDenied)
    #expect(try code(maker, .deleteOverlay, delete) == .ok)
    #expect(try code(ann, .fetch, FetchRequest(view: view)) == .notFound)
  }

  @Test("the collections that have the entries are in no list, and no call reaches them")
  func hidden() throws {
    let (bench, maker) = try bench()
    let _: OverlayInfo = try maker.result(
      .createOverlay,
      CreateOverlayRequest(collection: "board", overlay: "mine")
    )
    let page: CollectionsPage = try maker.result(.listCollections, ListCollectionsRequest())
    #expect(page.collections.map(\.name) == ["board"])
    let stored = OverlayName("mine", of: "board", for: try Principal("maker")).stored
    #expect(try code(maker, .getCollection, GetCollectionRequest(name: stored)) == .invalidArgument)
    #expect(try code(maker, .deleteCollection, DeleteCollectionRequest(name: stored)) == .invalidArgument)
    let remove = ApplyRequest(collection: stored, operations: [.removeItems(["a"])])
    #expect(try code(maker, .apply, remove) == .invalidArgument)
    #expect(try code(maker, .fetch, FetchRequest(collection: stored)) == .invalidArgument)
    let mine = CreateOverlayRequest(collection: "board", overlay: "mine", isShared: true)
    #expect(try code(maker, .createOverlay, mine) == .invalidArgument)
    _ = bench
  }
}
