import ArrangeModel
import InputText

/// The public keys of an issuer of JWTs, as its file has them: a JWKS, or one public key in PEM.
///
/// A JWKS may contain keys that are for something else, or of kinds that nobody here knows: they are left out,
/// and ``unusable`` says why. One usable key is enough.
struct IssuerKeys {
  /// The accepted algorithms. None is symmetric, so a server that can check tokens can't issue them.
  static let algorithms: Set<String> = ["EdDSA", "ES256", "RS256"]
  /// The maximum number of keys in a file.
  private static let maximumKeys = 100
  /// How many reasons an error names.
  private static let maximumReasons = 3

  enum Key: Equatable {
    case pem(String)
    case ed25519(id: String, x: String)
    case p256(id: String, x: String, y: String)
    case rsa(id: String, modulus: String, exponent: String)

    /// The algorithm of the signatures; empty for a key in PEM, which has to be read first.
    var algorithm: String {
      switch self {
      case .pem: ""
      case .ed25519: "EdDSA"
      case .p256: "ES256"
      case .rsa: "RS256"
      }
    }
  }

  private(set) var keys: [Key] = []
  /// Why keys of the file are not used, each in one sentence without its key. Keys that are meant for something
  /// else, such as encryption, are not among them.
  var unusable: [String] = []

  init(reading bytes: [UInt8]) throws(TokenKeys.KeysError) {
    let bytes = TextEncoding.withoutMark(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    if text.contains("-----BEGIN") {
      keys = [.pem(text)]
      return
    }
    let set: JSONNode
    do throws(InputError) { set = try JSONReader.read(bytes) } catch {
      guard bytes.first == UInt8(ascii: "{") else {
        throw TokenKeys.KeysError("this is neither a JWKS nor a key in PEM")
      }
      throw TokenKeys.KeysError(
        "this is not JSON: \(TextPosition(of: error.offset, in: bytes)): \(error.message)"
      )
    }
    guard let nodes = set["keys"]?.elements else {
      throw TokenKeys.KeysError("this is neither a JWKS nor a key in PEM")
    }
    guard (1...IssuerKeys.maximumKeys).contains(nodes.count) else {
      throw TokenKeys.KeysError(
        "a JWKS has 1 to \(IssuerKeys.maximumKeys) keys, this one has \(nodes.count)"
      )
    }
    var ids: Set<String> = []
    for (index, node) in nodes.enumerated() {
      switch IssuerKeys.reading(node) {
      case .key(let id, let key):
        if ids.insert(id).inserted {
          keys.append(key)
        } else {
          unusable.append("key \"\(id)\" comes twice; the first one counts")
        }
      case .unusable(let reason):
        unusable.append("\(node["kid"]?.string.map { "key \"\($0)\"" } ?? "key \(index + 1)") \(reason)")
      case .forOthers: break
      }
    }
    try checkUsable()
  }

  /// Leaves out a key that turned out to be damaged.
  mutating func remove(_ key: Key, id: String) {
    keys.removeAll { $0 == key }
    unusable.append("key \"\(id)\" is damaged, or too short")
  }

  /// - Throws: an error if no key is left.
  func checkUsable() throws(TokenKeys.KeysError) {
    guard keys.isEmpty else { return }
    let reasons = unusable.prefix(IssuerKeys.maximumReasons).joined(separator: "; ")
    throw TokenKeys.KeysError(
      "no key is one for EdDSA, ES256 or RS256" + (reasons.isEmpty ? "" : ": \(reasons)")
    )
  }

  private enum Reading {
    case key(id: String, Key)
    /// The reason follows the name of the key.
    case unusable(String)
    /// The key is not for signatures.
    case forOthers
  }

  private static func reading(_ node: JSONNode) -> Reading {
    if let use = node["use"]?.string, use != "sig" { return .forOthers }
    if let operations = node["key_ops"]?.elements, !operations.contains(where: { $0.string == "verify" }) {
      return .forOthers
    }
    guard let kind = node["kty"]?.string else { return .unusable("has no kty") }
    guard kind != "oct", node["k"] == nil else {
      return .unusable("is symmetric; only EdDSA, ES256 and RS256 are taken")
    }
    guard node["d"] == nil else { return .unusable("is a private one; give the public part alone") }
    guard let id = node["kid"]?.string, !id.isEmpty else {
      return .unusable("has no kid, by which tokens name it")
    }
    let algorithm = node["alg"]?.string
    switch (kind, node["crv"]?.string, algorithm) {
    case ("OKP", "Ed25519", nil), ("OKP", "Ed25519", "EdDSA"), ("OKP", "Ed25519", "Ed25519"):
      guard let x = node["x"]?.string else { break }
      return .key(id: id, .ed25519(id: id, x: x))
    case ("EC", "P-256", nil), ("EC", "P-256", "ES256"):
      guard let x = node["x"]?.string, let y = node["y"]?.string else { break }
      return .key(id: id, .p256(id: id, x: x, y: y))
    case ("RSA", _, nil), ("RSA", _, "RS256"):
      guard let modulus = node["n"]?.string, let exponent = node["e"]?.string else { break }
      return .key(id: id, .rsa(id: id, modulus: modulus, exponent: exponent))
    default:
      let words = [kind, node["crv"]?.string, algorithm].compactMap { $0 }.joined(separator: " ")
      return .unusable("is of a kind that is not supported, \(words)")
    }
    return .unusable("is not complete")
  }
}

/// The encoding of a file of text.
package enum TextEncoding {
  /// The byte order mark that some editors write at the start of a file.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let marksOfUTF16: [[UInt8]] = [[0xFE, 0xFF], [0xFF, 0xFE]]

  /// The bytes without the byte order mark of UTF-8.
  package static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
  }

  /// Whether a text begins with a byte order mark of UTF-16.
  package static func isUTF16(_ bytes: [UInt8]) -> Bool {
    marksOfUTF16.contains { bytes.starts(with: $0) }
  }
}
