import Access
import ArrangeModel
import Wire

/// The result of identifying the peer of a connection.
enum Identification: Sendable {
  case known(Identity)
  /// The credentials are not valid.
  case unknown(CredentialError)
  /// A token whose signature has to be checked, which takes some time.
  case token(String, TokenKeys)
}

extension AccessControl {
  /// Identifies a peer: by its certificate, or else by its token, or else by the user of the process at the
  /// other end of a Unix socket, or else as anonymous. An invalid token is rejected even if the peer has
  /// other credentials, so that it never silently results in other rights than those it claims.
  func identify(_ facts: PeerFacts, now: Timestamp) -> Identification {
    guard let rules else { return facts.token.isEmpty ? .known(.anonymous) : .unknown(.unasked) }
    let named = rules.policy.owner(ofCertificate: facts.certificate)
      .map { Identity(principal: $0, basis: .certificate) }
    if !facts.token.isEmpty {
      if let token = AccessToken(facts.token) {
        guard let owner = rules.policy.owner(of: token.digest) else { return .unknown(.invalid) }
        if let end = owner.expires, end <= now { return .unknown(.expired) }
        return .known(named ?? Identity(principal: owner.principal, basis: .token, expires: owner.expires))
      }
      guard let keys = rules.keys else { return .unknown(.invalid) }
      return .token(facts.token, named.map { keys.naming($0) } ?? keys)
    }
    if let named { return .known(named) }
    if let user = facts.user, let principal = rules.policy.owner(ofUser: user) {
      return .known(Identity(principal: principal, basis: .user))
    }
    return .known(.anonymous)
  }
}

extension TokenKeys {
  /// The same as ``identity(of:now:)``, with a result instead of an error.
  func authenticate(_ token: String, now: Timestamp) async -> Result<Identity, CredentialError> {
    do throws(CredentialError) { return .success(try await identity(of: token, now: now)) } catch {
      return .failure(error)
    }
  }
}
