package import ArrangeModel

/// The caller that waits for an answer.
package struct Caller: Sendable {
  /// The owner whose turns the call uses.
  package let owner: WorkOwner
  /// The principal; nil for the server itself.
  package let principal: Principal?
  /// Whether the answer is still wanted: the call was not cancelled, its deadline has not passed, and its
  /// connection is open. May be called on any thread, and often.
  package let isWanted: @Sendable () -> Bool

  package init(
    _ owner: WorkOwner,
    by principal: Principal? = nil,
    isWanted: @escaping @Sendable () -> Bool
  ) {
    self.owner = owner
    self.principal = principal
    self.isWanted = isWanted
  }

  /// The server itself, which waits without limit.
  package static let server = Caller(WorkOwner(itself)) { true }

  /// The same, for work that is done whether the caller waits or not.
  var untilTheEnd: Caller { Caller(owner, by: principal) { true } }

  private final class Server: Sendable {}
  private static let itself = Server()
}
