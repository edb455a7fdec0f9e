import ArrangeModel

/// What a call asks for: what it does, with which names. It is asked about before the call begins, and again, while it is
/// under way, when the access file changes.
struct AccessDemand: Sendable, Equatable {
  /// The collection or the stored view; nil for a view that is given with the request.
  var name: Identifier?
  /// What is done with it.
  var permissions: PermissionSet
  /// The collections that a view shows.
  var sources: [Identifier] = []
  /// What is done with them.
  var sourcePermissions: PermissionSet = []
  /// Whether something is to get the name, so that whether it is there is told to nobody who may not do that.
  var makesName = false
  /// With whose rights the collections of a view are read.
  var sourceRights = SourceRights.caller

  enum SourceRights: Sendable, Equatable {
    /// Of who asks.
    case caller
    /// Of who has defined it.
    case definer(Principal)
    /// Of the server, whose configuration defines it.
    case server
  }

  init(_ permissions: PermissionSet, on name: Identifier?) {
    self.permissions = permissions
    self.name = name
  }
}

/// What comes of an ``AccessDemand``.
enum AccessVerdict: Sendable, Equatable {
  case allowed
  /// The names are seen, but not all of what is asked may be done.
  case denied(ArrangeError)
  /// Nothing may be done with these names: for who asks they do not exist.
  case hidden([Identifier])
}
