package import ArrangeModel
import InputText

/// What a JWT says, once its signature is verified.
package struct TokenClaims: Sendable {
  package var principal: Principal
  package var roles: [String]
  /// The end of the token, in the year 9999 at the latest.
  package var expires: Timestamp
}

/// Why a token is not accepted.
package struct TokenRefusal: Error, Sendable, Hashable {
  /// Whether it was valid once.
  package var hasExpired = false
  /// The reason, for the log: the end of a sentence about the token, which contains nothing of it.
  package var reason: String

  package init(_ reason: String, hasExpired: Bool = false) {
    self.reason = reason
    self.hasExpired = hasExpired
  }
}

/// The claims of a JWT, as they were read.
struct ClaimSet {
  /// How far the issuer's clock may be ahead of this one, in microseconds.
  private static let leeway: Int64 = 60_000_000
  /// The latest time, the end of the year 9999, in seconds since 1970.
  private static let latest = 253_402_300_799.0
  /// The maximum number of roles in a token.
  private static let maximumRoles = 100

  private let node: JSONNode

  /// - Throws: a refusal if the bytes are not an object in JSON, or one name in it appears twice: readers
  ///   disagree about which of the two counts.
  init(_ bytes: [UInt8]) throws(TokenRefusal) {
    do throws(InputError) { node = try JSONReader.read(bytes) } catch {
      // The message may name a member, which is content of the token.
      throw TokenRefusal("its claims are not JSON, have one name twice, or a number beyond 64 bits")
    }
    guard node.members != nil else { throw TokenRefusal("its claims are not an object in JSON") }
  }

  /// A claim: the one of that name, or else the one that a path with dots leads to, such as
  /// `realm_access.roles`.
  subscript(path: String) -> JSONNode? {
    if let value = node[path] { return value }
    var place: JSONNode? = node
    for name in path.split(separator: ".", omittingEmptySubsequences: false) { place = place?[String(name)] }
    return place
  }

  /// Checks the claims by the settings.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - known: the principal, if something else proves it.
  func checked(
    by settings: AccessPolicy.JWTSettings,
    now: Timestamp,
    known: Principal?
  ) throws(TokenRefusal) -> TokenClaims {
    guard self["iss"]?.string == settings.issuer else {
      throw TokenRefusal("its claim \"iss\" is not \"\(settings.issuer)\"")
    }
    guard texts("aud").contains(settings.audience) else {
      throw TokenRefusal("its claim \"aud\" does not have \"\(settings.audience)\"")
    }
    guard let expires = time("exp") else {
      throw TokenRefusal("its claim \"exp\" is missing, or no time in seconds")
    }
    if self["nbf"] != nil {
      guard let begin = time("nbf") else { throw TokenRefusal("its claim \"nbf\" is no time in seconds") }
      guard begin.microseconds - ClaimSet.leeway <= now.microseconds else {
        throw TokenRefusal("its claim \"nbf\" is a time to come; are the clocks right?")
      }
    }
    guard now < expires else { throw TokenRefusal("its claim \"exp\" is past", hasExpired: true) }
    let principal = if let known { known } else { try principal(settings.principal) }
    let roles = settings.roles.map { Array(texts($0).prefix(ClaimSet.maximumRoles)) } ?? []
    return TokenClaims(principal: principal, roles: roles, expires: expires)
  }

  private func principal(_ path: String) throws(TokenRefusal) -> Principal {
    guard let name = self[path]?.string else {
      throw TokenRefusal("its claim \"\(path)\", with the name of the principal, is missing, or no text")
    }
    guard let principal = try? Principal(name), principal != .anonymous else {
      throw TokenRefusal("its claim \"\(path)\" can't be the name of a principal")
    }
    return principal
  }

  /// The value of a claim that is a list of strings, or one string.
  private func texts(_ path: String) -> [String] {
    guard let value = self[path] else { return [] }
    if let text = value.string { return [text] }
    let texts = (value.elements ?? []).map(\.string)
    return texts.allSatisfy { $0 != nil } ? texts.compactMap { $0 } : []
  }

  /// Seconds since 1970, as a time; nil if the claim is something else. Times after the year 9999 are its end.
  private func time(_ name: String) -> Timestamp? {
    guard let seconds = self[name]?.double, seconds >= 0 else { return nil }
    return Timestamp(microseconds: Int64(min(seconds, ClaimSet.latest) * 1_000_000))
  }
}
