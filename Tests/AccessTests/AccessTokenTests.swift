import Ordering
import Testing

@testable import Access

@Suite("Tokens")
struct AccessTokenTests {
  @Test(
    "are read as they were made, and not where a character is another one",
    arguments: [1, 2, 3] as [UInt64]
  )
  func roundTrip(seed: UInt64) throws {
    var random = OrderingRandom(seed: seed)
    let token = AccessToken(using: &random)
    #expect(token.text.wholeMatch(of: /arrange_[0-9A-Za-z]{49}/) != nil)
    #expect(AccessToken(token.text) == token)
    #expect(AccessToken(using: &random) != token)
    for place in token.text.indices {
      var text = token.text
      text.replaceSubrange(place...place, with: text[place] == "x" ? "y" : "x")
      #expect(AccessToken(text) == nil)
    }
    #expect(AccessToken(String(token.text.dropLast())) == nil)
    #expect(AccessToken(token.text + "0") == nil)
  }

  @Test("are recognized by their digest")
  func digests() throws {
    // The SHA-256 of "abc", from FIPS 180-2.
    let digest = TokenDigest(of: "abc")
    let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(digest.hexadecimal == text)
    #expect(TokenDigest(hexadecimal: text.uppercased()) == digest)
    #expect(digest.isSame(as: digest))
    #expect(!digest.isSame(as: TokenDigest(of: "abd")))
    for wrong in ["", "ab", String(text.dropLast()), text + "0", text.replacing("b", with: "g")] {
      #expect(TokenDigest(hexadecimal: wrong) == nil)
    }
  }
}
