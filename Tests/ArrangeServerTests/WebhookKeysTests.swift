import Crypto
import Foundation
import InputText
import Testing

@testable import ArrangeServer

@Suite("Signatures of webhooks")
struct WebhookKeysTests {
  @Test("are those that Standard Webhooks publishes")
  func published() throws {
    var keys = WebhookKeys()
    try keys.add("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", from: "here")
    let signature = try keys.signature(
      of: Array(#"{"test": 2432232314}"#.utf8),
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      seconds: 1_614_265_330
    )
    #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  @Test("are one of each key, those of ed25519 with the public key")
  func several() throws {
    let key = Curve25519.Signing.PrivateKey()
    let seed = Array(key.rawRepresentation)
    let secret = Base64.encode([UInt8](repeating: 7, count: 32))
    var keys = WebhookKeys()
    try keys.add("whsec_\(secret)\n whsk_\(Base64.encode(seed))", from: "here")
    try keys.add("whsk_\(Base64.encode(seed + Array(key.publicKey.rawRepresentation)))", from: "there")
    let body = Array("{}".utf8)
    let parts = try keys.signature(of: body, id: "a", seconds: 5).split(separator: " ")
    #expect(parts.count == 3 && parts[0].hasPrefix("v1,"))
    for part in parts.dropFirst() {
      #expect(part.hasPrefix("v1a,"))
      let signature = try #require(Base64.decode(String(part.dropFirst(4))))
      #expect(key.publicKey.isValidSignature(signature, for: Array("a.5.{}".utf8)))
    }
  }

  @Test("refuse what is no key, without saying what it is")
  func refused() async {
    for text in [
      "", "secret", "whsec_", "whsec_!", "whsec_AAAA", "whsk_AAAA",
      "whpk_\(Base64.encode([UInt8](repeating: 1, count: 32)))",
    ] {
      var keys = WebhookKeys()
      let error = #expect(throws: WebhookKeys.Failure.self) { try keys.add(text, from: "here") }
      // What keys begin with is in the message.
      #expect(text.count < 8 || error?.description.contains(text) == false)
    }
    let one = "whsec_\(Base64.encode([UInt8](repeating: 1, count: 32)))"
    await #expect(throws: WebhookKeys.Failure.self) {
      _ = try await WebhookKeys.read(["env:NOT_THERE"], variable: { _ in nil })
    }
    await #expect(throws: WebhookKeys.Failure.self) { _ = try await WebhookKeys.read(["file:/not/there"]) }
    await #expect(throws: WebhookKeys.Failure.self) {
      _ = try await WebhookKeys.read(
        ["env:A"],
        variable: { _ in [String](repeating: one, count: 9).joined(separator: " ") }
      )
    }
  }
}
