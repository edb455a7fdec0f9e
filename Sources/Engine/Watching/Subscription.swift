package import Changes

/// One subscription as a state machine: it takes events and returns actions. It holds no content, only the
/// subscriber's position.
///
///     switch subscription.handle(.news, at: now, hasCredit: true, hasRoom: true) {
///     case .ask: ...                // the shard's nextMessage
///     case .wake: ...               // handle(.woken) at that time
///     case .none: break
///     }
package struct Subscription: Sendable {
  /// What the subscription is waiting for.
  package enum State: Sendable, Hashable {
    /// The registration with the collection.
    case opening
    /// News: the subscriber has seen everything.
    case inStep
    /// Credit from the subscriber.
    case waitingForCredit
    /// Room for more bytes on the connection.
    case waitingForRoom
    /// The end of the shortest interval between two batches.
    case waitingForInterval(until: UInt64)
    /// The time for a progress message.
    case waitingForProgress(until: UInt64)
    /// A message in preparation.
    case asking
    case ended
  }

  /// An event.
  package enum Event: Sendable, Hashable {
    /// The subscription is registered for news.
    case opened
    /// There is a newer version.
    case news
    /// There may be new credit or room.
    case room
    /// The requested time has come.
    case woken
    /// A message was sent, and the subscriber is at this cursor.
    case sent(showsChanges: Bool, SubscriptionCursor)
    /// Nothing had to be shown up to this cursor.
    case upToDate(SubscriptionCursor)
    case ended
  }

  /// An action.
  package enum Action: Sendable, Hashable {
    case none
    /// Ask the shard for the message after a cursor; the answer is an event.
    case ask(SubscriptionCursor, sendsProgress: Bool)
    /// Deliver ``Event/woken`` at a time, in nanoseconds.
    case wake(at: UInt64)
  }

  package private(set) var state = State.opening
  /// The position of the subscriber.
  package private(set) var cursor: SubscriptionCursor
  private let interval: UInt64
  private let progressInterval: UInt64
  private var hasNewCommits = true
  /// Whether the subscriber is owed a progress message: its token is older than the cursor, since nothing had
  /// to be shown, or it resumed with one and has not received anything yet.
  private var needsProgress: Bool
  /// The earliest time of the next batch, or of a snapshot in its place.
  private var nextBatch: UInt64 = 0
  /// The time of the next progress message.
  private var nextProgress: UInt64 = 0

  /// A subscription that is not open yet.
  ///
  /// - Parameter cursor: the subscriber's initial position.
  package init(_ options: SubscribeRequest.Options, at cursor: SubscriptionCursor) {
    self.cursor = cursor
    needsProgress = !cursor.isInSnapshot
    interval = options.shortestIntervalMicroseconds * 1_000
    progressInterval = options.progressMicroseconds * 1_000
  }

  /// Handles an event.
  ///
  /// - Parameters:
  ///   - now: the time in nanoseconds, which never decreases.
  ///   - hasCredit: whether the subscriber has room for a message.
  ///   - hasRoom: whether the connection accepts more bytes.
  package mutating func handle(
    _ event: Event,
    at now: UInt64,
    hasCredit: Bool,
    hasRoom: Bool
  ) -> Action {
    if case .ended = state { return .none }
    switch event {
    case .opened:
      guard state == .opening else { return .none }
      state = .inStep
    case .news: hasNewCommits = true
    case .room: break
    case .woken:
      switch state {
      case .waitingForInterval, .waitingForProgress: state = .inStep
      default: break
      }
    case .sent(let showsChanges, let cursor):
      state = .inStep
      // The pages of a snapshot are of an older version, and news since then may have been cleared, because
      // news is cleared when a page is requested.
      if cursor.isInSnapshot || self.cursor.isBetweenPages { hasNewCommits = true }
      self.cursor = cursor
      needsProgress = false
      nextProgress = now &+ progressInterval
      if showsChanges { nextBatch = now &+ interval }
    case .upToDate(let cursor):
      state = .inStep
      // The next batch begins at the version last sent to the subscriber.
      if self.cursor.resumeToken == cursor.resumeToken || cursor.resumeToken == nil {
        self.cursor = cursor
      } else {
        needsProgress = true
      }
      if cursor.isInSnapshot { hasNewCommits = true }
    case .ended:
      state = .ended
      return .none
    }
    return advance(now, hasCredit, hasRoom)
  }

  private mutating func advance(_ now: UInt64, _ hasCredit: Bool, _ hasRoom: Bool) -> Action {
    switch state {
    case .opening, .asking, .ended: return .none
    case .inStep, .waitingForCredit, .waitingForRoom, .waitingForInterval, .waitingForProgress: break
    }
    let isProgressDue = needsProgress && now >= nextProgress
    guard hasNewCommits || isProgressDue else {
      guard needsProgress else {
        state = .inStep
        return .none
      }
      return wait(.waitingForProgress(until: nextProgress), until: nextProgress)
    }
    guard hasCredit else {
      state = .waitingForCredit
      return .none
    }
    guard hasRoom else {
      state = .waitingForRoom
      return .none
    }
    if !cursor.isInSnapshot, now < nextBatch {
      return wait(.waitingForInterval(until: nextBatch), until: nextBatch)
    }
    state = .asking
    hasNewCommits = false
    return .ask(cursor, sendsProgress: isProgressDue)
  }

  /// Waits for a time, which is requested once.
  private mutating func wait(_ next: State, until time: UInt64) -> Action {
    guard state != next else { return .none }
    state = next
    return .wake(at: time)
  }
}
