package import ArrangeModel

/// The facts about a stored view that determine who may read it.
package struct ViewRights: Sendable {
  package var name: Identifier?
  /// The collections of the view, each once.
  package var sources: [Identifier]
  /// Whether they are read with the permissions of the view's definer, not its reader.
  package var isAsDefiner: Bool
  /// The definer; nil for the server itself.
  package var definer: Principal?
}
