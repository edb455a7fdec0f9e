/// Why somebody is not who they say they are. It does not tell who there is.
package enum CredentialError: Error, Sendable, Hashable, CaseIterable {
  /// The token is nobody's, or is not what it claims to be.
  case invalid

  /// It was valid once.
  case expired

  /// The server has no access file, so that no token can be anybody's.
  case unasked

  /// It was valid when the connection began, and is not in the access file any more.
  case revoked
}

extension CredentialError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalid: "the token is not valid"
    case .expired: "the token has expired; get another one"
    case .unasked: "this server has no access file, and knows no tokens; connect without one"
    case .revoked: "what said who you are is not valid any more"
    }
  }
}
