import ArrangeModel
import Changes
import EngineTestSupport
import ListModel
import Testing

@testable import Engine

@Suite("Versions with names", .timeLimit(.minutes(5)))
struct NamedVersionTests {
  private static var short: EngineOptions {
    var options = EngineOptions()
    options.checkpointInterval = 10
    options.retainedCommits = 5
    return options
  }

  @Test("stay readable, however many commits follow, until the name is deleted")
  func pinned() throws {
    let stage = try Stage(options: NamedVersionTests.short)
    for number in 0..<10 { try stage.apply(.add("\(number)")) }
    try stage.awaitCheckpoints()
    let pinned = try stage.oldestVersion() + 2
    try stage.setVersion("v1", .number(pinned))
    for number in 10..<60 { try stage.apply(.add("\(number)")) }
    try stage.awaitCheckpoints()
    #expect(try stage.oldestVersion() == pinned)
    for restarts in 0..<2 {
      #expect(try stage.past(pinned) == stage.lists[pinned]?.withoutKeys, "after \(restarts) restarts")
      #expect(try stage.diff(from: "v1", to: 60).from == pinned)
      try stage.restart()
      try stage.load()
    }
    try stage.deleteVersion("v1")
    for number in 60..<80 { try stage.apply(.add("\(number)")) }
    try stage.awaitCheckpoints()
    #expect(try stage.oldestVersion() > pinned)
    #expect(throws: ArrangeError.noVersion("v1", "from")) { try stage.diff(from: "v1", to: nil) }
  }

  @Test("are listed with who named them, the newest first, and go over to another version")
  func listed() throws {
    let stage = try Stage()
    for number in 0..<4 { try stage.apply(.add("\(number)")) }
    let ann = Principal(unchecked: "ann")
    try stage.setVersion("b", 2, by: ann)
    try stage.setVersion("a", 2)
    try stage.setVersion("c", nil)
    #expect(try stage.versions().map(\.name) == ["c", "a", "b"])
    #expect(try stage.versions().map(\.version) == [4, 2, 2])
    #expect(try stage.versions().last?.author == ann)
    try stage.setVersion("b", "c")
    #expect(try stage.versions().map(\.name) == ["b", "c", "a"])
    #expect(throws: ArrangeError.noVersion("d", "version")) { try stage.setVersion("a", "d") }
    #expect(
      throws: ArrangeError(.outOfRange, "there is no version 5 yet; the newest one is 4", field: "version")
    ) { try stage.setVersion("a", 5) }
    #expect(throws: ArrangeError.noVersion("d", "version_name")) { try stage.deleteVersion("d") }
  }

  @Test("are gone with the collection, and another one of the same name has none")
  func deleted() throws {
    let stage = try Stage()
    try stage.apply(.add("a"))
    try stage.setVersion("v1", 1)
    try stage.apply(.removeItems(["a"]))
    try stage.delete()
    try stage.create()
    try stage.apply(.add("b"))
    #expect(try stage.versions().isEmpty && stage.bin().isEmpty)
    #expect(throws: ArrangeError.noVersion("v1", "to")) {
      try stage.restore(RestoreRequest(collection: "board", to: "v1"))
    }
  }

  @Test("can't be read behind a commit whose removed content is not kept, and the error says which")
  func leftOut() throws {
    let stage = try Stage()
    try stage.apply(.add("a"))
    try stage.setVersion("v1", 1)
    let text = FieldValue.string(String(repeating: "x", count: 60_000))
    for part in 0..<2 {
      let items = (0..<40).map {
        NewElement(id: Identifier(unchecked: "\(part) \($0)"), fields: ["text": text])
      }
      try stage.apply(.insertItems(items, to: .init()))
    }
    try stage.apply(.removeSections([.init(Identifier.empty)], onlyIfEmpty: false))
    do {
      try stage.restore(RestoreRequest(collection: "board", to: "v1"))
      Issue.record("it removed nearly 5 MB")
    } catch let error as ArrangeError {
      #expect(
        error.code == .outOfRange && error.message.contains("commit 4 removed more content"),
        "\(error)"
      )
    }
    // Further changes are made.
    try stage.apply(.add("b"))
    #expect(stage.version == 5)
  }

  @Test("are at most a hundred, and no numbers")
  func limits() throws {
    let stage = try Stage()
    try stage.apply(.add("a"))
    for number in 0..<NamedVersions.maximumCount {
      try stage.setVersion(Identifier(unchecked: "v\(number)"), 1)
    }
    #expect(throws: ArrangeError.self) { try stage.setVersion("another", 1) }
    try stage.setVersion("v7", 0)
    #expect(try stage.versions().count == NamedVersions.maximumCount)
    #expect(throws: ArrangeError.self) { try stage.setVersion("41", 1) }
    do { try stage.setVersion("another", 1) } catch let error as ArrangeError {
      #expect(error.code == .resourceExhausted && error.field == "version_name")
    }
  }

  @Test("are in the description of the collection, which older servers refuse only while there are any")
  func stored() throws {
    var descriptor = CollectionDescriptor(
      strategy: "lexorank",
      strategyVersion: 1,
      epoch: 7,
      createdAt: Timestamp(microseconds: 5),
      fields: ["title": .string("board")]
    )
    let answer = UnchangedRequests.Answer(
      fingerprint: RequestFingerprint(stored: 1),
      version: 3,
      incarnation: 9,
      operations: []
    )
    descriptor.unchangedRequests.remember(RequestKey(RequestID(unchecked: [1]), of: nil), answer)
    #expect(descriptor.encoded.first == 1)
    for (name, author) in [("a", nil), ("b", Principal.anonymous)] as [(Identifier, Principal?)] {
      let version = NamedVersion(name: name, version: 3, setAt: Timestamp(microseconds: -1), author: author)
      try descriptor.namedVersions.set(version)
    }
    #expect(descriptor.encoded.first == 6)
    #expect(try CollectionDescriptor(encoded: descriptor.encoded) == descriptor)
    #expect(descriptor.namedVersions.remove("a") && descriptor.namedVersions.remove("b"))
    #expect(descriptor.encoded.first == 1)
    // A tag that a later version has added.
    var writer = ByteWriter()
    writer.write(byte: 6)
    writer.write(bytes: "lexorank".utf8)
    for number in [1, 7] as [UInt64] { writer.write(number) }
    writer.write(signed: 5)
    writer.write(bytes: [])
    writer.write(1)
    writer.write(UInt64(99))
    writer.write(bytes: [1])
    #expect(throws: ArrangeError.self) { try CollectionDescriptor(encoded: writer.bytes) }
  }

  @Test("are checked when a directory is verified")
  func verified() throws {
    let stage = try Stage(options: NamedVersionTests.short)
    for number in 0..<60 { try stage.apply(.add("\(number)")) }
    try stage.awaitCheckpoints()
    try stage.setVersion("v1", .number(try stage.oldestVersion()))
    func problems() throws -> [String] {
      let journal = stage.journal
      let record = try #require(try journal.collections().first)
      return try CollectionCheck(journal, strategies: stage.engine.strategies).report(on: record).problems
    }
    #expect(try problems() == [])
    let key = try #require(stage.hosted?.key)
    // One that no collection reaches.
    var damaged = CollectionDescriptor(
      strategy: "lexorank",
      strategyVersion: 1,
      epoch: 7,
      createdAt: Timestamp(microseconds: 5),
      fields: [:]
    )
    damaged.emptiedVersion = .max
    #expect(throws: ArrangeError.noSuchVersion) { try CollectionDescriptor(encoded: damaged.encoded) }
    try stage.journal.append([.trim(key, before: 58)])
    #expect(try problems().contains { $0.contains("which is named \"v1\", can't be read") })
  }

  @Test("are what they were, through random histories", arguments: 0..<30 as Range<UInt64>)
  func histories(seed: UInt64) throws {
    var operations = TransactionGenerator(.history(), seed: seed)
    var options = EngineOptions()
    options.checkpointInterval = 30
    options.retainedCommits = 20
    let stage = try Stage(strategy: ["lexorank", "dense"][Int(seed % 2)], options: options)
    var names: [Identifier: UInt64] = [:]
    for _ in 0..<150 {
      let name = Identifier(unchecked: "v\(operations.below(5))")
      switch operations.below(20) {
      case 0..<12:
        try stage.load()
        for _ in 0...operations.below(4) {
          guard let hosted = stage.hosted else { break }
          try stage.begin(operations.transaction(on: stage.list(of: hosted.working), size: 20))
        }
        try stage.settle()
      case 12..<15:
        try stage.load()
        let oldest = try stage.oldestVersion()
        let version = oldest + UInt64(operations.below(Int(stage.version - oldest) + 1))
        // It may be trimmed meanwhile.
        guard (try? stage.setVersion(name, .number(version))) != nil else { break }
        names[name] = version
      case 15..<16: if names.removeValue(forKey: name) != nil { try stage.deleteVersion(name) }
      case 16..<17: try stage.restart()
      default:
        try stage.load()
        for (name, version) in names {
          try #require(
            try stage.past(at: .named(name)) == stage.lists[version]?.withoutKeys,
            "seed \(seed), \(name)"
          )
        }
        try #require(try stage.versions().count == names.count)
      }
    }
  }
}

extension Stage {
  @discardableResult
  func setVersion(
    _ name: Identifier,
    _ version: VersionReference?,
    by author: Principal? = nil
  ) throws -> NamedVersion {
    let request = SetVersionRequest(collection: self.name, name: name, version: version)
    return try call { [self] in $0.versions.set(request, for: caller(author), reply: $1) }
  }

  func deleteVersion(_ name: Identifier) throws {
    let request = DeleteVersionRequest(collection: self.name, name: name)
    let _: Void = try call { $0.versions.delete(request, reply: $1) }
  }

  func versions() throws -> [NamedVersion] {
    let request = ListVersionsRequest(collection: name)
    let list: VersionList = try call { $0.versions.list(request, reply: $1) }
    return list.versions
  }
}
