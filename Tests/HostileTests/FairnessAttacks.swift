import ArrangeModel
import NIOCore
import TestSupport
import Testing
import Wire

/// Legal but expensive requests of one client: others are answered meanwhile.
///
/// None of these tests uses a clock; they use the order of answers: another client, with a later and cheap
/// request, is answered before the last of the expensive work is done.
@Suite("Much work for one client", .serialized)
struct FairnessAttacks {
  private static let items = 3_000

  private let server: ServerProcess
  private let greedy: RawConnection
  private let other: RawConnection

  init() throws {
    server = try ServerProcess(flags: ["--log-level", "error", "--drain-seconds", "3"])
    greedy = try RawConnection(port: server.port)
    other = try RawConnection(port: server.port)
    for name in ["large", "small"] as [Identifier] {
      _ = try other.result(.createCollection, CreateCollectionRequest(name: name), as: CollectionInfo.self)
    }
    try insert(FairnessAttacks.items)
  }

  /// Puts items with a value of their own into the large collection.
  private func insert(_ count: Int, from start: Int = 0) throws {
    for first in stride(from: start, to: start + count, by: 1_500) {
      let new = (first..<first + 1_500).map {
        NewElement(id: Identifier(unchecked: "\($0)"), fields: ["u": .string("unique value \($0)")])
      }
      let request = ApplyRequest(collection: "large", operations: [.insertItems(new, to: .init())])
      _ = try other.result(.apply, request, as: ApplyResult.self)
    }
  }

  /// Moves of items to places far away.
  private static func moves(_ count: Int) -> [ArrangeModel.ListOperation] {
    (0..<count).map {
      .moveItems(
        [ElementReference(Identifier(unchecked: "\($0 * 7_919 % items)"))],
        to: ItemDestination(.at($0 * 104_729 % (items - 1)))
      )
    }
  }

  /// A view with an expensive filter.
  private static func view(_ number: Int) -> FetchRequest {
    let conditions = (0..<200).map { _ in Filter.contains("u", "value \(number)x", ignoresCase: true) }
    let query = ViewDefinition.Query(
      "large",
      layout: .flat(.init(Identifier(unchecked: "f\(number)"))),
      filter: .any(conditions)
    )
    return FetchRequest(view: ViewDefinition([.init(.collection(query))]), pageSize: 1)
  }

  /// Sends requests all at once, lets another client write and read, and checks that the last answer came later.
  private func outlast(_ method: Method, _ bodies: [[UInt8]], allowing codes: Set<StatusCode> = [.ok]) throws
  {
    let streams = (1...UInt32(bodies.count)).map { $0 }
    greedy.pour(zip(streams, bodies).flatMap { greedy.opening($0, method.name, $1) })
    let request = ApplyRequest(
      collection: "small",
      operations: [.insertItems([NewElement(id: "a")], to: .init())]
    )
    _ = try other.result(.apply, request, as: ApplyResult.self)
    let page = try other.result(.fetch, FetchRequest(collection: "small"), as: FetchPage.self)
    #expect(page.collection.itemCount == 1)
    // This is read from the disk.
    let history = try other.result(.history, HistoryRequest(collection: "small"), as: HistoryPage.self)
    #expect(history.commits.count == 1)
    // If the other client had waited for all of it, all answers would be there.
    var early = 0
    while early < bodies.count, greedy.hasInput(within: 0), try nextEnd() != nil { early += 1 }
    #expect(early < bodies.count, "the other client was answered after \(early) of \(bodies.count)")
    while early < bodies.count, let code = try nextEnd() {
      early += 1
      #expect(codes.contains(code))
    }
    #expect(try other.call(Method.healthCheck.name).code == .ok)
  }

  /// The next END of the greedy client; nil if its connection was closed.
  private func nextEnd() throws -> StatusCode? {
    while let frame = try greedy.receive() {
      if frame.type == .end { return frame.code }
      // It may take so long that the server sends a PING.
      if frame.type == .ping { try greedy.send(Frame(.pong, sequence: frame.sequence)) }
    }
    return nil
  }

  @Test("views with long filters, one after the other on a connection")
  func pipelinedViews() throws {
    try outlast(.fetch, (0..<12).map { greedy.encode(FairnessAttacks.view($0)) })
  }

  @Test("large pages, one after the other on a connection that reads them at once")
  func pipelinedPages() throws {
    let count: UInt32 = 200
    let body = greedy.encode(FetchRequest(collection: "large", pageSize: FairnessAttacks.items))
    let reader = EndReader(greedy, count: Int(count))
    try greedy.send((1...count).flatMap { greedy.opening($0, Method.fetch.name, body) })
    // The sockets are looked at between two pages: who asks one call after the other comes to its turn every time.
    var answered = 0
    repeat {
      let page = try other.result(.fetch, FetchRequest(collection: "small"), as: FetchPage.self)
      #expect(page.collection.itemCount == 0)
      answered += 1
    } while reader.countSoFar < count && answered < count
    #expect(answered >= count / 10, "the other client had \(answered) answers beside \(count) pages")
    #expect(try reader.finish().values.allSatisfy { $0 == .ok })
  }

  @Test("explanations of moves, for each of which measuring the room takes long")
  func explanations() throws {
    let request = ExplainRequest(collection: "large", operations: FairnessAttacks.moves(40))
    try outlast(.explain, Array(repeating: greedy.encode(request), count: 4))
  }

  @Test("transactions of thousands of moves")
  func transactions() throws {
    let request = ApplyRequest(collection: "large", operations: FairnessAttacks.moves(800))
    try outlast(.apply, Array(repeating: greedy.encode(request), count: 8))
  }

  @Test("changes of strategy of a long list")
  func strategies() throws {
    let bodies = (0..<8).map {
      greedy.encode(
        ChangeStrategyRequest(collection: "large", strategy: $0 % 2 == 0 ? "fractional" : "lexorank")
      )
    }
    try outlast(.changeStrategy, bodies)
  }

  @Test("calls past their deadlines are not continued")
  func deadlines() throws {
    let count: UInt32 = 12
    let opens = (1...count).flatMap { stream in
      greedy.bytes(
        Frame(.open, stream: stream, timeoutMicroseconds: 1_000),
        body: greedy.encode(FairnessAttacks.view(Int(stream))),
        method: Method.fetch.name
      )
    }
    let reader = EndReader(greedy, count: Int(count))
    try greedy.send(opens)
    let codes = try reader.finish()
    #expect(codes.values.allSatisfy { $0 == .deadlineExceeded }, "\(codes)")
    // Their places are free again.
    greedy.nextStream = count + 1
    #expect(try greedy.call(Method.healthCheck.name).code == .ok)
  }

  @Test("a view that needs too much work is refused with a message")
  func refusedView() throws {
    try insert(9_000, from: FairnessAttacks.items)
    let query = ViewDefinition.Query("large", layout: .grouped(.init("u")))
    let body = greedy.encode(FetchRequest(view: ViewDefinition([.init(.collection(query))])))
    let end = try greedy.call(Method.fetch.name, body)
    let status = try greedy.status(end)
    #expect(status.code == .resourceExhausted, "\(status)")
    #expect(status.message.contains("more than 10000 different values"), "\(status)")
  }

  @Test("a closed connection costs nothing more, and a stopping server does not wait for long work")
  func leavingAndStopping() throws {
    let request = ExplainRequest(collection: "large", operations: FairnessAttacks.moves(2_000))
    for _ in 0..<4 {
      let leaver = try RawConnection(port: server.port)
      leaver.pour((1...30).flatMap { leaver.opening($0, Method.explain.name, leaver.encode(request)) })
    }
    #expect(try other.call(Method.healthCheck.name).code == .ok)
    greedy.pour((1...30).flatMap { greedy.opening($0, Method.explain.name, greedy.encode(request)) })
    server.terminate()
    // It ends, whatever is under way: with 0, or with 143 where it had to leave work undone.
    #expect([0, 143].contains(try server.waitUntilExit()))
  }
}
