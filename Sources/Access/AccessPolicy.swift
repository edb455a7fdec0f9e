package import ArrangeModel

/// What an access file says: who there is, and who may do what. A value that never changes; a changed file makes another
/// one.
package struct AccessPolicy: Sendable {
  /// Somebody whom the file names.
  package struct Entry: Sendable {
    package var roles: [String] = []
    package var tokens: [Token] = []
    /// Subjects and alternative names of certificates.
    package var certificates: [CertificateName] = []
    /// The users of the peers of Unix sockets.
    package var users: [UInt32] = []
    package var limits = AccessLimits()
  }

  /// A token of somebody, of which only the digest is known.
  package struct Token: Sendable, Hashable {
    package var digest: TokenDigest
    /// From when on it is not valid any more; nil: never.
    package var expires: Timestamp?
  }

  /// How tokens in the form of a JWT are checked.
  package struct JWTSettings: Sendable, Hashable {
    /// The file with the keys of who issues them, a JWKS or one key in PEM; relative to the access file.
    package var keys: String
    package var issuer: String
    package var audience: String
    /// The claim with the name of the principal.
    package var principal = "sub"
    /// The claim with the names of roles, a text or a list of texts; nil if tokens give none.
    package var roles: String?

    package init(keys: String, issuer: String, audience: String) {
      self.keys = keys
      self.issuer = issuer
      self.audience = audience
    }
  }

  package var roles: [String: Role] = [:]
  package var principals: [Principal: Entry] = [:]
  /// Those who do not say who they are.
  package var anonymous = Entry()
  package var jwt: JWTSettings?
  /// The limits of whom the file gives no other ones.
  package var limits = AccessLimits()

  package init() {}

  /// What somebody may do.
  ///
  /// - Parameter claimed: the roles that a JWT gives. Those that the file does not have give nothing.
  package func rights(of principal: Principal, claimed: [String] = []) -> Rights {
    let own = entry(of: principal).roles
    let names = own + claimed.filter { !own.contains($0) }
    return Rights(names.compactMap { role($0) }, for: principal)
  }

  /// What somebody may take.
  package func limits(of principal: Principal) -> AccessLimits {
    entry(of: principal).limits.completed(by: limits)
  }

  private func entry(of principal: Principal) -> Entry {
    principal == .anonymous ? anonymous : principals[principal] ?? Entry()
  }

  package func role(_ name: String) -> Role? { name == Role.admin.name ? .admin : roles[name] }

  // MARK: Who somebody is

  /// Whose a token is. Every token of the file is compared, each in the same time.
  package func owner(of digest: TokenDigest) -> (principal: Principal, expires: Timestamp?)? {
    var found: (principal: Principal, expires: Timestamp?)?
    for (principal, entry) in principals {
      for token in entry.tokens where token.digest.isSame(as: digest) { found = (principal, token.expires) }
    }
    return found
  }

  /// Whose a certificate is; nil for nobody's.
  package func owner(ofCertificate names: [CertificateName]) -> Principal? {
    principals.first { _, entry in entry.certificates.contains { names.contains($0) } }?.key
  }

  /// Who a user of the machine is; nil for nobody.
  package func owner(ofUser user: UInt32) -> Principal? {
    principals.first { $0.value.users.contains(user) }?.key
  }
}

/// A name in a certificate, as the access file writes it: `CN=ops,O=Example` for the whole subject as RFC 4514 has it, with
/// the last part first; `DNS:web.example`, `URI:spiffe://example/web` or `EMAIL:ops@example` for an alternative name.
///
/// Names are the same where their texts are: nothing of a subject is left out, and its order counts, so that nobody is
/// taken for another one whose subject has parts in common.
package struct CertificateName: Sendable, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }
}

/// What somebody may take of the server. Nil is: as much as the server has for one.
package struct AccessLimits: Sendable, Hashable {
  /// How many connections may be open at a time.
  package var connections: Int?
  /// How many calls may begin in a second; as many more may come at once after a pause.
  package var callsPerSecond: Int?
  /// How many bytes of requests may come in a second.
  package var bytesPerSecond: Int?
  /// How many streams may be open at a time, over all connections.
  package var subscriptions: Int?
  /// How many collections there may be of those that it may create.
  package var collections: Int?

  package init() {}

  func completed(by others: AccessLimits) -> AccessLimits {
    var limits = self
    limits.connections = connections ?? others.connections
    limits.callsPerSecond = callsPerSecond ?? others.callsPerSecond
    limits.bytesPerSecond = bytesPerSecond ?? others.bytesPerSecond
    limits.subscriptions = subscriptions ?? others.subscriptions
    limits.collections = collections ?? others.collections
    return limits
  }
}
