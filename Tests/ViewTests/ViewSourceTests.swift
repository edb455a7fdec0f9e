import ArrangeModel
import Changes
import Testing

@testable import Engine

@Suite("The sources of views")
struct ViewSourceTests {
  private func flat(_ names: [Identifier]) -> ViewReference {
    ViewReference(
      name: nil,
      definition: ViewDefinition(
        names.enumerated().map { number, name in
          .init(.collection(.init(name, layout: .flat(.init("all")))), name: "p\(number)")
        }
      )
    )
  }

  private func insert(_ id: Identifier, into name: Identifier, _ stage: ViewStage) {
    stage.begin(name, [.insertItems([NewElement(id: id)], to: ItemDestination(section: ""))])
  }

  /// A stage with two collections of different shards.
  private func stageWithTwo() throws -> (stage: ViewStage, first: Identifier, second: Identifier) {
    let stage = try ViewStage(options: EngineOptions(), seed: 11)
    let names = (0..<20).map { Identifier(unchecked: "c\($0)") }
    let first = names[0]
    let second = try #require(
      names.first { stage.engine.shard(for: $0).index != stage.engine.shard(for: first).index }
    )
    for name in [first, second] {
      try stage.create(name, strategy: "dense")
      insert("before", into: name, stage)
    }
    try stage.settle()
    return (stage, first, second)
  }

  /// Begins to read a view of two collections, and stops where the second one was read and this is not yet known.
  private func beginReading(
    _ stage: ViewStage,
    _ first: Identifier,
    _ second: Identifier
  ) throws -> (home: ViewHost, owner: Shard, answer: Answer<FetchPage>) {
    let reference = flat([first, second])
    let (home, owner) = (stage.engine.home(of: reference), stage.engine.shard(for: second))
    let answer = Answer<FetchPage>()
    var request = FetchRequest(collection: .empty, pageSize: 100)
    request.view = reference.definition
    home.fetch(request, from: reference) { answer.value = $0 }
    try stage.run(only: home.shard) { home.sources.opening[second] != nil }
    try stage.run(only: owner) { owner.collections[second]?.watchers.shardsWithViews == [home.shard.index] }
    return (home, owner, answer)
  }

  @Test("receive commits made while they were read")
  func earlyCommits() throws {
    let (stage, first, second) = try stageWithTwo()
    let (home, owner, answer) = try beginReading(stage, first, second)
    insert("after", into: second, stage)
    try stage.run(only: owner) { stage.unanswered == 0 }
    home.drainMailbox()
    #expect(home.sources.early.count == 1)
    try stage.run { answer.value != nil }
    let page = try #require(answer.value).get()
    #expect(page.sections.map(\.items.count) == [1, 2])
    #expect(home.sources.early.isEmpty)
    insert("later", into: second, stage)
    try stage.settle()
    #expect(try stage.fetch(flat([first, second]), pageSize: 100).itemCounts == [1, 3])
  }

  @Test("are not shown if they were deleted while they were read")
  func earlyEnd() throws {
    let (stage, first, second) = try stageWithTwo()
    let (home, owner, answer) = try beginReading(stage, first, second)
    let deleted = Answer<Void>()
    owner.delete(second) { deleted.value = $0 }
    try stage.run(only: owner) { deleted.value != nil }
    home.drainMailbox()
    try stage.run { answer.value != nil }
    let error = #expect(throws: ArrangeError.self) { try answer.value?.get() }
    #expect(error?.code == .notFound)
    #expect(home.sources.early.isEmpty && home.sources.sources.isEmpty && home.views.isEmpty)
    try stage.create(second, strategy: "dense")
    #expect(try stage.fetch(flat([first, second]), pageSize: 100).itemCounts == [1, 0])
  }

  @Test("are not shown in an old state if deleted while others were read", arguments: [false, true])
  func endWhileOthersAreRead(isBack: Bool) throws {
    let (stage, first, second) = try stageWithTwo()
    let reference = flat([first, second])
    let home = stage.engine.home(of: reference)
    var request = FetchRequest(collection: .empty, pageSize: 100)
    request.view = reference.definition
    let page: Answer<FetchPage> = stage.begin { home.fetch(request, from: reference, reply: $0) }
    try stage.run(only: home.shard) { home.sources.opening[second] != nil }
    let deleted: Answer<Void> = stage.begin { home.shard.delete(first, reply: $0) }
    try stage.run(only: home.shard) { deleted.value != nil }
    home.drainMailbox()
    if isBack {
      let created: Answer<CollectionInfo> = stage.begin {
        home.shard.create(first, strategy: "dense", fields: [:], reply: $0)
      }
      try stage.run(only: home.shard) { created.value != nil }
    }
    try stage.run { page.value != nil }
    if isBack {
      #expect(try page.value?.get().sections.map(\.items.count) == [0, 1])
    } else {
      #expect(page.error?.code == .notFound && home.views.isEmpty)
    }
    try stage.settle()
    #expect(home.sources.opening.isEmpty && home.sources.sources.values.allSatisfy { $0.viewCount > 0 })
  }

  @Test("know the touched elements since some versions, until there is a newer one")
  func changes() throws {
    let stage = try ViewStage(options: EngineOptions(), seed: 12)
    try stage.create("a", strategy: "dense")
    let watcher = try ViewWatcher(flat(["a"]), .init(), on: stage)
    let source = try #require(watcher.home.sources["a"])
    let last = ViewSource.maximumChanges + 4
    for number in 0..<last {
      insert(Identifier(unchecked: "i\(number)"), into: "a", stage)
      try stage.settle()
    }
    for version in 0..<last {
      #expect(source.change(after: UInt64(version)).items.count == last - version)
      #expect(source.changes.count <= ViewSource.maximumChanges)
    }
    #expect(!source.changes.isEmpty)
    insert("newest", into: "a", stage)
    try stage.settle()
    #expect(source.changes.isEmpty)
    #expect(source.change(after: 0).items.count == last + 1)
    try watcher.catchUp(stage)
    #expect(watcher.list.size.items == last + 1)
  }

  @Test("that are deleted mark their views as broken in lists")
  func listing() throws {
    let stage = try ViewStage(options: EngineOptions(), seed: 13)
    for name in ["a", "b"] as [Identifier] { try stage.create(name, strategy: "dense") }
    try stage.define("home", flat(["a", "b"]).definition)
    func listing() throws -> CollectionInfo {
      try #require(stage.engine.catalog.listing(ofView: "home")?.info)
    }
    #expect(try listing().problem.isEmpty)
    #expect(try listing().isView)
    #expect(stage.engine.catalog.listing(ofView: "a") == nil)
    try stage.delete("b")
    #expect(try listing().problem == "there is no collection \"b\"")
    try stage.create("b", strategy: "dense")
    #expect(try listing().problem.isEmpty)
    #expect(
      stage.engine.directory.hosts.allSatisfy { $0.views.isEmpty },
      "a list evaluates nothing"
    )
    try stage.delete("a")
    let _: Void = try stage.call { stage.engine.shard(for: "home").storedViews.deleteView("home", reply: $0) }
    #expect(stage.engine.catalog.listing(ofView: "home") == nil)
  }
}
