import Access
import ArrangeClient
import ArrangeModel
import Foundation
import Ordering
import TestSupport
import Wire

/// A server with an access file, and a client for each of its principals.
final class AccessBench {
  let directory: URL
  let server: ServerProcess
  private var tokens: [String: AccessToken] = [:]
  private var random = OrderingRandom(seed: 31)

  /// The access file.
  var file: String { directory.appending(path: "access.yaml").path }
  var audit: String { directory.appending(path: "audit").path }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - text: the access file, in which `TOKEN(name)` stands for the digest of a token of somebody.
  ///   - files: others beside it.
  init(_ text: String, files: [String: String] = [:], flags: [String] = []) throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "arrange-access-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for (name, text) in files {
      try text.write(to: directory.appending(path: name), atomically: true, encoding: .utf8)
    }
    var all: [String: AccessToken] = [:]
    try AccessBench.filled(text, &all, &random)
      .write(to: directory.appending(path: "access.yaml"), atomically: true, encoding: .utf8)
    tokens = all
    server = try ServerProcess(
      flags: [
        "--access", directory.appending(path: "access.yaml").path, "--audit-log",
        directory.appending(path: "audit").path, "--keepalive-seconds", "0",
      ] + flags
    )
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Replaces the text of the access file.
  func replace(by text: String) throws {
    try AccessBench.filled(text, &tokens, &random).write(toFile: file, atomically: true, encoding: .utf8)
  }

  private static func filled(
    _ text: String,
    _ tokens: inout [String: AccessToken],
    _ random: inout OrderingRandom
  ) -> String {
    var text = text
    while let match = text.firstMatch(of: /TOKEN\(([^)]*)\)/) {
      let name = String(match.1)
      let token = tokens[name] ?? AccessToken(using: &random)
      tokens[name] = token
      text.replaceSubrange(match.range, with: token.digest.hexadecimal)
    }
    return text
  }

  /// The secret of a token that the file names.
  func token(_ name: String) throws -> String {
    guard let token = tokens[name] else { throw Failure("the file has no token of \(name)") }
    return token.text
  }

  /// A connection of a principal; nil for an anonymous one.
  func connect(_ name: String?) throws -> RawConnection {
    let connection = try RawConnection(port: server.port, greeting: false)
    try connection.hello(Hello(clientName: "test", token: try name.map { try token($0) } ?? ""))
    let welcome = try connection.receive()
    guard welcome?.type == .welcome else {
      throw Failure(try welcome.map { try connection.status($0).message } ?? "the connection was closed")
    }
    return connection
  }

  /// The status with which a token is refused; nil if it is accepted.
  func refusal(ofToken token: String) throws -> Status? {
    let connection = try RawConnection(port: server.port, greeting: false)
    try connection.hello(Hello(clientName: "test", token: token))
    guard let frame = try connection.receive(), frame.type == .goAway else { return nil }
    return try connection.status(frame)
  }

  /// Waits until a condition holds; the server notices the change within a second.
  func wait(for what: String, until isSo: () throws -> Bool) async throws {
    for _ in 0..<ChildProcess.patience / 10 {
      if try isSo() { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw Failure("in vain: \(what); the log: \(server.logged)")
  }
}
