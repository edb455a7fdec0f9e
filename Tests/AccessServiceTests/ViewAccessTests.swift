import ArrangeModel
import Changes
import TestSupport
import Testing
import Wire

@Suite("Views and read permissions")
struct ViewAccessTests {
  private static func file(maker: String = "{ on: \"**\", may: [all] }") -> String {
    """
    roles:
      maker: [ \(maker) ]
      reader: [ { on: "view*", may: [read, watch] } ]
      both: [ { on: "view*", may: [read, watch, manage] }, { on: "board", may: [read, watch] } ]
      manager: [ { on: "view*", may: [manage] } ]
    principals:
      maker: { roles: [maker], tokens: [ { sha256: TOKEN(maker) } ] }
      ann: { roles: [reader], tokens: [ { sha256: TOKEN(ann) } ] }
      bob: { roles: [reader], tokens: [ { sha256: TOKEN(bob) } ] }
      both: { roles: [both], tokens: [ { sha256: TOKEN(both) } ] }
      manager: { roles: [manager], tokens: [ { sha256: TOKEN(manager) } ] }
      root: { roles: [admin], tokens: [ { sha256: TOKEN(root) } ] }
    """
  }

  private static let definitions = [
    "view-reader": "board only t", "view-definer": "board only t\nas definer",
    "view-own": "board where owner = {principal} only t\nas definer",
  ]

  /// A bench with a list and views of it.
  private func bench() throws -> (AccessBench, maker: RawConnection) {
    let bench = try AccessBench(ViewAccessTests.file())
    let maker = try bench.connect("maker")
    let _: CollectionInfo = try maker.result(.createCollection, CreateCollectionRequest(name: "board"))
    let items = ["ann", "bob"].map {
      NewElement(
        id: Identifier(unchecked: "of-\($0)"),
        fields: ["owner": .string($0), "t": .string("x"), "secret": .string("pay")]
      )
    }
    let insert = ArrangeModel.ListOperation.insertItems(items, to: ItemDestination())
    let _: ApplyResult = try maker.result(.apply, ApplyRequest(collection: "board", operations: [insert]))
    for (name, text) in ViewAccessTests.definitions {
      try define(maker, name, text)
    }
    return (bench, maker)
  }

  private func define(_ connection: RawConnection, _ name: String, _ text: String) throws {
    let view = DefineViewRequest(name: Identifier(unchecked: name), view: try ViewDefinition(parsing: text))
    let _: ViewInfo = try connection.result(.defineView, view)
  }

  private func fetch(_ connection: RawConnection, _ name: Identifier) throws -> RawConnection.Received {
    try connection.call(Wire.Method.fetch.name, connection.encode(FetchRequest(collection: name)))
  }

  @Test("with the rights of their reader are refused without revealing their content")
  func asReader() throws {
    let (bench, _) = try bench()
    let ann = try bench.connect("ann")
    let end = try fetch(ann, "view-reader")
    #expect(end.code == .permissionDenied)
    #expect(try !ann.status(end).message.contains("board"))
    #expect(try fetch(ann, "board").code == .notFound)
    #expect(try fetch(try bench.connect("both"), "view-reader").code == .ok)
    let definition = try ann.call(Wire.Method.getView.name, ann.encode(GetViewRequest(name: "view-reader")))
    #expect(definition.code == .permissionDenied)
    let listed: ViewsPage = try ann.result(.listViews, ListViewsRequest())
    #expect(listed.views.isEmpty)
  }

  @Test("are not shown by any call to those who may only manage them")
  func managed() throws {
    let (bench, _) = try bench()
    let manager = try bench.connect("manager")
    let listed: ViewsPage = try manager.result(.listViews, ListViewsRequest())
    #expect(listed.views.isEmpty)
    let names = ViewAccessTests.definitions.keys.map { Identifier(unchecked: $0) }
    for name in names {
      let end = try manager.call(Wire.Method.getView.name, manager.encode(GetViewRequest(name: name)))
      #expect(end.code == .permissionDenied)
      #expect(!String(decoding: end.body, as: UTF8.self).contains("board"))
    }
    let both: ViewsPage = try bench.connect("both").result(.listViews, ListViewsRequest())
    #expect(both.views.map(\.name) == names.sorted())
  }

  @Test("as definer show only their content to readers of the view, and nothing of their collections")
  func asDefiner() throws {
    let (bench, _) = try bench()
    let ann = try bench.connect("ann")
    let end = try fetch(ann, "view-definer")
    #expect(end.code == .ok)
    let text = String(decoding: end.body, as: UTF8.self)
    #expect(text.contains("of-ann") && text.contains("of-bob"))
    for word in ["board", "secret", "pay", "owner", "maker"] { #expect(!text.contains(word), "\(word)") }
    for method in [Wire.Method.getView, .deleteView] {
      let body =
        method == .getView
        ? ann.encode(GetViewRequest(name: "view-definer"))
        : ann.encode(DeleteViewRequest(name: "view-definer"))
      #expect(try ann.call(method.name, body).code == .permissionDenied)
    }
  }

  /// PostgreSQL CVE-2024-10976: what was planned for one user is used again for another one. ClickHouse CVE-2024-22412: so is
  /// what was answered.
  @Test("of each principal are its own, whoever asked before")
  func ofPrincipal() throws {
    let (bench, _) = try bench()
    for _ in 0..<2 {
      for name in ["ann", "bob"] {
        let connection = try bench.connect(name)
        let text = String(decoding: try fetch(connection, "view-own").body, as: UTF8.self)
        #expect(text.contains("of-\(name)"))
        #expect(!text.contains(name == "ann" ? "of-bob" : "of-ann"))
      }
    }
  }

  @Test("as definer can't be defined without read permission on their collections")
  func definers() throws {
    let (bench, _) = try bench()
    let both = try bench.connect("both")
    let root = try bench.connect("root")
    let _: CollectionInfo = try root.result(.createCollection, CreateCollectionRequest(name: "payroll"))
    for text in ["payroll\nas definer", "one: board\ntwo: payroll\nas definer", "nothing\nas definer"] {
      let request = DefineViewRequest(name: "view-mine", view: try ViewDefinition(parsing: text))
      let end = try both.call(Wire.Method.defineView.name, both.encode(request))
      #expect(end.code == .notFound, "\(text)")
    }
    try define(both, "view-mine", "board\nas definer")
    #expect(try fetch(try bench.connect("ann"), "view-mine").code == .ok)
  }

  private func follow(_ connection: RawConnection, _ name: Identifier) throws -> UInt32 {
    let stream = try connection.open(
      Wire.Method.subscribe.name,
      connection.encode(SubscribeRequest(collection: name)),
      credit: 100
    )
    while let frame = try connection.receive() {
      if frame.type == .data { return stream }
      if frame.type == .end { throw Failure(try connection.status(frame).message) }
    }
    throw Failure("the connection was closed")
  }

  @Test("end for their readers when their definer loses the right")
  func definerLoses() throws {
    let (bench, _) = try bench()
    let ann = try bench.connect("ann")
    let stream = try follow(ann, "view-definer")
    try bench.replace(by: ViewAccessTests.file(maker: "{ on: \"view*\", may: [all] }"))
    #expect(try ann.end(stream).code == .permissionDenied)
    #expect(try fetch(ann, "view-definer").code == .permissionDenied)
  }

  @Test("end when they are redefined over collections that may not be followed")
  func redefined() throws {
    let (bench, maker) = try bench()
    let ann = try bench.connect("ann")
    let stream = try follow(ann, "view-definer")
    try define(maker, "view-definer", "board only t, secret")
    let end = try ann.end(stream)
    #expect(end.code == .permissionDenied)
    #expect(try !ann.status(end).message.contains("board"))
    // With another definition that it may follow, the subscription continues.
    let other = try follow(ann, "view-own")
    try define(maker, "view-own", "board where owner = {principal} only t sort t\nas definer")
    let removal = ApplyRequest(collection: "board", operations: [.removeItems([ElementReference("of-ann")])])
    let _: ApplyResult = try maker.result(.apply, removal)
    var isTold = false
    while !isTold, let frame = try ann.receive() {
      #expect(frame.type != .end)
      isTold = frame.type == .data && frame.stream == other
    }
    #expect(isTold)
  }
}
