internal import ArrangeModel

/// The failure of an attempt to make a call.
struct CallFailure: Error, Sendable, Hashable {
  /// The error for the caller, unless the call is retried.
  var error: ArrangeError

  /// Whether a retry is pointless: retries were already made, or the client was closed.
  var isFinal = false

  /// The number of attempts it stands for: if the server can't be reached, all those made for the call
  /// together with others.
  var attempts = 1

  /// The token to resume a server stream; nil if the server sent none.
  var resumeToken: [UInt8]?

  /// The task of the caller was cancelled.
  static func cancelled(_ processed: ArrangeError.Processed) -> CallFailure {
    CallFailure(
      error: ArrangeError(.cancelled, "the call was cancelled", processed: processed),
      isFinal: true
    )
  }

  /// The caller's deadline has passed, and the server has not answered.
  static let expired = CallFailure(
    error: ArrangeError(.deadlineExceeded, "no answer arrived within the timeout", processed: .unknown),
    isFinal: true
  )

  /// The caller's deadline has passed before the call was sent: there was no connection, for this reason, or no room on it.
  static func neverSent(_ reason: ArrangeError?) -> CallFailure {
    var text = "the timeout passed before the call could be made"
    if let reason { text += ": \(reason.message)" }
    return CallFailure(error: ArrangeError(.deadlineExceeded, text), isFinal: true)
  }

  /// The client was closed.
  static let closed = CallFailure(
    error: ArrangeError(.failedPrecondition, "the client was closed; make a new one"),
    isFinal: true
  )

  /// The client has too many waiting calls.
  static func tooManyWaiting(_ limit: Int) -> CallFailure {
    CallFailure(
      error: ArrangeError(
        .resourceExhausted,
        "\(limit) calls wait for their turn already; make fewer at the same time"
      ),
      isFinal: true
    )
  }

  /// The server accepts no more server streams.
  static let tooManyStreams = CallFailure(
    error: ArrangeError(
      .resourceExhausted,
      "the server takes no more subscriptions on this connection; end some, or use another client"
    ),
    isFinal: true
  )

  /// The request does not fit into a frame.
  static func tooLarge(_ count: Int, limit: Int) -> CallFailure {
    CallFailure(
      error: ArrangeError(
        .resourceExhausted,
        "the request takes \(count) bytes, the server takes \(limit); send it in several parts"
      ),
      isFinal: true
    )
  }

  /// The server's message can't be read.
  static func unreadable(_ error: ArrangeError) -> CallFailure {
    CallFailure(
      error: ArrangeError(
        .internal,
        "the server's answer can't be read, it may be of another version: \(error.message)",
        field: error.field,
        processed: .done
      ),
      isFinal: true
    )
  }
}
