import ArrangeModel
import Crypto

/// A secret text that identifies a principal: `arrange_`, 43 random characters, and a checksum of 6. Secret
/// scanners find it by `arrange_[0-9A-Za-z]{49}` and verify it by the checksum.
package struct AccessToken: Sendable, Hashable {
  /// The minimum number of characters of a token of another form, which counts if its digest is in the access
  /// file. A shorter one could be guessed from the digest.
  package static let minimumLength = 20
  /// The prefix of every token.
  package static let prefix = "arrange_"
  /// The number of random characters: with 62 different ones, 256 bits.
  private static let secretLength = 43
  /// The number of characters of the checksum.
  private static let checkLength = 6
  private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  /// The whole text.
  package let text: String

  /// Creates a token.
  ///
  /// - Parameter random: the source of its secret: the system's generator, except in tests.
  package init(using random: inout some RandomNumberGenerator) {
    let secret = (0..<AccessToken.secretLength).map { _ in
      AccessToken.digits[Int(random.next(upperBound: UInt(AccessToken.digits.count)))]
    }
    let body = AccessToken.prefix + String(decoding: secret, as: UTF8.self)
    text = body + AccessToken.check(of: body)
  }

  /// Parses a token; nil if the text is not a token, or its checksum is wrong.
  package init?(_ text: String) {
    let count = AccessToken.prefix.utf8.count + AccessToken.secretLength + AccessToken.checkLength
    guard text.hasPrefix(AccessToken.prefix), text.utf8.count == count,
      text.utf8.dropFirst(AccessToken.prefix.utf8.count).allSatisfy({ AccessToken.digits.contains($0) }),
      text.hasSuffix(AccessToken.check(of: String(text.dropLast(AccessToken.checkLength))))
    else { return nil }
    self.text = text
  }

  /// The digest in the access file.
  package var digest: TokenDigest { TokenDigest(of: text) }

  /// The first 32 bits of a digest, in 6 base-62 digits.
  private static func check(of body: String) -> String {
    var value = SHA256.hash(data: Array(body.utf8)).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    var check: [UInt8] = []
    for _ in 0..<checkLength {
      check.append(digits[value % digits.count])
      value /= digits.count
    }
    return String(decoding: check.reversed(), as: UTF8.self)
  }
}

/// The SHA-256 of a token, which is all that the server stores of it. A token has 256 random bits and can't
/// be guessed, so a fast digest is sufficient.
package struct TokenDigest: Sendable, Hashable {
  /// The length in bytes.
  package static let count = 32

  private let bytes: [UInt8]

  package init(of token: String) { bytes = Array(SHA256.hash(data: Array(token.utf8))) }

  /// Parses 64 hexadecimal digits; nil for anything else.
  package init?(hexadecimal text: String) {
    let digits = text.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
    guard text.utf8.count == 2 * TokenDigest.count, digits.count == text.utf8.count else { return nil }
    bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// 64 hexadecimal digits.
  package var hexadecimal: String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// Whether two are equal, in constant time.
  func isSame(as other: TokenDigest) -> Bool {
    zip(bytes, other.bytes).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
