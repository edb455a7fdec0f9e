import ArrangeClient
import ArrangeModel
import ArrangeServer
import Engine
import EngineTestSupport
import Foundation
import NIOPosix
import Ordering
import ServerTestSupport
import TestSupport
import Wire

/// Servers in the test process over one journal in memory, each of which owns a third of the slots.
final class ServedCluster: Sendable {
  static let count = 3
  /// Two event loops, so that calls and collections are on different ones.
  static let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)

  let cluster: MemoryCluster
  let journals: [MemoryNode]
  let servers: [LocalServer]

  private init(_ cluster: MemoryCluster, _ journals: [MemoryNode], _ servers: [LocalServer]) {
    self.cluster = cluster
    self.journals = journals
    self.servers = servers
  }

  /// Runs a closure with servers.
  static func run(
    configuring: @escaping @Sendable (inout ServerOptions) -> Void = { _ in },
    _ body: @Sendable @escaping (ServedCluster) async throws -> Void
  ) async throws {
    let cluster = try MemoryCluster()
    let journals = (0..<count).map { cluster.node("node \($0)") }
    try await start([], cluster, journals, configuring, body)
  }

  private static func start(
    _ servers: [LocalServer],
    _ cluster: MemoryCluster,
    _ journals: [MemoryNode],
    _ configuring: @escaping @Sendable (inout ServerOptions) -> Void,
    _ body: @Sendable @escaping (ServedCluster) async throws -> Void
  ) async throws {
    guard servers.count < journals.count else {
      let served = ServedCluster(cluster, journals, servers)
      try served.spread()
      return try await body(served)
    }
    let journal = journals[servers.count]
    try await LocalServer.run(
      journal: journal,
      group: group,
      seed: LocalServer.seed + UInt64(servers.count),
      configuring: configuring
    ) { server in
      // It has joined when it has slots, or others have all of them.
      while !cluster.living.contains(where: { $0 === journal }) { usleep(1_000) }
      try await start(servers + [server], cluster, journals, configuring, body)
    }
  }

  /// Gives each node its share.
  private func spread() throws {
    for (index, journal) in journals.enumerated() {
      try move(SlotSet((0..<Slot.count).filter { $0 % ServedCluster.count == index }), to: journal)
    }
  }

  func move(_ slots: SlotSet, to journal: MemoryNode) throws {
    try cluster.move(slots, to: journal) { usleep(500) }
  }

  /// A name that a node owns after the start.
  func name(_ prefix: String, of node: Int) -> Identifier {
    for number in 0... {
      let name = Identifier(unchecked: "\(prefix)-\(number)")
      if Slot.of(name) % ServedCluster.count == node { return name }
    }
    preconditionFailure("one name in three has such a slot")
  }

  func slot(of name: Identifier) -> SlotSet { SlotSet([Slot.of(name)]) }

  func port(_ node: Int) throws -> Int {
    guard let text = servers[node].address.split(separator: ":").last, let port = Int(text) else {
      throw Failure("no port in \(servers[node].address)")
    }
    return port
  }

  func connect(_ node: Int) throws -> RawConnection { try RawConnection(port: port(node)) }
}

extension RawConnection {
  /// The END of a call.
  func end(of method: Wire.Method, _ request: some WireMessage) throws -> Received {
    try call(method.name, encode(request))
  }

  /// Adds an item to a collection.
  @discardableResult
  func add(_ id: Identifier, to name: Identifier, requestID: RequestID? = nil) throws -> ApplyResult {
    let operation = ListOperation.insertItems(
      [NewElement(id: id, fields: ["title": .string(id.text)])],
      to: ItemDestination()
    )
    return try result(.apply, ApplyRequest(collection: name, operations: [operation], requestID: requestID))
  }

  func create(_ name: Identifier) throws {
    let _: CollectionInfo = try result(.createCollection, CreateCollectionRequest(name: name))
  }
}
