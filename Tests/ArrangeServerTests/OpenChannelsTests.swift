import ArrangeServer
import NIOCore
import NIOPosix
import Testing

@Suite("The channels of a listener")
struct OpenChannelsTests {
  @Test("are closed when their closing was awaited, so that the event loops can end")
  func closing() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
    let channels = OpenChannels()
    let server = try await ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        channels.insert(channel)
        return channel.eventLoop.makeSucceededVoidFuture()
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(server.localAddress?.port)
    var clients: [any Channel] = []
    for _ in 0..<10 {
      clients.append(try await ClientBootstrap(group: group).connect(host: "127.0.0.1", port: port).get())
    }
    try await clients[0].close()
    try await server.close()
    await channels.close()
    // Nothing is left to close.
    for client in clients { try await client.closeFuture.get() }
    await channels.close()
    try await group.shutdownGracefully()
  }
}
