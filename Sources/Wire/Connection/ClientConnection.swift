package import ArrangeModel

/// The rules of a connection, seen from the client: a value that is told what happened and answers what is
/// to be done. It knows no sockets, no clocks and no requests.
///
///     connection.start(at: now)                       // then write HELLO
///     switch connection.open(.unary, timeoutMicroseconds: 0, credit: 0, at: now) {
///     case .send(let stream): FrameEncoder.write(Frame(.open, stream: stream), to: &output)
///     case .full: ...                                 // too many are open: wait for one to end
///     case .unavailable: ...                          // use another connection
///     }
///
///     switch connection.receive(frame, at: now) {
///     case .welcome: ...                              // connection.welcome has the server's limits
///     case .data: ...                                 // one message of a server stream
///     case .end: ...                                  // the result, or an error's status
///     case .goAway: ...                               // then nextLost() until nil: those may be retried
///     default: ...
///     }
///
/// Calls can be opened right after ``start(at:)``, without waiting for WELCOME. After every frame that ends the
/// connection, after ``closed()`` and after GOAWAY, ``nextLost()`` names the calls that get no answer any more,
/// and whether they may have taken effect.
///
/// What a server must not do is answered with ``ClientAction/fail(_:)``; what is late but allowed with
/// ``ClientAction/none``; what this program must not do stops it.
package struct ClientConnection: ~Copyable {
  /// Where the connection is.
  enum State {
    /// Nothing was sent.
    case idle

    /// HELLO was sent, and maybe calls; WELCOME must come before the deadline.
    case awaitingWelcome(deadline: MonotonicTime)

    /// WELCOME came.
    case serving

    /// No new calls can be opened; the open ones finish. `welcomeDeadline` is that of WELCOME where it did
    /// not come yet.
    case leaving(welcomeDeadline: MonotonicTime?)

    /// Nothing comes and nothing is sent.
    case closed
  }

  /// One open stream.
  struct Stream {
    var kind: MethodKind

    /// Whether the caller has given up; END is still to come.
    var isCancelled = false

    /// How many DATA frames the server may send, and how many came.
    var credit: UInt64
    var received: UInt64 = 0
  }

  /// A call that gets no answer.
  package struct Lost: Sendable, Hashable {
    /// The stream of the call.
    package var stream: UInt32

    /// Whether it may have taken effect. A call that was not started can be made again without any risk.
    package var processed: ArrangeError.Processed
  }

  /// What the connection may take.
  package let limits: ConnectionLimits

  var state: State = .idle
  var streams = StreamTable<Stream>()
  var deadlines = DeadlineQueue()
  var keepalive: Keepalive

  /// How many of the open streams are of each kind.
  var calls = 0
  var subscriptions = 0

  /// The highest stream id that was used.
  var highestStream: UInt32 = 0

  /// The highest stream that the server accepted, according to its GOAWAY; nil before.
  var acceptedStream: UInt32?

  /// Streams above ``acceptedStream`` that ``nextLost()`` did not name yet.
  var unaccepted: [UInt32] = []

  /// When the first byte of an incomplete frame came.
  var partialSince: MonotonicTime?

  /// How many frames came in the current read.
  var framesInRead = 0

  /// What the server said in WELCOME; nil before.
  package internal(set) var welcome: Welcome?

  /// Begins with a connection over which nothing was sent.
  package init(limits: ConnectionLimits = ConnectionLimits(), at now: MonotonicTime) {
    self.limits = limits
    keepalive = Keepalive(
      interval: limits.keepaliveNanoseconds,
      timeout: limits.keepaliveTimeoutNanoseconds,
      now: now
    )
  }

  /// The largest frame that is taken; the decoder's limit and what HELLO announces.
  package var largestFrame: Int { limits.largestFrame }

  /// The largest frame that the server takes.
  package var largestFrameToSend: Int { welcome?.largestFrame ?? Frame.largestByDefault }

  /// The number of streams that wait for END.
  package var openStreams: Int { streams.count }

  /// Whether nothing comes and nothing is sent any more.
  package var isClosed: Bool {
    if case .closed = state { true } else { false }
  }
}

/// What a client has to do after an event.
package enum ClientAction: Sendable, Hashable {
  /// Nothing.
  case none

  /// The server took the connection; see ``ClientConnection/welcome``.
  case welcome

  /// Hand the frame's body to the caller: the n-th message of a server stream.
  case data(stream: UInt32, sequence: UInt64)

  /// Hand the result to the caller: the response in the frame's body where the code is `ok`, otherwise a
  /// ``Status``. The caller may have given up before.
  case end(stream: UInt32, StatusCode)

  /// The server said GOAWAY, and why in the frame's body, a ``Status``. Ask ``ClientConnection/nextLost()``
  /// for the calls that were not started, and use another connection for new ones.
  case goAway

  /// Tell the caller that the time is over, and send CANCEL.
  case expired(stream: UInt32)

  /// A PONG came with the token.
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
