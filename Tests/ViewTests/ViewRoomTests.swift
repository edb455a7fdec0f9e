import ArrangeModel
import Changes
import Testing

@testable import Engine

@Suite("Room for views")
struct ViewRoomTests {
  /// How many rows there is room for, and how many the collection has.
  private static let maximumRows = 1_000
  private static let items = 200

  private final class Listener: SubscriptionListener {
    func notifyOfNewCommits() {}
    func recordEnd(_ error: ArrangeError) {}
  }

  private func stage(_ change: (inout EngineOptions) -> Void = { $0.maximumViewRows = maximumRows }) throws
    -> ViewStage
  {
    var options = EngineOptions()
    change(&options)
    let stage = try ViewStage(options: options, seed: 7)
    try stage.create("a", strategy: "dense")
    try insert(0..<ViewRoomTests.items, stage)
    return stage
  }

  private func insert(_ numbers: Range<Int>, _ stage: ViewStage) throws {
    let items = numbers.map { NewElement(id: Identifier(unchecked: "i\($0)")) }
    stage.begin("a", [.insertItems(items, to: ItemDestination(section: ""))])
    try stage.settle()
  }

  /// Views of all items of the collection, each another one.
  private func view(_ number: Int) -> ViewReference {
    let query = ViewDefinition.Query("a", layout: .flat(.init("all")), cap: number)
    return ViewReference(name: nil, definition: ViewDefinition([.init(.collection(query))]))
  }

  private func rows(_ stage: ViewStage) -> Int {
    stage.engine.directory.viewRows
  }

  @Test("is limited by the rows of all of them, and is freed again")
  func rowsAreLimited() throws {
    let stage = try stage()
    let watchers = try (1...3).map { try ViewWatcher(view($0), .init(), on: stage) }
    for watcher in watchers { try watcher.catchUp(stage) }
    let taken = rows(stage)
    #expect(taken > 3 * ViewRoomTests.items && taken <= ViewRoomTests.maximumRows)
    let error = #expect(throws: ArrangeError.self) { try stage.fetch(view(4), pageSize: 10) }
    #expect(error?.code == .resourceExhausted)
    #expect(error?.message.contains("max-view-rows") == true)
    #expect(rows(stage) == taken)
    // The same view needs no room.
    #expect(try stage.fetch(view(3), pageSize: 10).size.items == 3)
    // One that nobody uses makes room before its time.
    watchers[0].leave()
    #expect(try stage.fetch(view(4), pageSize: 10).size.items == 4)
    #expect(rows(stage) <= ViewRoomTests.maximumRows)
    for watcher in watchers { watcher.leave() }
    stage.time += 1_000 * 1_000_000_000
    stage.tick()
    #expect(rows(stage) == 0)
  }

  @Test("is used by commits, which can't be refused")
  func commitsTakeRoom() throws {
    let stage = try stage()
    let watcher = try ViewWatcher(view(5_000), .init(), on: stage)
    try watcher.catchUp(stage)
    let before = rows(stage)
    try insert(ViewRoomTests.items..<ViewRoomTests.items * 10, stage)
    try watcher.catchUp(stage)
    #expect(watcher.ended == nil && watcher.list.size.items == ViewRoomTests.items * 10)
    #expect(rows(stage) >= before + ViewRoomTests.items * 9)
    #expect(throws: ArrangeError.self) { try stage.fetch(view(1), pageSize: 10) }
    // A deleted collection takes its views along.
    try stage.delete("a")
    try stage.settle()
    #expect(rows(stage) == 0)
  }

  @Test("is taken from older versions first")
  func logsMakeRoom() throws {
    let stage = try stage()
    let watcher = try ViewWatcher(view(5_000), .init(), on: stage)
    for number in 0..<300 {
      try insert(1_000 + number..<1_001 + number, stage)
      try watcher.catchUp(stage)
    }
    let log = try #require(stage.engine.home(of: view(5_000)).views.values.first).feed.log
    #expect(log.size == 601, "a step and an edit for each commit")
    #expect(rows(stage) > ViewRoomTests.maximumRows)
    // 500 rows and what goes with them are left, which is no room for as many again, but for a view without rows.
    let definition = ViewDefinition([.init(.collection(.init("a", filter: .exists("nothing"))))])
    #expect(try stage.fetch(ViewReference(name: nil, definition: definition), pageSize: 10).size.items == 0)
    #expect(
      try #require(stage.engine.home(of: view(5_000)).views[view(5_000).definition.text]).feed.log.size
        <= 128
    )
    try insert(2_000..<2_001, stage)
    try watcher.catchUp(stage)
    #expect(watcher.ended == nil && watcher.reloads.isEmpty)
  }

  @Test("is limited by their number, also while the collection is read")
  func openingsAreCounted() throws {
    let stage = try stage { $0.maximumViews = 3 }
    try stage.restart()
    let home = stage.engine.home(of: view(1))
    let listeners = (0..<10).map { _ in Listener() }
    for (number, listener) in listeners.enumerated() {
      let answer = Answer<Void>()
      home.subscribe(listener, to: view(number)) { answer.value = $0 }
      try #require(answer.value == nil, "the collection is in memory")
    }
    try stage.settle()
    _ = try stage.content(of: "a")
    try stage.settle()
    #expect(home.views.count == 3)
    #expect(home.watchers.count == 3)
    // Views that nobody uses make room.
    for listener in listeners { home.unsubscribe(listener) }
    #expect(try stage.fetch(view(20), pageSize: 300).size.items == 20)
    #expect(home.views.count == 3)
  }
}
