import Access
import ArrangeModel

/// The identity of a connection's peer, and the credentials that prove it.
struct Identity: Sendable, Equatable {
  /// The kind of credentials that an identity is based on.
  enum Basis: String, Sendable {
    case certificate
    case token
    case jwt
    case user
    case nothing
  }

  var principal: Principal
  var basis: Basis
  /// The roles that a JWT grants.
  var roles: [String] = []
  /// When the credentials expire; nil if never.
  var expires: Timestamp?

  static let anonymous = Identity(principal: .anonymous, basis: .nothing)

  /// The same identity, which ends at a time if it does not end before; nil for no such time.
  func ending(at end: Timestamp?) -> Identity {
    guard let end else { return self }
    var identity = self
    identity.expires = min(end, expires ?? end)
    return identity
  }
}
