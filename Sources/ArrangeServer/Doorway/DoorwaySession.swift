package import ArrangeModel
import Engine
import NIOCore
import Wire

/// Why a call failed.
package struct DoorwayFailure: Error, Sendable, Hashable {
  package var error: ArrangeError
  /// The token from which a stream can be resumed; nil if there is none.
  package var resumeToken: [UInt8]?

  init(_ error: ArrangeError, resumeToken: [UInt8]? = nil) {
    (self.error, self.resumeToken) = (error, resumeToken)
  }

  init(_ status: Status) { self.init(status.error, resumeToken: status.resumeToken) }
}

/// What waits for the answers to a call. Used on the event loop of its session.
protocol DoorwayCall: AnyObject {
  /// A message of the stream has arrived.
  func receive(_ message: [UInt8])

  /// The call has ended: with its response, which a stream does not have, or with an error.
  func end(_ result: Result<[UInt8], DoorwayFailure>)
}

/// The client's side of a ``DoorwayChannel``: it greets the server with a token, and makes calls. All calls of one connection of
/// another protocol with the same token share a session, which ends with that connection.
///
/// Used on its event loop only.
final class DoorwaySession: @unchecked Sendable {
  private let arena: Arena
  private let channel: DoorwayChannel
  private var connection: ClientConnection
  private var decoder = FrameDecoder(limit: Frame.largestEver)
  private var calls: [UInt32: any DoorwayCall] = [:]
  /// Why no calls are accepted any more, if the server has said so.
  private(set) var failure: ArrangeError?
  /// Whether the session was used up: another one has to take its place.
  private(set) var isOver = false
  private var isGreeted = false
  /// Called when the server has ended the session for its memory: what the caller does not read has to go as well.
  private let whenTooLarge: () -> Void

  /// The number of calls whose end is waited for.
  var openCalls: Int { calls.count }

  /// - Parameters:
  ///   - arena: memory for frames, which is not that of the server's connections: both sides are at work at the same time.
  ///   - hello: the greeting, with the token.
  init(
    _ arena: Arena,
    _ channel: DoorwayChannel,
    _ hello: Hello,
    whenTooLarge: @escaping () -> Void
  ) {
    self.arena = arena
    self.channel = channel
    self.whenTooLarge = whenTooLarge
    connection = ClientConnection(at: .now)
    // The channel lets the session go when it is closed.
    channel.whenWritten = { self.receive($0) }
    channel.whenClosed = { self.closed() }
    connection.start(at: .now)
    var bytes = ByteBuffer()
    arena.temporary { FrameEncoder.write(Frame(.hello), body: hello.message(in: arena), to: &bytes) }
    channel.send(&bytes)
  }

  /// Opens a call.
  ///
  /// - Returns: the stream; nil if the session is over, or has as many open calls as it may have.
  func open(
    _ method: Method,
    _ message: [UInt8],
    metadata: [UInt8],
    timeoutMicroseconds: UInt64,
    credit: UInt64 = 0,
    _ call: any DoorwayCall
  ) -> UInt32? {
    // The server watches the deadline.
    guard !isOver, case .send(let stream) = connection.open(method.description.kind, credit: credit, at: .now)
    else { return nil }
    calls[stream] = call
    var bytes = ByteBuffer()
    var name = method.name
    name.withUTF8 { name in
      message.withUnsafeBytes { message in
        metadata.withUnsafeBytes { metadata in
          FrameEncoder.write(
            Frame(
              .open,
              stream: stream,
              timeoutMicroseconds: timeoutMicroseconds,
              credit: credit,
              method: UnsafeRawBufferPointer(name),
              metadata: metadata,
              body: message
            ),
            to: &bytes
          )
        }
      }
    }
    channel.send(&bytes)
    return stream
  }

  /// Nobody waits for a call any more.
  func cancel(_ stream: UInt32) {
    calls[stream] = nil
    if connection.cancel(stream) { send(Frame(.cancel, stream: stream)) }
  }

  /// There is room for more messages of a stream.
  func grant(_ stream: UInt32, credit: UInt64) {
    if connection.grant(stream, credit: credit) { send(Frame(.credit, stream: stream, credit: credit)) }
  }

  /// A caller holds so many bytes more that it has not taken yet.
  func hold(_ bytes: Int) { channel.hold(bytes) }

  /// Ends the session, and all of its calls.
  func close() { channel.close(promise: nil) }

  private func send(_ frame: Frame) {
    var bytes = ByteBuffer()
    FrameEncoder.write(frame, to: &bytes)
    channel.send(&bytes)
  }

  // MARK: Receiving

  private func receive(_ bytes: ByteBuffer) {
    decoder.append(bytes)
    do throws(FrameError) {
      while let frame = try decoder.next(using: arena) { receive(frame) }
    } catch {
      preconditionFailure("the server writes frames: \(error)")
    }
    if connection.isFinished { close() }
  }

  private func receive(_ frame: Frame) {
    switch connection.receive(frame, using: arena, at: .now) {
    case .welcome: isGreeted = true
    case .none, .ponged, .ping, .expired, .close: break
    case .pong(let token): send(Frame(.pong, sequence: token))
    case .data(let stream, _): calls[stream]?.receive(Array(frame.body))
    case .end(let stream, .ok): calls.removeValue(forKey: stream)?.end(.success(Array(frame.body)))
    case .end(let stream, let code):
      let status = arena.temporary { try? Status(reading: frame, using: arena) }
      let failure =
        status.map { DoorwayFailure($0) }
        ?? DoorwayFailure(ArrangeError(code, "the call has failed", processed: .unknown))
      calls.removeValue(forKey: stream)?.end(.failure(failure))
    case .goAway:
      isOver = true
      failure = arena.temporary { try? Status(reading: frame, using: arena).error }
      // A session that was greeted is refused nothing else that would be too much.
      if isGreeted, failure?.code == .resourceExhausted { whenTooLarge() }
      endLost()
    case .fail(let reason): preconditionFailure("the server keeps to the protocol: \(reason)")
    }
  }

  private func closed() {
    isOver = true
    connection.closed()
    endLost()
  }

  private func endLost() {
    while let lost = connection.nextLost() {
      var error =
        failure ?? ArrangeError(.unavailable, "the connection ended during the call", processed: .unknown)
      error.processed = lost.processed
      calls.removeValue(forKey: lost.stream)?.end(.failure(DoorwayFailure(error)))
    }
  }
}
