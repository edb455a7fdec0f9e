import Foundation
import Testing

@testable import arrange

@Suite("Contexts") struct ContextTests {
  /// Runs a body with a terminal whose contexts are kept in a file of its own, and where no server is given.
  private func withTerminal(
    _ environment: [String: String] = [:],
    _ body: (Terminal, [String: String]) async throws -> Void
  ) async throws {
    try await TemporaryFile.with("", name: "token") { token in
      let file = token + "-directory/deep/contexts.json"
      let variables = environment.merging(["ARRANGE_CONTEXTS": file]) { given, _ in given }
      let noServer = variables.merging(["ARRANGE_SERVER": ""]) { given, _ in given }
      try await body(Terminal(environment: noServer), variables)
    }
  }

  private func settings(_ words: [String], _ environment: [String: String]) throws -> ConnectionSettings {
    try ConnectionSettings(words: words, environment: environment)
  }

  @Test func theFirstOneIsTheCurrentOneUntilAnotherIs() async throws {
    try await withTerminal { terminal, environment in
      #expect(
        await terminal.run("context", "list").output == "no contexts; make one with 'arrange context set'\n"
      )
      let first = await terminal.run("context", "set", "local", "--server", "127.0.0.1:1")
      #expect(first.output == "local is 127.0.0.1:1, and the current one\n")
      let second = await terminal.run(
        [
          "context", "set", "prod", "--server", "tls:h:2", "--ca", "/ca.pem", "--token-file", "t",
          "--insecure",
        ]
      )
      #expect(second.output == "prod is tls:h:2\n")
      #expect(try settings([], environment).server == "127.0.0.1:1")
      #expect(await terminal.run("context", "use", "prod").output == "prod is the current one: tls:h:2\n")
      let prod = try settings([], environment)
      #expect(prod.server == "tls:h:2")
      #expect(prod.authorities == "/ca.pem")
      #expect(prod.tokenFile == FileManager.default.currentDirectoryPath + "/t")
      #expect(prod.sendsTokenInClear)
      let list = await terminal.run("context", "list").output.split(separator: "\n")
      #expect(
        list.map { $0.prefix(18).trimmingCharacters(in: .whitespaces) } == [
          "context  server", "local    127.0.", "*  prod     tls:h:",
        ]
      )
      #expect(await terminal.run("context", "remove", "prod").output == "removed the context prod\n")
      #expect(try settings([], environment).server == nil)
    }
  }

  @Test func aTokenGoesToNoServerButItsOwn() async throws {
    try await withTerminal { terminal, environment in
      _ = await terminal.run("context", "set", "prod", "--server", "tls:h:2", "--token-file", "/prod")
      _ = await terminal.run("context", "set", "other", "--server", "i:3", "--token-file", "/other")
      let current = try settings([], environment)
      #expect(current.tokenFile == "/prod")
      #expect(try settings(["--server=j:4"], environment).tokenFile == nil)
      let elsewhere = environment.merging(["ARRANGE_SERVER": "j:4"]) { _, new in new }
      #expect(try settings([], elsewhere).tokenFile == nil)
      #expect(try settings([], elsewhere).server == "j:4")
      // What is asked for by name counts before the environment, and what is said with it before both.
      #expect(try settings(["--context=other"], elsewhere).server == "i:3")
      let both = elsewhere.merging(["ARRANGE_TOKEN": "x"]) { _, new in new }
      #expect(try settings(["--context=other"], both).token == nil)
      #expect(try settings(["--context=other", "--token=y"], both).token == "y")
      #expect(try settings(["--context=other", "--token=y"], both).tokenFile == nil)
      let named = environment.merging(["ARRANGE_CONTEXT": "other"]) { _, new in new }
      #expect(try settings([], named).server == "i:3")
    }
  }

  @Test func whatIsNotRightIsSaid() async throws {
    try await withTerminal { terminal, environment in
      let missing = await terminal.run("show", "board", "--context", "prod")
      #expect(missing.status == 2)
      #expect(missing.errors.contains("there is no context \"prod\""))
      #expect(await terminal.run("context", "use", "prod").status == 2)
      #expect(await terminal.run("context", "set", "a b", "--server", "h:1").status == 64)
      #expect(await terminal.run("context", "set", "a", "--server", "h:1", "--ca", "f").status == 64)
      #expect(await terminal.run("context", "set", "a", "--server", "tls:h:1", "--cert", "f").status == 64)
      _ = await terminal.run("context", "set", "a", "--server", "h:1")
      let file = try #require(environment["ARRANGE_CONTEXTS"])
      for (text, message) in [
        ("{", "line 1, column 2: "), ("[]", "line 1, column 1: an object was expected, this is an array"),
        ("{\"contexts\":\n{\"a\":{}}}", "line 2, column 6: a context needs a server"),
        (
          "{\"contexts\":{\"a\":{\"server\":\"h\",\"token\":\"t\"}}}",
          "line 1, column 32: \"token\" is not one of"
        ),
        ("{\"contexts\":{\"a\":{\"server\":1}}}", "line 1, column 28: a text was expected, this is a number"),
        ("{\"servers\":{}}", "line 1, column 2: \"servers\" is not one of contexts, current"),
      ] {
        try Data(text.utf8).write(to: URL(filePath: file))
        let result = await terminal.run("show", "board")
        #expect(result.status == 4)
        #expect(result.errors.hasPrefix("arrange: \(file), \(message)"), "\(result.errors)")
        // Who says which server needs no context.
        #expect(await terminal.run("show", "board", "--server", Terminal.nowhere).status == 5)
      }
    }
  }

  @Test func whereTheyAreKept() async throws {
    func server(_ environment: [String: String]) throws -> String? { try settings([], environment).server }
    #expect(try server([:]) == nil)
    #expect(try server(["HOME": "/nonexistent"]) == nil)
    #expect(try server(["XDG_CONFIG_HOME": "/nonexistent"]) == nil)
    let nowhere = await Terminal().run("context", "set", "a", "--server", "h:1")
    #expect(nowhere.status == 64)
    #expect(nowhere.errors.contains("set HOME"))
    try await TemporaryFile.with("", name: "file") { file in
      for (name, end) in [
        ("HOME", "/.config/arrange/contexts.json"), ("XDG_CONFIG_HOME", "/arrange/contexts.json"),
      ] {
        let directory = URL(filePath: file).deletingLastPathComponent().path + "/\(name)"
        let result = await Terminal(environment: [name: directory]).run(
          "context",
          "set",
          "a",
          "--server",
          "h:1"
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(FileManager.default.fileExists(atPath: directory + end))
      }
    }
  }
}
