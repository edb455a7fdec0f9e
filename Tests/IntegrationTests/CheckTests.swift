import Foundation
import TestSupport
import Testing

@Suite("A check of settings")
final class CheckTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "arrange-\(UUID())")

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: directory) }

  private func file(_ name: String, _ text: String) throws -> String {
    let path = directory.appending(path: name).path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func check(
    _ text: String,
    _ flags: String...,
    environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String, errors: [String]) {
    let run = try ServerProcess.run(
      "arranged",
      ["check", "--config", try file("arranged.yaml", text)] + flags,
      environment: environment
    )
    return (run.status, run.output, run.errors.split(separator: "\n").map(String.init))
  }

  @Test("that are in order makes nothing, and says so")
  func order() throws {
    let data = directory.appending(path: "deep/data").path
    let run = try check(
      "data: \(data)\ncollections: [board=dense, list]\nviews: [open=board where not done]\n"
    )
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    #expect(run.output.contains("settings are valid") && run.output.contains("127.0.0.1:7411"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["arranged.yaml"])
    // Also where the service manager has yet to pass a socket.
    #expect(try check("data: \(data)\nlisten: socket:arranged.socket\n").status == 0)
  }

  @Test(
    "takes a single text for a list of one",
    arguments: ["collections: board", "http-origins: https://a.example"]
  )
  func singleTexts(line: String) throws {
    let run = try check("data: \(directory.appending(path: "data").path)\n\(line)\n")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    let origins = "http-origins: https://a.example, https://b.example"
    #expect(try check("data: \(directory.appending(path: "data").path)\n\(origins)\n").status == 0)
  }

  @Test("names each mistake in the settings themselves, in a line of its own")
  func mistakes() throws {
    let run = try check(
      """
      loops: 0
      max-frame: many
      listen: 0.0.0.0:7411
      log-level: loud
      colections: [a]
      collections: ["=dense", "b"]
      views: [v]
      tls-key: k.pem
      """,
      environment: ["ARRANGE_DTAA": "x"]
    )
    #expect(run.status == 64 && run.output.isEmpty)
    let wanted = [
      "loops: 0 is outside", "max-frame: this has to be a whole number", "other machines can reach 0.0.0.0",
      "log-level: \"loud\"", "did you mean \"collections\"?", "collections: \"=dense\"", "NAME=DEFINITION",
      "tls-key",
      "ARRANGE_DATA",
    ]
    for text in wanted {
      #expect(
        run.errors.count { $0.hasPrefix("Error: ") && $0.contains(text) } == 1,
        "\(text): \(run.errors)"
      )
    }
    #expect(run.errors.count == wanted.count, "\(run.errors)")
  }

  @Test("looks into the files that are named, and at the data directory")
  func files() throws {
    let access = try file("access.yaml", "principals: { a: { roles: [x] } }")
    let certificate = try file("server.pem", "no certificate")
    let place = try file("place", "a file")
    let run = try check(
      """
      data: \(place)/data
      listen: tls:127.0.0.1:0
      tls-certificate: \(certificate)
      tls-key: \(certificate)
      access: \(access)
      audit-log: /no/such/directory/audit
      strategies: [/no/such/library.so]
      default-strategy: nothing
      collections: [a=nothing, b, b]
      views: [b=a]
      """
    )
    #expect(run.status == 64)
    let wanted = [
      "data: \(place)", "no certificate in PEM", "access.yaml:1:", "audit-log: can't write",
      "strategies: ", "default-strategy: ", "\"a\": there is no ordering strategy", "\"b\" appears twice",
      "\"b\" is the name of a collection",
    ]
    for text in wanted { #expect(run.errors.count { $0.contains(text) } == 1, "\(text): \(run.errors)") }
    #expect(run.errors.count == wanted.count, "\(run.errors)")
    // What a start says of the same file has the same status.
    let start = try ServerProcess.run(
      "arranged",
      ["--config", directory.appending(path: "arranged.yaml").path]
    )
    #expect(start.status == 64)
  }

  @Test("reads secrets where the service manager has put them")
  func credentials() throws {
    let access = try file("access.yaml", "roles: {}\n")
    let text = "access: ${CREDENTIALS_DIRECTORY}/access.yaml\n"
    let found = try check(text, environment: ["CREDENTIALS_DIRECTORY": directory.path])
    #expect(found.status == 0, "\(found)")
    try "roles: [\n".write(toFile: access, atomically: true, encoding: .utf8)
    let broken = try check(text, environment: ["CREDENTIALS_DIRECTORY": directory.path])
    #expect(broken.status == 64 && broken.errors[0].contains("\(directory.path)/access.yaml:"), "\(broken)")
    let missing = try check(text)
    #expect(
      missing.status == 64
        && missing.errors == [
          "Error: access: ${CREDENTIALS_DIRECTORY}/access.yaml: there are no credentials; "
            + "the unit has to name them with LoadCredential="
        ],
      "\(missing)"
    )
  }

  @Test("goes on beside a server, which has its data to itself")
  func beside() throws {
    let server = try ServerProcess()
    let run = try check("data: \(server.data.path)\n")
    #expect(run.status == 0, "\(run)")
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
  }

  @Test("has a help of its own, and the server's names it and every exit status")
  func help() throws {
    let own = try ServerProcess.run("arranged", ["check", "--help"])
    #expect(own.status == 0 && own.output.contains("USAGE: arranged check"))
    #expect(own.output.contains("--config") && own.output.contains("EXAMPLES"))
    let help = try ServerProcess.run("arranged", ["--help"])
    #expect(help.status == 0 && help.output.contains("--retained-bytes"))
    #expect(help.output.contains("\n  check "))
    for status in ["0 ", "64", "69", "70", "74"] {
      #expect(help.output.contains("\n  \(status) ") || help.output.contains("\n    \(status) "), "\(status)")
    }
    let unknown = try ServerProcess.run("arranged", ["check", "--lops", "2"])
    #expect(unknown.status == 64 && unknown.errors.contains("--loops"))
    #expect(try ServerProcess.run("arranged", ["chekc"]).status == 64)
  }
}
