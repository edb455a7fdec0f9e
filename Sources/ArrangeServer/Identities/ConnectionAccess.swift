import Access
import ArrangeModel
import Engine

/// The access of a connection's peer. This is the one place that decides whether a call is allowed; it
/// decides by the ``Rights`` of the principal.
///
/// Used on the connection's event loop only.
struct ConnectionAccess {
  /// The maximum number of names whose permissions are cached. When it is exceeded, the cache is emptied.
  private static let maximumKnownNames = 1_024

  let identity: Identity
  let rights: Rights
  let limits: AccessLimits
  /// The limits on what a call changes and opens.
  let callLimits: Caller.Limits
  /// Whether calls are counted against a rate.
  let hasRates: Bool
  /// The version of the rules of this access, or an earlier one; see ``AccessControl/version``.
  let version: UInt64
  private var known: [Identifier: PermissionSet] = [:]

  /// - Parameter version: the version of the rules before the identification: if they have changed since, the
  ///   peer has to be identified again.
  init(_ identity: Identity, _ control: AccessControl, version: UInt64) {
    self.identity = identity
    self.version = version
    rights = control.rights(of: identity)
    limits = control.limits(of: identity.principal)
    callLimits = Caller.Limits(elements: limits.items ?? .max, viewRows: limits.viewRows ?? .max)
    hasRates = limits.callsPerSecond != nil || limits.bytesPerSecond != nil
  }

  /// The access of another node of this service, which has checked what its callers may.
  init(node version: UInt64) {
    identity = Identity(principal: .anonymous, basis: .token)
    rights = .unlimited(.anonymous)
    limits = AccessLimits()
    callLimits = Caller.Limits()
    hasRates = false
    self.version = version
  }

  /// Whether everything is allowed.
  var isUnlimited: Bool { rights.isUnlimited }

  /// The permissions on a name. O(1) for cached names.
  mutating func permissions(on name: Identifier) -> PermissionSet {
    if let permissions = known[name] { return permissions }
    let permissions = rights.permissions(on: name)
    if known.count >= ConnectionAccess.maximumKnownNames { known.removeAll(keepingCapacity: true) }
    known[name] = permissions
    return permissions
  }

  /// Checks whether a call is allowed.
  ///
  /// - Parameter control: gives the rights of others, for views with the rights of their definer.
  mutating func evaluate(_ requirement: AccessRequirement, _ control: AccessControl) -> AccessVerdict {
    guard !rights.isUnlimited else { return .allowed }
    if let sink = requirement.sink { return sink.verdict(rights, control) }
    if requirement.permissions.contains(.admin) {
      return rights.isAdministrator ? .allowed : .denied(.notAdministrator(rights.principal))
    }
    var hidden: [Identifier] = []
    if let name = requirement.name {
      let permissions = permissions(on: name)
      if permissions.isEmpty, !requirement.makesName {
        hidden.append(name)
      } else if !permissions.isSuperset(of: requirement.permissions) {
        return .denied(
          .notAllowed(requirement.permissions.subtracting(permissions), on: name, rights.principal)
        )
      }
    }
    guard !requirement.sources.isEmpty, hidden.isEmpty else {
      return hidden.isEmpty ? .allowed : .hidden(hidden)
    }
    switch requirement.sourceRights {
    case .caller: break
    case .server: return .allowed
    case .definer(let definer):
      let rights = control.rights(of: Identity(principal: definer, basis: .nothing))
      let mayShow = requirement.sources.allSatisfy { rights.permissions(on: $0).contains(.read) }
      return mayShow ? .allowed : .denied(.notShown(requirement.name))
    }
    for source in requirement.sources {
      let permissions = permissions(on: source)
      if permissions.isSuperset(of: requirement.sourcePermissions) { continue }
      if requirement.shownName != nil { return .denied(.notShown(requirement.name)) }
      guard permissions.isEmpty else {
        let missing = requirement.sourcePermissions.subtracting(permissions)
        return .denied(.notAllowed(missing, on: source, rights.principal))
      }
      hidden.append(source)
    }
    return hidden.isEmpty ? .allowed : .hidden(hidden)
  }
}

extension AccessRequirement {
  /// The name of a stored view that someone else defined, so that an error must not name its collections; nil
  /// if the caller names the collections itself.
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

  /// The error for a call about the server itself.
  fileprivate static func notAdministrator(_ principal: Principal) -> ArrangeError {
    ArrangeError(
      .permissionDenied,
      "\"\(principal)\" may not administer the server; who runs it can grant \"admin\" in the access file"
    )
  }

  /// The error for a view that shows a collection that the caller may not see. It does not say which.
  fileprivate static func notShown(_ view: Identifier?) -> ArrangeError {
    let name = view.map { " \"\($0)\"" } ?? ""
    return ArrangeError(
      .permissionDenied,
      "the view\(name) shows what you, or who defined it, may not read; have it defined `as definer` by somebody who may"
    )
  }
}
