extension ClientConnection {
  /// The time at which ``tick(at:)`` must be called, unless another event comes first.
  ///
  /// It changes with every event; it is enough to check it when the timer fires and when a call with a
  /// deadline begins.
  package var nextWake: MonotonicTime {
    var next = min(
      deadlines.next,
      partialSince?.advanced(byNanoseconds: limits.partialFrameNanoseconds) ?? .never
    )
    switch state {
    case .idle, .closed: return .never
    case .awaitingWelcome(let deadline), .leaving(welcomeDeadline: .some(let deadline)):
      next = min(next, deadline)
    case .serving, .leaving: next = min(next, keepalive.next)
    }
    return next
  }

  /// The timer fired. Must be called again until it returns `none`.
  package mutating func tick(at now: MonotonicTime) -> ClientAction {
    switch state {
    case .idle, .closed: return .none
    case .awaitingWelcome(let deadline), .leaving(welcomeDeadline: .some(let deadline)):
      if now >= deadline { return fail(.greetingTimeout) }
    case .serving, .leaving: break
    }
    if let partialSince, now >= partialSince.advanced(byNanoseconds: limits.partialFrameNanoseconds) {
      return fail(.partialFrameTimeout)
    }
    while let stream = deadlines.popExpired(at: now) {
      guard let content = streams.pointer(to: stream), !content.pointee.isCancelled else { continue }
      content.pointee.isCancelled = true
      wantedStreams &-= 1
      return .expired(stream: stream)
    }
    switch state {
    case .serving, .leaving(welcomeDeadline: nil): break
    default: return .none
    }
    switch keepalive.check(at: now) {
    case .nothing: return .none
    case .ping(let token): return .ping(token: token)
    case .timedOut: return fail(.keepaliveTimeout)
    }
  }

  /// Ensures that the caller is notified at a stream's deadline.
  mutating func watch(_ stream: UInt32, deadline: MonotonicTime) {
    deadlines.add(stream, deadline: deadline)
    guard deadlines.count > 2 * streams.count + DeadlineQueue.maximumStale else { return }
    var queue = DeadlineQueue()
    swap(&queue, &deadlines)
    queue.compact { streams.pointer(to: $0) != nil }
    swap(&queue, &deadlines)
  }
}
