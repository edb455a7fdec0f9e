import ArrangeModel
import Foundation
import TestSupport
import Testing
import Wire

@Suite("Sinks in the configuration")
final class DeclaredSinkTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "arrange-\(UUID())")

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: directory) }

  private func file(_ text: String) throws -> String {
    let path = directory.appending(path: "arranged.yaml").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func start(_ text: String) throws -> ServerProcess {
    let data = directory.appending(path: "data")
    return try ServerProcess("--config", try file(text), data: data)
  }

  @Test("are made at each start as they are declared, and can't be changed in between")
  func declared() throws {
    let text = """
      collections: [board]
      views: ["open=board where not done"]
      sinks:
        - search=https://search.example/hook on board/** on "a name" secret env:SEARCH mode commits
        - open=https://search.example/open view open secret file:/etc/key allow 10.0.0.0/8
      """
    do {
      let server = try start(text)
      let connection = try RawConnection(port: server.port)
      let list: SinkList = try connection.result(.listSinks, ListSinksRequest())
      #expect(list.sinks.map(\.name) == ["open", "search"] && list.sinks.allSatisfy { $0.definer == nil })
      #expect(
        list.sinks[1].settings
          == SinkSettings(
            url: "https://search.example/hook",
            collections: ["board/**", "a name"],
            mode: .commits,
            secrets: ["env:SEARCH"]
          )
      )
      #expect(
        list.sinks[0].settings.view == "open" && list.sinks[0].settings.allowedAddresses == ["10.0.0.0/8"]
      )
      let update = UpdateSinkRequest(name: "search", settings: list.sinks[0].settings)
      for (method, request) in [
        (Wire.Method.updateSink, update), (.deleteSink, DeleteSinkRequest(name: "search")),
      ] as [(Wire.Method, any WireMessage)] {
        let end = try connection.call(method.name, connection.encode(request))
        #expect(end.code == .failedPrecondition)
        #expect(try connection.status(end).message.contains("declared in the configuration"))
      }
      let paused: SinkInfo = try connection.result(.pauseSink, PauseSinkRequest(name: "search"))
      #expect(paused.isPaused)
    }
    let changed = text.replacing("search.example/hook", with: "search.example/v2")
      .replacing("  - open=", with: "  # - open=")
    let server = try start(changed)
    let connection = try RawConnection(port: server.port)
    let list: SinkList = try connection.result(.listSinks, ListSinksRequest())
    #expect(list.sinks.map(\.name) == ["open", "search"])
    // It is as it is declared now, and is still paused.
    #expect(list.sinks[1].settings.url == "https://search.example/v2" && list.sinks[1].isPaused)
    // What is not declared any more is like others.
    let _: SinkInfo = try connection.result(.deleteSink, DeleteSinkRequest(name: "open"))
  }

  @Test(
    "are refused with what is wrong",
    arguments: [
      ("a", "NAME=URL"), ("a=", "NAME=URL"), ("a=https://a.example/ on \\\"b", "NAME=URL"),
      ("a=https://a.example/ on b", "key"), ("a=https://a.example/ at b secret env:A", "\"at\""),
      ("a=https://a.example/ on", "nothing follows"), ("a=ftp://a.example/ on b secret env:A", "https://"),
      ("a=https://a.example/ on b mode some secret env:A", "merged or commits"),
      ("a=https://a.example/ view b mode commits secret env:A", "merged"),
      ("a=https://a.example/ on b on *** secret env:A", "***"),
    ]
  )
  func refused(text: String, problem: String) throws {
    let run = try ServerProcess.run(
      "arranged",
      ["check", "--config", try file("data: \(directory.path)\nsinks: [\"\(text)\"]\n")]
    )
    #expect(run.status == 64 && run.errors.contains("sinks: ") && run.errors.contains(problem), "\(run)")
  }

  @Test("of a view need the view")
  func missingView() throws {
    let path = try file("sinks: [\"a=https://a.example/ view none secret env:A\"]\n")
    let run = try ServerProcess.run(
      "arranged",
      ["--config", path, "--data", directory.path, "--listen", "127.0.0.1:0"]
    )
    #expect(run.status != 0 && run.errors.contains("there is no view \"none\""), "\(run)")
  }
}
