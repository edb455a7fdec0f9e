package import ArrangeModel
import Foundation
import InputText
import JWTKit

/// Checks tokens in JWT format: their signatures, by the issuer's keys, and their claims.
package struct TokenKeys: Sendable {
  /// The maximum size of a file of keys, in bytes.
  package static let largestFile = 1024 * 1024

  private let settings: AccessPolicy.JWTSettings
  private let keys: JWTKeyCollection
  /// The algorithms of the keys, by their ids; empty if there is one key, without an id.
  private let algorithms: [String: String]
  /// The algorithm of the key that is used for tokens that name none: the first one.
  private let firstAlgorithm: String
  /// Why keys of the file are not used, each in one sentence.
  package let unusable: [String]

  /// Reads keys: a JWKS, or one public key in PEM.
  package init(_ settings: AccessPolicy.JWTSettings, reading bytes: [UInt8]) async throws(KeysError) {
    var found = try IssuerKeys(reading: bytes)
    let collection = JWTKeyCollection()
    var algorithms: [String: String] = [:]
    var firstAlgorithm: String?
    for key in found.keys {
      if case .pem(let text) = key {
        firstAlgorithm = try await TokenKeys.add(pem: text, to: collection)
        continue
      }
      let (id, jwk) = TokenKeys.jwk(key)
      do {
        try await collection.add(jwk: jwk)
        algorithms[id] = key.algorithm
        firstAlgorithm = firstAlgorithm ?? key.algorithm
      } catch { found.remove(key, id: id) }
    }
    try found.checkUsable()
    self.settings = settings
    self.algorithms = algorithms
    self.firstAlgorithm = firstAlgorithm ?? ""
    keys = collection
    unusable = found.unusable
  }

  private static func jwk(_ key: IssuerKeys.Key) -> (id: String, JWK) {
    switch key {
    case .ed25519(let id, let x):
      (id, .octetKeyPair(.eddsa, identifier: .init(string: id), x: x, y: nil, curve: .ed25519))
    case .p256(let id, let x, let y):
      (id, .ecdsa(.es256, identifier: .init(string: id), x: x, y: y, curve: .p256))
    case .rsa(let id, let modulus, let exponent):
      (id, .rsa(.rs256, identifier: .init(string: id), modulus: modulus, exponent: exponent))
    case .pem: preconditionFailure("a key in PEM has no id")
    }
  }

  /// - Returns: the algorithm of the key.
  private static func add(pem text: String, to keys: JWTKeyCollection) async throws(KeysError) -> String {
    if let key = try? EdDSA.PublicKey(pem: text) {
      await keys.add(eddsa: key)
      return "EdDSA"
    } else if let key = try? ES256PublicKey(pem: text) {
      await keys.add(ecdsa: key)
      return "ES256"
    } else if let key = try? Insecure.RSA.PublicKey(pem: text) {
      await keys.add(rsa: key, digestAlgorithm: .sha256)
      return "RS256"
    } else {
      throw KeysError("this is not a public key in PEM for EdDSA, ES256 or RS256 (2048 bits at least)")
    }
  }

  /// What a token says, if it is valid.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - known: the principal, if something else proves it; the token has to be valid all the same.
  package func claims(
    of token: String,
    now: Timestamp,
    known: Principal? = nil
  ) async throws(TokenRefusal) -> TokenClaims {
    let bytes = Array(token.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let header = TokenKeys.decoded(parts[0]),
      let payload = TokenKeys.decoded(parts[1])
    else { throw TokenRefusal("it is not a JWT: three parts in base64url, with dots between them") }
    try checkHeader(header)
    do { _ = try await keys.verify(bytes, as: AnyPayload.self) } catch {
      throw TokenRefusal("its signature is not one of the issuer's keys")
    }
    return try ClaimSet(payload).checked(by: settings, now: now, known: known)
  }

  /// Checks what the header requires. Tokens with critical header parameters are rejected, since none are
  /// supported. The algorithm in the header is accepted only if it is in the list.
  private func checkHeader(_ bytes: [UInt8]) throws(TokenRefusal) {
    guard let header = try? JSONReader.read(bytes) else {
      throw TokenRefusal("its header is not JSON, or has one name twice")
    }
    guard let algorithm = header["alg"]?.string, IssuerKeys.algorithms.contains(algorithm) else {
      throw TokenRefusal("its algorithm is not one of EdDSA, ES256 and RS256")
    }
    guard header["crit"] == nil else { throw TokenRefusal("its header has critical parameters") }
    var own = firstAlgorithm
    if !algorithms.isEmpty, let id = header["kid"]?.string {
      guard let named = algorithms[id] else {
        throw TokenRefusal("its key, \"kid\", is not among the issuer's; is the file of keys up to date?")
      }
      own = named
    }
    guard own == algorithm else { throw TokenRefusal("its algorithm is not that of its key, \(own)") }
  }

  /// Decodes base64url without padding.
  private static func decoded(_ part: ArraySlice<UInt8>) -> [UInt8]? {
    var text = String(decoding: part, as: UTF8.self)
      .replacing("-", with: "+").replacing("_", with: "/")
    text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(base64Encoded: text).map { Array($0) }
  }

  /// The claims, which are read once the signature is verified.
  private struct AnyPayload: JWTPayload {
    func verify(using algorithm: some JWTAlgorithm) {}
  }

  /// Why a file of keys can't be used.
  package struct KeysError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
  }
}
