package import ArrangeModel

/// What has to be known of a stored view to say who may see what it shows.
package struct ViewRights: Sendable {
  package var name: Identifier?
  /// The collections that the view is of, each once.
  package var sources: [Identifier]
  /// Whether they are read with the rights of who defined the view, and not with those of its reader.
  package var isAsDefiner: Bool
  /// Who has defined it; nil for the server itself.
  package var definer: Principal?
}
