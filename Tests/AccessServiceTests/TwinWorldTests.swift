import Access
import ArrangeModel
import ArrangeServer
import Changes
import Engine
import Foundation
import NIOCore
import NIOPosix
import Ordering
import ServerTestSupport
import SwiftCodec
import TestSupport
import Testing
import Wire

/// Two servers whose data differ only in what a principal may not see: to this principal both are the same,
/// byte by byte.
///
/// Ids, keys, epochs and times follow from a seed and a stopped clock. Each shard draws its own random
/// numbers, so the names that differ are on another shard than the visible ones.
@Suite("Twin worlds")
struct TwinWorldTests {
  /// The number of calls.
  private static let steps = 10_000

  /// One of the two, with the subscriptions of the principal.
  private final class World {
    let server: LocalServer
    let root: RawConnection
    let ann: RawConnection
    let follower: RawConnection
    /// The subscriptions, by their streams.
    var followed: [(name: Identifier, stream: UInt32)] = []

    init(_ server: LocalServer, _ tokens: [AccessToken]) throws {
      self.server = server
      let port = Int(server.address.split(separator: ":").last ?? "") ?? 0
      let connections = try [tokens[0], tokens[1], tokens[1]].map { token in
        let connection = try RawConnection(port: port, greeting: false)
        try connection.hello(Hello(clientName: "test", token: token.text))
        guard try connection.receive()?.type == .welcome else { throw Failure("no WELCOME") }
        return connection
      }
      (root, ann, follower) = (connections[0], connections[1], connections[2])
    }

    /// Makes a call as the all-powerful principal.
    func does(_ method: Wire.Method, _ request: some WireMessage) throws -> StatusCode? {
      try root.call(method.name, root.encode(request)).code
    }

    /// Subscribes to a list and returns the first message.
    func follow(_ name: Identifier) throws -> [UInt8] {
      let request = SubscribeRequest(collection: name)
      let stream = try follower.open(Wire.Method.subscribe.name, follower.encode(request), credit: 1_000_000)
      followed.append((name, stream))
      return try next()
    }

    /// The next message of a subscription.
    func next() throws -> [UInt8] {
      while let frame = try follower.receive() {
        if frame.type == .data { return frame.body }
        if frame.type == .end { throw Failure("a stream has ended: \(try follower.status(frame).message)") }
      }
      throw Failure("the connection was closed")
    }
  }

  /// Names that the principal sees, and hidden names of another shard.
  private struct Names {
    var own: [Identifier] = []
    var shown: [Identifier] = []
    var moved: Identifier
    var view: Identifier
    var hidden: [Identifier] = []
    var missing: [Identifier] = []

    var all: [Identifier] { own + shown + [moved, view] + hidden + missing }

    init(_ shardOf: (Identifier) -> Int) {
      func names(_ prefix: String, _ count: Int, on shard: Int) -> [Identifier] {
        var (names, number): ([Identifier], Int) = ([], 0)
        while names.count < count {
          let name = Identifier(unchecked: "\(prefix)\(number)")
          if shardOf(name) == shard { names.append(name) }
          number += 1
        }
        return names
      }
      own = names("open", 2, on: 0)
      shown = names("shown", 2, on: 0)
      moved = names("moved", 1, on: 0)[0]
      view = names("shown-view", 1, on: 0)[0]
      hidden = names("secret", 4, on: 1)
      missing = names("missing", 2, on: 1) + names("open-missing", 1, on: 0)
    }
  }

  private static let file = """
    roles:
      ann:
        - { on: "open*", may: [all] }
        - { on: "shown*", may: [read, watch, history] }
        - { on: "moved*", may: [read, watch, move] }
      below: [ { on: "**", may: [all] }, { on: "secret*", never: [all] }, { on: "shown*", never: [write, move, manage, delete, create] },
               { on: "moved*", never: [write, manage, delete, create] } ]
    principals:
      ann: { roles: [ROLE], tokens: [ { sha256: ANN } ] }
      root: { roles: [admin], tokens: [ { sha256: ROOT } ] }
    """

  private func run(
    _ file: String,
    seed: UInt64,
    _ body: @Sendable (World, World, Names) throws -> Void
  ) async throws {
    var random = OrderingRandom(seed: seed)
    let tokens = [AccessToken(using: &random), AccessToken(using: &random)]
    let text = file.replacing("ROOT", with: tokens[0].digest.hexadecimal)
      .replacing("ANN", with: tokens[1].digest.hexadecimal)
    let path = FileManager.default.temporaryDirectory.appending(path: "twins-\(UUID().uuidString).yaml").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let groups = (0..<2).map { _ in MultiThreadedEventLoopGroup(numberOfThreads: 2) }
    let configure: @Sendable (inout ServerOptions) -> Void = { $0.accessFile = path }
    try await LocalServer.run(group: groups[0], configuring: configure) { one in
      try await LocalServer.run(group: groups[1], configuring: configure) { two in
        let names = Names(one.shard(of:))
        try body(World(one, tokens), World(two, tokens), names)
      }
    }
    for group in groups { try await group.shutdownGracefully() }
  }

  @Test("look the same to readers without permission for the differences", arguments: ["ann", "below"])
  func twins(role: String) async throws {
    let seed: UInt64 = 2026
    try await run(TwinWorldTests.file.replacing("ROLE", with: role), seed: seed) { one, two, names in
      var random = OrderingRandom(seed: seed)
      let worlds = [one, two]
      for name in names.own + names.shown + [names.moved] {
        for world in worlds {
          #expect(try world.does(.createCollection, CreateCollectionRequest(name: name)) == .ok)
          let items = ["a", "b", "c"].map {
            NewElement(id: Identifier(unchecked: $0), fields: ["t": .string($0)])
          }
          let insert = ListOperation.insertItems(items, to: ItemDestination())
          #expect(try world.does(.apply, ApplyRequest(collection: name, operations: [insert])) == .ok)
        }
      }
      let definition = "one: \(names.own[0])\ntwo: \(names.shown[0]) where t != \"b\""
      let view = DefineViewRequest(name: names.view, view: try ViewDefinition(parsing: definition))
      for world in worlds { #expect(try world.does(.defineView, view) == .ok) }
      for name in [names.own[0], names.own[1], names.shown[0], names.moved] {
        #expect(try one.follow(name) == two.follow(name))
      }
      var counts: [StatusCode: Int] = [:]
      for step in 0..<TwinWorldTests.steps {
        if Int.random(in: 0..<4, using: &random) == 0 {
          // In one world only, or differently in both.
          try TwinWorldTests.doHidden(worlds[Int.random(in: 0..<2, using: &random)], names, &random)
        }
        let (method, request, name) = try TwinWorldTests.call(names, &random)
        let answers = try worlds.map { try $0.ann.call(method.name, request($0.ann)) }
        let isSame = answers[0].code == answers[1].code && answers[0].body == answers[1].body
        #expect(isSame, "seed \(seed), step \(step): \(method) of \(name): \(answers)")
        guard isSame else { return }
        counts[answers[0].code ?? .unknown, default: 0] += 1
        if method == .apply, answers[0].code == .ok, one.followed.contains(where: { $0.name == name }) {
          let result = try ApplyResult(decodingBody: answers[0].body)
          guard result.changed, !result.repeated else { continue }
          let told = try worlds.map { try $0.next() }
          #expect(told[0] == told[1], "seed \(seed), step \(step): what is told of \(name)")
        }
      }
      // Neither world sends more than the other.
      for world in worlds { #expect(!world.follower.hasInput(within: 200)) }
      // The calls are of all kinds.
      for code in [StatusCode.ok, .notFound, .permissionDenied] {
        #expect((counts[code] ?? 0) > TwinWorldTests.steps / 50, "\(counts)")
      }
    }
  }

  /// Makes a change that the principal can't see.
  private static func doHidden(_ world: World, _ names: Names, _ random: inout OrderingRandom) throws {
    let name = names.hidden.randomElement(using: &random)!
    switch Int.random(in: 0..<5, using: &random) {
    case 0: _ = try world.does(.createCollection, CreateCollectionRequest(name: name))
    case 1: _ = try world.does(.deleteCollection, DeleteCollectionRequest(name: name))
    case 2:
      let view = try ViewDefinition(parsing: names.hidden[0].text)
      _ = try world.does(.defineView, DefineViewRequest(name: name, view: view))
    case 3: _ = try world.does(.deleteView, DeleteViewRequest(name: name))
    default:
      let insert = ListOperation.insertItems([NewElement(), NewElement()], to: ItemDestination())
      _ = try world.does(.apply, ApplyRequest(collection: name, operations: [insert]))
    }
  }

  /// A call of the principal.
  private static func call(
    _ names: Names,
    _ random: inout OrderingRandom
  ) throws -> (Wire.Method, (RawConnection) throws -> [UInt8], Identifier) {
    let name = names.all.randomElement(using: &random)!
    let other = names.all.randomElement(using: &random)!
    func answer(_ method: Wire.Method, _ request: some WireMessage) -> (
      Wire.Method, (RawConnection) throws -> [UInt8], Identifier
    ) { (method, { $0.encode(request) }, name) }
    let item = ElementReference(
      Identifier(unchecked: "abcxyz".randomElement(using: &random).map(String.init) ?? "a")
    )
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return answer(.getCollection, GetCollectionRequest(name: name))
    case 1:
      let token = Bool.random(using: &random) ? nil : Array(other.text.utf8)
      return answer(
        .listCollections,
        ListCollectionsRequest(pageSize: Int.random(in: 1...4, using: &random), pageToken: token)
      )
    case 2: return answer(.listViews, ListViewsRequest())
    case 3:
      return answer(.fetch, FetchRequest(collection: name, pageSize: Int.random(in: 1...5, using: &random)))
    case 4: return answer(.history, HistoryRequest(collection: name, from: 1, limit: 3))
    case 5:
      return answer(.updateCollection, UpdateCollectionRequest(name: name, set: ["n": .string(other.text)]))
    case 6: return answer(.verifyKeys, VerifyKeysRequest(collection: name))
    case 7: return answer(.getView, GetViewRequest(name: name))
    case 8: return answer(.serverInfo, EmptyMessage())
    case 9: return answer(.healthCheck, HealthCheckRequest(service: ""))
    case 10, 11:
      let definition = try ViewDefinition(parsing: "one: \(name)\ntwo: \(other) sort t desc")
      return answer(.fetch, FetchRequest(view: definition))
    // Deleting and creating what others see would end what is followed: only of what can't be done.
    case 12:
      return answer(
        .deleteCollection,
        DeleteCollectionRequest(name: names.hidden.randomElement(using: &random)!)
      )
    case 13: return answer(.deleteView, DeleteViewRequest(name: names.hidden.randomElement(using: &random)!))
    case 14:
      return answer(
        .createCollection,
        CreateCollectionRequest(name: names.hidden.randomElement(using: &random)!)
      )
    case 15: return answer(.explain, ExplainRequest(collection: name, operations: [.removeItems([item])]))
    default:
      let operations: [ArrangeModel.ListOperation] = [
        .moveItems([item], to: ItemDestination(.first)), .moveItems([item], to: ItemDestination(.last)),
        .insertItems([NewElement(id: item.id, fields: ["t": .string(other.text)])], to: ItemDestination()),
        .removeItems([item]), .updateItems([FieldsUpdate(item, set: ["t": .string(other.text)])]),
      ]
      let operation = operations.randomElement(using: &random)!
      return answer(.apply, ApplyRequest(collection: name, operations: [operation]))
    }
  }
}

extension ApplyResult {
  fileprivate init(decodingBody body: [UInt8]) throws {
    self = try body.withUnsafeBytes { try ApplyResult.decode($0, using: Arena(codec: .swift)) }
  }
}
