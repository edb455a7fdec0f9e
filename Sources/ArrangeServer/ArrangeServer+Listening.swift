import Logging
import NIOCore
import NIOPosix

extension ArrangeServer {
  /// How many connections are accepted before the event loop looks at others.
  private static let acceptedAtOnce: UInt = 4

  /// Listens.
  ///
  /// - Throws: a ``ListenError``.
  func listen() async throws -> Listener {
    let server = server
    let gate = AcceptGate(
      mostConnections: options.maximumConnections,
      otherDescriptors: Descriptors.count + 1
    )
    try check(gate)
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: Int32(options.backlog))
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelOption(.maxMessagesPerRead, value: ArrangeServer.acceptedAtOnce)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptHandler(server: server, gate: gate))
        }
      }
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard let loop = server.loops.first(where: { $0.eventLoop === channel.eventLoop }) else {
            preconditionFailure("connections run on the server's own event loops")
          }
          let isRefused = server.refusals.remove(channel)
          try channel.pipeline.syncOperations.addHandler(
            ConnectionHandler(server: server, loop: loop, isRefused: isRefused)
          )
        }
      }
    switch options.address {
    case .tcp(let host, let port):
      do {
        let channel = try await bootstrap.bind(host: host, port: port).get()
        onListening(.tcp(host: host, port: channel.localAddress?.port ?? port))
        return Listener(channel: channel, file: nil)
      } catch {
        throw ListenError(options.address, error)
      }
    case .unixSocket(let path):
      let file = try await UnixSocketFile(path)
      do {
        let channel = try await bootstrap.bind(unixDomainSocketPath: path).get()
        file.didBind()
        onListening(.unixSocket(path: path))
        return Listener(channel: channel, file: file)
      } catch {
        file.unlock()
        throw ListenError(options.address, error)
      }
    }
  }

  /// Says where there are fewer descriptors than the connections need that are allowed.
  private func check(_ gate: AcceptGate) throws(ListenError) {
    let limit = Descriptors.limit
    let capacity = gate.capacity(descriptorLimit: limit)
    guard capacity > 0 else {
      throw ListenError(
        options.address,
        "the limit of open files, \(limit), leaves none for connections; raise it (ulimit -n)"
      )
    }
    guard capacity < options.maximumConnections else { return }
    logger.warning(
      "fewer connections fit than max-connections allows: raise the limit of open files (ulimit -Hn), or lower the setting",
      metadata: [
        "max-connections": "\(options.maximumConnections)", "fit": "\(capacity)", "open-files": "\(limit)",
      ]
    )
  }
}
