import ArrangeModel
import Changes
import TestSupport
import Testing
import Wire

@Suite("The past and permissions")
struct PastAccessTests {
  private static let file = """
    roles:
      maker: [ { on: "**", may: [all] } ]
      reader: [ { on: "board", may: [read, watch] } ]
      historian: [ { on: "board", may: [read, watch, history] } ]
    principals:
      maker: { roles: [maker], tokens: [ { sha256: TOKEN(maker) } ] }
      ann: { roles: [reader], tokens: [ { sha256: TOKEN(ann) } ] }
      bob: { roles: [historian], tokens: [ { sha256: TOKEN(bob) } ] }
      eve: { roles: [], tokens: [ { sha256: TOKEN(eve) } ] }
    """

  @Test("who may read a list reads its earlier versions only with the permission for history")
  func permissions() throws {
    let bench = try AccessBench(PastAccessTests.file)
    let maker = try bench.connect("maker")
    let _: CollectionInfo = try maker.result(.createCollection, CreateCollectionRequest(name: "board"))
    for id in ["a", "b"] as [Identifier] {
      let insert = ArrangeModel.ListOperation.insertItems([NewElement(id: id)], to: ItemDestination())
      let _: ApplyResult = try maker.result(.apply, ApplyRequest(collection: "board", operations: [insert]))
    }
    func code(_ who: String, _ method: Wire.Method, _ request: some WireMessage) throws -> StatusCode? {
      let connection = try bench.connect(who)
      return try connection.call(method.name, connection.encode(request)).code
    }
    let newest = FetchRequest(collection: "board")
    let past = FetchRequest(collection: "board", at: 1)
    let diff = DiffRequest(collection: "board", from: 0)
    #expect(try code("ann", .fetch, newest) == .ok && code("ann", .fetch, past) == .permissionDenied)
    #expect(try code("ann", .diff, diff) == .permissionDenied)
    #expect(try code("bob", .fetch, past) == .ok && code("bob", .diff, diff) == .ok)
    #expect(try code("eve", .fetch, past) == .notFound && code("eve", .diff, diff) == .notFound)
    // A view is read with the rights for what it shows, also one with a name.
    let definition = ViewDefinition([.init(.collection(.init("board")))])
    let define = DefineViewRequest(name: "home", view: definition)
    let _: ViewInfo = try maker.result(.defineView, define)
    var sent = past
    (sent.collection, sent.view) = (.empty, definition)
    #expect(try code("ann", .fetch, sent) == .permissionDenied && code("bob", .fetch, sent) == .ok)
    #expect(try code("eve", .fetch, sent) == .notFound)
    let stored = FetchRequest(collection: "home", at: 1)
    #expect(try code("maker", .fetch, stored) == .ok && code("ann", .fetch, stored) != .ok)
    var subscribe = SubscribeRequest(collection: "board")
    subscribe.at = 1
    #expect(try code("ann", .subscribe, subscribe) == .permissionDenied)
    #expect(try code("eve", .subscribe, subscribe) == .notFound)
  }
}
