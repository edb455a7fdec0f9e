internal import ClientWire

/// One attempt to get an answer from the server.
///
/// A call is made by any thread, and after it was handed over touched on the client's event loop only. It
/// ends exactly once, with ``succeed(_:using:)`` or ``fail(_:)``.
class Call: @unchecked Sendable {
  /// Where a call is.
  enum Place {
    /// Not handed over yet.
    case new

    /// In the queue, until there is a connection that has room.
    case waiting

    /// Sent.
    case open(ClientHandler, stream: UInt32)

    /// Sent as PING.
    case asking(ClientHandler, token: UInt64)

    /// The caller has been told how it ended.
    case finished
  }

  /// What is called; nil for PING.
  let method: Method?

  /// When the caller gives up.
  let deadline: MonotonicTime

  final var place = Place.new

  /// How many servers that were about to stop refused the call.
  final var refusals = 0

  /// How many refusals are passed over by sending the call to the next server at once.
  static let mostRefusals = 3

  init(_ method: Method?, deadline: MonotonicTime) {
    self.method = method
    self.deadline = deadline
  }

  /// Whether the caller was told how the call ended.
  final var isFinished: Bool {
    if case .finished = place { true } else { false }
  }

  /// How many messages of a server stream there is room for at first.
  var credit: UInt64 { 0 }

  /// The request as a message in an arena.
  func packable(in arena: Arena) -> PackableMessage { preconditionFailure("PING has no request") }

  /// A message of a server stream came.
  ///
  /// - Returns: how the stream failed where the message can't be read.
  func receive(_ body: UnsafeRawBufferPointer, using arena: Arena) -> CallFailure? { nil }

  /// The call ended well. Called through ``finish(_:using:)``.
  func succeed(_ body: UnsafeRawBufferPointer, using arena: Arena) {}

  /// The call failed. Called through ``finish(_:)``.
  func fail(_ failure: CallFailure) {}

  /// Tells the caller that the call ended well.
  final func finish(_ body: UnsafeRawBufferPointer, using arena: Arena) {
    if isFinished { return }
    place = .finished
    succeed(body, using: arena)
  }

  /// Tells the caller that the call failed, unless it has ended before.
  final func finish(_ failure: CallFailure) {
    if isFinished { return }
    place = .finished
    fail(failure)
  }
}

/// A call with one answer. It is touched on the client's event loop only.
final class UnaryCall<Request: WireMessage, Response: WireMessage>: Call, @unchecked Sendable {
  private let request: Request
  private let completion: @Sendable (Result<Response, CallFailure>) -> Void

  init(
    _ method: Method,
    _ request: Request,
    deadline: MonotonicTime,
    completion: @escaping @Sendable (Result<Response, CallFailure>) -> Void
  ) {
    self.request = request
    self.completion = completion
    super.init(method, deadline: deadline)
  }

  override func packable(in arena: Arena) -> PackableMessage { request.packable(in: arena) }

  override func succeed(_ body: UnsafeRawBufferPointer, using arena: Arena) {
    do { completion(.success(try Response.decode(body, using: arena))) } catch {
      completion(.failure(.unreadable(error)))
    }
  }

  override func fail(_ failure: CallFailure) { completion(.failure(failure)) }
}

/// A PING, answered by PONG. It is touched on the client's event loop only.
final class PingCall: Call, @unchecked Sendable {
  private let completion: @Sendable (Result<Duration, CallFailure>) -> Void

  /// When the PING was sent.
  private var sentAt = MonotonicTime.never

  init(deadline: MonotonicTime, completion: @escaping @Sendable (Result<Duration, CallFailure>) -> Void) {
    self.completion = completion
    super.init(nil, deadline: deadline)
  }

  /// The PING is on its way.
  func sent(by handler: ClientHandler, token: UInt64, at now: MonotonicTime) {
    place = .asking(handler, token: token)
    sentAt = now
  }

  /// The PONG came.
  func answered(at now: MonotonicTime) {
    if isFinished { return }
    place = .finished
    completion(.success(.nanoseconds(Int64(now.nanoseconds - min(now.nanoseconds, sentAt.nanoseconds)))))
  }

  override func fail(_ failure: CallFailure) { completion(.failure(failure)) }
}
