import ArrangeModel
import Engine
import InputText
import TestSupport
import Testing
import Wire

@testable import arrange

/// What is said about the nodes of a service. The nodes are made up, by a server that answers as one of them would.
@Suite struct NodesTests {
  /// Two nodes; a hundred slots have no owner.
  private static let nodes: [NodeInfo] = {
    var first = NodeInfo(
      id: "a1",
      name: "node1",
      address: "10.0.0.1:7411",
      slots: [SlotRange(first: 0, last: 511)],
      leaseMilliseconds: 9_260,
      isSelf: true
    )
    first.replicas = 1_234
    first.lagMilliseconds = 80
    let second = NodeInfo(
      id: "b2",
      name: "node2",
      address: "10.0.0.2:7411",
      slots: [SlotRange(first: 512, last: 800), SlotRange(first: 901, last: 1_023)],
      leaseMilliseconds: 0,
      isSelf: false,
      problem: "nothing listens there"
    )
    return [first, second]
  }()

  /// Runs a body with a terminal at a server that says this.
  private func withServer<Result>(
    nodes: [NodeInfo] = nodes,
    connections: Int = 1,
    _ body: (Terminal) async throws -> Result
  ) async throws -> Result {
    try await withAddress(nodes: nodes, connections: connections) { try await body(Terminal(server: $0)) }
  }

  /// Runs a body with the address of such a server.
  private func withAddress<Result>(
    nodes: [NodeInfo] = nodes,
    connections: Int = 1,
    _ body: (String) async throws -> Result
  ) async throws -> Result {
    let info = ServerInfo(
      version: "1.2.3",
      serverID: "run-1",
      uptimeMicroseconds: 0,
      counts: ServerInfo.Counts(
        collections: 3,
        openCollections: 2,
        connections: connections,
        activeCalls: 1,
        commits: 0
      ),
      limits: ServerInfo.Limits(largestFrame: 1 << 20),
      nodes: nodes
    )
    return try await LoopbackServer.run { peer, frame in
      switch frame.method {
      case Method.healthCheck.name: peer.send(ServerFrames.end(frame.stream, HealthReport(.serving)))
      case Method.serverInfo.name: peer.send(ServerFrames.end(frame.stream, info))
      default: break
      }
    } _: { server in
      try await body("127.0.0.1:\(server.port)")
    }
  }

  @Test func allNodesAreShown() async throws {
    let result = try await withServer { await $0.run("nodes") }
    #expect(result.status == 0)
    #expect(
      result.output == """
           node   address        slots  share  lease        replicas  lag
        *  node1  10.0.0.1:7411    512   50 %  9.2 s           1,234  80 ms
           node2  10.0.0.2:7411    412   40 %  has run out
        node2 can't be reached from the node that has answered: nothing listens there
        100 slots without an owner: calls for their collections wait for the next one

        """
    )
  }

  @Test func theOwnerOfANameIsShown() async throws {
    /// A name whose slot is in a range.
    func name(in slots: ClosedRange<Int>) throws -> Identifier {
      for number in 0..<100_000 {
        let name = try Identifier("c\(number)")
        if slots.contains(Slot.of(name)) { return name }
      }
      throw Failure("no name has a slot in \(slots)")
    }
    let names = [try name(in: 0...9), try name(in: 901...999), try name(in: 801...900)]
    let result = try await withServer { await $0.run(["nodes"] + names.map(\.text)) }
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(
      lines == [
        ["name", "slot", "node", "address"],
        [names[0].text, "\(Slot.of(names[0]))", "node1", "10.0.0.1:7411"],
        [names[1].text, "\(Slot.of(names[1]))", "node2", "10.0.0.2:7411"],
        [names[2].text, "\(Slot.of(names[2]))", "none", "at", "the", "moment"],
      ]
    )
    let json = try await withServer { await $0.run(["nodes", "--json"] + names.map(\.text)) }
    let node = try JSONReader.read(Array(json.output.utf8))
    #expect(node["owners"]?.elements?.map { $0["node"]?.string } == ["node1", "node2", nil])
    #expect(node["nodes"]?.elements?.map { $0["name"]?.string } == ["node1", "node2"])
    #expect(node["nodes"]?.elements?.map { $0["problem"]?.string } == ["", "nothing listens there"])
    #expect(json.output.contains(#""slots":[{"first":512,"last":800},{"first":901,"last":1023}]"#))
  }

  @Test func aServerThatIsAloneSaysSo() async throws {
    for arguments in [["nodes"], ["nodes", "board"]] {
      let result = try await withServer(nodes: []) { await $0.run(arguments) }
      #expect(result.status == 0)
      #expect(result.output == "The server is alone: it has no other nodes, and owns all collections.\n")
    }
  }

  @Test func whoMayNotSeeThemIsRefused() async throws {
    let result = try await withServer(nodes: [], connections: 0) { await $0.run("nodes") }
    #expect(result.status == 6)
    #expect(result.errors == "arrange: only callers with the permission admin see the nodes\n")
  }

  @Test func theStatusHasALineAboutThem() async throws {
    let result = try await withServer { await $0.run("status") }
    #expect(result.status == 0)
    #expect(result.output.contains("nodes         2; this is node1, which owns 512 slots\n"))
    let json = try await withServer { await $0.run("status", "--json") }
    let nodes = try JSONReader.read(Array(json.output.utf8))["nodes"]?.elements
    #expect(nodes?.map { $0["is_self"]?.bool } == [true, false])
    let alone = try await withServer(nodes: []) { await $0.run("status") }
    #expect(!alone.output.contains("nodes"))
  }

  @Test func commandsGoToTheNextAddress() async throws {
    try await withAddress { alive in
      let terminal = Terminal()
      // Nobody listens at a port that no test can get.
      let gone = "127.0.0.1:1"
      let result = await terminal.run("nodes", "--server", "\(gone),\(alive)")
      #expect(result.status == 0, "\(result.errors)")
      let nowhere = await terminal.run("nodes", "--server", "\(gone),\(gone)")
      #expect(nowhere.status == 5)
      #expect(
        nowhere.errors.hasPrefix(
          "arrange: none of the 2 servers can be used; the last one: cannot reach \(gone): "
        )
      )
    }
  }

  @Test(arguments: ["127.0.0.1:1,tls:127.0.0.1:2", "127.0.0.1:1,", ",", "127.0.0.1:1,,127.0.0.1:2", "unix:"])
  func listsThatAreNoneAreRefused(server: String) async {
    let result = await Terminal().run("nodes", "--server", server)
    #expect(result.status == 64, "\(result.errors)")
  }

  @Test func tlsIsForAllAddresses() throws {
    for server in ["tls:a:1,b:2", "tls:a:1,tls:b:2"] {
      let address = try ServerAddress(words: ["--server=\(server)"], environment: [:])
      #expect(address.server == "a:1,b:2")
      #expect(address.security != nil)
    }
  }
}
