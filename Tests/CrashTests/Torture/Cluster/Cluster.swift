import Foundation
import TestSupport

/// A PostgreSQL server and nodes, each on a host of its own.
final class Cluster: Sendable {
  /// Few, so that others can take all of them.
  private static let databaseConnections = 40
  private static let port = 7_411

  let network: PacketSwitch
  let database: PostgresServer
  let nodes: [ClusterNode]
  /// The conditions of each host, that of the database first.
  let conditions: [ProcessConditions]
  private let namespaces: [NetworkNamespace]

  /// - Parameters:
  ///   - lease: for how long a node owns what it has without renewing that, in milliseconds.
  ///   - directory: for the logs and sockets of the nodes.
  init(nodes count: Int, lease: Int, seed: UInt64, in directory: URL) throws {
    network = PacketSwitch(seed: seed)
    var (namespaces, conditions): ([NetworkNamespace], [ProcessConditions]) = ([], [])
    for host in 0...count {
      let namespace = try NetworkNamespace()
      try network.connect(namespace, as: host)
      namespaces.append(namespace)
      conditions.append(try ProcessConditions(in: directory, name: "\(host)"))
    }
    let address = PacketSwitch.address(0)
    let database = try PostgresServer(
      in: .init(
        entering: namespaces[0].entering,
        address: address,
        environment: conditions[0].variables.map { "\($0)=\($1)" },
        settings: ["max_connections = \(Cluster.databaseConnections)"]
      )
    )
    nodes = try (1...count).map { number in
      let own = "\(PacketSwitch.address(number)):\(Cluster.port)"
      let name = "n\(number)"
      var arguments = [
        "--journal", database.address(host: address), "--listen",
        "\(own),unix:\(directory.appending(path: "\(name).socket").path)", "--insecure", "--log-level",
        "info",
        "--loops", "1", "--drain-seconds", "5", "--checkpoint-interval", "200", "--idle-seconds", "2",
      ]
      if count > 1 {
        arguments += ["--node-name", name, "--node-address", own, "--node-lease-ms", "\(lease)"]
      }
      return try ClusterNode(
        name,
        in: directory,
        entering: namespaces[number].entering,
        environment: conditions[number].variables.map { "\($0)=\($1)" },
        arguments: arguments
      )
    }
    (self.database, self.namespaces, self.conditions) = (database, namespaces, conditions)
  }

  func start() throws {
    for node in nodes { try node.start() }
  }

  /// Ends everything at once.
  func end() {
    for node in nodes { node.end() }
    network.end()
    for namespace in namespaces { namespace.end() }
  }

  /// All connections to the database that are there now.
  func holdConnections() -> ConnectionHolder {
    ConnectionHolder(unixSocket: database.unixSocket, count: Cluster.databaseConnections)
  }

  /// Which request made each commit, as the database has it: a line for each, with the name and the version of the list.
  func commits() throws -> String {
    try database.sql(
      "SELECT l.name, c.version, encode(c.request, 'hex') FROM arrange.commits c "
        + "JOIN arrange.collections l ON l.key = c.collection ORDER BY 1, 2"
    )
  }

  /// Ends all connections to the database.
  func endConnections() throws {
    try database.sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        + "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )
  }
}
