import ArrangeModel
import Changes
import Engine
import Wire

/// A request that names a collection or a view, and needs an access check.
protocol AccessedRequest: WireMessage {
  /// The name that the request is about.
  var accessedName: Identifier { get set }
  /// The operations of a transaction.
  var accessedOperations: [ListOperation] { get }
  /// What the request needs besides the permissions of its method.
  var accessedPermissions: PermissionSet { get }
  /// A view that is given in the request.
  var accessedView: ViewDefinition? { get set }
  /// The sink that the request is about, and what becomes of it; nil for other requests.
  var accessedSink: AccessedSink? { get }
  /// Whether the answer shows rows of a stored view with that name.
  static var showsStoredView: Bool { get }
  /// Whether the request creates the name. Otherwise, a view given in the request is shown instead of what
  /// the name stands for.
  static var makesName: Bool { get }
}

extension AccessedRequest {
  var accessedOperations: [ListOperation] { [] }
  var accessedPermissions: PermissionSet { [] }
  var accessedView: ViewDefinition? {
    get { nil }
    set {}
  }
  var accessedSink: AccessedSink? { nil }
  static var showsStoredView: Bool { false }
  static var makesName: Bool { false }
}

extension AccessedRequest {
  /// The access that the request needs.
  ///
  /// - Parameters:
  ///   - access: the access that its method needs.
  ///   - stored: finds a stored view by its name.
  func requirement(
    _ access: MethodAccess,
    _ stored: (Identifier) -> ViewRights?
  ) -> AccessRequirement {
    var permissions: PermissionSet
    switch access {
    case .anybody, .steps, .node: permissions = []
    case .sink: permissions = .manage
    case .on(let needed), .listed(let needed), .onServer(let needed):
      permissions = needed.union(accessedPermissions)
    case .operations(let needed):
      permissions = accessedOperations.reduce(into: needed) { $0.formUnion(PermissionSet($1.permission)) }
      // An empty transaction reveals whether the name exists, and its version.
      if permissions.isEmpty { permissions = .move }
    }
    var requirement = AccessRequirement(permissions, on: accessedName)
    requirement.makesName = Self.makesName
    if let view = accessedView {
      requirement.sources = view.collections
      requirement.sourcePermissions = Self.makesName ? .read : permissions
      if !Self.makesName { requirement.name = nil }
    } else if Self.showsStoredView, let view = stored(accessedName) {
      requirement.ask(about: view, permissions)
    }
    return requirement
  }

  /// Replaces hidden names by names that can't exist. The request then takes the same path, and the same
  /// time, as a request for names that don't exist.
  mutating func hide(_ names: [Identifier]) {
    if names.contains(accessedName), accessedView == nil { accessedName = .hidden }
    accessedView = accessedView?.hiding(names)
  }
}

extension AccessRequirement {
  /// Adds the access that a stored view needs.
  mutating func ask(about view: ViewRights, _ permissions: PermissionSet) {
    sources = view.sources
    sourcePermissions = permissions
    guard view.isAsDefiner else { return }
    sourceRights = view.definer.map { .definer($0) } ?? .server
  }
}

extension Identifier {
  /// A name that no collection can have: that of the default section.
  static let hidden = Identifier.empty
}

extension ViewDefinition {
  /// The collections that the view shows, each once.
  var collections: [Identifier] {
    var seen = Set<Identifier>()
    return parts.compactMap { part in
      guard case .collection(let query) = part.content, seen.insert(query.collection).inserted else {
        return nil
      }
      return query.collection
    }
  }

  fileprivate func hiding(_ names: [Identifier]) -> ViewDefinition {
    var view = self
    for index in view.parts.indices {
      guard case .collection(var query) = view.parts[index].content, names.contains(query.collection) else {
        continue
      }
      query.collection = .hidden
      view.parts[index].content = .collection(query)
    }
    return view
  }
}

extension ArrangeError {
  /// The error with the requested name in place of the name that can't exist.
  func naming(_ name: Identifier) -> ArrangeError {
    for make in [ArrangeError.noCollection, ArrangeError.noView] where message == make(.hidden).message {
      var error = self
      error.message = make(name).message
      return error
    }
    return self
  }
}
