import ArrangeClient
import Foundation
import Ordering
import TestSupport
import Testing

/// Outlines of a real server that are followed, also over its end.
@Suite("Followers of outlines of a real server", .timeLimit(.minutes(5)))
struct OutlineUpdatesTests {
  @Test("see what is read, whatever they have collapsed, also after kills")
  func follow() async throws {
    let seed = UInt64(ProcessInfo.processInfo.environment["ARRANGE_TEST_SEED"] ?? "") ?? 1
    do { try await follow(seed: seed) } catch { Issue.record("seed \(seed): \(error)") }
  }

  private func follow(seed: UInt64) async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(persistentTo: server)
    let plan: Identifier = "plan"
    _ = try await client.create(plan, strategy: "lexorank", outline: OutlineSettings(maximumDepth: 8))
    let foldings = [
      TreeFolding(), TreeFolding([.item("3"), .item("5"), .item("11")]),
      TreeFolding([.item("2"), .item("4"), .section("")], isLazy: true),
    ]
    var followers = foldings.map { Follower(client, plan, $0) }
    var random = OrderingRandom(seed: seed)
    var ids: [Identifier] = []
    for round in 0..<20 {
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let version = try await edit(plan, client, &ids, &random)
        if Int.random(in: 0..<4, using: &random) == 0 { continue }
        for index in followers.indices where Bool.random(using: &random) {
          try await followers[index].follow(to: version)
        }
      }
      if round % 7 == 6 {
        server.kill()
        try server.start()
      }
      let version = try await client.info(plan).version
      let whole = try await read(plan, client)
      for index in followers.indices {
        try await followers[index].follow(to: version)
        let wanted = ShownTree(whole, folding: foldings[index])
        let shown = followers[index].shown
        try #require(shown.list.texts == wanted.list.texts, "round \(round), folding \(index)")
        try #require(shown.counts == wanted.counts, "round \(round), folding \(index), what is hidden")
      }
    }
    await client.close()
  }

  /// A transaction that the outline does not refuse, and the version after it.
  private func edit(
    _ plan: Identifier,
    _ client: ArrangeClient,
    _ ids: inout [Identifier],
    _ random: inout OrderingRandom
  ) async throws -> UInt64 {
    let item = ids.randomElement(using: &random)
    let parent = ids.randomElement(using: &random)
    let place = ItemDestination(
      Bool.random(using: &random) ? .first : .last,
      below: ParentChoice(parent, ifMissing: .last, ifCycle: .skip)
    )
    let operation: ListOperation
    switch (Int.random(in: 0..<10, using: &random), item) {
    case (0..<5, _), (_, nil):
      ids.append(Identifier(stringLiteral: "\(ids.count + 1)"))
      operation = .insertItems([NewElement(id: ids[ids.count - 1])], to: place)
    case (5..<8, let item?): operation = .moveItems([ElementReference(item)], to: place)
    case (8, let item?):
      operation = .updateItems([
        FieldsUpdate(ElementReference(item), set: ["a": .int(.random(in: 0...9, using: &random))])
      ])
    case (_, let item?): operation = .removeItems([ElementReference(item)], descendants: .remove)
    }
    do { return try await client.apply([operation], to: plan).version } catch {
      // What is not there any more, and what would be too deep.
      guard [.notFound, .failedPrecondition].contains(error.code) else { throw error }
      return try await client.info(plan).version
    }
  }

  private func read(_ plan: Identifier, _ client: ArrangeClient) async throws -> TreeList {
    var rows: [TreeRow] = []
    for try await page in client.pages(of: plan, pageSize: 7) {
      for slice in page.sections {
        if slice.firstItem == 0 { rows.append(TreeRow(slice.section, depth: 0)) }
        rows += slice.items.map { TreeRow($0, depth: Int($0.outline?.depth ?? 0)) }
      }
    }
    return try TreeList(rows)
  }
}

/// Somebody who follows an outline.
private struct Follower {
  private(set) var shown = ShownTree()
  private var version: UInt64?
  private var updates: OutlineUpdates.Iterator

  init(_ client: ArrangeClient, _ plan: Identifier, _ folding: TreeFolding) {
    var options = ListUpdates.Options()
    options.progressInterval = .zero
    updates = client.updates(ofOutline: plan, folding: folding, options: options).makeAsyncIterator()
  }

  /// Follows until a version is shown.
  mutating func follow(to wanted: UInt64) async throws {
    while version.map({ $0 < wanted }) ?? true {
      let update = try #require(try await updates.next())
      switch update.content {
      case .outline(let whole, _): shown = whole
      case .batch(let batch, let from, _):
        try #require(from == version)
        try shown.apply(batch)
      case .progress: break
      }
      version = update.version
    }
  }
}

extension TreeList {
  fileprivate var texts: [String] {
    rows.map { "\($0.depth) \($0.element.id) \($0.element.contentVersion) \($0.element.fields)" }
  }
}
