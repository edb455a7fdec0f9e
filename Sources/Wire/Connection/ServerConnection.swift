package import ArrangeModel

/// The rules of a connection on the server's side: a value that takes events and returns actions. It knows no
/// sockets, clocks or requests.
///
/// Each frame returns one action:
///
///     decoder.append(bytes)
///     do {
///       while let frame = try decoder.next(using: arena) {
///         switch connection.receive(frame, using: arena, at: now) {
///         case .none: break
///         case .authenticate: ...                // check hello.token; then accept(at:) or refuse()
///         case .start: ...                // frame.body is the request; the call's method says what is wanted
///         case .refuse: ...               // write END with the refusal's status
///         case .stop: ...                 // stop the work, then end(_:) it as with any other
///         case .credit: ...               // a server stream may go on
///         case .pong(let token): FrameEncoder.write(Frame(.pong, sequence: token), to: &output)
///         case .ping(let token): FrameEncoder.write(Frame(.ping, sequence: token), to: &output)
///         case .fail: ...                 // GOAWAY with the reason and `lastStream`, flush, close
///         case .close: ...                // flush, close
///         }
///       }
///     } catch { _ = connection.fail(.frame(error)) }   // carried out as above
///     connection.didRead(at: now, hasPartialFrame: decoder.hasPartialFrame)
///
/// Answers go through ``end(_:workContinues:)`` and ``data(_:)``, each before its frame is written. A timer
/// set for ``nextWake`` calls ``tick(at:)`` until it returns `none`. When the connection is closed,
/// ``closed()`` must be called, and ``nextAbandoned()`` names the streams whose work must be stopped.
///
/// Three kinds of "can't happen" are distinguished. Violations by the peer return ``ServerAction/fail(_:)``.
/// Late but legal frames, such as CANCEL for a call that has ended, return ``ServerAction/none``. Bugs of
/// this program, such as a second END, stop it.
///
/// Every event costs O(1), or O(log n) in the number of open streams with deadlines if there are any.
package struct ServerConnection: ~Copyable {
  /// The state of the connection.
  enum State {
    /// Only HELLO is accepted, until the deadline.
    case awaitingHello(deadline: MonotonicTime)

    /// HELLO arrived; the server checks it.
    case authenticating

    /// Calls are accepted.
    case serving

    /// No new calls are accepted; the open ones finish.
    case draining(Draining)

    /// Nothing is received or sent.
    case closed
  }

  /// Why no new calls are accepted.
  struct Draining {
    /// The server sent GOAWAY: OPEN is answered with UNAVAILABLE.
    var isByServer: Bool

    /// The client sent GOAWAY or closed its side: OPEN is a violation.
    var isByClient: Bool
  }

  /// One open stream.
  struct Stream {
    var method: UInt16
    var kind: MethodKind

    /// The bytes that its request and its answer may take.
    var held: Int

    /// The bytes of its request among them.
    var request: Int

    /// Why the work must stop, if it must.
    var stopping: StopReason?

    /// Whether END was sent while the work continued.
    var isEnded = false

    /// How many DATA frames may be sent and how many were.
    var credit: UInt64
    var sent: UInt64 = 0
  }

  /// The limits of the connection.
  package private(set) var limits: ConnectionLimits

  /// The methods that calls may name.
  let methods: MethodTable

  var state: State
  var streams = StreamTable<Stream>()
  var deadlines = DeadlineQueue()
  var keepalive: Keepalive

  /// Server streams that must be stopped because the client closed its side.
  var halfClosed: [UInt32] = []

  /// The number of open streams of each kind.
  var calls = 0
  var subscriptions = 0

  /// The bytes that the requests and answers of the open streams may take.
  var heldBytes = 0

  /// The bytes of the requests of the open streams.
  package internal(set) var requestBytes = 0

  /// The share of server streams in ``heldBytes``.
  var subscriptionBytes = 0

  /// The highest stream id that the client used.
  var highestStream: UInt32 = 0

  /// The highest stream id that was not refused because of draining, as sent in GOAWAY.
  package internal(set) var lastStream: UInt32 = 0

  /// The arrival of the first byte of an incomplete frame.
  var partialSince: MonotonicTime?

  /// The number of frames in the current read.
  var framesInRead = 0

  /// The client's HELLO; nil before.
  package internal(set) var hello: Hello? {
    didSet { largestFrameToSend = min(hello?.largestFrame ?? Frame.largestBeforeHello, limits.largestFrame) }
  }

  /// Makes the state of a connection that was just accepted.
  package init(limits: ConnectionLimits = ConnectionLimits(), methods: MethodTable, at now: MonotonicTime) {
    precondition(
      limits.largestFrame >= Frame.defaultMaximumLength && limits.largestFrame <= Frame.largestEver,
      "a server takes frames of 1 MiB to 16 MiB"
    )
    self.limits = limits
    self.methods = methods
    state = .awaitingHello(deadline: now.advanced(byNanoseconds: limits.helloNanoseconds))
    keepalive = Keepalive(
      interval: limits.keepaliveNanoseconds,
      timeout: limits.keepaliveTimeoutNanoseconds,
      now: now
    )
  }

  /// Other limits apply to the client than to others. Call it before HELLO is accepted.
  package mutating func adopt(_ limits: ConnectionLimits) {
    guard case .authenticating = state else { preconditionFailure("WELCOME has the limits") }
    self.limits = limits
    largestFrameToSend = min(hello?.largestFrame ?? Frame.largestBeforeHello, limits.largestFrame)
  }

  /// The largest frame that is currently accepted; the decoder's limit.
  package var largestFrame: Int {
    switch state {
    case .awaitingHello, .authenticating: Frame.largestBeforeHello
    case .serving, .draining, .closed: limits.largestFrame
    }
  }

  /// The largest frame that the client accepts.
  package private(set) var largestFrameToSend = Frame.largestBeforeHello

  /// Whether the next frame may be processed. If not, it stays buffered until an open call ends.
  package var takesFrames: Bool { heldBytes < limits.maximumHeldBytes }

  /// The number of streams whose work is in progress.
  package var openStreams: Int { streams.count }

  /// Whether nothing is received or sent any more.
  package var isClosed: Bool {
    if case .closed = state { true } else { false }
  }

  /// Whether no new calls are accepted.
  package var isDraining: Bool {
    if case .draining = state { true } else { false }
  }
}

/// The action of a server after an event.
package enum ServerAction: Sendable, Hashable {
  /// Nothing.
  case none

  /// Check ``ServerConnection/hello``; then call ``ServerConnection/accept(serverID:)`` or
  /// ``ServerConnection/refuse(_:)`` before the next frame is read.
  case authenticate

  /// Start the work for a call, whose request is the frame's body.
  case start(ServerCall)

  /// Send END with the refusal's status. Nothing was started.
  case refuse(stream: UInt32, Refusal)

  /// Stop the work of a stream, and then end it: CANCELLED or DEADLINE_EXCEEDED, or the actual result.
  case stop(stream: UInt32, StopReason)

  /// Continue a server stream, which may send more than before.
  case credit(stream: UInt32)

  /// Send a PONG with the token.
  case pong(token: UInt64)

  /// Send a PING with the token.
  case ping(token: UInt64)

  /// Send GOAWAY with the reason and ``ServerConnection/lastStream``, then close. The work of all open
  /// streams must be stopped; see ``ServerConnection/nextAbandoned()``.
  case fail(GoAwayReason)

  /// Close once everything is written: nothing is left to do.
  case close
}

/// A call that begins.
package struct ServerCall: Sendable, Hashable {
  /// The stream, which the answer names.
  package var stream: UInt32

  /// The index of the method in the ``MethodTable``.
  package var method: UInt16

  /// The kind of call.
  package var kind: MethodKind

  /// The number of DATA frames that may be sent for now.
  package var credit: UInt64

  /// The deadline of the caller; ``MonotonicTime/never`` if there is none.
  package var deadline: MonotonicTime
}

/// Why a call was not started.
package enum Refusal: Sendable, Hashable {
  /// No method has the name.
  case unknownMethod

  /// There are too many unary calls; the limit is the maximum number of open ones.
  case tooManyCalls(limit: Int)

  /// There are too many server streams; the limit is the maximum number of open ones.
  case tooManySubscriptions(limit: Int)

  /// The requests of the open server streams, including this one, are too large in total; the limit is in
  /// bytes.
  case subscriptionsTooLarge(limit: Int)

  /// The server is stopping.
  case draining

  /// The deadline passed before the call had its turn.
  case deadlineExceeded

  /// The status in END.
  package var status: Status {
    switch self {
    case .unknownMethod:
      Status(.unimplemented, "the server has no such method", processed: .notStarted)
    case .tooManyCalls(let limit):
      Status(
        .resourceExhausted,
        "a connection has at most \(limit) calls open at once",
        processed: .notStarted
      )
    case .tooManySubscriptions(let limit):
      Status(
        .resourceExhausted,
        "a connection has at most \(limit) subscriptions open at once",
        processed: .notStarted
      )
    case .subscriptionsTooLarge(let limit):
      Status(
        .resourceExhausted,
        "the requests of a connection's open subscriptions have at most \(limit) bytes together; end some, "
          + "use another connection, or give large views a name",
        processed: .notStarted
      )
    case .draining:
      Status(.unavailable, "the server stops; connect again", processed: .notStarted)
    case .deadlineExceeded:
      Status(
        .deadlineExceeded,
        "the deadline of the call passed before it was started",
        processed: .notStarted
      )
    }
  }
}

/// Why the work of a stream must stop.
package enum StopReason: UInt8, Sendable, Hashable {
  /// The client sent CANCEL.
  case cancelled

  /// The client's deadline has passed.
  case deadlineExceeded

  /// The client closed its side of the connection, so that it can give no more credit.
  case halfClosed

  /// The code of END if the work stopped before it had a result.
  package var code: StatusCode {
    switch self {
    case .cancelled, .halfClosed: .cancelled
    case .deadlineExceeded: .deadlineExceeded
    }
  }
}
