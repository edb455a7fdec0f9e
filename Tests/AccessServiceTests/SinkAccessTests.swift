import ArrangeModel
import Foundation
import TestSupport
import Testing
import Wire

@Suite("Who may have changes delivered elsewhere")
struct SinkAccessTests {
  private static let file = """
    roles:
      maker: [ { on: "**", may: [all] } ]
      board: [ { on: "board/**", may: [manage, read, watch] }, { on: shown, may: [manage] } ]
      less: [ { on: "board/**", may: [manage] }, { on: "board/payroll", never: [manage] } ]
      reader: [ { on: "**", may: [read, watch] } ]
    principals:
      maker: { roles: [maker], tokens: [ { sha256: TOKEN(maker) } ] }
      ann: { roles: [board], tokens: [ { sha256: TOKEN(ann) } ] }
      bob: { roles: [less], tokens: [ { sha256: TOKEN(bob) } ] }
      cid: { roles: [reader], tokens: [ { sha256: TOKEN(cid) } ] }
      root: { roles: [admin], tokens: [ { sha256: TOKEN(root) } ] }
    sinks:
      keys: ["env:HOOK_{principal}", "file:/keys/{principal}/*"]
    """

  private static func settings(
    _ patterns: [String],
    of principal: String = "ann",
    secrets: [String]? = nil,
    allowed: [String] = [],
    view: Identifier? = nil
  ) -> SinkSettings {
    SinkSettings(
      url: "https://a.example/",
      collections: patterns,
      secrets: secrets ?? ["env:HOOK_\(principal)"],
      allowedAddresses: allowed,
      view: view
    )
  }

  @Test("a sink is for who may manage all that it delivers, and is not there for others")
  func managed() throws {
    let bench = try AccessBench(SinkAccessTests.file)
    let (ann, bob) = (try bench.connect("ann"), try bench.connect("bob"))
    let (cid, root) = (try bench.connect("cid"), try bench.connect("root"))
    func create(_ name: Identifier, _ settings: SinkSettings, by one: RawConnection) throws -> StatusCode? {
      try one.end(of: .createSink, CreateSinkRequest(name: name, settings: settings, isPaused: true)).code
    }
    let own = SinkAccessTests.settings(["board/**"])
    #expect(try create("hooks", own, by: ann) == .ok)
    // What a grant does not include, and what another one takes away.
    for patterns in [["**"], ["board*"], ["board/**", "a"], ["*/a"]] {
      #expect(
        try create("more", SinkAccessTests.settings(patterns), by: ann) == .permissionDenied,
        "\(patterns)"
      )
    }
    let wide = SinkAccessTests.settings(["board/**"], of: "bob")
    let narrow = SinkAccessTests.settings(["board/p*/x"], of: "bob")
    #expect(try create("bobs", wide, by: bob) == .permissionDenied)
    #expect(
      try create("bobs", SinkAccessTests.settings(["board/p*"], of: "bob"), by: bob) == .permissionDenied
    )
    #expect(try create("bobs", narrow, by: bob) == .ok)
    #expect(
      try create("cids", SinkAccessTests.settings(["board/a"], of: "cid"), by: cid) == .permissionDenied
    )
    // Everybody is told what is no sink at all.
    #expect(try create("none", SinkAccessTests.settings(["***"]), by: cid) == .invalidArgument)

    func list(_ one: RawConnection) throws -> [Identifier] {
      let list: SinkList = try one.result(.listSinks, ListSinksRequest())
      return list.sinks.map(\.name)
    }
    #expect(try list(root) == ["bobs", "hooks"])
    #expect(try list(ann) == ["bobs", "hooks"])
    #expect(try list(bob) == ["bobs"])
    #expect(try list(cid) == [])
    let requests: [(Wire.Method, any WireMessage)] = [
      (.getSink, GetSinkRequest(name: "hooks")), (.pauseSink, PauseSinkRequest(name: "hooks")),
      (.resumeSink, ResumeSinkRequest(name: "hooks")), (.testSink, TestSinkRequest(name: "hooks")),
      (.sinkStatus, SinkStatusRequest(name: "hooks", limit: 1)),
      (.updateSink, UpdateSinkRequest(name: "hooks", settings: narrow)),
      (.replaySink, ReplaySinkRequest(collection: "board/a", sink: "hooks")),
      (.deleteSink, DeleteSinkRequest(name: "hooks")),
    ]
    for (method, request) in requests {
      for one in [bob, cid] {
        let end = try one.call(method.name, one.encode(request))
        let status = try one.status(end)
        #expect(end.code == .notFound && status.message.contains("no sink \"hooks\""), "\(method)")
      }
      guard method != .replaySink, method != .updateSink else { continue }
      #expect(try ann.call(method.name, ann.encode(request)).code == .ok, "\(method)")
    }
    #expect(try list(root) == ["bobs"])
    // Neither what a sink delivers nor what it is to deliver may be beyond what may be managed.
    #expect(try create("roots", SinkAccessTests.settings(["**"], secrets: ["env:ROOT"]), by: root) == .ok)
    func update(_ name: Identifier, _ settings: SinkSettings, by one: RawConnection) throws -> StatusCode? {
      try one.end(of: .updateSink, UpdateSinkRequest(name: name, settings: settings)).code
    }
    #expect(try update("roots", own, by: ann) == .notFound)
    #expect(try update("bobs", own, by: ann) == .ok)
    #expect(try update("bobs", SinkAccessTests.settings(["**"]), by: ann) == .permissionDenied)
    #expect(try list(bob) == [])
    withExtendedLifetime((ann, bob, cid, root)) {}
  }

  @Test("private addresses are for administrators, and keys as the access file says")
  func secrets() throws {
    let bench = try AccessBench(SinkAccessTests.file)
    let (ann, root) = (try bench.connect("ann"), try bench.connect("root"))
    func create(_ name: Identifier, _ settings: SinkSettings, by one: RawConnection) throws -> Status? {
      let end = try one.end(
        of: .createSink,
        CreateSinkRequest(name: name, settings: settings, isPaused: true)
      )
      return end.code == .ok ? nil : try one.status(end)
    }
    let own = ["board/**"]
    for key in [
      "env:HOOK_bob", "env:PATH", "file:/keys/bob/a", "file:/keys/ann/../bob/a", "file:/etc/shadow",
    ] {
      let status = try create("hooks", SinkAccessTests.settings(own, secrets: [key]), by: ann)
      #expect(status?.code == .permissionDenied && status?.message.contains(key) == true, "\(key)")
    }
    let inside = SinkAccessTests.settings(own, allowed: ["10.0.0.0/8"])
    #expect(try create("hooks", inside, by: ann)?.code == .permissionDenied)
    #expect(try create("hooks", SinkAccessTests.settings(own, secrets: ["file:/keys/ann/a"]), by: ann) == nil)
    // What an administrator has set stays, as long as the address is the same.
    var made = SinkAccessTests.settings(own, secrets: ["env:ROOT"], allowed: ["10.0.0.0/8"])
    #expect(try create("roots", made, by: root) == nil)
    func update(_ settings: SinkSettings) throws -> StatusCode? {
      try ann.end(of: .updateSink, UpdateSinkRequest(name: "roots", settings: settings)).code
    }
    made.collections = ["board/a"]
    #expect(try update(made) == .ok)
    // With another's key, or where only an administrator may send, goes nothing that has not gone there before.
    for more in [["board/a", "board/b"], ["board/*"], own] {
      made.collections = more
      #expect(try update(made) == .permissionDenied, "\(more)")
    }
    made.collections = ["board/a"]
    #expect(try update(made) == .ok)
    var other = made
    other.allowedAddresses.append("192.168.0.0/16")
    #expect(try update(other) == .permissionDenied)
    other = made
    other.url = "https://10.0.0.1/"
    #expect(try update(other) == .permissionDenied)
    other.allowedAddresses = []
    #expect(try update(other) == .permissionDenied)
    other.secrets = ["env:HOOK_ann"]
    #expect(try update(other) == .ok)
    withExtendedLifetime((ann, root)) {}
  }

  @Test("a sink of a view is for who may manage the view, and delivers what that principal may follow")
  func views() async throws {
    let bench = try AccessBench(SinkAccessTests.file)
    let (maker, ann, cid) = (try bench.connect("maker"), try bench.connect("ann"), try bench.connect("cid"))
    let _: CollectionInfo = try maker.result(.createCollection, CreateCollectionRequest(name: "other"))
    let definition = DefineViewRequest(name: "shown", view: try ViewDefinition(parsing: "other"))
    let _: ViewInfo = try maker.result(.defineView, definition)
    let settings = SinkAccessTests.settings([], view: "shown")
    let refused = CreateSinkRequest(
      name: "hooks",
      settings: SinkAccessTests.settings([], of: "cid", view: "shown")
    )
    #expect(try cid.end(of: .createSink, refused).code == .permissionDenied)
    let _: SinkInfo = try ann.result(.createSink, CreateSinkRequest(name: "hooks", settings: settings))
    // Who may manage the view may not read what it shows.
    try await bench.wait(for: "the state of the view") {
      let status: SinkStatus = try ann.result(.sinkStatus, SinkStatusRequest(name: "hooks", limit: 1))
      return status.collections.first?.state == .denied
    }
    withExtendedLifetime((maker, ann, cid)) {}
  }
}

extension RawConnection {
  /// The END of a call.
  fileprivate func end(of method: Wire.Method, _ request: some WireMessage) throws -> Received {
    try call(method.name, encode(request))
  }
}
