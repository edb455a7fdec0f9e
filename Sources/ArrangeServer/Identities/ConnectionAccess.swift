import Access
import ArrangeModel
import Engine

/// What the other side of a connection may do. This is the one place where it is decided whether a call may be made; what
/// it decides by are the ``Rights`` of the principal.
///
/// It is touched on the connection's event loop only.
struct ConnectionAccess {
  /// Of how many names it is kept what may be done with them. Beyond, all are found out anew.
  private static let mostKnownNames = 1_024

  let identity: Identity
  let rights: Rights
  let limits: AccessLimits
  /// How large what a call changes and opens may be.
  let callLimits: Caller.Limits
  /// Whether calls are counted.
  let hasRates: Bool
  /// The rules by which it was found out who that is, or older ones; see ``AccessControl/version``.
  let version: UInt64
  private var known: [Identifier: PermissionSet] = [:]

  /// - Parameter version: of the rules, as it was before it was found out who that is: where they have changed since, that
  ///   has to be found out again.
  init(_ identity: Identity, _ control: AccessControl, version: UInt64) {
    self.identity = identity
    self.version = version
    rights = control.rights(of: identity)
    limits = control.limits(of: identity.principal)
    callLimits = Caller.Limits(elements: limits.items ?? .max, viewRows: limits.viewRows ?? .max)
    hasRates = limits.callsPerSecond != nil || limits.bytesPerSecond != nil
  }

  /// Whether everything is allowed.
  var isUnlimited: Bool { rights.isUnlimited }

  /// What may be done with a name. O(1) for names that were asked about before.
  mutating func permissions(on name: Identifier) -> PermissionSet {
    if let permissions = known[name] { return permissions }
    let permissions = rights.permissions(on: name)
    if known.count >= ConnectionAccess.mostKnownNames { known.removeAll(keepingCapacity: true) }
    known[name] = permissions
    return permissions
  }

  /// Whether a call may be made.
  ///
  /// - Parameter control: knows what others may do, for views that are shown with the rights of who defined them.
  mutating func judge(_ demand: AccessDemand, _ control: AccessControl) -> AccessVerdict {
    guard !rights.isUnlimited else { return .allowed }
    if demand.permissions.contains(.admin) {
      return rights.isAdministrator ? .allowed : .denied(.notAdministrator(rights.principal))
    }
    var hidden: [Identifier] = []
    if let name = demand.name {
      let permissions = permissions(on: name)
      if permissions.isEmpty, !demand.makesName {
        hidden.append(name)
      } else if !permissions.isSuperset(of: demand.permissions) {
        return .denied(.notAllowed(demand.permissions.subtracting(permissions), on: name, rights.principal))
      }
    }
    guard !demand.sources.isEmpty, hidden.isEmpty else { return hidden.isEmpty ? .allowed : .hidden(hidden) }
    switch demand.sourceRights {
    case .caller: break
    case .server: return .allowed
    case .definer(let definer):
      let rights = control.rights(of: Identity(principal: definer, basis: .nothing))
      let mayShow = demand.sources.allSatisfy { rights.permissions(on: $0).contains(.read) }
      return mayShow ? .allowed : .denied(.notShown(demand.name))
    }
    for source in demand.sources {
      let permissions = permissions(on: source)
      if permissions.isSuperset(of: demand.sourcePermissions) { continue }
      if demand.shownName != nil { return .denied(.notShown(demand.name)) }
      guard permissions.isEmpty else {
        let missing = demand.sourcePermissions.subtracting(permissions)
        return .denied(.notAllowed(missing, on: source, rights.principal))
      }
      hidden.append(source)
    }
    return hidden.isEmpty ? .allowed : .hidden(hidden)
  }
}

extension AccessDemand {
  /// The name of the stored view whose definition, with the names in it, somebody else has made; nil where who asks names
  /// the collections.
  fileprivate var shownName: Identifier? { makesName ? nil : name }
}

extension ArrangeError {
  static func notAllowed(
    _ missing: PermissionSet,
    on name: Identifier,
    _ principal: Principal
  ) -> ArrangeError {
    ArrangeError(
      .permissionDenied,
      "\"\(principal)\" may not \(missing) \"\(name)\"; who runs the server can grant it in the access file"
    )
  }

  /// The call is about the server itself.
  fileprivate static func notAdministrator(_ principal: Principal) -> ArrangeError {
    ArrangeError(
      .permissionDenied,
      "\"\(principal)\" may not administer the server; who runs it can grant \"admin\" in the access file"
    )
  }

  /// A view shows something that somebody may not see. What, it does not say.
  fileprivate static func notShown(_ view: Identifier?) -> ArrangeError {
    let name = view.map { " \"\($0)\"" } ?? ""
    return ArrangeError(
      .permissionDenied,
      "the view\(name) shows what you, or who defined it, may not read; have it defined `as definer` by somebody who may"
    )
  }
}
