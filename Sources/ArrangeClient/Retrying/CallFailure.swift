internal import ArrangeModel

/// How an attempt to make a call failed.
struct CallFailure: Error, Sendable, Hashable {
  /// What the caller is told, unless the call is tried again.
  var error: ArrangeError

  /// Whether trying again is of no use: it was done already, or the client was closed.
  var isFinal = false

  /// How many attempts it stands for: where the server can't be reached, all that were made for the call together with
  /// others.
  var attempts = 1

  /// With what a server stream can be taken up again; nil if the server gave nothing.
  var resumeToken: [UInt8]?

  /// The task of the caller was cancelled.
  static func cancelled(_ processed: ArrangeError.Processed) -> CallFailure {
    CallFailure(
      error: ArrangeError(.cancelled, "the call was cancelled", processed: processed),
      isFinal: true
    )
  }

  /// The time of the caller is over.
  static func expired(_ processed: ArrangeError.Processed) -> CallFailure {
    let text =
      processed == .notStarted
      ? "the time was over before the call could be made" : "no answer came within the time that was given"
    return CallFailure(error: ArrangeError(.deadlineExceeded, text, processed: processed), isFinal: true)
  }

  /// The client was closed.
  static let closed = CallFailure(
    error: ArrangeError(.failedPrecondition, "the client was closed; make a new one"),
    isFinal: true
  )

  /// The client has more to do than it can hold.
  static func tooManyWaiting(_ limit: Int) -> CallFailure {
    CallFailure(
      error: ArrangeError(
        .resourceExhausted,
        "\(limit) calls wait for their turn already; make fewer at the same time"
      ),
      isFinal: true
    )
  }

  /// The server takes no more server streams.
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

  /// What the server sent can't be read.
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
