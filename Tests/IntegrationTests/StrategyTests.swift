import ArrangeClient
import ArrangeModel
import Changes
import Dispatch
import Foundation
import Ordering
import Synchronization
import TestSupport
import Testing

/// Ordering strategies with many callers, over the wire.
@Suite("Strategies under many writers", .timeLimit(.minutes(5)))
struct StrategyTests {
  private static let strategies = ["dense", "fractional", "lexorank", "lexorank:jitter=40"]

  /// The size of the lists whose strategy is changed; ARRANGE_STRATEGY_ITEMS sets it for a measurement.
  private static let items =
    ProcessInfo.processInfo.environment["ARRANGE_STRATEGY_ITEMS"].flatMap { Int($0) } ?? 2_000

  private static let writers = 64
  private static let insertsOfEach = 20

  private func client(_ server: ServerProcess) -> ArrangeClient {
    ArrangeClient(ArrangeClientConfiguration(port: server.port))
  }

  /// The items of a list with their keys.
  private func items(_ client: ArrangeClient) async throws -> [ElementSnapshot] {
    var items: [ElementSnapshot] = []
    for try await page in client.pages(of: "list") { items += page.sections.flatMap(\.items) }
    return items
  }

  @Test("64 writers in one gap are all served, and no two items have the same key", arguments: strategies)
  func oneGap(strategy: String) async throws {
    let server = try ServerProcess("--log-level", "error")
    let clients = (0..<8).map { _ in client(server) }
    try await clients[0].create("list", strategy: strategy)
    try await clients[0].apply(
      [.insertItems([NewElement(id: "first"), NewElement(id: "last")], to: ItemDestination())],
      to: "list"
    )
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<StrategyTests.writers {
        let client = clients[writer % clients.count]
        group.addTask {
          for number in 0..<StrategyTests.insertsOfEach {
            let item = NewElement(id: Identifier(stringLiteral: "w\(writer)-\(number)"))
            try await client.apply([.insertItems([item], to: ItemDestination(.after("first")))], to: "list")
          }
        }
      }
      try await group.waitForAll()
    }
    let list = try await items(clients[0])
    #expect(list.count == StrategyTests.writers * StrategyTests.insertsOfEach + 2)
    #expect(list.first?.id == "first" && list.last?.id == "last")
    #expect(zip(list, list.dropFirst()).allSatisfy { $0.key < $1.key })
    if strategy == "dense" { #expect(list.indices.allSatisfy { list[$0].key == OrderKey(rank: $0) }) }
    #expect(try await clients[0].verifyKeys(of: "list").problemCount == 0)
    for client in clients { await client.close() }
  }

  /// The statistics of the writers during changes of strategies.
  private struct Written: Sendable {
    var moves = 0
    var isOver = false
    /// The longest move without a change, and the longest during a change of strategy, in nanoseconds.
    var longest: UInt64 = 0
  }

  @Test("a list changes between all strategies during writes, and subscribers see only the writes")
  func changes() async throws {
    let server = try ServerProcess("--log-level", "error")
    let (admin, reading, writing) = (client(server), client(server), client(server))
    try await admin.create("list", strategy: "dense")
    for start in stride(from: 0, to: StrategyTests.items, by: 1_000) {
      let new = (start..<min(start + 1_000, StrategyTests.items)).map {
        NewElement(id: Identifier(stringLiteral: "i\($0)"))
      }
      try await admin.apply([.insertItems(new, to: ItemDestination())], to: "list")
    }
    let written = Mutex(Written())
    async let watched = watch(reading)
    async let writes: Void = write(writing, written)
    var longestChange: UInt64 = 0
    for from in StrategyTests.strategies {
      for to in StrategyTests.strategies where to != from {
        for strategy in [from, to] {
          let began = DispatchTime.now().uptimeNanoseconds
          let result = try await admin.changeStrategy(
            ChangeStrategyRequest(collection: "list", strategy: strategy)
          )
          longestChange = max(longestChange, DispatchTime.now().uptimeNanoseconds - began)
          #expect(result.strategy == strategy)
          #expect(try await admin.verifyKeys(of: "list").problemCount == 0)
        }
      }
    }
    written.withLock { $0.isOver = true }
    try await writes
    try await admin.apply(
      [.insertItems([NewElement(id: "end")], to: ItemDestination(.last))],
      to: "list"
    )
    let (list, moved) = try await watched
    let own = try await items(admin)
    #expect(list.map(\.id) == own.map(\.id))
    let total = written.withLock { $0 }
    // The last change is the item that marks the end.
    #expect(moved <= total.moves + 1, "more than was written is seen")
    print(
      "strategies: \(StrategyTests.items) items, \(total.moves) moves meanwhile, \(moved) changes delivered; "
        + "the longest change took \(longestChange / 1_000) us, the longest move \(total.longest / 1_000) us"
    )
    for client in [admin, reading, writing] { await client.close() }
  }

  /// Follows the list until its last item; returns the items and the number of received changes.
  private func watch(_ client: ArrangeClient) async throws -> (items: [ElementSnapshot], changes: Int) {
    var options = ListUpdates.Options()
    options.reloadThreshold = SubscribeRequest.maximumReloadThreshold
    var list = SectionedList()
    var changes = 0
    for try await update in client.updates(of: "list", from: nil, options: options) {
      switch update.content {
      case .list(let whole, _):
        #expect(list.sections.isEmpty, "the whole list comes once")
        list = whole
      case .batch(let batch, _, _):
        try list.apply(batch)
        changes += batch.count
      case .progress: break
      }
      if list.sections.last?.items.last?.id == "end" { break }
    }
    return (list.sections.flatMap(\.items), changes)
  }

  /// Moves items until the end of the test.
  private func write(_ client: ArrangeClient, _ written: borrowing Mutex<Written>) async throws {
    var random = OrderingRandom(seed: 8)
    while !(written.withLock { $0.isOver }) {
      func any() -> Identifier {
        Identifier(stringLiteral: "i\(Int.random(in: 0..<StrategyTests.items, using: &random))")
      }
      let (item, anchor) = (any(), any())
      guard item != anchor else { continue }
      let began = DispatchTime.now().uptimeNanoseconds
      let result = try await client.apply(
        [.moveItems([ElementReference(item)], to: ItemDestination(.after(anchor)))],
        to: "list"
      )
      let taken = DispatchTime.now().uptimeNanoseconds - began
      written.withLock {
        $0.longest = max($0.longest, taken)
        if result.changed { $0.moves += 1 }
      }
    }
  }
}
