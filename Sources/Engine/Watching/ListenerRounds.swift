import ArrangeModel

/// The subscribers of a list. They are notified of its news in rounds, so that each has its turn equally often.
///
/// It belongs to a shard and is used on its executor only; closures that return there may capture it.
final class ListenerRounds: @unchecked Sendable {
  /// The minimum number of listeners notified before the executor looks at requests …
  private static let minimumNotified = 50
  /// … and the bytes of a batch that allow one more: a large batch should be shared by many, so that
  /// notifying takes longer than making it.
  private static let bytesForOneMore = 128
  /// The minimum time for each listener, in nanoseconds, from the beginning of a round in several parts to
  /// that of the next one: twice the time of notifying it, so that half of the processor time is left for
  /// requests, commits and readers. Changes made meanwhile are part of the next round, and so take less time.
  private static let roundTime: UInt64 = 16_000

  @exclusivity(unchecked) private var listeners: [ObjectIdentifier: any SubscriptionListener] = [:]
  /// Whether there is news that the current round does not cover.
  @exclusivity(unchecked) private var hasNewCommits = false
  /// Whether listeners are being notified, or are about to be.
  @exclusivity(unchecked) private var isNotifying = false
  /// Whether the next round must wait because the last one began too recently.
  @exclusivity(unchecked) private var isPausing = false
  /// Listeners still to be notified in this round, in reverse order.
  @exclusivity(unchecked) private var next: [any SubscriptionListener] = []
  /// When the newest versions became durable.
  @exclusivity(unchecked) var commitTimes = CommitTimes()
  /// The time of the oldest commit of the current round and of the next one; nil if there is none, or without a
  /// meter.
  @exclusivity(unchecked) private var timeOfRound: UInt64?
  @exclusivity(unchecked) private var timeOfCommits: UInt64?
  /// The messages that the listeners share.
  private let messages: KeptMessages

  init(sharing messages: KeptMessages) { self.messages = messages }

  var isEmpty: Bool { listeners.isEmpty }

  func add(_ listener: any SubscriptionListener) { listeners[ObjectIdentifier(listener)] = listener }

  func remove(_ listener: any SubscriptionListener) { listeners[ObjectIdentifier(listener)] = nil }

  /// Notifies the listeners of news, soon, and once for everything in one turn of the executor.
  ///
  /// They are notified in parts, between which the executor processes requests that have arrived: these are
  /// written while the next listeners are notified, and are part of what those get. News during a round start
  /// another round, so that each listener has its turn equally often.
  ///
  /// - Parameters:
  ///   - version: the newest version; nil if it is not known yet.
  ///   - time: when it became durable, in monotonic nanoseconds; 0 without a meter.
  func notifyOfNewCommits(version: UInt64? = nil, at time: UInt64 = 0, on executor: any ShardExecutor) {
    executor.check()
    hasNewCommits = true
    if time > 0 {
      timeOfCommits = timeOfCommits ?? time
      commitTimes.record(at: time)
      if let version { commitTimes.settle(at: version) }
    }
    guard !isNotifying, !isPausing else { return }
    isNotifying = true
    executor.executeInTurn { self.notifySome(on: executor) }
  }

  /// The time of the oldest commit of which a listener was not notified; nil if there is none.
  var oldestNews: UInt64? { listeners.isEmpty ? nil : timeOfRound ?? timeOfCommits }

  /// Begins a round over all listeners.
  private func beginRound(on executor: any ShardExecutor) {
    hasNewCommits = false
    timeOfRound = timeOfCommits
    timeOfCommits = nil
    next = Array(listeners.values)
    guard next.count > ListenerRounds.minimumNotified else { return }
    isPausing = true
    executor.execute(after: UInt64(next.count) * ListenerRounds.roundTime) {
      self.isPausing = false
      guard self.hasNewCommits, !self.isNotifying else { return }
      self.isNotifying = true
      self.notifySome(on: executor)
    }
  }

  private func notifySome(on executor: any ShardExecutor) {
    if next.isEmpty { beginRound(on: executor) }
    var room = max(ListenerRounds.minimumNotified, messages.newestBatchBytes / ListenerRounds.bytesForOneMore)
    while room > 0, let listener = next.popLast() {
      guard listeners[ObjectIdentifier(listener)] != nil else { continue }
      listener.notifyOfNewCommits()
      room -= 1
    }
    if next.isEmpty { timeOfRound = nil }
    guard !next.isEmpty || hasNewCommits && !isPausing else {
      isNotifying = false
      return
    }
    executor.executeAfterReading { executor.executeInTurn { self.notifySome(on: executor) } }
  }

  /// Notifies all subscribers that no more news will follow.
  func end(_ error: ArrangeError) {
    let listeners = listeners.values
    self.listeners = [:]
    next = []
    for listener in listeners { listener.recordEnd(error) }
  }
}
