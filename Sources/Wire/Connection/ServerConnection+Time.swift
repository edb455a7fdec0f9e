extension ServerConnection {
  /// The time at which ``tick(at:)`` must be called, unless another event comes first.
  ///
  /// It changes with every event; it is enough to check it when the timer fires and when a call with a
  /// deadline begins.
  package var nextWake: MonotonicTime {
    if !halfClosed.isEmpty { return MonotonicTime(nanoseconds: 0) }
    var next = partialSince?.advanced(byNanoseconds: limits.partialFrameNanoseconds) ?? .never
    switch state {
    case .awaitingHello(let deadline): next = min(next, deadline)
    case .serving, .draining: next = min(next, keepalive.next, deadlines.next)
    case .authenticating: break
    case .closed: return .never
    }
    return next
  }

  /// The timer fired. Must be called again until it returns `none`.
  package mutating func tick(at now: MonotonicTime) -> ServerAction {
    switch state {
    case .closed, .authenticating:
      return .none
    case .awaitingHello(let deadline):
      return now >= deadline ? fail(.greetingTimeout) : .none
    case .serving, .draining:
      break
    }
    if let partialSince, now >= partialSince.advanced(byNanoseconds: limits.partialFrameNanoseconds) {
      return fail(.partialFrameTimeout)
    }
    while let stream = halfClosed.popLast() {
      if streams.pointer(to: stream) != nil { return .stop(stream: stream, .halfClosed) }
    }
    while let stream = deadlines.popExpired(at: now) {
      guard let content = streams.pointer(to: stream), content.pointee.stopping == nil else { continue }
      content.pointee.stopping = .deadlineExceeded
      return .stop(stream: stream, .deadlineExceeded)
    }
    switch keepalive.check(at: now) {
    case .nothing: return .none
    case .ping(let token): return .ping(token: token)
    case .timedOut: return fail(.keepaliveTimeout)
    }
  }

  /// Ensures that a stream is stopped at its deadline.
  mutating func watch(_ stream: UInt32, deadline: MonotonicTime) {
    deadlines.add(stream, deadline: deadline)
    if deadlines.count > 2 * streams.count + DeadlineQueue.maximumStale { compactDeadlines() }
  }

  private mutating func compactDeadlines() {
    var queue = DeadlineQueue()
    swap(&queue, &deadlines)
    queue.compact { streams.pointer(to: $0) != nil }
    swap(&queue, &deadlines)
  }
}
