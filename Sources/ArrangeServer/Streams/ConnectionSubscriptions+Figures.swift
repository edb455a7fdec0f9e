import Changes
import CoreMetrics
import Engine
import Logging
import Wire

/// Metrics of subscriptions.
extension ConnectionSubscriptions {
  /// Counts a message that was sent.
  func record(
    _ facts: MessageFacts,
    bytes: Int,
    showsChanges: Bool,
    for subscription: OpenSubscription
  ) {
    let wasHeldUp = subscription.times.wasHeldUp
    subscription.times.recordServed()
    if let reason = facts.reason, reason != .first { recordReload(reason, subscription) }
    guard let metrics = loop.metrics else { return }
    let kind: MessageKind = !showsChanges ? .progress : facts.commits > 0 ? .batch : .snapshot
    metrics.recordMessage(kind, bytes: bytes, commits: facts.commits)
    guard let first = facts.firstCommit, !wasHeldUp else { return }
    let now = server.clock.monotonicNanoseconds()
    metrics.delivery.recordNanoseconds(now > first ? Int64(clamping: now - first) : 0)
  }

  /// Counts and logs a snapshot that replaces a batch.
  private func recordReload(_ reason: SnapshotReason, _ subscription: OpenSubscription) {
    loop.metrics?.recordReload(reason)
    server.record(
      .reload,
      "a subscriber begins with a snapshot again",
      [
        "reason": "\(reason)", "name": "\(subscription.request.collection)", "peer": "\(connection.peer)",
        "principal": "\(connection.admission.principal)",
      ],
      level: .debug
    )
  }

  /// Adds the states and the longest lag of the subscriptions.
  func addFigures(to figures: inout LoopFigures) {
    loop.check()
    let now = ConnectionHandler.now().nanoseconds
    for subscription in open.values {
      let wait = SubscriptionWait(subscription.machine.state, reads: connection.isWritable)
      figures.subscriptions[wait, default: 0] += 1
      guard let since = subscription.times.dueSince, wait != .socket else { continue }
      figures.longestLag = max(figures.longestLag, now > since ? now - since : 0)
    }
  }
}
