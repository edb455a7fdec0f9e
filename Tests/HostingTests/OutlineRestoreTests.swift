import ArrangeModel
import Changes
import Foundation
import Ordering
import Testing

@testable import Engine

@Suite("Outlines that are taken back to earlier versions", .timeLimit(.minutes(10)))
struct OutlineRestoreTests {
  private static let scale = Int(ProcessInfo.processInfo.environment["ARRANGE_TEST_SCALE"] ?? "") ?? 1

  private func stage(_ text: String, _ strategy: String = "lexorank", depth: Int = 64) throws -> Stage {
    let stage = try Stage(strategy: strategy, outline: OutlineSettings(maximumDepth: depth))
    try stage.draw(text)
    return stage
  }

  private func restore(
    _ stage: Stage,
    _ version: UInt64,
    _ keep: RestoreRequest.Keep = .none
  ) throws -> RestoreResult {
    try stage.restore(RestoreRequest(collection: stage.name, to: .number(version), keep: keep))
  }

  @Test("have the content of then", arguments: 1...UInt64(24 * scale))
  func histories(seed: UInt64) throws {
    var random = OrderingRandom(seed: seed)
    let strategy = ["lexorank", "dense", "fractional"][Int(seed % 3)]
    let stage = try stage("a(b(c)d)e|f", strategy, depth: seed % 2 == 0 ? 64 : 5)
    var operations = RandomOutlineOperations()
    var states: [UInt64: CollectionState] = [1: try #require(stage.hosted?.working)]
    while stage.version < 40 {
      let step = (0...Int.random(in: 0...2, using: &random)).map { _ in
        operations.next(stage.hosted?.working ?? CollectionState(), using: &random)
      }
      _ = try? stage.step(step)
      states[stage.version] = try #require(stage.hosted?.working)
    }
    for round in 0..<15 {
      let version = UInt64.random(in: 1...stage.version, using: &random)
      let target = try #require(states[version])
      let before = try #require(stage.hosted?.working)
      let comment = "seed \(seed), round \(round): from \(before.drawing) to \(target.drawing)"
      let request = RestoreRequest(collection: stage.name, to: .number(version), isDryRun: true)
      let tried = try stage.restore(request)
      let result = try restore(stage, version)
      let after = try #require(stage.hosted?.working)
      try #require(after.rows.contents == target.rows.contents, "\(comment)")
      #expect(
        result.changed == (before.rows.contents != target.rows.contents) && tried.changed == result.changed
      )
      var tree = try TreeList(before.rows)
      try tree.apply(try #require(tried.tree))
      #expect(tree.rows.contents == target.rows.contents, "\(comment)")
      states[stage.version] = after
      if round % 5 == 4 {
        try stage.restart()
        try stage.load()
      }
    }
    let report: KeyReport = try stage.call {
      $0.verifyKeys(VerifyKeysRequest(collection: stage.name), reply: $1)
    }
    #expect(report.problemCount == 0, "seed \(seed): \(report)")
  }

  @Test("keep what was inserted since, with what it is below", arguments: 1...UInt64(12 * scale))
  func later(seed: UInt64) throws {
    var random = OrderingRandom(seed: seed)
    let stage = try stage("a(b(c)d)e|f")
    var operations = RandomOutlineOperations()
    var states = [try #require(stage.hosted?.working)]
    for _ in 0..<30 {
      _ = try? stage.step(operations.next(stage.hosted?.working ?? CollectionState(), using: &random))
      states.append(try #require(stage.hosted?.working))
      guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
      let (before, target) = (states[states.count - 1], states.randomElement(using: &random)!)
      _ = try restore(stage, target.version, .laterItems)
      let after = try #require(stage.hosted?.working)
      let (old, new) = (before.parents, after.parents)
      let wanted = target.parents
      let comment = "seed \(seed): from \(before.drawing) to \(target.drawing): \(after.drawing)"
      for (item, parent) in wanted { #expect(new[item] == parent, "\(item), \(comment)") }
      for (item, parent) in old where wanted[item] == nil {
        #expect(new[item] == parent, "\(item), \(comment)")
      }
      #expect(new.count == Set(old.keys).union(wanted.keys).count, "\(comment)")
      states.append(after)
    }
  }

  @Test("move as little as possible, and can be undone")
  func moves() throws {
    let stage = try stage("a(bcde)f(g)")
    for id in ["e", "d", "c"] { try stage.step(.put(id, below: "a", at: .first)) }
    try stage.step(.put("a", below: "f"), .remove("g", .remove))
    #expect(stage.drawing == "f(a(cdeb))")
    let request = RestoreRequest(collection: stage.name, to: 1, isDryRun: true)
    let tree = try #require(try stage.restore(request).tree)
    // One of them, whatever has moved.
    #expect(tree.items.moves.count == 2 && tree.items.inserts.count == 1 && tree.items.deletes.isEmpty)
    let stack = try StackID("tab")
    let back = RestoreRequest(collection: stage.name, to: 1, stack: stack)
    let caller = stage.caller(try Principal("ann"))
    let result: RestoreResult = try stage.call { $0.time.restore(back, for: caller, reply: $1) }
    #expect(result.changed && stage.drawing == "a(bcde)f(g)")
    try stage.undo()
    #expect(stage.drawing == "f(a(cdeb))")
  }

  @Test("are refused if what was inserted since would get too deep")
  func tooDeep() throws {
    let stage = try stage("a(b(c))", depth: 3)
    try stage.step(.put("c"), .new("x", below: "c"))
    #expect(stage.drawing == "a(b)c(x)")
    let error = #expect(throws: ArrangeError.self) { try restore(stage, 1, .laterItems) }
    #expect(error?.code == .failedPrecondition && error?.field == "keep" && error?.reason == "too_deep")
    #expect(try restore(stage, 1).changed && stage.drawing == "a(b(c))")
  }
}

extension [TreeRow] {
  /// All of it but versions.
  fileprivate var contents: [String] {
    map { row in "\(row.depth) \(row.element.id) \(row.element.fields.map { "\($0.name)=\($0.value)" })" }
  }
}

extension CollectionState {
  fileprivate var rows: [TreeRow] {
    let list = ListAtVersion(state: self, hasKeys: false)
    return (0..<sectionCount).flatMap { section in
      var rows = [TreeRow(list.snapshot(ofSection: section), depth: 0)]
      var walk = RowWalk(self, section: section)
      while let (entry, depth) = walk.next() {
        rows.append(TreeRow(list.snapshot(entry, rank: 0), depth: depth))
      }
      return rows
    }
  }

  /// What each item is below: an item, or a section.
  fileprivate var parents: [Identifier: String] {
    var parents: [Identifier: String] = [:]
    for index in 0..<sectionCount {
      var walk = RowWalk(self, section: index)
      while let (entry, _) = walk.next() {
        guard let scope = slot(of: entry.element)?.scope else { continue }
        let parent = scope.parent(in: self).map { "item \($0.id)" }
        parents[entry.element.id] = parent ?? "section \(section(at: index).element.id)"
      }
    }
    return parents
  }
}
