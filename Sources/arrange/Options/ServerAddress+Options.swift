import ArgumentParser
import Foundation

extension ServerAddress {
  /// The prefix of an address that is connected to with TLS.
  static let secure = "tls:"

  /// The address from the command line, or else from the context or the environment, or else the default.
  ///
  /// - Throws: ``CommandFailure`` if a file can't be read, if only one of two related files is given, or if
  ///   the context does not exist.
  init(
    _ options: ConnectionOptions,
    patience: Patience = Patience(),
    environment: [String: String]
  ) throws(CommandFailure) {
    let settings = try ConnectionSettings(options, environment: environment)
    let (server, isSecure) = try ServerAddress.split(settings.server ?? ServerAddress.standard)
    self.server = server
    token = settings.token
    if token == nil, let file = settings.tokenFile { token = try ServerAddress.token(in: file) }
    sendsTokenInClear = settings.sendsTokenInClear
    self.patience = patience
    if let timeout = options.timeout { self.patience.answer = timeout }
    guard isSecure || options.tls else {
      guard options.ca == nil, options.cert == nil, options.key == nil else {
        throw CommandFailure(.usage, "--ca, --cert and --key are for a connection with TLS; say --tls, too")
      }
      return
    }
    guard (settings.certificate == nil) == (settings.key == nil) else {
      throw CommandFailure(.usage, "--cert and --key belong together")
    }
    security = Security(
      authorities: settings.authorities,
      certificate: settings.certificate,
      key: settings.key
    )
  }

  /// The same for options that are not parsed yet.
  package init(
    words: [String],
    patience: Patience = Patience(),
    environment: [String: String]
  ) throws {
    try self.init(try ConnectionOptions.parse(words), patience: patience, environment: environment)
  }

  /// An address, or several with commas between them, without the prefixes, and whether they have them.
  private static func split(_ text: String) throws(CommandFailure) -> (server: String, isSecure: Bool) {
    guard text.contains(secure) else { return (text, false) }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard text.hasPrefix(secure) else {
      throw CommandFailure(
        .usage,
        "\"\(text)\" has an address with TLS after one without; put \(secure) before the first one"
      )
    }
    return (
      parts.map { String($0.hasPrefix(secure) ? $0.dropFirst(secure.count) : $0) }.joined(separator: ","),
      true
    )
  }

  /// The maximum size of a token file, in bytes.
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
