import Access
import ArrangeModel
import Wire

/// The result of identifying the peer of a connection.
enum Identification: Sendable {
  case known(Identity)
  /// The credentials are not valid.
  case unknown(CredentialRefusal)
  /// A token whose signature has to be checked, which takes some time.
  case token(SignedToken)
}

/// Why credentials are not accepted.
struct CredentialRefusal: Error, Sendable, Hashable {
  /// What the client is told, which reveals nothing about others.
  var error: CredentialError
  /// What the log and the audit log say besides; may be empty.
  var detail = ""
}

extension AccessControl {
  /// Identifies a peer: by its certificate, or else by its token, or else by the user of the process at the
  /// other end of a Unix socket, or else as anonymous. An invalid token is rejected even if the peer has
  /// other credentials, so that it never silently results in other rights than those it claims.
  ///
  /// A certificate that has ended is rejected, also of a peer that resumes a TLS session and did not show it
  /// again. The identity ends with the first credential that does.
  func identify(_ facts: PeerFacts, now: Timestamp) -> Identification {
    let end = facts.certificateEnd
    if let end, end <= now { return .unknown(CredentialRefusal(error: .certificateExpired)) }
    guard let rules else {
      guard facts.token.isEmpty else { return .unknown(CredentialRefusal(error: .unasked)) }
      return .known(Identity.anonymous.ending(at: end))
    }
    let named = rules.policy.owner(ofCertificate: facts.certificate)
      .map { Identity(principal: $0, basis: .certificate) }
    if !facts.token.isEmpty {
      return AccessControl.identify(facts.token, rules, named, now: now, certificateEnd: end)
    }
    if let named { return .known(named.ending(at: end)) }
    if let user = facts.user, let principal = rules.policy.owner(ofUser: user) {
      return .known(Identity(principal: principal, basis: .user))
    }
    return .known(Identity.anonymous.ending(at: end))
  }

  /// - Parameter named: the identity by the certificate.
  private static func identify(
    _ token: String,
    _ rules: Rules,
    _ named: Identity?,
    now: Timestamp,
    certificateEnd: Timestamp?
  ) -> Identification {
    func refusal(_ error: CredentialError, _ detail: String = "") -> Identification {
      .unknown(CredentialRefusal(error: error, detail: detail))
    }
    if let owner = rules.policy.owner(of: TokenDigest(of: token)) {
      guard token.count >= AccessToken.minimumLength else {
        let least = AccessToken.minimumLength
        return refusal(.invalid, "it is in the access file, and has fewer than \(least) characters")
      }
      if let end = owner.expires, end <= now { return refusal(.expired) }
      let identity = named ?? Identity(principal: owner.principal, basis: .token)
      return .known(identity.ending(at: owner.expires).ending(at: certificateEnd))
    }
    // What has our form is no JWT.
    guard let keys = rules.keys, AccessToken(token) == nil else {
      return refusal(.invalid, "its SHA-256 is not in the access file")
    }
    return .token(SignedToken(text: token, keys: keys, named: named, certificateEnd: certificateEnd))
  }
}

/// A token in JWT format that is not checked yet.
struct SignedToken: Sendable {
  let text: String
  let keys: TokenKeys
  /// The identity to use instead of the one in the token, because a certificate proves it; the token has to
  /// be valid all the same.
  let named: Identity?
  let certificateEnd: Timestamp?

  /// The identity that the token proves.
  func authenticate(now: Timestamp) async -> Result<Identity, CredentialRefusal> {
    do throws(TokenRefusal) {
      let claims = try await keys.claims(of: text, now: now, known: named?.principal)
      let own = Identity(principal: claims.principal, basis: .jwt, roles: claims.roles)
      return .success((named ?? own).ending(at: claims.expires).ending(at: certificateEnd))
    } catch {
      let refusal = CredentialRefusal(
        error: error.hasExpired ? .expired : .invalid,
        detail: error.reason
      )
      return .failure(refusal)
    }
  }
}
