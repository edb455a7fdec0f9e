package import ArrangeModel

/// Who waits for an answer.
package struct Caller: Sendable {
  /// With whose work the call takes turns.
  package let owner: WorkOwner
  /// Who calls; nil for the server itself.
  package let principal: Principal?
  /// Whether somebody still waits: the call was not cancelled, its time is not over, and its connection is there. May be
  /// asked on any thread, and often.
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

  /// The server itself, which waits for as long as it takes.
  package static let server = Caller(WorkOwner(itself)) { true }

  /// The same, for what is done whether the caller waits or not.
  var untilTheEnd: Caller { Caller(owner, by: principal) { true } }

  private final class Server: Sendable {}
  private static let itself = Server()
}
