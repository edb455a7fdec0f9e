internal import NIOCore
internal import Wire

/// Calls that wait for a connection, or for room on it.
extension ClientCore {
  /// Sends waiting calls as long as the connection has room.
  func serveWaiting() {
    check()
    while let current, let call = waiting.popFirst() {
      if call.isFinished { continue }
      switch current.open(call) {
      case .taken: continue
      case .full: return waiting.prepend(call)
      case .unavailable:
        waiting.prepend(call)
        retire(current)
      }
    }
    // A call that ended while it waited needs no connection.
    if current == nil, !isClosed, waiting.contains(where: { !$0.isFinished }) {
      perform(reconnection.wanted())
    }
  }

  func failWaiting(_ failure: CallFailure) {
    check()
    let calls = waiting
    waiting = CircularBuffer()
    for call in calls { call.finish(failure) }
  }

  /// Ensures that waiting calls fail at their deadlines.
  func watch(_ deadline: MonotonicTime) {
    check()
    guard deadline < expiryTime else { return }
    expiry?.cancel()
    expiryTime = deadline
    expiry = eventLoop.assumeIsolated().scheduleTask(deadline: NIODeadline(deadline)) { self.expire() }
  }

  private func expire() {
    expiry = nil
    expiryTime = .never
    let now = now
    begin()
    let failure = CallFailure.neverSent(connection.error)
    for call in waiting where call.deadline <= now { call.finish(failure) }
    waiting.removeAll { $0.isFinished }
    var next = MonotonicTime.never
    for call in waiting { next = min(next, call.deadline) }
    watch(next)
    end()
  }
}
