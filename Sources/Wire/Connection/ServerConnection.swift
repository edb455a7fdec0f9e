package import ArrangeModel

/// The rules of a connection, seen from the server: a value that is told what happened and answers what is
/// to be done. It knows no sockets, no clocks and no requests.
///
/// One frame, one answer:
///
///     decoder.append(bytes)
///     do {
///       while let frame = try decoder.next(using: arena) {
///         switch connection.receive(frame, at: now) {
///         case .none: break
///         case .judge: ...                // check hello.token; then accept(at:) or refuse()
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
/// Answers go out through ``end(_:workContinues:)`` and ``data(_:)``, each before its frame is written. A timer
/// set for ``nextWake`` calls ``tick(at:)`` until it answers `none`. When the connection is gone, ``closed()``
/// is called, and ``nextAbandoned()`` names the streams whose work is to be stopped.
///
/// Three kinds of "can't be" are kept apart. What the peer must not do is answered with
/// ``ServerAction/fail(_:)``. What is late but allowed, such as CANCEL for a call that has ended, is answered
/// with ``ServerAction/none``. What this program must not do, such as a second END, stops it.
///
/// Every event costs O(1), or O(log n) in the number of open streams with deadlines where there is one.
package struct ServerConnection: ~Copyable {
  /// Where the connection is.
  enum State {
    /// Nothing but HELLO is taken, until the deadline.
    case awaitingHello(deadline: MonotonicTime)

    /// HELLO came; the server judges it.
    case judging

    /// Calls are taken.
    case serving

    /// No new calls are taken; the open ones finish.
    case draining(Draining)

    /// Nothing is taken and nothing is sent.
    case closed
  }

  /// Why no new calls are taken.
  struct Draining {
    /// The server said GOAWAY: OPEN is answered with UNAVAILABLE.
    var isOurs: Bool

    /// The client said GOAWAY or closed its side: OPEN is a violation.
    var isTheirs: Bool
  }

  /// One open stream.
  struct Stream {
    var method: UInt16
    var kind: MethodKind

    /// How many bytes its request and its answer may take.
    var held: Int

    /// How many of them are its request's.
    var request: Int

    /// Why the work is to stop, if it is.
    var stopping: StopReason?

    /// Whether END was sent while the work went on.
    var isEnded = false

    /// How many DATA frames may be sent and how many were.
    var credit: UInt64
    var sent: UInt64 = 0
  }

  /// What the connection may take.
  package let limits: ConnectionLimits

  /// The methods that calls may name.
  let methods: MethodTable

  var state: State
  var streams = StreamTable<Stream>()
  var deadlines = DeadlineQueue()
  var keepalive: Keepalive

  /// Server streams that are to be stopped because the client closed its side.
  var halfClosed: [UInt32] = []

  /// How many of the open streams are of each kind.
  var calls = 0
  var subscriptions = 0

  /// How many bytes the requests and answers of the open streams may take.
  var heldBytes = 0

  /// How many bytes the requests of the open streams take.
  package internal(set) var requestBytes = 0

  /// How many of ``heldBytes`` those of server streams take.
  var subscriptionBytes = 0

  /// The highest stream id that the client used.
  var highestStream: UInt32 = 0

  /// The highest stream id that was not refused for draining: what GOAWAY says.
  package internal(set) var lastStream: UInt32 = 0

  /// When the first byte of an incomplete frame came.
  var partialSince: MonotonicTime?

  /// How many frames came in the current read.
  var framesInRead = 0

  /// What the client said in HELLO; nil before.
  package internal(set) var hello: Hello? {
    didSet { largestFrameToSend = min(hello?.largestFrame ?? Frame.largestBeforeHello, limits.largestFrame) }
  }

  /// Begins with a connection that was just accepted.
  package init(limits: ConnectionLimits = ConnectionLimits(), methods: MethodTable, at now: MonotonicTime) {
    precondition(
      limits.largestFrame >= Frame.largestByDefault && limits.largestFrame <= Frame.largestEver,
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

  /// The largest frame that is taken now; the decoder's limit.
  package var largestFrame: Int {
    switch state {
    case .awaitingHello, .judging: Frame.largestBeforeHello
    case .serving, .draining, .closed: limits.largestFrame
    }
  }

  /// The largest frame that the client takes.
  package private(set) var largestFrameToSend = Frame.largestBeforeHello

  /// Whether the next frame may be looked at. While it may not, it stays where it is; an open call that ends
  /// makes room.
  package var takesFrames: Bool { heldBytes < limits.mostHeldBytes }

  /// The number of streams whose work goes on.
  package var openStreams: Int { streams.count }

  /// Whether nothing is taken and sent any more.
  package var isClosed: Bool {
    if case .closed = state { true } else { false }
  }

  /// Whether no new calls are taken.
  package var isDraining: Bool {
    if case .draining = state { true } else { false }
  }
}

/// What a server has to do after an event.
package enum ServerAction: Sendable, Hashable {
  /// Nothing.
  case none

  /// Judge ``ServerConnection/hello``; then call ``ServerConnection/accept(serverID:)`` or
  /// ``ServerConnection/refuse(_:)`` before the next frame is read.
  case judge

  /// Start the work for a call, whose request is the frame's body.
  case start(ServerCall)

  /// Answer END with the refusal's status. Nothing was started.
  case refuse(stream: UInt32, Refusal)

  /// Make the work of a stream stop, and end it then: CANCELLED or DEADLINE_EXCEEDED, or the true result.
  case stop(stream: UInt32, StopReason)

  /// Go on with a server stream, which may send more than before.
  case credit(stream: UInt32)

  /// Send a PONG with the token.
  case pong(token: UInt64)

  /// Send a PING with the token.
  case ping(token: UInt64)

  /// Send GOAWAY with the reason and ``ServerConnection/lastStream``, then close. The work of all open
  /// streams is to be stopped; see ``ServerConnection/nextAbandoned()``.
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

  /// What the call looks like.
  package var kind: MethodKind

  /// How many DATA frames may be sent for now.
  package var credit: UInt64

  /// When the caller gives up; ``MonotonicTime/never`` when there is no deadline.
  package var deadline: MonotonicTime
}

/// Why a call was not started.
package enum Refusal: Sendable, Hashable {
  /// No method has the name.
  case unknownMethod

  /// There are too many unary calls, of which so many may be open.
  case tooManyCalls(limit: Int)

  /// There are too many server streams, of which so many may be open.
  case tooManySubscriptions(limit: Int)

  /// The requests of the open server streams, and this one, are too large together: they may have so many bytes.
  case subscriptionsTooLarge(limit: Int)

  /// The server stops.
  case draining

  /// The time that the caller gave was over before the call had its turn.
  case deadlineExceeded

  /// What END says.
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
        "the time that the call was given was over before it had its turn",
        processed: .notStarted
      )
    }
  }
}

/// Why the work of a stream is to stop.
package enum StopReason: UInt8, Sendable, Hashable {
  /// The client sent CANCEL.
  case cancelled

  /// The time that the client gave is over.
  case deadlineExceeded

  /// The client closed its side of the connection, so that it can give no more credit.
  case halfClosed

  /// The code with which END is sent when the work stopped before it had a result.
  package var code: StatusCode {
    switch self {
    case .cancelled, .halfClosed: .cancelled
    case .deadlineExceeded: .deadlineExceeded
    }
  }
}
