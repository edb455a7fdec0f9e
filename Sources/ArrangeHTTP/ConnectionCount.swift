import NIOCore
import Synchronization

/// Limits the open connections of the listener. WebSockets are not included: the server counts them with its
/// own connections.
final class ConnectionCount: Sendable {
  /// The maximum number of open connections that are refused with an answer. Further ones are closed at once.
  static let maximumRefused = 32

  private struct Counts {
    var taken = 0
    var refused = 0
    var webSockets: Set<ObjectIdentifier> = []
  }

  private let most: Int
  private let counts = Mutex(Counts())

  /// - Parameter most: the maximum number of connections.
  init(most: Int) { self.most = most }

  /// Whether a new connection is accepted. Otherwise ``NoRoom`` answers it, or it is closed at once.
  func takes(_ channel: any Channel) -> Bool {
    let isTaken = counts.withLock { counts in
      guard counts.taken < most else { return false }
      counts.taken += 1
      return true
    }
    if isTaken {
      channel.closeFuture.whenComplete { [self] _ in
        counts.withLock { if $0.webSockets.remove(ObjectIdentifier(channel)) == nil { $0.taken -= 1 } }
      }
    } else {
      let refused = counts.withLock { counts in
        counts.refused += 1
        return counts.refused
      }
      channel.closeFuture.whenComplete { [self] _ in counts.withLock { $0.refused -= 1 } }
      if refused > ConnectionCount.maximumRefused { channel.close(promise: nil) }
    }
    return isTaken
  }

  /// Stops counting an accepted connection that has become a WebSocket.
  func becomesWebSocket(_ channel: any Channel) {
    counts.withLock { counts in
      counts.taken -= 1
      counts.webSockets.insert(ObjectIdentifier(channel))
    }
  }
}

/// Answers that there are too many connections, and closes the connection.
final class NoRoom: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  func channelActive(context: ChannelHandlerContext) {
    let body = "There are too many open HTTP connections.\n"
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
    eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(ChannelHandlerContext.lingerMilliseconds)) {
      self.close(promise: nil)
    }
  }
}
