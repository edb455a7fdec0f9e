import Logging
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

extension ArrangeServer {
  /// How many connections are accepted before the event loop serves others.
  private static let acceptedAtOnce: UInt = 4
  /// How much is read at once before HELLO, in bytes. A connection has a read buffer of this size.
  static let readBeforeHello = 2 * 1024

  /// Listens on all addresses, or on none.
  ///
  /// - Throws: a ``ListenError``.
  func listen() async throws -> [Listener] {
    let gate = SharedGate(
      AcceptGate(
        maximumConnections: options.maximumConnections,
        otherDescriptors: Descriptors.count + options.addresses.count + options.otherDescriptors
      )
    )
    try check(gate)
    self.gate.withLock { $0 = gate }
    var listeners: [Listener] = []
    do {
      for address in options.addresses { listeners.append(try await listen(at: address, gate)) }
    } catch {
      for listener in listeners { await listener.close() }
      throw error
    }
    for listener in listeners { onListening(listener.address) }
    return listeners
  }

  private func listen(at address: ListenAddress, _ gate: SharedGate) async throws -> Listener {
    let bootstrap = bootstrap(gate, tls: address.isSecure ? tls : nil)
    switch address {
    case .tcp(let host, let port), .tls(let host, let port):
      do {
        let channel = try await bootstrap.bind(host: host, port: port).get()
        let port = channel.localAddress?.port ?? port
        return Listener(
          address: address.isSecure ? .tls(host: host, port: port) : .tcp(host: host, port: port),
          channel: channel
        )
      } catch {
        throw ListenError(address, error)
      }
    case .unixSocket(let path):
      let file = try await UnixSocketFile(path)
      do {
        let channel = try await bootstrap.bind(unixDomainSocketPath: path).get()
        file.didBind()
        return Listener(address: address, channel: channel, file: file)
      } catch {
        file.unlock()
        throw ListenError(address, error)
      }
    case .passed(let descriptor, _, let isSecure):
      do {
        let channel = try await bootstrap.withBoundSocket(descriptor).get()
        return Listener(address: .local(of: channel, isSecure: isSecure) ?? address, channel: channel)
      } catch {
        throw ListenError(address, error)
      }
    }
  }

  /// - Parameter tls: the certificate for connections; nil for plain connections.
  private func bootstrap(_ gate: SharedGate, tls: TLSIdentity?) -> ServerBootstrap {
    let server = server
    return ServerBootstrap(group: group)
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
      .childChannelOption(
        .recvAllocator,
        value: FixedSizeRecvByteBufferAllocator(capacity: ArrangeServer.readBeforeHello)
      )
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let loop = server.loop(of: channel)
          let isRefused = server.refusals.remove(channel)
          let handshake = tls.map { _ in HandshakeTurn(loop) }
          if let tls, let handshake {
            try channel.pipeline.syncOperations.addHandlers(
              [handshake, NIOSSLServerHandler(context: tls.context)]
            )
          }
          try channel.pipeline.syncOperations.addHandler(
            ConnectionHandler(
              server: server,
              loop: loop,
              isRefused: isRefused,
              handshake: handshake,
              mayBeForeign: handshake == nil
            )
          )
        }
      }
  }

  /// Compares the descriptor limit with the maximum number of connections: logs a warning if it is too low,
  /// and throws if it leaves no descriptors for connections.
  private func check(_ gate: SharedGate) throws(ListenError) {
    let limit = Descriptors.limit
    let capacity = gate.capacity(descriptorLimit: limit)
    guard capacity > 0 else {
      throw ListenError(
        options.addresses[0],
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
