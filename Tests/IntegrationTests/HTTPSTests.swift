import Foundation
import TestSupport
import Testing

@Suite("HTTP over TLS", .timeLimit(.minutes(5)))
struct HTTPSTests {
  private func server(_ shown: CertificateAuthority.Certificate, _ flags: String...) throws -> ServerProcess {
    try ServerProcess(
      flags: [
        "--http", "tls:127.0.0.1:0", "--tls-certificate", shown.certificate, "--tls-key", shown.key,
      ] + flags
    )
  }

  /// What `curl` prints about a request: the version of HTTP, the status, and the body.
  private func curl(_ authority: CertificateAuthority, _ server: ServerProcess, _ arguments: String...) throws
    -> String
  {
    try curl(authority, server, arguments)
  }

  private func curl(_ authority: CertificateAuthority, _ server: ServerProcess, _ arguments: [String]) throws
    -> String
  {
    let port = try server.httpPort()
    let all =
      ["-sS", "--cacert", authority.file, "-w", "\n%{http_version} %{http_code}", "--max-time", "60"]
      + arguments.map { $0.replacing("ROOT", with: "https://localhost:\(port)/v1") }
    let (_, output, errors) = try ServerProcess.run("/usr/bin/curl", all)
    return output + errors
  }

  @Test("calls and streams are served in HTTP/1.1 and HTTP/2", arguments: ["--http1.1", "--http2"])
  func versions(flag: String) throws {
    let authority = try CertificateAuthority()
    let server = try server(try authority.certificate())
    let version = flag == "--http2" ? "2" : "1.1"
    #expect(
      try curl(authority, server, flag, "-X", "PUT", "ROOT/collections/board").hasSuffix("\(version) 201")
    )
    let json = ["-H", "Content-Type: application/json", "-d", #"{"id":"a"}"#]
    for path in ["ROOT/collections/board/items", "ROOT/collections/board/sections"] {
      #expect(
        try curl(authority, server, flag, json[0], json[1], json[2], json[3], path).hasSuffix(
          "\(version) 200"
        )
      )
    }
    let list = try curl(authority, server, flag, "ROOT/collections/board")
    #expect(list.hasSuffix("\(version) 200") && list.contains(#""id":"a""#))
    let poll = try curl(authority, server, flag, "ROOT/collections/board/changes?wait=0")
    #expect(poll.hasSuffix("\(version) 200") && poll.contains("resume_token"))
    let stream = try curl(authority, server, flag, "--max-time", "4", "ROOT/collections/board/changes")
    #expect(stream.contains("event: list") && stream.contains("\(version) 200"))
    // A body that is larger than what may be sent at once.
    let large = FileManager.default.temporaryDirectory.appending(path: "large-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: large) }
    let text = String(repeating: "x", count: 60_000)
    let items = (0..<10).map { #"{"id":"l\#($0)","fields":{"t":"\#(text)"}}"# }.joined(separator: ",")
    try #"{"operations":[{"insert_items":{"items":[\#(items)]}}]}"#.write(
      to: large,
      atomically: true,
      encoding: .utf8
    )
    let path = "ROOT/collections/board/apply"
    #expect(
      try curl(authority, server, flag, json[0], json[1], "-d", "@\(large.path)", path).hasSuffix(
        "\(version) 200"
      )
    )
    #expect(try curl(authority, server, flag, "ROOT/collections/board?page_size=5000").contains("l9"))
  }

  @Test("many streams and calls share a connection of HTTP/2, which can be used after they have ended")
  func manyStreams() throws {
    let authority = try CertificateAuthority()
    let server = try server(try authority.certificate())
    #expect(try curl(authority, server, "-X", "PUT", "ROOT/collections/board").hasSuffix("201"))
    let together = ["--http2", "--parallel", "--parallel-max", "90"]
    func times(_ text: String, _ part: String) -> Int { text.components(separatedBy: part).count - 1 }
    let polls = (0..<90).map { "ROOT/collections/board/changes?wait=0.5&own=\($0)" }
    let answers = try curl(authority, server, together + polls)
    #expect(times(answers, "\n2 200") == 90, "\(answers)")
    let streams = try curl(
      authority,
      server,
      together + ["--max-time", "8"] + polls.map { $0.replacing("wait=0.5&", with: "") }
    )
    #expect(times(streams, "event: list") == 90, "\(streams)")
    let reads = try curl(
      authority,
      server,
      together + (0..<90).map { "ROOT/collections/board?at=0&page_size=\($0 + 1)" }
    )
    #expect(times(reads, "\n2 200") == 90, "\(reads)")
  }

  @Test("a refusal of a body is an answer in HTTP/2 as well")
  func tooLarge() throws {
    let authority = try CertificateAuthority()
    let server = try server(try authority.certificate())
    let large = FileManager.default.temporaryDirectory.appending(path: "large-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: large) }
    try Data(repeating: 0x20, count: 3_000_000).write(to: large)
    let body = ["-H", "Content-Type: application/json", "--data-binary", "@\(large.path)"]
    for flag in ["--http1.1", "--http2"] {
      let answer = try curl(authority, server, [flag] + body + ["ROOT/transact"])
      #expect(answer.contains("RESOURCE_EXHAUSTED") && answer.contains(" 413"), "\(flag): \(answer)")
    }
  }

  @Test("a client without TLS gets no answer, and one that does not trust the authority ends the handshake")
  func refused() throws {
    let (authority, other) = (try CertificateAuthority(), try CertificateAuthority())
    let server = try server(try authority.certificate())
    let port = try server.httpPort()
    #expect(
      try HTTPExchange.exchange(Array("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), port: port)
        .isEmpty
    )
    #expect(try curl(other, server, "ROOT/collections").contains("certificate"))
    #expect(try curl(authority, server, "ROOT/collections").hasSuffix("200"))
  }

  @Test("new connections have the certificate that has replaced the first one")
  func exchange() async throws {
    let (first, second) = (try CertificateAuthority(), try CertificateAuthority())
    let (shown, next) = (try first.certificate(), try second.certificate())
    let server = try server(shown)
    #expect(try curl(first, server, "ROOT/collections").hasSuffix("200"))
    for (old, new) in [(shown.key, next.key), (shown.certificate, next.certificate)] {
      try FileManager.default.removeItem(atPath: old)
      try FileManager.default.copyItem(atPath: new, toPath: old)
    }
    for _ in 0..<ChildProcess.patience / 10 {
      if try curl(second, server, "ROOT/collections").hasSuffix("200") { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("the certificate is still the first one: \(server.logged)")
  }
}
