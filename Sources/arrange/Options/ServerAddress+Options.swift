import ArgumentParser
import Foundation

extension ServerAddress {
  /// What stands in front of a server that is connected to with TLS.
  private static let secure = "tls:"

  /// Takes what was given on the command line, else in the environment, else the standard.
  ///
  /// - Throws: ``CommandFailure`` where a file can't be read, or one is there without the other.
  init(
    _ options: ConnectionOptions,
    patience: Patience = Patience(),
    environment: [String: String]
  ) throws(CommandFailure) {
    func given(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    var server = options.server ?? given("ARRANGE_SERVER") ?? ServerAddress.standard
    let isSecure = server.hasPrefix(ServerAddress.secure)
    if isSecure { server.removeFirst(ServerAddress.secure.count) }
    self.server = server
    token = options.token
    // What was said on the command line counts before what the environment says.
    if token == nil, let file = options.tokenFile { token = try ServerAddress.token(in: file) }
    if token == nil { token = given("ARRANGE_TOKEN") }
    if token == nil, let file = given("ARRANGE_TOKEN_FILE") { token = try ServerAddress.token(in: file) }
    sendsTokenInClear = options.insecure
    self.patience = patience
    if let timeout = options.timeout { self.patience.answer = timeout }
    guard isSecure || options.tls else {
      guard options.ca == nil, options.cert == nil, options.key == nil else {
        throw CommandFailure(.usage, "--ca, --cert and --key are for a connection with TLS; say --tls, too")
      }
      return
    }
    let security = Security(
      authorities: options.ca ?? given("ARRANGE_CA"),
      certificate: options.cert ?? given("ARRANGE_CERT"),
      key: options.key ?? given("ARRANGE_KEY")
    )
    guard (security.certificate == nil) == (security.key == nil) else {
      throw CommandFailure(.usage, "--cert and --key belong together")
    }
    self.security = security
  }

  /// The same of the options as they are written.
  package init(
    words: [String],
    patience: Patience = Patience(),
    environment: [String: String]
  ) throws {
    try self.init(try ConnectionOptions.parse(words), patience: patience, environment: environment)
  }

  /// The longest token file that is read, in bytes.
  private static let longestToken = 65_536

  private static func token(in file: String) throws(CommandFailure) -> String {
    let bytes: [UInt8]
    do {
      let handle = try FileHandle(forReadingFrom: URL(filePath: file))
      defer { try? handle.close() }
      bytes = [UInt8](try handle.read(upToCount: longestToken) ?? Data())
    } catch {
      throw CommandFailure(.file, "can't read the token file \(file)")
    }
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { throw CommandFailure(.file, "the token file \(file) is empty") }
    return text
  }
}
