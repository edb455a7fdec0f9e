import Access
import ArrangeModel
import Foundation
import JWTKit
import Wire

/// Checks tokens in the form of a JWT: by the keys of who issues them, and by what they claim.
struct TokenKeys: Sendable {
  /// The algorithms that are taken. None of them is symmetric, so that nobody who can check a token can make one.
  private static let algorithms: Set<String> = ["EdDSA", "ES256", "RS256"]
  /// The most keys of a file.
  private static let mostKeys = 100
  /// The most roles that a token gives.
  private static let mostRoles = 100

  private let settings: AccessPolicy.JWTSettings
  private let keys: JWTKeyCollection
  /// Who is meant whatever the token names, since a certificate says so; the token has to be valid all the same.
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
      throw KeysError("this is no public key in PEM for EdDSA, ES256 or RS256 (2048 bits at least)")
    }
  }

  /// The parts of a key that are looked at before JWTKit reads it.
  private struct KeyHead: Decodable {
    var kty: String
    var kid: String?
    var use: String?
    /// Parts that only a private key has.
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
      throw KeysError("this is no JWKS, and no key in PEM")
    }
    guard (1...TokenKeys.mostKeys).contains(set.keys.count) else {
      throw KeysError("a JWKS has 1 to \(TokenKeys.mostKeys) keys, this one has \(set.keys.count)")
    }
    for (head, key) in zip(heads.keys, set.keys) where head.use != "enc" {
      guard head.kid != nil else { throw KeysError("a key has no kid, by which tokens name it") }
      guard head.d == nil else {
        throw KeysError("key \"\(head.kid ?? "")\" is a private one; give the public part alone")
      }
      do { try await keys.add(jwk: key) } catch { throw KeysError("key \"\(head.kid ?? "")\" can't be used") }
    }
  }

  /// The same keys for somebody who is known by something else.
  func naming(_ identity: Identity) -> TokenKeys {
    var keys = self
    keys.named = identity
    return keys
  }

  /// Who a token names.
  ///
  /// - Parameter now: the time.
  func identity(of token: String, now: Timestamp) async throws(CredentialError) -> Identity {
    let bytes = Array(token.utf8)
    let claims: Claims
    do {
      let header = try DefaultJWTParser().parse(bytes, as: Claims.self).header
      // What a token says must be understood must be understood; and no algorithm is taken because a token names it.
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
    let roles = settings.roles.map { Array(claims.texts($0).prefix(TokenKeys.mostRoles)) } ?? []
    return Identity(principal: principal, basis: .jwt, roles: roles, expires: expires)
  }

  /// What is wrong with a file of keys.
  struct KeysError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }
}

/// What a JWT claims: texts, lists of texts and numbers, by their names.
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

  /// What is claimed is judged by who knows what has to be.
  func verify(using algorithm: some JWTAlgorithm) {}

  subscript(name: String) -> Value? { values[name] }

  func text(_ name: String) -> String? { if case .text(let text) = values[name] { text } else { nil } }

  /// A list of texts, or one text.
  func texts(_ name: String) -> [String] {
    switch values[name] {
    case .text(let text): [text]
    case .texts(let texts): texts
    default: []
    }
  }

  /// Seconds since 1970, as a time; nil for what no clock shows.
  func time(_ name: String) -> Timestamp? {
    guard case .number(let seconds) = values[name], seconds >= 0, seconds < 1e11 else { return nil }
    return Timestamp(microseconds: Int64(seconds * 1_000_000))
  }
}
