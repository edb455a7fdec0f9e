import ArrangeModel
import Changes
import Foundation
import Ordering
import Testing

@testable import Engine

@Suite("Views as definer")
struct OpaqueViewTests {
  private static let environment = ProcessInfo.processInfo.environment

  @Test("are identical for states with the same visible content")
  func twins() throws {
    let scale = Int(OpaqueViewTests.environment["ARRANGE_TEST_SCALE"] ?? "") ?? 1
    let first = UInt64(OpaqueViewTests.environment["ARRANGE_TEST_SEED"] ?? "") ?? 1
    for seed in first..<first + UInt64(140 * scale) {
      var worlds = try TwinWorlds(seed: seed)
      for _ in 0..<60 { try worlds.step() }
      try worlds.finish()
    }
  }

  /// A server with a list of ten items, whose order in the view is that of a field that it does not show.
  private func sortedStage(_ view: String = "board flat all sort rank only name as definer") throws
    -> ViewStage
  {
    let stage = try ViewStage(options: EngineOptions(), seed: 3)
    stage.wallTime = 1_700_000_000_000_000
    try stage.create("board", strategy: "dense")
    let items = (0..<10).map { number in
      NewElement(
        id: Identifier(unchecked: "i\(number)"),
        fields: ["name": .string("n\(number)"), "rank": .int(Int64(number))]
      )
    }
    stage.begin("board", [.insertItems(items, to: ItemDestination())])
    try stage.settle()
    try stage.define("view", try ViewDefinition(parsing: view), by: .anonymous)
    return stage
  }

  private func set(_ ranks: [Int: Int64], _ stage: ViewStage) throws {
    let updates = ranks.sorted { $0.key < $1.key }.map { item, rank in
      FieldsUpdate(ElementReference(Identifier(unchecked: "i\(item)")), set: ["rank": .int(rank)])
    }
    stage.begin("board", [.updateItems(updates)])
    try stage.settle()
  }

  @Test("do not reveal which of two rows that changed places was moved")
  func whoMoved() throws {
    var random = OrderingRandom(seed: 5)
    for _ in 0..<100 {
      let stages = [try sortedStage(), try sortedStage()]
      let watchers = try stages.map { try ViewWatcher(try $0.view("view"), .init(), on: $0) }
      for (stage, watcher) in zip(stages, watchers) { try watcher.catchUp(stage) }
      for _ in 0..<4 {
        // A new order of some items.
        var order = watchers[0].list.sections[0].items.compactMap { Int($0.id.text.dropFirst()) }
        for _ in 0..<Int.random(in: 0..<3, using: &random) {
          order.insert(
            order.remove(at: Int.random(in: 0..<10, using: &random)),
            at: Int.random(in: 0..<10, using: &random)
          )
        }
        let content = try stages[0].content(of: "board").sections[0].items
        // One world writes the ranks that are needed, the other one all of them, at times twice.
        var few: [Int: Int64] = [:]
        for (rank, item) in order.enumerated() {
          let now = content.first { $0.id.text == "i\(item)" }?.fields["rank"]
          if now != .int(Int64(rank)) { few[item] = Int64(rank) }
        }
        if !few.isEmpty { try set(few, stages[0]) }
        let base = Int64.random(in: -50..<50, using: &random) * 100
        for gap in Bool.random(using: &random) ? [7, 3] : [2] as [Int64] {
          let all = order.enumerated().map { ($1, base + gap * Int64($0)) }
          try set(Dictionary(uniqueKeysWithValues: all), stages[1])
        }
        for (stage, watcher) in zip(stages, watchers) {
          stage.wallTime += 1
          try watcher.catchUp(stage)
        }
        try #require(watchers[0].list == watchers[1].list)
        let contents = stages.map { stage in stage.messages.map(\.content) }
        try #require(contents[0] == contents[1])
        try #require(watchers[0].version == watchers[1].version)
      }
    }
  }

  @Test("have a new version only when their content changes, which is the time")
  func versions() throws {
    let stage = try sortedStage()
    let reference = try stage.view("view")
    let watcher = try ViewWatcher(reference, .init(), on: stage)
    try watcher.catchUp(stage)
    let (first, token) = (watcher.version, watcher.token)
    #expect(first == 1_700_000_000_000_000)
    stage.wallTime += 1_000
    try set([3: 3, 4: 4], stage)
    stage.begin("board", [.updateItems([FieldsUpdate(ElementReference("i1"), set: ["other": .int(1)])])])
    try stage.settle()
    let told = stage.messages.count
    try watcher.catchUp(stage)
    try set([9: 900], stage)
    try watcher.ask(stage, sendsProgress: false)
    #expect(stage.messages.count == told && watcher.version == first && watcher.token == token)
    try set([0: 1_000], stage)
    try watcher.catchUp(stage)
    #expect(watcher.version == UInt64(stage.wallTime) && watcher.batches == 1)
    #expect(watcher.token?.count == token?.count && watcher.token != token)
    // A clock that stands still, or goes back.
    stage.wallTime -= 500
    try set([1: 2_000], stage)
    try watcher.catchUp(stage)
    #expect(watcher.version == 1_700_000_000_001_001 && watcher.batches == 2)
  }

  @Test("resume from their own tokens only")
  func tokens() throws {
    let stage = try sortedStage()
    let reference = try stage.view("view")
    let watcher = try ViewWatcher(reference, .init(), on: stage)
    try watcher.catchUp(stage)
    let (token, list) = (try #require(watcher.token), watcher.list)
    watcher.leave()
    stage.wallTime += 10
    try set([0: 50], stage)
    let again = try ViewWatcher(reference, .init(), on: stage, resuming: token, list)
    try again.catchUp(stage)
    #expect(again.batches == 1 && again.reloads.isEmpty)
    // One that somebody made of it, for a version of which they heard nothing.
    let forged = OpaqueToken(version: again.version) { 0 }
    let forger = try ViewWatcher(reference, .init(), on: stage, resuming: forged.bytes, list)
    try forger.catchUp(stage)
    #expect(forger.batches == 0 && forger.reloads == [.historyTrimmed] && forger.list == again.list)
    // A token of the same rows with the rights of the reader.
    let plain = ViewReference(name: nil, definition: try ViewDefinition(parsing: "board flat all sort rank"))
    let other = try ViewWatcher(plain, .init(), on: stage)
    try other.catchUp(stage)
    for (reference, token) in [(reference, other.token), (plain, again.token)] {
      let stranger = try ViewWatcher(reference, .init(), on: stage, resuming: token, list)
      try stranger.catchUp(stage)
      #expect(stranger.batches == 0 && stranger.reloads == [.viewChanged])
    }
    try stage.restart()
    stage.wallTime += 10
    let late = try ViewWatcher(reference, .init(), on: stage, resuming: again.token, again.list)
    try late.catchUp(stage)
    #expect(late.batches == 0 && late.reloads == [.historyTrimmed] && late.list == again.list)
    #expect(late.version > again.version)
  }

  @Test("change between as definer and as reader, for their subscribers")
  func redefinition() throws {
    let stage = try sortedStage()
    let watcher = try ViewWatcher(try stage.view("view"), .init(), on: stage)
    try watcher.catchUp(stage)
    for text in ["board flat all sort rank only name", "board flat all sort rank only name as definer"] {
      stage.wallTime += 100
      try stage.define("view", try ViewDefinition(parsing: text), by: .anonymous)
      try stage.settle()
      let version = watcher.version
      try watcher.catchUp(stage)
      let items = watcher.list.sections.flatMap(\.items)
      #expect(watcher.version > version && items.count == 10)
      #expect(items.allSatisfy { ($0.origin == nil) == text.hasSuffix("definer") })
    }
    #expect(watcher.reloads.isEmpty && watcher.batches == 2)
  }

  @Test("reveal nothing about collections that are deleted or too large")
  func errors() throws {
    let stage = try sortedStage()
    let reference = try stage.view("view")
    let watcher = try ViewWatcher(reference, .init(), on: stage)
    try watcher.catchUp(stage)
    try stage.delete("board")
    try stage.settle()
    try watcher.catchUp(stage)
    let listing = try #require(stage.engine.catalog.listing(ofView: "view")?.info)
    let fetched: Answer<FetchPage> = stage.begin { reply in
      stage.engine.home(of: reference).fetch(FetchRequest(collection: "view"), from: reference, reply: reply)
    }
    let info: Answer<CollectionInfo> = stage.begin { reply in
      stage.engine.home(of: reference).info(of: reference, reply: reply)
    }
    try stage.run { fetched.value != nil && info.value != nil }
    for error in [watcher.ended, fetched.error, info.error] {
      let error = try #require(error)
      #expect(error.code == .failedPrecondition && error.field == nil && !error.message.contains("board"))
    }
    #expect(listing.problem == "the view can't be shown")
  }

  @Test("end with the same message when they are too large")
  func tooLarge() throws {
    let stage = try sortedStage("board group other only name as definer")
    let watcher = try ViewWatcher(try stage.view("view"), .init(), on: stage)
    try watcher.catchUp(stage)
    let items = (0...ViewBudget.maximumGroups).map { number in
      NewElement(id: Identifier(unchecked: "g\(number)"), fields: ["other": .int(Int64(number))])
    }
    stage.begin("board", [.insertItems(items, to: ItemDestination())])
    try stage.settle()
    let error = #expect(throws: ArrangeError.self) { try stage.fetch(watcher.reference, pageSize: 10) }
    #expect(error?.code == .failedPrecondition && error?.field == nil)
    #expect(watcher.ended == error)
  }

  @Test("follow more changes at once than their log can hold")
  func largerThanLog() throws {
    let stage = try sortedStage()
    let count = ChangeLog.capacity.edits * 6 / 10
    let chunks = stride(from: 0, to: count, by: 5_000).map { $0..<$0 + 5_000 }
    for chunk in chunks {
      let items = chunk.map { number in
        NewElement(id: Identifier(unchecked: "n\(number)"), fields: ["rank": .int(Int64(number))])
      }
      stage.begin("board", [.insertItems(items, to: ItemDestination())])
      try stage.settle()
    }
    let watcher = try ViewWatcher(try stage.view("view"), .init(), on: stage)
    try watcher.catchUp(stage)
    // Each comes to another place, which takes two edits of the view.
    for chunk in chunks {
      let updates = chunk.map { number in
        FieldsUpdate(
          ElementReference(Identifier(unchecked: "n\(number)")),
          set: ["rank": .int(Int64(-number))]
        )
      }
      stage.begin("board", [.updateItems(updates)])
      try stage.settle()
    }
    try watcher.catchUp(stage)
    #expect(watcher.list.size.items == count + 10 && watcher.reloads == [.historyTrimmed])
    #expect(watcher.list.sections[0].items[0].id.text == "n\(count - 1)")
  }

  @Test("keep their content when too much has changed to follow")
  func madeAnew() throws {
    for isShown in [false, true] {
      let stage = try sortedStage()
      let watcher = try ViewWatcher(try stage.view("view"), .init(), on: stage)
      try watcher.catchUp(stage)
      let (version, view) = (watcher.version, try #require(watcher.home.views.values.first))
      stage.wallTime += 5
      try set(isShown ? [0: 77] : [9: 77], stage)
      for source in view.sources { source.log = ChangeLog(base: source.version) }
      let told = stage.messages.count
      try watcher.catchUp(stage)
      #expect(watcher.version == (isShown ? version + 5 : version))
      #expect((stage.messages.count > told) == isShown)
    }
  }
}
