import ArrangeModel
import Crypto
import Engine
import Foundation
import InputText

/// The keys with which messages are signed, in the forms of Standard Webhooks.
struct WebhookKeys: Sendable {
  private enum Key: Sendable {
    case symmetric([UInt8])
    case ed25519([UInt8])
  }

  /// The maximum number of keys of a sink, and so of signatures of a message.
  static let maximumCount = 8
  /// The largest file of keys, in bytes.
  static let largestFile = 4_096

  private var keys: [Key] = []

  /// Why keys can't be used; no part of a key is in it.
  struct Failure: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// Reads keys that are separated by white space: `whsec_` and 24 to 64 bytes in base 64 for HMAC-SHA256, `whsk_` and the 32 bytes of
  /// an ed25519 private key, or these and the 32 bytes of its public key.
  ///
  /// - Parameter place: where they are from, for errors.
  mutating func add(_ text: String, from place: String) throws(Failure) {
    let words = text.split { $0.isWhitespace }
    guard !words.isEmpty else { throw Failure("\(place) has no key") }
    for word in words {
      guard keys.count < WebhookKeys.maximumCount else {
        throw Failure("a sink has at most \(WebhookKeys.maximumCount) keys")
      }
      if word.hasPrefix("whsec_"), let bytes = Base64.decode(String(word.dropFirst(6))),
        24...64 ~= bytes.count
      {
        keys.append(.symmetric(bytes))
      } else if word.hasPrefix("whsk_"), let bytes = Base64.decode(String(word.dropFirst(5))),
        bytes.count == 32 || bytes.count == 64
      {
        keys.append(.ed25519(Array(bytes.prefix(32))))
      } else {
        throw Failure("\(place) has something other than keys: whsec_ or whsk_ and base 64")
      }
    }
  }

  /// The value of the header `webhook-signature`.
  ///
  /// - Parameters:
  ///   - id: the value of `webhook-id`.
  ///   - seconds: the value of `webhook-timestamp`, in seconds since 1970.
  func signature(of body: [UInt8], id: String, seconds: Int64) throws(Failure) -> String {
    let content = Array("\(id).\(seconds).".utf8) + body
    var signatures: [String] = []
    for key in keys {
      switch key {
      case .symmetric(let bytes):
        let code = HMAC<SHA256>.authenticationCode(for: content, using: SymmetricKey(data: bytes))
        signatures.append("v1,\(Base64.encode(Array(code)))")
      case .ed25519(let bytes):
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes),
          let signature = try? key.signature(for: content)
        else { throw Failure("an ed25519 key can't be used") }
        signatures.append("v1a,\(Base64.encode(Array(signature)))")
      }
    }
    return signatures.joined(separator: " ")
  }

  /// Reads the keys that references name.
  ///
  /// - Parameter variable: the value of an environment variable.
  @inline(never)
  static func read(
    _ references: [String],
    variable: @Sendable (String) -> String? = { ProcessInfo.processInfo.environment[$0] }
  ) async throws(Failure) -> WebhookKeys {
    var keys = WebhookKeys()
    for reference in references {
      let (text, place) = try await value(of: reference, what: "key", variable: variable)
      try keys.add(text, from: place)
    }
    return keys
  }

  /// Reads what a reference names.
  ///
  /// - Parameter what: what is read, for errors.
  /// - Returns: the text, and where it is from.
  @inline(never)
  static func value(
    of reference: String,
    what: String,
    variable: @Sendable (String) -> String? = { ProcessInfo.processInfo.environment[$0] }
  ) async throws(Failure) -> (text: String, place: String) {
    if reference.hasPrefix(SinkSettings.environmentPrefix) {
      let name = String(reference.dropFirst(SinkSettings.environmentPrefix.count))
      guard let value = variable(name) else {
        throw Failure("the server has no environment variable \(name)")
      }
      return (value, "the environment variable \(name)")
    }
    let path = String(reference.dropFirst(SinkSettings.filePrefix.count))
    do throws(FileReader.Failure) {
      let bytes = try await FileReader.shared.bytes(of: path, atMost: largestFile)
      return (String(decoding: bytes, as: UTF8.self), "the file \(path)")
    } catch { throw Failure("the file of the \(what): \(error)") }
  }
}
