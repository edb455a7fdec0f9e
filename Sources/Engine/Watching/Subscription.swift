package import Changes

/// One subscription as a state machine: it takes what happens and says what is to be done. It holds no content, only
/// where the subscriber is.
///
///     switch subscription.handle(.news, at: now, hasCredit: true, hasRoom: true) {
///     case .ask: ...                // the shard's nextMessage
///     case .wake: ...               // handle(.woken) at that time
///     case .none: break
///     }
package struct Subscription: Sendable {
  /// What the subscription waits for.
  package enum State: Sendable, Hashable {
    /// The collection, to be told of its news.
    case opening
    /// News: the subscriber has seen everything.
    case inStep
    /// The subscriber, to have room for a message.
    case waitingForCredit
    /// The connection, to take more bytes.
    case waitingForRoom
    /// The end of the shortest interval between two batches.
    case waitingForInterval(until: UInt64)
    /// The time at which the subscriber is told that the version moved on.
    case waitingForProgress(until: UInt64)
    /// A message that is being made.
    case asking
    case ended
  }

  /// What happens.
  package enum Event: Sendable, Hashable {
    /// News will be told from now on.
    case opened
    /// There is a newer version.
    case news
    /// There may be credit or room that was not there.
    case room
    /// The time that was asked for has come.
    case woken
    /// A message was handed over, and the subscriber is where it says.
    case sent(showsChanges: Bool, SubscriptionCursor)
    /// There was nothing to be shown up to where it says.
    case upToDate(SubscriptionCursor)
    case ended
  }

  /// What is to be done.
  package enum Action: Sendable, Hashable {
    case none
    /// Ask the shard for the message after a cursor; the answer is an event.
    case ask(SubscriptionCursor, tellsProgress: Bool)
    /// Tell ``Event/woken`` at a time, in nanoseconds.
    case wake(at: UInt64)
  }

  package private(set) var state = State.opening
  /// Where the subscriber is.
  package private(set) var cursor: SubscriptionCursor
  private let interval: UInt64
  private let progressInterval: UInt64
  private var hasNews = true
  /// Whether the subscriber is to be told the version: it has an older token than the cursor, since nothing was to be
  /// shown, or it came with one and has not been told anything yet.
  private var owesProgress: Bool
  /// The earliest time of the next batch, or of a snapshot in its place.
  private var nextBatch: UInt64 = 0
  /// When the subscriber is told that the version moved on.
  private var nextProgress: UInt64 = 0

  /// A subscription that is not open yet.
  ///
  /// - Parameter cursor: where the subscriber says it is.
  package init(_ options: SubscribeRequest.Options, at cursor: SubscriptionCursor) {
    self.cursor = cursor
    owesProgress = !cursor.isInSnapshot
    interval = options.shortestIntervalMicroseconds * 1_000
    progressInterval = options.progressMicroseconds * 1_000
  }

  /// Takes what happened.
  ///
  /// - Parameters:
  ///   - now: the time in nanoseconds, which never falls.
  ///   - hasCredit: whether the subscriber has room for a message.
  ///   - hasRoom: whether the connection takes more bytes.
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
    case .news: hasNews = true
    case .room: break
    case .woken:
      switch state {
      case .waitingForInterval, .waitingForProgress: state = .inStep
      default: break
      }
    case .sent(let showsChanges, let cursor):
      state = .inStep
      // The pages of a snapshot are of an older version, and there may have been news of what it has not: before one of
      // them was asked for, which is when news are taken for told.
      if cursor.isInSnapshot || self.cursor.isBetweenPages { hasNews = true }
      self.cursor = cursor
      owesProgress = false
      nextProgress = now &+ progressInterval
      if showsChanges { nextBatch = now &+ interval }
    case .upToDate(let cursor):
      state = .inStep
      // The next batch begins at the version that the subscriber was told last.
      if self.cursor.resumeToken == cursor.resumeToken || cursor.resumeToken == nil {
        self.cursor = cursor
      } else {
        owesProgress = true
      }
      if cursor.isInSnapshot { hasNews = true }
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
    let isProgressDue = owesProgress && now >= nextProgress
    guard hasNews || isProgressDue else {
      guard owesProgress else {
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
    hasNews = false
    return .ask(cursor, tellsProgress: isProgressDue)
  }

  /// Waits for a time, which is told once.
  private mutating func wait(_ next: State, until time: UInt64) -> Action {
    guard state != next else { return .none }
    state = next
    return .wake(at: time)
  }
}
