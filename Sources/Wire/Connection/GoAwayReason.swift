package import ArrangeModel

/// Why a connection ends, as sent in GOAWAY.
package enum GoAwayReason: Error, Sendable, Hashable {
  /// The bytes are not frames.
  case frame(FrameError)

  /// The messages that carry the frames over a WebSocket are invalid.
  case message(MessageError)

  /// The first frame is not HELLO or, on the client's side, not WELCOME.
  case greetingExpected

  /// HELLO or WELCOME arrived twice.
  case greetingRepeated

  /// HELLO or WELCOME is invalid.
  case greeting(GreetingError)

  /// The client's credentials are invalid, or no longer valid.
  case unauthenticated(CredentialError)

  /// The principal has the maximum number of connections.
  case tooManyOfPrincipal(limit: Int)

  /// A frame of a type that the peer may not send.
  case unexpectedFrame(FrameType)

  /// A frame of an unknown type that may not be ignored.
  case unknownFrameType(UInt32)

  /// A frame about the connection that names a stream.
  case streamNotZero(FrameType)

  /// OPEN with an id that is not higher than all previous ones.
  case streamNotRising(stream: UInt32, highest: UInt32)

  /// A frame about a stream that was never opened or, on the client's side, is not open.
  case streamNotOpen(FrameType, stream: UInt32)

  /// OPEN from a client that has sent GOAWAY.
  case openAfterGoAway

  /// DATA on a unary call, beyond the credit or out of sequence. Only servers can violate this.
  case dataNotAllowed(stream: UInt32)

  /// HELLO or WELCOME did not arrive in time.
  case greetingTimeout

  /// A frame took too long to arrive.
  case partialFrameTimeout

  /// Nothing arrived for too long.
  case keepaliveTimeout

  /// The peer closed its side in the middle of a frame.
  case truncated

  /// The server is stopping; not an error.
  case draining

  /// There are more connections than the server accepts.
  case tooManyConnections

  /// All connections together use too much memory, and this one the most.
  case memory

  /// The client no longer needs the connection; not an error.
  case leaving

  /// The canonical code in GOAWAY.
  package var code: StatusCode {
    switch self {
    case .leaving: .ok
    case .draining: .unavailable
    case .tooManyConnections, .tooManyOfPrincipal, .memory, .frame(.tooLarge), .frame(.tooManyParts),
      .message(.tooLarge):
      .resourceExhausted
    case .greeting(.version): .unimplemented
    case .unauthenticated, .greeting(.field(.token)): .unauthenticated
    case .greetingTimeout, .partialFrameTimeout, .keepaliveTimeout: .deadlineExceeded
    default: .invalidArgument
    }
  }

  /// The milliseconds after which another connection makes sense; 0: unknown.
  package var retryAfterMilliseconds: UInt64 {
    switch self {
    case .tooManyConnections, .tooManyOfPrincipal, .memory: GoAwayReason.crowdMilliseconds
    default: 0
    }
  }

  /// The time that a surplus client should wait, in milliseconds.
  private static let crowdMilliseconds: UInt64 = 1_000
}

extension GoAwayReason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .frame(let error): error.description
    case .message(let error): error.description
    case .greetingExpected: "the first frame has to be HELLO, its answer WELCOME"
    case .greetingRepeated: "HELLO and WELCOME are sent once"
    case .greeting(let error): error.description
    case .unauthenticated(let error): error.description
    case .tooManyOfPrincipal(let limit): "your principal may have at most \(limit) connections at a time"
    case .unexpectedFrame(let type): "a frame of type \(type.rawValue) must not be sent by this side"
    case .unknownFrameType(let type): "a frame of the unknown type \(type)"
    case .streamNotZero(let type): "a frame of type \(type.rawValue) belongs to stream 0"
    case .streamNotRising(let stream, let highest):
      "stream \(stream) was opened after stream \(highest); ids only ever increase"
    case .streamNotOpen(let type, let stream):
      "a frame of type \(type.rawValue) for stream \(stream), which is not open"
    case .openAfterGoAway: "OPEN after GOAWAY"
    case .dataNotAllowed(let stream):
      "DATA on stream \(stream) is out of sequence, beyond the credit or for a unary call"
    case .greetingTimeout: "HELLO and WELCOME took too long"
    case .partialFrameTimeout: "a frame took too long to arrive"
    case .keepaliveTimeout: "nothing was received within the keepalive timeout"
    case .truncated: "the stream of bytes ended in the middle of a frame"
    case .draining: "the server stops"
    case .tooManyConnections: "there are too many connections"
    case .memory:
      "all connections together use too much memory, and this one the most: incomplete frames, or answers that "
        + "are not read"
    case .leaving: "the client leaves"
    }
  }
}
