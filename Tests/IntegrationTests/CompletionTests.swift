import ArrangeClient
import ArrangeModel
import Foundation
import TestSupport
import Testing

/// Completion in real shells on terminals: each name completes to itself, and none is executed.
@Suite("Completion in bash, zsh and fish", .timeLimit(.minutes(30)))
struct CompletionTests {
  /// A shell with completion.
  private struct Setting {
    var program: String
    var arguments: [String]
    /// The initial input.
    var beginning: String

    static let all: [String: Setting] = [
      "bash": Setting(
        program: "/bin/bash",
        arguments: ["--norc", "--noprofile", "-i"],
        beginning: "source <(arrange --generate-completion-script bash)\n"
      ),
      "zsh": Setting(
        program: "/bin/zsh",
        arguments: ["-f", "-i"],
        beginning:
          "autoload -Uz compinit; compinit -u -D; source <(arrange --generate-completion-script zsh); unsetopt beep\n"
      ),
      "fish": Setting(
        program: "/usr/bin/fish",
        arguments: ["--no-config", "-i"],
        beginning: "arrange --generate-completion-script fish | source\n"
      ),
    ]
  }

  /// A terminal with a shell in which `arrange` prints its arguments, and completes with a server.
  private final class Typist {
    let directory: URL
    private let terminal: ShellTerminal

    init(_ shell: String, server: String) throws {
      let setting = try #require(Setting.all[shell])
      directory = FileManager.default.temporaryDirectory.appendingPathComponent(
        "completion-\(UUID().uuidString)"
      )
      let files = FileManager.default
      try files.createDirectory(at: directory, withIntermediateDirectories: true)
      let program = directory.appendingPathComponent("arrange")
      let script = """
        #!/bin/sh
        case "$1" in
        ---*|--generate*) exec '\(ServerProcess.programs.appendingPathComponent("arrange").path)' "$@" ;;
        esac
        printf 'saw<%s>\\n' "$(printf '%s\\n' "$@" | od -An -v -tx1 | tr -d ' \\n')"

        """
      // Another process writes it: a program that is open for writing, in a child of another test too, can't be run.
      _ = try ServerProcess.run(
        "/bin/sh",
        ["-c", "cat >'\(program.path)'; chmod 700 '\(program.path)'"],
        input: script
      )
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      terminal = try ShellTerminal(
        setting.program,
        setting.arguments,
        environment: [
          "PATH": "\(directory.path):\(path)", "HOME": directory.path, "LC_ALL": "C.UTF-8",
          "ARRANGE_SERVER": server,
          "XDG_CONFIG_HOME": directory.path, "XDG_DATA_HOME": directory.path, "TERM": "dumb",
        ]
      )
      try terminal.type(setting.beginning)
      #expect(try line("arrange begin\n") == ["begin"])
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// Types a line, with TABs in it.
    ///
    /// - Returns: the arguments that the program received.
    func line(_ text: String) throws -> [String] {
      try terminal.type(text)
      try terminal.read(until: "saw<")
      let digits = Array(try terminal.read(until: ">").utf8)
      let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { place in
        UInt8(String(decoding: digits[place...place + 1], as: UTF8.self), radix: 16) ?? 0
      }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast().map(String.init)
    }
  }

  /// A server with a collection for each name, `c0` and so on, with an item of that name.
  private func server(_ names: [String]) async throws -> ServerProcess {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    for (number, name) in names.enumerated() {
      let collection = try Identifier("c\(number)")
      try await client.create(collection)
      try await client.apply(
        [.insertItems([NewElement(id: try Identifier(name))], to: ItemDestination())],
        to: collection
      )
    }
    await client.close()
    return server
  }

  @Test("each name completes to itself and runs nothing", arguments: ["bash", "zsh", "fish"])
  func completionRunsNoNames(shell: String) async throws {
    let mark = "touch \"$HOME/ran\""
    let names = NaughtyNames.all(running: mark) + NaughtyNames.printable
    try #require(names.count >= 290)
    let server = try await server(names)
    let typist = try Typist(shell, server: "127.0.0.1:\(server.port)")
    for (number, name) in names.enumerated() {
      // Within quotes a sample is enough.
      var quotes = number % 5 == 0 ? ["", "\""] : number % 5 == 1 ? ["", "'"] : [""]
      var start = ""
      if shell == "fish" {
        // It does not take a lone line separator as a word.
        if name == "\u{2028}" { continue }
        // It hides names with a dot until the dot is typed, and takes a tilde as a name within quotes only.
        if name.hasPrefix(".") { start = "." }
        if name.hasPrefix("~") { quotes = ["\""] }
      }
      for quote in quotes {
        // After these characters fish lets the word continue, and leaves the quote open.
        let end = shell == "fish" && "/=@:.,-".contains(name.last ?? " ") ? quote : ""
        let arguments = try typist.line("arrange remove c\(number) -- \(quote)\(start)\t\(end)\n")
        #expect(
          arguments == ["remove", "c\(number)", "--", name],
          "\(shell), quote \(quote), number \(number)"
        )
      }
    }
    #expect(!FileManager.default.fileExists(atPath: typist.directory.appendingPathComponent("ran").path))
  }

  @Test("names of collections complete the typed text", arguments: ["bash", "zsh", "fish"])
  func completionGoesOn(shell: String) async throws {
    let names = [
      "proj:alpha", "dol$lar", "two words", "quo\"te", "ap'os", "back`tick", "ex!cl", "semi;colon", "eq=ual",
      "at@sign",
      "zz$(touch $HOME/ran)",
    ]
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    for name in names { try await client.create(try Identifier(name)) }
    try await client.apply(
      [
        .insertSections([NewElement(id: "to do"), NewElement(id: "done")], to: SectionDestination()),
        .insertItems(
          [NewElement(id: "write it"), NewElement(id: "read")],
          to: ItemDestination(section: "to do")
        ),
      ],
      to: "proj:alpha"
    )
    await client.close()
    let typist = try Typist(shell, server: "127.0.0.1:\(server.port)")
    let lines: [(String, [String])] = [
      ("arrange show proj\t\n", ["show", "proj:alpha"]),
      ("arrange show proj:al\t\n", ["show", "proj:alpha"]),
      ("arrange show dol\t\n", ["show", "dol$lar"]),
      ("arrange show dol\\$l\t\n", ["show", "dol$lar"]),
      ("arrange show \"dol\\$l\t\n", ["show", "dol$lar"]),
      ("arrange show 'dol$l\t\n", ["show", "dol$lar"]),
      ("arrange show two\t\n", ["show", "two words"]),
      ("arrange show two\\ w\t\n", ["show", "two words"]),
      ("arrange show \"two w\t\n", ["show", "two words"]),
      ("arrange show quo\t\n", ["show", "quo\"te"]),
      ("arrange show ap\t\n", ["show", "ap'os"]),
      ("arrange show \"ap'o\t\n", ["show", "ap'os"]),
      ("arrange show back\t\n", ["show", "back`tick"]),
      ("arrange show ex\t\n", ["show", "ex!cl"]),
      ("arrange show semi\t\n", ["show", "semi;colon"]),
      ("arrange show eq=u\t\n", ["show", "eq=ual"]),
      ("arrange show at@s\t\n", ["show", "at@sign"]),
      ("arrange show zz\t\n", ["show", "zz$(touch $HOME/ran)"]),
      ("arrange move proj:alpha wr\t --after re\t\n", ["move", "proj:alpha", "write it", "--after", "read"]),
      (
        "arrange move proj:alpha read --section to\t\n", ["move", "proj:alpha", "read", "--section", "to do"]
      ),
      ("arrange move proj:alpha read --before=wr\t\n", ["move", "proj:alpha", "read", "--before=write it"]),
      (
        "arrange section move proj:alpha do\t --before to\t\n",
        ["section", "move", "proj:alpha", "done", "--before", "to do"]
      ),
      ("arrange rem\t proj\t re\t\n", ["remove", "proj:alpha", "read"]),
      ("arrange show proj\t --jso\t\n", ["show", "proj:alpha", "--json"]),
    ]
    for (line, expected) in lines { #expect(try typist.line(line) == expected, "\(shell): \(line)") }
    #expect(!FileManager.default.fileExists(atPath: typist.directory.appendingPathComponent("ran").path))
  }

  @Test("a server that does not answer does not freeze the shell", arguments: ["bash", "zsh", "fish"])
  func completionWithoutAnAnswer(shell: String) async throws {
    // A port that accepts connections and never sends anything.
    let silent = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(silent) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        try #require(bind(silent, pointer, length) == 0 && listen(silent, 16) == 0)
        try #require(getsockname(silent, pointer, &length) == 0)
      }
    }
    let typist = try Typist(shell, server: "127.0.0.1:\(UInt16(bigEndian: address.sin_port))")
    #expect(try typist.line("arrange show ab\t\n") == ["show", "ab"])
  }
}
