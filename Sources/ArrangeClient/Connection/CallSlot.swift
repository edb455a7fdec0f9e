internal import NIOConcurrencyHelpers

/// Synchronizes a task that makes a call with its cancellation, in either order.
final class CallSlot: Sendable {
  private enum State {
    case empty
    case filled(Call)
    case cancelled
  }

  private let state = NIOLockedValueBox(State.empty)

  /// The call is about to be submitted.
  ///
  /// - Returns: whether it is still wanted.
  func fill(_ call: Call) -> Bool {
    state.withLockedValue { state in
      if case .cancelled = state { return false }
      state = .filled(call)
      return true
    }
  }

  /// The task was cancelled.
  ///
  /// - Returns: the call, if it was submitted.
  func cancel() -> Call? {
    state.withLockedValue { state in
      defer { state = .cancelled }
      if case .filled(let call) = state { return call }
      return nil
    }
  }
}
