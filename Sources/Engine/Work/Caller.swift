package import ArrangeModel

/// The caller that waits for an answer.
package struct Caller: Sendable {
  /// The owner whose turns the call uses.
  package let owner: WorkOwner
  /// The principal; nil for the server itself.
  package let principal: Principal?
  /// The limits on what a call changes or opens.
  package let limits: Limits
  /// Whether the answer is still wanted: the call was not cancelled, its deadline has not passed, and its
  /// connection is open. May be called on any thread, and often.
  package let isWanted: @Sendable () -> Bool

  package init(
    _ owner: WorkOwner,
    by principal: Principal? = nil,
    limits: Limits = Limits(),
    isWanted: @escaping @Sendable () -> Bool
  ) {
    self.owner = owner
    self.principal = principal
    self.limits = limits
    self.isWanted = isWanted
  }

  /// The server itself, which waits without limit.
  package static let server = Caller(WorkOwner(itself)) { true }

  /// The same, for work that is done whether the caller waits or not.
  var untilTheEnd: Caller { Caller(owner, by: principal, limits: limits) { true } }

  /// How large a call may make a collection or a view.
  package struct Limits: Sendable, Hashable {
    /// The maximum number of items and sections of a collection after an insertion.
    package var elements: Int
    /// The maximum number of rows of a view that is opened.
    package var viewRows: Int

    package init(elements: Int = .max, viewRows: Int = .max) {
      self.elements = elements
      self.viewRows = viewRows
    }
  }

  private final class Server: Sendable {}
  private static let itself = Server()
}
