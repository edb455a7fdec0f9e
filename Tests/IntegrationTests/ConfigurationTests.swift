import ArrangeModel
import Foundation
import TestSupport
import Testing
import Wire

@Suite("Settings")
final class ConfigurationTests {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("arrange-\(UUID())")
  private var data: URL { directory.appendingPathComponent("data") }

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: directory) }

  private func file(_ text: String) throws -> String {
    let file = directory.appendingPathComponent("arrange.yaml")
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// A server with a configuration file.
  private func server(file text: String, _ flags: String...) throws -> ServerProcess {
    try ServerProcess(flags: ["--config", try file(text)] + flags, data: data)
  }

  /// The error of a server that does not start because of a setting.
  private func refusal(
    file text: String = "",
    _ flags: String...,
    environment: [String: String] = [:]
  ) throws -> String {
    let arguments = ["--config", try file(text), "--data", data.path, "--listen", "127.0.0.1:0"] + flags
    let run = try ServerProcess.run("arranged", arguments, environment: environment)
    #expect(run.status == 64 && run.output.isEmpty, "\(run)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    return run.errors
  }

  /// The collections of a server with their strategies.
  private func collections(_ server: ServerProcess) throws -> [String: String] {
    let connection = try RawConnection(port: server.port)
    let page = try connection.result(.listCollections, ListCollectionsRequest(), as: CollectionsPage.self)
    return Dictionary(uniqueKeysWithValues: page.collections.map { ($0.name.text, $0.strategy) })
  }

  private func stop(_ server: ServerProcess) throws {
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
  }

  @Test(
    "of a file that says nothing are the standard ones",
    arguments: [
      "", "# comments\n  # alone\n", "---\n", "\u{FEFF}", "\u{FEFF}# after a byte order mark\n", "null\n",
    ]
  )
  func empty(text: String) throws {
    let server = try server(file: text)
    #expect(try collections(server).isEmpty)
    try stop(server)
  }

  @Test("are read after a byte order mark")
  func byteOrderMark() throws {
    let server = try server(file: "\u{FEFF}collections: [board=dense]\n")
    #expect(try collections(server) == ["board": "dense"])
    try stop(server)
  }

  @Test("of strategies keep their parameters at commas, as a flag, a variable and in the file")
  func parameters() throws {
    let text = "a=dense,q=lexorank:jitter=40,step=64,b=fractional,c"
    let wanted = [
      "a": "dense", "q": "lexorank:jitter=40,step=64", "b": "fractional:bytes=8", "c": "lexorank",
    ]
    func check(_ server: ServerProcess) throws {
      let found = try collections(server)
      #expect(found.keys.sorted() == ["a", "b", "c", "q"] && found["q"] == wanted["q"], "\(found)")
      try stop(server)
    }
    try check(try ServerProcess("--collections", text))
    try check(try ServerProcess(flags: [], environment: ["ARRANGE_COLLECTIONS": text]))
    let list = "[a=dense, \"q=lexorank:jitter=40,step=64\", b=fractional, c]"
    try check(try server(file: "collections: \(list)\n"))
  }

  @Test("report conflicts: a collection with another strategy keeps it, and is named")
  func otherStrategy() throws {
    var server = try server(file: "collections: [board=lexorank, list=dense]\n")
    let connection = try RawConnection(port: server.port)
    _ = try connection.result(
      .changeStrategy,
      ChangeStrategyRequest(collection: "board", strategy: "dense"),
      as: ChangeStrategyResult.self
    )
    try stop(server)
    // This includes a strategy without its library.
    for strategy in ["lexorank", "base62"] {
      server = try self.server(file: "collections: [board=\(strategy), list=dense, new]\n")
      #expect(try collections(server) == ["board": "dense", "list": "dense", "new": "lexorank"])
      try stop(server)
      let warnings = server.logged.split(separator: "\n").filter { $0.contains(" warning ") }
      #expect(warnings.count == 1, "\(server.logged)")
      #expect(
        warnings.first?.contains("configured=\(strategy)") == true
          && server.logged.contains("collection=board")
      )
    }
    // If the file names no strategy, any is accepted.
    server = try self.server(file: "collections: [board]\n")
    try stop(server)
    #expect(!server.logged.contains(" warning "))
  }

  @Test("create everything they declare, or nothing")
  func allOrNone() throws {
    #expect(
      try refusal(file: "collections: [a, b=nothing]\n").contains("\"b\": there is no ordering strategy")
    )
    #expect(try refusal(file: "collections: [a, b, a=dense]\n").contains("\"a\" appears twice"))
    #expect(try refusal(file: "collections: [a]\nviews: [v=b]\n").contains("there is no collection \"b\""))
    #expect(try refusal(file: "collections: [a]\nviews: [a=a]\n").contains("is the name of a collection"))
    let server = try server(file: "collections: [b]\nviews: [v=b]\n")
    #expect(try collections(server).keys.sorted() == ["b", "v"])
    try stop(server)
    #expect(try refusal(file: "collections: [v]\n").contains("is the name of a view"))
  }

  @Test("that are misspelled are reported with the nearest correct one")
  func misspelled() throws {
    #expect(try refusal(file: "colections: [a]\n").contains("did you mean \"collections\"?"))
    #expect(try refusal(file: "frobnicate: 1\n").contains("'arranged --help' shows all"))
    let variable = try refusal(environment: ["ARRANGE_DTAA": "/nowhere"])
    #expect(variable.contains("ARRANGE_DTAA") && variable.contains("did you mean ARRANGE_DATA?"))
    #expect(try refusal(environment: ["ARRANGE_MAXCONNECTIONS": "1"]).contains("ARRANGE_MAX_CONNECTIONS"))
    // The variables that Kubernetes sets for a service of this name, and that the other program reads.
    let variables = ["ARRANGE_PORT": "tcp://10.0.0.1:7411", "ARRANGE_SERVER": "127.0.0.1:1"]
    let server = try ServerProcess(flags: [], environment: variables)
    try stop(server)
    #expect(server.logged.contains("ARRANGE_PORT") && !server.logged.contains("ARRANGE_SERVER"))
  }

  @Test("that are maps are refused with what to write")
  func maps() throws {
    let form = "write collections: [\"board=lexorank\", \"list=dense\"]"
    #expect(try refusal(file: "collections: {board: lexorank, list: dense}\n").contains(form))
    #expect(try refusal(file: "collections:\n  - board: lexorank\n  - list: dense\n").contains(form))
    #expect(try refusal(file: "listen:\n  port: 1\n").contains("listen: this has to be a text"))
    #expect(try refusal(file: "- a\n").contains("a configuration is a map of settings"))
    #expect(try refusal(file: "a: [\n").contains("arrange.yaml"))
    #expect(try refusal("--config", "/no/such.yaml").contains("No such file or directory"))
  }

  @Test(
    "let nobody else reach the server unless that is said",
    arguments: [
      "127.evil.example:0", "127.0.0.1.example:0", "localhost.example:0", "0.0.0.0:0", "[::]:0", "10.0.0.1:0",
      "[::ffff:10.0.0.1]:0", "128.0.0.1:0",
    ]
  )
  func otherAddresses(address: String) throws {
    #expect(try refusal("--listen", address).contains("--insecure"))
  }

  @Test("of a loopback address need no permission", arguments: ["127.0.0.1:0", "127.1.2.3:0", "localhost:0"])
  func loopback(address: String) throws {
    let server = try ServerProcess("--listen", address, data: data)
    try stop(server)
  }

  @Test("end the server with one status for a setting, and others for an address and for the disk")
  func statuses() throws {
    let first = try ServerProcess()
    let arguments = ["--data", data.path, "--listen", "127.0.0.1:\(first.port)"]
    let second = try ServerProcess.run("arranged", arguments)
    #expect(second.status == 69 && second.errors.contains("127.0.0.1:\(first.port): the address is in use;"))
    #expect(!second.errors.contains("errno") && !second.errors.contains("bind("), "\(second.errors)")
    #expect(try refusal("--loops", "0").contains("loops: 0 is outside"))
    #expect(try refusal("--default-strategy", "nothing").contains("default-strategy"))
    let unknown = try ServerProcess.run("arranged", ["--lops", "2"])
    #expect(unknown.status == 64 && unknown.errors.contains("--loops"))
    let place = directory.appendingPathComponent("file").path
    try Data("a file".utf8).write(to: URL(fileURLWithPath: place))
    let file = try ServerProcess.run("arranged", ["--data", place, "--listen", "127.0.0.1:0"])
    #expect(file.status == 74 && file.errors.contains(place))
  }

  @Test("that are refused create and change no data")
  func leaveNothing() throws {
    let first = try ServerProcess()
    let place = directory.appendingPathComponent("deep/data")
    let text = directory.appendingPathComponent("text")
    try Data("no socket".utf8).write(to: text)
    let taken = "127.0.0.1:\(first.port)"
    let wrong = [
      ["--listen", taken], ["--listen", taken, "--collections", "a=dense"],
      ["--listen", "unix:\(text.path)"],
      ["--listen", "127.0.0.1:0", "--collections", "a=nothing"],
      ["--listen", "127.0.0.1:0", "--default-strategy", "nothing"],
    ]
    func refuse(_ flags: [String], _ data: URL) throws {
      let run = try ServerProcess.run("arranged", ["--data", data.path] + flags)
      #expect([64, 69].contains(run.status), "\(flags): \(run)")
    }
    for flags in wrong {
      try refuse(flags, place)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["text"], "\(flags)")
    }
    // An existing directory stays.
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for flags in wrong {
      try refuse(flags, place)
      #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty, "\(flags)")
    }
    // A directory that a server has used stays, too.
    var server = try ServerProcess("--collections", "a=dense", data: data)
    try stop(server)
    for flags in wrong where !flags.contains("a=nothing") { try refuse(flags, data) }
    server = try ServerProcess(data: data)
    #expect(try collections(server) == ["a": "dense"])
    try stop(server)
  }

  @Test("and the version are reported as by the other program")
  func help() throws {
    let version = try ServerProcess.run("arranged", ["--version"]).output
    let other = try ServerProcess.run("arrange", ["--version"]).output
    #expect(version == other.replacingOccurrences(of: "arrange ", with: "arranged "))
    let help = try ServerProcess.run("arranged", ["--help"]).output
    #expect(help.contains("open=board where not done\n") && !help.contains("done = true"))
  }
}
