internal import NIOConcurrencyHelpers
internal import NIOCore

/// The way of calls from any thread to the event loop of a client.
///
/// What comes in while the loop is busy is taken over all at once: one hop and one flush for all calls that were
/// made in the meantime. What comes from the event loop itself is carried out at once and sent at the end of
/// the loop's current work.
final class CallQueue: Sendable {
  /// What is wanted of the client.
  enum Wish {
    /// Make a call.
    case call(Call)

    /// The caller has given up.
    case cancel(Call)

    /// The caller has room for so many messages since the stream's beginning.
    case grant(Call, credit: UInt64)

    /// Finish what is open, close, and call the closure.
    case close(@Sendable () -> Void)
  }

  private struct State {
    var wishes: [Wish] = []

    /// Memory of the batch before, to be used again.
    var spare: [Wish] = []
    var isScheduled = false
  }

  private let core: ClientCore
  private let eventLoop: any EventLoop
  private let state = NIOLockedValueBox(State())

  init(_ core: ClientCore) {
    self.core = core
    eventLoop = core.eventLoop
  }

  /// Hands a wish over. O(1).
  func submit(_ wish: Wish) {
    if eventLoop.inEventLoop {
      core.perform(wish)
      core.settleSoon()
      return
    }
    let isFirst = state.withLockedValue { state in
      state.wishes.append(wish)
      if state.isScheduled { return false }
      state.isScheduled = true
      return true
    }
    if isFirst { eventLoop.execute { self.drain() } }
  }

  private func drain() {
    var batch = state.withLockedValue { state in
      state.isScheduled = false
      var batch = state.spare
      state.spare = []
      swap(&batch, &state.wishes)
      return batch
    }
    core.performTogether(batch)
    batch.removeAll(keepingCapacity: batch.capacity <= CallQueue.mostSpare)
    state.withLockedValue { $0.spare = batch }
  }

  /// For how many wishes memory is kept between batches.
  private static let mostSpare = 4096
}
