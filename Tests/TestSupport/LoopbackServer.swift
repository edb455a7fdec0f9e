import ArrangeModel
package import NIOCore
import NIOPosix
internal import SwiftCodec
import Synchronization
import Wire

/// A loopback server whose reaction to each frame the test defines.
package final class LoopbackServer: Sendable {
  /// One connection, on its event loop.
  package struct Peer: Sendable {
    package let channel: any Channel

    /// The number of the connection, from 0.
    package let number: Int

    package func send(_ bytes: ByteBuffer...) {
      for bytes in bytes { channel.write(bytes, promise: nil) }
      channel.flush()
    }

    package func close() { channel.close(promise: nil) }
  }

  /// What to do with a frame. HELLO was answered already.
  package typealias Script = @Sendable (Peer, ReceivedFrame) -> Void

  private let listener: any Channel
  package var port: Int { listener.localAddress?.port ?? 0 }

  /// Listens on a free port, or on a Unix socket.
  package init(unixSocketPath: String? = nil, _ script: @escaping Script) async throws {
    let numbers = Counter(0)
    let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        let number = numbers.next()
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            Handler(Peer(channel: channel, number: number), script)
          )
        }
      }
    if let unixSocketPath {
      listener = try await bootstrap.bind(unixDomainSocketPath: unixSocketPath).get()
    } else {
      listener = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
    }
  }

  package func close() async throws { try await listener.close() }

  /// Runs a closure with a server, and ends the server.
  package static func run<Result>(
    unixSocketPath: String? = nil,
    _ script: @escaping Script,
    _ body: (LoopbackServer) async throws -> Result
  ) async throws -> Result {
    let server = try await LoopbackServer(unixSocketPath: unixSocketPath, script)
    do {
      let result = try await body(server)
      try await server.close()
      return result
    } catch {
      try? await server.close()
      throw error
    }
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    let peer: Peer
    let script: Script
    var decoder = FrameDecoder(limit: Frame.defaultMaximumLength)
    let arena = Arena(codec: .swift)

    init(_ peer: Peer, _ script: @escaping Script) {
      self.peer = peer
      self.script = script
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      decoder.append(unwrapInboundIn(data))
      do {
        while let frame = try decoder.next(using: arena) {
          let received = ReceivedFrame(frame)
          if received.type == .hello { peer.send(ServerFrames.welcome()) }
          script(peer, received)
        }
      } catch { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}

/// A number that several threads count up.
package final class Counter: Sendable {
  private let value: Mutex<Int>
  package init(_ value: Int) { self.value = Mutex(value) }

  /// The number before it is counted up.
  package func next() -> Int {
    value.withLock { value in
      defer { value += 1 }
      return value
    }
  }
}
