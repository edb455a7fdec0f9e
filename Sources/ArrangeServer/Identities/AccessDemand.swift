import ArrangeModel

/// The access that a call needs: permissions and names. It is checked before the call begins, and again
/// during the call when the access file changes.
struct AccessRequirement: Sendable, Equatable {
  /// The collection or the stored view; nil for a view that is given in the request.
  var name: Identifier?
  /// The permissions needed on it.
  var permissions: PermissionSet
  /// The collections that a view shows.
  var sources: [Identifier] = []
  /// The permissions needed on them.
  var sourcePermissions: PermissionSet = []
  /// Whether the call creates the name. If so, only callers that may create it learn whether it exists.
  var makesName = false
  /// Whose rights are used to read the collections of a view.
  var sourceRights = SourceRights.caller
  /// What is to be decided about a sink, in place of all of the above.
  var sink: SinkDemand?

  enum SourceRights: Sendable, Equatable {
    /// The rights of the caller.
    case caller
    /// The rights of the principal that defined the view.
    case definer(Principal)
    /// The rights of the server, whose configuration defines the view.
    case server
  }

  init(_ permissions: PermissionSet, on name: Identifier?) {
    self.permissions = permissions
    self.name = name
  }
}

/// The result of checking an ``AccessRequirement``.
enum AccessVerdict: Sendable, Equatable {
  case allowed
  /// The caller may see the names, but may not do all that the call needs.
  case denied(ArrangeError)
  /// The caller has no permission on these names: for the caller they do not exist.
  case hidden([Identifier])
}
