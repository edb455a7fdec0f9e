import ArrangeModel
import Dispatch
import Engine
import Logging
import Synchronization

extension Nodes {
  /// The nodes over a journal; nil if it can't be shared.
  ///
  /// - Throws: a ``TLSError`` if the authority of their certificates can't be read.
  convenience init?(
    _ journal: any Journal,
    loops: [LoopContext],
    _ options: ServerOptions,
    logger: Logger
  ) async throws(TLSError) {
    guard let journal = journal as? any SharedJournal, journal.isShared else { return nil }
    self.init(
      journal,
      loops: loops,
      tls: try await NodeTLS(options),
      name: options.node.name,
      logger: logger
    )
  }
}

extension NodeTLS {
  /// What the settings say; nil for connections without TLS.
  ///
  /// - Throws: a ``TLSError`` that names the setting and the file that can't be used.
  init?(_ options: ServerOptions) async throws(TLSError) {
    guard let authority = options.node.authority else { return nil }
    let authorities = try await TLSIdentity.certificates(in: authority, setting: "node-tls-ca")
    do {
      try self.init(authorities: authorities, identity: options.tls.map { ($0.certificate, $0.key) })
    } catch {
      throw TLSError("tls-certificate: connections to other nodes can't present it: \(error)")
    }
  }
}

/// A server as one of several nodes.
extension ArrangeServer {
  /// Whether a text is the address of a node: HOST:PORT.
  package static func isNodeAddress(_ text: String) -> Bool { NodeLink.parts(of: text) != nil }

  /// How often it is looked whether new slots are served.
  private static let serviceInterval = Duration.milliseconds(2)

  /// Becomes a node, once other nodes can reach this one.
  ///
  /// - Throws: the error of the journal; then the listeners are closed.
  func join(_ listeners: [Listener]) async throws {
    guard let nodes = server.nodes else { return }
    let port = listeners.lazy.compactMap(\.address.port).first
    let member = NodeMember(server.engine, nodes, logger: logger)
    do {
      try await blocking { try nodes.journal.join(member, port: port) }
      checkReachable(listeners, nodes)
      // The slots are served once the event loops know of them.
      while nodes.ownership.slots.slots.contains(where: { !nodes.ownership.serves($0) }) {
        try await Task.sleep(for: ArrangeServer.serviceInterval)
      }
      isJoined.store(true, ordering: .relaxed)
      if let error = await settle(), ![.unavailable, .notFound, .alreadyExists].contains(error.code) {
        throw error
      }
    } catch {
      for listener in listeners { await listener.close() }
      throw error
    }
  }

  /// Logs a warning if nobody listens at the address that other nodes are told.
  private func checkReachable(_ listeners: [Listener], _ nodes: Nodes) {
    let own = nodes.journal.nodes.first { $0.isOwn }?.address ?? ""
    let isHere = listeners.allSatisfy { listener in
      switch listener.address {
      case .tcp(let host, let port), .tls(let host, let port): NodeLink.isHere("\(host):\(port)")
      case .unixSocket: true
      case .passed: false
      }
    }
    guard isHere, !own.isEmpty, !NodeLink.isHere(own) else { return }
    logger.warning(
      "nobody listens at the address that other nodes are told; set node-address, or listen on more than the loopback address",
      metadata: [
        "address": "\(own)", "listens": "\(listeners.map(\.address.description).joined(separator: ", "))",
      ]
    )
  }

  /// Gives everything to the other nodes.
  func leave() async {
    guard let nodes = server.nodes else { return }
    try? await blocking { nodes.journal.leave() }
  }

  private func blocking(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
  }
}

extension ListenAddress {
  /// The port of a TCP address.
  package var port: Int? {
    switch self {
    case .tcp(_, let port), .tls(_, let port): port
    case .unixSocket, .passed: nil
    }
  }
}
