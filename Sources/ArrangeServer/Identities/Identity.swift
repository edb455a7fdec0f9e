import Access
import ArrangeModel

/// Who is on the other side of a connection, and by what that is known.
struct Identity: Sendable, Equatable {
  /// By what somebody is known.
  enum Basis: String, Sendable {
    case certificate
    case token
    case jwt
    case user
    case nothing
  }

  var principal: Principal
  var basis: Basis
  /// The roles that a JWT gives.
  var roles: [String] = []
  /// From when on it is not valid any more; nil: never.
  var expires: Timestamp?

  static let anonymous = Identity(principal: .anonymous, basis: .nothing)
}
