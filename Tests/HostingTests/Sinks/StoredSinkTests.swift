import ArrangeModel
import EngineTestSupport
import Testing

@testable import Engine

@Suite("Stored sinks")
struct StoredSinkTests {
  private static let settings = SinkSettings(
    url: "https://hooks.example/a?b=c",
    collections: ["board", "a/**"],
    mode: .commits,
    secrets: ["env:KEY", "file:/etc/key"],
    allowedAddresses: ["10.0.0.0/8"]
  )
  private static let ann = Principal(unchecked: "ann")

  private func create(_ stage: Stage, _ name: Identifier = "hooks", _ settings: SinkSettings = settings)
    throws -> SinkInfo
  {
    let caller = Caller(WorkOwner(stage), by: StoredSinkTests.ann) { true }
    return try stage.call {
      $0.sinks.create(CreateSinkRequest(name: name, settings: settings), for: caller, reply: $1)
    }
  }

  @Test("survive a restart with everything that was said, and are in no list of collections")
  func stored() throws {
    let stage = try Stage()
    let info = try create(stage)
    #expect(
      info.settings == StoredSinkTests.settings && info.definer == StoredSinkTests.ann && !info.isPaused
    )
    let paused: SinkInfo = try stage.call {
      $0.sinks.pause(PauseSinkRequest(name: "hooks"), for: .server, reply: $1)
    }
    #expect(paused.isPaused && !paused.pauseReason.isEmpty)
    try stage.restart()
    let entry = try #require(stage.engine.catalog.sink("hooks"))
    #expect(entry.sinkInfo == paused)
    #expect(stage.engine.catalog.names(after: nil, limit: 10) == [stage.name])
    #expect(stage.engine.catalog.sinks.count == 1)
    let resumed: SinkInfo = try stage.call { $0.sinks.resume(ResumeSinkRequest(name: "hooks"), reply: $1) }
    #expect(!resumed.isPaused && stage.engine.catalog.sink("hooks")?.descriptor.sink?.resumes == 1)
    #expect(throws: ArrangeError.self) { try create(stage) }
    let _: SinkInfo = try stage.call { $0.sinks.delete(DeleteSinkRequest(name: "hooks"), reply: $1) }
    #expect(throws: ArrangeError.noSink("hooks")) {
      let _: SinkInfo = try stage.call { $0.sinks.get(GetSinkRequest(name: "hooks"), reply: $1) }
    }
    #expect(stage.engine.catalog.sinks.isEmpty)
  }

  @Test("write into databases as well, and are stored with that")
  func mirrors() throws {
    let stage = try Stage()
    let settings = SinkSettings(
      collections: ["**"],
      postgres: PostgresMirror(connection: "env:MIRROR_URL", schema: "lists", keepsMoves: true)
    )
    let info = try create(stage, "mirror", settings)
    #expect(info.settings == settings)
    try stage.restart()
    #expect(stage.engine.catalog.sink("mirror")?.sinkInfo == info)
    let other = try Stage()
    func refusal(_ body: (inout SinkSettings) -> Void) -> String? {
      var changed = settings
      body(&changed)
      let error = #expect(throws: ArrangeError.self) { try create(other, "other", changed) }
      #expect(error?.code == .invalidArgument)
      return error?.field
    }
    #expect(refusal { $0.url = "https://a.example/" } == "settings.url")
    #expect(refusal { $0.secrets = ["env:KEY"] } == "settings.secrets")
    #expect(refusal { $0.allowedAddresses = ["10.0.0.0/8"] } == "settings.allowed_addresses")
    #expect(refusal { $0.collections = [] } == "settings.collections")
    for text in [
      "", "env:", "file:", "dbname=lists", "https://a/", "postgresql://ann:secret@host/db",
      "postgresql://host/db?password=secret", "postgres://ann:@host/db",
    ] {
      #expect(refusal { $0.postgres?.connection = text } == "settings.postgres.connection", "\(text)")
    }
    for text in ["", "Lists", "1a", "pg_lists", "a b", "a\"b", String(repeating: "a", count: 64)] {
      #expect(refusal { $0.postgres?.schema = text } == "settings.postgres.schema", "\(text)")
    }
    for (index, text) in [
      "postgresql://ann@host:5432/db?sslmode=verify-full", "postgres:///db", "file:/etc/mirror",
    ].enumerated() {
      var changed = settings
      changed.postgres?.connection = text
      _ = try create(other, Identifier(unchecked: "mirror-\(index)"), changed)
    }
  }

  @Test("have positions in the descriptions of collections, which are written in place of what they were")
  func positions() throws {
    let stage = try Stage()
    for number in 0..<5 { try stage.apply(.add("\(number)")) }
    _ = try create(stage)
    let key = try #require(stage.engine.catalog.sink("hooks")?.key)
    func look() throws -> SinkPosition? {
      try #require(stage.shard.sinkSource.look(stage.name, for: key)).position
    }
    func record(_ position: SinkPosition, replacing old: SinkPosition?) throws -> Bool {
      try stage.call {
        $0.sinkSource.record(position, replacing: old, of: stage.name, for: key, reply: $1)
      }
    }
    #expect(try look() == nil)
    let first = SinkPosition(version: 2, incarnation: 9, through: 5, pause: .init("a reason", resumes: 3))
    #expect(try record(first, replacing: nil))
    #expect(try !record(first, replacing: nil))
    let second = SinkPosition(version: 5, incarnation: 9)
    #expect(try record(second, replacing: first))
    try stage.restart()
    #expect(try look() == second)
    try stage.load()
    #expect(try look() == second)
    let request = ReplaySinkRequest(collection: stage.name, sink: "hooks", after: 3)
    let _: SinkInfo = try stage.call { $0.sinks.replay(request, reply: $1) }
    #expect(try look()?.version == 3)
    let whole = ReplaySinkRequest(collection: stage.name, sink: "hooks")
    let _: SinkInfo = try stage.call { $0.sinks.replay(whole, reply: $1) }
    #expect(try look() == nil)
    for (request, code) in [
      (ReplaySinkRequest(collection: stage.name, sink: "none"), StatusCode.notFound),
      (ReplaySinkRequest(collection: stage.name, sink: "hooks", after: 99), .outOfRange),
      (ReplaySinkRequest(collection: "nothing", sink: "hooks"), .notFound),
    ] {
      let error = #expect(throws: ArrangeError.self) {
        let _: SinkInfo = try stage.call { $0.sinks.replay(request, reply: $1) }
      }
      #expect(error?.code == code)
    }
    // Of a sink that is gone nothing stays once another one is written.
    #expect(try record(second, replacing: nil))
    let _: SinkInfo = try stage.call { $0.sinks.delete(DeleteSinkRequest(name: "hooks"), reply: $1) }
    _ = try create(stage, "other")
    let other = try #require(stage.engine.catalog.sink("other")?.key)
    let _: Bool = try stage.call {
      $0.sinkSource.record(second, replacing: nil, of: stage.name, for: other, reply: $1)
    }
    #expect(stage.hosted?.workingDescriptor.sinkPositions[key] == nil)
  }

  @Test("refuse what makes no sense, with the field")
  func refused() throws {
    let stage = try Stage()
    func refusal(_ body: (inout SinkSettings) -> Void) -> String? {
      var settings = StoredSinkTests.settings
      body(&settings)
      let error = #expect(throws: ArrangeError.self) { try create(stage, "hooks", settings) }
      #expect(error?.code == .invalidArgument)
      return error?.field
    }
    for url in [
      "", "ftp://a/", "https://", "https://a b/", "https://user@a/", "https://a/#b", "http+unix://a/",
      "https://a:0/", "https://a:99999/x", "https://a:b/", "https://[::1]:0/",
    ] {
      #expect(refusal { $0.url = url } == "settings.url", "\(url)")
    }
    #expect(refusal { $0.collections = [] } == "settings.collections")
    #expect(refusal { $0.collections = ["a", "***"] } == "settings.collections[1]")
    #expect(refusal { $0.secrets = [] } == "settings.secrets")
    #expect(refusal { $0.secrets = ["whsec_abc"] } == "settings.secrets[0]")
    #expect(refusal { $0.allowedAddresses = ["10.0.0.0/33"] } == "settings.allowed_addresses[0]")
    let long = Identifier(unchecked: String(repeating: "x", count: 65))
    #expect(throws: ArrangeError.self) { try create(stage, long) }
  }
}
