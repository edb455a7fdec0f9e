import ArrangeServer
import NIOCore
import Synchronization

/// Limits the open connections of the listener; see ``ConnectionRoom``. WebSockets and streams are not
/// included: the server counts them with its own connections.
final class ConnectionCount: Sendable {
  typealias Room = ConnectionRoom<ObjectIdentifier>

  /// The limits of the listener.
  static let limits = Room.Limits(all: 64, ofAddress: 48, forProbes: 8, refused: 32)
  /// The number of bytes of an IPv6 address that stand for one user of it, who has all addresses of a network.
  private static let networkBytes = 8

  private struct State {
    var room = Room(limits)
    var channels: [ObjectIdentifier: any Channel] = [:]
  }

  private let proxies: ProxyNetworks
  private let state = Mutex(State())
  private let open = OpenChannels()

  /// - Parameter proxies: what has no limit of its own, since its connections are those of many.
  init(_ proxies: ProxyNetworks = ProxyNetworks()) { self.proxies = proxies }

  /// What becomes of a new connection. Whoever is idle for the longest time is closed if it has to make room.
  func open(_ channel: any Channel) -> Room.Verdict {
    let id = ObjectIdentifier(channel)
    let isProxy = channel.remoteAddress?.ipAddress.map(proxies.contains) ?? false
    let address = isProxy ? "\(id)" : ConnectionCount.address(channel.remoteAddress)
    open.insert(channel)
    let (verdict, closing) = state.withLock { state in
      let (verdict, closing) = state.room.open(id, from: address)
      if verdict != .dropped { state.channels[id] = channel }
      return (verdict, closing.flatMap { state.channels[$0] })
    }
    channel.closeFuture.whenComplete { [self] _ in forget(id) }
    closing?.close(promise: nil)
    if verdict == .dropped { channel.close(promise: nil) }
    return verdict
  }

  /// A request begins, or is answered.
  func begin(_ channel: any Channel) { state.withLock { $0.room.begin(ObjectIdentifier(channel)) } }
  func end(_ channel: any Channel) { state.withLock { $0.room.end(ObjectIdentifier(channel)) } }

  /// Stops counting an accepted connection that has become a WebSocket, or carries a stream: the server counts it.
  func becomesStream(_ channel: any Channel) { forget(ObjectIdentifier(channel)) }

  /// A stream begins on a connection of HTTP/2, or has ended. The server counts it.
  func beginStream(_ connection: any Channel) {
    state.withLock { $0.room.beginStream(ObjectIdentifier(connection)) }
  }
  func endStream(_ connection: any Channel) {
    guard state.withLock({ $0.room.endStream(ObjectIdentifier(connection)) }) else { return }
    connection.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
  }

  private func forget(_ id: ObjectIdentifier) {
    state.withLock { state in
      state.room.close(id)
      state.channels[id] = nil
    }
  }

  /// Has each connection that serves HTTP end: at once if it is idle, otherwise after the answer to its request.
  func quiesce() {
    for channel in state.withLock({ Array($0.channels.values) }) {
      channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
  }

  /// Closes all connections, WebSockets as well, and returns when they are closed.
  func closeAll() async { await open.close() }

  /// What counts as one address.
  static func address(_ address: SocketAddress?) -> String {
    guard let address, let text = address.ipAddress else { return "" }
    let bytes = ProxyNetworks.bytes(of: String(text.prefix { $0 != "%" }))
    guard let bytes, bytes.count > networkBytes else { return text }
    return bytes.prefix(networkBytes).map { "\($0)" }.joined(separator: ".")
  }
}

/// Answers that there are too many connections, and closes the connection.
final class NoRoom: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The body of the answer.
  static let text = "There are too many open HTTP connections.\n"

  func handlerAdded(context: ChannelHandlerContext) {
    // The channel is active already if it has had a handshake.
    if context.channel.isActive { answer(context) }
  }

  func channelActive(context: ChannelHandlerContext) { answer(context) }

  private func answer(_ context: ChannelHandlerContext) {
    let body = NoRoom.text
    let answer =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\n"
      + "Retry-After: 1\r\nConnection: close\r\n\r\n\(body)"
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
    context.closeAfterAnswer()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}

extension ChannelHandlerContext {
  /// How long the peer may take to read the last answer, in milliseconds.
  private static let lingerMilliseconds: Int64 = 500

  /// Closes the connection when the peer has had time to read the answer. Closing a socket with unread input
  /// would reset the connection, and the answer could be lost.
  func closeAfterAnswer() {
    close(mode: .output, promise: nil)
    let timer = eventLoop.assumeIsolated().scheduleTask(
      in: .milliseconds(ChannelHandlerContext.lingerMilliseconds)
    ) { self.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in timer.cancel() }
  }
}
