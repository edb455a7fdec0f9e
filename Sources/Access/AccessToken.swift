import ArrangeModel
import Crypto

/// A secret text that says who somebody is: `arrange_`, 43 random characters, and 6 with which it is seen whether the text
/// is whole. Scanners of secrets find it by `arrange_[0-9A-Za-z]{49}`, and know by the last 6 characters that it is one.
package struct AccessToken: Sendable, Hashable {
  /// What every token begins with.
  package static let prefix = "arrange_"
  /// How many random characters there are: at 62 different ones, 256 bits.
  private static let secretLength = 43
  /// How many characters tell whether the text is whole.
  private static let checkLength = 6
  private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  /// The whole text.
  package let text: String

  /// Makes a token.
  ///
  /// - Parameter random: where its secret comes from: the system's generator, but for tests.
  package init(using random: inout some RandomNumberGenerator) {
    let secret = (0..<AccessToken.secretLength).map { _ in
      AccessToken.digits[Int(random.next(upperBound: UInt(AccessToken.digits.count)))]
    }
    let body = AccessToken.prefix + String(decoding: secret, as: UTF8.self)
    text = body + AccessToken.check(of: body)
  }

  /// Reads a token; nil if the text is none, or not whole.
  package init?(_ text: String) {
    let count = AccessToken.prefix.utf8.count + AccessToken.secretLength + AccessToken.checkLength
    guard text.hasPrefix(AccessToken.prefix), text.utf8.count == count,
      text.utf8.dropFirst(AccessToken.prefix.utf8.count).allSatisfy({ AccessToken.digits.contains($0) }),
      text.hasSuffix(AccessToken.check(of: String(text.dropLast(AccessToken.checkLength))))
    else { return nil }
    self.text = text
  }

  /// What the access file has of it.
  package var digest: TokenDigest { TokenDigest(of: text) }

  /// The beginning of a digest, in 6 digits of 62: 32 bits of it.
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

/// The SHA-256 of a token, which is all that the server keeps of it. A token has 256 random bits, so that a fast digest will
/// do: there is nothing to guess.
package struct TokenDigest: Sendable, Hashable {
  /// How many bytes it has.
  package static let count = 32

  private let bytes: [UInt8]

  package init(of token: String) { bytes = Array(SHA256.hash(data: Array(token.utf8))) }

  /// Reads 64 hexadecimal digits; nil for anything else.
  package init?(hexadecimal text: String) {
    let digits = text.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
    guard text.utf8.count == 2 * TokenDigest.count, digits.count == text.utf8.count else { return nil }
    bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// 64 hexadecimal digits.
  package var hexadecimal: String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// Whether two are the same, found in a time that does not depend on where they differ.
  func isSame(as other: TokenDigest) -> Bool {
    zip(bytes, other.bytes).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
