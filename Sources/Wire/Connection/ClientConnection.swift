package import ArrangeModel

/// The rules of a connection on the client's side: a value that takes events and returns actions. It knows no
/// sockets, clocks or requests.
///
///     connection.start(at: now)                       // then write HELLO
///     switch connection.open(.unary, timeoutMicroseconds: 0, credit: 0, at: now) {
///     case .send(let stream): FrameEncoder.write(Frame(.open, stream: stream), to: &output)
///     case .full: ...                                 // too many are open: wait for one to end
///     case .unavailable: ...                          // use another connection
///     }
///
///     switch connection.receive(frame, using: arena, at: now) {
///     case .welcome: ...                              // connection.welcome has the server's limits
///     case .data: ...                                 // one message of a server stream
///     case .end: ...                                  // the result, or an error's status
///     case .goAway: ...                               // then nextLost() until nil: those may be retried
///     default: ...
///     }
///
/// Calls can be opened right after ``start(at:)``, without waiting for WELCOME. After every frame that ends
/// the connection, after ``closed()`` and after GOAWAY, ``nextLost()`` names the calls that will get no
/// answer, and whether they may have taken effect.
///
/// Violations by the server return ``ClientAction/fail(_:)``; late but legal frames ``ClientAction/none``;
/// bugs of this program stop it.
package struct ClientConnection: ~Copyable {
  /// The state of the connection.
  enum State {
    /// Nothing was sent.
    case idle

    /// HELLO was sent, and perhaps calls; WELCOME must arrive before the deadline.
    case awaitingWelcome(deadline: MonotonicTime)

    /// WELCOME arrived.
    case serving

    /// No new calls can be opened; the open ones finish. `welcomeDeadline` is that of WELCOME if it has not
    /// arrived yet.
    case leaving(welcomeDeadline: MonotonicTime?)

    /// Nothing is received or sent.
    case closed
  }

  /// One open stream.
  struct Stream {
    var kind: MethodKind

    /// Whether the caller has given up; END is still expected.
    var isCancelled = false

    /// How many DATA frames the server may send, and how many arrived.
    var credit: UInt64
    var received: UInt64 = 0
  }

  /// A call that will get no answer.
  package struct Lost: Sendable, Hashable {
    /// The stream of the call.
    package var stream: UInt32

    /// Whether it may have taken effect. A call that was not started can safely be retried.
    package var processed: ArrangeError.Processed
  }

  /// The limits of the connection.
  package let limits: ConnectionLimits

  var state: State = .idle
  var streams = StreamTable<Stream>()
  var deadlines = DeadlineQueue()
  var keepalive: Keepalive

  /// The number of open streams of each kind.
  var calls = 0
  var subscriptions = 0

  /// The number of open streams of which the caller waits for the end: all but the cancelled ones.
  var wantedStreams = 0

  /// The highest stream id used so far.
  var highestStream: UInt32 = 0

  /// The highest stream that the server accepted, according to its GOAWAY; nil before.
  var acceptedStream: UInt32?

  /// Streams above ``acceptedStream`` that ``nextLost()`` has not returned yet.
  var unaccepted: [UInt32] = []

  /// The arrival of the first byte of an incomplete frame.
  var partialSince: MonotonicTime?

  /// The number of frames in the current read.
  var framesInRead = 0

  /// The server's WELCOME; nil before.
  package internal(set) var welcome: Welcome?

  /// Makes the state of a new connection.
  package init(limits: ConnectionLimits = ConnectionLimits(), at now: MonotonicTime) {
    self.limits = limits
    keepalive = Keepalive(
      interval: limits.keepaliveNanoseconds,
      timeout: limits.keepaliveTimeoutNanoseconds,
      now: now
    )
  }

  /// The largest frame that is accepted; the decoder's limit and the value in HELLO.
  package var largestFrame: Int { limits.largestFrame }

  /// The largest frame that the server accepts.
  package var largestFrameToSend: Int { welcome?.largestFrame ?? Frame.defaultMaximumLength }

  /// The number of streams that wait for END.
  package var openStreams: Int { streams.count }

  /// Whether nothing is received or sent any more.
  package var isClosed: Bool {
    if case .closed = state { true } else { false }
  }
}

/// The action of a client after an event.
package enum ClientAction: Sendable, Hashable {
  /// Nothing.
  case none

  /// The server accepted the connection; see ``ClientConnection/welcome``.
  case welcome

  /// Pass the frame's body to the caller: message number `sequence` of a server stream.
  case data(stream: UInt32, sequence: UInt64)

  /// Pass the result to the caller: the response in the frame's body if the code is `ok`, otherwise a
  /// ``Status``. The caller may already have given up.
  case end(stream: UInt32, StatusCode)

  /// The server sent GOAWAY, with the reason in the frame's body, a ``Status``. Ask
  /// ``ClientConnection/nextLost()`` for the calls that were not started, and use another connection for new
  /// ones.
  case goAway

  /// Notify the caller that the deadline has passed, and send CANCEL.
  case expired(stream: UInt32)

  /// A PONG arrived with the token.
  case ponged(token: UInt64)

  /// Send a PONG with the token.
  case pong(token: UInt64)

  /// Send a PING with the token.
  case ping(token: UInt64)

  /// Send GOAWAY with the reason, then close; see ``ClientConnection/nextLost()``.
  case fail(GoAwayReason)

  /// Close once everything is written: nothing is left to do.
  case close
}
