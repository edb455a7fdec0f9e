import Foundation
import Testing
import arrange

@Suite("arrange access check")
struct AccessCheckTests {
  private let terminal = Terminal()

  @Test("looks at the keys for JWTs as the server does")
  func keys() async throws {
    let text = "jwt: { keys: jwks.json, issuer: i, audience: a }\n"
    try await TemporaryFile.with(text, name: "access.yaml") { file in
      let missing = await terminal.run("access", "check", file)
      #expect(missing.status == 4 && missing.errors.contains("jwt: keys: "), "\(missing)")
      let keys = URL(filePath: file).deletingLastPathComponent().appending(path: "jwks.json")
      try #"{"keys":[{"kty":"EC","crv":"P-384","kid":"b"}]}"#.write(
        to: keys,
        atomically: true,
        encoding: .utf8
      )
      let none = await terminal.run("access", "check", file)
      #expect(none.status == 4 && none.errors.contains("key \"b\" is of a kind"), "\(none)")
      let x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
      let good = #"{"kty":"OKP","crv":"Ed25519","kid":"k","x":"\#(x)"}"#
      try #"{"keys":[{"kty":"EC","crv":"P-384","kid":"b"},\#(good)]}"#
        .write(to: keys, atomically: true, encoding: .utf8)
      let valid = await terminal.run("access", "check", file)
      #expect(valid.status == 0 && valid.output.contains("is valid"), "\(valid)")
      #expect(valid.errors.contains("not used: key \"b\""), "\(valid)")
      try FileManager.default.removeItem(at: keys)
    }
  }
}
