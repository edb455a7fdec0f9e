package import ArrangeModel

/// Is notified of news of a list. Called on the shard's executor.
package protocol SubscriptionListener: AnyObject, Sendable {
  /// There is a newer version. Called once for a group of commits; the next message leads to it.
  func notifyOfNewCommits()
  /// No more news will follow.
  func recordEnd(_ error: ArrangeError)
  /// Why the subscriber may not follow the current definition of a stored view; nil if it may. Called when
  /// the view or its definer has changed.
  func refusal(of view: ViewRights) -> ArrangeError?
}

extension SubscriptionListener {
  package func refusal(of view: ViewRights) -> ArrangeError? { nil }
}
