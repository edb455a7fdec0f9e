import ArrangeModel
import Changes
import Engine
import Wire

/// A request that names a collection or a view, so that it is asked whether that may be done.
protocol AccessedRequest: WireMessage {
  /// What the request is about.
  var accessedName: Identifier { get set }
  /// The operations of a transaction.
  var accessedOperations: [Operation] { get }
  /// A view that is given with the request.
  var accessedView: ViewDefinition? { get set }
  /// Whether what a stored view of the name shows is told.
  static var showsStoredView: Bool { get }
  /// Whether something is to get the name. A view that is given with another request is shown in place of what has the
  /// name.
  static var makesName: Bool { get }
}

extension AccessedRequest {
  var accessedOperations: [Operation] { [] }
  var accessedView: ViewDefinition? {
    get { nil }
    set {}
  }
  static var showsStoredView: Bool { false }
  static var makesName: Bool { false }
}

extension CreateCollectionRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
  static var makesName: Bool { true }
}
extension GetCollectionRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
  static var showsStoredView: Bool { true }
}
extension UpdateCollectionRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
}
extension DeleteCollectionRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
}
extension ApplyRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
  var accessedOperations: [Operation] { operations }
}
extension FetchRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
  var accessedView: ViewDefinition? {
    get { view }
    set { view = newValue }
  }
  static var showsStoredView: Bool { true }
}
extension HistoryRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
}
extension ChangeStrategyRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
}
extension RotateKeysRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
}
extension ExplainRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
  var accessedOperations: [Operation] { operations }
}
extension VerifyKeysRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
}
extension SubscribeRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
  var accessedView: ViewDefinition? {
    get { view }
    set { view = newValue }
  }
  static var showsStoredView: Bool { true }
}
extension DefineViewRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
  var accessedView: ViewDefinition? {
    get { view }
    set { if let newValue { view = newValue } }
  }
  static var makesName: Bool { true }
}
extension GetViewRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
}
extension DeleteViewRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
}

extension AccessedRequest {
  /// What the request asks for.
  ///
  /// - Parameters:
  ///   - access: what its method needs.
  ///   - stored: finds a stored view by its name.
  func demand(
    _ access: MethodAccess,
    _ stored: (Identifier) -> ViewRights?
  ) -> AccessDemand {
    var permissions: PermissionSet
    switch access {
    case .anybody: permissions = []
    case .on(let needed), .listed(let needed), .onServer(let needed): permissions = needed
    case .operations(let needed):
      permissions = accessedOperations.reduce(into: needed) { $0.formUnion(PermissionSet($1.permission)) }
      // A transaction of nothing says whether the name is there, and at which version.
      if permissions.isEmpty { permissions = .move }
    }
    var demand = AccessDemand(permissions, on: accessedName)
    demand.makesName = Self.makesName
    if let view = accessedView {
      demand.sources = view.collections
      demand.sourcePermissions = Self.makesName ? .read : permissions
      if !Self.makesName { demand.name = nil }
    } else if Self.showsStoredView, let view = stored(accessedName) {
      demand.ask(about: view, permissions)
    }
    return demand
  }

  /// Has the request be about names that nobody can have, in place of those that are hidden. What comes of it then is what
  /// comes of names that are not there, by the same way and in the same time.
  mutating func hide(_ names: [Identifier]) {
    if names.contains(accessedName), accessedView == nil { accessedName = .hidden }
    accessedView = accessedView?.hiding(names)
  }
}

extension AccessDemand {
  /// Adds what a stored view shows.
  mutating func ask(about view: ViewRights, _ permissions: PermissionSet) {
    sources = view.sources
    sourcePermissions = permissions
    guard view.isAsDefiner else { return }
    sourceRights = view.definer.map { .definer($0) } ?? .server
  }
}

extension Identifier {
  /// A name that no collection has: that of the default section.
  static let hidden = Identifier.empty
}

extension ViewDefinition {
  /// The collections that it shows, each once.
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
  /// The error about a name that nobody can have, said of the one that was asked for.
  func naming(_ name: Identifier) -> ArrangeError {
    for make in [ArrangeError.noCollection, ArrangeError.noView] where message == make(.hidden).message {
      var error = self
      error.message = make(name).message
      return error
    }
    return self
  }
}
