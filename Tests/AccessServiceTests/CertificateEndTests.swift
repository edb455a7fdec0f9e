import ArrangeClient
import ArrangeModel
import ArrangeTLS
import Foundation
import NIOCore
import SwiftCodec
import TestSupport
import Testing
import Wire

@Suite("Client certificates that end", .timeLimit(.minutes(2)))
struct CertificateEndTests {
  private static let access = """
    roles:
      all: [ { on: "**", may: [all] } ]
    principals:
      ops: { roles: [all], certificates: [ "CN=ops" ] }
      ann: { roles: [all], tokens: [ { sha256: TOKEN(ann) } ] }
    anonymous: [ all ]
    """

  private let authority: CertificateAuthority
  private let shown: CertificateAuthority.Certificate

  init() throws {
    authority = try CertificateAuthority()
    shown = try authority.certificate()
  }

  private var flags: [String] {
    [
      "--listen", "tls:127.0.0.1:0", "--tls-certificate", shown.certificate, "--tls-key", shown.key,
      "--tls-client-ca", authority.file,
    ]
  }

  /// The error with which a client that follows a list ends, whose certificate ends in some seconds.
  private func end(_ server: ServerProcess, subject: String, token: String = "") async throws -> ArrangeError?
  {
    let own = try authority.certificate(end: Date(timeIntervalSinceNow: 4), subject: subject)
    var configuration = ArrangeClientConfiguration(host: "localhost", port: server.port)
    configuration.retry = RetryPolicy(maximumAttempts: 1)
    configuration.token = token
    configuration.security = try .tls(
      authorities: .file(authority.file),
      certificate: ClientCertificate(certificate: own.certificate, key: own.key)
    )
    let client = ArrangeClient(configuration)
    defer { Task { await client.close() } }
    var options = ListUpdates.Options()
    options.reconnectionAttempts = 0
    var updates = client.updates(of: "board", options: options).makeAsyncIterator()
    do throws(ArrangeError) {
      while (try await updates.next()) != nil {}
      return nil
    } catch { return error }
  }

  @Test("end the connections that they opened, whatever else says who the client is", arguments: 0..<3)
  func connections(index: Int) async throws {
    let list = ["--collections", "board"]
    let error: ArrangeError?
    if index < 2 {
      let bench = try AccessBench(CertificateEndTests.access, flags: flags + list)
      error =
        index == 0
        ? try await end(bench.server, subject: "/CN=ops")
        : try await end(bench.server, subject: "/CN=other", token: try bench.token("ann"))
    } else {
      // Without an access file a certificate is all that is asked for.
      error = try await end(try ServerProcess(flags: flags + list), subject: "/CN=other")
    }
    #expect(error?.code == .unauthenticated)
    #expect(error?.message.contains("the client certificate has ended; connect with a new one") ?? false)
  }

  @Test("resume no TLS session after their end", arguments: ["-tls1_2", "-tls1_3"])
  func sessions(version: String) async throws {
    let bench = try AccessBench(CertificateEndTests.access, flags: flags)
    let end = Date(timeIntervalSinceNow: 7)
    let own = try authority.certificate(end: end, subject: "/CN=ops")
    let hello = bench.directory.appending(path: "hello")
    let arena = Arena(codec: .swift)
    var bytes = ByteBuffer()
    FrameEncoder.write(Frame(.hello), body: Hello(clientName: "test").message(in: arena), to: &bytes)
    try Data(bytes.readableBytesView).write(to: hello)
    /// Says HELLO in a session, and returns what came back.
    func greet(_ session: String...) throws -> (output: String, errors: String) {
      let (output, errors) = (bench.directory.appending(path: "out"), bench.directory.appending(path: "err"))
      let arguments = [
        "s_client", "-connect", "127.0.0.1:\(bench.server.port)", "-servername", "localhost", "-CAfile",
        authority.file, "-cert", own.certificate, "-key", own.key, version,
      ]
      // The server answers and, if it refuses the client, closes; the input is open for as long.
      let command = "(cat '\(hello.path)'; sleep 2) | openssl \((arguments + session).joined(separator: " "))"
      let process = try ChildProcess(
        "/bin/sh",
        ["-c", command + " >'\(output.path)' 2>'\(errors.path)'"]
      )
      _ = try process.wait()
      return (
        String(decoding: try Data(contentsOf: output), as: UTF8.self),
        String(decoding: try Data(contentsOf: errors), as: UTF8.self)
      )
    }
    let session = bench.directory.appending(path: "session").path
    let first = try greet("-sess_out", session)
    let sentence = "the client certificate has ended"
    #expect(first.output.contains("New, TLS") && !first.output.contains(sentence), "\(first)")
    // Sessions are resumed for as long as the certificate holds: otherwise the rest would show nothing.
    let resumed = try greet("-sess_in", session)
    #expect(resumed.output.contains("Reused") && !resumed.output.contains(sentence), "\(resumed)")
    try await Task.sleep(for: .seconds(max(0, end.timeIntervalSinceNow + 1)))
    let second = try greet("-sess_in", session)
    // Either the handshake is refused, or the connection, before any call.
    #expect(!second.output.contains("Reused") || second.output.contains(sentence), "\(second)")
    #expect(second.output.contains(sentence) || second.errors.contains("alert"), "\(second)")
  }
}
