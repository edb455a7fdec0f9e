import Access
import ArrangeModel
import Foundation
import JWTKit
import Wire

/// Checks tokens in JWT format: their signatures, by the issuer's keys, and their claims.
struct TokenKeys: Sendable {
  /// The accepted algorithms. None is symmetric, so a server that can check tokens can't issue them.
  private static let algorithms: Set<String> = ["EdDSA", "ES256", "RS256"]
  /// The maximum number of keys in a file.
  private static let maximumKeys = 100
  /// The maximum number of roles in a token.
  private static let maximumRoles = 100

  private let settings: AccessPolicy.JWTSettings
  private let keys: JWTKeyCollection
  /// The identity to use instead of the one in the token, because a certificate proves it; the token has to
  /// be valid all the same.
  private var named: Identity?

  /// Reads keys: a JWKS, or one public key in PEM.
  init(_ settings: AccessPolicy.JWTSettings, reading bytes: [UInt8]) async throws(KeysError) {
    self.settings = settings
    keys = JWTKeyCollection()
    let text = String(decoding: bytes, as: UTF8.self)
    if text.contains("-----BEGIN") { try await add(pem: text) } else { try await add(set: bytes) }
  }

  private func add(pem text: String) async throws(KeysError) {
    if let key = try? EdDSA.PublicKey(pem: text) {
      await keys.add(eddsa: key)
    } else if let key = try? ES256PublicKey(pem: text) {
      await keys.add(ecdsa: key)
    } else if let key = try? Insecure.RSA.PublicKey(pem: text) {
      await keys.add(rsa: key, digestAlgorithm: .sha256)
    } else {
      throw KeysError("this is not a public key in PEM for EdDSA, ES256 or RS256 (2048 bits at least)")
    }
  }

  /// The members of a key that are checked before JWTKit reads it.
  private struct KeyHead: Decodable {
    var kty: String
    var kid: String?
    var use: String?
    /// Members that only a private key has.
    var d: String?
    var k: String?
  }

  private struct KeySetHead: Decodable { var keys: [KeyHead] }

  private func add(set bytes: [UInt8]) async throws(KeysError) {
    let (heads, set): (KeySetHead, JWKS)
    do {
      heads = try JSONDecoder().decode(KeySetHead.self, from: Data(bytes))
      if let head = heads.keys.first(where: { $0.kty == "oct" || $0.k != nil }) {
        throw KeysError("key \"\(head.kid ?? "")\" is symmetric; only EdDSA, ES256 and RS256 are taken")
      }
      set = try JSONDecoder().decode(JWKS.self, from: Data(bytes))
    } catch let error as KeysError { throw error } catch {
      throw KeysError("this is neither a JWKS nor a key in PEM")
    }
    guard (1...TokenKeys.maximumKeys).contains(set.keys.count) else {
      throw KeysError("a JWKS has 1 to \(TokenKeys.maximumKeys) keys, this one has \(set.keys.count)")
    }
    for (head, key) in zip(heads.keys, set.keys) where head.use != "enc" {
      guard head.kid != nil else { throw KeysError("a key has no kid, by which tokens name it") }
      guard head.d == nil else {
        throw KeysError("key \"\(head.kid ?? "")\" is a private one; give the public part alone")
      }
      do { try await keys.add(jwk: key) } catch { throw KeysError("key \"\(head.kid ?? "")\" can't be used") }
    }
  }

  /// The same keys, for a peer whose identity is already known.
  func naming(_ identity: Identity) -> TokenKeys {
    var keys = self
    keys.named = identity
    return keys
  }

  /// The identity that a token proves.
  ///
  /// - Parameter now: the time.
  func identity(of token: String, now: Timestamp) async throws(CredentialError) -> Identity {
    let bytes = Array(token.utf8)
    let claims: Claims
    do {
      let header = try DefaultJWTParser().parse(bytes, as: Claims.self).header
      // Tokens with critical header parameters are rejected, since none are supported. The algorithm in the
      // header is accepted only if it is in the list.
      guard let algorithm = header.alg, TokenKeys.algorithms.contains(algorithm), header.crit == nil else {
        throw CredentialError.invalid
      }
      claims = try await keys.verify(bytes, as: Claims.self)
    } catch { throw .invalid }
    guard claims.text("iss") == settings.issuer, claims.texts("aud").contains(settings.audience),
      let expires = claims.time("exp")
    else { throw .invalid }
    if let begin = claims["nbf"] {
      guard case .number = begin, let begin = claims.time("nbf"), begin <= now else { throw .invalid }
    }
    guard now < expires else { throw .expired }
    if let named { return named }
    guard let name = claims.text(settings.principal), let principal = try? Principal(name),
      principal != .anonymous
    else { throw .invalid }
    let roles = settings.roles.map { Array(claims.texts($0).prefix(TokenKeys.maximumRoles)) } ?? []
    return Identity(principal: principal, basis: .jwt, roles: roles, expires: expires)
  }

  /// Why a file of keys can't be used.
  struct KeysError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }
}

/// The claims of a JWT: strings, lists of strings and numbers, by name.
private struct Claims: JWTPayload {
  enum Value: Codable {
    case text(String)
    case texts([String])
    case number(Double)
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let texts = try? container.decode([String].self) {
        self = .texts(texts)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .other
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .texts(let texts): try container.encode(texts)
      case .number(let number): try container.encode(number)
      case .other: try container.encodeNil()
      }
    }
  }

  private let values: [String: Value]

  init(from decoder: any Decoder) throws {
    values = try decoder.singleValueContainer().decode([String: Value].self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }

  /// Does nothing: the claims are checked by the caller, which knows the expected values.
  func verify(using algorithm: some JWTAlgorithm) {}

  subscript(name: String) -> Value? { values[name] }

  func text(_ name: String) -> String? { if case .text(let text) = values[name] { text } else { nil } }

  /// The value of a claim that is a list of strings, or one string.
  func texts(_ name: String) -> [String] {
    switch values[name] {
    case .text(let text): [text]
    case .texts(let texts): texts
    default: []
    }
  }

  /// Seconds since 1970, as a time; nil if they are out of range.
  func time(_ name: String) -> Timestamp? {
    guard case .number(let seconds) = values[name], seconds >= 0, seconds < 1e11 else { return nil }
    return Timestamp(microseconds: Int64(seconds * 1_000_000))
  }
}
