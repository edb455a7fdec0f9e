package import ArrangeModel

/// Why a connection ends: what GOAWAY says.
package enum GoAwayReason: Error, Sendable, Hashable {
  /// The bytes are no frames.
  case frame(FrameError)

  /// The first frame is not HELLO, or not WELCOME seen from a client.
  case greetingExpected

  /// HELLO came twice, or WELCOME.
  case greetingRepeated

  /// HELLO or WELCOME is not as it must be.
  case greeting(GreetingError)

  /// Who the client says it is does not hold, or does not any more.
  case unauthenticated(CredentialError)

  /// The client has as many connections as it may have.
  case tooManyOfPrincipal(limit: Int)

  /// A frame of a type that the peer may not send.
  case unexpectedFrame(FrameType)

  /// A frame of a type that is not known and that may not be ignored.
  case unknownFrameType(UInt32)

  /// A frame about the connection that names a stream.
  case streamNotZero(FrameType)

  /// OPEN with an id that is not higher than all before it.
  case streamNotRising(stream: UInt32, highest: UInt32)

  /// A frame about a stream that was never opened or, seen from a client, that is not open.
  case streamNotOpen(FrameType, stream: UInt32)

  /// OPEN from a client that said GOAWAY before.
  case openAfterGoAway

  /// DATA on a unary call, beyond the credit or out of sequence. Only servers can do that.
  case dataNotAllowed(stream: UInt32)

  /// HELLO or WELCOME did not come in time.
  case greetingTimeout

  /// A frame took too long to arrive.
  case partialFrameTimeout

  /// Nothing came for too long.
  case keepaliveTimeout

  /// The peer closed its side in the middle of a frame.
  case truncated

  /// The server stops; nothing is wrong.
  case draining

  /// There are more connections than the server takes.
  case tooManyConnections

  /// All connections together hold too much, and this one the most.
  case memory

  /// The client has no more use for the connection; nothing is wrong.
  case leaving

  /// The canonical code that GOAWAY carries.
  package var code: StatusCode {
    switch self {
    case .leaving: .ok
    case .draining: .unavailable
    case .tooManyConnections, .tooManyOfPrincipal, .memory, .frame(.tooLarge), .frame(.tooManyParts):
      .resourceExhausted
    case .greeting(.version): .unimplemented
    case .unauthenticated: .unauthenticated
    case .greetingTimeout, .partialFrameTimeout, .keepaliveTimeout: .deadlineExceeded
    default: .invalidArgument
    }
  }

  /// After how many milliseconds another connection makes sense; 0: nothing is known about that.
  package var retryAfterMilliseconds: UInt64 {
    switch self {
    case .tooManyConnections, .tooManyOfPrincipal, .memory: GoAwayReason.crowdMilliseconds
    default: 0
    }
  }

  /// How long a client waits that is one too many, in milliseconds.
  private static let crowdMilliseconds: UInt64 = 1_000
}

extension GoAwayReason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .frame(let error): error.description
    case .greetingExpected: "the first frame has to be HELLO, its answer WELCOME"
    case .greetingRepeated: "HELLO and WELCOME are sent once"
    case .greeting(let error): error.description
    case .unauthenticated(let error): error.description
    case .tooManyOfPrincipal(let limit): "who you are may have at most \(limit) connections at a time"
    case .unexpectedFrame(let type): "a frame of type \(type.rawValue) is not for this side to send"
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
    case .keepaliveTimeout: "nothing came for too long"
    case .truncated: "the stream of bytes ended in the middle of a frame"
    case .draining: "the server stops"
    case .tooManyConnections: "there are too many connections"
    case .memory:
      "all connections together hold too much memory, and this one the most: incomplete frames, or answers that "
        + "are not read"
    case .leaving: "the client leaves"
    }
  }
}
