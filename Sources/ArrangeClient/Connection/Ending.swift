internal import ArrangeModel
internal import Wire

/// Why a connection ended, as far as this side knows.
enum Ending {
  /// The connection was closed without a reason.
  case unknown

  /// It was closed while something other than a greeting arrived: perhaps another program listens there.
  case ungreeted

  /// A network error.
  case broken(String)

  /// The protection does not trust the server, or is not trusted by it, for this reason.
  case insecure(String)

  /// The server sent GOAWAY.
  case theirs(ArrangeError)

  /// This side sent GOAWAY.
  case ours(GoAwayReason)

  /// Whether the next connection is likely to succeed.
  var isTransient: Bool {
    switch self {
    case .unknown, .ungreeted, .broken: true
    case .insecure: false
    // A timeout on the server shows that the client, or the network, was stalled.
    case .theirs(let error): [.ok, .unavailable, .deadlineExceeded].contains(error.code)
    case .ours(let reason):
      [.leaving, .greetingTimeout, .keepaliveTimeout, .partialFrameTimeout].contains(reason)
    }
  }

  /// Whether there was no greeting within the timeout.
  var isGreetingTimeout: Bool { if case .ours(.greetingTimeout) = self { true } else { false } }

  /// The error for the caller of a call in progress.
  func error(processed: ArrangeError.Processed, _ server: ServerLocation) -> ArrangeError {
    var error: ArrangeError
    switch self {
    case .unknown, .ours(.leaving):
      error = ArrangeError(.unavailable, "the connection to \(server) was lost before the answer came")
    case .broken(let reason):
      error = ArrangeError(.unavailable, "the connection to \(server) was lost: \(reason)")
    case .insecure(let reason):
      error = ArrangeError(.unavailable, "there is no secure connection to \(server): \(reason)")
    case .theirs(let status):
      error = status
      switch status.code {
      case .ok, .unavailable, .deadlineExceeded:
        error.code = .unavailable
        error.message = "the server at \(server) ended the connection: \(status.message)"
      case .unauthenticated:
        error.message = "the server at \(server) refused the connection: \(status.message); check the token"
      case .invalidArgument:
        error.code = .internal
        error.message =
          "the server at \(server) did not understand what it was sent: \(status.message); are the versions the same?"
      default:
        error.message = "the server at \(server) refused the connection: \(status.message)"
      }
    case .ungreeted, .ours(.greetingTimeout):
      error = ArrangeError(
        .unavailable,
        "something answers at \(server), but it does not greet as arranged does; check the address and the port"
      )
    case .ours(let reason):
      switch reason {
      case .keepaliveTimeout, .partialFrameTimeout:
        error = ArrangeError(.unavailable, "the connection to \(server) was closed: \(reason)")
      case .greeting(.version):
        error = ArrangeError(.unimplemented, "can't communicate with the server at \(server): \(reason)")
      default:
        error = ArrangeError(
          .internal,
          "what answers at \(server) does not keep the protocol: \(reason); is it arranged, in a version that fits?"
        )
      }
    }
    error.processed = processed
    return error
  }
}
