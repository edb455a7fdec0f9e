import ArrangeModel
import Changes
import Engine
import EngineTestSupport
import Foundation
import Ordering
import Synchronization
import TestSupport
import Testing
import Wire

@Suite("Several servers: transactions over lists of several owners", .serialized, .timeLimit(.minutes(10)))
struct SeveralOwnersTests {
  /// How often a transaction is tried again that found its lists on the move.
  private static let attempts = 20

  private static func transfer(
    _ item: Identifier,
    from source: Identifier,
    to target: Identifier,
    id: UInt8? = nil
  ) throws -> TransactRequest {
    let transfer = ItemTransfer([ElementReference(item)], to: target)
    return TransactRequest(
      [TransactionStep(source, .transfer(transfer))],
      requestID: try id.map { try RequestID([$0]) }
    )
  }

  private static func items(_ name: Identifier, at connection: RawConnection) throws -> [Identifier] {
    let page: FetchPage = try connection.result(.fetch, FetchRequest(collection: name))
    return page.sections.flatMap { $0.items.map(\.id) }
  }

  @Test(
    "a transaction is carried out at whichever server it is sent to, once, and its lists are one owner's then"
  )
  func everywhere() async throws {
    try await ServedCluster.run { served in
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      for node in 0..<ServedCluster.count {
        let names = (0..<ServedCluster.count).map { served.name("list\(node)", of: $0) }
        for name in names { try connections[0].create(name) }
        for item in ["a", "b", "c"] { try connections[1].add(Identifier(unchecked: item), to: names[0]) }
        let id = try RequestID([UInt8(node)])
        var request = TransactRequest([
          TransactionStep(names[0], .transfer(ItemTransfer(["b"], to: names[1]))),
          TransactionStep(names[0], .transfer(ItemTransfer(["c"], to: names[2], ItemDestination(.first)))),
        ])
        request.conditions = [VersionCondition(names[2], ifVersion: 0)]
        request.requestID = id
        let first: TransactResult = try connections[node].result(.transact, request)
        #expect(!first.repeated && first.collections.map(\.version).sorted() == [1, 1, 4])
        for connection in connections {
          let again: TransactResult = try connection.result(.transact, request)
          #expect(again.repeated && again.collections == first.collections && again.steps == first.steps)
          let shown = try names.map { try SeveralOwnersTests.items($0, at: connection) }
          #expect(shown == [["a"], ["b"], ["c"]])
          let commits = try names.map { name -> HistoryEntry? in
            let page: HistoryPage = try connection.result(.history, HistoryRequest(collection: name))
            return page.commits.last
          }
          #expect(Set(commits.map { $0?.transaction }).count == 1 && commits[0]?.transaction != nil)
        }
        let owners = Set(names.map { served.cluster.owner(of: $0)?.id })
        #expect(owners.count == 1)
        // What does not hold is refused, and so is what is not there.
        request.requestID = nil
        #expect(try connections[node].end(of: .transact, request).code == .aborted)
        request.conditions = []
        #expect(try connections[node].end(of: .transact, request).code == .notFound)
      }
    }
  }

  @Test(
    "many of them in all directions at the same time: each item is in one list, for every view in each moment"
  )
  func contention() async throws {
    let seed = UInt64.random(in: 1...1_000_000)
    try await ServedCluster.run { served in
      let names = (0..<6).map { served.name("list\($0 / 3)", of: $0 % 3) }
      let items = (0..<12).map { Identifier(unchecked: "i\($0)") }
      let writer = try served.connect(0)
      for name in names { try writer.create(name) }
      for (index, item) in items.enumerated() { try writer.add(item, to: names[index % names.count]) }
      let text = names.enumerated().map { "l\($0): \"\($1)\" flat all" }.joined(separator: "\n")
      let view = try ViewDefinition(parsing: text)
      let watchers = try (0..<ServedCluster.count).map { node in
        try Watcher(view, items, on: served.connect(node))
      }
      let count = try await withThrowingTaskGroup(of: Int.self) { group in
        for writer in 0..<6 {
          let connection = try served.connect(writer % ServedCluster.count)
          group.addTask {
            var random = OrderingRandom(seed: seed &+ UInt64(writer))
            var carriedOut = 0
            for _ in 0..<40 {
              let (item, pair) = (items.randomElement(using: &random), names.shuffled(using: &random))
              let request = try SeveralOwnersTests.transfer(item ?? "", from: pair[0], to: pair[1])
              var status = try connection.end(of: .transact, request)
              // All the others want the same lists at the same time: a client would try again, too.
              for _ in 0..<SeveralOwnersTests.attempts where status.code == .unavailable {
                status = try connection.end(of: .transact, request)
              }
              #expect(
                [.ok, .notFound].contains(status.code),
                "\(String(decoding: status.body, as: UTF8.self)), seed \(seed)"
              )
              if status.code == .ok { carriedOut += 1 }
            }
            return carriedOut
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(count > 0, "seed \(seed)")
      for node in 0..<ServedCluster.count {
        let connection = try served.connect(node)
        let found = try names.flatMap { try SeveralOwnersTests.items($0, at: connection) }
        #expect(found.sorted() == items.sorted(), "seed \(seed)")
        let problems = try watchers[node].end(at: connection)
        #expect(problems == [], "at node \(node), seed \(seed)")
      }
    }
  }

  @Test("a subtree goes to an outline of another owner, and every server shows both in one view")
  func subtrees() async throws {
    try await ServedCluster.run { served in
      let names = (0..<2).map { served.name("plan", of: $0) }
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      for name in names {
        let request = CreateCollectionRequest(name: name, outline: OutlineSettings())
        let _: CollectionInfo = try connections[2].result(.createCollection, request)
      }
      for (name, item, parent) in [
        (names[0], "a", ""), (names[0], "b", "a"), (names[0], "c", "b"), (names[1], "x", ""),
      ] {
        let below = ParentChoice(parent.isEmpty ? nil : Identifier(unchecked: parent))
        let insert = ListOperation.insertItems(
          [NewElement(id: Identifier(unchecked: item))],
          to: ItemDestination(below: below)
        )
        let request = ApplyRequest(collection: name, operations: [insert])
        let _: ApplyResult = try connections[1].result(.apply, request)
      }
      let view = try ViewDefinition(parsing: "one: \"\(names[0])\"\ntwo: \"\(names[1])\"")
      func expect(_ rows: [String]) throws {
        for connection in connections {
          let page: FetchPage = try connection.result(.fetch, FetchRequest(view: view))
          let origins = page.sections.flatMap { $0.items.compactMap(\.origin) }
          #expect(origins.map { "\($0.depth)\($0.item?.text ?? "")" } == rows)
        }
      }
      try expect(["1a", "2b", "3c", "1x"])
      func move(from source: Identifier, to target: Identifier, below parent: Identifier?) throws {
        let transfer = ItemTransfer(["a"], to: target, ItemDestination(below: ParentChoice(parent)))
        let request = TransactRequest([TransactionStep(source, .transfer(transfer))])
        let _: TransactResult = try connections[2].result(.transact, request)
      }
      try move(from: names[0], to: names[1], below: "x")
      try expect(["1x", "2a", "3b", "4c"])
      try move(from: names[1], to: names[0], below: nil)
      try expect(["1a", "2b", "3c", "1x"])
    }
  }

  /// A subscriber to a view of all lists on a thread of its own, which has to have each item once after each message.
  private final class Watcher: Sendable {
    private struct State {
      var problems: [String] = []
      var shown: [Identifier] = []
      var isEnding = false
      var hasEnded = false
    }

    private let view: ViewDefinition
    private let state = Mutex(State())

    init(_ view: ViewDefinition, _ items: [Identifier], on connection: sending RawConnection) throws {
      self.view = view
      let subscriber = FoldingSubscriber(SubscribeRequest(view: view))
      try subscriber.open(on: connection)
      nonisolated(unsafe) let opened = subscriber
      let wanted = items.map(\.text).sorted()
      Thread.detachNewThread { [self] in
        do { try follow(opened, wanted) } catch { state.withLock { $0.problems.append("\(error)") } }
        state.withLock { $0.hasEnded = true }
      }
    }

    private func follow(_ subscriber: FoldingSubscriber, _ wanted: [String]) throws {
      while !state.withLock({ $0.isEnding }) {
        switch try subscriber.next(within: 20) {
        case nil: continue
        case .message:
          guard let list = subscriber.list else { continue }
          let shown = list.sections.flatMap { $0.items.map(\.id) }
          let ids = shown.map { String($0.text.split(separator: "/").last ?? "") }.sorted()
          state.withLock { state in
            state.shown = shown
            if ids != wanted { state.problems.append("\(ids)") }
          }
        case .end(let status): throw Failure("the subscription ended: \(status)")
        case .gone: throw Failure("the connection is gone")
        }
      }
    }

    /// Waits until it shows what a server shows.
    ///
    /// - Returns: what it had that was wrong.
    func end(at connection: RawConnection) throws -> [String] {
      let page: FetchPage = try connection.result(.fetch, FetchRequest(view: view))
      let newest = page.sections.flatMap { $0.items.map(\.id) }
      while state.withLock({ $0.shown != newest && !$0.hasEnded }) { usleep(1_000) }
      state.withLock { $0.isEnding = true }
      while !state.withLock({ $0.hasEnded }) { usleep(1_000) }
      return state.withLock { $0.problems }
    }
  }

  /// A server that ends, and when.
  enum Fault: CaseIterable {
    case giverIsAsked, giverHasDrained, giverHasGiven
    case receiverHasAsked, receiverIsAwaited, receiverIsOwner

    var step: MemoryCluster.Giving {
      switch self {
      case .giverIsAsked, .receiverHasAsked: .asked
      case .giverHasDrained, .receiverIsAwaited: .drained
      case .giverHasGiven, .receiverIsOwner: .assigned
      }
    }

    var isOfGiver: Bool {
      switch self {
      case .giverIsAsked, .giverHasDrained, .giverHasGiven: true
      case .receiverHasAsked, .receiverIsAwaited, .receiverIsOwner: false
      }
    }
  }

  @Test(
    "an owner ends in the middle, at each step: the transaction is carried out once",
    arguments: Fault.allCases
  )
  func faults(_ fault: Fault) async throws {
    try await ServedCluster.run { served in
      let (source, target) = (served.name("list", of: 0), served.name("list", of: 1))
      let connection = try served.connect(2)
      for name in [source, target] { try connection.create(name) }
      try connection.add("a", to: source)
      let (cluster, third) = (served.cluster, served.journals[2])
      let hasEnded = Atomic(false)
      cluster.whenGiving.withLock {
        $0 = { step, giver, receiver in
          guard step == fault.step, !hasEnded.exchange(true, ordering: .relaxed) else { return }
          SeveralOwnersTests.end(fault.isOfGiver ? giver : receiver, of: cluster, to: third)
        }
      }
      let request = try SeveralOwnersTests.transfer("a", from: source, to: target, id: 1)
      let result: TransactResult = try connection.result(.transact, request)
      let isOver = hasEnded.load(ordering: .relaxed)
      #expect(isOver)
      #expect(result.collections.filter { $0.changed }.count == 2)
      try SeveralOwnersTests.check(source, target, result, request, connection)
    }
  }

  @Test("the database takes the transaction and its answer is lost: a retry gets what it answered")
  func lostAnswer() async throws {
    try await ServedCluster.run { served in
      let (source, target) = (served.name("list", of: 0), served.name("list", of: 1))
      let connection = try served.connect(2)
      for name in [source, target] { try connection.create(name) }
      try connection.add("a", to: source)
      for journal in served.journals { journal.loseAnswers() }
      let request = try SeveralOwnersTests.transfer("a", from: source, to: target, id: 1)
      let stream = try connection.open(Wire.Method.transact.name, connection.encode(request))
      var lost: MemoryNode?
      while lost == nil {
        lost = served.journals.first { $0.isOvertaken }
        usleep(1_000)
      }
      if let lost { SeveralOwnersTests.end(lost, of: served.cluster, to: served.journals[2]) }
      let end = try connection.end(stream)
      #expect(end.code == .ok)
      let result = try end.body.withUnsafeBytes { try TransactResult.decode($0, using: connection.arena) }
      #expect(result.repeated && result.collections.count(where: { $0.changed }) == 2)
      try SeveralOwnersTests.check(source, target, result, request, connection)
    }
  }

  /// Ends a node, and has another one take over.
  private static func end(_ node: MemoryNode, of cluster: MemoryCluster, to successor: MemoryNode) {
    let slots = cluster.expel(node)
    node.findOut()
    cluster.assign(slots, to: successor)
    try? successor.gain()
    cluster.tellNodes()
  }

  /// Checks that the item was transferred once.
  private static func check(
    _ source: Identifier,
    _ target: Identifier,
    _ result: TransactResult,
    _ request: TransactRequest,
    _ connection: RawConnection
  ) throws {
    #expect(try items(source, at: connection) == [])
    #expect(try items(target, at: connection) == ["a"])
    let again: TransactResult = try connection.result(.transact, request)
    #expect(again.repeated && again.collections == result.collections)
    for (name, count) in [(source, 2), (target, 1)] {
      let page: HistoryPage = try connection.result(.history, HistoryRequest(collection: name))
      #expect(page.commits.count == count)
    }
  }

  @Test("slots are given to nodes only, and what is no request for them is refused")
  func giving() async throws {
    try await ServedCluster.run { served in
      let name = served.name("list", of: 0)
      let client = try served.connect(0)
      let request = GiveRequest(collections: [name], receiver: 2)
      #expect(try client.end(of: .give, request).code == .permissionDenied)
      let node = try RawConnection(port: served.port(0), greeting: false)
      try node.hello(Hello(clientName: "node", token: "arrange-node-1:\(served.cluster.secret)"))
      #expect(try node.receive()?.type == .welcome)
      #expect(try node.end(of: .give, GiveRequest(collections: [], receiver: 2)).code == .invalidArgument)
      // There is no such node, so it stays.
      #expect(try node.end(of: .give, GiveRequest(collections: [name], receiver: 99)).code == .ok)
      #expect(served.cluster.owner(of: name) === served.journals[0])
      let second = UInt64(bitPattern: served.journals[1].id)
      #expect(try node.end(of: .give, GiveRequest(collections: [name], receiver: second)).code == .ok)
      #expect(served.cluster.owner(of: name) === served.journals[1])
    }
  }
}
