internal import Wire

/// One attempt to get an answer from the server.
///
/// A call is created on any thread, and after its submission used on the client's event loop only. It ends
/// exactly once, with ``succeed(_:using:)`` or ``fail(_:)``.
class Call: @unchecked Sendable {
  /// The state of a call.
  enum Place {
    /// Not submitted yet.
    case new

    /// Queued until there is a connection with room.
    case waiting

    /// Sent.
    case open(ClientHandler, stream: UInt32)

    /// Sent as PING.
    case asking(ClientHandler, token: UInt64)

    /// The caller was notified of the outcome.
    case finished
  }

  /// The method; nil for PING.
  let method: Method?

  /// The deadline of the caller.
  let deadline: MonotonicTime

  final var place = Place.new

  /// The number of stopping servers that refused the call.
  final var refusals = 0

  /// The number of refusals after which the call is no longer sent to the next server at once.
  static let maximumRefusals = 3

  init(_ method: Method?, deadline: MonotonicTime) {
    self.method = method
    self.deadline = deadline
  }

  /// Whether the caller was notified of the outcome.
  final var isFinished: Bool {
    if case .finished = place { true } else { false }
  }

  /// The initial credit of a server stream.
  var credit: UInt64 { 0 }

  /// The request as a message in an arena.
  func packable(in arena: Arena) -> PackableMessage { preconditionFailure("PING has no request") }

  /// A message of a server stream arrived.
  ///
  /// - Returns: the failure of the stream if the message can't be read.
  func receive(_ body: UnsafeRawBufferPointer, using arena: Arena) -> CallFailure? { nil }

  /// The call succeeded. Called through ``finish(_:using:)``.
  func succeed(_ body: UnsafeRawBufferPointer, using arena: Arena) {}

  /// The call failed. Called through ``finish(_:)``.
  func fail(_ failure: CallFailure) {}

  /// Notifies the caller of success.
  final func finish(_ body: UnsafeRawBufferPointer, using arena: Arena) {
    if isFinished { return }
    place = .finished
    succeed(body, using: arena)
  }

  /// Notifies the caller of a failure, unless the call has already ended.
  final func finish(_ failure: CallFailure) {
    if isFinished { return }
    place = .finished
    fail(failure)
  }
}

/// A call with one answer. Used on the client's event loop only.
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

/// A PING, answered by PONG. Used on the client's event loop only.
final class PingCall: Call, @unchecked Sendable {
  private let completion: @Sendable (Result<Duration, CallFailure>) -> Void

  /// The time at which the PING was sent.
  private var sentAt = MonotonicTime.never

  init(deadline: MonotonicTime, completion: @escaping @Sendable (Result<Duration, CallFailure>) -> Void) {
    self.completion = completion
    super.init(nil, deadline: deadline)
  }

  /// The PING was sent.
  func sent(by handler: ClientHandler, token: UInt64, at now: MonotonicTime) {
    place = .asking(handler, token: token)
    sentAt = now
  }

  /// The PONG arrived.
  func answered(at now: MonotonicTime) {
    if isFinished { return }
    place = .finished
    completion(.success(.nanoseconds(Int64(now.nanoseconds - min(now.nanoseconds, sentAt.nanoseconds)))))
  }

  override func fail(_ failure: CallFailure) { completion(.failure(failure)) }
}
