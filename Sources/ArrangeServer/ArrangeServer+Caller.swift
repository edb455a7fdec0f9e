import Access
import ArrangeModel
import Engine

/// Who calls over HTTP, for the console.
extension ArrangeServer {
  /// A principal, and what it may do with a name.
  package struct Caller: Sendable, Hashable {
    /// Empty if there is no access file.
    package var principal: String
    /// The words of an access file, in their order there.
    package var permissions: [String]
  }

  /// Who has a token, or has none, and what that principal may do with a name; nil if the token is not valid.
  ///
  /// It says nothing of whether there is something of that name.
  ///
  /// - Parameters:
  ///   - token: empty: that of a caller who does not say who it is.
  ///   - name: that of a collection or a view; with any other one the caller may do nothing.
  ///   - peer: the caller's address, for the audit log.
  package func caller(token: String, on name: String, peer: String) async -> Caller? {
    guard server.access.isInForce else {
      return Caller(principal: "", permissions: Permission.allCases.map(\.rawValue))
    }
    guard let identity = await identity(token) else {
      server.audit?.recordRefusedConnection("the console needs a valid token", peer: peer)
      return nil
    }
    let rights = server.access.rights(of: identity)
    var permissions = (try? Identifier(name)).map(rights.permissions) ?? []
    if rights.isAdministrator { permissions.formUnion(.admin) }
    return Caller(
      principal: "\(identity.principal)",
      permissions: permissions.permissions.map(\.rawValue)
    )
  }

  /// Who has a token, or has none; nil if the token is not valid.
  func identity(_ token: String) async -> Identity? {
    var facts = PeerFacts()
    facts.token = token
    let now = server.clock.wallTime()
    switch server.access.identify(facts, now: now) {
    case .known(let known): return known
    case .unknown: return nil
    case .token(let token): return try? await token.authenticate(now: now).get()
    }
  }
}
