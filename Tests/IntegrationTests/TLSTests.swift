import ArrangeClient
import ArrangeModel
import ArrangeTLS
import Foundation
import TestSupport
import Testing

@Suite("TLS")
struct TLSTests {
  private func server(
    _ shown: CertificateAuthority.Certificate,
    _ flags: String...
  ) throws -> ServerProcess {
    try ServerProcess(
      flags: [
        "--listen", "tls:127.0.0.1:0", "--tls-certificate", shown.certificate, "--tls-key", shown.key,
      ] + flags
    )
  }

  /// A client that connects only once.
  private func client(
    _ server: ServerProcess,
    host: String = "localhost",
    _ security: ConnectionSecurity?
  ) -> ArrangeClient {
    var configuration = ArrangeClientConfiguration(host: host, port: server.port)
    configuration.security = security
    configuration.retry = RetryPolicy(maximumAttempts: 1)
    return ArrangeClient(configuration)
  }

  /// The error of a client that is refused.
  private func refusal(_ client: ArrangeClient) async throws -> String {
    defer { Task { await client.close() } }
    do {
      _ = try await client.ping()
      return "it was served"
    } catch {
      #expect(error.code == .unavailable)
      return error.message
    }
  }

  /// Waits until a text is in the log of a server.
  private func expectLog(_ server: ServerProcess, _ text: String) async throws {
    for _ in 0..<ChildProcess.patience / 10 {
      if server.logged.contains(text) { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("the log does not say \"\(text)\": \(server.logged)")
  }

  @Test(
    "calls, large ones too, and subscriptions are as they are without",
    arguments: ["localhost", "127.0.0.1"]
  )
  func serves(host: String) async throws {
    let authority = try CertificateAuthority()
    let server = try server(try authority.certificate())
    let client = client(server, host: host, try .tls(authorities: .file(authority.file)))
    _ = try await client.create("board", strategy: "lexorank")
    var options = ListUpdates.Options()
    options.reconnectionAttempts = 0
    var updates = client.updates(of: "board", options: options).makeAsyncIterator()
    _ = try await updates.next()
    let text = String(repeating: "x", count: 2_000)
    for start in stride(from: 0, to: 2_000, by: 400) {
      let items = (start..<start + 400).map {
        NewElement(id: Identifier(unchecked: "\($0)"), fields: ["t": .string(text)])
      }
      _ = try await client.apply(
        ApplyRequest(collection: "board", operations: [.insertItems(items, to: ItemDestination())])
      )
    }
    var version: UInt64 = 0
    while version < 5, let update = try await updates.next() { version = update.version }
    #expect(version == 5)
    var count = 0
    for try await page in client.pages(of: "board", pageSize: 400) {
      count += page.sections.reduce(0) { $0 + $1.items.count }
    }
    #expect(count == 2_000)
    // It stops gracefully, and notifies its clients.
    server.terminate()
    await #expect(throws: ArrangeError.self) {
      while try await updates.next() != nil {}
    }
    await client.close()
  }

  @Test("a server with the wrong identity is rejected, and both sides say why")
  func strangers() async throws {
    let (authority, other) = (try CertificateAuthority(), try CertificateAuthority())
    let security = try ConnectionSecurity.tls(authorities: .file(authority.file))
    let expired = try server(try authority.certificate(days: -1))
    #expect(
      try await refusal(client(expired, security)).contains(
        "is not signed by a trusted authority, or has expired"
      )
    )
    try await expectLog(expired, "certificate has expired")
    let wrongHost = try server(try authority.certificate(for: "DNS:lists.example.org"))
    #expect(try await refusal(client(wrongHost, security)).contains("that of another host"))
    let unknown = try server(try other.certificate())
    #expect(try await refusal(client(unknown, security)).contains("is not signed by a trusted authority"))
    try await expectLog(unknown, "does not know the authority of the server's certificate")
    let plain = try ServerProcess()
    let message = try await refusal(client(plain, security))
    #expect(
      message.contains("does not support TLS") || message.contains("does not speak TLS"),
      "\(message)"
    )
    try await expectLog(plain, "the peer speaks TLS, and this port is a plain one")
    #expect(try await refusal(client(unknown, nil)).contains("does not greet as arranged does"))
    try await expectLog(unknown, "the peer does not speak TLS")
  }

  @Test("clients must present a certificate of the authority if required")
  func clientCertificates() async throws {
    let (authority, other) = (try CertificateAuthority(), try CertificateAuthority())
    let shown = try authority.certificate()
    let security = { (own: CertificateAuthority.Certificate?) throws in
      try ConnectionSecurity.tls(
        authorities: .file(authority.file),
        certificate: own.map { ClientCertificate(certificate: $0.certificate, key: $0.key) }
      )
    }
    let (known, stranger) = (try authority.certificate(for: "DNS:ann"), try other.certificate(for: "DNS:ann"))
    for rule in ["none", "requested", "required"] {
      let server = try server(
        shown,
        "--tls-client-ca",
        authority.file,
        "--tls-client-certificates",
        rule
      )
      let withKnown = self.client(server, try security(known))
      _ = try await withKnown.ping()
      await withKnown.close()
      let without = try await refusal(self.client(server, try security(nil)))
      #expect((without == "it was served") == (rule != "required"), "\(rule): \(without)")
      if rule == "required" { try await expectLog(server, "the peer sent no certificate") }
      let wrong = try await refusal(self.client(server, try security(stranger)))
      #expect((wrong == "it was served") == (rule == "none"), "\(rule): \(wrong)")
      if rule != "none" { try await expectLog(server, "is not signed by the client authority") }
    }
  }

  @Test(
    "certificates with all common kinds of keys are accepted, of servers and of clients",
    arguments: ["ec:P-256", "ec:P-384", "ec:P-521", "rsa:2048", "ed25519"]
  )
  func keys(kind: String) async throws {
    let authority = try CertificateAuthority()
    let (shown, own) = (
      try authority.certificate(key: kind), try authority.certificate(for: "DNS:ann", key: kind)
    )
    let server = try server(shown, "--tls-client-ca", authority.file)
    let certificate = ClientCertificate(certificate: own.certificate, key: own.key)
    let client = client(server, try .tls(authorities: .file(authority.file), certificate: certificate))
    _ = try await client.ping()
    await client.close()
  }

  @Test("a new certificate applies to new connections only; a broken one is refused")
  func exchange() async throws {
    let authority = try CertificateAuthority()
    let (first, second) = (try authority.certificate(), try authority.certificate(for: "DNS:other.example"))
    let server = try server(first)
    let security = try ConnectionSecurity.tls(authorities: .file(authority.file))
    let early = client(server, security)
    _ = try await early.ping()
    func replace(_ file: String, by other: String) throws {
      try Data(contentsOf: URL(filePath: other)).write(to: URL(filePath: file), options: .atomic)
    }
    // A certificate without its key: the previous pair stays in force.
    try replace(first.certificate, by: second.certificate)
    try await expectLog(server, "is not the key of the certificate")
    let between = client(server, security)
    _ = try await between.ping()
    await between.close()
    try replace(first.key, by: second.key)
    try await expectLog(server, "new connections use a new certificate")
    #expect(try await refusal(client(server, security)).contains("that of another host"))
    _ = try await early.ping()
    await early.close()
  }

  @Test("the command line supports it, and says what is missing")
  func commandLine() throws {
    let authority = try CertificateAuthority()
    let (shown, own) = (try authority.certificate(), try authority.certificate(for: "DNS:ann"))
    let server = try server(shown, "--tls-client-ca", authority.file)
    let errors = FileManager.default.temporaryDirectory.appending(path: "arrange-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: errors) }
    func run(_ environment: [String: String], _ words: String...) throws -> (status: Int32, said: String) {
      try? FileManager.default.removeItem(at: errors)
      let program = ServerProcess.programs.appending(path: "arrange").path
      let process = try ChildProcess(program, words, environment: environment, errors: .file(errors.path))
      let status = try process.wait().code
      return (status, (try? String(contentsOf: errors, encoding: .utf8)) ?? "")
    }
    let place = "localhost:\(server.port)"
    let served = try run(
      [:],
      "status",
      "--server",
      place,
      "--tls",
      "--ca",
      authority.file,
      "--cert",
      own.certificate,
      "--key",
      own.key
    )
    #expect(served.status == 0, "\(served.said)")
    let variables = [
      "ARRANGE_SERVER": "tls:\(place)", "ARRANGE_CA": authority.file, "ARRANGE_CERT": own.certificate,
      "ARRANGE_KEY": own.key,
    ]
    #expect(try run(variables, "list").status == 0)
    let without = try run([:], "status", "--server", "tls:\(place)", "--ca", authority.file)
    #expect(without.status == 5 && without.said.contains("certificate"), "\(without)")
    let unknown = try run([:], "status", "--server", "tls:\(place)")
    #expect(unknown.status == 5 && unknown.said.contains("not signed by a trusted authority"), "\(unknown)")
    #expect(try run([:], "status", "--server", place, "--ca", authority.file).status == 64)
    #expect(try run([:], "status", "--server", place, "--tls", "--cert", own.certificate).status == 64)
    #expect(try run([:], "status", "--server", place, "--tls", "--ca", "/none").status == 64)
    #expect(try run([:], "status", "--server", "192.0.2.1:1", "--token", "x").status == 4)
    #expect(try run([:], "status", "--server", place, "--token-file", "/none").status == 74)
  }

  @Test(
    "settings that can't be are refused in one line",
    arguments: [
      (["--listen", "tls:127.0.0.1:0"], "needs tls-certificate and tls-key"),
      (["--tls-certificate", "CERT", "--tls-key", "KEY"], "no address has TLS"),
      (
        ["--listen", "tls:127.0.0.1:0", "--tls-certificate", "CERT", "--tls-key", "OTHER"],
        "is not the key of"
      ),
      (
        ["--listen", "tls:127.0.0.1:0", "--tls-certificate", "KEY", "--tls-key", "KEY"],
        "has no certificate in PEM"
      ),
      (["--listen", "tls:127.0.0.1:0", "--tls-certificate", "/none", "--tls-key", "KEY"], "No such file"),
      (
        ["--listen", "tls:0.0.0.0:0", "--tls-certificate", "CERT", "--tls-key", "KEY"],
        "clients need no credentials"
      ),
      (["--tls-client-certificates", "required"], "TLS needs tls-certificate and tls-key"),
      (
        [
          "--listen", "tls:127.0.0.1:0", "--tls-certificate", "CERT", "--tls-key", "KEY",
          "--tls-client-certificates", "requested",
        ], "tls-client-ca has to say"
      ),
    ]
  )
  func settings(flags: [String], sentence: String) throws {
    let authority = try CertificateAuthority()
    let (own, other) = (try authority.certificate(), try authority.certificate())
    let files = ["CERT": own.certificate, "KEY": own.key, "OTHER": other.key]
    let error = #expect(throws: Failure.self) {
      _ = try ServerProcess(flags: flags.map { files[$0] ?? $0 })
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains(sentence), "\(String(describing: error))")
  }

  @Test("a token is not sent to another machine without encryption, unless allowed")
  func token() async throws {
    // A documentation address, where nothing listens.
    var configuration = ArrangeClientConfiguration(host: "192.0.2.1", port: 7411)
    configuration.token = "secret"
    configuration.connectTimeout = .milliseconds(50)
    configuration.retry = RetryPolicy(maximumAttempts: 1)
    let client = ArrangeClient(configuration)
    let error = await #expect(throws: ArrangeError.self) { try await client.ping() }
    #expect(error?.code == .invalidArgument && error?.field == "token")
    await client.close()
    // One that no server takes is not sent to any.
    configuration.host = "127.0.0.1"
    configuration.token = String(repeating: "x", count: 12_289)
    let long = ArrangeClient(configuration)
    let tooLong = await #expect(throws: ArrangeError.self) { try await long.ping() }
    #expect(tooLong?.code == .invalidArgument && tooLong?.field == "token")
    await long.close()
    (configuration.host, configuration.token) = ("192.0.2.1", "secret")
    configuration.sendsTokenInClear = true
    let allowed = ArrangeClient(configuration)
    let reached = await #expect(throws: ArrangeError.self) { try await allowed.ping() }
    #expect(reached?.code == .unavailable)
    await allowed.close()
  }
}
