import ArrangeModel
import Testing

@testable import Access

@Suite("Access files")
struct AccessFileTests {
  private static let digest = String(repeating: "9f", count: 32)

  private func policy(_ text: String) throws -> AccessPolicy {
    try AccessFile.policy(reading: Array(text.utf8))
  }

  @Test("define principals and their permissions")
  func wholeFile() throws {
    let policy = try policy(
      """
      roles:
        app:   [ { on: "board/**", may: [read, watch, write, create] }, { on: "board/payroll", never: [all] } ]
        own:   [ { on: "users/{principal}/**", may: [all] } ]
        mover: [ { on: "sprint", may: [read, watch, move] } ]
      principals:
        backend: { roles: [app], tokens: [ { sha256: \(AccessFileTests.digest), expires: 2027-01-01 } ],
                   limits: { calls-per-second: 5000, subscriptions: 1000 } }
        ops:     { roles: [admin], certificates: [ "CN=ops,O=Example", "URI:spiffe://example/ops" ], uids: [0] }
      anonymous: []
      limits: { connections: 10 }
      jwt: { keys: jwks.json, issuer: "https://id.example", audience: arrange, principal: sub, roles: roles }
      """
    )
    let (backend, ops) = (try Principal("backend"), try Principal("ops"))
    let (board, own): (Identifier, Identifier) = ("board/a", "users/ann/x")
    let digest = try #require(TokenDigest(hexadecimal: AccessFileTests.digest))
    let owner = try #require(policy.owner(of: digest))
    #expect(owner.principal == backend)
    #expect(owner.expires?.text == "2027-01-01T00:00:00.000000Z")
    #expect(policy.limits(of: backend).callsPerSecond == 5_000)
    #expect(policy.limits(of: backend).connections == 10)
    #expect(policy.limits(of: .anonymous).connections == 10)
    #expect(policy.rights(of: backend).permissions(on: board).contains(.create))
    #expect(policy.rights(of: .anonymous).permissions(on: board) == [])
    #expect(policy.owner(ofCertificate: [CertificateName("CN=ops,O=Example")]) == ops)
    #expect(policy.owner(ofCertificate: [CertificateName("CN=ops")]) == nil)
    #expect(policy.owner(ofUser: 0) == ops)
    #expect(policy.owner(ofUser: 1) == nil)
    #expect(policy.jwt?.issuer == "https://id.example")
    let ann = policy.rights(of: try Principal("ann"), claimed: ["own", "unknown", "admin"])
    #expect(ann.permissions(on: own).contains(.delete))
    // A built-in role comes from the file alone, also where the file gives it to others.
    #expect(!ann.isAdministrator)
    #expect(!ann.mayReadMetrics)
    #expect(ann.decision(.admin, on: nil) == Rights.Decision(isAllowed: false))
    #expect(policy.rights(of: ops).isAdministrator)
    #expect(policy.rights(of: ops, claimed: ["admin"]).isAdministrator)
  }

  @Test("may begin with the byte order mark of UTF-8, and not with that of UTF-16")
  func marks() throws {
    let text = "roles: { r: [ { on: x, may: [read] } ] }"
    #expect(try AccessFile.policy(reading: Array("\u{FEFF}\(text)".utf8)).roles["r"]?.grants.count == 1)
    let error = #expect(throws: AccessFileError.self) {
      try AccessFile.policy(reading: [0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] })
    }
    #expect(error?.message == "the file is UTF-16; save it as UTF-8")
  }

  @Test(
    "are refused with the path of the error",
    arguments: [
      ("", "the file is empty, so nobody could do anything; declare roles and principals"),
      ("~", "the file is empty, so nobody could do anything; declare roles and principals"),
      ("- a", "1:1: this has to be a map of roles, principals, anonymous, jwt, limits, sinks"),
      ("rolls: {}", "1:1: \"rolls\" is not one of roles, principals, anonymous, jwt, limits, sinks"),
      ("roles:\n  a: { on: x }", "2:6: this has to be a list of grants"),
      ("roles:\n  a: [ { on: x } ]", "2:8: a grant needs `may` or `never`, a list of what may be done"),
      ("roles:\n  a: [ { may: [read] } ]", "2:8: a grant needs `on`, the names that it is about"),
      (
        "roles:\n  a: [ { on: x, may: [reed] } ]",
        "2:23: \"reed\" is not one of the permissions read, watch, history, move, write, create, delete, manage, admin, metrics, all"
      ),
      ("roles:\n  a: [ { on: \"***\", may: [read] } ]", "2:14: a pattern has * and **, and no ***"),
      (
        "roles:\n  a: [ { on: \"x/*\", may: [admin] } ]",
        "2:27: admin is about the server as a whole: grant it `on: \"**\"`"
      ),
      (
        "roles:\n  admin: []",
        "2:3: the role \"admin\" is there already, and may do everything; give this one another name"
      ),
      ("principals:\n  a: { roles: [x] }", "2:16: there is no role \"x\"; declare it under `roles`"),
      (
        "principals:\n  anonymous: {}",
        "2:3: declare the roles of callers without credentials under `anonymous`, beside `principals`"
      ),
      ("principals:\n  a: { tokens: [ { sha256: 12 } ] }", "2:28: sha256 has 64 hexadecimal digits"),
      (
        "principals:\n  a: { tokens: [ { sha256: arrange_x } ] }",
        "2:28: this is the token itself, which is a secret: put its SHA-256 here, and make another token"
      ),
      (
        "principals:\n  a: { uids: [1] }\n  b: { uids: [1] }",
        "3:15: the user id 1 is that of \"a\" already: it can say who one principal is"
      ),
      ("principals:\n  a: { uids: [-1] }", "2:15: -1 is outside of what is allowed, 0 to 4294967294"),
      ("principals:\n  a: {}\n  a: {}", "2:3: \"a\" appears twice"),
      ("roles: &r { a: [] }", "1:8: there are no anchors and aliases here; write it out"),
      ("roles: [", "this is not valid YAML"),
      ("limits: { calls-per-second: many }", "1:29: \"many\" is not a whole number"),
      ("jwt: { keys: a }", "1:6: jwt needs keys (a file), issuer and audience"),
    ]
  )
  func refused(_ text: String, _ message: String) {
    do throws(AccessFileError) {
      _ = try AccessFile.policy(reading: Array(text.utf8))
      Issue.record("it was taken: \(text)")
    } catch {
      #expect(
        error.description == message || (message.hasSuffix("valid YAML") && error.message.hasPrefix(message))
      )
    }
  }

  @Test("that nest deeply are refused before they are parsed", arguments: ["[", "{", "- ", "? ", "{a: "])
  func deep(_ piece: String) {
    let text = "roles: \n" + String(repeating: piece, count: 200_000)
    #expect(throws: AccessFileError.self) { try policy(text) }
  }

  @Test("are UTF-8 and not too large")
  func bytes() {
    #expect(throws: AccessFileError.self) { try AccessFile.policy(reading: [0x72, 0xFF]) }
    let large = [UInt8](repeating: UInt8(ascii: "\n"), count: AccessFile.maximumBytes + 1)
    #expect(throws: AccessFileError.self) { try AccessFile.policy(reading: large) }
  }
}
