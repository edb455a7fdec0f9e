import ArrangeModel
import Engine
package import NIOCore
import ProtobufCodec
import Synchronization
import Wire

/// The service for callers of another protocol, such as HTTP, who know methods by their names and requests as bytes.
///
/// ```text
/// let response = await Doorway(server).call("Collections/Get", message, from: caller)
/// ```
///
/// A call is made on a connection in memory, with HELLO and the caller's token. So everything that holds for calls over the wire
/// holds for it: turns, deadlines, permissions, limits, the audit log, metrics, and forwarding between nodes.
package final class Doorway: Sendable {
  /// Who calls.
  package struct Caller: Sendable {
    /// The connection on which the request came. Its event loop is one of the server's, and what is not answered when it is
    /// closed is cancelled.
    package var connection: any Channel
    /// Where the caller is; nil if that is unknown.
    package var address: SocketAddress?
    /// The secret that identifies the caller; empty for none.
    package var token: String
    /// The name of the caller's program, for logs.
    package var program: String
    /// Whether the certificate that the connection has presented is that of somebody else, who has forwarded the call.
    package var isForwarded = false
    /// Values that are sent with the call, such as `traceparent`.
    package var metadata: [(name: String, value: String)] = []

    package init(connection: any Channel, address: SocketAddress?, token: String, program: String = "") {
      self.connection = connection
      self.address = address
      self.token = token
      self.program = program
    }
  }

  /// The maximum size of a request, in bytes: a frame, less 1 KiB for its head and the name of the method.
  package static let largestRequest = Frame.defaultMaximumLength - 1_024

  private let server: ArrangeServer
  private let loops: [DoorwayLoop]

  /// - Parameter server: what answers the calls.
  package init(_ server: ArrangeServer) {
    self.server = server
    loops = server.server.loops.map { DoorwayLoop($0, server.server) }
  }

  /// Makes a unary call.
  ///
  /// - Parameters:
  ///   - name: the service and the method.
  ///   - message: the request.
  ///   - timeout: how long the call may take; nil for as long as it takes.
  /// - Returns: the response, or why there is none.
  package func call(
    _ name: String,
    _ message: [UInt8],
    timeout: Duration? = nil,
    from caller: Caller
  ) async -> Result<[UInt8], DoorwayFailure> {
    let method: Method
    do { method = try check(name, message) } catch { return .failure(DoorwayFailure(error)) }
    let loop = self.loop(of: caller)
    let waiting = UnaryCall()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.context.eventLoop.execute {
          waiting.begin(continuation)
          loop.open(method, message, timeout: timeout, from: caller, waiting) { waiting.opened($0, as: $1) }
        }
      }
    } onCancel: {
      loop.context.eventLoop.execute { waiting.cancel() }
    }
  }

  /// Opens a server stream. It counts as one of the server's connections until it ends.
  ///
  /// - Parameter whenEnded: called once on the event loop of the caller's connection when it has ended.
  /// - Throws: a ``DoorwayFailure`` if the server takes no more connections, or the request is too large.
  package func open(
    _ name: String,
    _ message: [UInt8],
    from caller: Caller,
    whenEnded: @escaping @Sendable () -> Void = {}
  ) async throws(DoorwayFailure) -> DoorwayStream {
    let method: Method
    do { method = try check(name, message) } catch { throw DoorwayFailure(error) }
    let loop = self.loop(of: caller)
    guard let gate = server.gate.withLock({ $0 }) else {
      throw DoorwayFailure(
        ArrangeError(
          .unavailable,
          "the server is starting",
          retryAfterMilliseconds: Doorway.retryMilliseconds
        )
      )
    }
    guard let leave = takeIn(gate) else {
      throw DoorwayFailure(
        ArrangeError(
          .resourceExhausted,
          "the server takes no more connections now",
          retryAfterMilliseconds: Doorway.retryMilliseconds
        )
      )
    }
    let stream = DoorwayStream(loop.context) {
      leave()
      whenEnded()
    }
    loop.context.eventLoop.execute {
      loop.open(method, message, timeout: nil, from: caller, stream) { stream.opened($0, as: $1) }
    }
    return stream
  }

  /// Counts a stream as one of the server's connections.
  ///
  /// - Returns: what is to be called when it has ended; nil if there is no room.
  private func takeIn(_ gate: SharedGate) -> (@Sendable () -> Void)? {
    let verdict = gate.accept(descriptorLimit: Descriptors.limit)
    guard verdict == .take else {
      server.server.refusals.count()
      gate.close(verdict)
      return nil
    }
    return { gate.close(verdict) }
  }

  /// How long a caller waits who finds no room, in milliseconds.
  private static let retryMilliseconds: UInt32 = 1_000

  private func check(_ name: String, _ message: [UInt8]) throws(ArrangeError) -> Method {
    guard let method = Doorway.methods[name] else {
      throw ArrangeError(.unimplemented, "the server has no such method")
    }
    guard message.count <= Doorway.largestRequest else {
      throw ArrangeError(
        .resourceExhausted,
        "the request takes \(message.count) bytes, and \(Doorway.largestRequest) fit; send it in several parts"
      )
    }
    return method
  }

  private static let methods = Dictionary(
    uniqueKeysWithValues: Method.allCases.map { method in
      (String(method.name.dropFirst("arrange.v1.".count)), method)
    }
  )

  private func loop(of caller: Caller) -> DoorwayLoop {
    guard let loop = loops.first(where: { $0.context.eventLoop === caller.connection.eventLoop }) else {
      preconditionFailure("callers are connected on the server's own event loops")
    }
    return loop
  }
}

/// The answer to a unary call. Used on the event loop of its session.
private final class UnaryCall: DoorwayCall, @unchecked Sendable {
  private var continuation: CheckedContinuation<Result<[UInt8], DoorwayFailure>, Never>?
  private weak var session: DoorwaySession?
  private var stream: UInt32 = 0
  private var isCancelled = false

  func begin(_ continuation: CheckedContinuation<Result<[UInt8], DoorwayFailure>, Never>) {
    self.continuation = continuation
    if isCancelled { end(.failure(UnaryCall.cancelled)) }
  }

  func opened(_ session: DoorwaySession, as stream: UInt32) {
    (self.session, self.stream) = (session, stream)
    if continuation == nil { session.cancel(stream) }
  }

  /// Nobody waits any more.
  func cancel() {
    isCancelled = true
    session?.cancel(stream)
    end(.failure(UnaryCall.cancelled))
  }

  func receive(_ message: [UInt8]) {}

  func end(_ result: Result<[UInt8], DoorwayFailure>) {
    let waiting = continuation
    continuation = nil
    waiting?.resume(returning: result)
  }

  private static let cancelled = DoorwayFailure(
    ArrangeError(.cancelled, "the caller has gone", processed: .unknown)
  )
}

/// The sessions of one event loop. Used there only.
private final class DoorwayLoop: @unchecked Sendable {
  /// Whose calls share a session.
  private struct Key: Hashable {
    var connection: ObjectIdentifier
    var address: String
    var token: String
    var isForwarded: Bool
    /// Which of the sessions of the caller it is: the others have as many open calls as they may have.
    var number: Int
  }

  /// The maximum number of sessions of one connection: a proxy can send requests with many tokens on one.
  private static let maximumSessions = 16

  let context: LoopContext
  private let server: ServerContext
  private let arena = Arena(codec: .protobufC)
  private var sessions: [Key: DoorwaySession] = [:]
  /// The sessions of each connection, the one that was made first at the beginning.
  private var order: [ObjectIdentifier: [Key]] = [:]

  init(_ context: LoopContext, _ server: ServerContext) { (self.context, self.server) = (context, server) }

  /// Opens a call on the session of its caller, and tells where it is open unless it has ended already.
  func open(
    _ method: Method,
    _ message: [UInt8],
    timeout: Duration?,
    from caller: Doorway.Caller,
    _ call: any DoorwayCall,
    _ opened: (DoorwaySession, UInt32) -> Void
  ) {
    let metadata = Metadata(
      caller.metadata.map { Metadata.Entry(name: $0.name, value: Array($0.value.utf8)) }
    )
    var failure: ArrangeError?
    var number = 0
    var hasEnded = false
    while number < DoorwayLoop.maximumSessions {
      let session: DoorwaySession
      do throws(ArrangeError) { session = try self.session(of: caller, number) } catch {
        return call.end(.failure(DoorwayFailure(error)))
      }
      let stream = session.open(
        method,
        message,
        metadata: metadata.entries.isEmpty ? [] : metadata.encoded(using: arena),
        timeoutMicroseconds: timeout.map { UInt64(max(1, $0 / .microseconds(1))) } ?? 0,
        credit: method.description.kind == .serverStream ? DoorwayStream.window : 0,
        call
      )
      if let stream { return opened(session, stream) }
      failure = session.failure
      if session.isOver {
        // One attempt more, since it may have just ended.
        guard !hasEnded else { break }
        hasEnded = true
      } else {
        // A connection of HTTP/2 has more streams than a session has calls.
        number += 1
      }
    }
    let full = ArrangeError(
      .resourceExhausted,
      "the connection has as many open calls as it may have; wait for one"
    )
    var error = failure ?? full
    // It was opened nowhere.
    error.processed = .notStarted
    call.end(.failure(DoorwayFailure(error)))
  }

  private func session(of caller: Doorway.Caller, _ number: Int) throws(ArrangeError) -> DoorwaySession {
    guard caller.token.utf8.count <= Hello.longestToken, !caller.token.utf8.contains(0) else {
      throw ArrangeError(.unauthenticated, "the token has at most \(Hello.longestToken) bytes")
    }
    let connection = ObjectIdentifier(caller.connection)
    let address = caller.address?.ipAddress ?? ""
    let key = Key(
      connection: connection,
      address: address,
      token: caller.token,
      isForwarded: caller.isForwarded,
      number: number
    )
    if let session = sessions[key], !session.isOver { return session }
    guard caller.connection.isActive else {
      throw ArrangeError(.cancelled, "the caller has gone")
    }
    if order[connection] == nil {
      order[connection] = []
      caller.connection.closeFuture.assumeIsolated().whenComplete { [weak self] _ in self?.closed(connection)
      }
    }
    makeRoom(on: connection)
    let channel = DoorwayChannel(
      context.eventLoop,
      local: caller.connection.localAddress,
      remote: caller.address,
      source: caller.isForwarded ? nil : caller.connection
    )
    server.channels.insert(channel)
    let handler = ConnectionHandler(server: server, loop: context, isRefused: false, mayBeForeign: false)
    let hello = Hello(clientName: caller.program.shortened(to: Hello.longestName), token: caller.token)
    let caller = caller.connection
    let session = DoorwaySession(arena, channel, hello) { caller.close(promise: nil) }
    do { try channel.open(handler) } catch {
      throw ArrangeError(.internal, "the call can't be taken in: \(error)")
    }
    sessions[key] = session
    order[connection]?.removeAll { $0 == key }
    order[connection]?.append(key)
    return session
  }

  /// Ends the session of a connection that was made first, if there are too many and nothing is open on it.
  private func makeRoom(on connection: ObjectIdentifier) {
    guard let keys = order[connection], keys.count >= DoorwayLoop.maximumSessions else { return }
    guard let place = keys.firstIndex(where: { sessions[$0]?.openCalls == 0 }) else { return }
    sessions.removeValue(forKey: keys[place])?.close()
    order[connection]?.remove(at: place)
  }

  private func closed(_ connection: ObjectIdentifier) {
    for key in order.removeValue(forKey: connection) ?? [] { sessions.removeValue(forKey: key)?.close() }
  }
}

extension String {
  /// The text without control characters, at most so many bytes of it.
  fileprivate func shortened(to limit: Int) -> String {
    var result = ""
    for scalar in unicodeScalars where !scalar.commandsTerminals {
      guard result.utf8.count + scalar.utf8.count <= limit else { break }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
