internal import ArrangeModel
internal import NIOConcurrencyHelpers
internal import NIOCore

/// Buffers the messages of a server stream between the event loop, which receives them, and the task that
/// consumes them. It holds no more than the credit allows.
final class StreamBuffer<Element: Sendable>: Sendable {
  /// The next element for a reader.
  enum Next: Sendable {
    /// A message, and the credit to grant for it; nil if that can wait.
    case element(Element, grant: UInt64?)

    /// The stream ended, with a failure or normally.
    case end(CallFailure?)
  }

  typealias Waiter = UnsafeContinuation<Next, Never>

  private struct State {
    var elements = CircularBuffer<Element>()
    var end: CallFailure??
    var waiter: Waiter?

    /// The numbers of messages that were consumed, and allowed in total.
    var consumed: UInt64 = 0
    var granted: UInt64
  }

  /// The size of the window in messages.
  private let window: UInt64
  private let state: NIOLockedValueBox<State>

  init(window: UInt64) {
    precondition(window > 0, "a stream without room never begins")
    self.window = window
    state = NIOLockedValueBox(State(granted: window))
  }

  /// A message arrived.
  func append(_ element: Element) {
    let waiter = state.withLockedValue { state -> (Waiter, Next)? in
      guard let waiter = state.waiter.take() else {
        state.elements.append(element)
        return nil
      }
      return (waiter, consume(element, &state))
    }
    if let (waiter, next) = waiter { waiter.resume(returning: next) }
  }

  /// The stream ended. Buffered messages can still be read.
  func end(_ failure: CallFailure?) {
    let waiter = state.withLockedValue { state -> Waiter? in
      if state.end == nil { state.end = .some(failure) }
      return state.waiter.take()
    }
    waiter?.resume(returning: .end(failure))
  }

  /// The next message, if it has arrived.
  func next() -> Next? {
    state.withLockedValue { state in available(&state) }
  }

  /// Waits for the next message.
  ///
  /// - Precondition: there is no other waiter.
  func wait(_ waiter: Waiter) {
    let next = state.withLockedValue { state -> Next? in
      if let next = available(&state) { return next }
      precondition(state.waiter == nil, "a stream has one reader")
      state.waiter = waiter
      return nil
    }
    if let next { waiter.resume(returning: next) }
  }

  private func available(_ state: inout State) -> Next? {
    if let element = state.elements.popFirst() { return consume(element, &state) }
    return state.end.map { .end($0) }
  }

  /// Counts a message that is delivered to the reader. Credit is granted when half of the window is free, so
  /// that a fast stream does not send a frame for each message.
  private func consume(_ element: Element, _ state: inout State) -> Next {
    state.consumed += 1
    let wanted = state.consumed + window
    guard state.end == nil, wanted - state.granted >= (window + 1) / 2 else {
      return .element(element, grant: nil)
    }
    state.granted = wanted
    return .element(element, grant: wanted)
  }
}
