import ArrangeModel
import Changes
import EngineTestSupport
import ListModel
import Ordering
import Testing

@testable import Engine

@Suite("Views at earlier versions", .timeLimit(.minutes(5)))
struct PastViewTests {
  @Test("show what they showed then, whatever happened since", arguments: 0..<40 as Range<UInt64>)
  func histories(seed: UInt64) throws {
    let stage = try ViewStage(options: EngineOptions(), seed: seed)
    var (random, views) = (OrderingRandom(seed: seed), RandomView(seed: seed ^ 0xABCD))
    var generators: [Identifier: TransactionGenerator] = [:]
    for (number, name) in RandomView.collections.enumerated() {
      try stage.create(name, strategy: ["dense", "lexorank"][Int(seed % 2)])
      generators[name] = TransactionGenerator(.history(), seed: seed &* 31 &+ UInt64(number))
      generators[name]?.profile.fields = { random, _ in RandomView.fields(&random) }
    }
    // What views showed when the versions of their collections were named.
    var shown: [(name: Identifier, view: ViewReference, rows: [[String]])] = []
    for round in 0..<12 {
      for name in RandomView.collections {
        for _ in 0..<Int.random(in: 0..<4, using: &random) {
          let list = try stage.content(of: name)
          if let operations = generators[name]?.transaction(on: list, size: 18) {
            stage.begin(name, operations)
            try stage.settle()
          }
        }
      }
      let version = Identifier(unchecked: "v\(round)")
      for name in RandomView.collections { try stage.name(version, of: name) }
      let sections = try RandomView.collections.flatMap {
        try stage.content(of: $0).sections.map(\.element.id)
      }
      let definition = views.definition(sections: Array(Set(sections + ["nowhere"])).sorted())
      let view = ViewReference(name: nil, definition: definition)
      shown.append((version, view, rows(try stage.fetch(view, pageSize: 1_000))))
      if round % 5 == 4 { try stage.restart() }
      let then = shown[Int.random(in: 0..<shown.count, using: &random)]
      let size = [1, 3, 1_000][Int.random(in: 0..<3, using: &random)]
      let found = rows(try stage.fetch(then.view, at: .named(then.name), pageSize: size))
      #expect(found == then.rows, "seed \(seed), \(then.name), \(then.view.definition)")
    }
  }

  private func rows(_ list: SectionedList) -> [[String]] {
    list.sections.map { section in
      ([section.element] + section.items).map { "\($0.id) \($0.fields) \($0.contentVersion)" }
    }
  }

  private func stage() throws -> ViewStage {
    let stage = try ViewStage(options: EngineOptions(), seed: 1)
    for name in RandomView.collections {
      try stage.create(name, strategy: "dense")
      for item in ["x", "y", "z"] {
        let element = NewElement(id: Identifier(unchecked: "\(name)\(item)"))
        stage.begin(name, [.insertItems([element], to: ItemDestination())])
        try stage.settle()
      }
    }
    return stage
  }

  private func ids(
    _ stage: ViewStage,
    _ text: String,
    at version: VersionReference
  ) throws -> [String] {
    let view = ViewReference(name: nil, definition: try ViewDefinition(parsing: text))
    return try stage.fetch(view, at: version, pageSize: 2).sections.flatMap { $0.items.map(\.id.text) }
  }

  private func error(
    _ stage: ViewStage,
    _ text: String,
    at version: VersionReference
  ) throws -> ArrangeError? {
    do { _ = try ids(stage, text, at: version) } catch let error as ArrangeError { return error }
    return nil
  }

  @Test("of one collection are read at its versions, of several at names that all of them have")
  func numbers() throws {
    let stage = try stage()
    #expect(try ids(stage, "a", at: 2) == ["ax", "ay"])
    #expect(try ids(stage, "a\nwindow around ay before 1 after 0", at: 2) == ["ax", "ay"])
    try stage.name("early", of: "a", 2)
    let both = "a\nb"
    var refusal = try error(stage, both, at: 2)
    #expect(refusal?.code == .failedPrecondition && refusal?.field == "at")
    refusal = try error(stage, both, at: "early")
    #expect(refusal?.code == .notFound && refusal?.message.contains("of \"b\": ") == true)
    try stage.name("early", of: "b", 1)
    #expect(try ids(stage, both, at: "early").count == 3)
    refusal = try error(stage, "a", at: 9)
    #expect(refusal?.code == .outOfRange && refusal?.field == "at")
    refusal = try error(stage, "nothing", at: 1)
    #expect(refusal?.code == .notFound)
  }

  @Test("end a read of several pages when the name goes over to another version")
  func moved() throws {
    let stage = try stage()
    try stage.name("early", of: "a", 2)
    let view = ViewReference(name: nil, definition: try ViewDefinition(parsing: "a"))
    var request = FetchRequest(collection: .empty, pageSize: 1)
    request.view = view.definition
    let page = try stage.page(request, of: view, at: "early")
    #expect(page.isPast && page.collection.isView && page.collection.version == 2)
    request.pageToken = page.nextPageToken
    #expect(try stage.page(request, of: view, at: "early").sections[0].items.map(\.id) == ["ay"])
    try stage.name("early", of: "a", 3)
    #expect(throws: ArrangeError.expiredRead) { try stage.page(request, of: view, at: "early") }
  }

  @Test("are refused with the rights of a definer, and with overlays")
  func refused() throws {
    let stage = try stage()
    var definition = try ViewDefinition(parsing: "a")
    definition.rights = .definer
    try stage.define("secret", definition, by: Principal("ann"))
    #expect(throws: ArrangeError.self) { try stage.fetch(stage.view("secret"), at: 1, pageSize: 9) }
    #expect(try error(stage, "a overlay mine", at: 1)?.code == .failedPrecondition)
  }
}

extension ViewStage {
  /// Gives a version of a collection a name, the newest one if none is given.
  fileprivate func name(_ name: Identifier, of collection: Identifier, _ version: UInt64? = nil) throws {
    let request = SetVersionRequest(collection: collection, name: name, version: version.map { .number($0) })
    let _: NamedVersion = try call {
      engine.shard(for: collection).versions.set(request, for: .server, reply: $0)
    }
  }

  fileprivate func page(
    _ request: FetchRequest,
    of view: ViewReference,
    at version: VersionReference
  ) throws -> FetchPage {
    try call {
      PastViewReads(at: engine.home(of: view)).fetch(request, from: view, at: version, reply: $0)
    }
  }
}
