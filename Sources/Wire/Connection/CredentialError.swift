/// Why a client's credentials were rejected. It does not reveal which principals exist.
package enum CredentialError: Error, Sendable, Hashable, CaseIterable {
  /// The token belongs to no principal, or is not what it claims to be.
  case invalid

  /// The token has expired.
  case expired

  /// The client's certificate has ended.
  case certificateExpired

  /// The server has no access file, so that no token can be valid.
  case unasked

  /// The token was valid when the connection began, but has been removed from the access file.
  case revoked
}

extension CredentialError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalid: "the token is not valid"
    case .expired: "the token has expired; get another one"
    case .certificateExpired: "the client certificate has ended; connect with a new one"
    case .unasked: "this server has no access file, and knows no tokens; connect without one"
    case .revoked: "your credentials are no longer valid; get new ones"
    }
  }
}
