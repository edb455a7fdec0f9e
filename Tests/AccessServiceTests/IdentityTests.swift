import Access
import ArrangeClient
import ArrangeModel
import ArrangeTLS
import Foundation
import JWTKit
import TestSupport
import Testing
import Wire

@Suite("The identity of a caller")
struct IdentityTests {
  private static let roles = """
    roles:
      all: [ { on: "**", may: [all] } ]
      own: [ { on: "users/{principal}/**", may: [all] } ]

    """

  /// The author of the newest commit of a list: the principal that the server assigns to a connection.
  private func author(_ connection: RawConnection, _ name: String = "who") throws -> String? {
    let name = Identifier(unchecked: name)
    _ = try connection.call(
      Wire.Method.createCollection.name,
      connection.encode(CreateCollectionRequest(name: name))
    )
    let insert = ApplyRequest(
      collection: name,
      operations: [.insertItems([NewElement()], to: ItemDestination())]
    )
    let _: ApplyResult = try connection.result(.apply, insert)
    let page: HistoryPage = try connection.result(.history, HistoryRequest(collection: name))
    return page.commits.last?.author?.name
  }

  @Test("comes from a token, and from nothing else in the request")
  func tokens() throws {
    let bench = try AccessBench(
      IdentityTests.roles + """
        principals:
          ann: { roles: [all], tokens: [ { sha256: TOKEN(ann) }, { sha256: TOKEN(ann2), expires: 2999-01-01 } ] }
          bob: { roles: [all], tokens: [ { sha256: TOKEN(bob), expires: 2020-01-01 } ] }
        anonymous: [ all ]
        """
    )
    #expect(try author(try bench.connect("ann")) == "ann")
    #expect(try author(try bench.connect("ann2")) == "ann")
    #expect(try author(try bench.connect(nil)) == "anonymous")
    let expired = try #require(try bench.refusal(ofToken: try bench.token("bob")))
    #expect(expired.code == .unauthenticated)
    #expect(expired.message == "the token has expired; get another one")
    // A wrong token never falls back to the rights of anonymous clients.
    let mistyped = String(try bench.token("ann").dropLast()) + "!"
    for token in ["nonsense", mistyped, "a.b.c", String(repeating: "x", count: 4_096), "ann"] {
      let refusal = try #require(try bench.refusal(ofToken: token))
      #expect(refusal.code == .unauthenticated)
      #expect(refusal.message == "the token is not valid")
    }
    #expect(!bench.server.logged.contains("nonsense"))
  }

  @Test("comes from tokens of any form whose digest is in the file, if they are too long to be guessed")
  func otherForms() throws {
    let other = "glpat-0123456789 äöü"
    let short = String(other.dropLast())
    let digests = [other, short].map { TokenDigest(of: $0).hexadecimal }
    let bench = try AccessBench(
      IdentityTests.roles + """
        principals:
          ann: { roles: [all], tokens: [ { sha256: \(digests[0]) }, { sha256: \(digests[1]) } ] }
        """
    )
    #expect(other.count == AccessToken.minimumLength)
    let connection = try RawConnection(port: bench.server.port, greeting: false)
    try connection.hello(Hello(clientName: "test", token: other))
    #expect(try connection.receive()?.type == .welcome)
    #expect(try author(connection) == "ann")
    #expect(try bench.refusal(ofToken: short)?.code == .unauthenticated)
    #expect(try bench.refusal(ofToken: other + " ")?.code == .unauthenticated)
  }

  @Test("can't be given without an access file")
  func noFile() throws {
    let server = try ServerProcess()
    let connection = try RawConnection(port: server.port, greeting: false)
    try connection.hello(Hello(clientName: "test", token: "nonsense"))
    let frame = try #require(try connection.receive())
    #expect(frame.type == .goAway)
    #expect(try connection.status(frame).code == .unauthenticated)
    #expect(try author(try RawConnection(port: server.port)) == "anonymous")
  }

  @Test("comes from the user of the process at a Unix socket")
  func users() throws {
    let socket = FileManager.default.temporaryDirectory.appending(path: "a-\(UUID().uuidString)").path
    let bench = try AccessBench(
      IdentityTests.roles + "principals:\n  me: { roles: [all], uids: [\(getuid())] }\n",
      flags: ["--listen", "127.0.0.1:0,unix:\(socket)"]
    )
    #expect(try author(try RawConnection(unixSocket: socket)) == "me")
    #expect(throws: (any Error).self) { try author(try RawConnection(port: bench.server.port)) }
  }

  // MARK: JWT

  private struct Claims: JWTPayload {
    var iss: String? = "https://id.example"
    var aud: String? = "arrange"
    var sub: String? = "ann"
    var exp: Double? = 4_000_000_000
    var nbf: Double?
    var groups: [String]? = ["all"]

    func verify(using algorithm: some JWTAlgorithm) {}
  }

  private static let jwt =
    "jwt: { keys: KEYS, issuer: \"https://id.example\", audience: arrange, roles: groups }\n"

  /// A server that trusts an issuer, and the issuer's keys.
  private func issuer() async throws -> (bench: AccessBench, keys: JWTKeyCollection, key: EdDSA.PrivateKey) {
    let key = try EdDSA.PrivateKey()
    let bench = try AccessBench(
      IdentityTests.roles + IdentityTests.jwt.replacing("KEYS", with: "key.pem"),
      files: ["key.pem": key.publicKey.pemRepresentation]
    )
    return (bench, await JWTKeyCollection().add(eddsa: key), key)
  }

  private func refusal(_ bench: AccessBench, _ keys: JWTKeyCollection, _ claims: Claims) async throws
    -> String?
  {
    try bench.refusal(ofToken: try await keys.sign(claims))?.message
  }

  @Test("comes from the claims of a trusted issuer's JWT")
  func jwts() async throws {
    let (bench, keys, key) = try await issuer()
    func connect(_ claims: Claims) async throws -> RawConnection {
      let connection = try RawConnection(port: bench.server.port, greeting: false)
      try connection.hello(Hello(clientName: "test", token: try await keys.sign(claims)))
      // Frames after HELLO wait until the principal is known.
      _ = try connection.open(Wire.Method.serverInfo.name, [])
      #expect(try connection.receive()?.type == .welcome)
      #expect(try connection.receive()?.code == .ok)
      return connection
    }
    #expect(try author(try await connect(Claims())) == "ann")
    #expect(try author(try await connect(Claims(groups: ["own"])), "users/ann/x") == "ann")
    await #expect(throws: (any Error).self) {
      try author(try await connect(Claims(groups: ["own"])), "users/bob/x")
    }
    await #expect(throws: (any Error).self) { try author(try await connect(Claims(groups: nil))) }

    let invalid = "the token is not valid"
    #expect(try await refusal(bench, keys, Claims(iss: "https://other.example")) == invalid)
    #expect(try await refusal(bench, keys, Claims(iss: nil)) == invalid)
    #expect(try await refusal(bench, keys, Claims(aud: "other")) == invalid)
    #expect(try await refusal(bench, keys, Claims(aud: nil)) == invalid)
    #expect(try await refusal(bench, keys, Claims(exp: nil)) == invalid)
    #expect(try await refusal(bench, keys, Claims(exp: -1)) == invalid)
    #expect(
      try await refusal(bench, keys, Claims(exp: 1_000_000)) == "the token has expired; get another one"
    )
    #expect(try await refusal(bench, keys, Claims(nbf: 3_999_999_999)) == invalid)
    #expect(try await refusal(bench, keys, Claims(sub: nil)) == invalid)
    #expect(try await refusal(bench, keys, Claims(sub: "anonymous")) == invalid)
    #expect(try await refusal(bench, keys, Claims(sub: String(repeating: "x", count: 129))) == invalid)
    #expect(try await refusal(bench, keys, Claims(sub: "a\nb")) == invalid)
    // Another key, no signature, and a public key used as a secret.
    let other = await JWTKeyCollection().add(eddsa: try EdDSA.PrivateKey())
    #expect(try await refusal(bench, other, Claims()) == invalid)
    let unsigned = await JWTKeyCollection().addUnsecuredNone()
    #expect(try await refusal(bench, unsigned, Claims()) == invalid)
    let symmetric = await JWTKeyCollection()
      .add(hmac: HMACKey(from: Data(key.publicKey.pemRepresentation.utf8)), digestAlgorithm: .sha256)
    #expect(try await refusal(bench, symmetric, Claims()) == invalid)
  }

  @Test("comes from JWTs that are long, and those that are longer than any are refused as such")
  func longTokens() async throws {
    let (bench, keys, _) = try await issuer()
    func refusal(groups: Int) async throws -> Status? {
      let groups = ["all"] + (0..<groups).map { "a-group-with-a-long-name-\($0)" }
      return try bench.refusal(ofToken: try await keys.sign(Claims(groups: groups)))
    }
    #expect(try await refusal(groups: 200) == nil)
    let refused = try #require(try await refusal(groups: 330))
    #expect(refused.code == .unauthenticated)
    #expect(refused.message == "the token is longer than 12288 bytes, or has control characters")
  }

  @Test("that is refused is logged with the claim that is wrong, which the client is not told")
  func reasons() async throws {
    let (bench, keys, _) = try await issuer()
    #expect(try await refusal(bench, keys, Claims(aud: "other")) == "the token is not valid")
    let sentence = #"its claim "aud" does not have "arrange""#
    try await bench.wait(for: "a line of the log") {
      bench.server.logged.replacing("\\", with: "").contains(sentence)
    }
    try await bench.wait(for: "a line of the audit log") {
      ((try? String(contentsOfFile: bench.audit, encoding: .utf8)) ?? "").replacing("\\", with: "")
        .contains(sentence)
    }
  }

  @Test("ends when its JWT expires")
  func expiry() async throws {
    let (bench, keys, _) = try await issuer()
    let token = try await keys.sign(Claims(exp: Date().timeIntervalSince1970 + 3))
    let connection = try RawConnection(port: bench.server.port, greeting: false)
    try connection.hello(Hello(clientName: "test", token: token))
    #expect(try connection.receive()?.type == .welcome)
    let frame = try #require(try connection.receive())
    #expect(frame.type == .goAway)
    #expect(try connection.status(frame).code == .unauthenticated)
  }

  @Test(
    "is never said by keys that many have",
    arguments: [
      #"{"keys":[{"kty":"oct","kid":"a","k":"c2VjcmV0"}]}"#, #"{"keys":[]}"#, "{}", "", "no key",
      #"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}"#,
      #"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"a","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}"#,
    ]
  )
  func refusedKeys(_ text: String) {
    #expect(throws: (any Error).self) {
      try AccessBench(
        IdentityTests.roles + IdentityTests.jwt.replacing("KEYS", with: "jwks.json"),
        files: ["jwks.json": text]
      )
    }
  }

  // MARK: Certificates

  @Test("comes from the whole subject of a certificate, or an alternative name, and from no part of it")
  func certificates() async throws {
    let authority = try CertificateAuthority()
    let shown = try authority.certificate()
    let bench = try AccessBench(
      IdentityTests.roles + """
        principals:
          ops: { roles: [all], certificates: [ "CN=ops,O=Example" ] }
          web: { roles: [all], certificates: [ "URI:spiffe://example/web" ] }
        """,
      flags: [
        "--listen", "tls:127.0.0.1:0", "--tls-certificate", shown.certificate, "--tls-key", shown.key,
        "--tls-client-ca", authority.file, "--tls-client-certificates", "requested",
      ]
    )
    func create(_ name: Identifier, subject: String, names: String = "DNS:x") async throws -> String? {
      let own = try authority.certificate(for: names, subject: subject)
      var configuration = ArrangeClientConfiguration(host: "localhost", port: bench.server.port)
      configuration.retry = RetryPolicy(maximumAttempts: 1)
      configuration.security = try .tls(
        authorities: .file(authority.file),
        certificate: ClientCertificate(certificate: own.certificate, key: own.key)
      )
      let client = ArrangeClient(configuration)
      defer { Task { await client.close() } }
      do throws(ArrangeError) {
        _ = try await client.create(name)
        _ = try await client.apply(
          ApplyRequest(collection: name, operations: [.insertItems([NewElement()], to: ItemDestination())])
        )
        return try await client.history(HistoryRequest(collection: name)).commits.last?.author?.name
      } catch { return "\(error.code)" }
    }
    #expect(try await create("a", subject: "/O=Example/CN=ops") == "ops")
    #expect(try await create("b", subject: "/CN=other", names: "URI:spiffe://example/web") == "web")
    // Of NATS, GHSA-3f24-pcvm-5jqc: a subject that shares parts with another one differs from it.
    for subject in [
      "/CN=ops", "/O=Example", "/CN=ops/O=Example", "/O=Example/CN=ops/CN=x", "/O=Example/OU=x/CN=ops",
      "/CN=ops,O=Example",
      "/O=Example/CN=Ops",
    ] {
      #expect(try await create("c", subject: subject) == "PERMISSION_DENIED", "\(subject)")
    }
    #expect(try await create("c", subject: "/CN=x", names: "DNS:spiffe://example/web") == "PERMISSION_DENIED")
  }
}
