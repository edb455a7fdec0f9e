import ArrangeModel
import Changes
import DenseInteger
import LexoRank
import Ordering
import RandomizedFraction
import Testing

@testable import Engine

@Suite("Collections that are outlines", .timeLimit(.minutes(5)))
struct OutlineTests {
  private let name: Identifier = "plan"

  /// An outline `a(b(c)d)e` in the section `s`, and an empty section.
  private func stage(options: EngineOptions = EngineOptions(), strategy: String = "lexorank") throws -> Stage
  {
    let stage = try Stage(options: options)
    let _: CollectionInfo = try stage.call {
      $0.create(name, strategy: strategy, fields: [:], outline: OutlineSettings(maximumDepth: 5), reply: $1)
    }
    try apply(stage, .insertSections([NewElement(id: "s"), NewElement(id: "t")], to: .init()))
    try apply(stage, .add("a", "e", to: .init(section: "s")))
    try apply(stage, .add("b", "d", to: .init(below: .init("a"))))
    try apply(stage, .add("c", to: .init(below: .init("b"))))
    return stage
  }

  @discardableResult
  private func apply(
    _ stage: Stage,
    _ operations: ListOperation...,
    requestID: RequestID? = nil
  ) throws -> ApplyResult {
    let request = ApplyRequest(collection: name, operations: operations, requestID: requestID)
    return try stage.call { $0.apply(request, reply: $1) }
  }

  private func fetch(
    _ stage: Stage,
    _ window: FetchRequest.Window = .all,
    pageSize: Int = 100
  ) throws -> [SectionSlice] {
    var slices: [SectionSlice] = []
    var token: [UInt8]?
    repeat {
      let request = FetchRequest(collection: name, window: window, pageSize: pageSize, pageToken: token)
      let page: FetchPage = try stage.call { $0.fetch(request, reply: $1) }
      #expect(page.collection.outline == OutlineSettings(maximumDepth: 5))
      slices += page.sections
      token = page.nextPageToken
    } while token != nil
    return slices
  }

  private func rows(_ slices: [SectionSlice]) -> [String] {
    slices.flatMap { slice in
      slice.items.map { item in
        let row = item.outline
        return "\(item.id) \(row?.depth ?? 0) \(row?.childCount ?? 0) \(row?.descendantCount ?? 0)"
      }
    }
  }

  @Test("are read with depths and counts, in pages that can be joined, and in windows")
  func reading() throws {
    let stage = try stage()
    let all = ["a 1 2 3", "b 2 1 1", "c 3 0 0", "d 2 0 0", "e 1 0 0"]
    for pageSize in 1...6 {
      let slices = try fetch(stage, pageSize: pageSize)
      #expect(rows(slices) == all)
      var path: [Identifier] = []
      for slice in slices {
        #expect(slice.itemCount == (slice.section.id == "s" ? 5 : 0))
        for (offset, item) in slice.items.enumerated() {
          let depth = Int(item.outline?.depth ?? 0)
          if offset == 0 { #expect(slice.ancestors == Array(path.prefix(depth - 1)), "\(item.id)") }
          path = path.prefix(depth - 1) + [item.id]
        }
      }
    }
    let part = try fetch(stage, .section("s", 2..<4))
    #expect(rows(part) == ["c 3 0 0", "d 2 0 0"])
    #expect(part[0].firstItem == 2 && part[0].ancestors == ["a", "b"])
    let around = try fetch(stage, .around("c", before: 1, after: 2), pageSize: 2)
    #expect(rows(around) == ["b 2 1 1", "c 3 0 0", "d 2 0 0", "e 1 0 0"])
    #expect(around[0].firstItem == 1)
    let info: CollectionInfo = try stage.call { $0.info(name, reply: $1) }
    #expect(info.itemCount == 5 && info.outline == OutlineSettings(maximumDepth: 5))
  }

  @Test("are there after a restart, with what results and the history say of parents, and are verified")
  func restart() throws {
    var options = EngineOptions()
    options.checkpointInterval = 2
    let stage = try stage(options: options)
    let id = try RequestID([1])
    let move = ListOperation.move("a", "e", to: .init(.first, below: .init("c", ifCycle: .skip)))
    let result = try apply(stage, move, requestID: id)
    #expect(result.operations[0].map(\.isSkipped) == [true, false])
    #expect(result.operations[0][1].parent == "c")
    #expect(result.operations[0][1].place == .item(ListPath(section: 0, item: 0)))
    try apply(stage, .removeItems(["b"], descendants: .remove))
    let before = rows(try fetch(stage))
    #expect(before == ["a 1 1 1", "d 2 0 0"])
    try stage.settle()
    try stage.restart()
    #expect(rows(try fetch(stage)) == before)
    // A retry gets the first result.
    var repeated = try apply(stage, move, requestID: id)
    #expect(repeated.repeated)
    repeated.repeated = false
    #expect(repeated == result)
    // What is known of removed items is still known.
    try apply(stage, .add("x", to: .init(below: .init("e", ifMissing: .nearestAncestor))))
    #expect(rows(try fetch(stage)) == ["a 1 2 2", "d 2 0 0", "x 2 0 0"])
    let history: HistoryPage = try stage.call { $0.history(HistoryRequest(collection: name), reply: $1) }
    let moved = try #require(history.commits.flatMap(\.changes).first { $0.kind == .itemMoved })
    #expect(moved.id == "e" && moved.fromParent == nil && moved.toParent == "c" && moved.to?.item == 0)
    // What was written is in the store once the journal is closed.
    try stage.restart()
    let strategies = StrategyCatalog([DenseInteger.kind, RandomizedFraction.kind, LexoRank.kind])
    let journal = MemoryJournal(store: stage.store)
    for record in try journal.collections() {
      let report = try CollectionCheck(journal, strategies: strategies).report(on: record)
      #expect(report.problems.isEmpty, "\(report.problems)")
      if record.name == name { #expect(report.items == 3) }
    }
  }

  @Test("get new keys with another strategy, which are verified, and explain what operations write")
  func keys() throws {
    let stage = try stage()
    for strategy in ["dense", "fractional", "lexorank:jitter=40"] {
      let request = ChangeStrategyRequest(collection: name, strategy: strategy)
      let _: ChangeStrategyResult = try stage.call { $0.changeStrategy(request, reply: $1) }
      let report: KeyReport = try stage.call { $0.verifyKeys(VerifyKeysRequest(collection: name), reply: $1) }
      #expect(report.problemCount == 0 && report.checked == 7, "\(report)")
      #expect(rows(try fetch(stage)) == ["a 1 2 3", "b 2 1 1", "c 3 0 0", "d 2 0 0", "e 1 0 0"])
      let operations = [ListOperation.move("e", to: .init(.first, below: .init("a")))]
      let explanation: Explanation = try stage.call {
        $0.explain(ExplainRequest(collection: name, operations: operations), reply: $1)
      }
      #expect(explanation.journalBytes > 0 && explanation.gaps.map(\.id) == ["e"])
      #expect(explanation.statistics.keyCount == (strategy == "dense" ? explanation.statistics.keyCount : 7))
    }
    let rotation: RotateKeysResult = try stage.call {
      $0.rotateKeys(RotateKeysRequest(collection: name), reply: $1)
    }
    #expect(rotation.remaining == 0)
    try stage.restart()
    #expect(rows(try fetch(stage)) == ["a 1 2 3", "b 2 1 1", "c 3 0 0", "d 2 0 0", "e 1 0 0"])
  }

  @Test("can have no overlays, which one clear error says")
  func overlays() throws {
    let stage = try stage()
    let request = CreateOverlayRequest(collection: name, overlay: "mine")
    let error = #expect(throws: ArrangeError.self) {
      let _: OverlayInfo = try stage.call { $0.overlays.create(request, for: .server, reply: $1) }
    }
    #expect(error?.code == .failedPrecondition && error?.reason == "is_outline", "\(error as Any)")
    #expect(error?.message.contains(" is an outline; ") ?? false)
    #expect(error?.field == "collection")
    #expect(rows(try fetch(stage)).count == 5)
  }

  @Test("can be written together with other collections")
  func transact() throws {
    let stage = try stage()
    let request = TransactRequest([
      TransactionStep(name, .operation(.add("x", to: .init(below: .init("d"))))),
      TransactionStep(stage.name, .operation(.add("y"))),
    ])
    let result: TransactResult = try stage.call { stage.engine.joint(on: $0).transact(request, reply: $1) }
    #expect(result.steps[0][0].parent == "d" && result.steps[1][0].parent == nil)
    #expect(rows(try fetch(stage)).contains("x 3 0 0"))
    #expect(
      throws: ArrangeError.self
    ) {
      let flat = TransactRequest([
        TransactionStep(stage.name, .operation(.add("z", to: .init(below: .init("y")))))
      ])
      let _: TransactResult = try stage.call { stage.engine.joint(on: $0).transact(flat, reply: $1) }
    }
  }
}
