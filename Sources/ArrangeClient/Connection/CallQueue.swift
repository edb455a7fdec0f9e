internal import NIOConcurrencyHelpers
internal import NIOCore

/// Passes calls from any thread to the event loop of a client.
///
/// Submissions while the loop is busy are processed together: one hop and one flush for all calls made in the
/// meantime. Submissions from the event loop itself are processed at once and sent at the end of the loop's
/// current work.
final class CallQueue: Sendable {
  /// A request to the client.
  enum Command {
    /// Make a call.
    case call(Call)

    /// The caller has given up.
    case cancel(Call)

    /// The caller has room for this many messages since the beginning of the stream.
    case grant(Call, credit: UInt64)

    /// Finish open calls, close, and call the closure.
    case close(@Sendable () -> Void)
  }

  private struct State {
    var commands: [Command] = []

    /// Memory of the previous batch, for reuse.
    var spare: [Command] = []
    var isScheduled = false
  }

  private let core: ClientCore
  private let eventLoop: any EventLoop
  private let state = NIOLockedValueBox(State())

  init(_ core: ClientCore) {
    self.core = core
    eventLoop = core.eventLoop
  }

  /// Submits a wish. O(1).
  func submit(_ command: Command) {
    if eventLoop.inEventLoop {
      core.perform(command)
      core.settleSoon()
      return
    }
    let isFirst = state.withLockedValue { state in
      state.commands.append(command)
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
      swap(&batch, &state.commands)
      return batch
    }
    core.performTogether(batch)
    batch.removeAll(keepingCapacity: batch.capacity <= CallQueue.maximumSpare)
    state.withLockedValue { $0.spare = batch }
  }

  /// The number of wishes for which memory is kept between batches.
  private static let maximumSpare = 4096
}
