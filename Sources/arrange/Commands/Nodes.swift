import ArgumentParser
import ArrangeClient
import ArrangeModel
import Engine

struct Nodes: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the nodes of the service, and which one owns a collection.",
    discussion: """
      Nodes are servers that serve the collections of one PostgreSQL database together. Every collection and view has an \
      owner among them, by its name; only the owner writes it. The asterisk marks the node that has answered; what it knows \
      of the others may be some moments old. It needs the permission admin.

      EXAMPLES
        arrange nodes
        arrange nodes board roadmap
        arrange nodes --server n1.example:7411,n2.example:7411
        arrange nodes --json | jq '.nodes[] | select(.lease_ms == 0)'
      """
  )

  @Argument(
    help: "Collections and views whose owners are shown instead of the nodes.",
    completion: .from(.collections),
    transform: Arguments.identifier
  )
  var names: [Identifier] = []

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let info = try await context.client.serverInfo()
    guard info.isComplete else {
      throw CommandFailure(
        .denied,
        "only callers with the permission admin see the nodes",
        code: .permissionDenied
      )
    }
    let owners = names.map { Owner(of: $0, among: info.nodes) }
    if context.isJSON { return try context.console.print(json(info.nodes, owners)) }
    guard !info.nodes.isEmpty else {
      return try context.console.print(
        "The server is alone: it has no other nodes, and owns all collections."
      )
    }
    let lines =
      names.isEmpty ? lines(info.nodes, context.console.style) : lines(owners, context.console.style)
    try context.console.print(lines.joined(separator: "\n"))
  }

  /// The owner of a name.
  private struct Owner {
    var name: Identifier
    var slot: Int
    /// Nil if the slot has no owner at the moment.
    var node: NodeInfo?

    init(of name: Identifier, among nodes: [NodeInfo]) {
      let slot = Slot.of(name)
      self.name = name
      self.slot = slot
      node = nodes.first { $0.slots.contains { ($0.first...$0.last).contains(slot) } }
    }
  }

  private func lines(_ nodes: [NodeInfo], _ style: Style) -> [String] {
    var table = Table(
      ("", .left),
      ("node", .left),
      ("address", .left),
      ("slots", .right),
      ("share", .right),
      ("lease", .left),
      ("replicas", .right),
      ("lag", .left)
    )
    for node in nodes {
      table.append(
        node.isSelf ? "*" : "",
        node.name,
        node.address,
        node.slotCount.grouped,
        "\((node.slotCount * 100 + Slot.count / 2) / Slot.count) %",
        node.leaseMilliseconds > 0 ? Nodes.seconds(node.leaseMilliseconds) : "has run out",
        node.isSelf ? node.replicas.grouped : "",
        node.isSelf ? "\(node.lagMilliseconds.grouped) ms" : ""
      )
    }
    let unowned = Slot.count - nodes.reduce(0) { $0 + $1.slotCount }
    let note =
      "\(unowned.counted("slot")) without an owner: calls for their collections wait for the next one"
    let problems = nodes.filter { !$0.problem.isEmpty }.map { node in
      "\(node.name) can't be reached from the node that has answered: \(node.problem)"
    }
    return table.lines(style) + problems + (unowned > 0 ? [note] : [])
  }

  private func lines(_ owners: [Owner], _ style: Style) -> [String] {
    var table = Table(("name", .left), ("slot", .right), ("node", .left), ("address", .left))
    for owner in owners {
      table.append(
        owner.name.text,
        "\(owner.slot)",
        owner.node?.name ?? "none at the moment",
        owner.node?.address ?? ""
      )
    }
    return table.lines(style)
  }

  /// A time in seconds, with one decimal.
  private static func seconds(_ milliseconds: Int) -> String {
    let tenths = milliseconds / 100
    return "\((tenths / 10).grouped).\(tenths % 10) s"
  }

  private func json(_ nodes: [NodeInfo], _ owners: [Owner]) -> JSON {
    .object([
      "nodes": .array(nodes.map(\.json)),
      "owners": .array(
        owners.map {
          .object([
            "name": .string($0.name.text), "slot": .count($0.slot),
            "node": $0.node.map { .string($0.name) } ?? .null,
            "address": $0.node.map { .string($0.address) } ?? .null,
          ])
        }
      ),
    ])
  }
}

extension NodeInfo {
  /// The number of slots that the node owns.
  var slotCount: Int { slots.reduce(0) { $0 + $1.last - $1.first + 1 } }

  var json: JSON {
    .object([
      "id": .string(id), "name": .string(name), "address": .string(address),
      "slots": .array(slots.map { .object(["first": .count($0.first), "last": .count($0.last)]) }),
      "slot_count": .count(slotCount), "lease_ms": .count(leaseMilliseconds), "is_self": .bool(isSelf),
      "replicas": .count(replicas),
      "lag_ms": .count(lagMilliseconds), "problem": .string(problem),
    ])
  }
}

extension ServerInfo {
  /// Whether the caller may see everything: a caller has a connection, so that none is counted only for others.
  var isComplete: Bool { counts.connections > 0 }
}
