import ArrangeModel
import Crypto
import Foundation
import Testing

@testable import Access

@Suite("Tokens of an issuer")
struct TokenKeysTests {
  private static let key = try? Curve25519.Signing.PrivateKey(
    rawRepresentation: [UInt8](repeating: 7, count: 32)
  )
  /// 2027-01-15T08:00:00Z.
  private static let now = Timestamp(microseconds: 1_800_000_000_000_000)

  private static func base64(_ bytes: some DataProtocol) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=",
      with: ""
    )
  }

  /// The key of the tokens, as a member of a JWKS.
  private static var jwk: String {
    get throws {
      let x = base64(try #require(key).publicKey.rawRepresentation)
      return #"{"kty":"OKP","crv":"Ed25519","kid":"a","use":"sig","x":"\#(x)"}"#
    }
  }

  private func keys(
    _ members: [String] = [],
    principal: String = "sub",
    roles: String? = nil
  ) async throws -> TokenKeys {
    var settings = AccessPolicy.JWTSettings(keys: "", issuer: "i", audience: "a")
    (settings.principal, settings.roles) = (principal, roles)
    let set = (members + [try TokenKeysTests.jwk]).joined(separator: ",")
    return try await TokenKeys(settings, reading: Array("{\"keys\":[\(set)]}".utf8))
  }

  private func token(_ claims: String, header: String = #"{"alg":"EdDSA","kid":"a"}"#) throws -> String {
    let signed = TokenKeysTests.base64(Array(header.utf8)) + "." + TokenKeysTests.base64(Array(claims.utf8))
    let signature = try #require(TokenKeysTests.key).signature(for: Array(signed.utf8))
    return "\(signed).\(TokenKeysTests.base64(signature))"
  }

  /// The reason why claims are refused; nil if they are accepted.
  private func refusal(_ claims: String, header: String = #"{"alg":"EdDSA","kid":"a"}"#) async throws
    -> String?
  {
    let (keys, token) = (try await keys(), try token(claims, header: header))
    do throws(TokenRefusal) {
      _ = try await keys.claims(of: token, now: TokenKeysTests.now)
      return nil
    } catch { return error.reason }
  }

  // MARK: Keys

  /// Keys that are no use, and what is said of each; nothing if it is meant for something else.
  private static let others: [(key: String, reason: String?)] = [
    (
      #"{"kty":"EC","crv":"P-384","kid":"b","x":"AA","y":"AA"}"#,
      "key \"b\" is of a kind that is not supported, EC P-384"
    ),
    (
      #"{"kty":"EC","crv":"secp256k1","kid":"c","alg":"ES256K"}"#,
      "key \"c\" is of a kind that is not supported, EC secp256k1 ES256K"
    ),
    (
      #"{"kty":"AKP","kid":"d","alg":"ML-DSA-65","pub":"AA"}"#,
      "key \"d\" is of a kind that is not supported, AKP ML-DSA-65"
    ),
    (
      #"{"kty":"RSA","kid":"e","alg":"PS256","n":"AA","e":"AQAB"}"#,
      "key \"e\" is of a kind that is not supported, RSA PS256"
    ),
    (
      #"{"kty":"OKP","crv":"X25519","kid":"f","x":"AA"}"#,
      "key \"f\" is of a kind that is not supported, OKP X25519"
    ),
    (
      #"{"kty":"oct","kid":"g","k":"c2VjcmV0"}"#,
      "key \"g\" is symmetric; only EdDSA, ES256 and RS256 are taken"
    ),
    (
      #"{"kty":"OKP","crv":"Ed25519","kid":"h","d":"AA","x":"AA"}"#,
      "key \"h\" is a private one; give the public part alone"
    ),
    (#"{"kty":"EC","crv":"P-256","kid":"i","x":"AA","y":"AA"}"#, "key \"i\" is damaged, or too short"),
    (#"{"kty":"EC","crv":"P-256","kid":"j","x":"AA"}"#, "key \"j\" is not complete"),
    (#"{"kty":"RSA","n":"AA","e":"AQAB"}"#, "key 1 has no kid, by which tokens name it"),
    (#"{"kid":"k"}"#, "key \"k\" has no kty"),
    (#"7"#, "key 1 has no kty"),
    (#"{"kty":"RSA","kid":"l","use":"enc","alg":"RSA-OAEP","n":"AA","e":"AQAB"}"#, nil),
    (#"{"kty":"RSA","kid":"m","key_ops":["encrypt"],"n":"AA","e":"AQAB"}"#, nil),
  ]

  @Test("are checked by the keys that can be used, whatever else the file has", arguments: others.indices)
  func otherKeys(index: Int) async throws {
    let (other, reason) = TokenKeysTests.others[index]
    let keys = try await keys([other])
    #expect(keys.unusable == (reason.map { [$0] } ?? []))
    let valid = try token(#"{"iss":"i","aud":"a","exp":1900000000,"sub":"ann"}"#)
    #expect(try await keys.claims(of: valid, now: TokenKeysTests.now).principal.name == "ann")
    // Alone it is refused, with the reason.
    let settings = AccessPolicy.JWTSettings(keys: "", issuer: "i", audience: "a")
    do {
      _ = try await TokenKeys(settings, reading: Array("{\"keys\":[\(other)]}".utf8))
      Issue.record("it is taken")
    } catch {
      #expect("\(error)" == "no key is one for EdDSA, ES256 or RS256" + (reason.map { ": \($0)" } ?? ""))
    }
  }

  @Test("may be signed with keys of which the file does not say the algorithm")
  func algorithmsLeftOut() async throws {
    let key = P256.Signing.PrivateKey()
    let point = key.publicKey.rawRepresentation
    let (x, y) = (TokenKeysTests.base64(point.prefix(32)), TokenKeysTests.base64(point.suffix(32)))
    let keys = try await keys([#"{"kty":"EC","crv":"P-256","kid":"p","x":"\#(x)","y":"\#(y)"}"#])
    #expect(keys.unusable.isEmpty)
    let claims = #"{"iss":"i","aud":"a","exp":1900000000,"sub":"ann"}"#
    let signed =
      TokenKeysTests.base64(Array(#"{"alg":"ES256","kid":"p"}"#.utf8)) + "."
      + TokenKeysTests.base64(Array(claims.utf8))
    let signature = try key.signature(for: Array(signed.utf8)).rawRepresentation
    let token = "\(signed).\(TokenKeysTests.base64(signature))"
    #expect(try await keys.claims(of: token, now: TokenKeysTests.now).principal.name == "ann")
  }

  @Test("are checked by the keys of a file with a byte order mark")
  func mark() async throws {
    let settings = AccessPolicy.JWTSettings(keys: "", issuer: "i", audience: "a")
    let text = "\u{FEFF}{\"keys\":[\(try TokenKeysTests.jwk)]}"
    #expect(try await TokenKeys(settings, reading: Array(text.utf8)).unusable == [])
  }

  @Test("are not checked by damaged files, whose error says what is wrong")
  func damaged() async {
    let settings = AccessPolicy.JWTSettings(keys: "", issuer: "i", audience: "a")
    for (text, sentence) in [
      ("", "this is neither a JWKS nor a key in PEM"), ("key", "this is neither a JWKS nor a key in PEM"),
      ("{}", "this is neither a JWKS nor a key in PEM"),
      ("{\"keys\":[]}", "a JWKS has 1 to 100 keys, this one has 0"),
      ("{\"keys\":\n[}", "this is not JSON: line 2, column 2: this is not a JSON value"),
    ] {
      do {
        _ = try await TokenKeys(settings, reading: Array(text.utf8))
        Issue.record("it is taken: \(text)")
      } catch { #expect("\(error)" == sentence) }
    }
  }

  // MARK: Claims

  @Test("say who their owner is, and what roles it has, also in claims within others")
  func nested() async throws {
    let claims = """
      {"iss":"i","aud":["b","a"],"exp":1900000000,"who":{"name":"ann"},"groups":"one","realm_access":{"roles":["x","y"]},\
      "a.b":"literal","a":{"b":"nested"},"https://example.org/roles":["u"]}
      """
    for (path, roles) in [
      ("realm_access.roles", ["x", "y"]), ("groups", ["one"]), ("a.b", ["literal"]),
      ("https://example.org/roles", ["u"]), ("realm_access", []), ("realm_access.roles.x", []), ("none", []),
      ("none.roles", []), ("", []), (".", []),
    ] {
      let keys = try await keys(principal: "who.name", roles: path)
      let found = try await keys.claims(of: try token(claims), now: TokenKeysTests.now)
      #expect(found.principal.name == "ann")
      #expect(found.roles == roles, "\(path)")
    }
  }

  @Test("may begin up to a minute from now, since clocks differ")
  func begin() async throws {
    for (begin, isAccepted) in [
      ("1800000000", true), ("1800000060", true), ("1800000061", false), ("-1", false), ("\"x\"", false),
      ("null", false), ("0", true), ("1800000060.0", true),
    ] {
      let claims = #"{"iss":"i","aud":"a","exp":1900000000,"sub":"ann","nbf":\#(begin)}"#
      let reason = try await refusal(claims)
      #expect((reason == nil) == isAccepted, "\(begin): \(reason ?? "")")
      if !isAccepted { #expect(reason?.contains("\"nbf\"") ?? false) }
    }
  }

  @Test("end in the year 9999 at the latest")
  func far() async throws {
    for end in ["253402300800", "9999999999999999", "1e18", "9223372036854775807"] {
      let claims = #"{"iss":"i","aud":"a","sub":"ann","exp":\#(end)}"#
      let found = try await keys().claims(of: try token(claims), now: TokenKeysTests.now)
      #expect(found.expires.text == "9999-12-31T23:59:59.000000Z")
    }
  }

  @Test("are refused with the claim that is wrong, and nothing of the token")
  func reasons() async throws {
    let valid = #""iss":"i","aud":"a","exp":1900000000,"sub":"ann""#
    for (claims, word) in [
      (valid.replacing("\"i\"", with: "\"secret\""), "\"iss\" is not \"i\""),
      (valid.replacing("\"a\"", with: "[\"secret\"]"), "\"aud\" does not have \"a\""),
      (valid.replacing("1900000000", with: "\"secret\""), "\"exp\" is missing"),
      (valid.replacing("1900000000", with: "1800000000"), "\"exp\" is past"),
      (valid.replacing("\"ann\"", with: "[\"secret\"]"), "\"sub\", with the name of the principal"),
      (valid.replacing("\"ann\"", with: "\"anonymous\""), "\"sub\" can't be the name"),
      // Of two claims of one name readers take one or the other.
      (valid + #","sub":"secret""#, "one name twice"), (valid + #","\u0073ub":"secret""#, "one name twice"),
      (valid + #","x":{"secret":1,"secret":2}"#, "one name twice"),
      (valid + ",", "are not JSON"),
    ] {
      let reason = try #require(try await refusal("{\(claims)}"), "\(claims)")
      #expect(reason.contains(word), "\(claims): \(reason)")
      #expect(!reason.contains("secret"))
    }
    #expect(try await refusal("{\(valid)}") == nil)
    #expect(try await refusal("{\(valid)}", header: #"{"alg":"EdDSA"}"#) == nil)
    for (header, word) in [
      (#"{"alg":"none","kid":"a"}"#, "algorithm"), (#"{"alg":"HS256","kid":"a"}"#, "algorithm"),
      (#"{"alg":"EdDSA","alg":"none","kid":"a"}"#, "one name twice"),
      (#"{"alg":"EdDSA","kid":"z"}"#, "\"kid\", is not among"),
      (#"{"alg":"EdDSA","kid":"a","crit":["x"]}"#, "critical"),
      (#"{"alg":"ES256","kid":"a"}"#, "that of its key, EdDSA"),
      (#"{"alg":"RS256"}"#, "that of its key, EdDSA"),
    ] {
      let reason = try await refusal("{\(valid)}", header: header)
      #expect(reason?.contains(word) ?? false, "\(header): \(reason ?? "")")
    }
  }
}
