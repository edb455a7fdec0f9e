import Access
import ArrangeModel
import ArrangeServer
import Crypto
import Foundation

/// A token, as a client sends it, and the claims of a signed one.
///
/// The first byte says what the rest is: a token as it is, or the claims, or the header, of a JWT that is signed with the right
/// key.
package enum TokenTarget {
  /// A constant key, so that an input has the same meaning in each run.
  private static let key = try? Curve25519.Signing.PrivateKey(
    rawRepresentation: [UInt8](repeating: 7, count: 32)
  )
  private static let checker: TokenChecker? = key.flatMap {
    TokenChecker(
      publicKey: pem(of: $0.publicKey),
      issuer: "i",
      audience: "a",
      principal: "sub",
      roles: "r"
    )
  }
  private static let now = Timestamp(microseconds: 1_800_000_000_000_000)

  static func run(_ input: UnsafeRawBufferPointer) throws(FuzzFinding) {
    guard let checker, let key, let choice = input.first else { return }
    let rest = Array(input.dropFirst())
    switch choice % 3 {
    case 0:
      let text = String(decoding: rest, as: UTF8.self)
      if let token = AccessToken(text) {
        try expect(token.text == text, "\(text) is read as \(token.text)")
        try expect(TokenDigest(hexadecimal: token.digest.hexadecimal) == token.digest, "a digest is not read")
      }
      try expect(checker.authenticate(text, now: now) == nil, "a token that nobody signed is taken: \(text)")
    case 1: try check(checker, key, header: Array(#"{"alg":"EdDSA"}"#.utf8), claims: rest)
    default:
      let claims = #"{"iss":"i","aud":"a","sub":"ann","exp":1900000000,"r":["x"]}"#
      try check(checker, key, header: rest, claims: Array(claims.utf8))
    }
  }

  /// A signed token is refused, or names a principal.
  private static func check(
    _ checker: TokenChecker,
    _ key: Curve25519.Signing.PrivateKey,
    header: [UInt8],
    claims: [UInt8]
  ) throws(FuzzFinding) {
    let signed = base64(header) + "." + base64(claims)
    guard let signature = try? key.signature(for: Array(signed.utf8)) else { return }
    guard let found = checker.authenticate(signed + "." + base64(Array(signature)), now: now) else { return }
    try expect(found.principal != .anonymous, "a token of nobody is taken")
    try expect((try? Principal(found.principal.name)) != nil, "\(found.principal) can't be a name")
    try expect((found.expires ?? now) > now, "a token without an end, or after it, is taken")
  }

  /// A public key in PEM: the prefix of RFC 8410 and the 32 bytes.
  private static func pem(of key: Curve25519.Signing.PublicKey) -> String {
    let head: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
    let text = Data(head + Array(key.rawRepresentation)).base64EncodedString()
    return "-----BEGIN PUBLIC KEY-----\n\(text)\n-----END PUBLIC KEY-----\n"
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=",
      with: ""
    )
  }
}
