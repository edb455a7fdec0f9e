import Access
import ArrangeModel
import Wire

/// What is known of who is on the other side of a connection.
enum Identification: Sendable {
  case known(Identity)
  /// What it says of itself does not hold.
  case unknown(CredentialError)
  /// A token that has to be checked by its signature, which takes a while.
  case token(String, TokenKeys)
}

extension AccessControl {
  /// Who somebody is: by a certificate, or else by a token, or else by the user of the process at the other end of a Unix
  /// socket, or else nobody. A token that is not valid is refused also where something else says who it is: it never leads to
  /// less than what it claims.
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
  /// The same as ``identity(of:now:)``, as a value.
  func judge(_ token: String, now: Timestamp) async -> Result<Identity, CredentialError> {
    do throws(CredentialError) { return .success(try await identity(of: token, now: now)) } catch {
      return .failure(error)
    }
  }
}
