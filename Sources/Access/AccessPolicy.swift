package import ArrangeModel
import Foundation

/// The content of an access file: the principals and their permissions. Immutable; a changed file results in
/// a new value.
package struct AccessPolicy: Sendable {
  /// A principal named in the file.
  package struct Entry: Sendable {
    package var roles: [String] = []
    package var tokens: [Token] = []
    /// Subjects and alternative names of certificates.
    package var certificates: [CertificateName] = []
    /// The user ids of peers of Unix sockets.
    package var users: [UInt32] = []
    package var limits = AccessLimits()
  }

  /// A principal's token, of which only the digest is stored.
  package struct Token: Sendable, Hashable {
    package var digest: TokenDigest
    /// The expiry; nil for none.
    package var expires: Timestamp?
  }

  /// The settings for checking JWTs.
  package struct JWTSettings: Sendable, Hashable {
    /// The file with the issuer's keys, a JWKS or one key in PEM; relative to the access file.
    package var keys: String
    package var issuer: String
    package var audience: String
    /// The claim with the name of the principal: its name, or a path with dots.
    package var principal = "sub"
    /// The claim with the names of roles, a string or a list of strings, in the same way; nil if tokens grant
    /// none.
    package var roles: String?

    package init(keys: String, issuer: String, audience: String) {
      self.keys = keys
      self.issuer = issuer
      self.audience = audience
    }

    /// The path of the file of keys.
    ///
    /// - Parameter path: that of the access file.
    package func keys(beside path: String) -> String {
      guard !keys.hasPrefix("/") else { return keys }
      return URL(filePath: path).deletingLastPathComponent().appending(path: keys).path
    }
  }

  package var roles: [String: Role] = [:]
  package var principals: [Principal: Entry] = [:]
  /// The entry for callers without credentials.
  package var anonymous = Entry()
  package var jwt: JWTSettings?
  /// The limits of principals without limits of their own.
  package var limits = AccessLimits()
  /// The places of keys, as sinks name them, that who is no administrator may have messages of sinks signed with.
  package var sinkKeys: [NamePattern] = []

  package init() {}

  /// Whether a principal that is no administrator may have messages of sinks signed with a key.
  ///
  /// - Parameter reference: the place of the key: `file:PATH` or `env:NAME`. A path that goes up is none of a pattern.
  package func mayUse(sinkKey reference: String, as principal: Principal) -> Bool {
    guard !reference.split(whereSeparator: { $0 == "/" || $0 == ":" }).contains("..") else { return false }
    let name = Identifier(unchecked: reference)
    return sinkKeys.contains { $0.resolved(for: principal)?.matches(name) ?? false }
  }

  /// The rights of a principal.
  ///
  /// - Parameter claimed: the roles in a JWT. Those that the file does not declare grant nothing, and neither
  ///   do built-in ones: an issuer that lets people name their own groups must not be able to hand out `admin`.
  package func rights(of principal: Principal, claimed: [String] = []) -> Rights {
    let own = entry(of: principal).roles
    let names = claimed.filter { !own.contains($0) }
    return Rights(own.compactMap { role($0) } + names.compactMap { roles[$0] }, for: principal)
  }

  /// The limits of a principal.
  package func limits(of principal: Principal) -> AccessLimits {
    entry(of: principal).limits.completed(by: limits)
  }

  private func entry(of principal: Principal) -> Entry {
    principal == .anonymous ? anonymous : principals[principal] ?? Entry()
  }

  /// A role that the file can give: a declared or a built-in one.
  package func role(_ name: String) -> Role? { name == Role.admin.name ? .admin : roles[name] }

  // MARK: Identities

  /// The owner of a token. All tokens of the file are compared, each in constant time.
  package func owner(of digest: TokenDigest) -> (principal: Principal, expires: Timestamp?)? {
    var found: (principal: Principal, expires: Timestamp?)?
    for (principal, entry) in principals {
      for token in entry.tokens where token.digest.isSame(as: digest) { found = (principal, token.expires) }
    }
    return found
  }

  /// The owner of a certificate; nil if there is none.
  package func owner(ofCertificate names: [CertificateName]) -> Principal? {
    principals.first { _, entry in entry.certificates.contains { names.contains($0) } }?.key
  }

  /// The principal of a user of the machine; nil if there is none.
  package func owner(ofUser user: UInt32) -> Principal? {
    principals.first { $0.value.users.contains(user) }?.key
  }
}

/// A name in a certificate, as written in the access file: `CN=ops,O=Example` for the whole subject in RFC
/// 4514 notation, last part first; `DNS:web.example`, `URI:spiffe://example/web` or `EMAIL:ops@example` for
/// an alternative name.
///
/// Names are equal if their texts are: no part of a subject is ignored, and its order counts, so that a
/// subject with common parts is never mistaken for another one.
package struct CertificateName: Sendable, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }
}

/// The limits of a principal. Nil means the server's limit.
package struct AccessLimits: Sendable, Hashable {
  /// The maximum number of open connections.
  package var connections: Int?
  /// The maximum number of calls in a second. After a pause, the calls of one more second are allowed at
  /// once.
  package var callsPerSecond: Int?
  /// The maximum size of the requests in a second, in bytes.
  package var bytesPerSecond: Int?
  /// The maximum number of open streams, over all connections.
  package var subscriptions: Int?
  /// The maximum number of collections that exist among those that the principal may create.
  package var collections: Int?
  /// The maximum number of items and sections of a collection after the principal has inserted some.
  package var items: Int?
  /// The maximum number of rows of a view that the principal may open.
  package var viewRows: Int?

  package init() {}

  func completed(by others: AccessLimits) -> AccessLimits {
    var limits = self
    limits.connections = connections ?? others.connections
    limits.callsPerSecond = callsPerSecond ?? others.callsPerSecond
    limits.bytesPerSecond = bytesPerSecond ?? others.bytesPerSecond
    limits.subscriptions = subscriptions ?? others.subscriptions
    limits.collections = collections ?? others.collections
    limits.items = items ?? others.items
    limits.viewRows = viewRows ?? others.viewRows
    return limits
  }
}
