import ArrangeModel
import Changes
import EngineTestSupport
import ListModel
import Ordering
import Testing

@testable import Engine

/// A list that is followed with its order keys, under every strategy.
@Suite("Order keys that a subscriber follows")
struct FollowedKeysTests {
  @Test(
    "are those of the server, but for what was rekeyed where it is",
    arguments: ["lexorank", "fractional", "dense"],
    0..<16 as Range<UInt64>
  )
  func histories(strategy: String, seed: UInt64) throws {
    var options = SubscribeRequest.Options()
    options.sendsKeys = true
    options.reloadThreshold = 1_000
    options.profile = seed % 2 == 0 ? .exact : .uikit
    var history = try FollowedKeys(strategy: strategy, seed: seed, options)
    for step in 0..<100 {
      do { try history.step() } catch {
        throw Failure(what: "\(strategy), seed \(seed), step \(step): \(error)")
      }
    }
    #expect(history.batches > 20)
  }

  @Test("are reported for elements that are moved away and back")
  func dragged() throws {
    let stage = try Stage()
    try stage.apply(.add("a", "b", "c"))
    var options = SubscribeRequest.Options()
    options.sendsKeys = true
    let (watcher, plain) = (Watcher(options), Watcher())
    for watcher in [watcher, plain] {
      try stage.subscribe(watcher)
      try stage.catchUp(watcher)
    }
    let before = try #require(stage.lists[stage.version]?.sections[0].items[2].key)
    try stage.apply(.move("c", to: ItemDestination(.first)))
    try stage.apply(.move("c", to: ItemDestination(.last)))
    let key = try #require(stage.lists[stage.version]?.sections[0].items[2].key)
    try #require(key != before)
    guard case .batch(let batch, from: 1, commits: 2)? = try stage.ask(watcher)?.content else {
      Issue.record("no batch")
      return
    }
    let placed = PlacedKey(at: ListPath(section: 0, item: 2), key: key, placementVersion: 3)
    #expect(batch.isEmpty && batch.items.keys == [placed])
    #expect(try stage.ask(plain) == nil)
  }
}

private struct Failure: Error, CustomStringConvertible {
  var what: String
  var description: String { what }
}

/// A subscriber that applies the order keys, and tracks elements rekeyed without a move.
private struct FollowedKeys {
  private let stage: Stage
  private let watcher: Watcher
  private var operations: TransactionGenerator
  private var list = SectionedList()
  private var version: UInt64 = 0
  /// The elements whose keys are from before a rekey.
  private var stale: Set<Name> = []
  private(set) var batches = 0

  /// A section or an item.
  private struct Name: Hashable {
    var isSection: Bool
    var id: Identifier
  }

  init(strategy: String, seed: UInt64, _ options: SubscribeRequest.Options) throws {
    stage = try Stage(strategy: strategy)
    operations = TransactionGenerator(.history(), seed: seed)
    watcher = Watcher(options)
    try stage.subscribe(watcher)
  }

  mutating func step() throws {
    for _ in 0...operations.below(3) {
      try stage.load()
      let list = stage.lists[stage.version, default: SectionedList()]
      try stage.begin(operations.transaction(on: list, size: 25))
      try stage.settle()
    }
    while version < stage.version { try recordRekeys() }
    while let message = try stage.ask(watcher) { try fold(message) }
    let (expected, found) = (keys(try #require(stage.lists[version])), keys(list))
    try #require(expected.count == found.count)
    for (name, key) in expected where !stale.contains(name) {
      try #require(found[name] == key, "\(name) has another key at \(version)")
    }
  }

  /// Records elements that were rekeyed in the next version without being placed.
  private mutating func recordRekeys() throws {
    let log = try #require(stage.hosted?.watchers.feed?.log)
    let (old, new) = (keys(try #require(stage.lists[version])), keys(try #require(stage.lists[version + 1])))
    var placed: Set<Name> = []
    for edit in log.edits(after: version, through: version + 1) {
      switch edit.kind {
      case .itemInserted, .itemAttached: placed.insert(Name(isSection: false, id: edit.element.id))
      case .sectionInserted, .sectionAttached: placed.insert(Name(isSection: true, id: edit.element.id))
      default: break
      }
    }
    stale.subtract(placed)
    for (name, key) in new where !placed.contains(name) && old[name] != key { stale.insert(name) }
    version += 1
  }

  private mutating func fold(_ message: SubscriptionMessage) throws {
    switch message.content {
    case .snapshot(let page):
      try #require(page.isLast && page.page == 0)
      list = SectionedList(page.sections.map { .init($0.section, items: $0.items) })
      stale = []
    case .batch(let batch, _, _):
      try list.apply(batch)
      batches += 1
    case .progress, .tree: break
    }
  }

  private func keys(_ list: SectionedList) -> [Name: OrderKey] {
    var keys: [Name: OrderKey] = [:]
    for section in list.sections {
      keys[Name(isSection: true, id: section.element.id)] = section.element.key
      for item in section.items { keys[Name(isSection: false, id: item.id)] = item.key }
    }
    return keys
  }
}
