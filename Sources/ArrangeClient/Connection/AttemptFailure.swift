internal import ArrangeModel

/// Why a connection attempt failed: that at one address, or those at several in turn.
struct AttemptFailure {
  var error: ArrangeError

  /// Whether another attempt at once would fail in the same way.
  var isPermanent: Bool

  /// Whether waiting calls may not be retried either.
  var isFinal: Bool

  /// Whether it was the last attempt of the waiting calls.
  var isLast = false

  /// The failure of this attempt and of those at other addresses before it. Its error is the last one, unless an earlier one says
  /// more than that a server can't be reached.
  func following(_ earlier: AttemptFailure?) -> AttemptFailure {
    guard let earlier else { return self }
    return AttemptFailure(
      error: error.code == .unavailable && earlier.error.code != .unavailable ? earlier.error : error,
      isPermanent: isPermanent && earlier.isPermanent,
      isFinal: isFinal && earlier.isFinal,
      isLast: isLast || earlier.isLast
    )
  }

  /// The error for callers, after all addresses were tried.
  func error(ofAddresses count: Int) -> ArrangeError {
    guard count > 1, error.code == .unavailable else { return error }
    var error = error
    error.message = "none of the \(count) servers can be used; the last one: \(error.message)"
    return error
  }
}
